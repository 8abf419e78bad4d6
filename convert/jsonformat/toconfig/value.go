package toconfig

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsoncall"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// value is a JSON value with what is at its place among the values that are
// sensitive and among those that are unknown. Each of the three may be nil.
type value struct {
	*jsontree.Value
	sensitive, unknown *jsontree.Value
}

// null reports whether there is no value.
func (v value) null() bool { return v.Value == nil || v.Kind == jsontree.Null }

// isSensitive reports whether all of the value must be hidden: it is marked, or
// the marks do not have its form.
func (v value) isSensitive() bool {
	mark := v.sensitive
	switch {
	case v.Value == nil || mark == nil || mark.Kind == jsontree.Null:
		return false
	case mark.Kind == jsontree.Bool:
		return mark.Text == "true"
	case mark.Kind == jsontree.Object:
		return len(mark.Members) > 0 && v.Kind != jsontree.Object && v.Kind != jsontree.Null
	case mark.Kind == jsontree.Array:
		return len(mark.Elems) > 0 && (v.Kind != jsontree.Array || len(mark.Elems) != len(v.Elems)) &&
			v.Kind != jsontree.Null
	}
	return true
}

// isUnknown reports whether all of the value is unknown.
func (v value) isUnknown() bool { return v.unknown.IsTrue() }

// holdsUnknown reports whether the value or a part of it is unknown.
func (v value) holdsUnknown() bool { return v.unknown.HoldsTrue() }

// everything is a mark on all of a value.
var everything = &jsontree.Value{Kind: jsontree.Bool, Text: "true"}

// member returns the member of an object. A mark on the object goes for it too.
func (v value) member(name string) value {
	return v.with(v.Member(name), v.sensitive.Member(name), v.unknown.Member(name))
}

// with is a member or an element for what is at its place.
func (v value) with(member, sensitive, unknown *jsontree.Value) value {
	if v.isSensitive() {
		sensitive = everything
	}
	if v.isUnknown() {
		unknown = v.unknown
	}
	return value{member, sensitive, unknown}
}

// members returns the members of an object, those of its value and those that are
// unknown in it, each once and sorted by name, as the products write them.
func (v value) members() iter.Seq2[string, value] {
	return func(yield func(string, value) bool) {
		members, sensitive, unknown := lookup(v.Value), lookup(v.sensitive), lookup(v.unknown)
		for _, name := range v.names() {
			if !yield(name, v.with(members(name), sensitive(name), unknown(name))) {
				return
			}
		}
	}
}

// manyMembers is the number of members from which on an index is faster.
const manyMembers = 32

// lookup returns a function that finds the members of an object.
func lookup(object *jsontree.Value) func(name string) *jsontree.Value {
	if object == nil || len(object.Members) < manyMembers {
		return object.Member
	}
	index := make(map[string]*jsontree.Value, len(object.Members))
	for i := range object.Members {
		index[object.Members[i].Name] = &object.Members[i].Value
	}
	return func(name string) *jsontree.Value { return index[name] }
}

// element returns the element of an array. A mark on the array goes for it too.
func (v value) element(i int) value {
	return v.with(v.Elem(i), v.sensitive.Elem(i), v.unknown.Elem(i))
}

// names are those of the members of an object, of its value or of what is unknown
// in it, each once and sorted, as the products write them.
func (v value) names() []string {
	var names []string
	for _, object := range []*jsontree.Value{v.Value, v.unknown} {
		if object == nil || object.Kind != jsontree.Object {
			continue
		}
		names = slices.Grow(names, len(object.Members))
		for i := range object.Members {
			names = append(names, object.Members[i].Name)
		}
	}
	if !slices.IsSorted(names) {
		slices.Sort(names)
	}
	return slices.Compact(names)
}

// canonical writes a value so that equal values have equal texts.
func canonical(v *jsontree.Value) string {
	var b strings.Builder
	writeCanonical(&b, v)
	return b.String()
}

func writeCanonical(b *strings.Builder, v *jsontree.Value) {
	b.WriteByte(byte(v.Kind))
	b.WriteString(strconv.Quote(v.Text))
	for i := range v.Elems {
		writeCanonical(b, &v.Elems[i])
	}
	for i := range v.Members {
		b.WriteString(strconv.Quote(v.Members[i].Name))
		writeCanonical(b, &v.Members[i].Value)
	}
	b.WriteByte('.')
}

// expr returns the expression of a value, literally. It reports false for what is
// unknown, which is noted.
func (w *walker) expr(v value) (hclwrite.Expr, bool) {
	switch {
	case v.isUnknown():
		w.noteUnknown()
		return nil, false
	case v.isSensitive():
		return w.hide(v, cty.NilType, false), true
	case v.null():
		w.noteUnknownIn(v.unknown)
		return &hclwrite.Literal{Text: "null"}, true
	}
	switch v.Kind {
	case jsontree.String:
		if w.g.secrets.In(v.Text) {
			return w.hide(v, cty.NilType, true), true
		}
		return w.str(v.Text), true
	case jsontree.Array:
		return w.tuple(v, w.expr), true
	case jsontree.Object:
		if w.g.hidesName(v) {
			return w.hide(v, cty.NilType, true), true
		}
		return w.object(v, w.expr), true
	}
	return &hclwrite.Literal{Text: v.Text}, true
}

// tuple makes a tuple of what part returns for each element. What is not known is
// null, so that the others keep their places.
func (w *walker) tuple(v value, part func(value) (hclwrite.Expr, bool)) hclwrite.Expr {
	tuple := &hclwrite.Tuple{}
	for i := range v.Elems {
		w.push(jsonformat.Step{Index: i, IsIndex: true})
		e, ok := part(v.element(i))
		if !ok {
			e = &hclwrite.Literal{Text: "null"}
		}
		tuple.Items = append(tuple.Items, hclwrite.Element{Value: e})
		w.pop()
	}
	return tuple
}

// object makes an object of what part returns for each member.
func (w *walker) object(v value, part func(value) (hclwrite.Expr, bool)) hclwrite.Expr {
	object := &hclwrite.Object{}
	for name, m := range v.members() {
		w.push(jsonformat.Step{Name: name})
		e, ok := part(m)
		if !ok {
			e = &hclwrite.Literal{Text: "null"}
		}
		object.Items = append(object.Items, hclwrite.NewItem(name, e))
		w.pop()
	}
	return object
}

// str returns the expression of a string: a call of jsonencode where that gives
// the same text, or a literal.
func (w *walker) str(text string) hclwrite.Expr {
	if call := jsonCall(text); call != nil {
		return call
	}
	return hclwrite.NewString(text)
}

func (w *walker) push(s jsonformat.Step) { w.path = append(w.path, s) }
func (w *walker) pop()                   { w.path = w.path[:len(w.path)-1] }

// pathText writes the path as a reference has it: network[0].ip.
func (w *walker) pathText() string {
	return jsonformat.PathText(w.path, func(name string) string {
		if hcltext.ValidIdentifier(name) {
			return name
		}
		return hcltext.Quote(name)
	})
}

// pathName writes the path as a part of a name: network_0_ip.
func (w *walker) pathName() string {
	parts := make([]string, len(w.path))
	for i, s := range w.path {
		parts[i] = s.Name
		if s.IsIndex {
			parts[i] = strconv.Itoa(s.Index)
		}
	}
	return strings.Join(parts, "_")
}

// noteUnknown notes that what is at the path is unknown.
func (w *walker) noteUnknown() {
	all := w.path
	defer func() { w.path = all }()
	for ; len(w.path) > 0; w.path = w.path[:len(w.path)-1] {
		if path := w.pathText(); !w.g.secrets.In(path) {
			w.unknown = append(w.unknown, path)
			return
		}
	}
	w.unknown = append(w.unknown, "a part whose name is sensitive")
}

// noteUnknownIn notes what is unknown below the path, where there is no value.
func (w *walker) noteUnknownIn(mark *jsontree.Value) {
	switch {
	case !mark.HoldsTrue():
	case mark.IsTrue():
		w.noteUnknown()
	case mark.Kind == jsontree.Array:
		for i := range mark.Elems {
			w.push(jsonformat.Step{Index: i, IsIndex: true})
			w.noteUnknownIn(&mark.Elems[i])
			w.pop()
		}
	default:
		for i := range mark.Members {
			w.push(jsonformat.Step{Name: mark.Members[i].Name})
			w.noteUnknownIn(&mark.Members[i].Value)
			w.pop()
		}
	}
}

// jsonCall returns a call of jsonencode that gives the text, or nil if there is
// none that gives it byte for byte.
func jsonCall(text string) hclwrite.Expr {
	tree := jsoncall.Argument(text)
	if tree == nil {
		return nil
	}
	return &hclwrite.Call{Name: "jsonencode", Argument: plainExpr(tree)}
}

// plainExpr is the expression of a JSON value, literally.
func plainExpr(v *jsontree.Value) hclwrite.Expr {
	switch v.Kind {
	case jsontree.String:
		return hclwrite.NewString(v.Text)
	case jsontree.Array:
		tuple := &hclwrite.Tuple{}
		for i := range v.Elems {
			tuple.Items = append(tuple.Items, hclwrite.Element{Value: plainExpr(&v.Elems[i])})
		}
		return tuple
	case jsontree.Object:
		object := &hclwrite.Object{}
		for i := range v.Members {
			m := &v.Members[i]
			object.Items = append(object.Items, hclwrite.NewItem(m.Name, plainExpr(&m.Value)))
		}
		return object
	}
	return &hclwrite.Literal{Text: v.Text}
}
