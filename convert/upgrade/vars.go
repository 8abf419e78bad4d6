package upgrade

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema/packer"
)

// VariableFile makes a file of variable values (.pkrvars.hcl) of a legacy one, which is
// an object of strings. The names become what [Template] makes of those of variables.
// The result is nil when the diagnostics have an error.
//
// packer, command/flag-kv/flag_json.go
func VariableFile(src []byte, filename string, opts Options) (*hclwrite.File, hcl.Diagnostics) {
	root, diags := jsontree.Parse(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	u := newUpgrader(src, filename, opts)
	if root.Kind != jsontree.Object {
		u.fail(root, "A file of variable values is an object, not %s.", root.Kind)
		return nil, u.diags
	}
	u.duplicates(root)
	file := &hclwrite.File{}
	labels := map[string]bool{}
	var comments []string
	for i := range root.Members {
		m := &root.Members[i]
		if isComment(m.Name) && m.Value.Kind == jsontree.String {
			comments = append(comments, comment(m.Value.Text)...)
			continue
		}
		e, err := u.variableValue(&m.Value)
		if err != nil {
			comments = append(comments, u.unable(m, err)...)
			continue
		}
		a := &hclwrite.Attribute{Name: unique(identifier(m.Name), labels), Expr: e}
		a.Before = comments
		comments = nil
		file.Body.Append(a)
	}
	file.Body.End = comments
	if u.diags.HasErrors() {
		return nil, u.diags
	}
	return file, u.diags
}

// variableValue is a value in a file, which HCL2 takes literally.
func (u *upgrader) variableValue(v *jsontree.Value) (hclwrite.Expr, error) {
	switch v.Kind {
	case jsontree.Null:
		return hclwrite.NewString(""), nil
	case jsontree.String:
	default:
		return nil, invalid("The value of a variable must be a string, not " + v.Kind.String() + ".")
	}
	parts, err := u.translate(v.Text, scope{place: inVariable})
	if err != nil {
		return nil, err
	}
	if parts.computed() {
		return nil, inexact(
			"HCL2 evaluates nothing in a file of variable values; say it in the default of the variable.")
	}
	return parts.expr()
}

// IsVariableFile reports whether a JSON document is a file of variable values, and no
// template: an object without sections.
func IsVariableFile(src []byte) bool {
	root, diags := jsontree.Parse(src, "")
	if diags.HasErrors() || root.Kind != jsontree.Object {
		return false
	}
	for i := range root.Members {
		m := &root.Members[i]
		if m.Value.Kind != jsontree.String && (packer.IsLegacySection(m.Name) || strings.EqualFold(m.Name, "variables")) {
			return false
		}
	}
	return len(root.Members) > 0
}
