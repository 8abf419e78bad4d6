package upgrade

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/lazyregexp"
)

// VariableFile converts a legacy file of variable values to a .pkrvars.hcl file. The legacy file is
// an object of strings. It converts the names in the same way as [Template]. The result is nil if
// the diagnostics contain an error.
//
// packer, command/flag-kv/flag_json.go
func VariableFile(src []byte, filename string, opts Options) (*hclwrite.File, hcl.Diagnostics) {
	root, diags := jsontree.Parse(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	u := newUpgrader(src, filename, opts)
	if root.Kind != jsontree.Object {
		u.fail(root, "A file of variable values must be an object, not %s.", root.Kind)
		return nil, u.diags
	}
	u.reportDuplicates(root)
	file := &hclwrite.File{}
	labels := map[string]bool{}
	var comments []string
	for i := range root.Members {
		m := &root.Members[i]
		if isComment(m.Name) && m.Value.Kind == jsontree.String {
			comments = append(comments, commentLines(m.Value.Text)...)
			continue
		}
		e, err := u.variableValue(&m.Value)
		if err != nil {
			comments = append(comments, u.reportInexact(m, err)...)
			continue
		}
		a := &hclwrite.Attribute{Name: uniqueName(validIdentifier(m.Name), labels), Expr: e}
		a.Comments = hclwrite.CommentsAt(hclwrite.Above, comments...)
		comments = nil
		file.Body.Append(a)
	}
	file.Body.AppendComments(comments)
	if u.diags.HasErrors() {
		return nil, u.diags
	}
	return file, u.diags
}

// variableValue returns a value in a file, which HCL2 interprets literally.
func (u *upgrader) variableValue(v *jsontree.Value) (hclwrite.Expr, error) {
	switch v.Kind {
	case jsontree.Null:
		return hclwrite.NewString(""), nil
	case jsontree.String:
	default:
		return nil, invalidError("The value of a variable must be a string, not " + v.Kind.String() + ".")
	}
	parts, err := u.translate(v.Text, scope{place: inVariable})
	if err != nil {
		return nil, err
	}
	if parts.isComputed() {
		return nil, inexactError(
			"HCL2 evaluates no expressions in a file of variable values; write it as the default of the variable.")
	}
	return parts.expr()
}

// IsVariableFile reports whether a JSON document is a file of variable values and not a template: an
// object without sections. A string "min_packer_version" can be the value of a variable.
func IsVariableFile(src []byte) bool {
	root, diags := jsontree.Parse(src, "")
	if diags.HasErrors() || root.Kind != jsontree.Object {
		return false
	}
	return len(root.Members) > 0 && !slices.ContainsFunc(root.Members, func(m jsontree.Member) bool {
		return packer.IsLegacySection(m.Name) && !(m.Name == "min_packer_version" && m.Value.Kind == jsontree.String) ||
			strings.EqualFold(m.Name, "variables")
	})
}

// rendering is the state of a variable during rendering. Packer renders all variables repeatedly
// until none of them changes.
//
// packer/core.go, renderVarsRecursively
type rendering struct {
	// uses contains the variables in its value. It is nil for an undeclared variable.
	uses []*rendering
	// selfReference is true if the value refers to the variable itself. The variable then only has a
	// value if the user sets one.
	selfReference bool
	// cyclic is true if the variable is in a cycle of references. The user must then set one
	// variable of the cycle.
	cyclic bool
	// stuck is true if the variable has no value, because a variable in its value has none.
	stuck bool
	// number is the order of visits, starting at 1. at is its index in the path of unresolved
	// variables.
	number, at int
	resolved   bool
}

// cycleSearch is the search for cycles (Tarjan's algorithm).
type cycleSearch struct {
	reached int
	path    []*rendering
}

// visit resolves a variable and all variables that it uses. It returns the lowest number among the
// variables reachable from it.
func (s *cycleSearch) visit(r *rendering) int {
	s.reached++
	low := s.reached
	r.number, r.at = s.reached, len(s.path)
	s.path = append(s.path, r)
	for _, used := range r.uses {
		switch {
		case used == nil:
			r.stuck = true
			continue
		case used == r:
			r.selfReference, r.stuck = true, true
		case used.number == 0:
			low = min(low, s.visit(used))
		case !used.resolved:
			low = min(low, used.number)
		}
		r.stuck = r.stuck || used.stuck
	}
	if low < r.number {
		return low
	}
	members := s.path[r.at:]
	s.path = s.path[:r.at]
	for _, member := range members {
		member.resolved, member.cyclic = true, len(members) > 1
		member.stuck = member.stuck || member.cyclic
	}
	return low
}

// repeatedPattern matches a value that Packer renders again in each round, even if it is unchanged.
// While such a value exists, Packer treats missing values as empty.
//
// packer/core.go, isDoneInterpolating
var repeatedPattern = lazyregexp.New("{{\\s*user\\s*`.*`\\s*}}")

// resolveVariables finds the computed variables, and the variables without a value of their own.
func (u *upgrader) resolveVariables() map[*variable]*rendering {
	all := map[*variable]*rendering{}
	for _, v := range u.variables {
		all[v] = &rendering{}
	}
	for _, v := range u.variables {
		if v.value.Kind != jsontree.String {
			continue
		}
		var names []*variable
		v.computed, names = u.isComputed(v.value.Text)
		for _, used := range names {
			all[v].uses = append(all[v].uses, all[u.byName[used.name]])
		}
	}
	var s cycleSearch
	needed := map[*rendering]bool{}
	unstable := false
	for _, v := range u.variables {
		r := all[v]
		if r.number == 0 {
			s.visit(r)
		}
		for _, used := range r.uses {
			needed[used] = needed[used] || used != r
		}
		unstable = unstable || !r.stuck && repeatedPattern().MatchString(v.value.Text)
	}
	for _, v := range u.variables {
		r := all[v]
		v.computed = v.computed && !r.selfReference && !r.cyclic
		if r.selfReference && !r.cyclic {
			v.value, v.required = nil, needed[r] || !unstable
		}
	}
	return all
}

// isComputed reports whether the value of a variable uses more than text and the environment, and
// returns the variables in it.
//
// hcl2template/types.packer_config.go, decodeInputVariables
func (u *upgrader) isComputed(text string) (bool, []*variable) {
	// Only the kind of each piece is significant, so an upgrader without variables is sufficient.
	trial := newUpgrader(nil, u.filename, u.opts)
	trial.places = u.places
	var v variable
	parts, err := trial.translate(text, scope{place: inVariable, variable: &v})
	return err == nil && slices.ContainsFunc(parts, func(p piece) bool {
		return p.expr != "" && !strings.HasPrefix(p.expr, `env("`)
	}), v.uses
}
