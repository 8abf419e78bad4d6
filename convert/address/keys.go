package address

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// valueKey is a part of the value of a declaration: the names in references to the declaration, and the keys from its
// value to this part.
type valueKey struct{ names, path []string }

func (k valueKey) equal(other valueKey) bool {
	return slices.Equal(k.names, other.names) && slices.Equal(k.path, other.path)
}

// moveKeys renames keys in the values of declarations: in the value, in the type of a variable, in the values that the
// declaration gets from other files, and in references.
func (m *Module) moveKeys(keys []valueKey, style *conventions.Style, to string) (places int, diags hcl.Diagnostics) {
	for i := 0; i < len(keys) && !diags.HasErrors(); i++ {
		done, more := m.renameKey(style, keys[i], to)
		places, diags = places+done, append(diags, more...)
	}
	return places, diags
}

// valueKeys returns the keys at an address, if all of its places are such keys. In the address of a declaration with a
// value, such as var.m.k, the argument with the value can be missing.
func (m *Module) valueKeys(a Address) (keys []valueKey, style *conventions.Style) {
	list, diags := m.places(a)
	if len(list) == 0 {
		keys, style = m.shortKeys(a), m.declaringStyle()
	}
	for _, p := range list {
		k, ok := p.valueKey()
		if !ok || m.foreign(p) {
			return nil, nil
		}
		of := conventions.Of(p.declared().file.Dialect).Style
		found, _ := m.declaredKeys(k)
		if len(found) == 0 || style != nil && style != of { // in a declaration that other addresses do not find
			return nil, nil
		}
		if style = of; !slices.ContainsFunc(keys, k.equal) {
			keys = append(keys, k)
		}
	}
	if diags.HasErrors() || slices.ContainsFunc(keys, func(k valueKey) bool { return !m.definesKey(k) }) {
		return nil, nil
	}
	return keys, style
}

// shortKeys returns the key at an address that omits the argument with the value of a declaration, such as var.m.k.
func (m *Module) shortKeys(a Address) []valueKey {
	names := namesOf(a.steps)
	if m.declaringStyle() == nil || len(names) < 3 {
		return nil
	}
	for _, p := range m.find(a.steps[:2]) {
		if of := p.reference(); of != nil && p.row != nil && p.row.Value != "" && p.rules.Argument(names[2]) == nil {
			return []valueKey{{of, names[2:]}}
		}
	}
	return nil
}

// definesKey reports whether the value of a declaration or a type contains a key.
func (m *Module) definesKey(k valueKey) bool {
	found, _ := m.declaredKeys(k)
	return len(found)+len(m.typesWith(k)) > 0
}

// valueKey returns the key at a place. It returns false if the place is no constant key in an object of a declaration, for
// arguments of calls, and in lists.
func (p *place) valueKey() (k valueKey, ok bool) {
	if e := p.element(); e == nil || e.Key == nil || !e.Key.IsConstant() || p.hasStaticKeys() || p.outer.hasStaticKeys() {
		return k, false
	}
	names, path, ok := p.declaration()
	if !ok {
		return k, false
	}
	of := p.declared()
	if of.row == nil && of.outer.row == nil || len(path) == 0 {
		return k, false
	}
	style, row := conventions.Of(of.file.Dialect).Style, of.row
	if row != nil && row.Type == style.Calls.Type {
		return k, false
	}
	for at := p; at != of; at = at.outer {
		if _, isBlock := at.item.(*hclwrite.Block); isBlock {
			return k, false
		}
	}
	return valueKey{names, path}, true
}

// declared returns the place of the declaration that contains a place.
func (p *place) declared() *place {
	for p.reference() == nil {
		p = p.outer
	}
	return p
}

// keysAt returns the items of the objects at a place with a path of keys, and the places whose keys are unknown.
func (p *place) keysAt(path []string) (found, unknown []*place) {
	switch e := (*p.slot()).(type) {
	case *hclwrite.Object, *hclwrite.Tuple, *hclwrite.Literal, nil:
	case *hclwrite.Template:
		if hcltext.HasSequence(e.Text) {
			unknown = append(unknown, p)
		}
	case *hclwrite.Native:
		call, _ := hclsyntax.ParseExpression([]byte(e.Text+"\n"), "", hcl.InitialPos)
		if len(p.file.open(p, e)) < arguments(call) {
			unknown = append(unknown, p)
		}
	default:
		unknown = append(unknown, p)
	}
	list := p.keys()
	unknown = append(unknown, list.computed...)
	if len(path) == 1 {
		return slices.Clone(list.named[path[0]]), unknown
	}
	for _, part := range list.named[path[0]] {
		inner, more := part.keysAt(path[1:])
		found, unknown = append(found, inner...), append(unknown, more...)
	}
	return found, unknown
}

// arguments returns the number of arguments of a call, in which nested calls count with their arguments; 1 for another
// expression.
func arguments(e hclsyntax.Expression) (n int) {
	call, ok := e.(*hclsyntax.FunctionCallExpr)
	if !ok || len(call.Args) == 0 {
		return 1
	}
	for _, arg := range call.Args {
		n += arguments(arg)
	}
	return n
}

// declaredKeys returns the places of a key in the values of its declaration, and the places whose keys are unknown.
func (m *Module) declaredKeys(k valueKey) (found, unknown []*place) {
	add := func(p *place, path []string) {
		inner, more := p.keysAt(path)
		found, unknown = append(found, inner...), append(unknown, more...)
	}
	for _, p := range m.declarations(k.names) {
		if p.contents() == nil {
			add(p, k.path)
			continue
		}
		argument, path := p.row.Value, k.path
		if argument == "" && len(path) > 1 {
			argument, path = path[0], path[1:]
		}
		for _, part := range p.allParts() {
			if _, isArgument := part.item.(*hclwrite.Attribute); isArgument && hclwrite.ItemName(part.item) == argument {
				add(part, path)
			}
		}
	}
	return found, unknown
}

// typesWith returns the arguments with the types of a declaration that define a key.
func (m *Module) typesWith(k valueKey) (list []*place) {
	for _, p := range m.declarations(k.names) {
		if p.contents() == nil {
			continue
		}
		for _, part := range p.allParts() {
			if part.rule == nil || part.rule.Mode != tables.Type {
				continue
			}
			if keys, _ := typeKeys(part.typeText(), k.path); len(keys) > 0 {
				list = append(list, part)
			}
		}
	}
	return list
}

// typeText returns the text of a type at a place.
func (p *place) typeText() string {
	if t, ok := (*p.slot()).(*hclwrite.Template); ok {
		return hcltext.TemplateText(t.Text) // the form of old versions
	}
	if p.file.root().JSON {
		return hclwrite.ExprText(*p.slot())
	}
	return p.text()
}

// typeKeys returns the ranges of a path of keys in a type. A default value of an optional key can contain them too.
// isShared is true if one of them is in the type of all elements of a map.
func typeKeys(text string, path []string) (list []hcl.Range, isShared bool) {
	var inside func(e hclsyntax.Expression, path []string)
	inside = func(e hclsyntax.Expression, path []string) {
		switch e := e.(type) {
		case *hclsyntax.FunctionCallExpr:
			switch {
			case e.Name == "object", e.Name == "optional":
				for _, arg := range e.Args {
					inside(arg, path)
				}
			case e.Name == "map" && len(e.Args) == 1 && len(path) > 1:
				n := len(list)
				inside(e.Args[0], path[1:])
				isShared = isShared || len(list) > n
			}
		case *hclsyntax.ObjectConsExpr:
			for _, item := range e.Items {
				key, _ := item.KeyExpr.Value(nil)
				isFirst := key.Type() == cty.String && key.IsWhollyKnown() && key.AsString() == path[0]
				switch {
				case !isFirst:
				case len(path) == 1:
					list = append(list, item.KeyExpr.Range())
				default:
					inside(item.ValueExpr, path[1:])
				}
			}
		}
	}
	e, _ := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl.InitialPos)
	inside(e, path)
	return list, isShared
}

// renameKey renames a key in the value of a declaration, and the references to it. A warning names the places that can
// use the old key, or define it.
func (m *Module) renameKey(style *conventions.Style, k valueKey, to string) (places int, diags hcl.Diagnostics) {
	r := renaming{style: style, from: slices.Concat(k.names, k.path), declared: len(k.names)}
	r.to = withLast(r.from, to)
	found, _ := m.declaredKeys(k)
	types := m.typesWith(k)
	p := *append(found, types...)[0]
	p.node = &node{address: hcltext.Address(r.from...)} // for messages
	other := valueKey{k.names, withLast(k.path, to)}
	given, _ := m.tree.givenKeys(m.dir, other)
	declared, _ := m.declaredKeys(other)
	if there := slices.Concat(declared, m.typesWith(other), given); len(there) > 0 {
		return 0, p.cannot("cannot be called " + to + ", which " + there[0].line() + " defines already")
	}
	for _, of := range types {
		if _, isShared := typeKeys(of.typeText(), k.path); isShared {
			return 0, p.cannot("cannot be called " + to + ", because " + of.line() + " defines its type for all elements of " +
				"a map. Rename this key in all of them by hand")
		}
	}
	if len(types) > 0 && !hcltext.IsIdentifier(to) {
		return 0, p.cannot("cannot be called " + to + ", which is not an identifier, as types need")
	}
	if diags = m.follow(&p, r, hcltext.Address(r.to...)); diags.HasErrors() {
		return 0, diags
	}
	found, unknown := m.declaredKeys(k)
	given, more := m.tree.givenKeys(m.dir, k)
	var computed []string
	for _, p := range append(found, given...) {
		p.setKey(hcltext.EscapeTemplate(to), false)
		computed = append(computed, p.computedKeys()...)
	}
	for _, p := range found {
		m.defining[p.file.root().Filename] = true
	}
	for _, p := range m.typesWith(k) {
		if wrong := p.setType(k.path, to); wrong.HasErrors() {
			return 0, wrong
		}
		m.defining[p.file.Filename] = true
	}
	m.renames = append(m.renames, r)
	var lines []string
	for _, p := range append(unknown, more...) {
		lines = append(lines, p.line())
	}
	for _, use := range m.tree.uses(m.dir, style, query{names: k.names, path: k.path}) {
		copied := slices.ContainsFunc(style.Copies, func(row conventions.CopyRow) bool {
			return row.Name == k.names[0] && row.Argument == k.path[0] &&
				use.mayUse(slices.Concat([]string{row.Attribute}, k.path[1:]))
		})
		if use.key == nil && use.historic() == nil && (use.isWhole || copied || use.mayUse(k.path)) {
			lines = append(lines, use.line())
		}
	}
	diags = append(diags, p.usedElsewhere(hcltext.Unique(lines))...)
	return max(len(found), 1), append(diags, p.mayCollide(to, computed)...)
}

// givenKeys returns the places of a key in the values that a declaration of a module gets from other modules, tests and
// files of values, and the places whose keys are unknown, or whose value several modules get.
func (t *Tree) givenKeys(dir string, k valueKey) (found, unknown []*place) {
	t.each(t.reaching(dir), query{names: slices.Concat(k.names, k.path)}, func(use *Reference) {
		if use.key == nil || *use.key.slot() == nil || use.Module != dir || !slices.Equal(use.names, k.names) {
			return
		}
		inner, more := use.key.keysAt(k.path)
		if use.isShared {
			more, inner = append(more, inner...), nil
		}
		found, unknown = append(found, inner...), append(unknown, more...)
	})
	return found, unknown
}

// setType renames a key in the type at a place.
func (p *place) setType(path []string, to string) hcl.Diagnostics {
	text := p.typeText()
	keys, _ := typeKeys(text, path)
	for _, rng := range slices.Backward(keys) {
		text = text[:rng.Start.Byte] + to + text[rng.End.Byte:]
	}
	value, diags := nativeedit.ParseValue(p.file.changes, text)
	if p.file.JSON {
		value, diags = hclwrite.ParseExpr(text+"\n", p.file.Filename)
	}
	if diags.HasErrors() {
		return p.cannot("cannot get the type " + text)
	}
	if _, quoted := (*p.slot()).(*hclwrite.Template); quoted {
		value = hclwrite.NewString(text)
	} else if p.file.JSON {
		nativeedit.ClearSpans(value)
	}
	p.setValue(value)
	return nil
}
