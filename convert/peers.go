package convert

import (
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/convert/internal/shape"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/classify"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// peerFiles contains the HCL-JSON files of a module. A name has the same kind in all bodies of a type, so a guess
// uses its values in all of these files. It is safe for concurrent use.
type peerFiles struct {
	// sources returns the files. It is called for the first guess of a conversion.
	sources func() []*source.Source
	mu      sync.Mutex
	// root contains the root bodies of the files. It is set on the first use.
	root *peers
}

// newPeerFiles returns the files of sources.
func newPeerFiles(sources func() []*source.Source) *peerFiles { return &peerFiles{sources: sources} }

// lock protects the peers of all files, and returns the function that unlocks them.
func (p *peerFiles) lock() func() {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	return p.mu.Unlock
}

// rootOf returns the root bodies of all files. objects is the root body of the file with the given name, which
// may differ from its text in sources.
func (p *peerFiles) rootOf(filename string, objects []*jsontree.Value) *peers {
	if p == nil || len(objects) == 0 {
		return newPeers(objects)
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
func (p *peerFiles) read(except string) *peers {
	root := &peers{}
	for _, src := range p.sources() {
		if src.JSON && src.Name != except {
			if v, diags := src.Values(); !diags.HasErrors() {
				root.addBody(v)
			}
		}
	}
	return root
}

// peers contains all bodies of one type in a module. A name has the same kind in all of them, so their values
// together are the evidence for a guess.
type peers struct {
	bodies []peerBody
	// arrays is true if every block of the type is in an array, even a single block.
	arrays bool
	// uses maps a name to its values in the bodies. It is set on the first use.
	uses map[string][]use
	// strengths maps a name to the strongest evidence, and inner a type of blocks, with the labels and the value
	// that select the body, to their bodies. Both contain the results so far.
	strengths map[string]strength
	inner     map[string]*peers
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

func newPeers(objects []*jsontree.Value) *peers {
	return &peers{bodies: []peerBody{{objects: objects}}}
}

// peers returns all bodies of the module with the type of r's body.
func (r *classifier) peers() *peers {
	if r.samePeers == nil {
		r.samePeers = r.findPeers()
	}
	return r.samePeers
}

// usesOf returns the values of a name in all bodies of the module with the type of r's body.
func (r *classifier) usesOf(name string) []use {
	defer r.file.peers.lock()()
	return r.peers().usesOf(name)
}

// strengthOf returns the strongest evidence for the kind of a name in these bodies.
func (r *classifier) strengthOf(name string) strength {
	defer r.file.peers.lock()()
	return r.peers().strengthOf(name, r.schema)
}

func (r *classifier) findPeers() *peers {
	outer := r.outer
	switch {
	case outer == nil:
		return r.file.peers.rootOf(r.file.Filename, r.objects)
	case r.rule != nil && len(r.labels) < len(r.rule.Labels):
		return newPeers(r.objects)
	case outer.isDynamic() && r.blockType == schema.ContentType:
		// The block generates blocks for the body that contains it.
		blockType := outer.labels[0]
		_, rule := outer.outer.schema.Lookup(blockType)
		if rule != nil && len(rule.Labels) > 0 {
			return newPeers(r.objects)
		}
		return outer.outer.peers().ofType(outer.outer.schema, rule, blockType, nil, nil)
	}
	return outer.peers().ofType(outer.schema, r.rule, r.blockType, r.labels, r.objects)
}

func (r *classifier) isDynamic() bool {
	return r.outer != nil && r.outer.schema.Dynamic && r.blockType == schema.DynamicType && len(r.labels) > 0
}

// ofType returns the bodies of the nested blocks with the type, the labels and the value that select the body
// of a block. labels and objects are the labels and the body of this block. s is the schema of the bodies in p,
// and rule is the row of the block.
func (p *peers) ofType(
	s *schema.Body, rule *schema.Block, blockType string, labels []string, objects []*jsontree.Value,
) *peers {
	by, levels := "", len(labels)
	if rule != nil {
		by, _ = stringOf(objects, rule.By)
		levels = len(rule.Labels)
	}
	switch {
	case rule != nil && len(rule.Dependent) == 0 && rule.Choose == nil:
		labels = nil
	case levels > 1:
		labels = labels[:levels-1] // the last label is a name
	}
	key := strings.Join(append([]string{blockType, by}, labels...), schema.LabelSeparator)
	if inner := p.inner[key]; inner != nil {
		return inner
	}
	inner := &peers{arrays: p.arrays || levels > 0}
	for _, u := range p.usesOf(blockType) {
		inner.addBlocks(u.value, levels, labels)
		inner.arrays = inner.arrays && writesArrays(u.value, levels)
	}
	if s.Dynamic && levels == 0 {
		for _, u := range p.usesOf(schema.DynamicType) {
			inner.addContents(u.value, blockType)
		}
	}
	if rule != nil && rule.By != "" {
		inner.bodies = slices.DeleteFunc(inner.bodies, func(b peerBody) bool {
			value, _ := stringOf(b.objects, rule.By)
			return value != by
		})
	}
	if p.inner == nil {
		p.inner = map[string]*peers{}
	}
	p.inner[key] = inner
	return inner
}

// addBlocks adds the bodies of the blocks that a value represents. levels is the number of their labels that are
// not read yet, and labels are the required first labels.
func (p *peers) addBlocks(v *jsontree.Value, levels int, labels []string) {
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
func (p *peers) addBody(v *jsontree.Value) {
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
func (p *peers) addContents(dynamic *jsontree.Value, blockType string) {
	generators := &peers{}
	generators.addBlocks(dynamic, 1, []string{blockType})
	for _, u := range generators.usesOf(schema.ContentType) {
		p.addBlocks(u.value, 0, nil)
	}
}

// usesOf returns the values of a name in the bodies.
func (p *peers) usesOf(name string) []use {
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
func (p *peers) strengthOf(name string, s *schema.Body) strength {
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
func (u use) strength(name string, s *schema.Body, arrays bool) strength {
	h := annotatedHint(u.body.readAnnotation(s), name)
	form := shape.Of(shape.JSON{Value: u.value})
	class := classify.Property(s, name, form)
	switch {
	case h.kind == guess.IsAttribute:
		return certainAttribute
	case h.kind == guess.IsBlock && slices.Max(h.labels) == 0:
		return certainBlock
	case h.kind == guess.IsBlock, form == guess.NullForm, form == guess.EmptyForm && class.Listed == guess.Unlisted:
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
func (p *peers) generatedTypes(s *schema.Body) map[string]int {
	var objects []*jsontree.Value
	for i := range p.bodies {
		objects = append(objects, p.bodies[i].objects...)
	}
	return generatedTypes(objects, s)
}

// readAnnotation reads the annotation of a body with the schema s.
func (b *peerBody) readAnnotation(s *schema.Body) *annotation.Annotation {
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
