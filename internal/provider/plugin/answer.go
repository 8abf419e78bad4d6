package plugin

import (
	"errors"
	"fmt"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/provider/plugin/internal/wire"
	"github.com/hcljson/hcljson/internal/provider/supervise"
)

// maxTexts is the maximum number of plugin errors in a message.
const maxTexts = 12

// maxDepth is the maximum nesting of blocks, objects and types.
const maxDepth = 64

var errDeep = fmt.Errorf("more than %d levels of nesting", maxDepth)

// reader caches decoded types by their text, because most types occur often.
type reader map[string]cty.Type

// fromAnswer returns the schema in the form of "providers schema -json". It moves the attributes and
// blocks out of the answer to save memory.
func fromAnswer(in *wire.Response) (*tfjson.ProviderSchema, error) {
	if err := errorOf(in.Diagnostics); err != nil {
		return nil, err
	}
	if in.Provider == nil {
		return nil, errors.New("it has none for its own configuration, which every provider has; install another " +
			"version of the provider")
	}
	r := reader{}
	out := &tfjson.ProviderSchema{}
	var err error
	if out.ConfigSchema, err = r.schemaOf(in.Provider); err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	for _, kind := range []struct {
		name string
		in   map[string]*wire.Schema
		out  *map[string]*tfjson.Schema
	}{
		{"resource", in.ResourceSchemas, &out.ResourceSchemas},
		{"data source", in.DataSourceSchemas, &out.DataSourceSchemas},
		{"ephemeral resource", in.EphemeralResourceSchemas, &out.EphemeralResourceSchemas},
		{"list resource", in.ListResourceSchemas, &out.ListResourceSchemas},
		{"state store", in.StateStoreSchemas, &out.StateStoreSchemas},
	} {
		if *kind.out, err = convertMap(kind.name, kind.in, r.schemaOf); err != nil {
			return nil, err
		}
	}
	if out.ActionSchemas, err = convertMap("action", in.ActionSchemas, r.actionOf); err != nil {
		return nil, err
	}
	out.Functions, err = convertMap("function", in.Functions, r.functionOf)
	return out, err
}

// convertMap converts the elements of a map. An empty map becomes nil.
func convertMap[In, Out any](kind string, in map[string]*In, one func(*In) (*Out, error)) (map[string]*Out, error) {
	var out map[string]*Out
	for name, item := range in {
		if err := convertInto(&out, len(in), kind, name, item, one); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// convertInto converts an element and adds it to a map, which it creates with this size.
func convertInto[In, Out any](out *map[string]*Out, size int, kind, name string, item *In, one func(*In) (*Out, error)) error {
	converted, err := one(item)
	if err != nil {
		return fmt.Errorf("%s %q: %w", kind, supervise.Printable(name), err)
	}
	if *out == nil {
		*out = make(map[string]*Out, size)
	}
	(*out)[name] = converted
	return nil
}

// errorOf returns the errors among the diagnostics of a plugin.
func errorOf(diagnostics []*wire.Diagnostic) error {
	var texts []string
	for _, d := range diagnostics {
		if d.Severity == wire.Warning {
			continue
		}
		if len(texts) == maxTexts {
			texts = append(texts, "...")
			break
		}
		text := supervise.Printable(d.Summary)
		if detail := supervise.Printable(d.Detail); detail != "" {
			text += ": " + detail
		}
		texts = append(texts, text)
	}
	if texts == nil {
		return nil
	}
	return fmt.Errorf("the plugin refuses it: %s", strings.Join(texts, "; "))
}

// orEmpty returns a message, or an empty message instead of nil.
func orEmpty[Message any](in *Message) *Message {
	if in == nil {
		return new(Message)
	}
	return in
}

func (r reader) schemaOf(in *wire.Schema) (*tfjson.Schema, error) {
	in = orEmpty(in)
	version, err := countOf("version", in.Version)
	if err != nil {
		return nil, err
	}
	block, err := r.blockOf(in.Block, maxDepth)
	return &tfjson.Schema{Version: version, Block: block}, err
}

func (r reader) actionOf(in *wire.Action) (*tfjson.ActionSchema, error) {
	block, err := r.blockOf(orEmpty(orEmpty(in).Schema).Block, maxDepth)
	return &tfjson.ActionSchema{Block: block}, err
}

func (r reader) blockOf(in *wire.Block, depth int) (*tfjson.SchemaBlock, error) {
	if depth == 0 {
		return nil, errDeep
	}
	in = orEmpty(in)
	out := &tfjson.SchemaBlock{
		Description:     in.Description,
		DescriptionKind: descriptionKind(in.DescriptionKind),
		Deprecated:      in.Deprecated,
	}
	var err error
	if out.Attributes, err = r.attributesOf(in.Attributes, depth); err != nil {
		return nil, err
	}
	out.NestedBlocks, err = convertNamed("block", in.BlockTypes, func(in *wire.NestedBlock) string { return in.TypeName },
		func(in *wire.NestedBlock) (*tfjson.SchemaBlockType, error) { return r.nestedOf(in, depth) })
	return out, err
}

func (r reader) attributesOf(in []*wire.Attribute, depth int) (map[string]*tfjson.SchemaAttribute, error) {
	return convertNamed("attribute", in, func(in *wire.Attribute) string { return in.Name },
		func(in *wire.Attribute) (*tfjson.SchemaAttribute, error) { return r.attributeOf(in, depth) })
}

// convertNamed converts a list of elements with unique names.
func convertNamed[In, Out any](kind string, in []*In, name func(*In) string,
	one func(*In) (*Out, error)) (map[string]*Out, error) {
	var out map[string]*Out
	for i, item := range in {
		in[i] = nil
		if _, twice := out[name(item)]; twice || name(item) == "" {
			return nil, fmt.Errorf("%s %q appears twice, or has no name", kind, supervise.Printable(name(item)))
		}
		if err := convertInto(&out, len(in), kind, name(item), item, one); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r reader) nestedOf(in *wire.NestedBlock, depth int) (*tfjson.SchemaBlockType, error) {
	block, err := r.blockOf(in.Block, depth-1)
	if err != nil {
		return nil, err
	}
	out := &tfjson.SchemaBlockType{NestingMode: nestings[in.Nesting], Block: block}
	if out.NestingMode == "" {
		return nil, fmt.Errorf("unknown nesting mode %d", in.Nesting)
	}
	if out.MinItems, err = countOf("min_items", in.MinItems); err != nil {
		return nil, err
	}
	out.MaxItems, err = countOf("max_items", in.MaxItems)
	return out, err
}

func (r reader) attributeOf(in *wire.Attribute, depth int) (*tfjson.SchemaAttribute, error) {
	out := &tfjson.SchemaAttribute{
		Description:     in.Description,
		DescriptionKind: descriptionKind(in.DescriptionKind),
		Deprecated:      in.Deprecated,
		Required:        in.Required,
		Optional:        in.Optional,
		Computed:        in.Computed,
		Sensitive:       in.Sensitive,
		WriteOnly:       in.WriteOnly || in.WriteOnly5,
	}
	var err error
	if in.NestedType == nil {
		out.AttributeType, err = r.typeOf(in.Type)
		return out, err
	}
	if len(in.Type) > 0 {
		return nil, errors.New("it has a type and a nested type")
	}
	out.AttributeNestedType, err = r.objectOf(in.NestedType, depth-1)
	return out, err
}

func (r reader) objectOf(in *wire.Object, depth int) (*tfjson.SchemaNestedAttributeType, error) {
	if depth == 0 {
		return nil, errDeep
	}
	out := &tfjson.SchemaNestedAttributeType{NestingMode: nestings[in.Nesting]}
	if out.NestingMode == "" || out.NestingMode == tfjson.SchemaNestingModeGroup {
		return nil, fmt.Errorf("unknown nesting mode %d", in.Nesting)
	}
	var err error
	out.Attributes, err = r.attributesOf(in.Attributes, depth)
	return out, err
}

var nestings = map[wire.Nesting]tfjson.SchemaNestingMode{
	wire.Single: tfjson.SchemaNestingModeSingle,
	wire.Group:  tfjson.SchemaNestingModeGroup,
	wire.List:   tfjson.SchemaNestingModeList,
	wire.Set:    tfjson.SchemaNestingModeSet,
	wire.Map:    tfjson.SchemaNestingModeMap,
}

func descriptionKind(kind wire.StringKind) tfjson.SchemaDescriptionKind {
	if kind == wire.Markdown {
		return tfjson.SchemaDescriptionKindMarkdown
	}
	return tfjson.SchemaDescriptionKindPlain
}

// countOf returns a number, or an error if it is negative.
func countOf(name string, n int64) (uint64, error) {
	if n < 0 {
		return 0, fmt.Errorf("%s is negative: %d", name, n)
	}
	return uint64(n), nil
}

func (r reader) functionOf(in *wire.Function) (*tfjson.FunctionSignature, error) {
	out := &tfjson.FunctionSignature{
		Summary:            in.Summary,
		Description:        in.Description,
		DeprecationMessage: in.DeprecationMessage,
	}
	var err error
	if out.ReturnType, err = r.typeOf(orEmpty(in.Return).Type); err != nil {
		return nil, fmt.Errorf("return type: %w", err)
	}
	for _, parameter := range in.Parameters {
		converted, err := r.parameterOf(parameter)
		if err != nil {
			return nil, err
		}
		out.Parameters = append(out.Parameters, converted)
	}
	if in.VariadicParameter != nil {
		out.VariadicParameter, err = r.parameterOf(in.VariadicParameter)
	}
	return out, err
}

func (r reader) parameterOf(in *wire.Parameter) (*tfjson.FunctionParameter, error) {
	out := &tfjson.FunctionParameter{Name: in.Name, Description: in.Description, IsNullable: in.AllowNullValue}
	var err error
	if out.Type, err = r.typeOf(in.Type); err != nil {
		return nil, fmt.Errorf("parameter %q: %w", supervise.Printable(in.Name), err)
	}
	return out, nil
}

// typeOf decodes a type in the JSON form of the plugin protocol.
func (r reader) typeOf(data []byte) (cty.Type, error) {
	if known, ok := r[string(data)]; ok {
		return known, nil
	}
	err := reading.CheckTypes(data)
	if err == nil {
		var ty cty.Type
		if ty, err = unmarshal(data); err == nil {
			r[string(data)] = ty
			return ty, nil
		}
	}
	return cty.NilType, fmt.Errorf("type %q: %s", supervise.Printable(string(data)), supervise.Printable(err.Error()))
}

// unmarshal decodes a type. The library panics if an optional attribute of an object is not an
// attribute.
func unmarshal(data []byte) (ty cty.Type, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	return ctyjson.UnmarshalType(data)
}
