package patch

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
)

// value changes the value of an attribute, an element or an item of an object, which
// is at outer, with the parentheses around it.
func (w *editor) value(step *Step, old hclwrite.Expr, outer hclwrite.Span, merged hclwrite.Expr) {
	if step.Parts == nil && !step.Value {
		return
	}
	if step.Value || w.care >= inBodies {
		w.replaceValue(old, outer, merged)
		return
	}
	l := &list{w: w, script: step.Parts}
	switch e := old.(type) {
	case *hclwrite.Tuple:
		l.tuple(e, merged.(*hclwrite.Tuple))
	case *hclwrite.Object:
		l.object(e, merged.(*hclwrite.Object))
	}
	if !l.edit() {
		w.replaceValue(old, outer, merged)
	}
}

// replaceValue writes a value in the place of another. Parentheses stay.
func (w *editor) replaceValue(old hclwrite.Expr, outer hclwrite.Span, is hclwrite.Expr) {
	span := old.ExprSpan()
	_, tuple := is.(*hclwrite.Tuple)
	_, object := is.(*hclwrite.Object)
	inside := span.Start >= outer.Start && span.End <= outer.End
	if tuple || object || !inside || strings.Trim(w.src[outer.Start:span.Start], "( ") != "" {
		span = outer
	}
	w.replace(span.Start, span.End, w.newValue(old, is, span.Start, false))
}

// part is an element of a tuple or an item of an object, in the text.
type part struct {
	start int
	value hclwrite.Span // to its end
	old   hclwrite.Expr
}

// list changes the parts of a tuple or an object.
type list struct {
	w      *editor
	script *Script
	span   hclwrite.Span
	parts  []part
	// merged are the values of the result, and their comments; fields, of an object,
	// its items.
	merged []hclwrite.TupleItem
	fields []hclwrite.ObjectItem

	// lines: each part is on lines of its own. commas: they are parted by commas;
	// trailing: one follows the last.
	lines, commas, trailing bool
	commaAt                 []int // after each part, or -1
}

func (l *list) tuple(old, merged *hclwrite.Tuple) {
	l.span, l.merged = old.Span, merged.Items
	for i := range old.Items {
		item := &old.Items[i]
		l.parts = append(l.parts, part{item.ValueSpan.Start, item.ValueSpan, item.Value})
	}
}

func (l *list) object(old, merged *hclwrite.Object) {
	l.span, l.fields = old.Span, merged.Items
	for i := range old.Items {
		item := &old.Items[i]
		l.parts = append(l.parts, part{item.KeySpan.Start, item.ValueSpan, item.Value})
	}
	l.merged = make([]hclwrite.TupleItem, len(merged.Items))
	for i := range merged.Items {
		l.merged[i] = hclwrite.TupleItem{Comments: merged.Items[i].Comments, Value: merged.Items[i].Value}
	}
}

// survey finds out how the list is written.
func (l *list) survey() {
	src := l.w.src
	l.commaAt = make([]int, len(l.parts))
	l.lines = true
	pos := l.span.Start + 1
	for i := range l.parts {
		p := &l.parts[i]
		l.lines = l.lines && strings.Contains(src[pos:p.start], "\n")
		end := l.span.End - 1
		if i+1 < len(l.parts) {
			end = l.parts[i+1].start
		}
		_, l.commaAt[i] = commentsBetween(src, p.value.End, end)
		pos = p.value.End
	}
	l.lines = l.lines && strings.Contains(src[pos:l.span.End-1], "\n")
	if n := len(l.parts); n > 0 {
		l.trailing = l.commaAt[n-1] >= 0
		l.commas = l.fields == nil || l.trailing || n > 1 && l.commaAt[0] >= 0
	}
}

// edit changes the text of the list. It reports false if it must be rewritten.
func (l *list) edit() bool {
	if l.script.Comments {
		return false
	}
	kept := 0
	changed := false
	for i := range l.script.Steps {
		if step := &l.script.Steps[i]; step.stays() {
			kept++
			if step.Comments {
				return false
			}
			changed = changed || step.Op == Change
		}
	}
	if kept == 0 {
		return false
	}
	l.survey()
	w := l.w
	gone, come := len(w.gone), len(w.come)
	n := 0
	for i := range l.script.Steps {
		step := &l.script.Steps[i]
		if step.Op == Change {
			p := &l.parts[step.Old]
			w.value(step, p.old, p.value, l.merged[n].Value)
		}
		if step.Op != Remove {
			n++
		}
	}
	ok := l.inLine
	if l.lines {
		ok = l.onLines
	}
	if kept < len(l.script.Steps) && !ok() {
		w.gone, w.come = w.gone[:gone], w.come[:come]
		return false
	}
	return len(w.gone)+len(w.come) > gone+come || !changed
}

// inLine changes which parts there are of a list that is not on lines of
// their own.
func (l *list) inLine() bool {
	w := l.w
	if strings.ContainsAny(w.src[l.span.Start+1:l.parts[0].start], "#/") {
		return false
	}
	first := l.staying(-1, 1)
	n := 0
	for i := range l.script.Steps {
		step := &l.script.Steps[i]
		if step.Op == Remove || step.Op == Move {
			switch o := step.Old; {
			case o > first: // with the comments before it
				w.remove(l.parts[o-1].value.End, l.parts[o].value.End)
			case strings.ContainsAny(w.src[l.parts[o].value.End:l.parts[o+1].start], "#/"):
				return false // the comments are those of the next
			default:
				w.remove(l.parts[o].start, l.parts[o+1].start)
			}
		}
		if step.Op == Insert || step.Op == Move {
			text := l.text(n, true, l.parts[0].start)
			if hclwrite.NeedsNewline(text) || !l.merged[n].Comments.Bare() {
				return false
			}
			if left := l.staying(i, -1); left >= 0 {
				w.insert(l.parts[left].value.End, ", "+text)
			} else if right := l.staying(i, 1); right >= 0 {
				w.insert(l.parts[right].start, text+", ")
			}
		}
		if step.Op != Remove {
			n++
		}
	}
	return true
}

// region is the lines of a part, with its comments.
func (l *list) region(i int) (start, end int) {
	src := l.w.src
	from := l.span.Start + 1
	if i > 0 {
		from = l.parts[i-1].value.End
	}
	return l.w.above(from, l.parts[i].start), lineEnd(src, l.tail(i))
}

// tail is the end of the comma of a part and of the comments behind it.
func (l *list) tail(i int) int {
	end := l.parts[i].value.End
	if c := l.commaAt[i]; c >= 0 {
		end = c + 1
	}
	return behind(l.w.src, end)
}

// onLines changes which parts there are of a list with lines for each.
func (l *list) onLines() bool {
	w := l.w
	m := margin(w.src, l.parts[0].start)
	steps := l.script.Steps
	lastStays, lastKept := -1, -1 // the last part of the result, and the last that stays
	for i := range steps {
		if steps[i].Op != Remove {
			lastStays = i
		}
		if steps[i].stays() {
			lastKept = i
		}
	}
	n := 0
	for i := range steps {
		step := &steps[i]
		if step.Op == Remove || step.Op == Move {
			w.remove(l.region(step.Old))
		}
		if step.Op == Insert || step.Op == Move {
			text := l.linesOf(n, m, i < lastStays || l.trailing)
			if !l.place(i, text) {
				return false
			}
		}
		if step.stays() {
			l.comma(step.Old, i, lastKept, lastStays)
		}
		if step.Op != Remove {
			n++
		}
	}
	return true
}

// comma gives a part that stays its comma, or takes it.
func (l *list) comma(old, i, lastKept, lastStays int) {
	if !l.commas || i != lastKept {
		return
	}
	has := l.commaAt[old] >= 0
	switch wants := i < lastStays || l.trailing; {
	case wants && !has && l.heredoc(old):
		l.w.insert(l.parts[old].value.End, l.w.newline+margin(l.w.src, l.parts[old].start)+",")
	case wants && !has:
		l.w.insert(l.parts[old].value.End, ",")
	case has && !wants && !l.heredoc(old):
		l.w.remove(l.commaAt[old], l.commaAt[old]+1)
	}
}

// heredoc reports whether a part ends with a heredoc.
func (l *list) heredoc(i int) bool {
	span := l.parts[i].value
	text := l.w.src[span.Start:span.End]
	return strings.Contains(text, "<<") && hclwrite.NeedsNewline(text)
}

// place puts lines where a step says.
func (l *list) place(i int, text string) bool {
	if left := l.staying(i, -1); left >= 0 && !l.script.Steps[i].Next {
		_, end := l.region(left)
		l.w.insert(end, text)
		return true
	}
	right := l.staying(i, 1)
	if right >= 0 {
		start, _ := l.region(right)
		l.w.insert(start, text)
	}
	return right >= 0
}

// staying is the next part from a step on, in a direction, that stays, or -1.
func (l *list) staying(i, direction int) int {
	for i += direction; i >= 0 && i < len(l.script.Steps); i += direction {
		if step := &l.script.Steps[i]; step.stays() {
			return step.Old
		}
	}
	return -1
}

// linesOf is a new part on lines of its own.
func (l *list) linesOf(n int, m string, comma bool) string {
	w := l.w
	var b strings.Builder
	var suffix []string
	if c := l.merged[n].Comments; c != nil {
		for _, text := range c.Before {
			if text == "" {
				b.WriteString(w.newline)
				continue
			}
			b.WriteString(m + text + w.newline)
		}
		suffix = c.Suffix
	}
	text := l.text(n, l.shortParts(), l.parts[0].start)
	b.WriteString(m + text)
	if comma && l.commas {
		if hclwrite.NeedsNewline(text) {
			b.WriteString(w.newline + m)
		}
		b.WriteString(",")
	}
	b.WriteString(suffixText(suffix) + w.newline)
	return b.String()
}

// shortParts reports whether collections among the parts are on one line each.
func (l *list) shortParts() bool {
	short := false
	for i := range l.parts {
		switch o := l.parts[i].old.(type) {
		case *hclwrite.Object:
			if len(o.Items) > 0 && !l.w.onOneLine(o) {
				return false
			}
			short = true
		case *hclwrite.Tuple:
			if !l.w.onOneLine(o) {
				return false
			}
		}
	}
	return short
}

// text is a new part, without a comma.
func (l *list) text(n int, oneLine bool, at int) string {
	w := l.w
	value := w.newValue(nil, l.merged[n].Value, at, oneLine)
	if l.fields == nil {
		return value
	}
	field := &l.fields[n]
	key := hclwrite.KeyText(field)
	if field.KeyKind == hclwrite.KeyName && !strings.HasPrefix(key, `"`) && l.quotedKeys() {
		key = `"` + key + `"`
	}
	return key + l.sign() + value
}

// quotedKeys reports whether the keys of the object are in quotes.
func (l *list) quotedKeys() bool {
	unquoted := func(p part) bool { return l.w.src[p.start] != '"' }
	return len(l.parts) > 0 && !slices.ContainsFunc(l.parts, unquoted)
}

// sign is what is between key and value: = or a colon, as in the first item.
func (l *list) sign() string {
	text := l.w.src[l.parts[0].start:l.parts[0].value.Start]
	key, colon := strings.CutSuffix(strings.TrimRight(text, " \t\r\n"), ":")
	if !colon {
		return " = "
	}
	return text[len(strings.TrimRight(key, " \t")):]
}
