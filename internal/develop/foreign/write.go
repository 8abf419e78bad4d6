package foreign

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// style is how a program writes JSON.
type style struct {
	name string
	// levels: an array around each level of labels; bodies: one around the body
	// below the labels.
	levels, bodies bool
	// single: a block that is alone is an object.
	single bool
}

var styles = []style{
	{name: "hcl2json", bodies: true},
	{name: "cdktf", single: true},
	{name: "arrays", levels: true, bodies: true},
	{name: "general", levels: true},
}

// writer writes one file. It shares nothing with the converter.
type writer struct {
	bytes.Buffer
	style style
	src   []byte
}

// member writes the name of a property, and returns where it is.
func (w *writer) member(name string) int {
	if w.Bytes()[w.Len()-1] != '{' {
		w.WriteByte(',')
	}
	w.WriteByte('\n')
	at := w.Len()
	w.text(name)
	w.WriteByte(':')
	return at
}

func (w *writer) text(s string) {
	encoder := json.NewEncoder(&w.Buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		panic(err)
	}
	w.Truncate(w.Len() - 1)
}

// file writes the blocks of providers.
func (w *writer) file(tops []*top) {
	w.WriteByte('{')
	for _, typ := range []string{"provider", "resource", "data"} {
		w.blocksOf(typ, tops)
	}
	w.WriteByte('}')
}

func (w *writer) blocksOf(typ string, tops []*top) {
	for _, t := range tops {
		if t.typ != typ {
			continue
		}
		// JSON may have a name twice where blocks are meant, so that nothing has to be
		// put together.
		w.member(typ)
		for _, label := range t.labels {
			w.open(w.style.levels)
			w.WriteByte('{')
			w.member(label)
		}
		w.open(w.style.bodies)
		w.body(t.body)
		w.close(w.style.bodies)
		for range t.labels {
			w.WriteByte('}')
			w.close(w.style.levels)
		}
	}
}

func (w *writer) open(array bool) {
	if array {
		w.WriteByte('[')
	}
}

func (w *writer) close(array bool) {
	if array {
		w.WriteByte(']')
	}
}

func (w *writer) body(b *body) {
	w.WriteByte('{')
	for _, a := range sorted(b.native.Attributes) {
		at := w.member(a.Name)
		if n := b.names[a.Name]; n != nil && !n.block {
			n.at = at
		}
		w.expr(a.Expr)
	}
	done := map[string]bool{}
	for _, block := range b.native.Blocks {
		if done[block.Type] {
			continue
		}
		done[block.Type] = true
		at := w.member(block.Type)
		if n := b.names[block.Type]; n != nil {
			n.at = at
		}
		w.blocks(block.Type, b)
	}
	w.WriteByte('}')
}

// blocks writes the blocks of a type.
func (w *writer) blocks(typ string, b *body) {
	var blocks []*hclsyntax.Block
	for _, block := range b.native.Blocks {
		if block.Type == typ {
			blocks = append(blocks, block)
		}
	}
	array := !w.style.single || len(blocks) > 1
	w.open(array)
	dynamics := 0
	for i, block := range blocks {
		if i > 0 {
			w.WriteByte(',')
		}
		for _, label := range block.Labels {
			w.WriteByte('{')
			w.member(label)
			w.open(w.style.bodies)
		}
		inner := b.inner[typ]
		switch {
		case typ == "dynamic":
			w.dynamic(block, inner, &dynamics)
		case inner != nil:
			w.body(inner[i])
		default:
			w.body(newBody(block.Body, "", nil))
		}
		for range block.Labels {
			w.close(w.style.bodies)
			w.WriteByte('}')
		}
	}
	w.close(array)
}

// dynamic writes the body of a dynamic block, whose content is one of those of a
// provider.
func (w *writer) dynamic(block *hclsyntax.Block, contents []*body, next *int) {
	w.WriteByte('{')
	for _, a := range sorted(block.Body.Attributes) {
		w.member(a.Name)
		if a.Name == "iterator" {
			w.text(w.source(a.Expr))
			continue
		}
		w.expr(a.Expr)
	}
	for _, content := range block.Body.Blocks {
		if content.Type != "content" || *next >= len(contents) {
			continue
		}
		w.member("content")
		w.open(!w.style.single)
		w.body(contents[*next])
		w.close(!w.style.single)
		*next++
	}
	w.WriteByte('}')
}

func (w *writer) source(e hclsyntax.Expression) string { return string(e.Range().SliceBytes(w.src)) }

// expr writes an expression: what is constant as JSON, all else as its source.
func (w *writer) expr(e hclsyntax.Expression) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		w.expr(e.Expression)
		return
	case *hclsyntax.TupleConsExpr:
		w.WriteByte('[')
		for i, elem := range e.Exprs {
			if i > 0 {
				w.WriteByte(',')
			}
			w.expr(elem)
		}
		w.WriteByte(']')
		return
	case *hclsyntax.ObjectConsExpr:
		if keys := staticKeys(e); keys != nil {
			w.WriteByte('{')
			for i, key := range keys {
				w.member(escape(key))
				w.expr(e.Items[i].ValueExpr)
			}
			w.WriteByte('}')
			return
		}
	case *hclsyntax.LiteralValueExpr, *hclsyntax.TemplateExpr:
		if value, diags := e.Value(nil); !diags.HasErrors() {
			if text, ok := stringOf(value); ok {
				w.text(escape(text))
				return
			}
			if plain, err := ctyjson.Marshal(value, value.Type()); err == nil {
				w.Write(plain)
				return
			}
		}
	}
	source := w.source(e)
	if strings.Contains(source, "<<") {
		source += "\n"
	}
	w.text("${" + source + "}")
}

// escape writes text as a template.
func escape(text string) string {
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(text)
}
