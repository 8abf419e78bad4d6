// Package wire reads messages of Protocol Buffers, and has those with which a provider
// plugin is asked for its schema.
//
// These are the part of the provider plugin protocols 5 and 6 that a request for the
// schema needs: the messages and field numbers of tfplugin5.proto and
// tfplugin6.proto (OpenTofu, docs/plugin-protocol). What is not here is skipped when
// a message is read, and so is what later minor versions add.
package wire

// Response is the answer to GetProviderSchema and, in protocol 5, to GetSchema. The
// tags of fields are their numbers.
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

// Action is ActionSchema.
type Action struct {
	Schema *Schema `wire:"1"`
}

// Schema is one of a resource, a data source, a provider, and so on.
type Schema struct {
	Version int64  `wire:"1"`
	Block   *Block `wire:"2"`
}

// Block is Schema.Block.
type Block struct {
	Attributes      []*Attribute   `wire:"2"`
	BlockTypes      []*NestedBlock `wire:"3"`
	Description     string         `wire:"4"`
	DescriptionKind StringKind     `wire:"5"`
	Deprecated      bool           `wire:"6"`
}

// NestedBlock is Schema.NestedBlock.
type NestedBlock struct {
	TypeName string  `wire:"1"`
	Block    *Block  `wire:"2"`
	Nesting  Nesting `wire:"3"`
	MinItems int64   `wire:"4"`
	MaxItems int64   `wire:"5"`
}

// Attribute is Schema.Attribute.
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
	// WriteOnly5 is write_only of protocol 5, which has no nested types.
	WriteOnly5 bool `wire:"10"`
}

// Object is Schema.Object.
type Object struct {
	Attributes []*Attribute `wire:"1"`
	Nesting    Nesting      `wire:"3"`
}

// Function is Function.
type Function struct {
	Parameters         []*Parameter `wire:"1"`
	VariadicParameter  *Parameter   `wire:"2"`
	Return             *Return      `wire:"3"`
	Summary            string       `wire:"4"`
	Description        string       `wire:"5"`
	DeprecationMessage string       `wire:"7"`
}

// Parameter is Function.Parameter.
type Parameter struct {
	Name           string `wire:"1"`
	Type           []byte `wire:"2"`
	AllowNullValue bool   `wire:"3"`
	Description    string `wire:"5"`
}

// Return is Function.Return.
type Return struct {
	Type []byte `wire:"1"`
}

// Diagnostic is Diagnostic, without the path.
type Diagnostic struct {
	Severity Severity `wire:"1"`
	Summary  string   `wire:"2"`
	Detail   string   `wire:"3"`
}

// Output is plugin.StdioData of go-plugin: what a plugin writes while it serves.
type Output struct {
	Channel Channel `wire:"1"`
	Data    []byte  `wire:"2"`
}

// StringKind says what a description is.
type StringKind int32

// The kinds of descriptions.
const (
	Plain StringKind = iota
	Markdown
)

// Nesting says how often blocks or objects may stand.
type Nesting int32

// The nesting modes. Objects have no Group, and the same numbers.
const (
	InvalidNesting Nesting = iota
	Single
	List
	Set
	Map
	Group
)

// Severity is that of a diagnostic.
type Severity int32

// The severities.
const (
	InvalidSeverity Severity = iota
	Error
	Warning
)

// Channel is where a plugin writes to.
type Channel int32

// Stderr is standard error.
const Stderr Channel = 2
