// Package wire decodes Protocol Buffers messages, and defines the messages for reading the schema of
// a provider plugin.
//
// It contains only the necessary part of the provider plugin protocols 5 and 6: the messages and
// field numbers of tfplugin5.proto and tfplugin6.proto (OpenTofu, docs/plugin-protocol). Decoding
// skips all other fields, including additions of later minor versions.
package wire

// Response is the answer to GetProviderSchema and, in protocol 5, to GetSchema. The tags of fields
// are their numbers.
type Response struct {
	Provider                 *Schema              `wire:"1"`
	ResourceSchemas          map[string]*Schema   `wire:"2"`
	DataSourceSchemas        map[string]*Schema   `wire:"3"`
	Diagnostics              []*Diagnostic        `wire:"4"`
	Functions                map[string]*Function `wire:"7"`
	EphemeralResourceSchemas map[string]*Schema   `wire:"8"`
	ListResourceSchemas      map[string]*Schema   `wire:"9"`
	StateStoreSchemas        map[string]*Schema   `wire:"10"`
	ActionSchemas            map[string]*Action   `wire:"11"`
}

// Action is the message ActionSchema.
type Action struct {
	Schema *Schema `wire:"1"`
}

// Schema is the schema of a resource, a data source, a provider, and so on.
type Schema struct {
	Version int64  `wire:"1"`
	Block   *Block `wire:"2"`
}

// Block is the message Schema.Block.
type Block struct {
	Attributes      []*Attribute   `wire:"2"`
	BlockTypes      []*NestedBlock `wire:"3"`
	Description     string         `wire:"4"`
	DescriptionKind StringKind     `wire:"5"`
	Deprecated      bool           `wire:"6"`
}

// NestedBlock is the message Schema.NestedBlock.
type NestedBlock struct {
	TypeName string  `wire:"1"`
	Block    *Block  `wire:"2"`
	Nesting  Nesting `wire:"3"`
	MinItems int64   `wire:"4"`
	MaxItems int64   `wire:"5"`
}

// Attribute is the message Schema.Attribute.
type Attribute struct {
	Name            string     `wire:"1"`
	Type            []byte     `wire:"2"`
	Description     string     `wire:"3"`
	Required        bool       `wire:"4"`
	Optional        bool       `wire:"5"`
	Computed        bool       `wire:"6"`
	Sensitive       bool       `wire:"7"`
	DescriptionKind StringKind `wire:"8"`
	Deprecated      bool       `wire:"9"`
	NestedType      *Object    `wire:"10"`
	WriteOnly       bool       `wire:"11"`
	// WriteOnly5 is the field write_only of protocol 5, which has no nested types.
	WriteOnly5 bool `wire:"10"`
}

// Object is the message Schema.Object.
type Object struct {
	Attributes []*Attribute `wire:"1"`
	Nesting    Nesting      `wire:"3"`
}

// Function is the message Function.
type Function struct {
	Parameters         []*Parameter `wire:"1"`
	VariadicParameter  *Parameter   `wire:"2"`
	Return             *Return      `wire:"3"`
	Summary            string       `wire:"4"`
	Description        string       `wire:"5"`
	DeprecationMessage string       `wire:"7"`
}

// Parameter is the message Function.Parameter.
type Parameter struct {
	Name           string `wire:"1"`
	Type           []byte `wire:"2"`
	AllowNullValue bool   `wire:"3"`
	Description    string `wire:"5"`
}

// Return is the message Function.Return.
type Return struct {
	Type []byte `wire:"1"`
}

// Diagnostic is the message Diagnostic, without the path.
type Diagnostic struct {
	Severity Severity `wire:"1"`
	Summary  string   `wire:"2"`
	Detail   string   `wire:"3"`
}

// Output is the message plugin.StdioData of go-plugin: the output of a running plugin.
type Output struct {
	Channel Channel `wire:"1"`
	Data    []byte  `wire:"2"`
}

// StringKind is the format of a description.
type StringKind int32

// The formats of descriptions.
const (
	Plain StringKind = iota
	Markdown
)

// Nesting is the nesting mode of blocks or objects.
type Nesting int32

// The nesting modes. Objects use the same numbers, without Group.
const (
	InvalidNesting Nesting = iota
	Single
	List
	Set
	Map
	Group
)

// Severity is the severity of a diagnostic.
type Severity int32

// The severities.
const (
	InvalidSeverity Severity = iota
	Error
	Warning
)

// Channel is an output channel of a plugin.
type Channel int32

// Stderr is standard error.
const Stderr Channel = 2
