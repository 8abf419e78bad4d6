package kinds

import (
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// generatedTypes returns the types of the blocks that the dynamic blocks of a body generate, with
// their numbers of labels. They are evidence for the kind of properties with the same names.
func generatedTypes(objects []*jsontree.Value, s *tables.Body) map[string]int {
	if !s.Dynamic {
		return nil
	}
	var types map[string]int
	for _, object := range objects {
		for i := range object.Members {
			if object.Members[i].Name != tables.DynamicType {
				continue
			}
			for labels := range object.Members[i].Value.Each() {
				for j := range labels.Members {
					if types == nil {
						types = map[string]int{}
					}
					m := &labels.Members[j]
					types[m.Name] = max(types[m.Name], 0)
					for body := range m.Value.Each() {
						types[m.Name] = max(types[m.Name], labelsOf(body))
					}
				}
			}
		}
	}
	return types
}

// labelsOf returns the number of labels of the blocks that a dynamic block generates.
func labelsOf(dynamic *jsontree.Value) int {
	if labels := dynamic.Member(tables.DynamicLabels); labels != nil {
		return min(len(labels.Elems), limits.Labels)
	}
	return 0
}

// StringOf returns the first string member with the given name in the objects of a body.
func StringOf(objects []*jsontree.Value, name string) (text string, ok bool) {
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name == name && m.Value.Kind == jsontree.String {
				return m.Value.Text, true
			}
		}
	}
	return "", false
}
