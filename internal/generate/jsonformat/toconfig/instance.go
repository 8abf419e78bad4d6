package toconfig

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/generate/jsoncall"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// instance is the configuration of an instance of a resource.
type instance struct {
	*jsonformat.Resource
	bodyWriter
	// notes are comments before the block.
	notes []string
	// secrets are the secrets in the expressions, in the order of the text.
	secrets []*secret
	// exists is true if the object already exists, so that it can be imported. importID is its id
	// for the import, or empty.
	exists   bool
	importID string
}

// secret is a reference to a variable for a sensitive value.
type secret struct {
	// node gets its text when the name of the variable is known.
	node *hclwrite.Native
	// name and path identify the argument: network_0_ip, network[0].ip.
	name, path string
	// json is the value, used only in comparisons; typ is the type of the variable.
	json, typ string
	// unmarked is true if the product does not treat the value as sensitive here.
	unmarked bool
}

// walker makes the configuration of one instance.
type walker struct {
	g *generator
	*instance
	// typ is the type in messages: "aws_instance", or "data.aws_ami".
	typ string
	// language is the body of the block in the language's tables.
	language *tables.Body
	// legacy is true if the schema is from the SDK that does not distinguish null from empty.
	legacy  bool
	path    []jsonformat.Step
	unknown []string
}

// newInstance makes the configuration of an instance. c is its planned change, or nil.
func (g *generator) newInstance(r *jsonformat.Resource, c *jsonformat.ResourceChange) *instance {
	in := &instance{Resource: r, exists: true}
	w := &walker{g: g, instance: in, typ: jsonformat.AddressPrefix(r.Mode) + r.Type, language: g.languageSchema(r)}
	v := value{Value: r.Values.Tree(), sensitive: r.Sensitive.Tree()}
	if c != nil {
		if g.isPlanned() {
			v.unknown = c.Change.AfterUnknown.Tree()
			in.exists = !slices.Equal(c.Change.Actions, []string{"create"})
		}
		v.sensitive = unionMarks(v.sensitive, g.sensitiveMarks(&c.Change))
	}
	if v.Value == nil || v.Kind != jsontree.Object {
		v.Value = &jsontree.Value{Kind: jsontree.Object}
	}
	if g.isTooDeep(v.Value, r.Place.Range(), "The values of "+in.fullAddress()+" are") {
		return in
	}
	spec := g.typeSpec(r)
	if spec == noSpec {
		return in // there is an error
	}
	if spec != nil {
		w.legacy = isLegacy(spec.Body)
		w.finishBody(w.specBody(v, spec.Body))
	} else {
		w.typeGuesses()
		w.finishBody(w.guessBody(v))
	}
	w.findImportID(v, c, spec)
	if r.Tainted {
		in.notes = append(in.notes, "# "+in.address()+" is tainted: the next apply replaces it.")
	}
	if len(w.unknown) > 0 {
		in.notes = append(in.notes, "# Known after apply: "+joinNames(hcltext.Unique(w.unknown))+".")
	}
	return in
}

// maxDepth is the maximum depth of values. Enclosing brackets and calls of jsonencode need the
// remaining levels.
const maxDepth = limits.Nesting - 2*jsoncall.MaxNesting

// isTooDeep reports an error if a value is nested too deeply.
func (g *generator) isTooDeep(v *jsontree.Value, place hcl.Range, subject string) bool {
	deep := depthOf(v) > maxDepth
	if deep {
		g.report(place, hcl.DiagError, "Nested too deeply",
			"%s nested more than %d levels deep. The products do not read such values.", subject, maxDepth)
	}
	return deep
}

// depthOf returns the depth of a value.
func depthOf(v *jsontree.Value) int {
	deepest := 0
	for i := range v.Len() {
		_, part := v.Part(i)
		deepest = max(deepest, depthOf(part))
	}
	return deepest + 1
}

// finishBody adds the content of the body of the resource. Provider arguments with the name of a
// meta-argument are in an escape block.
func (w *walker) finishBody(content *bodyWriter) {
	var escaped bodyWriter
	body := func(name string) *bodyWriter {
		if attribute, block := w.language.OwnRows(name); attribute != nil || block != nil {
			return &escaped
		}
		return &w.bodyWriter
	}
	for _, a := range content.attributes {
		in := body(a.Name)
		in.attributes = append(in.attributes, a)
	}
	for _, block := range content.blocks {
		in := body(block.Type)
		in.blocks = append(in.blocks, block)
	}
	if len(escaped.attributes)+len(escaped.blocks) > 0 {
		w.blocks = append(w.blocks, &hclwrite.Block{Type: w.language.EscapeBlock().Type, Body: escaped.body()})
	}
}

// bodyWriter collects the content of a body: attributes first.
type bodyWriter struct {
	attributes []*hclwrite.Attribute
	blocks     []*hclwrite.Block
}

// set adds an attribute if it has an expression.
func (b *bodyWriter) set(name string, e hclwrite.Expr, ok bool) {
	if ok {
		b.attributes = append(b.attributes, &hclwrite.Attribute{Name: name, Expr: e})
	}
}

func (b *bodyWriter) body() hclwrite.Body {
	items := make([]hclwrite.Item, 0, len(b.attributes)+len(b.blocks))
	for _, a := range b.attributes {
		items = append(items, a)
	}
	for _, block := range b.blocks {
		items = append(items, block)
	}
	return hclwrite.Body{Items: items}
}

// findImportID finds the id for the import of the object, or adds the reason for its absence as a
// comment and a warning.
func (w *walker) findImportID(v value, c *jsonformat.ResourceChange, spec *typespec.Type) {
	if !w.g.opts.Import || w.Mode != jsonformat.Managed || !w.exists {
		return
	}
	id, reason := v.member("id"), ""
	if before := valueBefore(c); id.isNull() && before.Value != nil {
		id = before.member("id") // of an object that is replaced
	}
	if id.isSensitive() || spec != nil && spec.Body.Attributes["id"] != nil && spec.Body.Attributes["id"].Sensitive {
		reason = "its id is sensitive"
	} else if c != nil && c.Change.Importing != nil && c.Change.Importing.ID != "" {
		w.importID = c.Change.Importing.ID
	} else if !id.isNull() && (id.Kind == jsontree.String || id.Kind == jsontree.Number) {
		w.importID = id.Text
	}
	switch {
	case reason != "":
	case w.importID == "" && c != nil && c.Change.Importing != nil && c.Change.Importing.Identity.IsSet():
		reason = "the plan imports it by an identity"
	case w.importID == "":
		reason = "it has no id"
	case w.g.secrets.Matches(w.importID):
		w.importID, reason = "", "its id is sensitive"
	}
	if reason != "" {
		w.notes = append(w.notes, "# Not imported: "+w.address()+", because "+reason+".")
		w.warn(hcl.DiagWarning, "No import block",
			"An object of %s cannot be imported by an id: %s. Comments list all such objects.", w.typ, reason)
		return
	}
	if trigger := v.member("triggers_replace"); w.Provider == tfname.BuiltInProvider &&
		(!trigger.isNull() || trigger.unknown.ContainsTrue()) {
		// opentofu internal/builtin/providers/tf/resource_data.go, importDataStore
		w.warn(hcl.DiagWarning, "Import with a replacement",
			"An import of %s does not include \"triggers_replace\", so the apply replaces the imported object. To "+
				"keep the object, remove the argument, or add \"triggers_replace\" to ignore_changes in lifecycle.", w.typ)
	}
}

// valueBefore returns the value before a change; c may be nil.
func valueBefore(c *jsonformat.ResourceChange) value {
	if c == nil {
		return value{}
	}
	return value{Value: c.Change.Before.Tree(), sensitive: c.Change.BeforeSensitive.Tree()}
}

// fullAddress returns the instance's address in the whole configuration, for messages.
func (in *instance) fullAddress() string {
	if address, ok := canonicalAddress(in.Address); ok {
		return address
	}
	return in.address()
}

// canonicalAddress converts an address of the document to the address in the configuration.
func canonicalAddress(address string) (string, bool) {
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	return hcltext.TraversalText(traversal), !diags.HasErrors()
}

// address returns the instance's address in its module.
func (in *instance) address() string { return in.resourceAddress() + keySuffix(in.Key) }

// resourceAddress returns the resource's address in its module.
func (in *instance) resourceAddress() string {
	return jsonformat.AddressPrefix(in.Mode) + in.Type + "." + in.Name
}
