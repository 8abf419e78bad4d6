package convert

import (
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// Placeholder is the Extra of the warnings about what a generator has left in place
// of a value.
type Placeholder struct{}

// placeholders warns of what a generator has left in a file; see
// [schema.Placeholder].
func (c *hclReader) placeholders(root *jsontree.Value) {
	for i := range c.dialect.Placeholders {
		if p := &c.dialect.Placeholders[i]; p.In(c.src) {
			c.findPlaceholders(root, p)
		}
	}
}

func (c *hclReader) findPlaceholders(v *jsontree.Value, p *schema.Placeholder) {
	report := func(text string, start, end int) {
		if p.In([]byte(text)) {
			c.warn(start, end, "Placeholder instead of a value",
				"%s has left a placeholder here, which it replaces where it knows the value. "+
					"No product can read it: generate the file again.", p.Generator)
			c.mark(Placeholder{})
		}
	}
	report(v.Text, v.Start, v.End)
	for i := range v.Elems {
		c.findPlaceholders(&v.Elems[i], p)
	}
	for i := range v.Members {
		m := &v.Members[i]
		report(m.Name, m.NameStart, m.NameEnd)
		c.findPlaceholders(&m.Value, p)
	}
}
