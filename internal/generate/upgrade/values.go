package upgrade

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/language/packercomponents"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/lazyregexp"
)

// arguments contains properties of a component's arguments.
type arguments struct {
	spec *typespec.Body
	// late contains the names of the arguments that are rendered after decoding. guess is true if
	// they are unknown.
	late  []string
	guess bool
}

func (a arguments) isLate(name string) bool { return slices.Contains(a.late, strings.ToLower(name)) }

// addMembers adds the members of an object to the body of a component, or of a block in one.
func (u *upgrader) addMembers(body *hclwrite.Body, members []*jsontree.Member, takes arguments, s scope) {
	var comments []string
	for _, m := range members {
		if isComment(m.Name) && m.Value.Kind == jsontree.String {
			comments = append(comments, commentLines(m.Value.Text)...)
			continue
		}
		s := s
		s.late, s.guess = s.late || takes.isLate(m.Name), s.guess || takes.guess
		items, err := u.member(m, takes.spec, s)
		if err != nil {
			comments = append(comments, u.reportInexact(m, err)...)
			continue
		}
		if len(items) > 0 {
			before := hclwrite.ItemComments(items[0])
			*before = slices.Concat(hclwrite.CommentsAt(hclwrite.Above, comments...), *before)
			comments = nil
		}
		body.Append(items...)
	}
	body.AppendComments(comments)
}

// reportInexact reports a member that has no exact form. It returns the comments that replace the
// member in a partial result.
func (u *upgrader) reportInexact(m *jsontree.Member, err error) []string {
	return u.reportInexactAt(&m.Value, fmt.Sprintf("%q", m.Name), err)
}

func (u *upgrader) reportInexactAt(v *jsontree.Value, what string, err error) []string {
	if _, exact := err.(inexactError); !exact {
		u.fail(v, "%s", err)
		return nil
	}
	if !u.opts.Partial {
		u.fail(v, "%s has no exact form in HCL2. %s With the option partial it becomes a comment.", what, err)
		return nil
	}
	u.warn(v, "Not upgraded", "%s has no exact form in HCL2. %s", what, err)
	lines := []string{"# Not upgraded: " + what + ". " + err.Error()}
	return append(lines, commentLines(u.source(v))...)
}

// member returns the result for a member of an object: an attribute, or blocks.
func (u *upgrader) member(m *jsontree.Member, spec *typespec.Body, s scope) ([]hclwrite.Item, error) {
	name, attribute, block := findDefinition(spec, m.Name)
	v := &m.Value
	switch {
	case attribute != nil && v.Kind == jsontree.Null:
		return nil, nil // equal to an absent argument
	case attribute != nil:
		e, err := u.value(v, attribute.Type, s)
		if err != nil || e == nil {
			return nil, err
		}
		return []hclwrite.Item{&hclwrite.Attribute{Name: name, Expr: e}}, nil
	case block != nil:
		return u.blocks(name, v, block, s)
	case !hcltext.IsIdentifier(name):
		return nil, invalidError(fmt.Sprintf("An argument cannot be named %q.", name))
	case spec != nil:
		sibling := packercomponents.EncodedArgument(strings.ToLower(name))
		if spec.Attributes[sibling] == nil {
			return nil, inexactError(fmt.Sprintf("The component has no argument %q in HCL2.", m.Name))
		}
		if v.Kind == jsontree.Null {
			return nil, nil
		}
		e, err := u.encodedObject(v, s)
		if err != nil {
			return nil, err
		}
		call := &hclwrite.Call{Name: "jsonencode", Argument: e}
		return []hclwrite.Item{&hclwrite.Attribute{Name: sibling, Expr: call}}, nil
	}
	return u.guessedMember(m, s)
}

// encodedObject returns an object as the argument of jsonencode: strings are in quotes, and numbers have
// the values that Packer reads.
func (u *upgrader) encodedObject(v *jsontree.Value, s scope) (hclwrite.Expr, error) {
	if v.Kind != jsontree.Object {
		return nil, invalidError(fmt.Sprintf("This must be an object, not %s.", v.Kind))
	}
	return u.object(v, s, u.encodedValue)
}

func (u *upgrader) encodedValue(v *jsontree.Value, s scope) (hclwrite.Expr, error) {
	switch v.Kind {
	case jsontree.Number:
		return u.numberLiteral(v)
	case jsontree.String:
		parts, err := u.translate(v.Text, s)
		if err != nil {
			return nil, err
		}
		if parts.isRendered() {
			return nil, inexactError("The plugin would render the Go template within the text of the JSON.")
		}
		e, err := parts.expr()
		if t, ok := e.(*hclwrite.Template); ok && hcltext.PrintsAsHeredoc(t.Text) {
			e = &hclwrite.Native{Text: hcltext.QuoteTemplate(t.Text)}
		}
		return e, err
	case jsontree.Array:
		var elems []hclwrite.Expr
		for i := range v.Elems {
			e, err := u.encodedValue(&v.Elems[i], s)
			if err != nil {
				return nil, err
			}
			elems = append(elems, e)
		}
		return hclwrite.NewTuple(elems...), nil
	case jsontree.Object:
		return u.encodedObject(v, s)
	}
	return u.untypedValue(v, s)
}

// findDefinition returns the definition of a name in the schema of a component. Packer's decoder ignores case.
//
// mapstructure, decodeStructFromMap
func findDefinition(spec *typespec.Body, name string) (string, *typespec.Attribute, *typespec.Block) {
	if spec == nil {
		return name, nil, nil
	}
	if spec.Attributes[name] != nil || spec.Blocks[name] != nil {
		return name, spec.Attributes[name], spec.Blocks[name]
	}
	for _, other := range append(slices.Sorted(maps.Keys(spec.Attributes)), slices.Sorted(maps.Keys(spec.Blocks))...) {
		if strings.EqualFold(other, name) {
			return other, spec.Attributes[other], spec.Blocks[other]
		}
	}
	return name, nil, nil
}

// blocks returns the blocks for a value. For a single block, legacy decoding accepts an object. For
// a list, it also accepts an object as one block, and an empty object as no block.
//
// mapstructure, decodeSlice
func (u *upgrader) blocks(name string, v *jsontree.Value, spec *typespec.Block, s scope) ([]hclwrite.Item, error) {
	values := []jsontree.Value{*v}
	list := spec.Nesting == typespec.NestingList
	switch {
	case v.Kind == jsontree.Null, list && v.Kind == jsontree.Object && len(v.Members) == 0:
		return nil, nil
	case list && v.Kind == jsontree.Array:
		values = v.Elems
	}
	var items []hclwrite.Item
	for i := range values {
		if values[i].Kind != jsontree.Object {
			return nil, invalidError(fmt.Sprintf("%q accepts objects, not %s.", name, values[i].Kind))
		}
		block := hclwrite.NewBlock(name)
		u.addMembers(&block.Body, membersOf(&values[i]), arguments{spec: spec.Body}, s)
		items = append(items, block)
	}
	return items, nil
}

func membersOf(v *jsontree.Value) []*jsontree.Member {
	members := make([]*jsontree.Member, len(v.Members))
	for i := range v.Members {
		members[i] = &v.Members[i]
	}
	return members
}

// guessedMember returns the result for a member of an unknown component. In the protocol of Packer's
// plugins, an object is a map of strings or a block, and an array of objects is a list of blocks.
func (u *upgrader) guessedMember(m *jsontree.Member, s scope) ([]hclwrite.Item, error) {
	v := &m.Value
	asBlocks := len(v.Elems) > 0
	for i := range v.Elems {
		asBlocks = asBlocks && v.Elems[i].Kind == jsontree.Object
	}
	for i := range v.Members {
		kind := v.Members[i].Value.Kind
		asBlocks = asBlocks || kind == jsontree.Object || kind == jsontree.Array
	}
	what := "an argument"
	if asBlocks {
		what = "a block"
	}
	// For an unknown component, most members are plain values, and Packer rejects an invalid member.
	// The warning about the component is sufficient for them.
	if asBlocks || v.Kind == jsontree.Object {
		u.warn(nameOf(m), "Guess",
			"The schema of the component does not contain %q, so it is written as %s because of its value. "+
				"To avoid the guess, add the schema of the plugin.", m.Name, what)
	}
	if asBlocks {
		nesting := typespec.NestingSingle
		if v.Kind == jsontree.Array {
			nesting = typespec.NestingList
		}
		return u.blocks(m.Name, v, &typespec.Block{Nesting: nesting}, s)
	}
	e, err := u.untypedValue(v, s)
	if err != nil {
		return nil, err
	}
	return []hclwrite.Item{&hclwrite.Attribute{Name: m.Name, Expr: e}}, nil
}

// untypedValue returns a value of unknown type.
func (u *upgrader) untypedValue(v *jsontree.Value, s scope) (hclwrite.Expr, error) {
	switch v.Kind {
	case jsontree.Null:
		return &hclwrite.Literal{Text: "null"}, nil
	case jsontree.Bool, jsontree.Number:
		return &hclwrite.Literal{Text: v.Text}, nil
	case jsontree.String:
		return u.templateExpr(v.Text, s)
	case jsontree.Array:
		var elems []hclwrite.Expr
		for i := range v.Elems {
			e, err := u.untypedValue(&v.Elems[i], s)
			if err != nil {
				return nil, err
			}
			elems = append(elems, e)
		}
		return hclwrite.NewTuple(elems...), nil
	}
	return u.object(v, s, u.untypedValue)
}

// object returns an object with values of one kind. Its keys are also Go templates.
func (u *upgrader) object(
	v *jsontree.Value, s scope, value func(*jsontree.Value, scope) (hclwrite.Expr, error),
) (hclwrite.Expr, error) {
	object := &hclwrite.Object{}
	for i := range v.Members {
		m := &v.Members[i]
		key, err := u.translate(m.Name, s)
		if err != nil {
			return nil, err
		}
		e, err := value(&m.Value, s)
		if err != nil {
			return nil, err
		}
		item := &hclwrite.Element{Key: &hclwrite.Key{Text: key.templateSource()}, Value: e}
		if key.isComputed() {
			item.Key.Template = true
		}
		object.Items = append(object.Items, item)
	}
	return object, nil
}

// templateExpr returns a text as an expression.
func (u *upgrader) templateExpr(text string, s scope) (hclwrite.Expr, error) {
	parts, err := u.translate(text, s)
	if err != nil {
		return nil, err
	}
	return parts.expr()
}

// value returns a value of a type according to legacy decoding. This decoding is weak: it converts
// between text, numbers and booleans, and puts a single value into a list. The result is nil if the
// decoder ignores the value.
//
// packer-plugin-sdk, template/config/decode.go; mapstructure
func (u *upgrader) value(v *jsontree.Value, typ cty.Type, s scope) (hclwrite.Expr, error) {
	switch {
	case v.Kind == jsontree.Null:
		return &hclwrite.Literal{Text: "null"}, nil
	case typ.IsListType():
		return u.list(v, typ.ElementType(), s)
	case typ.IsMapType():
		return u.mapping(v, typ.ElementType(), s)
	case v.Kind == jsontree.Array || v.Kind == jsontree.Object:
		return nil, invalidError(fmt.Sprintf("This must be a %s, not %s.", typ.FriendlyName(), v.Kind))
	case typ == cty.Bool:
		return u.boolean(v, s)
	case typ == cty.Number:
		return u.number(v, s)
	}
	switch v.Kind {
	case jsontree.Bool:
		return hclwrite.NewString(boolDigit(v)), nil
	case jsontree.Number:
		return u.numberLiteral(v)
	}
	return u.templateExpr(v.Text, s)
}

// boolDigit returns the result of weak decoding of true and false.
func boolDigit(v *jsontree.Value) string {
	if v.IsTrue() {
		return "1"
	}
	return "0"
}

// numberLiteral returns a number with its source text. Packer reads numbers as floats.
func (u *upgrader) numberLiteral(v *jsontree.Value) (hclwrite.Expr, error) {
	f, err := strconv.ParseFloat(v.Text, 64)
	if err != nil {
		return nil, invalidError("The number is too large.")
	}
	// The exponents of a float limit the length of the text.
	text := strconv.FormatFloat(f, 'f', -1, 64)
	read, _ := new(big.Rat).SetString(text)
	written, ok := new(big.Rat).SetString(v.Text)
	if !ok || read.Cmp(written) != 0 {
		return nil, inexactError("Packer reads the number as " + text + ".")
	}
	return &hclwrite.Literal{Text: v.Text}, nil
}

// boolean returns the expression for a value of type bool.
func (u *upgrader) boolean(v *jsontree.Value, s scope) (hclwrite.Expr, error) {
	switch v.Kind {
	case jsontree.Bool:
		return &hclwrite.Literal{Text: v.Text}, nil
	case jsontree.Number:
		switch f, err := strconv.ParseFloat(v.Text, 64); {
		case err != nil:
			return nil, invalidError("The number is too large.")
		case f == 0:
			return nil, nil // false, or an absent value if the component distinguishes it from false
		case f != 1:
			return nil, inexactError("Components take a number for true or false in different ways; write true or false.")
		}
		return hclwrite.NewLiteral(true), nil
	}
	return u.scalar(v, cty.Bool, s)
}

// number returns the expression for a value of type number.
func (u *upgrader) number(v *jsontree.Value, s scope) (hclwrite.Expr, error) {
	switch v.Kind {
	case jsontree.Bool:
		return &hclwrite.Literal{Text: boolDigit(v)}, nil
	case jsontree.Number:
		return u.numberLiteral(v)
	}
	if n, err := strconv.ParseInt(v.Text, 0, 64); err == nil {
		if f, err := strconv.ParseFloat(v.Text, 64); err == nil && f != float64(n) {
			return nil, inexactError(fmt.Sprintf(
				"It is %d where a component accepts only integers, and %v elsewhere; write one of them.", n, f))
		}
	}
	return u.scalar(v, cty.Number, s)
}

// literalOf returns the number or bool that legacy decoding reads from a text.
func literalOf(text string, typ cty.Type) (string, bool) {
	if typ == cty.Bool {
		b, err := strconv.ParseBool(text)
		return strconv.FormatBool(b), err == nil
	}
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return strconv.FormatInt(n, 10), true
	}
	f, err := strconv.ParseFloat(text, 64)
	return strconv.FormatFloat(f, 'f', -1, 64), err == nil && f-f == 0
}

// scalar returns the expression for a text of another type. An empty text equals an absent argument.
func (u *upgrader) scalar(v *jsontree.Value, typ cty.Type, s scope) (hclwrite.Expr, error) {
	parts, err := u.translate(v.Text, s)
	if err != nil {
		return nil, err
	}
	if text, ok := parts.constantText(); ok {
		if text == "" {
			return nil, nil
		}
		literal, ok := literalOf(text, typ)
		if !ok {
			return nil, invalidError(fmt.Sprintf("%q does not have the required type.", text))
		}
		return &hclwrite.Literal{Text: literal}, nil
	}
	if parts.isRendered() {
		return nil, inexactError("HCL2 needs the value before the plugin renders it.")
	}
	if text, known := u.defaultOf(parts); known {
		if err := checkLiteral(text, typ); err != nil {
			return nil, err
		}
	}
	if len(parts) == 1 && u.mayBeEmpty(parts[0].expr) {
		return parseExpression(parts[0].expr + ` == "" ? null : ` + parts[0].expr)
	}
	return parts.expr()
}

// defaultOf returns the default of a variable that is the whole text. It is unknown for an empty or
// rendered default. A value on the command line is also unknown.
func (u *upgrader) defaultOf(parts pieces) (text string, known bool) {
	if len(parts) != 1 {
		return "", false
	}
	label, _ := strings.CutPrefix(parts[0].expr, "var.")
	v := u.byLabel[label]
	if v == nil || v.required || v.value == nil || v.value.Text == "" || strings.Contains(v.value.Text, "{{") {
		return "", false
	}
	return v.value.Text, true
}

// checkLiteral returns an error if HCL2 and legacy decoding convert a text to different values, such
// as "010" and "True".
func checkLiteral(text string, typ cty.Type) error {
	legacy, ok := literalOf(text, typ)
	want, _ := convert.Convert(cty.StringVal(legacy), typ)
	if got, err := convert.Convert(cty.StringVal(text), typ); !ok || err != nil || !got.RawEquals(want) {
		return inexactError(fmt.Sprintf("In HCL2, the default %q of the variable has another value here or is refused.",
			text))
	}
	return nil
}

// referencePattern matches the variables and locals in an expression.
var referencePattern = lazyregexp.New(`\b(?:var|local)\.([\pL\pM\pN_-]+)`)

// mayBeEmpty reports whether the default of a variable in an expression is empty.
func (u *upgrader) mayBeEmpty(expr string) bool {
	for _, found := range referencePattern().FindAllStringSubmatch(expr, -1) {
		v := u.byLabel[found[1]]
		if v == nil || v.required {
			continue
		}
		if v.value == nil || v.value.Text == "" || strings.Contains(v.value.Text, "{{") {
			return true
		}
	}
	return false
}

// list returns the expression for a value of a list type. A text is split at commas.
//
// mapstructure, StringToSliceHookFunc
func (u *upgrader) list(v *jsontree.Value, element cty.Type, s scope) (hclwrite.Expr, error) {
	values := v.Elems
	switch {
	case v.Kind == jsontree.String:
		return u.splitText(v, element, s)
	case v.Kind == jsontree.Object && len(v.Members) == 0:
	case v.Kind != jsontree.Array:
		values = []jsontree.Value{*v}
	}
	var elems []hclwrite.Expr
	for i := range values {
		e, err := u.value(&values[i], element, s)
		if err != nil {
			return nil, err
		}
		if values[i].Kind == jsontree.Null {
			e = zeroValue(element)
		}
		if e == nil {
			return nil, inexactError("A list of other values contains an empty string.")
		}
		elems = append(elems, e)
	}
	return hclwrite.NewTuple(elems...), nil
}

// zeroValue returns the value that replaces null in a list, because HCL2 does not accept null in
// lists.
func zeroValue(typ cty.Type) hclwrite.Expr {
	switch {
	case typ.IsListType():
		return hclwrite.NewTuple()
	case typ == cty.Bool:
		return hclwrite.NewLiteral(false)
	case typ == cty.Number:
		return hclwrite.NewLiteral(0)
	}
	return hclwrite.NewString("")
}

// splitText returns the expression for a text of a list type. A plugin splits it before or after
// rendering it.
func (u *upgrader) splitText(v *jsontree.Value, element cty.Type, s scope) (hclwrite.Expr, error) {
	parts, err := u.translate(v.Text, s)
	if err != nil {
		return nil, err
	}
	if len(parts) == 0 {
		return hclwrite.NewTuple(), nil
	}
	plain := !parts.isComputed()
	kept := slices.ContainsFunc(parts, func(p piece) bool { return strings.HasPrefix(p.expr, "jsonencode(") })
	whole := kept || parts.isRendered() && (hasCommaInAction(v.Text, plain) || !plain && element != cty.String)
	if s.late || plain && !whole {
		list, err := splitAtCommas(v)
		if err != nil {
			return nil, err
		}
		return u.list(list, element, s)
	}
	if s.guess {
		u.warn(v, "Guess", "The plugin splits the text before or after it renders the text. The upgrade assumes after.")
	}
	if whole || !element.IsPrimitiveType() {
		return nil, inexactError("The list is known only when the text is rendered.")
	}
	if text, known := u.defaultOf(parts); known && element != cty.String {
		for part := range strings.SplitSeq(text, ",") {
			if err := checkLiteral(part, element); err != nil {
				return nil, err
			}
		}
	}
	text, err := parts.nativeText()
	if err != nil {
		return nil, err
	}
	call := `split(",", ` + text + ")"
	if len(parts) == 1 {
		call = parts[0].expr + ` == "" ? [] : ` + call
	}
	return parseExpression(call)
}

// splitAtCommas returns a text as the list of its parts.
func splitAtCommas(v *jsontree.Value) (*jsontree.Value, error) {
	if hasCommaInAction(v.Text, true) {
		return nil, inexactError("The plugin splits the text between {{ and }}.")
	}
	list := &jsontree.Value{Kind: jsontree.Array, Start: v.Start, End: v.End}
	if v.Text == "" {
		return list, nil
	}
	for text := range strings.SplitSeq(v.Text, ",") {
		list.Elems = append(list.Elems, jsontree.Value{Kind: jsontree.String, Start: v.Start, End: v.End, Text: text})
	}
	return list, nil
}

// parseExpression parses the source of an expression.
func parseExpression(src string) (hclwrite.Expr, error) {
	e, diags := hclwrite.ParseExpr(src, "")
	if diags.HasErrors() {
		return nil, diags
	}
	return e, nil
}

// hasCommaInAction reports whether a text cannot be split before the plugin renders it. This is the
// case if a comma is in braces, or can be between {{if}} and {{end}}.
func hasCommaInAction(text string, plain bool) bool {
	commas := strings.Count(text, ",")
	if strings.Count(withoutActions(text), ",") != commas {
		return true
	}
	return (commas > 0 || !plain) && controlPattern().MatchString(text)
}

// controlPattern matches the start of an action that has an end or uses another template.
var controlPattern = lazyregexp.New(`{{(- )?\s*(if|range|with|template|define|block)\b`)

// mapping returns the expression for a value of a map type. Several objects in an array are merged.
//
// mapstructure, decodeMapFromSlice
func (u *upgrader) mapping(v *jsontree.Value, element cty.Type, s scope) (hclwrite.Expr, error) {
	if v.Kind == jsontree.Array {
		merged := &jsontree.Value{Kind: jsontree.Object, Start: v.Start, End: v.End}
		for i := range v.Elems {
			if v.Elems[i].Kind != jsontree.Object {
				return nil, invalidError(fmt.Sprintf("This must be an object, not %s.", v.Elems[i].Kind))
			}
			for _, m := range v.Elems[i].Members {
				if slices.ContainsFunc(merged.Members, func(o jsontree.Member) bool { return o.Name == m.Name }) {
					return nil, inexactError(fmt.Sprintf("The name %q is in several objects of the array.", m.Name))
				}
				merged.Members = append(merged.Members, m)
			}
		}
		v = merged
	}
	if v.Kind != jsontree.Object {
		return nil, invalidError(fmt.Sprintf("This must be an object, not %s.", v.Kind))
	}
	return u.object(v, s, func(v *jsontree.Value, s scope) (hclwrite.Expr, error) {
		if v.Kind == jsontree.Null {
			return hclwrite.NewString(""), nil
		}
		if element.IsPrimitiveType() && (v.Kind == jsontree.Object || v.Kind == jsontree.Array) {
			return nil, inexactError("In HCL2, the component accepts only strings in this map.")
		}
		e, err := u.value(v, element, s)
		if e == nil && err == nil {
			err = inexactError("A map of other values contains an empty string.")
		}
		return e, err
	})
}
