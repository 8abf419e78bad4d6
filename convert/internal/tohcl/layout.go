package tohcl

import (
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
)

// layOutTexts sets the layouts of collections that JSON contains as strings, such as "${[1, 2]}".
func (c *reader) layOutTexts(file *hclwrite.File) {
	if !c.hasLayout || len(c.exprs.FromText) == 0 {
		return
	}
	hclwrite.Walk(&file.Body, func(node hclwrite.Node) bool {
		switch node := node.(type) {
		case *hclwrite.Attribute:
			c.layOutText(&node.Expr, &node.Layout)
		case *hclwrite.Element:
			c.layOutText(&node.Value, &node.Layout)
		}
		return true
	})
}

func (c *reader) layOutText(e *hclwrite.Expr, layout **hclwrite.Layout) {
	// For any other expression, the text is empty and therefore invalid.
	text := strings.TrimSuffix(strings.TrimPrefix(c.exprs.FromText[*e], "${"), "}")
	again, l, ok := hclwrite.ParseWithLayout(text)
	if !ok || !hclwrite.Equal(again, *e) {
		return
	}
	if own := *layout; own != nil {
		l.Blank, l.Joined, l.Comma, l.QuotedKey, l.Colon = own.Blank, own.Joined, own.Comma, own.QuotedKey, own.Colon
	}
	*e, *layout = again, l
}
