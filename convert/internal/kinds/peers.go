package kinds

import (
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/convert/internal/hints"
	"github.com/hcljson/hcljson/convert/internal/shape"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Peers contains the HCL-JSON files of a module. A name has the same kind in all bodies of a type, so a guess
// uses its values in all of these files. It is safe for concurrent use.
type Peers struct {
	// sources returns the files. It is called for the first guess of a conversion.
	sources func() []*source.Source
	mu      sync.Mutex
	// root contains the root bodies of the files. It is set on the first use.
	root *bodies
}

// NewPeers returns the files of sources.
func NewPeers(sources func() []*source.Source) *Peers { return &Peers{sources: sources} }

// lock protects the peers of all files, and returns the function that unlocks them.
func (p *Peers) lock() func() {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	return p.mu.Unlock
}

// rootOf returns the root bodies of all files. objects is the root body of the file with the given name, which
// may differ from its text in sources.
func (p *Peers) rootOf(filename string, objects []*jsontree.Value) *bodies {
	if p == nil || len(objects) == 0 {
		return newBodies(objects)
	}
	if p.root == nil {
		p.root = p.read("")
	}
	if slices.ContainsFunc(p.root.bodies, func(b peerBody) bool { return b.objects[0] == objects[0] }) {
		return p.root
	}
	root := p.read(filename)
	root.bodies = append(root.bodies, peerBody{objects: objects})
	return root
}

// read returns the root bodies of all files except one.
func (p *Peers) read(except string) *bodies {
	root := &bodies{}
	for _, src := range p.sources() {
		if src.JSON && src.Name != except {
			if v, diags := src.Values(); !diags.HasErrors() {
				root.addBody(v)
			}
		}
	}
	return root
}

// bodies contains all bodies of one type in a module. A name has the same kind in all of them, so their values
// together are the evidence for a guess.
type bodies struct {
	bodies []peerBody
	// arrays is true if every block of the type is in an array, even a single block.
	arrays bool
	// uses maps a name to its values in the bodies. It is set on the first use.
	uses map[string][]use
	// strengths maps a name to the strongest evidence, and inner a type of blocks, with the labels and the value
	// that select the body, to their bodies. Both contain the results so far.
	strengths map[string]strength
	inner     map[string]*bodies
	// generated contains the types of the blocks that dynamic blocks generate. It is set on the first use.
	generated map[string]int
}

// peerBody is a body: its JSON objects. annotation is set on the first use.
type peerBody struct {
	objects    []*jsontree.Value
	annotation *annotation.Annotation
}

// use is a value of a name in a body.
type use struct {
	value *jsontree.Value
	body  *peerBody
}

func newBodies(objects []*jsontree.Value) *bodies {
	return &bodies{bodies: []peerBody{{objects: objects}}}
}

// bodies returns all bodies of the module with the type of r's body.
func (r *Body) bodies() *bodies {
	if r.samePeers == nil {
		r.samePeers = r.findPeers()
	}
	return r.samePeers
}

// usesOf returns the values of a name in all bodies of the module with the type of r's body.
func (r *Body) usesOf(name string) []use {
	defer r.File.Peers.lock()()
	return r.bodies().usesOf(name)
}

// strengthOf returns the strongest evidence for the kind of a name in these bodies.
func (r *Body) strengthOf(name string) strength {
	defer r.File.Peers.lock()()
	return r.bodies().strengthOf(name, r.Schema)
}

func (r *Body) findPeers() *bodies {
	outer := r.Outer
	switch {
	case outer == nil:
		return r.File.Peers.rootOf(r.File.Filename, r.Objects)
	case r.Rule != nil && len(r.Labels) < len(r.Rule.Labels):
		return newBodies(r.Objects)
	case outer.isDynamic() && r.BlockType == tables.ContentType:
		// The block generates blocks for the body that contains it.
		blockType := outer.Labels[0]
		_, rule := outer.Outer.Schema.Lookup(blockType)
		if rule != nil && len(rule.Labels) > 0 {
			return newBodies(r.Objects)
		}
		return outer.Outer.bodies().ofType(outer.Outer.Schema, rule, blockType, nil, nil)
	}
	return outer.bodies().ofType(outer.Schema, r.Rule, r.BlockType, r.Labels, r.Objects)
}

func (r *Body) isDynamic() bool {
	return r.Outer != nil && r.Outer.Schema.Dynamic && r.BlockType == tables.DynamicType && len(r.Labels) > 0
}

// ofType returns the bodies of the nested blocks with the type, the labels and the value that select the body
// of a block. labels and objects are the labels and the body of this block. s is the schema of the bodies in p,
// and rule is the row of the block.
func (p *bodies) ofType(
	s *tables.Body, rule *tables.Block, blockType string, labels []string, objects []*jsontree.Value,
) *bodies {
	by, levels := "", len(labels)
	if rule != nil {
		by, _ = StringOf(objects, rule.By)
		levels = len(rule.Labels)
	}
	switch {
	case rule != nil && len(rule.Dependent) == 0 && rule.Choose == nil:
		labels = nil
	case levels > 1:
		labels = labels[:levels-1] // the last label is a name
	}
	key := strings.Join(append([]string{blockType, by}, labels...), tables.LabelSeparator)
	if inner := p.inner[key]; inner != nil {
		return inner
	}
	inner := &bodies{arrays: p.arrays || levels > 0}
	for _, u := range p.usesOf(blockType) {
		inner.addBlocks(u.value, levels, labels)
		inner.arrays = inner.arrays && writesArrays(u.value, levels)
	}
	if s.Dynamic && levels == 0 {
		for _, u := range p.usesOf(tables.DynamicType) {
			inner.addContents(u.value, blockType)
		}
	}
	if rule != nil && rule.By != "" {
		inner.bodies = slices.DeleteFunc(inner.bodies, func(b peerBody) bool {
			value, _ := StringOf(b.objects, rule.By)
			return value != by
		})
	}
	if p.inner == nil {
		p.inner = map[string]*bodies{}
	}
	p.inner[key] = inner
	return inner
}

// addBlocks adds the bodies of the blocks that a value represents. levels is the number of their labels that are
// not read yet, and labels are the required first labels.
func (p *bodies) addBlocks(v *jsontree.Value, levels int, labels []string) {
	switch {
	case levels > 0:
		for object := range v.Each() {
			for i := range object.Members {
				switch m := &object.Members[i]; {
				case len(labels) == 0:
					p.addBlocks(&m.Value, levels-1, nil)
				case m.Name == labels[0]:
					p.addBlocks(&m.Value, levels-1, labels[1:])
				}
			}
		}
	case v.Kind == jsontree.Array:
		for i := range v.Elems {
			p.addBody(&v.Elems[i])
		}
	default:
		p.addBody(v)
	}
}

// addBody adds the body that an object, or an array of objects, represents.
func (p *bodies) addBody(v *jsontree.Value) {
	var b peerBody
	for object := range v.Each() {
		if object.Kind == jsontree.Object {
			b.objects = append(b.objects, object)
		}
	}
	if b.objects != nil {
		p.bodies = append(p.bodies, b)
	}
}

// addContents adds the contents of the dynamic blocks that generate blocks of a type.
func (p *bodies) addContents(dynamic *jsontree.Value, blockType string) {
	generators := &bodies{}
	generators.addBlocks(dynamic, 1, []string{blockType})
	for _, u := range generators.usesOf(tables.ContentType) {
		p.addBlocks(u.value, 0, nil)
	}
}

// usesOf returns the values of a name in the bodies.
func (p *bodies) usesOf(name string) []use {
	if p.uses == nil {
		p.uses = map[string][]use{}
		for i := range p.bodies {
			b := &p.bodies[i]
			for _, object := range b.objects {
				for j := range object.Members {
					m := &object.Members[j]
					p.uses[m.Name] = append(p.uses[m.Name], use{&m.Value, b})
				}
			}
		}
	}
	return p.uses[name]
}

// strength is the strength of the evidence for the kind of a name, in ascending order.
type strength uint8

const (
	// noStrength means null or an empty array, which are possible for both kinds.
	noStrength strength = iota
	guessedAttribute
	guessedBlock
	// onlyAttribute means a guess of an attribute, because the value cannot be blocks without labels.
	onlyAttribute
	certainBlock
	certainAttribute
)

// strengthOf returns the strongest evidence for the kind of a name that the schema s of the bodies does not
// contain.
func (p *bodies) strengthOf(name string, s *tables.Body) strength {
	strongest, known := p.strengths[name]
	if known {
		return strongest
	}
	uses := p.usesOf(name)
	for i, u := range uses {
		strongest = max(strongest, u.strength(name, s, p.arrays))
		if i > 0 && uses[i-1].body == u.body {
			strongest = max(strongest, certainBlock) // an argument would be a duplicate
		}
	}
	if p.strengths == nil {
		p.strengths, p.generated = map[string]strength{}, p.generatedTypes(s)
	}
	if _, isGenerated := p.generated[name]; isGenerated {
		strongest = max(strongest, certainBlock)
	}
	p.strengths[name] = strongest
	return strongest
}

// strength returns the evidence of one value.
func (u use) strength(name string, s *tables.Body, arrays bool) strength {
	h := hints.Annotated(u.body.readAnnotation(s), name)
	form := shape.Of(shape.JSON{Value: u.value})
	class := s.Classify(name, form)
	switch {
	case h.Kind == guess.IsAttribute:
		return certainAttribute
	case h.Kind == guess.IsBlock && slices.Max(h.Labels) == 0:
		return certainBlock
	case h.Kind == guess.IsBlock, form == guess.NullForm, form == guess.EmptyForm && class.Listed == guess.Unlisted:
		return noStrength
	case class.Sure && class.Kind == guess.IsAttribute:
		return certainAttribute
	case class.Sure:
		return certainBlock
	case form == guess.LabelsForm:
		return onlyAttribute
	case class.Kind == guess.IsAttribute, arrays && u.value.Kind == jsontree.Object:
		return guessedAttribute
	}
	return guessedBlock
}

// generatedTypes returns the types of the blocks that the dynamic blocks of all bodies generate.
func (p *bodies) generatedTypes(s *tables.Body) map[string]int {
	var objects []*jsontree.Value
	for i := range p.bodies {
		objects = append(objects, p.bodies[i].objects...)
	}
	return generatedTypes(objects, s)
}

// readAnnotation reads the annotation of a body with the schema s.
func (b *peerBody) readAnnotation(s *tables.Body) *annotation.Annotation {
	if b.annotation == nil {
		b.annotation = &annotation.Annotation{}
		for _, object := range b.objects {
			if v := object.Member(annotation.Property); v != nil && !s.NoComments {
				b.annotation.Read(v)
			}
		}
	}
	return b.annotation
}

// writesArrays reports whether the value of a block type contains an array that a file with objects for single
// blocks would not contain: at a level of labels, or with one body. levels is the number of labels.
func writesArrays(v *jsontree.Value, levels int) bool {
	isLabelled := levels > 0
	for ; levels > 0 && v.Kind == jsontree.Object && len(v.Members) > 0; levels-- {
		v = &v.Members[0].Value
	}
	return v.Kind == jsontree.Array && (levels > 0 || !isLabelled || len(v.Elems) == 1)
}
