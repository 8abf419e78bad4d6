package toconfig

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/jsoncall"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// value is a JSON value with its sensitive and its unknown parts. Each of the three may be nil.
type value struct {
	*jsontree.Value
	sensitive, unknown *jsontree.Value
}

// everything marks a whole value.
var wholeMark = &jsontree.Value{Kind: jsontree.Bool, Text: "true"}

// expr returns a value as a literal expression. ok is false for an unknown value, which is
// recorded.
func (w *walker) expr(v value) (hclwrite.Expr, bool) {
	switch {
	case v.unknown.IsTrue():
		w.recordUnknown()
		return nil, false
	case v.isSensitive():
		return w.hiddenExpr(v, cty.NilType, false), true
	case v.isNull():
		w.recordUnknownIn(v.unknown)
		return &hclwrite.Literal{Text: "null"}, true
	}
	switch v.Kind {
	case jsontree.String:
		if w.g.secrets.Matches(v.Text) {
			return w.hiddenExpr(v, cty.NilType, true), true
		}
		return stringExpr(v.Text), true
	case jsontree.Array:
		return w.tuple(v, w.expr), true
	case jsontree.Object:
		if w.g.hidesName(v) {
			return w.hiddenExpr(v, cty.NilType, true), true
		}
		return w.object(v, w.expr), true
	}
	return &hclwrite.Literal{Text: v.Text}, true
}

// tuple makes a tuple from the results of part for each element. Unknown elements are null, so the
// others keep their positions.
func (w *walker) tuple(v value, part func(value) (hclwrite.Expr, bool)) hclwrite.Expr {
	tuple := &hclwrite.Tuple{}
	for i := range v.Elems {
		w.push(jsonformat.Step{Index: i, IsIndex: true})
		e, ok := part(v.element(i))
		if !ok {
			e = &hclwrite.Literal{Text: "null"}
		}
		tuple.Items = append(tuple.Items, &hclwrite.Element{Value: e})
		w.pop()
	}
	return tuple
}

// object makes an object from the results of part for each member.
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

// stringExpr returns the expression of a string: a call of jsonencode with exactly this result, or a
// literal.
func stringExpr(text string) hclwrite.Expr {
	if tree := jsoncall.Argument(text); tree != nil {
		return &hclwrite.Call{Name: "jsonencode", Argument: plainExpr(tree)}
	}
	return hclwrite.NewString(text)
}

// plainExpr returns a JSON value as a literal expression.
func plainExpr(v *jsontree.Value) hclwrite.Expr {
	switch v.Kind {
	case jsontree.String:
		return hclwrite.NewString(v.Text)
	case jsontree.Array:
		tuple := &hclwrite.Tuple{}
		for i := range v.Elems {
			tuple.Items = append(tuple.Items, &hclwrite.Element{Value: plainExpr(&v.Elems[i])})
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

// hiddenExpr returns the expression of a value that must not be shown. typ is the type of the value, or
// NilType.
func (w *walker) hiddenExpr(v value, typ cty.Type, unmarked bool) hclwrite.Expr {
	s := &secret{
		node: &hclwrite.Native{}, name: w.pathName(), path: w.pathText(),
		json: canonicalText(v.Value), typ: variableType(v.Value, typ), unmarked: unmarked,
	}
	// Until the variable has its name, equal values have equal text.
	s.setExpression("var." + s.name)
	w.secrets = append(w.secrets, s)
	return s.node
}

// setExpression sets the expression that replaces the secret.
func (s *secret) setExpression(expression string) {
	s.node.Text = expression
	if s.unmarked {
		s.node.Text = "nonsensitive(" + expression + ")"
	}
}

// anyType is the type of a variable for any value.
const anyType = "any"

// variableType returns the type of the variable for a value.
func variableType(v *jsontree.Value, typ cty.Type) string {
	if typ != cty.NilType && typ != cty.DynamicPseudoType {
		return typeexpr.TypeString(typ)
	}
	switch v.Kind {
	case jsontree.String:
		return "string"
	case jsontree.Number:
		return "number"
	case jsontree.Bool:
		return "bool"
	}
	return anyType
}

// canonicalText writes equal values as equal text.
func canonicalText(v *jsontree.Value) string {
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

// recordUnknownIn records the unknown parts below the path if the value is missing.
func (w *walker) recordUnknownIn(mark *jsontree.Value) {
	switch {
	case !mark.ContainsTrue():
	case mark.IsTrue():
		w.recordUnknown()
	case mark.Kind == jsontree.Array:
		for i := range mark.Elems {
			w.push(jsonformat.Step{Index: i, IsIndex: true})
			w.recordUnknownIn(&mark.Elems[i])
			w.pop()
		}
	default:
		for i := range mark.Members {
			w.push(jsonformat.Step{Name: mark.Members[i].Name})
			w.recordUnknownIn(&mark.Members[i].Value)
			w.pop()
		}
	}
}

// recordUnknown records the path as unknown.
func (w *walker) recordUnknown() {
	all := w.path
	defer func() { w.path = all }()
	for ; len(w.path) > 0; w.path = w.path[:len(w.path)-1] {
		if path := w.pathText(); !w.g.secrets.Matches(path) {
			w.unknown = append(w.unknown, path)
			return
		}
	}
	w.unknown = append(w.unknown, "a part whose name is sensitive")
}

// pathText writes the path as in a reference: network[0].ip.
func (w *walker) pathText() string {
	return jsonformat.PathText(w.path, func(name string) string {
		if hcltext.IsIdentifier(name) {
			return name
		}
		return hcltext.Quote(name)
	})
}

// pathName writes the path as part of a name: network_0_ip.
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

func (w *walker) push(s jsonformat.Step) { w.path = append(w.path, s) }

func (w *walker) pop() { w.path = w.path[:len(w.path)-1] }

// member returns the member of an object. A mark on the object applies to the member.
func (v value) member(name string) value {
	return v.withMarks(v.Member(name), v.sensitive.Member(name), v.unknown.Member(name))
}

// element returns the element of an array. A mark on the array applies to the element.
func (v value) element(i int) value {
	return v.withMarks(v.Elem(i), v.sensitive.Elem(i), v.unknown.Elem(i))
}

// members yields the members of an object, from its value and its unknown parts, sorted by name, as
// the products write them.
func (v value) members() iter.Seq2[string, value] {
	return func(yield func(string, value) bool) {
		members, sensitive, unknown := lookup(v.Value), lookup(v.sensitive), lookup(v.unknown)
		for _, name := range v.names() {
			if !yield(name, v.withMarks(members(name), sensitive(name), unknown(name))) {
				return
			}
		}
	}
}

// manyMembers is the number of members above which an index is faster.
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

// names returns the names in members.
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

// withMarks returns a member or element with its marks.
func (v value) withMarks(member, sensitive, unknown *jsontree.Value) value {
	if v.isSensitive() {
		sensitive = wholeMark
	}
	if v.unknown.IsTrue() {
		unknown = v.unknown
	}
	return value{member, sensitive, unknown}
}

// isNull reports whether the value is null or missing.
func (v value) isNull() bool { return v.Value == nil || v.Kind == jsontree.Null }

// isSensitive reports whether the whole value must be hidden: it is marked, or the marks have
// another shape.
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

// unionMarks returns the union of two marks.
func unionMarks(a, b *jsontree.Value) *jsontree.Value {
	switch {
	case a.IsTrue() || isEmptyMark(b):
		return a
	case b.IsTrue() || isEmptyMark(a):
		return b
	case a.Kind == jsontree.Object && b.Kind == jsontree.Object:
		both := &jsontree.Value{Kind: jsontree.Object}
		inA, inB := lookup(a), lookup(b)
		for _, m := range a.Members {
			m.Value = *unionMarks(&m.Value, inB(m.Name))
			both.Members = append(both.Members, m)
		}
		for _, m := range b.Members {
			if inA(m.Name) == nil {
				both.Members = append(both.Members, m)
			}
		}
		return both
	case a.Kind != jsontree.Array || b.Kind != jsontree.Array:
	case len(a.Elems) == 0:
		return b
	case len(b.Elems) == 0:
		return a
	case len(a.Elems) == len(b.Elems):
		both := &jsontree.Value{Kind: jsontree.Array}
		for i := range a.Elems {
			both.Elems = append(both.Elems, *unionMarks(&a.Elems[i], &b.Elems[i]))
		}
		return both
	}
	// The marks have different shapes.
	return wholeMark
}

// isEmptyMark reports whether a mark is missing, false, or an empty object.
func isEmptyMark(mark *jsontree.Value) bool {
	return mark == nil || mark.Kind == jsontree.Null || mark.Kind == jsontree.Bool && !mark.IsTrue() ||
		mark.Kind == jsontree.Object && len(mark.Members) == 0
}
