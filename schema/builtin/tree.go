package builtin

// Kind is what a name is in a body.
type Kind uint8

const (
	// ListAttribute is a list or set of anything but objects and maps.
	ListAttribute Kind = iota + 1
	MapAttribute
	// ObjectAttribute is an object; it may have nested attributes.
	ObjectAttribute
	// ObjectsAttribute is a list or set of objects or maps that is never written as blocks.
	ObjectsAttribute
	// AnyAttribute takes a value of any type.
	AnyAttribute
	// AttributeAsBlocks is a list or set of objects that may be written as blocks.
	AttributeAsBlocks
	// ObjectsOrBlocks is an AttributeAsBlocks whose element the source does not
	// know.
	ObjectsOrBlocks
	// Blocks, by nesting mode. UnknownBlock is one whose mode the source of the
	// table does not say.
	SingleBlock
	GroupBlock
	ListBlock
	SetBlock
	MapBlock
	UnknownBlock
)

// Block reports whether the name is a block type.
func (k Kind) Block() bool { return k >= SingleBlock }

// Tree is what the table knows of a body: its block types, and its arguments that
// are not of a primitive type, sorted by name.
type Tree []Entry

// Entry is one name of a body.
type Entry struct {
	Name string
	Kind Kind
	// Body is that of a block.
	Body Tree
	// Type is the type of an AttributeAsBlocks, as cty writes it in JSON.
	Type string
}
