// Package provider reads what providers of OpenTofu and Terraform say of their
// bodies: the schemas that "tofu providers schema -json" and "terraform
// providers schema -json" print, and the addresses that a configuration gives to
// the local names of its providers. With both, the tables of a language know
// every resource type (schema.Dialect.WithPlugins).
//
// The package reads bytes and starts nothing. Where schemas come from is a
// matter of other packages: schema/plugin asks an installed provider,
// schema/registry downloads one.
package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/internal/reading"
)

// Schema is the schema of one provider. Its types are read when they are asked
// for, as large providers have a thousand. It may be used from several
// goroutines.
type Schema struct {
	Address tfaddr.Provider
	// Version is the provider's version; empty where the document does not say,
	// as that of the products does not.
	Version string

	parts  map[schema.Part]map[string]*typeSchema
	mu     sync.Mutex
	bodies map[bodyKey]*schema.Body
}

// document is the output of "providers schema -json" (opentofu
// internal/command/jsonprovider/provider.go).
type document struct {
	FormatVersion string                     `json:"format_version"`
	Schemas       map[string]json.RawMessage `json:"provider_schemas"`
	// Versions is in our own documents only, by the name that "version -json" has
	// for it (opentofu internal/command/version.go).
	Versions map[string]string `json:"provider_selections"`
}

// rawSchema is that of one provider.
type rawSchema struct {
	Config        *typeSchema            `json:"provider"`
	Resources     map[string]*typeSchema `json:"resource_schemas"`
	DataSources   map[string]*typeSchema `json:"data_source_schemas"`
	Ephemeral     map[string]*typeSchema `json:"ephemeral_resource_schemas"`
	ListResources map[string]*typeSchema `json:"list_resource_schemas"`
	Actions       map[string]*typeSchema `json:"action_schemas"`
	StateStores   map[string]*typeSchema `json:"state_store_schemas"`
}

// typeSchema is what the schema says of a type: the text of it, or what a plugin has given.
type typeSchema struct {
	text  json.RawMessage
	given *tfjson.Schema
}

func (t *typeSchema) UnmarshalJSON(src []byte) error {
	t.text = slices.Clone(src)
	return nil
}

// formats are the versions of the document that are read: minor versions add
// properties.
var formats = version.MustConstraints(version.NewConstraint(">= 0.1, < 2.0"))

// Read reads a document that "providers schema -json" has printed. The filename
// is used in diagnostics only.
func Read(src []byte, filename string) ([]*Schema, hcl.Diagnostics) {
	if err := reading.CheckTypes(src); err != nil {
		return nil, fail(filename, "Unreadable schema", "The document is not read: %s.", err)
	}
	var doc document
	if err := json.Unmarshal(src, &doc); err != nil {
		return nil, unreadable(src, filename, err)
	}
	format, err := version.NewVersion(doc.FormatVersion)
	switch {
	case doc.FormatVersion == "":
		return nil, fail(filename, "Not a schema of providers",
			`This is not what "tofu providers schema -json" or "terraform providers schema -json" prints: `+
				`it has no format_version.`)
	case err != nil || !formats.Check(format):
		return nil, fail(filename, "Unsupported format",
			"The format_version is %q; versions 0.1 to 1.x are supported. A newer hcljson may know it.",
			doc.FormatVersion)
	}
	var schemas []*Schema
	for name, raw := range doc.Schemas {
		s, err := newSchema(name, raw)
		if err != nil {
			return nil, fail(filename, "Unreadable schema", "The schema of provider %q: %s.", name, err)
		}
		s.Version = doc.Versions[name]
		schemas = append(schemas, s)
	}
	slices.SortFunc(schemas, func(a, b *Schema) int { return strings.Compare(a.Address.String(), b.Address.String()) })
	return schemas, nil
}

// New returns the schema that a provider has given.
func New(address tfaddr.Provider, version string, s *tfjson.ProviderSchema) *Schema {
	actions := make(map[string]*typeSchema, len(s.ActionSchemas))
	for name, action := range s.ActionSchemas {
		actions[name] = nil
		if action != nil {
			actions[name] = given(&tfjson.Schema{Block: action.Block})
		}
	}
	made := rawSchema{
		Config: given(s.ConfigSchema), Resources: allGiven(s.ResourceSchemas),
		DataSources: allGiven(s.DataSourceSchemas), Ephemeral: allGiven(s.EphemeralResourceSchemas),
		ListResources: allGiven(s.ListResourceSchemas), Actions: actions, StateStores: allGiven(s.StateStoreSchemas),
	}.schema(address)
	made.Version = version
	return made
}

func allGiven(schemas map[string]*tfjson.Schema) map[string]*typeSchema {
	types := make(map[string]*typeSchema, len(schemas))
	for name, s := range schemas {
		types[name] = given(s)
	}
	return types
}

func given(s *tfjson.Schema) *typeSchema {
	if s == nil {
		return nil
	}
	return &typeSchema{given: s}
}

func newSchema(name string, src json.RawMessage) (*Schema, error) {
	address, err := ParseAddress(name, true)
	if err != nil {
		return nil, err
	}
	var raw rawSchema
	if err := json.Unmarshal(src, &raw); err != nil {
		return nil, err
	}
	return raw.schema(address), nil
}

func (raw rawSchema) schema(address tfaddr.Provider) *Schema {
	return &Schema{Address: address, bodies: map[bodyKey]*schema.Body{},
		parts: map[schema.Part]map[string]*typeSchema{
			schema.ProviderConfig:    {"": raw.Config},
			schema.Resource:          raw.Resources,
			schema.DataSource:        raw.DataSources,
			schema.EphemeralResource: raw.Ephemeral,
			schema.ListResource:      raw.ListResources,
			schema.Action:            raw.Actions,
			schema.StateStore:        raw.StateStores,
		}}
}

// Types returns the names that a part of the schema describes, sorted.
func (s *Schema) Types(part schema.Part) []string {
	if part == schema.ProviderConfig {
		return nil
	}
	return slices.Sorted(maps.Keys(s.parts[part]))
}

// Block returns the schema of a type, or of the provider's own configuration,
// where the type is empty. It is nil if there is none.
func (s *Schema) Block(part schema.Part, typ string) (*tfjson.SchemaBlock, error) {
	block, _, err := s.block(part, typ)
	return block, err
}

// block returns a schema and its version.
func (s *Schema) block(part schema.Part, typ string) (*tfjson.SchemaBlock, uint64, error) {
	t := s.parts[part][typ]
	if t == nil {
		return nil, 0, nil
	}
	read := t.given
	if read == nil {
		read = &tfjson.Schema{}
		if err := json.Unmarshal(t.text, read); err != nil {
			return nil, 0, fmt.Errorf("the schema of %s in provider %s cannot be read: %w", typ, s.Address.ForDisplay(),
				err)
		}
	}
	if read.Block == nil {
		// A provider without arguments of its own.
		return &tfjson.SchemaBlock{}, read.Version, nil
	}
	return read.Block, read.Version, nil
}

// String names the provider, for messages.
func (s *Schema) String() string {
	name := s.Address.ForDisplay()
	if IsDefaultHost(s.Address.Hostname) {
		name = s.Address.Namespace + "/" + s.Address.Type
	}
	if s.Version != "" {
		name += " " + s.Version
	}
	return name
}

func fail(filename, summary, format string, args ...any) hcl.Diagnostics {
	return failAt(hcl.Range{Filename: filename, Start: hcl.InitialPos, End: hcl.InitialPos}, summary, format, args...)
}

func failAt(rng hcl.Range, summary, format string, args ...any) hcl.Diagnostics {
	return hcl.Diagnostics{{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(format, args...),
		Subject: &rng}}
}

// unreadable is the answer to text that is not the JSON of a schema.
func unreadable(src []byte, filename string, err error) hcl.Diagnostics {
	offset := int64(0)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		offset = wrong.Offset
	}
	pos := reading.Position(src, min(int(offset), len(src)))
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		err = fmt.Errorf("found a JSON %s, which does not belong here", wrong.Value)
	}
	return failAt(hcl.Range{Filename: filename, Start: pos, End: pos}, "Unreadable schema",
		"This is not the JSON that \"providers schema -json\" prints: %s.", err)
}
