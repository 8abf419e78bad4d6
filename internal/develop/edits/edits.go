package edits

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/develop/jq"
)

// The kinds of edits. Edits of lists and blocks have two kinds each.
const (
	changeValue     = "change a value"
	addAttribute    = "add an attribute"
	removeAttribute = "remove an attribute"
	addElement      = "add a list element"
	removeElement   = "remove a list element"
	addBlock        = "add a block"
	removeBlock     = "remove a block"
	nothing         = "nothing"
)

var kinds = []string{
	nothing,
	changeValue, addAttribute, removeAttribute, addElement, removeElement, addBlock, removeBlock,
}

// edit is an edit of the JSON of a file and of its text. The texts are the possible results of an
// author who follows the rules of the formatter; they are independent of package patch.
type edit struct {
	kind string
	path []any
	// set or add is the new value at the path, or of a new element; nil removes.
	set, add jq.Value
	texts    [][]byte
}

// apply makes the edit in the JSON.
func (e *edit) apply(root jq.Value) error {
	steps := make([]string, len(e.path))
	for i, step := range e.path {
		steps[i] = fmt.Sprint(step)
	}
	switch {
	case e.kind == nothing:
		return nil
	case e.add != nil:
		return jq.Edit(root, "add", steps, e.add)
	case e.set != nil:
		return jq.Edit(root, "set", steps, e.set)
	}
	return jq.Edit(root, "del", steps, nil)
}

// file is what edits are made for.
type file struct {
	src   []byte
	root  jq.Value
	sites []*site
	rand  *rand.Rand
	// resources: the language has resources.
	resources bool
}

// candidates returns edits of a kind, in no order.
func (f *file) candidates(kind string) []*edit {
	var edits []*edit
	if kind == nothing {
		return []*edit{{kind: kind, texts: [][]byte{f.src}}}
	}
	for _, s := range f.sites {
		switch kind {
		case addAttribute:
			edits = append(edits, f.newAttribute(s)...)
		case addBlock:
			if s.block == nil && f.resources {
				edits = append(edits, f.newBlock(s)...)
			}
		case removeBlock:
			edits = append(edits, f.withoutBlock(s)...)
		default:
			for _, attribute := range attributes(s.body) {
				edits = append(edits, f.ofAttribute(kind, s, attribute)...)
			}
		}
	}
	f.rand.Shuffle(len(edits), func(i, j int) { edits[i], edits[j] = edits[j], edits[i] })
	return edits
}

func (f *file) ofAttribute(kind string, s *site, attribute *hclsyntax.Attribute) []*edit {
	value := s.object.Get(attribute.Name)
	path := extend(s.path, attribute.Name)
	if value == nil {
		return nil
	}
	switch kind {
	case changeValue:
		return f.otherValue(path, value, attribute.Expr)
	case removeAttribute:
		if len(s.body.Attributes) == 1 && len(s.body.Blocks) == 0 {
			return nil
		}
		return []*edit{{kind: kind, path: path, texts: f.without(attribute.SrcRange)}}
	}
	return f.ofList(kind, path, attribute.Expr, value)
}

// ofList makes edits of the lists in a value.
func (f *file) ofList(kind string, path []any, expr hclsyntax.Expression, value jq.Value) []*edit {
	var edits []*edit
	switch expr := expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		object, ok := value.(*jq.Object)
		for i := 0; ok && i < min(len(expr.Items), len(object.Members)); i++ {
			member := object.Members[i]
			edits = append(edits, f.ofList(kind, extend(path, member.Name), expr.Items[i].ValueExpr, member.Value)...)
		}
	case *hclsyntax.TupleConsExpr:
		array, ok := value.(*jq.Array)
		if !ok || len(array.Elements) != len(expr.Exprs) {
			return nil
		}
		for i, element := range array.Elements {
			edits = append(edits, f.ofList(kind, extend(path, i), expr.Exprs[i], element)...)
		}
		switch {
		case kind == addElement && len(expr.Exprs) > 0:
			edits = append(edits, f.newElement(path, expr, array)...)
		case kind == removeElement && len(expr.Exprs) > 1:
			edits = append(edits, f.withoutElement(path, expr)...)
		}
	}
	return edits
}

// otherValue changes a literal.
func (f *file) otherValue(path []any, value jq.Value, expr hclsyntax.Expression) []*edit {
	e := &edit{kind: changeValue, path: path}
	text := ""
	switch value := value.(type) {
	case string:
		literal, diags := expr.Value(nil)
		_, isTemplate := expr.(*hclsyntax.TemplateExpr)
		if !isTemplate || diags.HasErrors() || !literal.RawEquals(cty.StringVal(value)) {
			return nil
		}
		e.set, text = value+"-changed", `"`+value+`-changed"`
		if strings.ContainsAny(value, "\\\"\n$%") {
			return nil
		}
	case bool:
		e.set, text = !value, fmt.Sprint(!value)
	default:
		if _, ok := expr.(*hclsyntax.LiteralValueExpr); !ok || value == nil {
			return nil
		}
		e.set, text = json.Number("4711"), "4711"
	}
	e.texts = f.replaced(expr.Range(), text)
	return []*edit{e}
}

// replaced returns the text with a replaced range.
func (f *file) replaced(rng hcl.Range, text string) [][]byte {
	return [][]byte{f.splice(rng.Start.Byte, rng.End.Byte, text)}
}

// splice returns the text with another one between two offsets.
func (f *file) splice(from, to int, text string) []byte {
	out := bytes.Clone(f.src[:from])
	out = append(out, text...)
	return append(out, f.src[to:]...)
}

// newAttribute adds an attribute at the end of a body: after the last item, or
// after the last attribute.
func (f *file) newAttribute(s *site) []*edit {
	if len(s.body.Attributes) == 0 {
		return nil
	}
	name := []string{"added", "added_by_a_program"}[f.rand.IntN(2)]
	if s.block == nil || s.body.Attributes[name] != nil {
		return nil
	}
	line := name + " = \"x\""
	e := &edit{kind: addAttribute, path: extend(s.path, name), set: "x"}
	opening, closing := s.block.OpenBraceRange, s.block.CloseBraceRange
	if opening.End.Line == closing.Start.Line {
		inside := strings.TrimSpace(string(f.src[opening.End.Byte:closing.Start.Byte]))
		e.texts = [][]byte{f.splice(opening.End.Byte, closing.Start.Byte, "\n"+f.indent(opening.Start.Byte)+"  "+inside+"\n"+f.indent(opening.Start.Byte)+"  "+line+"\n"+f.indent(opening.Start.Byte))}
		return []*edit{e}
	}
	ordered := attributes(s.body)
	line = f.indent(ordered[0].SrcRange.Start.Byte) + line
	end := f.lineStart(closing.Start.Byte)
	e.texts = append(e.texts, f.splice(end, end, line+"\n"))
	last := f.lineEnd(ordered[len(ordered)-1].SrcRange.End.Byte)
	e.texts = append(e.texts, f.splice(last, last, line+"\n"))
	return []*edit{e}
}

// indent is the indentation of the line of an offset.
func (f *file) indent(at int) string {
	line := f.src[f.lineStart(at):]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// newElement adds an element at the end of a list.
func (f *file) newElement(path []any, tuple *hclsyntax.TupleConsExpr, array *jq.Array) []*edit {
	e := &edit{kind: addElement, path: path, add: "added"}
	if _, ok := array.Elements[0].(string); !ok {
		return nil
	}
	last := tuple.Exprs[len(tuple.Exprs)-1].Range()
	closing := tuple.SrcRange.End.Byte - 1
	between := string(f.src[last.End.Byte:closing])
	comma := strings.Contains(withoutComments(between), ",")
	switch {
	case !strings.Contains(between, "\n"):
		if comma {
			return nil // it is hard to say what such a person wants
		}
		e.texts = [][]byte{f.splice(last.End.Byte, last.End.Byte, `, "added"`)}
	case comma:
		line, added := f.lineStart(closing), f.indent(last.Start.Byte)+"\"added\",\n"
		e.texts = [][]byte{f.splice(line, line, added)}
		behind := f.lineEnd(last.End.Byte)
		e.texts = append(e.texts, f.splice(behind, behind, added))
	default:
		behind := f.lineEnd(last.End.Byte)
		with := bytes.Clone(f.src[:last.End.Byte])
		with = append(with, ',')
		with = append(with, f.src[last.End.Byte:behind]...)
		with = append(with, f.indent(last.Start.Byte)+"\"added\"\n"...)
		e.texts = [][]byte{append(with, f.src[behind:]...)}
	}
	return []*edit{e}
}

func withoutComments(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		line, _, _ = strings.Cut(line, "//")
		out.WriteString(line)
	}
	return out.String()
}

// withoutElement removes an element of a list.
func (f *file) withoutElement(path []any, tuple *hclsyntax.TupleConsExpr) []*edit {
	i := f.rand.IntN(len(tuple.Exprs))
	e := &edit{kind: removeElement, path: extend(path, i)}
	rng := tuple.Exprs[i].Range()
	before := strings.TrimSpace(string(f.src[f.lineStart(rng.Start.Byte):rng.Start.Byte]))
	behind := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(withoutComments(
		string(f.src[rng.End.Byte:f.lineEnd(rng.End.Byte)]))), ","))
	switch {
	case before == "" && behind == "":
		e.texts = f.without(rng)
	case i+1 < len(tuple.Exprs):
		e.texts = [][]byte{f.splice(rng.Start.Byte, tuple.Exprs[i+1].Range().Start.Byte, "")}
	default:
		e.texts = [][]byte{f.splice(tuple.Exprs[i-1].Range().End.Byte, rng.End.Byte, "")}
	}
	return []*edit{e}
}

// newBlock adds a block to a file that may have it.
func (f *file) newBlock(s *site) []*edit {
	body := func(name string, value jq.Value) *jq.Object {
		return &jq.Object{Members: []jq.Member{{Name: name, Value: value}}}
	}
	inner := body("input", "x")
	e := &edit{kind: addBlock}
	switch resources, ok := s.object.Get("resource").(*jq.Object); {
	case !ok:
		e.path, e.set = extend(s.path, "resource"), body("terraform_data", body("added", inner))
	case resources.Get("terraform_data") != nil:
		return nil
	default:
		e.path, e.set = []any{"resource", "terraform_data"}, body("added", inner)
	}
	const text = "resource \"terraform_data\" \"added\" {\n  input = \"x\"\n}\n"
	gap := "\n"
	if len(bytes.TrimSpace(f.src)) == 0 {
		gap = ""
	}
	src := string(f.src)
	if !strings.HasSuffix(src, "\n") && src != "" {
		return nil
	}
	e.texts = [][]byte{f.splice(len(f.src), len(f.src), gap+text)}
	return []*edit{e}
}

// withoutBlock removes a block with the comments above it and a blank line.
func (f *file) withoutBlock(s *site) []*edit {
	if s.block == nil || len(s.parent.body.Blocks)+len(s.parent.body.Attributes) < 2 {
		return nil
	}
	return []*edit{{kind: removeBlock, path: s.path, texts: f.without(s.block.Range())}}
}

// without returns the text without the lines of an item and the comments right above
// it.
func (f *file) without(rng hcl.Range) [][]byte {
	start, end := f.lineStart(rng.Start.Byte), f.lineEnd(rng.End.Byte)
	if block := f.blockAt(rng.Start.Byte); block != nil {
		end = f.lineEnd(block.CloseBraceRange.End.Byte)
	}
	if strings.TrimSpace(string(f.src[start:rng.Start.Byte])) != "" {
		return nil // it shares its line
	}
	for start > 0 {
		line := strings.TrimSpace(string(f.src[f.lineStart(start-1):start]))
		comment := f.lineStart(start - 1)
		if strings.HasSuffix(line, "*/") {
			comment = f.lineStart(max(bytes.LastIndex(f.src[:start], []byte("/*")), 0))
		} else if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "//") {
			break
		}
		start = comment
	}
	// A person leaves no two blank lines, and none where a body begins or ends.
	blank := func(from, to int) bool { return from < to && strings.TrimSpace(string(f.src[from:to])) == "" }
	before, behind := f.lineStart(max(start-1, 0)), f.lineEnd(end)
	opens := start == 0 || strings.HasSuffix(strings.TrimSpace(string(f.src[before:start])), "{")
	closes := end == len(f.src) || strings.HasPrefix(strings.TrimSpace(string(f.src[end:behind])), "}")
	switch {
	case blank(before, start) && (closes || blank(end, behind)):
		start = before
	case opens && blank(end, behind):
		end = behind
	}
	return [][]byte{f.splice(start, end, "")}
}

func (f *file) blockAt(offset int) *hclsyntax.Block {
	for _, s := range f.sites {
		if s.block != nil && s.block.TypeRange.Start.Byte == offset {
			return s.block
		}
	}
	return nil
}

func (f *file) lineStart(offset int) int { return bytes.LastIndexByte(f.src[:offset], '\n') + 1 }

// lineEnd returns the start of the line after an offset.
func (f *file) lineEnd(offset int) int {
	if i := bytes.IndexByte(f.src[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(f.src)
}
