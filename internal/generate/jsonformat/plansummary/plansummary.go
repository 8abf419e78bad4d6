// Package plansummary writes readable summaries of plans and states in the JSON output format. The
// summary of a plan shows what it creates, changes and deletes, with the reasons. The summary of a
// state shows its objects.
//
// A summary is HCL in the canonical layout. Each object is a block with its new values, or with its
// old values if it is deleted. Comments describe the change. The comment above a block contains the
// address, the action and the reason on one line, so a search for an address or a verb finds it:
//
//	# -/+ terraform_data.web["a"] will be replaced (deleted, then created), because ...
//	resource "terraform_data" "web" {
//	  id               = known_after_apply # ~ was "5e2b"
//	  triggers_replace = "v2"              # ~ was "v1", forces replacement
//	  # 1 unchanged
//	}
//
// In a block, "# +" marks added, "# ~" changed and "# -" removed arguments. known_after_apply
// represents a value that the plan does not contain, sensitive_value a hidden value, and
// deeply_nested_value a value below 50 levels.
//
// Unchanged arguments are counted, except for "id", "name" and "key", which identify the object.
// Objects are compared by the names of their members. In lists, equal elements are matched first.
// Objects and lists between them are compared in pairs; other elements are removed and added. The
// format writes sets as lists, and they are compared as lists. Strings from jsonencode are compared
// by their arguments. Strings of several lines are compared by line, in a heredoc whose lines start
// with "- " and "+ ". Trailing spaces of these lines, and escapes of characters that are invisible
// or change the direction of text, are in "${...}". Null arguments are omitted, because the format
// does not distinguish them from unset arguments. A block without labels in the configuration of
// the plan is a block, any other value an argument.
//
// Values that the document marks as sensitive, before or after the change, are never shown, even if
// only the mark changes. Sensitive strings of 8 bytes or more are also hidden in other values, in
// messages and in import ids. Shorter strings, numbers, and the parts of a sensitive output that is
// an object or a list are hidden only at marked paths. Values of variables and generated
// configuration are never shown.
package plansummary

import (
	"bytes"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
)

// Summarize returns the summary of a plan or a state. The same document always has the same summary.
func Summarize(doc *jsonformat.Document) []byte {
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
	// shapes are the shapes of resources, by mode and type.
	shapes map[string]*shape
}

func (w *writer) plan(p *jsonformat.Plan) {
	w.shapes = shapesOf(p.Configuration)
	if p.Errored {
		w.paragraph(errorText)
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
		if c := &p.Changes[i]; isShown(c) {
			_, sign, verb := actionOf(c.Change.Actions)
			forces := replacementPaths(&c.Change)
			w.change(c, sign, verb, w.changeReason(c, forces), forces)
		}
	}
	for i := range p.Deferred {
		c := &p.Deferred[i]
		_, sign, verb := actionOf(c.Change.Actions)
		reason := reasonText(deferredReasons, c.DeferredReason)
		w.change(&c.ResourceChange, "("+sign+")", verb+" later", reason, replacementPaths(&c.Change))
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
	if end := endComments(p, w.out.Len() > start); end != nil {
		w.paragraph(end...)
	}
}

// endComments returns the last comments of a plan. written is true if the summary has other content.
func endComments(p *jsonformat.Plan, written bool) []string {
	n := Count(p)
	var end []string
	others := n.OtherCounts()
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
		end = append(end, errorText)
	case p.Errored:
	case p.Applyable != nil && !*p.Applyable && n.HasEffect():
		end = append(end, "The plan cannot be applied.")
	case p.Complete != nil && !*p.Complete:
		end = append(end, "The plan is not complete: after the apply, another plan is needed.")
	}
	return end
}

const errorText = "Planning failed. The plan is not complete and cannot be applied."

// drift writes a change of an object outside of the product.
func (w *writer) drift(c *jsonformat.ResourceChange, relevant map[string]bool) {
	kind, sign, _ := actionOf(c.Change.Actions)
	verb := ""
	switch {
	case kind == deleteAction:
		verb = "was deleted outside of the plan"
	case kind == noOpAction && c.PreviousAddress == "":
		return
	case kind == noOpAction:
		sign, verb = ">", "has moved"
	case kind == updateAction:
		verb = "has changed outside of the plan"
	default:
		verb = "has changed outside of the plan (" + strings.Join(c.Change.Actions, ", ") + ")"
	}
	if relevant[c.Address] {
		verb += ", and planned changes depend on it"
	}
	comments := []string{sign + " " + nameOf(c) + " " + verb}
	if c.PreviousAddress != "" {
		comments = append(comments, "moved from "+c.PreviousAddress)
	}
	w.resource(comments, c, nil)
}

// change writes the change of a resource instance. forces contains the paths that force a
// replacement.
func (w *writer) change(c *jsonformat.ResourceChange, sign, verb, reason string, forces *paths) {
	kind, _, _ := actionOf(c.Change.Actions)
	switch {
	case kind != noOpAction:
	case c.Change.Importing != nil:
		sign, verb = "<-", "will be imported"
	default:
		sign, verb = ">", "is moved"
	}
	if w.secrets.Matches(reason) { // an unknown code may contain anything
		reason = " (" + wordsOfHidden[hiddenKind] + ")"
	}
	comments := []string{sign + " " + nameOf(c) + " " + verb + reason}
	if c.PreviousAddress != "" {
		comments = append(comments, "moved from "+c.PreviousAddress)
	}
	if i := c.Change.Importing; i != nil {
		comments = append(comments, w.importText(i))
	}
	if c.Change.GeneratedConfig != "" {
		comments = append(comments, "with generated configuration")
	}
	if !kind.isReplacement() {
		forces = nil
	}
	w.resource(comments, c, forces)
}

// changeReason returns the reason of a change; it is empty if the plan contains none. An unknown code is
// shown unchanged. forces contains the paths that force a replacement.
func (w *writer) changeReason(c *jsonformat.ResourceChange, forces *paths) string {
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

// resource writes the block of a changed resource instance.
func (w *writer) resource(comments []string, c *jsonformat.ResourceChange, forces *paths) {
	before, after := w.changeValues(&c.Change)
	comments = append(comments, hiddenUpdateComments(&c.Change, &before, &after)...)
	body := bodyOf(&before, &after, w.shapes[c.Mode+" "+c.Type], forces)
	w.block(comments, blockTypeOf(c.Mode), []string{c.Type, c.Name}, body)
}

// output writes the change of an output.
func (w *writer) output(o *jsonformat.OutputChange) {
	kind, sign, verb := actionOf(o.Change.Actions)
	if kind == noOpAction {
		return
	}
	if kind == updateAction {
		verb = "will change"
	}
	value := func(n node) node {
		switch {
		case n.kind != nullKind:
			return node{kind: objectKind, members: []member{{"value", n}}}
		case kind == updateAction: // to null, which is a value
			return node{kind: objectKind}
		}
		return n
	}
	before, after := w.changeValues(&o.Change)
	comments := []string{sign + " output " + quote(o.Name) + " " + verb}
	switch text := hiddenUpdateComments(&o.Change, &before, &after); {
	case text != nil && o.Change.AfterSensitive.IsTrue(): // on both sides, if it is on one
		comments = append(comments, "only the sensitivity changes")
	default:
		comments = append(comments, text...)
	}
	before, after = value(before), value(after)
	w.block(comments, tfname.OutputBlock, []string{o.Name}, bodyOf(&before, &after, nil, nil))
}

// invocation writes the invocation of an action as the block of the action.
func (w *writer) invocation(a *jsonformat.ActionInvocation, sign, verb, reason string) {
	text := sign + " " + a.Address + " " + verb
	if around, ok := events[a.Trigger.Event]; ok {
		text += " " + around[0] + a.TriggeredBy() + around[1]
	} else if by := a.TriggeredBy(); by != "" {
		text += " for " + by
	}
	text += reason
	values := w.buildNode(pathContent{value: a.Values.Tree(), unknowns: a.Unknown.Tree(), marks: a.Sensitive.Tree()}, 0)
	var body hclwrite.Body
	if values.kind != nullKind {
		config := toObject(&values)
		body.Items = []hclwrite.Item{&hclwrite.Block{Type: tfname.ConfigBlock, Body: plainBody(&config, nil)}}
	}
	w.block([]string{text}, tfname.ActionBlock, []string{a.Type, a.Name}, body)
}

// events are the texts before and after the address of a resource instance for the events of
// actions (terraform internal/configs/action.go).
var events = map[string][2]string{
	"BeforeCreate":  {"before ", " is created"},
	"AfterCreate":   {"after ", " is created"},
	"BeforeUpdate":  {"before ", " is updated"},
	"AfterUpdate":   {"after ", " is updated"},
	"BeforeDestroy": {"before ", " is deleted"},
	"AfterDestroy":  {"after ", " is deleted"},
}

// checks writes the checks of each instance, or of an object without instances. Passed checks
// become a comment.
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
	body := hclwrite.Body{Items: []hclwrite.Item{&hclwrite.Attribute{Name: "status", Expr: templateExpr(status)}}}
	if len(problems) > 0 {
		list := node{kind: arrayKind}
		for _, problem := range problems {
			n := node{kind: stringKind, text: problem.Message}
			if w.secrets.Matches(problem.Message) {
				n = node{kind: hiddenKind}
			}
			list.elems = append(list.elems, n)
		}
		body.Items = append(body.Items, &hclwrite.Attribute{Name: "problems", Expr: plainExpr(&list, false)})
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
		return "can be checked only during the apply"
	}
	return "has the status " + status
}

// state writes the content of a state.
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
	values := w.buildNode(pathContent{value: r.Values.Tree(), marks: r.Sensitive.Tree()}, 0)
	w.block([]string{text}, blockTypeOf(r.Mode), []string{r.Type, r.Name}, bodyOf(&node{}, &values, nil, nil))
}

func (w *writer) stateOutput(o *jsonformat.Output) {
	value := w.buildNode(pathContent{value: o.Value.Tree()}, 0)
	if o.Sensitive && value.kind != nullKind {
		value = node{kind: hiddenKind}
	}
	body := node{kind: objectKind, members: []member{{"value", value}}}
	w.block(nil, tfname.OutputBlock, []string{o.Name}, plainBody(&body, nil))
}

// hiddenUpdateComments describes an update without visible changes.
func hiddenUpdateComments(c *jsonformat.Change, before, after *node) []string {
	if kind, _, _ := actionOf(c.Actions); kind != updateAction || !equal(before, after) {
		return nil
	}
	switch {
	case !sameMarks(c.BeforeSensitive.Tree(), c.AfterSensitive.Tree()):
		return []string{"only the sensitivity changes"}
	case !sameNulls(c.Before.Tree(), c.After.Tree()):
		return []string{"only null and unset arguments change"}
	}
	return []string{"the plan does not contain the change"}
}

// changeValues returns the values before and after a change.
func (w *writer) changeValues(c *jsonformat.Change) (before, after node) {
	marksBefore, marksAfter := c.BeforeSensitive.Tree(), c.AfterSensitive.Tree()
	before = w.buildNode(pathContent{value: c.Before.Tree(), marks: marksBefore, otherMarks: marksAfter}, 0)
	after = w.buildNode(pathContent{value: c.After.Tree(), unknowns: c.AfterUnknown.Tree(), marks: marksAfter,
		otherMarks: marksBefore}, 0)
	return before, after
}

func (w *writer) importText(i *jsonformat.Importing) string {
	switch {
	case i.Unknown:
		return "imported by an id that is known after apply"
	case w.secrets.Matches(i.ID):
		return "imported by the id " + wordsOfHidden[hiddenKind]
	case i.ID != "":
		return "imported by the id " + quote(i.ID)
	}
	identity := w.buildNode(pathContent{value: i.Identity.Tree()}, 0)
	if identity.kind == nullKind {
		return "imported"
	}
	if text, ok := valueOnOneLine(&identity); ok {
		return "imported by the identity " + text
	}
	return "imported by an identity"
}

// paragraph writes separate comments.
func (w *writer) paragraph(comments ...string) {
	w.separatePart()
	for _, text := range comments {
		w.out.WriteString(commentText(text) + "\n")
	}
}

// block writes a block after its comments.
func (w *writer) block(comments []string, keyword string, labels []string, body hclwrite.Body) {
	w.separatePart()
	block := &hclwrite.Block{Type: keyword, Body: body}
	for _, text := range labels {
		block.Labels = append(block.Labels, labelText(text))
	}
	for _, text := range comments {
		block.Comments = append(block.Comments, hclwrite.Comment{Position: hclwrite.Above, Text: commentText(text)})
	}
	file := hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}
	w.out.Write(file.Bytes())
}

// separatePart writes an empty line before each part except the first.
func (w *writer) separatePart() {
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

// blockTypeOf returns the block type for a resource mode.
func blockTypeOf(mode string) string {
	return jsonformat.BlockType(jsonformat.PartOfMode(mode))
}
