package eject

import (
	"path"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
)

// Beside returns the paths in a configuration's strings that may be of files beside
// it, without what they begin with: ./, or ${path.module}/. They are cleaned, below
// the directory, in order of appearance, and none twice.
func Beside(body *hclwrite.Body) []string {
	var found []string
	hclwrite.Walk(body, func(node any) bool {
		t, ok := node.(*hclwrite.Template)
		if !ok {
			return true
		}
		text := t.Text
		for _, start := range []string{"${path.module}/", "${path.root}/", "./"} {
			text = strings.TrimPrefix(text, start)
		}
		if text == t.Text || hclwrite.HasSequence(text) {
			return true
		}
		clean := path.Clean(hclwrite.TemplateText(text))
		if name, ok := below(clean); ok && name == clean && clean != "." && !slices.Contains(found, clean) {
			found = append(found, clean)
		}
		return true
	})
	return found
}

// Above returns the strings of a configuration that are paths to what is not below
// its directory: ../x. They are nodes of the tree, whose text may be changed.
func Above(body *hclwrite.Body) []*hclwrite.Template {
	var found []*hclwrite.Template
	hclwrite.Walk(body, func(node any) bool {
		if t, ok := node.(*hclwrite.Template); ok && strings.HasPrefix(t.Text, "../") && !hclwrite.HasSequence(t.Text) {
			found = append(found, t)
		}
		return true
	})
	return found
}
