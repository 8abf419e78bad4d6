package plansummary

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/lcs"
)

// entry is an expression with its comments.
type entry struct {
	expr     hclwrite.Expr
	comments hclwrite.Comments
}

func diffObject(before, after *node, inJSON bool, forces *paths) hclwrite.Expr {
	o := &hclwrite.Object{Comments: hclwrite.CommentsAt(hclwrite.Open, "# ~")}
	var above []string
	same := 0
	eachMember(before, after, func(name string, b, a *node) {
		switch {
		case equal(a, b) && isIdentifying(name):
			o.Items = append(o.Items, objectItem(name, plainExpr(a, inJSON), hclwrite.CommentsAt(hclwrite.Above, above...)))
			above = nil
		case equal(a, b):
			same++
		case a.kind == nullKind:
			above = append(above, removedComments(keyText(name)+" = ", plainExpr(b, inJSON), "")...)
		default:
			e := diff(keyText(name)+" = ", b, a, inJSON, forces.afterName(name))
			e.comments = slices.Concat(hclwrite.CommentsAt(hclwrite.Above, above...), e.comments)
			o.Items = append(o.Items, objectItem(name, e.expr, e.comments))
			above = nil
		}
	})
	hclwrite.CollectionOf(o).AppendComments(appendUnchanged(above, same))
	return o
}

func diffArray(before, after []node, inJSON bool) hclwrite.Expr {
	tuple := &hclwrite.Tuple{Comments: hclwrite.CommentsAt(hclwrite.Open, "# ~")}
	var above []string
	same := 0
	flush := func() {
		above = appendUnchanged(above, same)
		same = 0
	}
	for _, s := range compareLists(before, after) {
		switch {
		case s.before != nil && s.after != nil && equal(s.before, s.after):
			same++
		case s.after == nil:
			flush()
			above = append(above, removedComments("", plainExpr(s.before, inJSON), ",")...)
		default:
			flush()
			var e entry
			if s.before != nil {
				e = diff("", s.before, s.after, inJSON, nil)
			} else {
				e = entry{expr: plainExpr(s.after, inJSON)}
				e.addMark("# +")
			}
			e.comments = slices.Concat(hclwrite.CommentsAt(hclwrite.Above, above...), e.comments)
			tuple.Items = append(tuple.Items, &hclwrite.Element{Comments: e.comments, Value: e.expr})
			above = nil
		}
	}
	flush()
	hclwrite.CollectionOf(tuple).AppendComments(above)
	return tuple
}

// diff returns the difference of two unequal values. lead is the text before the value, such as
// "name = ". inJSON is true in the argument of jsonencode. forces contains the paths in the value
// that force a replacement.
func diff(lead string, before, after *node, inJSON bool, forces *paths) entry {
	e := diffValue(lead, before, after, inJSON, forces)
	if forces.hasEnd() || forces != nil && (before.kind != objectKind || after.kind != objectKind) {
		e.appendMark("forces replacement")
	}
	return e
}

func diffValue(lead string, before, after *node, inJSON bool, forces *paths) entry {
	switch {
	case before.kind == nullKind || after.kind == nullKind || before.kind != after.kind:
	case before.kind == hiddenKind:
		return diffHidden(before, after)
	case before.kind == objectKind:
		return entry{expr: diffObject(before, after, inJSON, forces)}
	case before.kind == arrayKind:
		return entry{expr: diffArray(before.elems, after.elems, inJSON)}
	case before.kind == stringKind && !inJSON:
		if e, ok := diffString(before, after); ok {
			return e
		}
	}
	e := entry{expr: plainExpr(after, inJSON)}
	switch {
	case before.kind == nullKind:
		e.addMark("# +")
	case after.kind == nullKind:
		e.addOldValue("-", lead, before, inJSON)
	default:
		e.addOldValue("~", lead, before, inJSON)
	}
	return e
}

// diffHidden compares sensitive values without showing them: they are different, or the sensitivity
// changes.
func diffHidden(before, after *node) entry {
	e := entry{expr: plainExpr(after, false)}
	e.addMark("# ~")
	switch {
	case before.marked && !after.marked:
		e.appendMark("no longer sensitive")
	case after.marked && !before.marked:
		e.appendMark("sensitive from now on")
	}
	if before.marked != after.marked && before.secret != after.secret {
		e.appendMark("and another value")
	}
	return e
}

// diffString compares strings with JSON or with several lines.
func diffString(before, after *node) (entry, bool) {
	if a, b := decodeJSONString(before), decodeJSONString(after); a != nil && b != nil && a.kind == b.kind {
		return entry{expr: jsonencode(diff("", a, b, true, nil).expr)}, true
	}
	text, ok := lineDiff(before.text, after.text)
	if !ok {
		return entry{}, false
	}
	return entry{expr: &hclwrite.Template{Text: text},
		comments: hclwrite.CommentsAt(hclwrite.Above, "# ~ the lines that change")}, true
}

// appendMark appends text to the mark.
func (e *entry) appendMark(text string) {
	at, p := &e.comments, hclwrite.After
	if c := hclwrite.CollectionOf(e.collectionExpr()); c != nil && len(c.Comments) > 0 {
		at, p = &c.Comments, hclwrite.Open
	}
	mark := at.At(p)
	switch {
	case len(mark) == 0:
		e.addMark("# ~ " + text)
	case mark[0] == "# ~" || mark[0] == "# +":
		at.Set(p, []string{mark[0] + " " + text})
	default:
		at.Set(p, []string{mark[0] + ", " + text})
	}
}

// addOldValue adds the old value as a comment. lead is the text before the value, for values that
// need several lines.
func (e *entry) addOldValue(sign, lead string, before *node, inJSON bool) {
	text, ok := valueOnOneLine(before)
	if ok || before.kind == stringKind {
		e.addMark("# " + sign + " was " + text)
		return
	}
	e.addMark("# " + sign)
	e.comments = append(e.comments, hclwrite.CommentsAt(hclwrite.Above, removedComments(lead, plainExpr(before, inJSON), "")...)...)
}

// addMark adds a mark after the opening bracket of a collection with several lines, or after the
// expression.
func (e *entry) addMark(text string) {
	expr := e.collectionExpr()
	_, tuple := expr.(*hclwrite.Tuple)
	if c := hclwrite.CollectionOf(expr); c != nil && len(c.Items) > 0 && !(tuple && len(exprLines(expr)) == 1) {
		c.Comments = hclwrite.CommentsAt(hclwrite.Open, text)
		return
	}
	e.comments.Set(hclwrite.After, []string{text})
}

// collectionExpr returns the object or list in the expression, or in the argument of its call.
func (e *entry) collectionExpr() hclwrite.Expr {
	if call, ok := e.expr.(*hclwrite.Call); ok {
		return call.Argument
	}
	return e.expr
}

// eachMember calls do for each name of two objects, in order.
func eachMember(before, after *node, do func(name string, before, after *node)) {
	a, b := before.members, after.members
	for len(a)+len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].name < b[0].name:
			do(a[0].name, &a[0].value, &node{})
			a = a[1:]
		case len(a) == 0 || b[0].name < a[0].name:
			do(b[0].name, &node{}, &b[0].value)
			b = b[1:]
		default:
			do(a[0].name, &a[0].value, &b[0].value)
			a, b = a[1:], b[1:]
		}
	}
}

// isIdentifying reports whether a member is shown without a change, because it identifies the object.
func isIdentifying(name string) bool { return name == "id" || name == "name" || name == "key" }

// removedComments returns the comments for a removed expression.
func removedComments(lead string, e hclwrite.Expr, trail string) []string {
	return removedLines(lead, exprLines(e), trail)
}

func removedLines(lead string, all []string, trail string) []string {
	all[0] = lead + all[0]
	all[len(all)-1] += trail
	for i := range all {
		all[i] = strings.TrimRight("# - "+all[i], " \t")
	}
	return all
}

// appendUnchanged appends a comment with the number of omitted members.
func appendUnchanged(comments []string, n int) []string {
	if n == 0 {
		return comments
	}
	return append(comments, fmt.Sprintf("# %d unchanged", n))
}

// around is the number of unchanged lines before and after a changed line.
const contextLines = 2

// lineDiff compares two texts with several lines and returns the text of a template. Each line
// starts with two characters: spaces, "- " or "+ ". A line that starts with # counts omitted lines,
// or describes the newline at the end. Trailing spaces of changed lines are visible in an
// interpolation. ok is false if the whole texts are more readable.
func lineDiff(before, after string) (diff string, ok bool) {
	if !strings.Contains(before, "\n") && !strings.Contains(after, "\n") || !isPrintable(before) || !isPrintable(after) {
		return "", false
	}
	a, endsA := splitLines(before)
	b, endsB := splitLines(after)
	var out, same []string
	at := [2]int{}
	for _, pair := range append(matchIndexes(a, b), [2]int{len(a), len(b)}) {
		if pair[0] > at[0] || pair[1] > at[1] {
			out = appendSame(out, same, len(out) == 0, false)
			same = nil
			for _, text := range a[at[0]:pair[0]] {
				out = append(out, changedLine("- ", text))
			}
			for _, text := range b[at[1]:pair[1]] {
				out = append(out, changedLine("+ ", text))
			}
		}
		if pair[0] < len(a) {
			same = append(same, strings.TrimRight("  "+templateText(a[pair[0]]), " \t"))
		}
		at = [2]int{pair[0] + 1, pair[1] + 1}
	}
	out = appendSame(out, same, false, true)
	switch {
	case endsA && !endsB:
		out = append(out, "# without the newline at the end")
	case endsB && !endsA:
		out = append(out, "# with a newline at the end")
	}
	return strings.Join(out, "\n") + "\n", true
}

// changedLine returns a line after a sign, as a template.
func changedLine(sign, text string) string {
	if text == "" {
		return strings.TrimRight(sign, " ")
	}
	shown := strings.TrimRight(text, " \t")
	if shown == text {
		return sign + templateText(text)
	}
	shown = strings.TrimRight(shown, "$%")
	return sign + templateText(shown) + interpolate(text[len(shown):])
}

// appendSame appends unchanged lines, and omits lines far from the changed ones.
func appendSame(out, same []string, first, last bool) []string {
	head, tail := contextLines, contextLines
	if first {
		head = 0
	}
	if last {
		tail = 0
	}
	left := len(same) - head - tail
	if left < 2 {
		return append(out, same...)
	}
	out = append(out, same[:head]...)
	out = append(out, fmt.Sprintf("# %d unchanged lines", left))
	return append(out, same[len(same)-tail:]...)
}

// splitLines returns the lines of a text, and reports whether the last line ends with a newline.
func splitLines(text string) (lines []string, ends bool) {
	if text == "" {
		return nil, false
	}
	text, ends = strings.CutSuffix(text, "\n")
	return strings.Split(text, "\n"), ends
}

// isPrintable reports whether a heredoc can contain a text.
func isPrintable(text string) bool {
	return !strings.ContainsFunc(text,
		func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == '\ufeff' })
}

// step is an element in a comparison of two lists. A nil side has no such element.
type step struct{ before, after *node }

// compareLists compares two lists. Between equal elements, objects and lists are compared in pairs; other
// elements are removed and added.
func compareLists(before, after []node) []step {
	keys := func(nodes []node) []string {
		all := make([]string, len(nodes))
		for i := range nodes {
			all[i] = string(nodes[i].canonical(nil))
		}
		return all
	}
	var all []step
	at := [2]int{}
	for _, pair := range append(matchIndexes(keys(before), keys(after)), [2]int{len(before), len(after)}) {
		all = append(all, gapSteps(before[at[0]:pair[0]], after[at[1]:pair[1]])...)
		if pair[0] < len(before) {
			all = append(all, step{&before[pair[0]], &after[pair[1]]})
		}
		at = [2]int{pair[0] + 1, pair[1] + 1}
	}
	return all
}

// gapSteps returns the steps for elements without equal elements.
func gapSteps(before, after []node) []step {
	var all []step
	both := min(len(before), len(after))
	for i := range max(len(before), len(after)) {
		switch {
		case i < both && areRelated(&before[i], &after[i]):
			all = append(all, step{&before[i], &after[i]})
		case i < both:
			all = append(all, step{&before[i], nil}, step{nil, &after[i]})
		case i < len(before):
			all = append(all, step{&before[i], nil})
		default:
			all = append(all, step{nil, &after[i]})
		}
	}
	return all
}

// areRelated reports whether two values can be the same object or list before and after a change.
func areRelated(a, b *node) bool {
	if a.kind != b.kind {
		return false
	}
	if a.kind != objectKind {
		return a.kind == arrayKind
	}
	return slices.ContainsFunc(a.members, func(m member) bool { return equal(&m.value, b.memberOf(m.name)) })
}

// matchIndexes returns pairs of indexes of equal elements in a and b, both increasing.
func matchIndexes(a, b []string) [][2]int {
	var pairs [][2]int
	lcs.Subsequence(a, b, func(i, j int) { pairs = append(pairs, [2]int{i, j}) })
	slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
	return pairs
}
