package convertcmd

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// warnQueryForm returns a warning if JSON has the structure of the query form. The structure is not
// certain evidence: the query form has no marker, and other programs write similar JSON.
func warnQueryForm(src *source.Source, root *tables.Body) *hcl.Diagnostic {
	values, diags := src.Values()
	if diags.HasErrors() || root == nil || strings.Contains(src.Text(), `"//"`) || !isQueryForm(values, root) {
		return nil
	}
	return report.Warningf("Perhaps JSON for reading",
		"Every block is in an array below its labels, and the file has no comments. \"hcljson hcl2json --form "+
			"query\" and other programs write such JSON only for reading, without the comments and parts of the order "+
			"of its source. Use \"hcljson edit\" to change native syntax as JSON, or convert the source to the "+
			"general or compact form.")
}

// isQueryForm reports whether all labeled blocks of a file are in arrays, and at least one array
// contains a single block. The compact form also uses arrays, but only for several blocks.
func isQueryForm(file *jsontree.Value, root *tables.Body) bool {
	if file.Kind != jsontree.Object {
		return false
	}
	lone := false
	for i := range file.Members {
		m := &file.Members[i]
		_, rule := root.Lookup(m.Name)
		if rule == nil || rule.Shape != tables.AnyShape || len(rule.Labels) == 0 && !rule.Body.JustAttributes {
			continue
		}
		if !inArrays(&m.Value, len(rule.Labels), rule.Body.JustAttributes, &lone) {
			return false
		}
	}
	return lone
}

// inArrays reports whether the value of a block type has an array below its labels. If free is true,
// the value must be an object instead. inArrays sets lone if the array contains a single block.
func inArrays(v *jsontree.Value, labels int, free bool, lone *bool) bool {
	if labels == 0 && !free {
		*lone = *lone || len(v.Elems) == 1
		return v.Kind == jsontree.Array
	}
	for i := range v.Members {
		if labels > 0 && !inArrays(&v.Members[i].Value, labels-1, false, lone) {
			return false
		}
	}
	return v.Kind == jsontree.Object
}
