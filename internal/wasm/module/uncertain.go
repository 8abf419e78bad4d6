package module

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Uncertain is for a service that knows no providers. It reports whether one that knows
// them might convert a source otherwise: by what a name is for some provider, it is more
// often yes than it has to be.
func Uncertain(src service.Source, dialect *schema.Dialect, opts *service.Options, diags hcl.Diagnostics) bool {
	for _, diag := range diags {
		if _, ok := diag.Extra.(convert.Guess); ok {
			return true
		}
	}
	if _, override := dialects.IsConfiguration(src.Name); override {
		return true // which is read for what it is merged with
	}
	if src.JSON {
		return uncertainJSON(src.Bytes, dialect.Root)
	}
	file, _ := hclwrite.ParseFile(src.Bytes, src.Name)
	if file == nil || opts.Comments == "drop" && anyProvided(&file.Body, dialect.Root) {
		return true // nothing but the form of a value says then what it is
	}
	return families{}.uncertainBody(&file.Body, dialect.Root)
}

// anyProvided reports whether a provider defines what is in a block.
func anyProvided(b *hclwrite.Body, root *schema.Body) bool {
	return slices.ContainsFunc(b.Items, func(item hclwrite.Item) bool {
		_, row := root.Lookup(item.ItemName())
		return row != nil && provided(row.Body, map[*schema.Body]bool{})
	})
}

// families are the lines of names that are read.
type families map[string]uses

func (f families) of(block *hclwrite.Block, row *schema.Block) uses {
	family := familyOfBlock(block, row)
	if f[family] == nil {
		f[family] = usesIn(family)
	}
	return f[family]
}

// uncertainBody is for a body of the language itself.
func (f families) uncertainBody(b *hclwrite.Body, known *schema.Body) bool {
	for _, item := range b.Items {
		if block, ok := item.(*hclwrite.Block); ok && f.uncertainBlock(block, known) {
			return true
		}
	}
	return false
}

// uncertainBlock is for a block that the language itself has in a body.
func (f families) uncertainBlock(block *hclwrite.Block, known *schema.Body) bool {
	_, row := known.Lookup(block.Type)
	switch {
	case row == nil || row.Body == nil:
		return false
	case row.Body.Part != schema.NoPart:
		return f.uncertainNames(&block.Body, row.Body, f.of(block, row))
	}
	return f.uncertainBody(&block.Body, row.Body)
}

// uncertainNames is for a body that a provider defines, except for the names of the
// language's own in it, if there are any.
func (f families) uncertainNames(b *hclwrite.Body, own *schema.Body, in uses) bool {
	for _, item := range b.Items {
		block, isBlock := item.(*hclwrite.Block)
		switch {
		case !isBlock:
			if !listed(own, item.ItemName()) && in.uncertainArgument(item.(*hclwrite.Attribute)) {
				return true
			}
		case block.Type == schema.DynamicType:
			if len(block.Labels) != 1 || !in[block.Labels[0]] || f.uncertainContent(&block.Body, in) {
				return true
			}
		case listed(own, block.Type):
			if own.Escape() != nil && own.Escape().Type == block.Type || f.uncertainBlock(block, own) {
				return true
			}
		case len(block.Labels) > 0 || !in[block.Type] || f.uncertainNames(&block.Body, nil, in):
			return true
		}
	}
	return false
}

// uncertainContent is for the body of a dynamic block.
func (f families) uncertainContent(b *hclwrite.Body, in uses) bool {
	for _, item := range b.Items {
		if block, ok := item.(*hclwrite.Block); ok && f.uncertainNames(&block.Body, nil, in) {
			return true
		}
	}
	return false
}

func listed(own *schema.Body, name string) bool {
	if own == nil {
		return false
	}
	attribute, block := own.Lookup(name)
	return attribute != nil || block != nil
}

// uncertainArgument reports whether an argument may stand for blocks, in its family or by
// what is guessed for all, or is an empty list: those who do not know it write a note.
func (in uses) uncertainArgument(a *hclwrite.Attribute) bool {
	_, known := in[a.Name]
	list, isList := a.Expr.(*hclwrite.Tuple)
	return known || isList && len(list.Items) == 0 || opentofu.UsesOf(a.Name).Blocks > 0
}

// familyOfBlock is the family of a block of which a provider defines the body.
func familyOfBlock(b *hclwrite.Block, row *schema.Block) string {
	if row.Body.Part == schema.ProviderConfig || len(b.Labels) == 0 {
		return configuration
	}
	return familyOf(b.Labels[0])
}

// uncertainJSON looks for a null, a comment, a dynamic block, and a name that may be a block
// of one of the families, in what may hold a body that a provider defines. Which names are
// types is not looked at: all of them are taken for one.
func uncertainJSON(src []byte, root *schema.Body) bool {
	depth, within := 0, false
	found := map[string]bool{}
	for at := 0; at < len(src); at++ {
		switch src[at] {
		case '{':
			depth++
		case '}':
			depth--
		case 'n':
			if within {
				return true
			}
		case '"':
			start := at + 1
			at = endOfString(src, start)
			if at == len(src) {
				return true
			}
			name := string(src[start:at])
			switch rest := bytes.TrimLeft(src[at+1:], " \t\r\n"); {
			case !bytes.HasPrefix(rest, []byte(":")):
			case strings.Contains(name, `\`):
				return true
			case depth == 1:
				_, row := root.Lookup(name)
				within = row != nil && provided(row.Body, map[*schema.Body]bool{})
			case within && (name == schema.DynamicType || name == "//"):
				return true
			case within:
				found[name] = true
			}
		}
	}
	present := map[string]bool{configuration: true}
	for name := range found {
		if opentofu.UsesOf(name).Blocks > 0 {
			return true // which is guessed whatever the family is
		}
		present[familyOf(name)] = true
	}
	for family := range present {
		for name := range usesIn(family) {
			if found[name] {
				return true
			}
		}
	}
	return false
}

// endOfString is where the quote is that ends a string, or the length of the text.
func endOfString(src []byte, at int) int {
	for ; at < len(src) && src[at] != '"'; at++ {
		if src[at] == '\\' {
			at++
		}
	}
	return min(at, len(src))
}

// provided reports whether providers define a body or one in it.
func provided(b *schema.Body, seen map[*schema.Body]bool) bool {
	if b == nil || seen[b] || b.Part != schema.NoPart {
		return b != nil && b.Part != schema.NoPart
	}
	seen[b] = true
	return slices.ContainsFunc(b.Blocks, func(block schema.Block) bool { return provided(block.Body, seen) })
}
