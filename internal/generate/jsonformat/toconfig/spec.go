package toconfig

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// isLegacy reports whether a schema is from the SDK whose states do not distinguish unset arguments
// from empty ones. This SDK adds an optional and computed id to every resource; its successor does
// not.
//
// terraform-plugin-sdk helper/schema/core_schema.go, Resource.CoreConfigSchema
func isLegacy(body *typespec.Body) bool {
	id := body.Attributes["id"]
	return id != nil && id.Optional && id.Computed && id.Type == cty.String
}

// reportGuesses reports the guesses, once for each type.
func (g *generator) reportGuesses() {
	for _, typ := range slices.Sorted(maps.Keys(g.guessed)) {
		found := g.guessed[typ]
		var text strings.Builder
		fmt.Fprintf(&text, "The schema of %s is not available, so all its attributes with a value are written "+
			"as arguments, including computed attributes. Empty strings, lists and maps are omitted.", typ)
		for _, part := range []struct {
			lead  string
			names map[string]bool
		}{
			{"Omitted as computed", found.computed},
			{"Written as blocks", found.blocks},
			{"Written as arguments, but possibly blocks", found.arguments},
		} {
			if len(part.names) > 0 {
				fmt.Fprintf(&text, " %s: %s.", part.lead, joinNames(slices.Sorted(maps.Keys(part.names))))
			}
		}
		g.report(found.place.Range(), g.guessSeverity(), "No schema", "%s", text.String())
	}
}

// specBody makes the content of a body.
//
// It omits the attributes that opentofu internal/genconfig/generate_config.go omits or writes as
// null.
func (w *walker) specBody(v value, spec *typespec.Body) *bodyWriter {
	content := &bodyWriter{}
	given := map[string]bool{}
	for name, m := range v.members() {
		w.push(jsonformat.Step{Name: name})
		if a := spec.Attributes[name]; a != nil {
			e, ok := w.specAttribute(m, a, true)
			content.set(name, e, ok)
			given[name] = ok || m.unknown.IsTrue()
		} else if block := spec.Blocks[name]; block != nil {
			content.blocks = append(content.blocks, w.specBlocks(name, m, block)...)
		} else if !m.isNull() {
			w.warn(hcl.DiagWarning, "Not in the schema",
				"The schema of %s does not contain %q, which is omitted. The schema may be from another version of the "+
					"provider.", w.typ, w.pathText())
		}
		w.pop()
	}
	w.requireAll(spec, given)
	return content
}

// requireAll reports required arguments without a value.
func (w *walker) requireAll(spec *typespec.Body, given map[string]bool) {
	for _, name := range slices.Sorted(maps.Keys(spec.Attributes)) {
		a := spec.Attributes[name]
		if !a.Required || given[name] {
			continue
		}
		w.push(jsonformat.Step{Name: name})
		reason := "has no value"
		if a.WriteOnly {
			reason = "is write-only, so no state contains it"
		}
		w.notes = append(w.notes, "# Required: "+w.pathText()+", which "+reason+".")
		w.warn(hcl.DiagWarning, "Required argument", "%q in %s must be set, but %s. A comment lists it.",
			w.pathText(), w.typ, reason)
		w.pop()
	}
}

// specBlocks makes the blocks of a type.
//
// opentofu internal/configs/configschema/implied_type.go defines the type of their value.
func (w *walker) specBlocks(name string, v value, spec *typespec.Block) []*hclwrite.Block {
	switch {
	case v.unknown.IsTrue():
		w.recordUnknown()
		return nil
	case v.isNull():
		w.recordUnknownIn(v.unknown)
		return nil
	case v.Kind == jsontree.Object && spec.Nesting == typespec.NestingMap:
		var blocks []*hclwrite.Block
		for key, m := range v.members() {
			if v.isSensitive() || w.g.secrets.Matches(key) {
				w.warn(hcl.DiagWarning, "Sensitive label",
					"A label of a block %q in %s is sensitive. The block is omitted.", w.pathText(), w.typ)
				continue
			}
			w.push(jsonformat.Step{Name: key})
			if block := w.specBlock(name, m, spec); block != nil {
				block.Labels = []string{key}
				blocks = append(blocks, block)
			}
			w.pop()
		}
		return blocks
	case v.Kind == jsontree.Object:
		block := w.specBlock(name, v, spec)
		if block == nil || spec.Nesting == typespec.NestingGroup && len(block.Body.Items) == 0 {
			return nil
		}
		return []*hclwrite.Block{block}
	case v.Kind == jsontree.Array:
		var blocks []*hclwrite.Block
		for i := range v.Elems {
			w.push(jsonformat.Step{Index: i, IsIndex: true})
			if block := w.specBlock(name, v.element(i), spec); block != nil {
				blocks = append(blocks, block)
			}
			w.pop()
		}
		return blocks
	}
	w.warn(hcl.DiagWarning, "Not as in the schema",
		"The value of %q in %s is %s, but its schema requires blocks. It is omitted.", w.pathText(), w.typ, v.Kind)
	return nil
}

func (w *walker) specBlock(name string, v value, spec *typespec.Block) *hclwrite.Block {
	if v.unknown.IsTrue() {
		w.recordUnknown()
		return nil
	}
	if v.isNull() || v.Kind != jsontree.Object {
		return nil
	}
	return &hclwrite.Block{Type: name, Body: w.specBody(v, spec.Body).body()}
}

// specAttribute returns the expression of an attribute, or false if it is omitted.
// inBody is true if the attribute is in a body, not in an object.
func (w *walker) specAttribute(v value, a *typespec.Attribute, inBody bool) (hclwrite.Expr, bool) {
	switch {
	case v.unknown.IsTrue():
		w.recordUnknown()
		if a.Required {
			w.warn(hcl.DiagWarning, "Required argument",
				"%q in %s must be set, but is known only after the apply. A comment lists it.", w.pathText(), w.typ)
		}
		return nil, false
	case !a.IsArgument() || a.WriteOnly:
		return nil, false
	case v.isNull():
		w.recordUnknownIn(v.unknown)
		w.warnNull(v, a)
		return nil, false
	case a.Nested != nil && v.Kind != nestedKind(a):
		w.warn(hcl.DiagWarning, "Not as in the schema",
			"The value of %q in %s is %s, but its schema requires %s. It is omitted.", w.pathText(), w.typ, v.Kind,
			nestedKind(a))
		return nil, false
	case len(w.path) == 1 && w.legacy && w.path[0].Name == "id":
		return nil, false
	case a.Optional && a.Computed && a.Deprecated:
		return nil, false
	case a.Optional && a.Computed && !v.unknown.ContainsTrue() &&
		(w.legacy && isZero(v.Value) || a.Nested != nil && !w.hasConfiguredValue(v.Value, a)):
		return nil, false
	case a.Optional && inBody && w.legacy && isUnset(v.Value) && !v.unknown.ContainsTrue():
		return nil, false
	case a.Sensitive || v.isSensitive():
		return w.hiddenExpr(v, a.Type, false), true
	case a.Nested != nil:
		return w.nestedExpr(v, a)
	}
	if a.Type == cty.DynamicPseudoType && (v.Kind == jsontree.Array || v.Kind == jsontree.Object) {
		w.warn(w.g.guessSeverity(), "Unknown type of a value",
			"%q in %s can have any type, and the document does not distinguish a list or set from a tuple, or a map "+
				"from an object. It is written as a tuple or an object.", w.pathText(), w.typ)
	}
	w.warnNull(v, a)
	return w.expr(v)
}

// warnNull warns about nulls in an argument of any type, because the document does not contain
// their types. Most null arguments are just unset, so they share one warning.
func (w *walker) warnNull(v value, a *typespec.Attribute) {
	switch {
	case a.Type != cty.DynamicPseudoType || v.Value == nil || !containsNull(v.Value):
	case v.isNull():
		w.warn(hcl.DiagWarning, "Unknown type of a null",
			"Arguments of %s that can have any type are null, and are omitted. If one of them was set to a null with "+
				"a type, such as the value of a variable, the next plan changes it. The document does not contain "+
				"the type.", w.typ)
	default:
		w.warn(hcl.DiagWarning, "Unknown type of a null",
			"%q in %s can have any type, and contains nulls. If one of them had a type, such as the value of a "+
				"variable, the next plan changes the argument. The document does not contain the type.", w.pathText(), w.typ)
	}
}

// containsNull reports whether a value or a part of it is null.
func containsNull(v *jsontree.Value) bool {
	return v.Kind == jsontree.Null ||
		slices.ContainsFunc(v.Elems, func(e jsontree.Value) bool { return containsNull(&e) }) ||
		slices.ContainsFunc(v.Members, func(m jsontree.Member) bool { return containsNull(&m.Value) })
}

// isZero reports whether an argument that is also computed, and so has no default, is empty.
func isZero(v *jsontree.Value) bool {
	return isUnset(v) || v.Kind == jsontree.Bool && v.Text == "false" || v.Kind == jsontree.Number && v.Text == "0"
}

// nestedExpr returns the expression of nested attributes.
func (w *walker) nestedExpr(v value, a *typespec.Attribute) (hclwrite.Expr, bool) {
	object := func(v value) (hclwrite.Expr, bool) { return w.nestedObjectExpr(v, a) }
	switch {
	case a.Nesting == typespec.NestingSingle:
		return object(v)
	case v.Kind == jsontree.Array:
		return w.tuple(v, object), true
	case w.g.hidesName(v):
		return w.hiddenExpr(v, cty.NilType, true), true
	}
	return w.object(v, object), true
}

// nestedObjectExpr returns the expression of one object of nested attributes.
func (w *walker) nestedObjectExpr(v value, a *typespec.Attribute) (hclwrite.Expr, bool) {
	if v.isNull() || v.Kind != jsontree.Object || v.unknown.IsTrue() || v.isSensitive() {
		return w.expr(v)
	}
	object := &hclwrite.Object{}
	for name, m := range v.members() {
		attribute := a.Nested[name]
		if attribute == nil {
			continue
		}
		w.push(jsonformat.Step{Name: name})
		if e, ok := w.specAttribute(m, attribute, false); ok {
			object.Items = append(object.Items, hclwrite.NewItem(name, e))
		}
		w.pop()
	}
	return object, true
}

// nestedKind returns the kind of the value of nested attributes.
func nestedKind(a *typespec.Attribute) jsontree.Kind {
	if a.Nesting == typespec.NestingList || a.Nesting == typespec.NestingSet {
		return jsontree.Array
	}
	return jsontree.Object
}

// hasConfiguredValue reports whether the value of nested attributes contains a value that only the
// configuration can set. Otherwise the whole value may be computed.
//
// Mirrors opentofu internal/plans/objchange/objchange.go, optionalValueNotComputable
func (w *walker) hasConfiguredValue(v *jsontree.Value, a *typespec.Attribute) bool {
	for _, object := range nestedObjects(v, a.Nesting) {
		for i := range object.Members {
			m := &object.Members[i]
			inner := a.Nested[m.Name]
			if inner == nil || m.Value.Kind == jsontree.Null || !inner.IsArgument() {
				continue
			}
			if inner.Nested == nil || !inner.Computed || w.hasConfiguredValue(&m.Value, inner) {
				return true
			}
		}
	}
	return false
}

// isUnset reports whether the legacy SDK uses the value for an unset argument and makes the same plan
// for it.
func isUnset(v *jsontree.Value) bool {
	switch v.Kind {
	case jsontree.String:
		return v.Text == ""
	case jsontree.Array:
		return len(v.Elems) == 0
	case jsontree.Object:
		return len(v.Members) == 0
	}
	return false
}

// computedNames are attributes that most providers compute, for types without a schema. A name that
// is an argument in some type is not listed. They apply only to the body of a resource.
var computedNames = []string{
	"arn", "create_time", "created_at", "creation_timestamp", "etag", "hosted_zone_id", "id", "owner_id", "self_link",
	"tags_all", "terraform_labels", "unique_id", "unique_writer_identity", "update_time", "updated_at", "urn",
}

// guesses are the guesses about one type.
type guesses struct {
	place jsonformat.Value
	// computed are omitted attributes; the other names are written as blocks or arguments, possibly
	// incorrectly.
	computed, blocks, arguments map[string]bool
}

// typeGuesses returns the guesses about the resource's type.
func (w *walker) typeGuesses() *guesses {
	found := w.g.guessed[w.typ]
	if found == nil {
		found = &guesses{w.Place, map[string]bool{}, map[string]bool{}, map[string]bool{}}
		w.g.guessed[w.typ] = found
	}
	return found
}

// guessBody makes the content of a body.
func (w *walker) guessBody(v value) *bodyWriter {
	content := &bodyWriter{}
	for name, m := range v.members() {
		w.push(jsonformat.Step{Name: name})
		switch {
		case m.unknown.IsTrue():
			w.recordUnknown()
		case len(w.path) == 1 && slices.Contains(computedNames, name):
			if !m.isNull() {
				w.typeGuesses().computed[name] = true
			}
		case !hcltext.IsIdentifier(name):
			w.warn(hcl.DiagWarning, "Invalid name",
				"%s has a value whose name is not an identifier. It is omitted.", w.typ)
		case m.isNull():
			w.recordUnknownIn(m.unknown)
		case !m.isSensitive() && isUnset(m.Value) && !m.unknown.ContainsTrue():
		case !m.isSensitive() && w.guessIsBlock(name, m):
			content.blocks = append(content.blocks, w.guessBlocks(name, m)...)
		default:
			e, ok := w.expr(m)
			content.set(name, e, ok)
		}
		w.pop()
	}
	return content
}

// guessIsBlock reports whether a value is written as blocks, and records the guess. States
// represent blocks as a list of objects, and only timeouts as an object.
func (w *walker) guessIsBlock(name string, v value) bool {
	blocks := w.typeGuesses().blocks
	form := guess.ObjectForm
	if v.Kind == jsontree.Array {
		form = guess.ListForm
	}
	switch class := w.language.Classify(name, form); {
	case class.Listed == guess.IsAttribute:
		return false
	case v.Kind == jsontree.Object && (class.Listed != guess.IsBlock || !class.Sure) && name != tfname.TimeoutsBlock:
		w.typeGuesses().arguments[name] = true
		return false
	case v.Kind == jsontree.Object && w.isBodyLike(v.Value):
		blocks[name] = true
		return true
	case v.Kind == jsontree.Array &&
		!slices.ContainsFunc(v.Elems,
			func(e jsontree.Value) bool { return e.Kind != jsontree.Object || !w.isBodyLike(&e) }):
		blocks[name] = true
		return true
	}
	return false
}

// isBodyLike reports whether an object can be the value of a block.
func (w *walker) isBodyLike(object *jsontree.Value) bool {
	unnamed := func(m jsontree.Member) bool { return !hcltext.IsIdentifier(m.Name) }
	return !slices.ContainsFunc(object.Members, unnamed) && !w.g.hidesName(value{Value: object})
}

func (w *walker) guessBlocks(name string, v value) []*hclwrite.Block {
	if v.Kind == jsontree.Object {
		body := w.guessBody(v)
		if len(body.attributes)+len(body.blocks) == 0 {
			return nil
		}
		return []*hclwrite.Block{{Type: name, Body: body.body()}}
	}
	var blocks []*hclwrite.Block
	for i := range v.Elems {
		w.push(jsonformat.Step{Index: i, IsIndex: true})
		if e := v.element(i); e.unknown.IsTrue() {
			w.recordUnknown()
		} else {
			blocks = append(blocks, &hclwrite.Block{Type: name, Body: w.guessBody(e).body()})
		}
		w.pop()
	}
	return blocks
}
