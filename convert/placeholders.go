package convert

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// Placeholder is the Extra of the warnings about what a generator has left in place
// of a value.
type Placeholder struct{}

// placeholders warns of what a generator has left in a file; see
// [schema.Placeholder].
func (c *hclReader) placeholders(root *jsontree.Value) {
	for i := range c.dialect.Placeholders {
		p := &c.dialect.Placeholders[i]
		inText := func(text string) bool { return bytes.Contains(c.src, []byte(text)) }
		if slices.ContainsFunc(p.Strings, inText) || slices.ContainsFunc(p.Numbers, inText) {
			c.findPlaceholders(root, p)
		}
	}
}

func (c *hclReader) findPlaceholders(v *jsontree.Value, p *schema.Placeholder) {
	report := func(text string, start, end int) {
		if slices.ContainsFunc(p.Strings, func(part string) bool { return strings.Contains(text, part) }) {
			c.warn(start, end, "Placeholder instead of a value",
				"%s has left a placeholder here, which it replaces where it knows the value. "+
					"No product can read it: generate the file again.", p.Generator)
			c.mark(Placeholder{})
		}
	}
	switch v.Kind {
	case jsontree.String:
		report(v.Text, v.Start, v.End)
	case jsontree.Number:
		if slices.ContainsFunc(p.Numbers, func(start string) bool {
			return strings.HasPrefix(v.Text, start) && strings.Contains(v.Text, "e+2")
		}) {
			report(p.Strings[0], v.Start, v.End)
		}
	}
	for i := range v.Elems {
		c.findPlaceholders(&v.Elems[i], p)
	}
	for i := range v.Members {
		m := &v.Members[i]
		report(m.Name, m.NameStart, m.NameEnd)
		c.findPlaceholders(&m.Value, p)
	}
}
