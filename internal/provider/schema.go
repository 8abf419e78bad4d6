package provider

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Spec returns the definition of a type's values. It returns nil for a type that the schema lacks.
// It is an error if the type cannot be read or has an unknown nesting mode.
func (s *Schema) Spec(part tables.Part, typ string) (*typespec.Type, error) {
	block, version, err := s.block(part, typ)
	if block == nil || err != nil {
		return nil, err
	}
	body, err := SpecBody(block)
	if err != nil {
		return nil, fmt.Errorf("the schema of %s in provider %s cannot be used: %w", typ, s.Address.ForDisplay(), err)
	}
	return &typespec.Type{Version: int(version), Body: body}, nil
}

// SpecBody returns the definition of the values of a block. It is an error if the block has an
// unknown nesting mode.
func SpecBody(block *tfjson.SchemaBlock) (*typespec.Body, error) {
	body := &typespec.Body{Blocks: map[string]*typespec.Block{}}
	if block == nil {
		return body, nil
	}
	body.Description, body.Deprecated = block.Description, block.Deprecated
	var err error
	if body.Attributes, err = specAttributes(block.Attributes); err != nil {
		return nil, err
	}
	for name, nested := range block.NestedBlocks {
		if nested == nil {
			continue
		}
		row := &typespec.Block{Min: blockLimit(nested.MinItems), Max: blockLimit(nested.MaxItems)}
		if row.Nesting, err = nestingOf(nested.NestingMode); err != nil {
			return nil, err
		}
		if row.Body, err = SpecBody(nested.Block); err != nil {
			return nil, err
		}
		body.Blocks[name] = row
	}
	return body, nil
}

// blockLimit returns n as a limit on the number of blocks. Numbers above math.MaxInt32 have the same
// effect as no limit, and are reduced.
func blockLimit(n uint64) int { return int(min(n, math.MaxInt32)) }

func specAttributes(attributes map[string]*tfjson.SchemaAttribute) (map[string]*typespec.Attribute, error) {
	rows := make(map[string]*typespec.Attribute, len(attributes))
	for name, a := range attributes {
		if a == nil {
			continue
		}
		row := &typespec.Attribute{
			Type: a.AttributeType, Required: a.Required, Optional: a.Optional, Computed: a.Computed,
			Sensitive: a.Sensitive, WriteOnly: a.WriteOnly, Deprecated: a.Deprecated,
			Description: a.Description,
		}
		if nested := a.AttributeNestedType; nested != nil {
			var err error
			if row.Nesting, err = nestingOf(nested.NestingMode); err != nil {
				return nil, err
			}
			if row.Nested, err = specAttributes(nested.Attributes); err != nil {
				return nil, err
			}
		}
		rows[name] = row
	}
	return rows, nil
}

var nestings = map[tfjson.SchemaNestingMode]typespec.Nesting{
	tfjson.SchemaNestingModeSingle: typespec.NestingSingle,
	tfjson.SchemaNestingModeGroup:  typespec.NestingGroup,
	tfjson.SchemaNestingModeList:   typespec.NestingList,
	tfjson.SchemaNestingModeSet:    typespec.NestingSet,
	tfjson.SchemaNestingModeMap:    typespec.NestingMap,
}

func nestingOf(mode tfjson.SchemaNestingMode) (typespec.Nesting, error) {
	if found, known := nestings[mode]; known {
		return found, nil
	}
	return 0, fmt.Errorf("its nesting mode %q is not known", mode)
}

// MixedArguments returns the arguments that the native files of a module with override files set both as an
// argument and as blocks, as in "five_objects.a: ingress". If the product merges such blocks, it
// uses the argument and ignores the blocks (opentofu internal/lang/blocktoattr/schema.go,
// effectiveSchema). JSON has no form with this result.
func MixedArguments(files []File) []string {
	if !slices.ContainsFunc(files, func(file File) bool { return file.Override }) {
		return nil
	}
	type use struct{ argument, blocks bool }
	uses := map[string]use{}
	for _, file := range files {
		if file.JSON {
			continue
		}
		native, diags := file.Native()
		if diags.HasErrors() {
			continue
		}
		for _, item := range native.Body.Items {
			block, ok := item.(*hclwrite.Block)
			if !ok {
				continue
			}
			if row, defined := objectBlocks()[block.Type]; !defined || len(block.Labels) != len(row.Labels) {
				continue
			}
			address := strings.Join(block.Labels, ".")
			if block.Type != tfname.ResourceBlock {
				address = block.Type + "." + address
			}
			note := func(name string, found use) {
				key := address + ": " + name
				known := uses[key]
				uses[key] = use{known.argument || found.argument, known.blocks || found.blocks}
			}
			for _, item := range block.Body.Items {
				switch item := item.(type) {
				case *hclwrite.Attribute:
					note(item.Name, use{argument: true})
				case *hclwrite.Block:
					name := item.Type
					if name == tables.DynamicType && len(item.Labels) == 1 {
						name = item.Labels[0]
					}
					note(name, use{blocks: true})
				}
			}
		}
	}
	var mixed []string
	for key, found := range uses {
		if found.argument && found.blocks {
			mixed = append(mixed, key)
		}
	}
	slices.Sort(mixed)
	return mixed
}

type bodyKey struct {
	part tables.Part
	typ  string
}

// Body returns the prepared body that the provider defines for a type, as tables.Define requires.
// The body has the origin NoSchema if the schema lacks the type or the type cannot be read.
func (s *Schema) Body(part tables.Part, typ string) *tables.Body {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := bodyKey{part, typ}
	if body, ok := s.bodies[key]; ok {
		return body
	}
	block, version, err := s.block(part, typ)
	origin := tables.Origin{Kind: tables.FromPlugin, Name: "Provider " + displayName(s.Address), Version: s.Version}
	var body *tables.Body
	switch {
	case err != nil:
		body = bodyWithWarning(fmt.Sprintf("Blocks are guessed here: %s.", err))
	case block == nil && part == tables.ProviderConfig:
		// The products print no schema for a provider without configuration.
		body = NewBody(&tfjson.SchemaBlock{}, origin)
	case block == nil:
		body = bodyWithWarning(fmt.Sprintf("Blocks are guessed here: the schema of provider %s has "+
			"no %s %q.", s, partNames[part], typ))
	default:
		body = NewBody(block, origin)
		if mode, unknown := findUnknownNesting(block); unknown {
			body = bodyWithWarning(fmt.Sprintf("Blocks are guessed here: in the schema of provider %s, %s %q "+
				"has a block with the nesting mode %q, which is not known.",
				s, cmp.Or(partNames[part], "provider"), typ, mode))
		}
	}
	if body.Origin.Kind == tables.FromPlugin && part != tables.ProviderConfig {
		body.SchemaVersion = &version
	}
	body.Prepare()
	s.bodies[key] = body
	return body
}

// Parts contains the parts of a provider's schema that have types.
var Parts = []tables.Part{
	tables.Resource, tables.DataSource, tables.EphemeralResource, tables.ListResource, tables.Action, tables.StateStore,
}

func bodyWithWarning(reason string) *tables.Body {
	origin := tables.Origin{Kind: tables.NoSchema, Reason: reason}
	return &tables.Body{Remain: tables.RemainUnknown, Dynamic: true, Origin: origin}
}

// NewBody returns the body that the schema of a block describes. It is ready for tables.Define after
// [tables.Body.Prepare].
func NewBody(block *tfjson.SchemaBlock, origin tables.Origin) *tables.Body {
	b := builder{origin: origin, asBlocks: !IsStructural(block)}
	return b.buildBody(block)
}

// builder builds the body of one type.
type builder struct {
	origin tables.Origin
	// asBlocks is true if attributes that are lists or sets of objects may be written as blocks.
	asBlocks bool
}

// buildBody returns the body of a block (opentofu internal/configs/configschema/decoder_spec.go).
func (b builder) buildBody(block *tfjson.SchemaBlock) *tables.Body {
	body := &tables.Body{Dynamic: true, Origin: b.origin}
	if block == nil {
		return body
	}
	body.Attributes = make([]tables.Attribute, 0, len(block.Attributes))
	for _, name := range slices.Sorted(maps.Keys(block.Attributes)) {
		row := tables.Attribute{Name: name, Origin: b.origin.Kind}
		a := block.Attributes[name]
		if a != nil {
			row.Kind, row.ReadOnly = valueKind(a), a.Computed && !a.Optional && !a.Required
		}
		if b.asBlocks && a != nil && a.AttributeNestedType == nil {
			row.AsBlocks = tables.NewElement(a.AttributeType, b.origin, nil)
		}
		body.Attributes = append(body.Attributes, row)
	}
	for _, name := range slices.Sorted(maps.Keys(block.NestedBlocks)) {
		nested := block.NestedBlocks[name]
		if nested == nil {
			continue
		}
		row := tables.Block{Type: name, Origin: b.origin.Kind, Body: b.buildBody(nested.Block)}
		switch nested.NestingMode {
		case tfjson.SchemaNestingModeSingle, tfjson.SchemaNestingModeGroup:
			row.Single = true
		case tfjson.SchemaNestingModeList:
			row.Ordered = true
		case tfjson.SchemaNestingModeMap:
			row.Labels = []string{"key"}
		}
		body.Blocks = append(body.Blocks, row)
	}
	return body
}

// valueKind returns the kind of the values of an attribute.
func valueKind(a *tfjson.SchemaAttribute) tables.ValueKind {
	if nested := a.AttributeNestedType; nested != nil {
		if nested.NestingMode == tfjson.SchemaNestingModeList || nested.NestingMode == tfjson.SchemaNestingModeSet {
			return tables.ListValue
		}
		return tables.MapValue
	}
	switch t := a.AttributeType; {
	case t == cty.NilType || t == cty.DynamicPseudoType:
		return tables.AnyValue
	case t.IsPrimitiveType():
		return tables.SingleValue
	case t.IsListType(), t.IsSetType(), t.IsTupleType():
		return tables.ListValue
	}
	return tables.MapValue
}

// findUnknownNesting returns the first unknown nesting mode in a block, and whether there is such a
// mode.
func findUnknownNesting(block *tfjson.SchemaBlock) (tfjson.SchemaNestingMode, bool) {
	if block == nil {
		return "", false
	}
	for _, nested := range block.NestedBlocks {
		if nested == nil {
			continue
		}
		if _, err := nestingOf(nested.NestingMode); err != nil {
			return nested.NestingMode, true
		}
		if mode, unknown := findUnknownNesting(nested.Block); unknown {
			return mode, true
		}
	}
	return "", false
}

// IsStructural reports whether a schema uses features that only current provider frameworks have. The
// products then accept no blocks for its attributes.
//
// opentofu internal/lang/blocktoattr/fixup.go, skipFixup
func IsStructural(block *tfjson.SchemaBlock) bool {
	if block == nil {
		return false
	}
	for _, a := range block.Attributes {
		if a != nil && (a.AttributeNestedType != nil || tables.StructuralType(a.AttributeType)) {
			return true
		}
	}
	for _, nested := range block.NestedBlocks {
		if nested != nil && IsStructural(nested.Block) {
			return true
		}
	}
	return false
}

// Schema is the schema of one provider. Large providers have a thousand types, so types are read on
// the first use. A Schema is safe for concurrent use.
type Schema struct {
	Address tfaddr.Provider
	// Version is the provider's version. It is empty if the document lacks it, as in the documents
	// of the products.
	Version string

	parts  map[tables.Part]map[string]*typeSchema
	mu     sync.Mutex
	bodies map[bodyKey]*tables.Body
}

// partsByProperty maps the properties in the output of "providers schema -json" to parts (opentofu
// internal/command/jsonprovider/provider.go).
var partsByProperty = map[string]tables.Part{
	"resource_schemas": tables.Resource, "data_source_schemas": tables.DataSource,
	"ephemeral_resource_schemas": tables.EphemeralResource, "list_resource_schemas": tables.ListResource,
	"action_schemas": tables.Action, "state_store_schemas": tables.StateStore,
}

// typeLevel is the nesting level of types in such a document.
const typeLevel = 4

// typeSchema is the schema of a type: its JSON text, or the schema from a plugin.
type typeSchema struct {
	text  string
	given *tfjson.Schema
}

// supportedFormats contains the supported versions of the document. Minor versions only add properties.
var supportedFormats = version.MustConstraints(version.NewConstraint(">= 0.1, < 2.0"))

// Read reads a document in the format of "providers schema -json". The filename is for diagnostics
// only.
func Read(src []byte, filename string) ([]*Schema, hcl.Diagnostics) {
	if err := reading.CheckTypes(src); err != nil {
		return nil, errorsf(filename, "Unreadable schema", "The document is not read: %s.", err)
	}
	d := &document{text: string(src), filename: filename}
	root, diags := jsontree.ParseOutline(d.text, filename, typeLevel)
	if diags.HasErrors() {
		return nil, unreadableError(*diags[0].Subject, diags[0].Summary+". "+diags[0].Detail)
	}
	d.objectMembers(root)
	formatVersion := d.stringOf(root.Member("format_version"))
	// Only documents of hcljson contain this property. Its name is the one in the output of "version
	// -json" (opentofu internal/command/version.go).
	versions := root.Member("provider_selections")
	d.objectMembers(versions)
	format, err := version.NewVersion(formatVersion)
	switch {
	case d.diags != nil:
	case formatVersion == "":
		return nil, errorsf(filename, "Not a schema of providers",
			`This is not what "tofu providers schema -json" or "terraform providers schema -json" prints: `+
				`it has no format_version.`)
	case err != nil || !supportedFormats.Check(format):
		return nil, errorsf(filename, "Unsupported format",
			"The format_version is %q; versions 0.1 to 1.x are supported. A newer hcljson may support it.",
			formatVersion)
	}
	var schemas []*Schema
	for _, m := range d.objectMembers(root.Member("provider_schemas")) {
		address, err := ParseAddress(m.Name, true)
		if err != nil {
			return nil, errorsf(filename, "Unreadable schema", "The schema of provider %q: %s.", m.Name, err)
		}
		s := newSchema(address, d.stringOf(versions.Member(m.Name)))
		for _, part := range d.objectMembers(&m.Value) {
			if part.Name == "provider" {
				s.parts[tables.ProviderConfig] = map[string]*typeSchema{"": d.readTypeSchema(&part.Value)}
			} else if known, ok := partsByProperty[part.Name]; ok {
				types := map[string]*typeSchema{}
				for _, typ := range d.objectMembers(&part.Value) {
					types[typ.Name] = d.readTypeSchema(&typ.Value)
				}
				s.parts[known] = types
			}
		}
		schemas = append(schemas, s)
	}
	if d.diags != nil {
		return nil, d.diags
	}
	slices.SortFunc(schemas, func(a, b *Schema) int { return strings.Compare(a.Address.String(), b.Address.String()) })
	return schemas, nil
}

// document is the text of a document, with the first error in it.
type document struct {
	text, filename string
	diags          hcl.Diagnostics
}

// objectMembers returns the members of an object. Null means an empty object; any other value is an error.
func (d *document) objectMembers(v *jsontree.Value) []jsontree.Member {
	if d.expectKind(v, jsontree.Object); v == nil {
		return nil
	}
	return v.Members
}

func (d *document) stringOf(v *jsontree.Value) string {
	if d.expectKind(v, jsontree.String); v == nil || v.Kind == jsontree.Null {
		return ""
	}
	return v.Text
}

func (d *document) expectKind(v *jsontree.Value, kind jsontree.Kind) {
	if v != nil && v.Kind != kind && v.Kind != jsontree.Null && d.diags == nil {
		d.diags = unreadableError(hcltext.NewPositions(d.text).Range(d.filename, v.Start, v.End),
			fmt.Sprintf("found %s where %s belongs.", v.Kind, kind))
	}
}

func (d *document) readTypeSchema(v *jsontree.Value) *typeSchema {
	if v.Kind == jsontree.Null {
		return nil
	}
	return &typeSchema{text: d.text[v.Start:v.End]}
}

// New returns the schema in the form that a provider returns it.
func New(address tfaddr.Provider, version string, s *tfjson.ProviderSchema) *Schema {
	actions := make(map[string]*typeSchema, len(s.ActionSchemas))
	for name, action := range s.ActionSchemas {
		actions[name] = nil
		if action != nil {
			actions[name] = givenSchema(&tfjson.Schema{Block: action.Block})
		}
	}
	made := newSchema(address, version)
	made.parts = map[tables.Part]map[string]*typeSchema{
		tables.ProviderConfig: {"": givenSchema(s.ConfigSchema)}, tables.Resource: givenSchemas(s.ResourceSchemas),
		tables.DataSource: givenSchemas(s.DataSourceSchemas), tables.EphemeralResource: givenSchemas(s.EphemeralResourceSchemas),
		tables.ListResource: givenSchemas(s.ListResourceSchemas), tables.Action: actions,
		tables.StateStore: givenSchemas(s.StateStoreSchemas),
	}
	return made
}

func givenSchemas(schemas map[string]*tfjson.Schema) map[string]*typeSchema {
	types := make(map[string]*typeSchema, len(schemas))
	for name, s := range schemas {
		types[name] = givenSchema(s)
	}
	return types
}

func givenSchema(s *tfjson.Schema) *typeSchema {
	if s == nil {
		return nil
	}
	return &typeSchema{given: s}
}

func newSchema(address tfaddr.Provider, version string) *Schema {
	return &Schema{Address: address, Version: version, parts: map[tables.Part]map[string]*typeSchema{},
		bodies: map[bodyKey]*tables.Body{}}
}

// Types returns the sorted names of the types in a part of the schema.
func (s *Schema) Types(part tables.Part) []string {
	if part == tables.ProviderConfig {
		return nil
	}
	return slices.Sorted(maps.Keys(s.parts[part]))
}

// Block returns the schema of a type, or of the provider's own configuration if typ is empty. It
// returns nil if the schema lacks the type.
func (s *Schema) Block(part tables.Part, typ string) (*tfjson.SchemaBlock, error) {
	block, _, err := s.block(part, typ)
	return block, err
}

// block returns the schema of a type and the schema's version.
func (s *Schema) block(part tables.Part, typ string) (*tfjson.SchemaBlock, uint64, error) {
	t := s.parts[part][typ]
	if t == nil {
		return nil, 0, nil
	}
	read := t.given
	if read == nil {
		read = &tfjson.Schema{}
		if err := json.Unmarshal([]byte(t.text), read); err != nil {
			return nil, 0, fmt.Errorf("the schema of %s in provider %s cannot be read: %w", typ, s.Address.ForDisplay(),
				err)
		}
	}
	if read.Block == nil {
		// The provider has no arguments.
		return &tfjson.SchemaBlock{}, read.Version, nil
	}
	return read.Block, read.Version, nil
}

// String returns the name and version of the provider for messages.
func (s *Schema) String() string {
	name := displayName(s.Address)
	if s.Version != "" {
		name += " " + s.Version
	}
	return name
}

func errorsf(filename, summary, format string, args ...any) hcl.Diagnostics {
	return errorsAt(hcl.Range{Filename: filename, Start: hcl.InitialPos, End: hcl.InitialPos}, summary, format, args...)
}

func errorsAt(rng hcl.Range, summary, format string, args ...any) hcl.Diagnostics {
	return hcl.Diagnostics{{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(format, args...),
		Subject: &rng}}
}

// unreadableError returns the error for text that is not the JSON of a schema.
func unreadableError(rng hcl.Range, why string) hcl.Diagnostics {
	return errorsAt(rng, "Unreadable schema", "This is not the JSON that \"providers schema -json\" prints: %s", why)
}
