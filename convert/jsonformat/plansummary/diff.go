package plansummary

import (
	"fmt"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
)

// entry is an expression with the comments on it.
type entry struct {
	expr hclwrite.Expr
	hclwrite.Comments
}

// collection is the object or list that is the expression, or the argument of the
// call that it is.
func (e *entry) collection() hclwrite.Expr {
	if call, ok := e.expr.(*hclwrite.Call); ok {
		return call.Argument
	}
	return e.expr
}

// note puts a mark where a reader looks for it: after the bracket that opens a
// collection of several lines, or else after the expression.
func (e *entry) note(text string) {
	switch expr := e.collection().(type) {
	case *hclwrite.Object:
		if len(expr.Items)+len(expr.End) > 0 {
			expr.Open = []string{text}
			return
		}
	case *hclwrite.Tuple:
		if len(expr.Items)+len(expr.End) > 0 && len(lines(expr)) > 1 {
			expr.Open = []string{text}
			return
		}
	}
	e.Suffix = []string{text}
}

// also appends words to the mark.
func (e *entry) also(text string) {
	at := &e.Suffix
	switch expr := e.collection().(type) {
	case *hclwrite.Object:
		at = &expr.Open
	case *hclwrite.Tuple:
		at = &expr.Open
	}
	if len(*at) == 0 {
		at = &e.Suffix
	}
	switch {
	case len(*at) == 0:
		e.note("# ~ " + text)
	case (*at)[0] == "# ~" || (*at)[0] == "# +":
		*at = []string{(*at)[0] + " " + text}
	default:
		*at = []string{(*at)[0] + ", " + text}
	}
}

// was notes the value that there was before. lead is what is before it, if it
// needs lines of its own.
func (e *entry) was(sign, lead string, before *node, inJSON bool) {
	text, ok := oneLine(before)
	if ok || before.kind == str {
		e.note("# " + sign + " was " + text)
		return
	}
	e.note("# " + sign)
	e.Before = append(e.Before, taken(lead, plain(before, inJSON), "")...)
}

// diff returns what a value becomes, of two that are not equal. lead is what is
// before it, such as "name = ". inJSON: it is in a call of jsonencode. forces are
// the paths in it to what forces a replacement.
func diff(lead string, before, after *node, inJSON bool, forces *paths) entry {
	e := diffValue(lead, before, after, inJSON, forces)
	if forces.ends() || forces != nil && (before.kind != object || after.kind != object) {
		e.also("forces replacement")
	}
	return e
}

func diffValue(lead string, before, after *node, inJSON bool, forces *paths) entry {
	switch {
	case before.kind == null || after.kind == null || before.kind != after.kind:
	case before.kind == hidden:
		return diffHidden(before, after)
	case before.kind == object:
		return entry{expr: diffObject(before, after, inJSON, forces)}
	case before.kind == array:
		return entry{expr: diffArray(before.elems, after.elems, inJSON)}
	case before.kind == str && !inJSON:
		if e, ok := diffString(before, after); ok {
			return e
		}
	}
	e := entry{expr: plain(after, inJSON)}
	switch {
	case before.kind == null:
		e.note("# +")
	case after.kind == null:
		e.was("-", lead, before, inJSON)
	default:
		e.was("~", lead, before, inJSON)
	}
	return e
}

// diffHidden tells of a sensitive value only that it is another, or that it is no
// longer or from now on sensitive.
func diffHidden(before, after *node) entry {
	e := entry{expr: plain(after, false)}
	e.note("# ~")
	switch {
	case before.marked && !after.marked:
		e.also("no longer sensitive")
	case after.marked && !before.marked:
		e.also("sensitive from now on")
	}
	if before.marked != after.marked && before.secret != after.secret {
		e.also("and another value")
	}
	return e
}

// diffString compares strings that are JSON, or have several lines.
func diffString(before, after *node) (entry, bool) {
	if a, b := decoded(before), decoded(after); a != nil && b != nil && a.kind == b.kind {
		return entry{expr: jsonencode(diff("", a, b, true, nil).expr)}, true
	}
	text, ok := lineDiff(before.text, after.text)
	if !ok {
		return entry{}, false
	}
	return entry{expr: &hclwrite.Template{Text: text},
		Comments: hclwrite.Comments{Before: []string{"# ~ the lines that change"}}}, true
}

// tells reports whether a member is shown even if it does not change, because it
// tells what the others are about.
func tells(name string) bool { return name == "id" || name == "name" || name == "key" }

func diffObject(before, after *node, inJSON bool, forces *paths) hclwrite.Expr {
	o := &hclwrite.Object{Within: hclwrite.Within{Open: []string{"# ~"}}}
	var above []string
	same := 0
	both(before, after, func(name string, b, a *node) {
		switch {
		case equal(a, b) && tells(name):
			o.Items = append(o.Items, objectItem(name, plain(a, inJSON), hclwrite.Comments{Before: above}))
			above = nil
		case equal(a, b):
			same++
		case a.kind == null:
			above = append(above, taken(keyText(name)+" = ", plain(b, inJSON), "")...)
		default:
			e := diff(keyText(name)+" = ", b, a, inJSON, forces.below(name))
			e.Before = append(above, e.Before...)
			o.Items = append(o.Items, objectItem(name, e.expr, e.Comments))
			above = nil
		}
	})
	o.End = unchanged(above, same)
	return o
}

func diffArray(before, after []node, inJSON bool) hclwrite.Expr {
	tuple := &hclwrite.Tuple{Within: hclwrite.Within{Open: []string{"# ~"}}}
	var above []string
	same := 0
	flush := func() {
		above = unchanged(above, same)
		same = 0
	}
	for _, s := range steps(before, after) {
		switch {
		case s.before != nil && s.after != nil && equal(s.before, s.after):
			same++
		case s.after == nil:
			flush()
			above = append(above, taken("", plain(s.before, inJSON), ",")...)
		default:
			flush()
			var e entry
			if s.before != nil {
				e = diff("", s.before, s.after, inJSON, nil)
			} else {
				e = entry{expr: plain(s.after, inJSON)}
				e.note("# +")
			}
			e.Before = append(above, e.Before...)
			tuple.Items = append(tuple.Items, hclwrite.TupleItem{Comments: &e.Comments, Value: e.expr})
			above = nil
		}
	}
	flush()
	tuple.End = above
	return tuple
}

// both calls do with each name of two objects, in order.
func both(before, after *node, do func(name string, before, after *node)) {
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

// taken are the comments for an expression that is taken away.
func taken(lead string, e hclwrite.Expr, trail string) []string {
	return takenLines(lead, lines(e), trail)
}

func takenLines(lead string, all []string, trail string) []string {
	all[0] = lead + all[0]
	all[len(all)-1] += trail
	for i := range all {
		all[i] = strings.TrimRight("# - "+all[i], " \t")
	}
	return all
}

// unchanged appends a comment that counts what is left out.
func unchanged(comments []string, n int) []string {
	if n == 0 {
		return comments
	}
	return append(comments, fmt.Sprintf("# %d unchanged", n))
}
