package equivalent

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// change is a text whose meaning or comments differ from the original.
type change struct{ what, text string }

// changer makes the changes of one text, one thing at a time.
type changer struct {
	src     string
	changes []change
}

func (c *changer) replace(start, end int, with, what string) {
	old := c.src[start:end]
	if old != with {
		c.changes = append(c.changes, change{
			fmt.Sprintf("%s: %q for %q at %d", what, with, old, start), c.src[:start] + with + c.src[end:]})
	}
}

// swap exchanges the text of two ranges, the first of which is before the second.
func (c *changer) swap(startA, endA, startB, endB int, what string) {
	c.replace(startA, endB, c.src[startB:endB]+c.src[endA:startB]+c.src[startA:endA], what)
}

// otherOperators contains another operator of the same precedence for each operator.
var otherOperators = map[hclsyntax.TokenType]string{
	hclsyntax.TokenPlus: "-", hclsyntax.TokenMinus: "+", hclsyntax.TokenStar: "/", hclsyntax.TokenSlash: "%",
	hclsyntax.TokenPercent: "*", hclsyntax.TokenAnd: "||", hclsyntax.TokenOr: "&&", hclsyntax.TokenEqualOp: "!=",
	hclsyntax.TokenNotEqual: "==", hclsyntax.TokenLessThan: "<=", hclsyntax.TokenLessThanEq: ">",
	hclsyntax.TokenGreaterThan: ">=", hclsyntax.TokenGreaterThanEq: "<", hclsyntax.TokenBang: "-",
	hclsyntax.TokenEllipsis: "", hclsyntax.TokenTemplateInterp: "$${", hclsyntax.TokenTemplateControl: "%%{",
}

// nativeChanges returns the changes of a text in native syntax.
func nativeChanges(src string) []change {
	c := &changer{src: src}
	tokens, _ := hclsyntax.LexConfig([]byte(src), "", hcl.InitialPos)
	for _, token := range tokens {
		c.token(token)
	}
	parsed, _ := hclsyntax.ParseConfig([]byte(src), "", hcl.InitialPos)
	_ = hclsyntax.VisitAll(parsed.Body.(*hclsyntax.Body), func(node hclsyntax.Node) hcl.Diagnostics {
		c.node(node)
		return nil
	})
	return c.changes
}

func (c *changer) token(token hclsyntax.Token) {
	start, end := token.Range.Start.Byte, token.Range.End.Byte
	text := c.src[start:end]
	switch token.Type {
	case hclsyntax.TokenIdent:
		c.replace(end, end, "_x", "name")
	case hclsyntax.TokenNumberLit:
		c.replace(start, start, "7", "number")
	case hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit, hclsyntax.TokenComment:
		end = start + len(strings.TrimRight(text, "\r\n"))
		end = start + len(strings.TrimSuffix(c.src[start:end], "*/"))
		c.replace(end, end, "x", "text")
	default:
		if operator, ok := otherOperators[token.Type]; ok {
			c.replace(start, end, operator, "operator")
		}
	}
}

func (c *changer) node(node hclsyntax.Node) {
	switch node := node.(type) {
	case *hclsyntax.Body:
		c.body(node)
	case *hclsyntax.TupleConsExpr:
		c.nodes("element", node.Exprs)
	case *hclsyntax.ObjectConsExpr:
		var values []hclsyntax.Expression
		for _, item := range node.Items {
			values = append(values, item.ValueExpr)
		}
		c.nodes("value", values)
	case *hclsyntax.FunctionCallExpr:
		c.nodes("argument", node.Args)
	case *hclsyntax.ConditionalExpr:
		c.nodes("result", []hclsyntax.Expression{node.TrueResult, node.FalseResult})
	case *hclsyntax.BinaryOpExpr:
		c.nodes("operand", []hclsyntax.Expression{node.LHS, node.RHS})
	}
}

// nodes exchanges each expression with the next.
func (c *changer) nodes(what string, list []hclsyntax.Expression) {
	for i := 1; i < len(list); i++ {
		a, b := list[i-1].Range(), list[i].Range()
		c.swap(a.Start.Byte, a.End.Byte, b.Start.Byte, b.End.Byte, what)
	}
}

func (c *changer) body(body *hclsyntax.Body) {
	for _, name := range body.Attributes {
		rng := name.SrcRange
		c.replace(rng.Start.Byte, rng.End.Byte, "", "attribute lost")
	}
	for _, block := range body.Blocks {
		start, end := block.TypeRange.Start.Byte, block.CloseBraceRange.End.Byte
		c.replace(start, end, "", "block lost")
		c.replace(end, end, "\n"+c.src[start:end], "block added")
		c.replace(block.OpenBraceRange.Start.Byte, block.OpenBraceRange.Start.Byte, "\"x\" ", "label added")
	}
}

// jsonChanges returns the changes of a JSON text. In a "//" property, only the comments are
// changed.
func jsonChanges(src string) []change {
	c := &changer{src: src}
	if root, diags := jsontree.Parse([]byte(src), ""); !diags.HasErrors() {
		c.value(root)
	}
	return c.changes
}

func (c *changer) value(v *jsontree.Value) {
	switch v.Kind {
	case jsontree.Null:
		c.replace(v.Start, v.End, "0", "null")
	case jsontree.Bool:
		c.replace(v.Start, v.End, fmt.Sprint(v.Text == "false"), "bool")
	case jsontree.Number:
		at := v.Start + strings.IndexAny(v.Text, "0123456789")
		c.replace(at, at, "7", "number")
	case jsontree.String:
		c.replace(v.End-1, v.End-1, "x", "text")
	}
	for i := range v.Elems {
		c.value(&v.Elems[i])
		if i > 0 {
			before := &v.Elems[i-1]
			if before.Kind != jsontree.Object && before.Kind != jsontree.Array {
				c.swap(before.Start, before.End, v.Elems[i].Start, v.Elems[i].End, "element")
			}
			c.replace(before.End, v.Elems[i].End, "", "element lost")
		}
	}
	for i := range v.Members {
		m := &v.Members[i]
		if m.Name == commentProperty {
			c.note(&m.Value)
			continue
		}
		c.value(&m.Value)
		c.replace(m.NameEnd-1, m.NameEnd-1, "x", "name")
		switch {
		case i > 0:
			c.replace(v.Members[i-1].Value.End, m.Value.End, "", "member lost")
			before := v.Members[i-1].Value
			c.swap(before.Start, before.End, m.Value.Start, m.Value.End, "value")
		case len(v.Members) > 1:
			c.replace(m.NameStart, v.Members[1].NameStart, "", "member lost")
		}
	}
}

// note changes the comments in a "//" property.
func (c *changer) note(v *jsontree.Value) {
	if v.Kind == jsontree.String {
		c.value(v)
	}
	for i := range v.Members {
		m := &v.Members[i]
		switch {
		case slices.Contains([]string{"above", "open", "inside", "end", "after"}, m.Name):
			c.value(&m.Value)
		case m.Name == "at":
			for j := range m.Value.Members {
				c.note(&m.Value.Members[j].Value)
			}
		}
	}
}

// sameByTheTables are the changes of goldens, by their kinds, after which the file means the
// same.
var sameByTheTables = []struct {
	reason string
	kinds  []string
	names  []string
}{
	{"a constant has the same value", []string{"name", "number", "text", "operand", "operator", "element"}, []string{
		"literals/folded-comments", "literals/folding", "literals/nested-loops", "numbers/folded-numbers", "numbers/literal",
		"plan/numbers", "tflint/config",
	}},
	{"several bodies are one", []string{"block added", "block lost", "element lost"}, []string{
		"blocks/locals-repeated", "blocks/wrong-labels", "from-json/null-and-empty", "nomad/every-argument", "rows/opentofu",
		"rows/terraform", "unknown/blocks-without-hints",
	}},
	{"the type has no blocks", []string{"member lost", "name", "value"}, []string{
		"from-json/certain", "from-json/listed-names", "from-json/null-and-empty", "from-json/null-of-providers",
		"from-json/packer-components", "plan/from-json", "providers/from-json",
		"providers/labels-that-are-no-names-from-json", "from-json/guesses", "unknown/empty-lists",
	}},
	{"an argument is null as it is without", []string{"attribute lost"}, []string{"providers/comments-of-as-blocks"}},
	{"a reference to nothing is text", []string{"operator"}, []string{
		"nomad/from-json", "nomad/maps", "nomad/references"}},
	{"two spellings of a value are exchanged", []string{"value"}, []string{
		"from-json/encryption", "from-json/templates", "numbers/forms", "objects/duplicate-keys", "table/unknown-providers",
		"templates/expressions", "templates/comments-inside", "templates/strip-markers",
	}},
	{"two comments are exchanged", []string{"value"}, []string{"from-json/comment-collision", "from-json/comment-values"}},
	{"a comment in a reference is left out", []string{"text"}, []string{"from-json/references"}},
	{"a field is given again later", []string{"text"}, []string{"references/duplicate-fields"}},
}

// TestChanges checks that a golden differs from itself with one name, value, operator, attribute,
// block, label, member, element or comment changed, except for the listed changes.
func TestChanges(t *testing.T) {
	every := oracles.Samples(400, 10, 1)
	same := map[string]bool{}
	for _, list := range sameByTheTables {
		for _, name := range list.names {
			for _, kind := range list.kinds {
				same[name+" "+kind] = true
			}
		}
	}
	n, told := 0, 0
	for _, g := range golden.ReadAll(t) {
		input, _ := g.File(g.Input)
		o := sync.OnceValue(func() *Baseline {
			return Read([]Source{{Bytes: input, Filename: "a", JSON: g.JSON}}, g.Targets[0].Dialect, Options{Comments: true})
		})
		for _, name := range []string{g.Input, golden.General, g.Counterpart} {
			output, _ := g.File(name)
			changes, isJSON := nativeChanges, g.JSON == (name == g.Input)
			if isJSON {
				changes = jsonChanges
			}
			for _, change := range changes(string(output)) {
				if n++; n%every > 0 {
					continue
				}
				found := o().Compare([]Source{{Bytes: []byte(change.text), Filename: "b", JSON: isJSON}})
				kind, _, _ := strings.Cut(change.what, ":")
				switch found.Verdict() {
				case Different:
					told++
				case Equal:
					if !same[g.Name+" "+kind] {
						t.Errorf("%s, %s: %s makes no difference", g.Name, name, change.what)
					}
				}
			}
		}
	}
	if told < n/every*8/10 {
		t.Errorf("only %d of %d changes are reported", told, n/every)
	}
}
