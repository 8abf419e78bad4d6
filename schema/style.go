package schema

// Style is how people write a language: what no product asks for, but whoever reads
// a file expects. A language without one has no such rows.
type Style struct {
	// Blocks are the types of a file's blocks in the order in which they stand.
	Blocks []string
	// Orders are the orders of arguments, by the type of the block around them.
	Orders []Order
	// Files say which file of a module the blocks of a type stand in.
	Files []FileRow
	// Declarations are what has a name that references use.
	Declarations []Declaration
	// Moved is the block that tells of a new name.
	Moved MovedRow
	// Historic are the block types whose references may be to what is not declared
	// any more, with the arguments that hold them.
	Historic []HistoricRow
	// Configurations are arguments that refer to configurations of providers, whose
	// names are no declarations.
	Configurations []string
	// Documents are the arguments whose text is read as JSON, so that the layout of
	// the text means nothing, by the type of the block's first label; those of
	// the type "" are so in each.
	Documents []DocumentRow
	// Plain are what references end with whose values never hold a character that
	// JSON escapes.
	Plain []string
	// PlainCalls are functions whose results never hold such a character, or are
	// numbers.
	PlainCalls []string
	// Sources are arguments of which a short form means an address below
	// Namespace.
	Sources []SourceRow
}

// Order is how arguments and blocks are arranged in a body.
type Order struct {
	// Type is that of the block, Within the type of the block around it; empty in
	// a file.
	Type, Within string
	// First come before all others, Last behind them.
	First, Last []string
}

// FileRow assigns blocks to a file.
type FileRow struct {
	Type string
	File string
}

// Declaration is a block, or an argument of a block, with a name that references
// use.
type Declaration struct {
	// Type is that of the block at the level of a file.
	Type string
	// Root is what a reference starts with; empty where it is the first label.
	Root string
	// Labels is how many labels it has, the last of which is the name. Where there
	// are none, each argument is a declaration.
	Labels int
	// Moved: what has another name needs a Moved block, so that the product finds
	// what it has made.
	Moved bool
}

// MovedRow is the block type that tells of a new name, and its arguments.
type MovedRow struct {
	Type, From, To string
}

// HistoricRow is a block type with references to what is not declared any more.
type HistoricRow struct {
	Type       string
	References []string
}

// DocumentRow are arguments that hold JSON.
type DocumentRow struct {
	// Type is the first label of the block; empty for any.
	Type  string
	Names []string
}

// SourceRow is an argument of an object under another argument of a block, as in
// terraform { required_providers { aws = { source = "aws" } } }.
type SourceRow struct {
	Type, Block, Argument string
	Namespace             string
}
