package convert

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/shape"
	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/classify"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/schema"
)

// property is a member of a JSON body with the decision whether it is an attribute or blocks.
type property struct {
	member   *jsontree.Member
	kind     guess.Kind
	evidence evidence
	// refused is true if an error was reported, because native syntax has no item for the member.
	refused bool
	// inList is true if the value is an object that JSON contains in a list.
	inList bool
	// value is the rule for the value of an attribute.
	value *schema.Value
	// rule is the row of the blocks, or nil. labels is their number of labels. labelsPerElement is true if a
	// hint defines the number for each element of the array.
	rule             *schema.Block
	labels           int
	labelsPerElement bool
}

// fileKinds is what the classification of the names of all bodies of a file shares.
type fileKinds struct {
	*report.Reporter
	// forTools is true if only tools read the JSON.
	forTools bool
	peers    *peerFiles
	// guesses maps a reason to the guesses for it.
	guesses map[string]*guesses
}

// classifier classifies the names of one body.
type classifier struct {
	file    *fileKinds
	objects []*jsontree.Value
	schema  *schema.Body
	// outer is the classifier of the parent body, or nil. blockType, labels and rule are the type, all labels and the
	// row of the block of the body.
	outer     *classifier
	blockType string
	labels    []string
	rule      *schema.Block
	// annotation is the annotation of the body.
	annotation annotation.Annotation
	// hints provides the hints of the reference tree for this body.
	hints *bodyHints
	// properties contains the members of the body that are classified so far.
	properties []property
	// index maps a name to its first property. It is only used for a body with many properties.
	index   map[string]int
	indexed int
	// generated maps the types of blocks that dynamic blocks generate to their numbers of labels.
	generated map[string]int
	// samePeers is the result of peers. It is set on the first use.
	samePeers *peers
}

// prepare finds the evidence for the names that the annotation of the body and its dynamic blocks contain. It must be
// called before the first name is classified.
func (r *classifier) prepare() {
	if r.annotation.IsOwn = r.hints != nil && !r.hints.containsForeign; !r.schema.NoComments {
		r.annotation.ReadAll(r.objects)
	}
	r.generated = generatedTypes(r.objects, r.schema)
	size := 0
	for _, object := range r.objects {
		size += len(object.Members)
	}
	r.properties = make([]property, 0, size)
}

// classifyProperty decides whether a member of a body is an attribute or blocks. It returns the
// property and the hint for it.
func (r *classifier) classifyProperty(m *jsontree.Member) (*property, nameHint) {
	r.properties = append(r.properties, property{member: m})
	p := &r.properties[len(r.properties)-1]
	argument, block, h := r.schemaRows(p)
	isReserved := r.file.Reserved(m.Name, m.NameStart, r.schema)
	switch {
	case r.schema.NestedInLists && argument == nil && block == nil:
		r.classifyInLists(p, h)
	case block == nil && len(h.labels) > 0:
		if !isReserved && (argument != nil || r.schema.Remain != schema.RemainUnknown) {
			r.reportRefusedHint(p, "Unknown block type",
				"%s has no block type %q here, but a \"//\" property lists it as a block. "+
					"It is converted as a block with an unknown schema.", report.OriginOf(r.file.Dialect, r.schema), m.Name)
		}
		p.evidence = h.by
		r.makeBlocks(p, nil, h.labels[0], h)
	case argument != nil:
		if argument.NoJSON != "" && !r.file.forTools && slices.ContainsFunc(m.Value.Members, containsCollection) {
			r.reportRefused(p, "No JSON form", "%s", argument.NoJSON)
		}
		r.file.OtherTarget(argument.OtherTarget, "argument", m.Name, m.NameStart, m.NameEnd)
		r.makeAttribute(p, argument.Value)
	case block != nil && block.Origin.External() && !shape.CanRepresentBlocks(&m.Value, len(block.Labels)):
		r.reportRefused(p, "Not a block",
			"%s takes blocks for %q, but this value cannot be a block. It is converted as an argument.",
			report.OriginOf(r.file.Dialect, r.schema), m.Name)
		p.evidence = byValue
		r.makeAttribute(p, r.schema.RemainValue)
	case block != nil:
		r.file.OtherTarget(block.OtherTarget, "block type", m.Name, m.NameStart, m.NameEnd)
		r.checkShape(p, block)
		r.makeBlocks(p, block, len(block.Labels), h)
	case r.schema.Remain == schema.RemainAttributes:
		r.makeAttribute(p, r.schema.RemainValue)
	default:
		r.classifyUnlisted(p, h)
	}
	return p, h
}

// schemaRows returns the row that applies to a property: an argument, a block or neither. It also
// returns the hint from the annotation. If there is none, it returns the hint from the reference
// tree.
func (r *classifier) schemaRows(p *property) (argument *schema.Attribute, block *schema.Block, h nameHint) {
	name := p.member.Name
	argument, block = r.schema.Lookup(name)
	if h = annotatedHint(&r.annotation, name); h.by == 0 {
		h = r.hints.hintFor(p.member, r.schema, argument, block)
	}
	p.evidence, p.inList = h.by, r.schema.NestedInLists && h.inList
	hinted := h.kind == guess.IsAttribute
	if argument == nil && block != nil && hinted {
		// The hint is from a file in which a provider defines an attribute with the name of a block.
		r.reportRefusedHint(p, "Not an argument",
			"A \"//\" property lists %q as an argument, but %s reads a block here. "+
				"It is converted as an argument.", name, r.file.Dialect.Product)
		block = nil
	}
	if h.asBlocks {
		switch {
		case argument == nil && block == nil && r.schema.Remain != schema.RemainAttributes:
			// In JSON, the product accepts only the argument, even if native syntax contains blocks.
			argument, h.labels = &schema.Attribute{Value: r.schema.RemainValue}, nil
		case argument == nil || argument.AsBlocks == nil:
			r.warnAbout(p, "Not an argument that may be written as blocks",
				"A \"//\" property lists %q as blocks in native syntax, but %s does not accept blocks here. "+
					"This part of the property is ignored.", name, report.OriginOf(r.file.Dialect, r.schema))
			delete(r.annotation.IsBlocks, name)
			h.asBlocks, p.evidence = false, 0
		}
	}
	switch {
	case argument == nil || block == nil:
	case hinted:
		block = nil
	case r.representsBlocks(p.member, block):
		p.evidence = byValue
		argument = nil
	default:
		if r.hints.hasBlocks(name) && r.hints.source != "" && containsCollection(*p.member) {
			r.reject(p, "Not a block", "%q is a block in the file, but this value cannot be a block. Write one block "+
				"with its arguments and without a \"//\" property; put its comments in \"at\" of the enclosing body. "+
				"For an argument, list the name in \"attributes\" there.", name)
		}
		p.evidence = byValue
		block = nil
	}
	if element := r.newerElement(p.member, argument, h); element != nil {
		p.evidence = byValue
		argument, block = nil, element
	}
	return argument, block, h
}

// representsBlocks reports whether a property that may be an argument or blocks represents blocks.
// If the reference tree contains such blocks, the objects may also contain unknown arguments.
func (r *classifier) representsBlocks(m *jsontree.Member, block *schema.Block) bool {
	if shape.CanBeBlocks(shape.JSON{Value: &m.Value}, block, len(block.Labels)) {
		return true
	}
	loose := *block
	loose.Body = &schema.Body{Remain: schema.RemainAttributes}
	return r.hints.hasBlocks(m.Name) && shape.CanBeBlocks(shape.JSON{Value: &m.Value}, &loose, len(block.Labels))
}

// newerElement returns a row for blocks if the objects of an argument contain names that the
// built-in table does not contain. The names are from another version of the provider. Unlike
// objects, blocks do not need all arguments of that version. All values of the name in bodies of this type must be
// objects.
func (r *classifier) newerElement(m *jsontree.Member, argument *schema.Attribute, h nameHint) *schema.Block {
	if argument == nil || argument.AsBlocks == nil || r.schema.Origin.Kind != schema.FromTable || r.file.Dialect.Merges ||
		len(argument.AsBlocks.Body().Attributes) == 0 { // the table contains none of the names
		return nil
	}
	if h.kind == guess.IsAttribute || h.asBlocks || !shape.IsBlockList(shape.JSON{Value: arrayOf(&m.Value)}) {
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
	return &schema.Block{Type: m.Name, Body: argument.AsBlocks.Body()}
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
func (r *classifier) classifyInLists(p *property, h nameHint) {
	m := p.member
	switch {
	case len(h.labels) == 1 && h.labels[0] > 0 && shape.IsLabelledBlockList(&m.Value, h.labels[0]):
		r.makeBlocks(p, nil, h.labels[0], h)
	case h.kind == guess.IsAttribute || h.inList:
		r.makeAttribute(p, r.schema.RemainValue)
	case shape.IsBlockList(shape.JSON{Value: &m.Value}):
		p.evidence = byValue
		r.makeBlocks(p, nil, 0, h)
	default:
		p.evidence = byValue
		r.makeAttribute(p, r.schema.RemainValue)
	}
}

// checkShape warns about a value that the product does not accept as blocks of a type.
func (r *classifier) checkShape(p *property, block *schema.Block) {
	v := &p.member.Value
	if block.Shape == schema.ArrayShape && v.Kind != jsontree.Array {
		r.reportRefused(p, "Array required", "%s takes an array for %q, even for a single block.",
			report.OriginOf(r.file.Dialect, r.schema), p.member.Name)
	}
	if block.Shape == schema.ObjectShape && !r.hasObjectShape(v, block) {
		r.reportRefused(p, "Object required", "%s takes an object for %q at each level, never an array.",
			report.OriginOf(r.file.Dialect, r.schema), p.member.Name)
	}
}

// hasObjectShape reports whether a value has the form that ObjectShape requires: an object at each
// level. A product that counts blocks also accepts an array with at most one element.
func (r *classifier) hasObjectShape(v *jsontree.Value, rule *schema.Block) bool {
	values := []*jsontree.Value{v}
	if v.Kind == jsontree.Array && len(v.Elems) < 2 && !shape.IsReadAsAttribute(rule, r.schema) {
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
func (r *classifier) classifyUnlisted(p *property, h nameHint) {
	m := p.member
	if r.schema.Remain == schema.RemainNone {
		const detail = "%s has neither an argument nor a block type %q here.%s It is converted with an unknown schema."
		origin, similar := report.OriginOf(r.file.Dialect, r.schema), report.Suggestion(m.Name, r.schema)
		if r.schema.Origin.Kind == schema.FromLanguage {
			r.reportRefused(p, "Unknown name", detail, origin, m.Name, similar)
		} else {
			r.warnAbout(p, "Unknown name", detail, origin, m.Name, similar).Schema = true
		}
	}
	isRefusedNull := m.Value.Kind == jsontree.Null && r.schema.Bundled != nil // no block would remain of it
	if isRefusedNull {
		r.reportRefused(p, "Unknown name", "%s has neither an argument nor a block type %q here.",
			report.OriginOf(r.file.Dialect, r.schema.Bundled), m.Name)
	}
	if h.kind == guess.IsAttribute || isRefusedNull {
		r.makeAttribute(p, r.schema.RemainValue)
		return
	}
	if labels, ok := r.generated[m.Name]; ok && shape.CanRepresentBlocks(&m.Value, labels) {
		p.evidence = byDynamic
		r.makeBlocks(p, nil, labels, h)
		return
	}
	if r.guessKind(p) == guess.IsBlock {
		r.makeBlocks(p, nil, 0, h)
		return
	}
	r.makeAttribute(p, r.schema.RemainValue)
}

// guessKind guesses the kind of a property from its value and its name.
func (r *classifier) guessKind(p *property) guess.Kind {
	m := p.member
	form := shape.Of(shape.JSON{Value: &m.Value})
	class := classify.Property(r.schema, m.Name, form)
	p.evidence = byValue
	isNothing := form == guess.EmptyForm || form == guess.NullForm && class.Kind == guess.IsAttribute
	if class.Sure && !isNothing {
		return class.Kind
	}
	kind, reason := guess.IsAttribute, class.Reason
	switch r.strengthOf(m.Name) {
	case certainAttribute:
		return guess.IsAttribute
	case certainBlock:
		return guess.IsBlock
	case guessedBlock:
		kind = guess.IsBlock
	}
	if class.Sure && class.Kind == kind {
		return kind
	}
	p.evidence = byGuess
	about := cmp.Or(class.Provider, reason)
	g := r.file.guesses[about]
	if g == nil {
		was, other := "an attribute", "a block"
		if kind == guess.IsBlock {
			was, other = other, was
		} else if key := labelKey(&m.Value); key != "" {
			other += fmt.Sprintf(" with the label %q", key)
		}
		r.reportGuess(p, "Attribute or block?", "%q is converted as %s, but this is a guess without the schema of the "+
			"provider or plugin; it might be %s.%s", m.Name, was, other, asSentence(reason))
		g = r.file.firstGuess(about)
	}
	if !slices.Contains(g.reasons, reason) {
		g.reasons = append(g.reasons, reason)
	}
	g.addGuess(kind, m.Name, r.file.Range(m.NameStart, m.NameEnd).Start.Line)
	return kind
}

// labelKey returns the first key of an object that is not an identifier. Such a key is a label,
// because it cannot be the name of an argument. It returns "" if there is none.
func labelKey(v *jsontree.Value) string {
	for i := 0; v.Kind == jsontree.Object && i < len(v.Members); i++ {
		if name := v.Members[i].Name; name != "//" && !hcltext.IsIdentifier(name) {
			return name
		}
	}
	return ""
}

// guesses contains the guesses of a file for one provider, or for one reason if the provider is unknown. The
// diagnostic about the first guess reports all of them.
type guesses struct {
	first              *hcl.Diagnostic
	reasons            []string
	blocks, attributes guessedNames
}

// firstGuess returns a new guesses for a provider or a reason. Its diagnostic is the last one.
func (c *fileKinds) firstGuess(about string) *guesses {
	if c.guesses == nil {
		c.guesses = map[string]*guesses{}
	}
	g := &guesses{first: c.Diags[len(c.Diags)-1]}
	if about != "" { // without a reason, each guess has a diagnostic of its own
		c.guesses[about] = g
	}
	return g
}

func (g *guesses) addGuess(kind guess.Kind, name string, line int) {
	all := g.first.Extra.(*report.Details)
	is := "attribute"
	if kind == guess.IsBlock {
		is = "block"
	}
	all.Guesses = append(all.Guesses, report.Guess{Name: name, Kind: is, Line: line})
	if kind == guess.IsBlock {
		g.blocks.addName(name, line)
	} else {
		g.attributes.addName(name, line)
	}
}

// reportGuesses adds the guesses to the diagnostics about their providers.
func (c *fileKinds) reportGuesses() {
	for _, g := range c.guesses {
		if len(g.first.Extra.(*report.Details).Guesses) == 1 {
			continue
		}
		count, are := len(g.blocks.list)+len(g.attributes.list), "names are"
		if count == 1 {
			are = "name is"
		}
		g.first.Detail = fmt.Sprintf("%d %s guessed without the schema of the provider or plugin.%s%s%s",
			count, are, g.blocks.describe("blocks"), g.attributes.describe("attributes"),
			asSentence(strings.Join(g.reasons, ". ")))
	}
}

// guessedNames contains the names with the same guessed kind.
type guessedNames struct {
	list  []guessedName
	index map[string]int // by name
}

// guessedName is a guessed name with its first line and the number of its repetitions.
type guessedName struct {
	name       string
	line, more int
}

// maxListedNames is the maximum number of names in a message.
const maxListedNames = 10

func (names *guessedNames) addName(name string, line int) {
	if i, ok := names.index[name]; ok {
		names.list[i].more++
		return
	}
	if names.index == nil {
		names.index = map[string]int{}
	}
	names.index[name] = len(names.list)
	names.list = append(names.list, guessedName{name: name, line: line})
}

// describe returns the names as a sentence about their guessed kind.
func (names *guessedNames) describe(kind string) string {
	var text strings.Builder
	listed := names.list[:min(len(names.list), maxListedNames)]
	for i, n := range listed {
		if i > 0 {
			text.WriteString(", ")
		}
		fmt.Fprintf(&text, "%q (line %d%s)", n.name, n.line, moreText(n.more))
	}
	if text.Len() == 0 {
		return ""
	}
	return asSentence("Taken for " + kind + ": " + text.String() + moreText(len(names.list)-len(listed)))
}

func moreText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// asSentence returns a space and the text as a sentence. It returns "" if the text is empty.
func asSentence(text string) string {
	if text == "" {
		return ""
	}
	return " " + text + "."
}

// makeAttribute classifies a property as an attribute. rule is the rule for its value.
func (r *classifier) makeAttribute(p *property, rule *schema.Value) {
	m := p.member
	p.kind, p.value = guess.IsAttribute, rule
	if first := r.firstProperty(m.Name); first != nil {
		if first.kind != p.kind {
			r.reportBothKinds(p)
			return
		}
		line := r.file.Range(first.member.NameStart, first.member.NameEnd).Start.Line
		r.reject(p, "Duplicate argument",
			"The argument %q was already set on line %d; each argument can be set once.", m.Name, line)
		return
	}
	if !hcltext.IsIdentifier(m.Name) {
		r.reject(p, "No native form",
			"The name %q is not an identifier, so it cannot be the name of an argument in native syntax.", m.Name)
		return
	}
	if rule == nil {
		return
	}
	warn := func(summary, detail string, args ...any) {
		r.file.Warn(m.Value.Start, m.Value.End, summary, detail, args...)
	}
	if rule.Differs != "" && containsString(&m.Value, containsOpener) && r.file.IsNew(rule.Differs) {
		warn("Products read this string differently",
			"The value of %q is read for the target (%s); %s.", m.Name, r.file.Dialect.Product, rule.Differs)
	}
	if rule.NativeConstant && containsString(&m.Value, hcltext.HasSequence) {
		r.file.Refuse(m.Value.Start, m.Value.End, "Not constant",
			"%s takes references here in JSON, but only constant values in native syntax.", r.file.Dialect.Product)
	}
	if rule.TextOfCall && containsString(&m.Value, syntax.ReadsAsCall) {
		warn("Text that reads as a function call",
			"In the value of %q, %s reads a string as a function call and refuses the file if the "+
				"function does not exist. The string is converted as text.", m.Name, r.file.Dialect.Product)
	}
}

// containsString reports whether kind returns true for a string or key in a value.
func containsString(v *jsontree.Value, kind func(string) bool) bool {
	return v.Kind == jsontree.String && kind(v.Text) ||
		slices.ContainsFunc(v.Elems, func(elem jsontree.Value) bool { return containsString(&elem, kind) }) ||
		slices.ContainsFunc(v.Members, func(m jsontree.Member) bool {
			return kind(m.Name) || containsString(&m.Value, kind)
		})
}

// containsOpener reports whether a string contains ${ or %{, escaped or not.
func containsOpener(s string) bool { return strings.Contains(s, "${") || strings.Contains(s, "%{") }

// makeBlocks classifies a property as blocks. labels is their number of labels if the hint does not
// contain one.
func (r *classifier) makeBlocks(p *property, rule *schema.Block, labels int, h nameHint) {
	m := p.member
	p.kind, p.rule = guess.IsBlock, rule
	first := r.firstProperty(m.Name)
	switch {
	case first != nil && first.kind != p.kind:
		r.reportBothKinds(p)
		return
	case !hcltext.IsIdentifier(m.Name):
		r.reject(p, "No native form",
			"The name %q is not an identifier, so it cannot be a block type in native syntax.", m.Name)
		return
	}
	p.labels = labels
	p.labelsPerElement = len(h.labels) > 1 && m.Value.Kind == jsontree.Array
	if p.labelsPerElement && len(h.labels) != len(m.Value.Elems) {
		r.reportGuess(p, "Numbers of labels do not match",
			"A \"//\" property has the numbers of labels of %d blocks %q, but the file has %d. "+
				"The numbers are used in this order; correct the property if the labels are wrong.",
			len(h.labels), m.Name, len(m.Value.Elems))
	}
}

// maxScanned is the maximum number of properties for a linear search.
const maxScanned = 16

// firstProperty returns the first earlier property with the same name, or nil.
func (r *classifier) firstProperty(name string) *property {
	before := r.properties[:len(r.properties)-1]
	if len(before) <= maxScanned {
		for i := range before {
			if before[i].member.Name == name {
				return &before[i]
			}
		}
		return nil
	}
	if r.index == nil {
		r.index = make(map[string]int, 2*maxScanned)
	}
	for ; r.indexed < len(before); r.indexed++ {
		if _, found := r.index[before[r.indexed].member.Name]; !found {
			r.index[before[r.indexed].member.Name] = r.indexed
		}
	}
	if i, ok := r.index[name]; ok {
		return &before[i]
	}
	return nil
}

// reportRefused reports a property that the product refuses.
func (r *classifier) reportRefused(p *property, summary, detail string, args ...any) {
	r.file.Refuse(p.member.NameStart, p.member.NameEnd, summary, detail, args...)
}

// reportRefusedHint reports a hint in an annotation that the product does not accept. It does
// nothing if there is a reference file, because that file may contain the same error.
func (r *classifier) reportRefusedHint(p *property, summary, detail string, args ...any) {
	if r.hints == nil {
		r.reportRefused(p, summary, detail, args...)
	}
}

func (r *classifier) warnAbout(p *property, summary, detail string, args ...any) *report.Details {
	return r.file.Warn(p.member.NameStart, p.member.NameEnd, summary, detail, args...)
}

// reportGuess reports a guess as a warning, or as an error if the options are strict.
func (r *classifier) reportGuess(p *property, summary, detail string, args ...any) {
	r.file.Guess(p.member.NameStart, p.member.NameEnd, summary, detail, args...)
}

func (r *classifier) reportBothKinds(p *property) {
	r.reject(p, "Argument and block with the same name",
		"%q is used for an argument and for blocks in this body.", p.member.Name)
}

func (r *classifier) reject(p *property, summary, detail string, args ...any) {
	r.file.Fail(p.member.NameStart, p.member.NameEnd, summary, detail, args...)
	p.refused = true
}

// generatedTypes returns the types of the blocks that the dynamic blocks of a body generate, with
// their numbers of labels. They are evidence for the kind of properties with the same names.
func generatedTypes(objects []*jsontree.Value, s *schema.Body) map[string]int {
	if !s.Dynamic {
		return nil
	}
	var types map[string]int
	for _, object := range objects {
		for i := range object.Members {
			if object.Members[i].Name != schema.DynamicType {
				continue
			}
			for labels := range object.Members[i].Value.Each() {
				for j := range labels.Members {
					if types == nil {
						types = map[string]int{}
					}
					m := &labels.Members[j]
					types[m.Name] = max(types[m.Name], 0)
					for body := range m.Value.Each() {
						types[m.Name] = max(types[m.Name], labelsOf(body))
					}
				}
			}
		}
	}
	return types
}

// labelsOf returns the number of labels of the blocks that a dynamic block generates.
func labelsOf(dynamic *jsontree.Value) int {
	if labels := dynamic.Member(schema.DynamicLabels); labels != nil {
		return min(len(labels.Elems), limits.Labels)
	}
	return 0
}

// stringOf returns the first string member with the given name in the objects of a body.
func stringOf(objects []*jsontree.Value, name string) (text string, ok bool) {
	for _, object := range objects {
		for i := range object.Members {
			if m := &object.Members[i]; m.Name == name && m.Value.Kind == jsontree.String {
				return m.Value.Text, true
			}
		}
	}
	return "", false
}
