package toconfig

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// addPrior adds the parts of the prior state that are missing in the planned values: data sources
// that planning has read, and unchanged objects and outputs. It adds nothing that -target or
// -exclude excludes or that deferred changes or errors hide, and with -refresh-only nothing at all.
func (g *generator) addPrior(values *jsonformat.Values) {
	first, n := g.doc.Range(0, 1), 0
	if prior := g.priorValues(); prior != nil {
		gone := g.removedAddresses()
		values.Root = withPrior(values.Root, &prior.Root, func(r *jsonformat.Resource) bool {
			switch {
			case r.Mode == jsonformat.Data:
				return g.opts.Data
			case r.Mode != jsonformat.Managed || r.Deposed != "" || gone[r.Address]:
				return false
			}
			if n == 0 {
				first = r.Place.Range()
			}
			n++
			g.changes[r.Address] = unchangedValues(g.changes[r.Address])
			return true
		})
		values.Outputs = g.withPriorOutputs(values.Outputs, prior.Outputs)
	}
	reason := ""
	switch plan := g.doc.Plan; {
	case plan.Errored:
		reason = "Planning failed, so the configuration is incomplete. "
	case len(plan.Deferred) > 0:
		reason = "Deferred changes are not in the configuration. "
	case plan.Complete != nil && !*plan.Complete:
		reason = "The plan is not complete: after the apply, another plan is needed. So the configuration is incomplete. "
	case n == 0:
		return
	}
	if n == 0 {
		g.report(first, hcl.DiagWarning, "Incomplete plan", "%s", reason[:len(reason)-1])
		return
	}
	g.report(first, hcl.DiagWarning, "Incomplete plan",
		"%sThe configuration also contains objects of the prior state that are neither planned nor deleted: %d.", reason, n)
}

// withPrior returns a module with the selected resources of the prior state added.
func withPrior(m jsonformat.Module, prior *jsonformat.Module, takes func(*jsonformat.Resource) bool) jsonformat.Module {
	m.Address = prior.Address
	has := make(map[string]bool, len(m.Resources)+len(m.Children))
	for i := range m.Resources {
		has[m.Resources[i].Address] = true
	}
	m.Resources = slices.Clip(m.Resources)
	for i := range prior.Resources {
		if r := &prior.Resources[i]; !has[r.Address] && takes(r) {
			m.Resources = append(m.Resources, *r)
		}
	}
	priors := make(map[string]*jsonformat.Module, len(prior.Children))
	for i := range prior.Children {
		priors[prior.Children[i].Address] = &prior.Children[i]
	}
	children := make([]jsonformat.Module, 0, len(m.Children)+len(prior.Children))
	for _, c := range m.Children {
		if p := priors[c.Address]; p != nil {
			c = withPrior(c, p, takes)
		}
		has[c.Address] = true
		children = append(children, c)
	}
	for i := range prior.Children {
		if p := &prior.Children[i]; !has[p.Address] {
			children = append(children, withPrior(jsonformat.Module{}, p, takes))
		}
	}
	m.Children = children
	return m
}

// unchangedValues returns a change that keeps the values of an object, even if the plan has another
// change.
func unchangedValues(c *jsonformat.ResourceChange) *jsonformat.ResourceChange {
	if c == nil {
		return nil
	}
	same := *c
	same.Change = jsonformat.Change{
		Actions: []string{"no-op"},
		Before:  c.Change.Before, BeforeSensitive: c.Change.BeforeSensitive,
		After: c.Change.Before, AfterSensitive: c.Change.BeforeSensitive,
	}
	return &same
}

// withPriorOutputs adds the prior outputs without a change.
func (g *generator) withPriorOutputs(outputs, prior []jsonformat.Output) []jsonformat.Output {
	has := make(map[string]bool, len(outputs))
	for _, o := range outputs {
		has[o.Name] = true
	}
	all := slices.Clip(outputs)
	for _, o := range prior {
		if !has[o.Name] && g.outputChanges[o.Name] == nil {
			all = append(all, o)
		}
	}
	return all
}

// removedAddresses returns the addresses that the plan deletes, forgets or moves.
func (g *generator) removedAddresses() map[string]bool {
	gone := map[string]bool{}
	for i := range g.doc.Plan.Changes {
		c := &g.doc.Plan.Changes[i]
		if c.Deposed != "" {
			continue
		}
		has := func(action string) bool { return slices.Contains(c.Change.Actions, action) }
		if !has("create") && (has("delete") || has("forget")) {
			gone[c.Address] = true
		}
		if c.PreviousAddress != "" && g.changes[c.PreviousAddress] == nil {
			gone[c.PreviousAddress] = true
		}
	}
	return gone
}

// warnForgotten warns about the effect of the configuration on objects that the plan forgets.
func (g *generator) warnForgotten() {
	var first *jsonformat.ResourceChange
	n := 0
	for i := range g.doc.Plan.Changes {
		if c := &g.doc.Plan.Changes[i]; c.Deposed == "" && forgets(c) {
			if n == 0 {
				first = c
			}
			n++
		}
	}
	if n > 0 {
		g.report(first.Place.Range(), hcl.DiagWarning, "Forgotten objects",
			"The plan removes objects from the state without destroying them: %d. The configuration does not contain "+
				"them. Apply this plan first, or add removed blocks; otherwise the next apply destroys them.", n)
	}
}

// forgets reports whether a change removes an object from the state without destroying it. The
// products list such objects in the planned values, without values.
func forgets(c *jsonformat.ResourceChange) bool {
	return c != nil && slices.Equal(c.Change.Actions, []string{"forget"})
}

// selectedValues returns the selected values, or nil.
func (g *generator) selectedValues() *jsonformat.Values {
	switch {
	case g.doc.State != nil:
		return g.doc.State.Values
	case g.opts.From == Planned:
		return g.doc.Plan.Planned
	}
	return g.priorValues()
}

// valuesName names the selected values in messages.
func (g *generator) valuesName() string {
	switch {
	case g.doc.State != nil:
		return "the state"
	case g.opts.From == Planned:
		return "the planned values"
	}
	return "the prior state"
}

// priorValues returns the values of the prior state, or nil.
func (g *generator) priorValues() *jsonformat.Values {
	if g.doc.Plan == nil || g.doc.Plan.Prior == nil {
		return nil
	}
	return g.doc.Plan.Prior.Values
}

// readChanges finds the changes of a plan.
func (g *generator) readChanges() {
	if g.doc.Plan == nil {
		return
	}
	g.outputChanges = make(map[string]*jsonformat.Change, len(g.doc.Plan.OutputChanges))
	for i := range g.doc.Plan.OutputChanges {
		c := &g.doc.Plan.OutputChanges[i]
		g.outputChanges[c.Name] = &c.Change
	}
	g.changes = make(map[string]*jsonformat.ResourceChange, len(g.doc.Plan.Changes))
	for i := range g.doc.Plan.Changes {
		if c := &g.doc.Plan.Changes[i]; c.Deposed == "" {
			g.changes[c.Address] = c
		}
	}
	for i := range g.doc.Plan.Deferred {
		if c := &g.doc.Plan.Deferred[i].ResourceChange; c.Deposed == "" && g.changes[c.Address] == nil {
			g.changes[c.Address] = c
		}
	}
}

// plannedChange returns the planned change of a resource, or nil.
func (g *generator) plannedChange(r *jsonformat.Resource) *jsonformat.ResourceChange {
	return g.changes[r.Address]
}

// sensitiveMarks returns the sensitive paths of a change, for the selected values.
func (g *generator) sensitiveMarks(c *jsonformat.Change) *jsontree.Value {
	if g.isPlanned() {
		return c.AfterSensitive.Tree()
	}
	return c.BeforeSensitive.Tree()
}

// isPlanned reports whether the selected values are planned values, some of which can be unknown.
func (g *generator) isPlanned() bool { return g.doc.Plan != nil && g.opts.From == Planned }

// minKeySecret is the minimum length in bytes of sensitive strings that are searched in the keys of
// instances. A hidden key loses its object, and keys are rarely secrets: the products refuse keys
// that are marked as sensitive.
const minKeySecret = 16

// hidesKey reports whether the key of an instance contains a sensitive string.
func (g *generator) hidesKey(key jsonformat.Key) bool {
	return g.secrets.MatchesLength(key.Text, minKeySecret)
}

// hidesName reports whether the name of a member contains a sensitive string.
func (g *generator) hidesName(v value) bool {
	in := func(m jsontree.Member) bool { return g.secrets.Matches(m.Name) }
	return slices.ContainsFunc(v.Members, in) || v.unknown != nil && slices.ContainsFunc(v.unknown.Members, in)
}

// collectSecrets collects the values that the document or a schema marks as sensitive.
func (g *generator) collectSecrets() {
	g.secrets.AddDocument(g.doc, true)
	var all []*jsonformat.Values
	if g.doc.State != nil {
		all = append(all, g.doc.State.Values)
	}
	if plan := g.doc.Plan; plan != nil {
		all = append(all, plan.Planned, g.priorValues())
	}
	for _, values := range all {
		if values == nil {
			continue
		}
		for r := range values.Root.All {
			if g.doc.Plan != nil && values == g.doc.Plan.Planned {
				g.secrets.AddMarked(r.Values, r.Sensitive)
			}
			if r.Mode == jsonformat.Managed || g.opts.Data {
				g.collectBySpec(r)
			}
		}
	}
}

// collectBySpec adds the values that the schema marks as sensitive; the document need not mark
// them.
func (g *generator) collectBySpec(r *jsonformat.Resource) {
	if spec := g.typeSpec(r); spec != nil && spec != noSpec && r.Values.IsSet() {
		g.collectBody(r.Values.Tree(), spec.Body)
	}
}

func (g *generator) collectBody(v *jsontree.Value, body *typespec.Body) {
	g.collectAttributes(v, body.Attributes)
	for i := range v.Members {
		if block := body.Blocks[v.Members[i].Name]; block != nil {
			for _, object := range nestedObjects(&v.Members[i].Value, block.Nesting) {
				g.collectBody(object, block.Body)
			}
		}
	}
}

func (g *generator) collectAttributes(v *jsontree.Value, attributes map[string]*typespec.Attribute) {
	for i := range v.Members {
		a, m := attributes[v.Members[i].Name], &v.Members[i].Value
		switch {
		case a == nil:
		case a.Sensitive:
			g.secrets.AddAll(m)
		case a.Nested != nil:
			for _, object := range nestedObjects(m, a.Nesting) {
				g.collectAttributes(object, a.Nested)
			}
		}
	}
}

// nestedObjects returns the objects in the value of blocks or nested attributes.
func nestedObjects(v *jsontree.Value, nesting typespec.Nesting) []*jsontree.Value {
	if nesting == typespec.NestingSingle || nesting == typespec.NestingGroup {
		return []*jsontree.Value{v}
	}
	all := make([]*jsontree.Value, v.Len())
	for i := range all {
		_, all[i] = v.Part(i)
	}
	return all
}

// typeSpec returns the schema of a resource type, or nil.
func (g *generator) typeSpec(r *jsonformat.Resource) *typespec.Type {
	part := jsonformat.PartOfMode(r.Mode)
	key := specKey{r.Provider, part, r.Type}
	if spec, asked := g.specs[key]; asked {
		return spec
	}
	var spec *typespec.Type
	if body := conventions.Of(g.opts.Dialect).BuiltIn[part][r.Type]; body != nil && r.Provider == tfname.BuiltInProvider {
		spec = &typespec.Type{Body: body}
	}
	if spec == nil && g.opts.Spec != nil {
		var err error
		if spec, err = g.opts.Spec(r.Provider, part, r.Type); err != nil {
			g.report(r.Place.Range(), hcl.DiagError, "No schema", "%s.", strings.TrimSuffix(err.Error(), "."))
			spec = noSpec
		}
	}
	if spec != nil && spec != noSpec && spec.Version != r.SchemaVersion {
		g.report(r.Place.Range(), hcl.DiagWarning, "Different schema version",
			"The values of %s have schema version %d, but the available schema has version %d.", r.Type,
			r.SchemaVersion, spec.Version)
	}
	g.specs[key] = spec
	return spec
}

// noSpec represents a schema with an error.
var noSpec = &typespec.Type{}

// languageSchema returns the language's own schema for the body of a resource, which can be empty.
func (g *generator) languageSchema(r *jsonformat.Resource) *tables.Body {
	languages.Prepare(g.opts.Dialect)
	_, row := g.opts.Dialect.Root.Lookup(jsonformat.BlockType(jsonformat.PartOfMode(r.Mode)))
	if row == nil {
		return &tables.Body{}
	}
	return row.BodyFor([]string{r.Type, r.Name}, "")
}

// warn reports a diagnostic about the instance's type, once for each text.
func (w *walker) warn(severity hcl.DiagnosticSeverity, summary, format string, args ...any) {
	w.g.reportOnce(w.Place.Range, severity, summary, format, args...)
}

// reportOnce reports a diagnostic that applies to several locations, at the first of them.
func (g *generator) reportOnce(place func() hcl.Range, severity hcl.DiagnosticSeverity, summary, format string, args ...any) {
	detail := fmt.Sprintf(format, args...)
	if g.reported[detail] {
		return
	}
	g.reported[detail] = true
	g.report(place(), severity, summary, "%s", detail)
}

// report adds a diagnostic.
func (g *generator) report(rng hcl.Range, severity hcl.DiagnosticSeverity, summary, format string, args ...any) {
	g.diags = append(g.diags, &hcl.Diagnostic{Severity: severity, Summary: summary,
		Detail: fmt.Sprintf(format, args...), Subject: &rng})
}

// guessSeverity is the severity of a guess.
func (g *generator) guessSeverity() hcl.DiagnosticSeverity {
	if g.opts.Strict {
		return hcl.DiagError
	}
	return hcl.DiagWarning
}
