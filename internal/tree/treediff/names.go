package treediff

import "github.com/hcljson/hcljson/hclwrite"

// RenamedNames returns the renamed attributes of a body, or the renamed items of an object. It maps
// old names to new names.
func RenamedNames(old, edited hclwrite.Node) map[string]string {
	names := make(map[string]string)
	m := &Matcher{}
	switch old := old.(type) {
	case *hclwrite.Body:
		if edited, ok := edited.(*hclwrite.Body); ok {
			p := newPairs(len(old.Items), len(edited.Items))
			m.matchAttributes(p, old, edited)
			for j, i := range p.OldOf {
				if i >= 0 {
					names[hclwrite.ItemName(old.Items[i])] = hclwrite.ItemName(edited.Items[j])
				}
			}
		}
	case *hclwrite.Object:
		if edited, ok := edited.(*hclwrite.Object); ok {
			p := m.matchItems(hclwrite.CollectionOf(old), hclwrite.CollectionOf(edited))
			olds, news := old.Elements(), edited.Elements()
			for j, i := range p.OldOf {
				if i >= 0 {
					names[olds[i].Key.Text] = news[j].Key.Text
				}
			}
		}
	}
	return names
}
