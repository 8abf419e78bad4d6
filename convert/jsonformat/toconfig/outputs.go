package toconfig

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// addOutputs adds the outputs of the root module.
func (m *module) addOutputs(outputs []jsonformat.Output) {
	if m.g.doc.Plan != nil {
		outputs = m.g.plannedOutputs(outputs)
	}
	for i := range outputs {
		o := &outputs[i]
		if !hclwrite.ValidIdentifier(o.Name) {
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
		e = hclwrite.NewNull()
		block.Before = []string{"# The value is known after apply."}
	} else if len(w.unknown) > 0 {
		block.Before = []string{"# Known after apply: " + join(w.unknown) + "."}
	}
	for _, s := range w.secrets {
		sensitive = sensitive || !s.unmarked
	}
	m.fill([]*instance{w.instance}, once())
	block.Body.Set("value", e)
	if sensitive {
		block.Body.Set("sensitive", hclwrite.NewBool(true))
	}
	m.outputs = append(m.outputs, block)
}
