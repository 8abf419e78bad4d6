package upgrade

import (
	"regexp"
	"slices"
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
		a.Above = comments
		comments = nil
		file.Body.Append(a)
	}
	file.Body.AppendComments(comments)
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
	return len(root.Members) > 0 && !slices.ContainsFunc(root.Members, func(m jsontree.Member) bool {
		return m.Value.Kind != jsontree.String && (packer.IsLegacySection(m.Name) || strings.EqualFold(m.Name, "variables"))
	})
}

// rendering is a variable as Packer renders it: with all others, again and again until
// none has changed.
//
// packer/core.go, renderVarsRecursively
type rendering struct {
	// uses are those that its value refers to, nil for one that is not declared.
	uses []*rendering
	// itself: its value refers to itself, so that it has none unless somebody gives one.
	itself bool
	// circle: it and others refer to each other, so that somebody must give one of them.
	circle bool
	// stuck: it has no value, because one of these does not.
	stuck bool
	// number counts in the order in which they are reached, from 1 on; at is its place
	// among those that are not settled.
	number, at int
	settled    bool
}

// settling finds the circles (Tarjan's algorithm).
type settling struct {
	reached int
	path    []*rendering
}

// reach settles a variable and all that it uses, and returns the lowest number among
// those that it leads back to.
func (s *settling) reach(r *rendering) int {
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
			r.itself, r.stuck = true, true
		case used.number == 0:
			low = min(low, s.reach(used))
		case !used.settled:
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
		member.settled, member.circle = true, len(members) > 1
		member.stuck = member.stuck || member.circle
	}
	return low
}

// again finds a value that Packer renders once more each time, whether it has changed or
// not. As long as there is one, it takes what is missing for empty.
//
// packer/core.go, isDoneInterpolating
var again = regexp.MustCompile("{{\\s*user\\s*`.*`\\s*}}")

// settle finds out which variables are computed, and which have no value by themselves.
func (u *upgrader) settle() map[*variable]*rendering {
	all := map[*variable]*rendering{}
	for _, v := range u.variables {
		all[v] = &rendering{}
	}
	for _, v := range u.variables {
		if v.value.Kind != jsontree.String {
			continue
		}
		var names []*variable
		v.computed, names = u.computes(v.value.Text)
		for _, used := range names {
			all[v].uses = append(all[v].uses, all[u.byName[used.name]])
		}
	}
	var s settling
	needed := map[*rendering]bool{}
	goesOn := false
	for _, v := range u.variables {
		r := all[v]
		if r.number == 0 {
			s.reach(r)
		}
		for _, used := range r.uses {
			needed[used] = needed[used] || used != r
		}
		goesOn = goesOn || !r.stuck && again.MatchString(v.value.Text)
	}
	for _, v := range u.variables {
		r := all[v]
		v.computed = v.computed && !r.itself && !r.circle
		if r.itself && !r.circle {
			v.value, v.required = nil, needed[r] || !goesOn
		}
	}
	return all
}

// computes reports whether the value of a variable is computed of anything but the
// environment, and returns the variables that it refers to.
//
// hcl2template/types.packer_config.go, decodeInputVariables
func (u *upgrader) computes(text string) (bool, []*variable) {
	// References alone do not matter here, so that any will do.
	trial := newUpgrader(nil, u.filename, u.opts)
	trial.places = u.places
	var v variable
	parts, err := trial.translate(text, scope{place: inVariable, variable: &v})
	return err == nil && slices.ContainsFunc(parts, func(p piece) bool {
		return p.expr != "" && !strings.HasPrefix(p.expr, `env("`)
	}), v.uses
}
