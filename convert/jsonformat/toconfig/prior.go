package toconfig

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// prior are the values of the state before a plan; nil if there are none.
func (g *generator) prior() *jsonformat.Values {
	if g.doc.Plan == nil || g.doc.Plan.Prior == nil {
		return nil
	}
	return g.doc.Plan.Prior.Values
}

// addPrior adds to what is planned what is in the prior state alone: data
// sources that planning has read, and objects and outputs that the plan keeps
// without a word. It has none for what -target or -exclude leave out, what a change
// that is put off or an error hides, and with -refresh-only for all.
func (g *generator) addPrior(values *jsonformat.Values) {
	first, n := g.doc.Range(0, 1), 0
	if prior := g.prior(); prior != nil {
		gone := g.gone()
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
			g.changes[r.Address] = unchanged(g.changes[r.Address])
			return true
		})
		values.Outputs = g.withPriorOutputs(values.Outputs, prior.Outputs)
	}
	reason := ""
	switch plan := g.doc.Plan; {
	case plan.Errored:
		reason = "Planning failed, so the configuration lacks what was not planned. "
	case len(plan.Deferred) > 0:
		reason = "Deferred changes are not in the configuration. "
	case plan.Complete != nil && !*plan.Complete:
		reason = "After this plan is applied there is more to plan, which the configuration lacks. "
	case n == 0:
		return
	}
	if n == 0 {
		g.report(first, hcl.DiagWarning, "Incomplete plan", "%s", reason[:len(reason)-1])
		return
	}
	g.report(first, hcl.DiagWarning, "Incomplete plan",
		"%sObjects of the state before that are neither planned nor deleted are written as they are: %d.", reason, n)
}

// forgets reports whether a change takes an object out of the state, and leaves it
// where it is. The products have such objects among what is planned, without values.
func forgets(c *jsonformat.ResourceChange) bool {
	return c != nil && slices.Equal(c.Change.Actions, []string{"forget"})
}

// warnForgotten says what the configuration would do with objects that the plan
// forgets.
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
			"The plan takes objects out of the state without destroying them: %d. They are left out. Unless the "+
				"plan is applied first, they need removed blocks, or the next apply destroys them.", n)
	}
}

// gone are the addresses of what the plan deletes, forgets, or moves elsewhere.
func (g *generator) gone() map[string]bool {
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

// unchanged is the change of an object that keeps its values, where the plan may
// have another one.
func unchanged(c *jsonformat.ResourceChange) *jsonformat.ResourceChange {
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

// withPrior returns a module with what is taken of the prior state, too.
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

// withPriorOutputs returns outputs with those of the prior state that have no
// change.
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

// hasManaged reports whether a module or one below has managed resources.
func hasManaged(m *jsonformat.Module) bool {
	for r := range m.All {
		if r.Mode == jsonformat.Managed {
			return true
		}
	}
	return false
}

// addOutputs adds the outputs of the root module.
func (m *module) addOutputs(outputs []jsonformat.Output) {
	if m.g.doc.Plan != nil {
		outputs = m.g.plannedOutputs(outputs)
	}
	for i := range outputs {
		o := &outputs[i]
		if !hcltext.ValidIdentifier(o.Name) {
			m.g.report(m.g.doc.Range(0, 1), hcl.DiagError, "Not a name",
				"The name of this output cannot be used in configuration.")
			continue
		}
		m.addOutput(o)
	}
}

// plannedOutputs are those of a plan, whose changes tell more than its values: the
// state before the plan has values after it, and the planned values leave out what
// is not known in full.
func (g *generator) plannedOutputs(outputs []jsonformat.Output) []jsonformat.Output {
	byName := make(map[string]jsonformat.Output, len(outputs))
	for _, o := range outputs {
		byName[o.Name] = o
	}
	var all []jsonformat.Output
	absent := "create"
	if g.planned() {
		absent = "delete"
	}
	for i := range g.doc.Plan.OutputChanges {
		c := &g.doc.Plan.OutputChanges[i]
		o := byName[c.Name]
		delete(byName, c.Name)
		if slices.Equal(c.Change.Actions, []string{absent}) {
			continue
		}
		o.Name, o.Value = c.Name, c.Change.Before
		if g.planned() {
			o.Value = c.Change.After
		}
		all = append(all, o)
	}
	for _, o := range outputs {
		if _, left := byName[o.Name]; left {
			all = append(all, o)
		}
	}
	return all
}

func (m *module) addOutput(o *jsonformat.Output) {
	res := &jsonformat.Resource{Mode: jsonformat.Managed, Type: opentofu.OutputBlock, Name: o.Name, Place: o.Value}
	w := &walker{g: m.g, instance: &instance{Resource: res}, typ: opentofu.OutputBlock + "." + o.Name}
	v := value{Value: o.Value.Tree()}
	if c := m.g.outputChanges[o.Name]; c != nil {
		v.sensitive = m.g.marks(c)
		if m.g.planned() {
			v.unknown = c.AfterUnknown.Tree()
		}
	}
	sensitive := o.Sensitive
	if o.Sensitive {
		v.sensitive = everything
	}
	if v.Value != nil && m.g.tooDeep(v.Value, o.Value.Range(), "The value of output."+o.Name+" is") {
		return
	}
	block := hclwrite.NewBlock(opentofu.OutputBlock, o.Name)
	e, ok := w.expr(v)
	if !ok {
		e = &hclwrite.Literal{Text: "null"}
		block.Above = []string{"# The value is known after apply."}
	} else if len(w.unknown) > 0 {
		block.Above = []string{"# Known after apply: " + join(w.unknown) + "."}
	}
	for _, s := range w.secrets {
		sensitive = sensitive || !s.unmarked
	}
	m.fill([]*instance{w.instance}, once())
	block.Body.Set("value", e)
	if sensitive {
		block.Body.Set("sensitive", hclwrite.NewLiteral(true))
	}
	m.outputs = append(m.outputs, block)
}
