// Package skeleton writes example blocks: what somebody begins with who writes a block
// by hand. What is required has a placeholder of its type, what is optional is a comment
// that is an argument or a block once its sign is taken away, and what the provider
// alone computes is left out.
package skeleton

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// Of returns an example of a block with what a provider or plugin defines.
func Of(blockType string, labels []string, body *schema.SpecBody) *hclwrite.Block {
	return block(blockType, labels, contentsOfSpec(body, 0))
}

// OfRow returns an example of a block of a language. Its rows do not tell what is
// required, unless it is a block.
func OfRow(row *schema.Block) *hclwrite.Block {
	r := rows{open: map[*schema.Body]bool{}}
	return block(row.Type, row.Labels, r.contents(row.BodyFor(nil, "")))
}

// contents is what an example of a body holds, in order.
type contents struct {
	arguments []argument
	blocks    []nested
	// remarks are comments about all of it.
	remarks []string
}

type argument struct {
	name     string
	required bool
	value    hclwrite.Expr
	// remark is what the comment behind it says.
	remark string
}

// nested are blocks of a type, so many of which are required.
type nested struct {
	block    func() *hclwrite.Block
	required int
	remark   string
}

const (
	// maxDepth is how deep blocks and objects are followed.
	maxDepth = 20
	// maxRequired is how many blocks of a type are written.
	maxRequired = 10
)

// contentsOfSpec is what a provider defines in a body.
func contentsOfSpec(body *schema.SpecBody, depth int) (c contents) {
	if body == nil || depth > maxDepth {
		return c
	}
	c.arguments = argumentsOf(body.Attributes, depth)
	for _, name := range slices.Sorted(maps.Keys(body.Blocks)) {
		row := body.Blocks[name]
		n := nested{required: row.Min, block: func() *hclwrite.Block {
			var labels []string
			if row.Nesting == schema.NestingMap {
				labels = []string{"key"}
			}
			return block(name, labels, contentsOfSpec(row.Body, depth+1))
		}}
		var description string
		var deprecated bool
		if row.Body != nil {
			description, deprecated = row.Body.Description, row.Body.Deprecated
		}
		n.remark = remarks(description, repeatable(row), when(deprecated, "deprecated"))
		c.blocks = append(c.blocks, n)
	}
	return c
}

var nestings = map[schema.Nesting]string{
	schema.NestingList: "list", schema.NestingSet: "set", schema.NestingMap: "map",
}

// repeatable says how many blocks of a type there may be.
func repeatable(row *schema.SpecBlock) string {
	switch {
	case row.Max > 0:
		return atMost(row.Max)
	case nestings[row.Nesting] != "":
		return "repeatable"
	}
	return ""
}

// argumentsOf are the attributes that a configuration may set.
func argumentsOf(attributes map[string]*schema.SpecAttribute, depth int) (list []argument) {
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		a := attributes[name]
		if !a.Argument() {
			continue
		}
		list = append(list, argument{
			name: name, required: a.Required, value: valueOf(a, depth+1),
			remark: remarks(a.Description, typeOf(a), when(a.Deprecated, "deprecated"),
				when(a.Sensitive, "sensitive"), when(a.WriteOnly, "write-only")),
		})
	}
	return list
}

// typeOf is the type of an attribute in words.
func typeOf(a *schema.SpecAttribute) string {
	switch {
	case a.Nested == nil && a.Type == cty.NilType:
		return ""
	case a.Nested == nil:
		return a.Type.FriendlyNameForConstraint()
	case nestings[a.Nesting] == "":
		return "object"
	}
	return nestings[a.Nesting] + " of object"
}

// valueOf is a placeholder for an attribute.
func valueOf(a *schema.SpecAttribute, depth int) hclwrite.Expr {
	if a.Nested == nil {
		return placeholder(a.Type, depth)
	}
	if depth > maxDepth {
		return &hclwrite.Literal{Text: "null"}
	}
	object := contents{arguments: argumentsOf(a.Nested, depth)}.object()
	switch a.Nesting {
	case schema.NestingList, schema.NestingSet:
		return hclwrite.NewTuple(object)
	case schema.NestingMap:
		return (&hclwrite.Object{}).Set("key", object)
	}
	return object
}

// placeholder is a value of a type.
func placeholder(typ cty.Type, depth int) hclwrite.Expr {
	switch {
	case typ == cty.NilType || depth > maxDepth:
		return &hclwrite.Literal{Text: "null"}
	case typ == cty.String:
		return hclwrite.NewString("")
	case typ == cty.Number:
		return hclwrite.NewLiteral(0)
	case typ == cty.Bool:
		return hclwrite.NewLiteral(false)
	case schema.ListOfObjects(typ):
		return hclwrite.NewTuple(placeholder(typ.ElementType(), depth+1))
	case typ.IsListType(), typ.IsSetType(), typ.IsTupleType():
		return hclwrite.NewTuple()
	case typ.IsMapType() && typ.ElementType().IsObjectType():
		return (&hclwrite.Object{}).Set("key", placeholder(typ.ElementType(), depth+1))
	case typ.IsMapType():
		return &hclwrite.Object{}
	case typ.IsObjectType():
		return objectOf(typ, depth)
	}
	return &hclwrite.Literal{Text: "null"}
}

// objectOf is a value of an object type.
func objectOf(typ cty.Type, depth int) *hclwrite.Object {
	var c contents
	types := typ.AttributeTypes()
	for _, name := range slices.Sorted(maps.Keys(types)) {
		c.arguments = append(c.arguments, argument{
			name: name, required: !typ.AttributeOptional(name), value: placeholder(types[name], depth+1),
			remark: types[name].FriendlyNameForConstraint(),
		})
	}
	return c.object()
}

// rows makes examples of the bodies of a language, which may be recursive. Those that
// are open are not written again.
type rows struct{ open map[*schema.Body]bool }

func (r rows) contents(body *schema.Body) (c contents) {
	if body == nil || r.open[body] {
		return c
	}
	r.open[body] = true
	defer delete(r.open, body)
	for i := range body.Attributes {
		row := &body.Attributes[i]
		if _, also := body.Lookup(row.Name); also != nil || row.OtherTarget != "" {
			continue // the block shows more, or the target has neither
		}
		c.arguments = append(c.arguments, argument{name: row.Name, value: valueOfRow(row.Value)})
	}
	for i := range body.Blocks {
		row := &body.Blocks[i]
		if row.Escape || row.OtherTarget != "" || body.Dynamic && row.Type == schema.DynamicType {
			continue
		}
		if _, also := body.Lookup(row.Type); r.open[row.Body] || also != row {
			continue
		}
		// It is made while the bodies around are open.
		made := block(row.Type, row.Labels, r.contents(row.BodyFor(nil, "")))
		remark := atMost(row.Max)
		if row.Single || row.Max == 1 {
			remark = "at most 1"
		}
		c.blocks = append(c.blocks, nested{block: func() *hclwrite.Block { return made }, required: row.Min, remark: remark})
	}
	switch {
	case body.Part != schema.NoPart:
		c.remarks = append(c.remarks, "What the plugin defines stands here.")
	case body.Remain == schema.RemainAttributes:
		c.remarks = append(c.remarks, "Arguments of any name stand here.")
	}
	return c
}

// valueOfRow is a placeholder for an argument of a language.
func valueOfRow(v *schema.Value) hclwrite.Expr {
	switch {
	case v == nil:
		return &hclwrite.Literal{Text: "null"}
	case v.List != nil:
		return hclwrite.NewTuple()
	case v.IsMap():
		return &hclwrite.Object{}
	case v.Mode == schema.Type:
		return hclwrite.NewReference("string")
	}
	return &hclwrite.Literal{Text: "null"}
}

func block(blockType string, labels []string, c contents) *hclwrite.Block {
	b := hclwrite.NewBlock(blockType, labels...)
	b.Body = c.body()
	return b
}

// body is an example of a body: what is required, and then the rest in comments.
func (c contents) body() (body hclwrite.Body) {
	var optional hclwrite.File
	for _, a := range c.arguments {
		to := &optional.Body
		if a.required {
			to = &body
		}
		to.Append(&hclwrite.Attribute{Name: a.name, Expr: a.value, Comments: a.comments()})
	}
	for _, n := range c.blocks {
		to := &body
		if n.required == 0 {
			to = &optional.Body
		}
		for range max(1, min(n.required, maxRequired)) {
			b := n.block()
			b.Above = comment(n.remark)
			to.Append(b)
		}
	}
	for _, remark := range c.remarks {
		body.Inside = append(body.Inside, comment(remark)...)
	}
	body.End = commentedOut(&optional)
	if len(body.Items) > 0 && len(body.End) > 0 {
		body.End = append([]string{""}, body.End...)
	}
	return body
}

// object is an example of an object, as [contents.body] is one of a body.
func (c contents) object() *hclwrite.Object {
	object := &hclwrite.Object{}
	var optional hclwrite.File
	for _, a := range c.arguments {
		comments := a.comments()
		if !a.required {
			optional.Body.Append(&hclwrite.Attribute{Name: a.name, Expr: a.value, Comments: comments})
			continue
		}
		object.Items = append(object.Items,
			hclwrite.Element{Key: &hclwrite.Key{Text: hcltext.EscapeTemplate(a.name)}, Value: a.value, Comments: &comments})
	}
	object.End = commentedOut(&optional)
	return object
}

// comments are those of an argument. If its value has several lines, they stand behind the
// first.
func (a argument) comments() (c hclwrite.Comments) {
	remark := comment(a.remark)
	if value := hclwrite.CollectionOf(a.value); value != nil && len(value.Items)+len(value.End) > 0 {
		value.Open = remark
		return c
	}
	c.After = remark
	return c
}

// commentedOut are the lines of a file as comments.
func commentedOut(f *hclwrite.File) (lines []string) {
	if len(f.Body.Items) == 0 {
		return nil
	}
	for line := range strings.SplitSeq(strings.TrimRight(string(f.Bytes()), "\n"), "\n") {
		lines = append(lines, strings.TrimRight("# "+line, " "))
	}
	return lines
}

// comment is a remark as a comment; nil for none.
func comment(remark string) []string {
	if remark == "" {
		return nil
	}
	return []string{"# " + remark}
}

// remarks joins what there is to say of something, and its description if that is short.
func remarks(description string, said ...string) string {
	var list []string
	for _, word := range said {
		if word != "" {
			list = append(list, word)
		}
	}
	text := strings.Join(list, ", ")
	switch short := short(description); {
	case short == "":
		return text
	case text == "":
		return short
	default:
		return text + ": " + short
	}
}

// maxDescription is how many characters of a description stand in a line.
const maxDescription = 60

// short is the first sentence of a description, or nothing if that is long.
func short(description string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(description), "\n")
	sentence, _, _ := strings.Cut(line, ". ")
	sentence = strings.TrimSuffix(strings.TrimSpace(sentence), ".")
	unprintable := func(char rune) bool { return char < ' ' || char == 0x7f || char >= 0x2028 && char <= 0x202e }
	if len([]rune(sentence)) > maxDescription || strings.ContainsFunc(sentence, unprintable) {
		return ""
	}
	return sentence
}

// atMost says how many blocks there may be, where that is a limit.
func atMost(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf("at most %d", n)
}

// when is a word where something is so.
func when(is bool, word string) string {
	if !is {
		return ""
	}
	return word
}
