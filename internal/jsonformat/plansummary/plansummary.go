// Package plansummary writes readable summaries of plans and states in the JSON output
// format: what a plan creates, changes and deletes, and why; or what a state holds.
//
// A summary is HCL: it can be parsed, and is in canonical layout. Each object is a
// block with what it will be, or of a deleted one what it was. What happens is said
// in comments. The one above a block names the address and says what happens to the
// object and why, so that a search for an address or a verb finds it on one line:
//
//	# -/+ terraform_data.web["a"] will be replaced (deleted, then created), because ...
//	resource "terraform_data" "web" {
//	  id               = known_after_apply # ~ was "5e2b"
//	  triggers_replace = "v2"              # ~ was "v1", forces replacement
//	  # 1 unchanged
//	}
//
// Inside, "# +" marks what is added, "# ~" what changes, and "# -" what is taken
// away. The names known_after_apply and sensitive_value stand for values that the
// plan does not have, or that are not shown; deeply_nested_value for what is deeper
// than 50 levels.
//
// What does not change is counted, except for "id", "name" and "key", which tell what
// the rest is about. Objects are compared by their names. Of lists, elements that
// are equal are found first; the ones between them that are objects or lists are
// then compared one by one, and others are taken away and added. Sets are written as
// lists in the format, and compared as such. Strings that jsonencode makes are
// compared as its arguments, and strings of several lines by lines, in a heredoc
// whose lines start with "- " and "+ "; spaces at the end of such a line are in
// "${...}". So are characters that cannot be seen or turn the direction of text, as
// escapes. Arguments that are null are left out, as the format does not tell them from
// those that are not set. What the configuration in the plan has as blocks without
// labels is in blocks, all else in arguments.
//
// What the document says to be sensitive, before or after, is never shown, not even
// when only that changes. Strings of it that have 8 bytes or more are hidden wherever
// else they are in values, messages and ids of imports; shorter ones, numbers, and
// what is inside a sensitive output that is an object or a list only where the
// document says so. Values of variables, and configuration that the product has
// generated, are not shown at all.
package plansummary

import (
	"bytes"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsonformat"
	"github.com/hcljson/hcljson/internal/tfname"
)

// Of returns the summary of a plan or a state. The same document gives the same
// text.
func Of(doc *jsonformat.Document) []byte {
	w := &writer{}
	w.secrets.AddDocument(doc, false)
	switch {
	case doc.Plan != nil:
		w.plan(doc.Plan)
	case doc.State != nil:
		w.state(doc.State)
	}
	return w.out.Bytes()
}

// writer writes a summary.
type writer struct {
	builder
	out bytes.Buffer
	// shapes are those of resources, by mode and type.
	shapes map[string]*shape
}

func (w *writer) plan(p *jsonformat.Plan) {
	w.shapes = shapes(p.Configuration)
	if p.Errored {
		w.paragraph(errored)
	}
	start := w.out.Len()
	relevant := map[string]bool{}
	for _, a := range p.Relevant {
		relevant[a.Resource] = true
	}
	for i := range p.Drift {
		w.drift(&p.Drift[i], relevant)
	}
	for i := range p.Changes {
		if c := &p.Changes[i]; shown(c) {
			_, sign, verb := actionOf(c.Change.Actions)
			forces := replacing(&c.Change)
			w.change(c, sign, verb, w.because(c, forces), forces)
		}
	}
	for i := range p.Deferred {
		c := &p.Deferred[i]
		_, sign, verb := actionOf(c.Change.Actions)
		reason := reasonText(deferredReasons, c.DeferredReason)
		w.change(&c.ResourceChange, "("+sign+")", verb+" later", reason, replacing(&c.Change))
	}
	for i := range p.Actions {
		w.invocation(&p.Actions[i], "!", "will be invoked", "")
	}
	for i := range p.DeferredActions {
		a := &p.DeferredActions[i]
		w.invocation(&a.ActionInvocation, "(!)", "will be invoked later", reasonText(deferredReasons, a.DeferredReason))
	}
	for i := range p.OutputChanges {
		w.output(&p.OutputChanges[i])
	}
	w.checks(p.Checks)
	if end := ending(p, w.out.Len() > start); end != nil {
		w.paragraph(end...)
	}
}

// ending says what the plan comes to. written: the summary has something besides.
func ending(p *jsonformat.Plan, written bool) []string {
	n := Count(p)
	var end []string
	others := n.Others()
	if first := n.String(); first != "" {
		end = append(end, first)
		if others != "" {
			others = "Also: " + others
		}
	}
	if others != "" {
		end = append(end, others+".")
	}
	switch {
	case p.Errored && (written || end != nil): // or it has just been said
		end = append(end, errored)
	case p.Errored:
	case p.Applyable != nil && !*p.Applyable && n.Any():
		end = append(end, "The plan cannot be applied.")
	case p.Complete != nil && !*p.Complete:
		end = append(end, "The plan is not complete: when it has been applied, there is more to plan.")
	}
	return end
}

const errored = "Planning failed. The plan is not complete, and cannot be applied."

// drift writes how an object was found changed.
func (w *writer) drift(c *jsonformat.ResourceChange, relevant map[string]bool) {
	kind, sign, _ := actionOf(c.Change.Actions)
	verb := ""
	switch {
	case kind == remove:
		verb = "is gone: it was deleted outside of the plan"
	case kind == noOp && c.PreviousAddress == "":
		return
	case kind == noOp:
		sign, verb = ">", "has moved"
	case kind == update:
		verb = "has changed outside of the plan"
	default:
		verb = "was found with other actions (" + strings.Join(c.Change.Actions, ", ") + ")"
	}
	if relevant[c.Address] {
		verb += ", and changes of the plan depend on it"
	}
	comments := []string{sign + " " + nameOf(c) + " " + verb}
	if c.PreviousAddress != "" {
		comments = append(comments, "moved from "+c.PreviousAddress)
	}
	w.resource(comments, c, nil)
}

// change writes the change of an instance of a resource. forces are the paths that
// force a replacement.
func (w *writer) change(c *jsonformat.ResourceChange, sign, verb, reason string, forces *paths) {
	kind, _, _ := actionOf(c.Change.Actions)
	switch {
	case kind != noOp:
	case c.Change.Importing != nil:
		sign, verb = "<-", "will be imported"
	default:
		sign, verb = ">", "is moved"
	}
	if w.secrets.In(reason) { // a code that is not known may be anything
		reason = " (" + words[hidden] + ")"
	}
	comments := []string{sign + " " + nameOf(c) + " " + verb + reason}
	if c.PreviousAddress != "" {
		comments = append(comments, "moved from "+c.PreviousAddress)
	}
	if i := c.Change.Importing; i != nil {
		comments = append(comments, w.importText(i))
	}
	if c.Change.GeneratedConfig != "" {
		comments = append(comments, "with configuration that was generated")
	}
	if !kind.replaces() {
		forces = nil
	}
	w.resource(comments, c, forces)
}

// because says why a change is made; it is empty if the plan does not tell. A code
// that is not known is shown as it is. forces are the paths that force a replacement.
func (w *writer) because(c *jsonformat.ResourceChange, forces *paths) string {
	paths := w.pathsText(c.Change.ReplacePaths, forces)
	if paths == "" {
		return reasonText(reasons, c.Reason)
	}
	switch text := reasonText(reasons, c.Reason); {
	case c.Reason == cannotUpdate:
		return ", because " + paths + " cannot be updated in place"
	case text == "":
		return ", because " + paths + " changes"
	default:
		return text + ", and " + paths + " changes"
	}
}

// resource writes the block of an instance of a resource that changes.
func (w *writer) resource(comments []string, c *jsonformat.ResourceChange, forces *paths) {
	before, after := w.sides(&c.Change)
	comments = append(comments, only(&c.Change, &before, &after)...)
	body := bodyOf(&before, &after, w.shapes[c.Mode+" "+c.Type], forces)
	w.block(comments, keyword(c.Mode), []string{c.Type, c.Name}, body)
}

// output writes the change of an output.
func (w *writer) output(o *jsonformat.OutputChange) {
	kind, sign, verb := actionOf(o.Change.Actions)
	if kind == noOp {
		return
	}
	if kind == update {
		verb = "will change"
	}
	value := func(n node) node {
		switch {
		case n.kind != null:
			return node{kind: object, members: []member{{"value", n}}}
		case kind == update: // to null, which is a value
			return node{kind: object}
		}
		return n
	}
	before, after := w.sides(&o.Change)
	comments := []string{sign + " output " + quote(o.Name) + " " + verb}
	switch text := only(&o.Change, &before, &after); {
	case text != nil && o.Change.AfterSensitive.IsTrue(): // on both sides, if it is on one
		comments = append(comments, "only whether it is sensitive changes")
	default:
		comments = append(comments, text...)
	}
	before, after = value(before), value(after)
	w.block(comments, tfname.OutputBlock, []string{o.Name}, bodyOf(&before, &after, nil, nil))
}

// invocation writes the invocation of an action, as the block of the action.
func (w *writer) invocation(a *jsonformat.ActionInvocation, sign, verb, reason string) {
	text := sign + " " + a.Address + " " + verb
	if around, ok := events[a.Trigger.Event]; ok {
		text += " " + around[0] + a.TriggeredBy() + around[1]
	} else if by := a.TriggeredBy(); by != "" {
		text += " for " + by
	}
	text += reason
	values := w.node(place{value: a.Values.Tree(), unknowns: a.Unknown.Tree(), marks: a.Sensitive.Tree()}, 0)
	var body hclwrite.Body
	if values.kind != null {
		config := asBody(&values)
		body.Items = []hclwrite.Item{&hclwrite.Block{Type: tfname.ConfigBlock, Body: plainBody(&config, nil)}}
	}
	w.block([]string{text}, tfname.ActionBlock, []string{a.Type, a.Name}, body)
}

// events say when an action is invoked, around the address of a resource instance
// (terraform internal/configs/action.go).
var events = map[string][2]string{
	"BeforeCreate":  {"before ", " is created"},
	"AfterCreate":   {"after ", " is created"},
	"BeforeUpdate":  {"before ", " is updated"},
	"AfterUpdate":   {"after ", " is updated"},
	"BeforeDestroy": {"before ", " is deleted"},
	"AfterDestroy":  {"after ", " is deleted"},
}

// checks writes the checks of each instance, or of an object that has none. Those
// that pass are a comment.
func (w *writer) checks(all []jsonformat.Check) {
	for i := range all {
		c := &all[i]
		if len(c.Instances) == 0 {
			w.check(c.Address.ToDisplay, c.Status, nil)
		}
		for j := range c.Instances {
			instance := &c.Instances[j]
			name := instance.Address.ToDisplay
			if name == "" {
				name = c.Address.ToDisplay
			}
			w.check(name, instance.Status, instance.Problems)
		}
	}
}

func (w *writer) check(name, status string, problems []jsonformat.CheckProblem) {
	text := name + " " + statusText(status)
	if status == "pass" && len(problems) == 0 {
		w.paragraph(text)
		return
	}
	body := hclwrite.Body{Items: []hclwrite.Item{&hclwrite.Attribute{Name: "status", Expr: template(status)}}}
	if len(problems) > 0 {
		list := node{kind: array}
		for _, problem := range problems {
			n := node{kind: str, text: problem.Message}
			if w.secrets.In(problem.Message) {
				n = node{kind: hidden}
			}
			list.elems = append(list.elems, n)
		}
		body.Items = append(body.Items, &hclwrite.Attribute{Name: "problems", Expr: plain(&list, false)})
	}
	w.block([]string{text}, tfname.CheckBlock, []string{name}, body)
}

func statusText(status string) string {
	switch status {
	case "pass":
		return "passes"
	case "fail":
		return "fails"
	case "error":
		return "cannot be checked because of an error"
	case "unknown":
		return "can be checked only during apply"
	}
	return "has the status " + status
}

// state writes what a state holds.
func (w *writer) state(s *jsonformat.State) {
	resources, outputs := 0, 0
	if s.Values != nil {
		for r := range s.Values.Root.All {
			w.stateResource(r)
			resources++
		}
		outputs = len(s.Values.Outputs)
		for i := range s.Values.Outputs {
			w.stateOutput(&s.Values.Outputs[i])
		}
	}
	w.checks(s.Checks)
	if resources+outputs == 0 {
		w.paragraph("The state is empty.")
		return
	}
	w.paragraph("State: " + plural(resources, "resource instance") + ", " + plural(outputs, "output") + ".")
}

func (w *writer) stateResource(r *jsonformat.Resource) {
	text := r.Address
	if r.Deposed != "" {
		text += " (deposed object " + r.Deposed + ")"
	}
	if r.Tainted {
		text += " is tainted"
	}
	values := w.node(place{value: r.Values.Tree(), marks: r.Sensitive.Tree()}, 0)
	w.block([]string{text}, keyword(r.Mode), []string{r.Type, r.Name}, bodyOf(&node{}, &values, nil, nil))
}

func (w *writer) stateOutput(o *jsonformat.Output) {
	value := w.node(place{value: o.Value.Tree()}, 0)
	if o.Sensitive && value.kind != null {
		value = node{kind: hidden}
	}
	body := node{kind: object, members: []member{{"value", value}}}
	w.block(nil, tfname.OutputBlock, []string{o.Name}, plainBody(&body, nil))
}

// only says what an update changes of which nothing can be shown.
func only(c *jsonformat.Change, before, after *node) []string {
	if kind, _, _ := actionOf(c.Actions); kind != update || !equal(before, after) {
		return nil
	}
	switch {
	case !sameMarks(c.BeforeSensitive.Tree(), c.AfterSensitive.Tree()):
		return []string{"only what is sensitive changes"}
	case !sameNulls(c.Before.Tree(), c.After.Tree()):
		return []string{"only what is null or not set changes"}
	}
	return []string{"the plan does not say what changes"}
}

// sides are the values before and after a change.
func (w *writer) sides(c *jsonformat.Change) (before, after node) {
	marksBefore, marksAfter := c.BeforeSensitive.Tree(), c.AfterSensitive.Tree()
	before = w.node(place{value: c.Before.Tree(), marks: marksBefore, otherMarks: marksAfter}, 0)
	after = w.node(place{value: c.After.Tree(), unknowns: c.AfterUnknown.Tree(), marks: marksAfter,
		otherMarks: marksBefore}, 0)
	return before, after
}

func (w *writer) importText(i *jsonformat.Importing) string {
	switch {
	case i.Unknown:
		return "imported by an id that is known after apply"
	case w.secrets.In(i.ID):
		return "imported by the id " + words[hidden]
	case i.ID != "":
		return "imported by the id " + quote(i.ID)
	}
	identity := w.node(place{value: i.Identity.Tree()}, 0)
	if identity.kind == null {
		return "imported"
	}
	if text, ok := oneLine(&identity); ok {
		return "imported by the identity " + text
	}
	return "imported by an identity"
}

// paragraph writes comments that are alone.
func (w *writer) paragraph(comments ...string) {
	w.separate()
	for _, text := range comments {
		w.out.WriteString(comment(text) + "\n")
	}
}

// block writes a block under comments.
func (w *writer) block(comments []string, keyword string, labels []string, body hclwrite.Body) {
	w.separate()
	block := &hclwrite.Block{Type: keyword, Body: body}
	for _, text := range labels {
		block.Labels = append(block.Labels, label(text))
	}
	for _, text := range comments {
		block.Above = append(block.Above, comment(text))
	}
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}
	w.out.Write(file.Bytes())
}

// separate writes an empty line before all but the first part.
func (w *writer) separate() {
	if w.out.Len() > 0 {
		w.out.WriteByte('\n')
	}
}

func nameOf(c *jsonformat.ResourceChange) string {
	if c.Deposed != "" {
		return c.Address + " (deposed object " + c.Deposed + ")"
	}
	return c.Address
}

// keyword is the type of the block for a resource of a mode.
func keyword(mode string) string {
	return jsonformat.BlockType(jsonformat.Part(mode))
}
