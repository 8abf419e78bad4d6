package schematest

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// Differences compares the tables of two dialects that are not prepared, and says
// in which places they differ. The order in which a body lists names does not
// matter, and tables may share bodies as they like.
func Differences(a, b *schema.Dialect) []string {
	c := comparison{seen: map[[2]*schema.Body]bool{}}
	c.equal(a.Name, "name", a.Name, b.Name)
	c.equal(a.Name, "product", a.Product, b.Product)
	c.equal(a.Name, "array root", a.ArrayRoot, b.ArrayRoot)
	c.equal(a.Name, "roots", a.Roots, b.Roots)
	c.equal(a.Name, "merges", a.Merges, b.Merges)
	c.equal(a.Name, "placeholders", a.Placeholders, b.Placeholders)
	c.equal(a.Name, "style", a.Style, b.Style)
	c.bodies(a.Name, a.Root, b.Root)
	return c.found
}

type comparison struct {
	seen  map[[2]*schema.Body]bool
	found []string
}

func (c *comparison) equal(path, what string, a, b any) {
	if !reflect.DeepEqual(a, b) {
		c.found = append(c.found, fmt.Sprintf("%s: %s is %v and %v", path, what, a, b))
	}
}

func (c *comparison) bodies(path string, a, b *schema.Body) {
	pair := [2]*schema.Body{a, b}
	if a == b || c.seen[pair] {
		return
	}
	c.seen[pair] = true
	if a == nil || b == nil {
		c.found = append(c.found, fmt.Sprintf("%s: only one has a body", path))
		return
	}
	c.equal(path, "rest", a.Rest, b.Rest)
	c.equal(path, "known", a.Known, b.Known)
	c.equal(path, "free", a.Free, b.Free)
	c.equal(path, "dynamic", a.Dynamic, b.Dynamic)
	c.equal(path, "sequence", a.Sequence, b.Sequence)
	c.equal(path, "no comments", a.NoComments, b.NoComments)
	c.equal(path, "lists", a.Lists, b.Lists)
	c.equal(path, "definer", a.Definer, b.Definer)
	c.equal(path, "part", a.Part, b.Part)
	c.values(path+".*", a.RestValue, b.RestValue)
	c.bodies(path+".*", a.RestBody, b.RestBody)
	c.attributes(path, a.Attributes, b.Attributes)
	byType := func(list []schema.Block) map[string]schema.Block {
		result := map[string]schema.Block{}
		for _, block := range list {
			result[block.Type] = block
		}
		return result
	}
	blocksA, blocksB := byType(a.Blocks), byType(b.Blocks)
	for _, name := range c.names(path, "blocks", blocksA, blocksB) {
		c.blocks(path+"."+name, blocksA[name], blocksB[name])
	}
}

// names compares the keys of two maps and returns those of both.
func (c *comparison) names(path, what string, a, b any) []string {
	keys := func(m any) []string {
		var list []string
		for _, key := range reflect.ValueOf(m).MapKeys() {
			list = append(list, key.String())
		}
		slices.Sort(list)
		return list
	}
	namesA, namesB := keys(a), keys(b)
	c.equal(path, what, namesA, namesB)
	return slices.DeleteFunc(namesA, func(name string) bool { return !slices.Contains(namesB, name) })
}

func (c *comparison) attributes(path string, a, b []schema.Attribute) {
	byName := func(list []schema.Attribute) map[string]schema.Attribute {
		result := map[string]schema.Attribute{}
		for _, attribute := range list {
			result[attribute.Name] = attribute
		}
		return result
	}
	listA, listB := byName(a), byName(b)
	for _, name := range c.names(path, "attributes", listA, listB) {
		path, a, b := path+"."+name, listA[name], listB[name]
		c.equal(path, "outside", a.Outside, b.Outside)
		c.equal(path, "reason", a.NoJSON, b.NoJSON)
		c.values(path, a.Value, b.Value)
		c.bodies(path+" as blocks", a.AsBlocks, b.AsBlocks)
	}
}

func (c *comparison) blocks(path string, a, b schema.Block) {
	c.equal(path, "labels", a.Labels, b.Labels)
	c.equal(path, "optional", a.Optional, b.Optional)
	c.equal(path, "by", a.By, b.By)
	c.equal(path, "ordered", a.Ordered, b.Ordered)
	c.equal(path, "single", a.Single, b.Single)
	c.equal(path, "min", a.Min, b.Min)
	c.equal(path, "max", a.Max, b.Max)
	c.equal(path, "outside", a.Outside, b.Outside)
	c.equal(path, "shape", a.Shape, b.Shape)
	c.bodies(path, a.Body, b.Body)
	for _, label := range c.names(path, "bodies by label", a.Dependent, b.Dependent) {
		c.bodies(path+"("+label+")", a.Dependent[label], b.Dependent[label])
	}
	for _, value := range c.names(path, "bodies by value", a.Values, b.Values) {
		c.bodies(path+"["+value+"]", a.Values[value], b.Values[value])
	}
}

func (c *comparison) values(path string, a, b *schema.Value) {
	if a == nil && b == nil {
		return
	}
	plain := &schema.Value{}
	if a == nil {
		a = plain
	}
	if b == nil {
		b = plain
	}
	c.equal(path, "mode", a.Mode, b.Mode)
	c.equal(path, "native constant", a.NativeConstant, b.NativeConstant)
	c.equal(path, "text of call", a.TextOfCall, b.TextOfCall)
	c.equal(path, "difference", a.Differs, b.Differs)
	c.equal(path, "scope", a.Scope, b.Scope)
	c.equal(path, "list", a.List != nil, b.List != nil)
	c.equal(path, "keys", a.MapKey != nil, b.MapKey != nil)
	c.equal(path, "values", a.MapValue != nil, b.MapValue != nil)
	c.values(path+"[]", a.List, b.List)
	c.values(path+"{}", a.MapKey, b.MapKey)
	c.values(path+"{}", a.MapValue, b.MapValue)
	c.equal(path, "fields", a.Fields != nil, b.Fields != nil)
	c.attributes(path, a.Fields, b.Fields)
}
