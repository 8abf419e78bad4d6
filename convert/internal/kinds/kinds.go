// Package kinds classifies the names of JSON: attribute or blocks, with the row of the schema and the number of labels.
//
// The evidence is the schema, a hint, a dynamic block, or the value. If it is not sufficient, the values of the name in
// all bodies of the module decide, and the result is a guess. The package imports JSON, the schema, annotations, hints,
// report, shape and syntax. Read [Body] and [Body.Classify] first.
package kinds

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/hints"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/shape"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Property is a member of a JSON body with the decision whether it is an attribute or blocks.
type Property struct {
	Member *jsontree.Member
	Kind   guess.Kind
	// Refused is true if an error was reported, because native syntax has no item for the member.
	Refused bool
	// InList is true if the value is an object that JSON contains in a list.
	InList bool
	// Value is the rule for the value of an attribute.
	Value *tables.Value
	// Rule is the row of the blocks, or nil. Labels is their number of labels. LabelsPerElement is true if a
	// hint defines the number for each element of the array.
	Rule             *tables.Block
	Labels           int
	LabelsPerElement bool
}

// File is what the classification of the names of all bodies of a file shares.
type File struct {
	*report.Reporter
	// ForTools is true if only tools read the JSON.
	ForTools bool
	Peers    *Peers
	// guesses maps a reason to the guesses for it.
	guesses map[string]*guesses
}

// Body classifies the names of one body.
type Body struct {
	File    *File
	Objects []*jsontree.Value
	Schema  *tables.Body
	// Outer is the parent body, or nil. BlockType, labels and rule are the type, all labels and the
	// row of the block of the body.
	Outer     *Body
	BlockType string
	Labels    []string
	Rule      *tables.Block
	// Annotation is the annotation of the body.
	Annotation annotation.Annotation
	// Hints provides the hints of the reference tree for this body.
	Hints *hints.Body
	// properties contains the members of the body that are classified so far.
	properties []Property
	// index maps a name to its first property. It is only used for a body with many properties.
	index   map[string]int
	indexed int
	// generated maps the types of blocks that dynamic blocks generate to their numbers of labels.
	generated map[string]int
	// samePeers is the result of bodies. It is set on the first use.
	samePeers *bodies
}

// Prepare finds the evidence for the names that the annotation of the body and its dynamic blocks contain. It must be
// called before the first name is classified.
func (r *Body) Prepare() {
	r.Annotation.IsOwn = r.Hints != nil && !r.Hints.ContainsForeign
	if !r.Schema.NoComments {
		r.Annotation.ReadAll(r.Objects)
	}
	r.generated = generatedTypes(r.Objects, r.Schema)
	size := 0
	for _, object := range r.Objects {
		size += len(object.Members)
	}
	r.properties = make([]Property, 0, size)
}

// Classify decides whether a member of a body is an attribute or blocks. It returns the
// property and the hint for it.
func (r *Body) Classify(m *jsontree.Member) (*Property, hints.Hint) {
	r.properties = append(r.properties, Property{Member: m})
	p := &r.properties[len(r.properties)-1]
	argument, block, h := r.schemaRows(p)
	isReserved := r.File.Reserved(m.Name, m.NameStart, r.Schema)
	switch {
	case r.Schema.NestedInLists && argument == nil && block == nil:
		r.classifyInLists(p, h)
	case block == nil && len(h.Labels) > 0:
		if !isReserved && (argument != nil || r.Schema.Remain != tables.RemainUnknown) {
			r.reportRefusedHint(p, "Unknown block type",
				"%s has no block type %q here, but a \"//\" property lists it as a block. "+
					"It is converted as a block with an unknown schema.", report.OriginOf(r.File.Dialect, r.Schema), m.Name)
		}
		r.makeBlocks(p, nil, h.Labels[0], h)
	case argument != nil:
		if argument.NoJSON != "" && !r.File.ForTools && slices.ContainsFunc(m.Value.Members, containsCollection) {
			r.reportRefused(p, "No JSON form", "%s", argument.NoJSON)
		}
		r.File.OtherTarget(argument.OtherTarget, "argument", m.Name, m.NameStart, m.NameEnd)
		r.makeAttribute(p, argument.Value)
	case block != nil && block.Origin.External() && !shape.CanRepresentBlocks(&m.Value, len(block.Labels)):
		r.reportRefused(p, "Not a block",
			"%s takes blocks for %q, but this value cannot be a block. It is converted as an argument.",
			report.OriginOf(r.File.Dialect, r.Schema), m.Name)
		r.makeAttribute(p, r.Schema.RemainValue)
	case block != nil:
		r.File.OtherTarget(block.OtherTarget, "block type", m.Name, m.NameStart, m.NameEnd)
		r.checkShape(p, block)
		r.makeBlocks(p, block, len(block.Labels), h)
	case r.Schema.Remain == tables.RemainAttributes:
		r.makeAttribute(p, r.Schema.RemainValue)
	default:
		r.classifyUnlisted(p, h)
	}
	return p, h
}

// schemaRows returns the row that applies to a property: an argument, a block or neither. It also
// returns the hint from the annotation. If there is none, it returns the hint from the reference
// tree.
func (r *Body) schemaRows(p *Property) (argument *tables.Attribute, block *tables.Block, h hints.Hint) {
	name := p.Member.Name
	argument, block = r.Schema.Lookup(name)
	if h = hints.Annotated(&r.Annotation, name); !h.Found {
		h = r.Hints.HintFor(p.Member, r.Schema, argument, block)
	}
	p.InList = r.Schema.NestedInLists && h.InList
	hinted := h.Kind == guess.IsAttribute
	if argument == nil && block != nil && hinted {
		// The hint is from a file in which a provider defines an attribute with the name of a block.
		r.reportRefusedHint(p, "Not an argument",
			"A \"//\" property lists %q as an argument, but %s reads a block here. "+
				"It is converted as an argument.", name, r.File.Dialect.Product)
		block = nil
	}
	if h.AsBlocks {
		switch {
		case argument == nil && block == nil && r.Schema.Remain != tables.RemainAttributes:
			// In JSON, the product accepts only the argument, even if native syntax contains blocks.
			argument, h.Labels = &tables.Attribute{Value: r.Schema.RemainValue}, nil
		case argument == nil || argument.AsBlocks == nil:
			r.warnAbout(p, "Not an argument that may be written as blocks",
				"A \"//\" property lists %q as blocks in native syntax, but %s does not accept blocks here. "+
					"This part of the property is ignored.", name, report.OriginOf(r.File.Dialect, r.Schema))
			delete(r.Annotation.IsBlocks, name)
			h.AsBlocks = false
		}
	}
	switch {
	case argument == nil || block == nil:
	case hinted:
		block = nil
	case r.representsBlocks(p.Member, block):
		argument = nil
	default:
		if r.Hints.HasBlocks(name) && r.Hints.Source != "" && containsCollection(*p.Member) {
			r.reject(p, "Not a block", "%q is a block in the file, but this value cannot be a block. Write one block "+
				"with its arguments and without a \"//\" property; put its comments in \"at\" of the enclosing body. "+
				"For an argument, list the name in \"attributes\" there.", name)
		}
		block = nil
	}
	if element := r.newerElement(p.Member, argument, h); element != nil {
		argument, block = nil, element
	}
	return argument, block, h
}

// representsBlocks reports whether a property that may be an argument or blocks represents blocks.
// If the reference tree contains such blocks, the objects may also contain unknown arguments.
func (r *Body) representsBlocks(m *jsontree.Member, block *tables.Block) bool {
	if shape.CanBeBlocks(shape.JSON{Value: &m.Value}, block, len(block.Labels)) {
		return true
	}
	loose := *block
	loose.Body = &tables.Body{Remain: tables.RemainAttributes}
	return r.Hints.HasBlocks(m.Name) && shape.CanBeBlocks(shape.JSON{Value: &m.Value}, &loose, len(block.Labels))
}

// newerElement returns a row for blocks if the objects of an argument contain names that the
// built-in table does not contain. The names are from another version of the provider. Unlike
// objects, blocks do not need all arguments of that version. All values of the name in bodies of this type must be
// objects.
func (r *Body) newerElement(m *jsontree.Member, argument *tables.Attribute, h hints.Hint) *tables.Block {
	if argument == nil || argument.AsBlocks == nil || r.Schema.Origin.Kind != tables.FromTable || r.File.Dialect.Merges ||
		len(argument.AsBlocks.Body().Attributes) == 0 { // the table contains none of the names
		return nil
	}
	if h.Kind == guess.IsAttribute || h.AsBlocks || !shape.IsBlockList(shape.JSON{Value: arrayOf(&m.Value)}) {
		return nil
	}
	isNewer := false
	for _, u := range r.usesOf(m.Name) {
		list := arrayOf(u.value)
		if !shape.IsBlockList(shape.JSON{Value: list}) {
			return nil
		}
		isNewer = isNewer || slices.ContainsFunc(list.Elems, func(element jsontree.Value) bool {
			return slices.ContainsFunc(element.Members, func(m jsontree.Member) bool {
				known, _ := argument.AsBlocks.Body().Lookup(m.Name)
				return known == nil
			})
		})
	}
	if !isNewer {
		return nil
	}
	return &tables.Block{Type: m.Name, Body: argument.AsBlocks.Body()}
}

// arrayOf returns v if it is an array. Otherwise it returns an array that contains v.
func arrayOf(v *jsontree.Value) *jsontree.Value {
	if v.Kind == jsontree.Array {
		return v
	}
	return &jsontree.Value{Kind: jsontree.Array, Elems: []jsontree.Value{*v}}
}

// containsCollection reports whether the value of a member is an object or an array.
func containsCollection(m jsontree.Member) bool {
	return m.Value.Kind == jsontree.Object || m.Value.Kind == jsontree.Array
}

// classifyInLists classifies a property of a body with NestedInLists. For the product, there is no
// difference between attributes and blocks in this body.
func (r *Body) classifyInLists(p *Property, h hints.Hint) {
	m := p.Member
	switch {
	case len(h.Labels) == 1 && h.Labels[0] > 0 && shape.IsLabelledBlockList(&m.Value, h.Labels[0]):
		r.makeBlocks(p, nil, h.Labels[0], h)
	case h.Kind == guess.IsAttribute || h.InList:
		r.makeAttribute(p, r.Schema.RemainValue)
	case shape.IsBlockList(shape.JSON{Value: &m.Value}):
		r.makeBlocks(p, nil, 0, h)
	default:
		r.makeAttribute(p, r.Schema.RemainValue)
	}
}

// checkShape warns about a value that the product does not accept as blocks of a type.
func (r *Body) checkShape(p *Property, block *tables.Block) {
	v := &p.Member.Value
	if block.Shape == tables.ArrayShape && v.Kind != jsontree.Array {
		r.reportRefused(p, "Array required", "%s takes an array for %q, even for a single block.",
			report.OriginOf(r.File.Dialect, r.Schema), p.Member.Name)
	}
	if block.Shape == tables.ObjectShape && !r.hasObjectShape(v, block) {
		r.reportRefused(p, "Object required", "%s takes an object for %q at each level, never an array.",
			report.OriginOf(r.File.Dialect, r.Schema), p.Member.Name)
	}
}

// hasObjectShape reports whether a value has the form that ObjectShape requires: an object at each
// level. A product that counts blocks also accepts an array with at most one element.
func (r *Body) hasObjectShape(v *jsontree.Value, rule *tables.Block) bool {
	values := []*jsontree.Value{v}
	if v.Kind == jsontree.Array && len(v.Elems) < 2 && !shape.IsReadAsAttribute(rule, r.Schema) {
		values = values[:0]
		for i := range v.Elems {
			values = append(values, &v.Elems[i])
		}
	}
	return !slices.ContainsFunc(values, func(v *jsontree.Value) bool {
		levels := len(rule.Labels)
		if shape.IsUnlabelled(v, rule, levels) {
			levels = 0
		}
		return !shape.HasObjects(v, levels)
	})
}

// classifyUnlisted classifies a property that the schema does not define.
func (r *Body) classifyUnlisted(p *Property, h hints.Hint) {
	m := p.Member
	if r.Schema.Remain == tables.RemainNone {
		const detail = "%s has neither an argument nor a block type %q here.%s It is converted with an unknown schema."
		origin, similar := report.OriginOf(r.File.Dialect, r.Schema), report.Suggestion(m.Name, r.Schema)
		if r.Schema.Origin.Kind == tables.FromLanguage {
			r.reportRefused(p, "Unknown name", detail, origin, m.Name, similar)
		} else {
			r.warnAbout(p, "Unknown name", detail, origin, m.Name, similar).Schema = true
		}
	}
	isRefusedNull := m.Value.Kind == jsontree.Null && r.Schema.Bundled != nil // no block would remain of it
	if isRefusedNull {
		r.reportRefused(p, "Unknown name", "%s has neither an argument nor a block type %q here.",
			report.OriginOf(r.File.Dialect, r.Schema.Bundled), m.Name)
	}
	if h.Kind == guess.IsAttribute || isRefusedNull {
		r.makeAttribute(p, r.Schema.RemainValue)
		return
	}
	if labels, ok := r.generated[m.Name]; ok && shape.CanRepresentBlocks(&m.Value, labels) {
		r.makeBlocks(p, nil, labels, h)
		return
	}
	if r.guessKind(p) == guess.IsBlock {
		r.makeBlocks(p, nil, 0, h)
		return
	}
	r.makeAttribute(p, r.Schema.RemainValue)
}
