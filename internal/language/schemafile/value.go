package schemafile

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// constructors contains the functions that build a rule from other rules.
var constructors = map[string]struct {
	least, most    int // arguments
	usage, example string
}{
	"list":   {1, 1, "list(R)", "list(template)"},
	"map":    {1, 2, "map(R), or map(R, R) for keys and values", "map(template)"},
	"object": {1, 1, "object({name = R})", "object({name = template})"},
	"either": {
		2, 4, "either(R, R), with at most one rule other than list, map and object", "either(keyword, list(traversal))",
	},
}

// rule is a rule block.
type rule struct {
	block *hcl.Block
	value *tables.Value // nil until it is read
	// reading is true while the rule is being read, to detect a reference to itself. used is true if
	// another part of the file refers to the rule.
	reading, used bool
}

// readValue reads a rule for an expression. It returns nil after an error, but not for a plain template.
func (r *reader) readValue(expr hcl.Expression) *tables.Value {
	if r.isParsable(expr) {
		if name := hcl.ExprAsKeyword(expr); name != "" {
			return r.namedRule(name, expr.Range())
		}
		if call, diags := hcl.ExprCall(expr); !diags.HasErrors() {
			return r.readConstructor(call)
		}
	}
	switch name := memberOf("rule", expr); {
	case r.isQuoted(expr):
		r.errorf(expr.Range(), "Quoted rule",
			"A rule must be a bare word or a call, such as template or list(literal). Remove the quotes.")
	case r.rules[name] != nil:
		r.errorf(expr.Range(), "Invalid rule", "A rule must be its name alone. Write %s.", name)
	default:
		r.errorf(expr.Range(), "Invalid rule", "A rule must be in this list: %s.", r.ruleNames())
	}
	return nil
}

// readConstructor reads a call that builds a rule from other rules.
func (r *reader) readConstructor(call *hcl.StaticCall) *tables.Value {
	known, ok := constructors[call.Name]
	n := len(call.Arguments)
	switch {
	case !ok:
		r.errorf(call.NameRange, "Unknown rule", "The rule %s(...) does not exist: only list, map, object and either take "+
			"other rules.", call.Name)
		return nil
	case n < known.least || n > known.most:
		r.errorf(hcl.RangeBetween(call.NameRange, call.ArgsRange), "Incomplete rule", "%s takes other rules: %s.", call.Name,
			known.usage)
		return nil
	case call.Name == "list":
		return r.readList(call)
	case call.Name == "map":
		return r.readMap(call)
	case call.Name == "object":
		return r.readObject(call)
	}
	return r.readAlternatives(call)
}

// isQuoted reports whether an expression is a string in native syntax.
func (r *reader) isQuoted(expr hcl.Expression) bool {
	value, diags := expr.Value(nil)
	return !r.json && !diags.HasErrors() && !value.IsNull() && value.Type() == cty.String
}

// ruleNames returns the list of possible rules for messages.
func (r *reader) ruleNames() string {
	if r.ruleList == "" {
		names := slices.Sorted(slices.Values(tables.Modes))
		names = append(names, "list(R)", "map(R)", "map(R, R)", "object({NAME = R})", "either(R, R)")
		r.ruleList = enumerate(append(names, slices.Sorted(maps.Keys(r.rules))...))
	}
	return r.ruleList
}

// enumerate joins names for a message. It shows the first names of a long list.
func enumerate(names []string) string {
	const most = 30
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// namedRule returns the rule of a name: a mode, or the rule of a rule block.
func (r *reader) namedRule(name string, rng hcl.Range) *tables.Value {
	if mode := slices.Index(tables.Modes, name); mode >= 0 {
		return &tables.Value{Mode: tables.Mode(mode)}
	}
	found := r.rules[name]
	known, isConstructor := constructors[name]
	switch {
	case isConstructor:
		r.errorf(rng, "Incomplete rule", "%s needs the rules of its parts, such as %s.", name, known.example)
		return nil
	case found == nil:
		r.errorf(rng, "Unknown rule", "The rule %q does not exist. Existing rules: %s. A rule block adds another "+
			"one.", name, r.ruleNames())
		return nil
	case found.reading:
		r.errorf(rng, "Circular rule", "The rule %q is part of itself. A value can only be nested as deeply as its "+
			"rule defines.", name)
		return nil
	}
	found.used = true
	return r.ruleValue(found)
}

func (r *reader) ruleValue(found *rule) *tables.Value {
	if found.value == nil {
		found.reading = true
		found.value = r.readRule(r.readContent(found.block.Body, ruleSchema, found.block.DefRange))
		found.reading = false
	}
	return found.value
}

// readRule reads the rule of a rule or attribute block. It never returns nil.
func (r *reader) readRule(c content) *tables.Value {
	v := &tables.Value{}
	if attribute := c.Attributes["value"]; attribute != nil {
		if found := r.readValue(attribute.Expr); found != nil {
			*v = *found // a rule that others may use
		}
	}
	functions, variables := r.readTexts(c, "functions"), r.readTexts(c, "variables")
	onlyJSON := r.readFlag(c, "only_json")
	switch {
	case functions != nil || variables != nil:
		v.Scope = &tables.Scope{Functions: functions, Variables: variables, OnlyJSON: onlyJSON}
	case onlyJSON:
		r.errorf(c.rangeOf("only_json"), "Nothing to limit",
			"only_json limits functions and variables, but neither is set.")
	}
	v.Differs = cmp.Or(r.readText(c, "differs"), v.Differs)
	v.TextOfCall = r.readFlagOr(c, "text_of_call", v.TextOfCall)
	v.NativeConstant = r.readFlagOr(c, "native_constant", v.NativeConstant)
	if v.Mode != tables.Template && (v.NativeConstant || v.TextOfCall) {
		r.errorf(c.rng, "Conflicting settings",
			"text_of_call and native_constant apply only to templates, but this rule is not a template.")
	}
	return v
}

// nilIfPlain returns nil for a plain template, the form in the tables, and v for other rules.
func nilIfPlain(v *tables.Value) *tables.Value {
	if v != nil && reflect.DeepEqual(*v, tables.Value{}) {
		return nil
	}
	return v
}

func (r *reader) readList(call *hcl.StaticCall) *tables.Value {
	element := r.readValue(call.Arguments[0])
	if element == nil {
		return nil
	}
	return &tables.Value{Mode: element.Mode, List: element}
}

func (r *reader) readMap(call *hcl.StaticCall) *tables.Value {
	var parts []*tables.Value
	for _, argument := range call.Arguments {
		part := r.readValue(argument)
		if part == nil {
			return nil
		}
		parts = append(parts, part)
	}
	element := parts[len(parts)-1]
	v := &tables.Value{Mode: element.Mode, MapValue: element}
	if len(parts) == 2 {
		v.MapKey = parts[0]
	}
	return v
}

// readObject reads object({name = R}). Unlisted members and the whole value are literal.
func (r *reader) readObject(call *hcl.StaticCall) *tables.Value {
	fields, ok := r.readRows(call.Arguments[0], constructors["object"].example)
	if !ok {
		return nil
	}
	v := &tables.Value{Mode: tables.Literal, Fields: []tables.Attribute{}}
	for _, field := range fields {
		v.Fields = append(v.Fields, field.row)
	}
	return v
}

// readAlternatives reads alternatives: at most one plain rule, one list, and one map or object.
func (r *reader) readAlternatives(call *hcl.StaticCall) *tables.Value {
	result := &tables.Value{}
	plain := 0
	for i, argument := range call.Arguments {
		v := r.readValue(argument)
		if v == nil {
			return nil
		}
		shape := v.List != nil || v.MapValue != nil || v.Fields != nil
		if !shape {
			plain++
		}
		if plain > 1 || v.List != nil && result.List != nil ||
			shape && v.List == nil && (result.MapValue != nil || result.Fields != nil) {
			r.errorf(argument.Range(), "Ambiguous rule", "A value cannot distinguish this alternative from the previous ones. "+
				"Use at most one plain rule, one list(R), and one map(R) or object({...}).")
			return nil
		}
		merged := *v
		if shape {
			merged = *result
			merged.List = cmp.Or(v.List, result.List)
			merged.MapKey, merged.MapValue = cmp.Or(v.MapKey, result.MapKey), cmp.Or(v.MapValue, result.MapValue)
			merged.Fields = append(result.Fields, v.Fields...)
			if i == 0 {
				merged.Mode = v.Mode
			}
		} else {
			merged.List, merged.MapKey, merged.MapValue, merged.Fields = result.List, result.MapKey, result.MapValue,
				result.Fields
		}
		result = &merged
	}
	return result
}

func (r *reader) errorf(rng hcl.Range, summary, format string, args ...any) {
	r.report(hcl.DiagError, rng, summary, fmt.Sprintf(format, args...))
}

func (r *reader) warnf(rng hcl.Range, summary, format string, args ...any) {
	r.report(hcl.DiagWarning, rng, summary, fmt.Sprintf(format, args...))
}

func (r *reader) report(severity hcl.DiagnosticSeverity, rng hcl.Range, summary, detail string) {
	// A body and the bodies that use it produce the same diagnostics; report each once.
	key := rng.String() + detail
	if r.seen[key] {
		return
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[key] = true
	r.diags = append(r.diags, &hcl.Diagnostic{Severity: severity, Summary: summary, Detail: detail, Subject: &rng})
}

// content is the content of a block.
type content struct {
	*hcl.BodyContent
	rng hcl.Range
}

// readContent reads the body of a block. Names that the schema lacks are errors.
func (r *reader) readContent(body hcl.Body, s *hcl.BodySchema, rng hcl.Range) content {
	read, diags := body.Content(s)
	r.diags = append(r.diags, diags...)
	return content{read, rng}
}

// rangeOf returns the range of an argument's value, or of the block if the argument is missing.
func (c content) rangeOf(name string) hcl.Range {
	if attribute := c.Attributes[name]; attribute != nil {
		return attribute.Expr.Range()
	}
	return c.rng
}

// readConstant returns the value of an argument of the given type. ok is false if the argument is
// missing, null or invalid.
func (r *reader) readConstant(c content, name string, ty cty.Type) (value cty.Value, ok bool) {
	attribute := c.Attributes[name]
	if attribute == nil {
		return value, false
	}
	value, diags := attribute.Expr.Value(nil)
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() || value.IsNull() {
		return value, false
	}
	if value.Type() != ty {
		r.errorf(attribute.Expr.Range(), "Unsuitable value", "%q must be %s.", name, map[cty.Type]string{
			cty.String: "a string", cty.Bool: "true or false", cty.Number: "a number",
		}[ty])
		return value, false
	}
	return value, true
}

// readText returns a string argument, or "" if it is missing. An empty string is an error.
func (r *reader) readText(c content, name string) string {
	value, ok := r.readConstant(c, name, cty.String)
	if !ok {
		return ""
	}
	if value.AsString() == "" {
		r.errorf(c.rangeOf(name), "Empty text", "%q is empty. Write a text, or remove the argument.", name)
	}
	return value.AsString()
}

func (r *reader) readFlag(c content, name string) bool { return r.readFlagOr(c, name, false) }

// readFlagOr returns a Boolean argument, or otherwise if it is missing.
func (r *reader) readFlagOr(c content, name string, otherwise bool) bool {
	if value, ok := r.readConstant(c, name, cty.Bool); ok {
		return value.True()
	}
	return otherwise
}

// readCount returns a number of things, at least least, or 0 if the argument is missing.
func (r *reader) readCount(c content, name string, least int64) int {
	value, ok := r.readConstant(c, name, cty.Number)
	if !ok {
		return 0
	}
	const most = 1000
	n, exact := value.AsBigFloat().Int64()
	if exact != big.Exact || n < least || n > most {
		r.errorf(c.rangeOf(name), "Unsuitable value", "%q must be a whole number from %d to %d.", name, least, most)
		return 0
	}
	return int(n)
}

// readTexts returns a list of strings, or nil if the argument is missing.
func (r *reader) readTexts(c content, name string) []string {
	attribute := c.Attributes[name]
	if attribute == nil {
		return nil
	}
	return r.readTextList(name, attribute.Expr)
}

func (r *reader) readTextList(name string, expr hcl.Expression) []string {
	items, diags := hcl.ExprList(expr)
	if diags.HasErrors() {
		r.errorf(expr.Range(), "Unsuitable value", "%q must be a list of strings in brackets.", name)
		return nil
	}
	list := make([]string, 0, len(items))
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		value, diags := item.Value(nil)
		r.diags = append(r.diags, diags...)
		switch {
		case diags.HasErrors():
			return nil
		case value.IsNull() || value.Type() != cty.String || value.AsString() == "":
			r.errorf(item.Range(), "Unsuitable value", "An element of %q must be a nonempty string.", name)
			return nil
		case seen[value.AsString()]:
			r.errorf(item.Range(), "Duplicate name", "%q appears twice in %q. Remove one.",
				value.AsString(), name)
			return nil
		}
		seen[value.AsString()] = true
		list = append(list, value.AsString())
	}
	return list
}

// readGroups returns a list of lists of strings, or nil if the argument is missing. usage is the message
// for an invalid value, and tooFew the message for a list with fewer than least strings.
func (r *reader) readGroups(c content, name string, least int, usage, tooFew string) [][]string {
	attribute := c.Attributes[name]
	if attribute == nil {
		return nil
	}
	groups, diags := hcl.ExprList(attribute.Expr)
	if diags.HasErrors() || len(groups) == 0 {
		r.errorf(attribute.Expr.Range(), "Unsuitable value", "%s", usage)
		return nil
	}
	var result [][]string
	for _, expr := range groups {
		group := r.readTextList(name, expr)
		if group != nil && len(group) < least {
			r.errorf(expr.Range(), "Unsuitable value", "%s", tooFew)
		}
		result = append(result, group)
	}
	return result
}

// readKeyword returns the value of a keyword. usage describes the keywords in a message.
func readKeyword[T any](r *reader, c content, name string, words map[string]T, usage string) (value T, ok bool) {
	attribute := c.Attributes[name]
	if attribute == nil {
		return value, false
	}
	if value, ok = words[hcl.ExprAsKeyword(attribute.Expr)]; !ok {
		r.errorf(attribute.Expr.Range(), "Unsuitable value", "%q must be %s, without quotes in native syntax.", name, usage)
	}
	return value, ok
}

// checkIdentifier checks a name that native files contain without quotes. kind, such as "an attribute",
// is for the message.
func (r *reader) checkIdentifier(name string, rng hcl.Range, kind string) bool {
	if hclsyntax.ValidIdentifier(name) {
		return true
	}
	r.errorf(rng, "Invalid name", "%q cannot be the name of %s: it must be an identifier, "+
		"which begins with a letter and continues with letters, digits, - and _.", name, kind)
	return false
}

// isParsable reports whether an expression can be parsed as a rule. In JSON, the expression is a string
// with source text, which is parsed only if its nesting is not too deep.
func (r *reader) isParsable(expr hcl.Expression) bool {
	if !r.json {
		return true
	}
	value, diags := expr.Value(nil)
	if diags.HasErrors() || value.IsNull() || value.Type() != cty.String {
		return true
	}
	_, diags = hclwrite.ParseStatic(value.AsString(), r.filename)
	return !diags.HasErrors()
}
