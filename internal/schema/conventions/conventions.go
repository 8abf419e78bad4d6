// Package conventions defines the rows for the rules of a language that the editing commands follow and no product
// enforces: the order of blocks, the names that references use, and values that a generator leaves.
// The rows are in schema/opentofu/style.go and in schema files.
package conventions

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// Facts are the facts about a language in [schema.Dialect.Facts].
type Facts struct {
	// Placeholders, Style and Outside are rules for the commands that edit files. Conversion does not use Style and
	// Outside. They are nil for a language without such rules.
	Placeholders []Placeholder
	Style        *Style
	Outside      *Outside
	// BuiltIn contains the types of a provider that is part of the product. It is nil if the product has no such
	// provider.
	BuiltIn map[tables.Part]map[string]*typespec.Body
}

var noFacts Facts

// Of returns the facts about a language. They must not be changed.
func Of(d *schema.Dialect) *Facts {
	if facts, ok := d.Facts.(*Facts); ok {
		return facts
	}
	return &noFacts
}

// Style contains the conventions of a language: rules that readers of a file expect, but no product
// enforces. A language without conventions has no such rows.
type Style struct {
	// Blocks contains the block types of a file in their usual order.
	Blocks []string
	// Orders contains the usual order of arguments for each type of the parent block.
	Orders []Order
	// Files assigns block types to the files of a module.
	Files []FileRow
	// Main is the file for all other blocks. Main and the names in Files lack the suffix Ending.
	Main, Ending string
	// Fixed reports whether the product gives a meaning to a file name (without its suffix). No
	// block may be moved into or out of such a file.
	Fixed func(stem string) bool
	// Declarations contains the blocks and arguments that references refer to by name.
	Declarations []Declaration
	// Moved is the block type that records a rename.
	Moved MovedRow
	// Removed is the block type that records a removal.
	Removed RemovedRow
	// Calls is the block type that calls another module.
	Calls CallsRow
	// Components is the block type that calls a module of another language.
	Components ComponentsRow
	// Dependencies is the block type that names a directory whose module has outputs.
	Dependencies DependenciesRow
	// Historic contains the block types whose references may refer to removed declarations, with the
	// arguments that contain these references.
	Historic []HistoricRow
	// Configurations contains arguments that refer to configurations of providers. Names of
	// configurations are not declarations. Configuration is the block type of a configuration.
	Configurations []string
	Configuration  string
	// Self is the first name of references to the enclosing object.
	Self string
	// Paths contains arguments with paths into the enclosing top-level block. Such paths are not
	// references (ignore_changes in lifecycle).
	Paths []PathRow
	// Implied contains arguments that are redundant if they equal their default.
	Implied []ImpliedRow
	// IsDocument reports whether the provider compares an argument as JSON, so that the layout of
	// its text does not matter. The argument belongs to a block with the given type and first label.
	// In argument, the types of nested blocks precede the name, separated by dots.
	IsDocument func(block, label, argument string) bool
	// Plain contains attributes whose string values contain no character that JSON escapes. The
	// first row for a type wins.
	Plain []PlainRow
	// Functions contains the functions that a rewrite may call: jsonencode and chomp, if the
	// language has them.
	Functions []string
	// Sources contains arguments whose short form means an address in Namespace.
	Sources []SourceRow
	// Copies contains attributes of objects that have the value of an argument.
	Copies []CopyRow
}

// CopyRow is an attribute with the value of an argument. Name is the first name of references to the object.
type CopyRow struct {
	Name, Argument, Attribute string
}

// PathRow is an argument in a block of the type Block, which is in a top-level block.
type PathRow struct {
	Block, Argument string
}

// Order is the usual order of arguments and blocks in the body of a block.
type Order struct {
	// Type is the type of the block.
	Type string
	// First contains the names before all others, and Last the names after them, both in order.
	First, Last []string
}

// FileRow assigns a block type to a file.
type FileRow struct {
	Type string
	File string
}

// Declaration is a block, or an argument of a block, that references refer to by name.
type Declaration struct {
	// Type is the type of the top-level block.
	Type string
	// Root is the first name of a reference. If it is empty, the reference starts with the first
	// label.
	Root string
	// Explicit is an optional name before Root in a reference. It does not change the meaning.
	Explicit string
	// Labels is the number of labels. The last label is the name. Without labels, each argument is a
	// declaration.
	Labels int
	// Public is true if names outside of the module can refer to the declaration.
	Public bool
	// Moved is true if a rename needs a Moved block, so that the product finds the existing object.
	Moved bool
	// Unmoved is true if objects of the declaration exist, and no block records a rename.
	Unmoved bool
	// OnlyValue is true if the declaration has no effect without a reference to it, except that it can fail.
	OnlyValue bool
	// Within is the type of a block at the root of a file that can also contain the declaration. The name is unique in
	// the module. An address with the parent block selects it too.
	Within string
	// Value is the argument to whose parts references refer. If it is empty, they refer to the parts of the body or, if
	// each argument is a declaration, of the argument.
	Value string
}

// Names returns the names in a reference to a declaration with the given labels.
func (d *Declaration) Names(labels []string) []string {
	if d.Root == "" {
		return slices.Clone(labels)
	}
	return append([]string{d.Root}, labels...)
}

// Outside defines how files of values and of tests use the names that a configuration declares.
type Outside struct {
	// Values contains the addresses, in the syntax of hcljson get, of the bodies or objects with an
	// argument for each [Declaration.Public] declaration.
	Values []string
	// Other is the type of a nested block. If a top-level block contains it, names in this top-level
	// block refer to another module. The argument Source of Other is the module's directory, and the
	// block Inputs contains the module's inputs.
	Other, Source, Inputs string
	// Override is the type of a block with values for the outputs of a called module. OverrideTarget is its argument
	// with the address of the call, and Outputs the argument with an object of the values.
	Override, OverrideTarget, Outputs string
	// Module is the address of the argument with the directory of the module that gets Values. If it is empty, this
	// is the module of the file. In a file with Module, references do not refer to declarations of that module.
	Module string
	// Directories contains the calls with which directories can start.
	Directories []DirectoryRow
	// Mocks is the type of a block whose argument Source is a directory with files of mocks. The directory is relative
	// to that of the module. IsMock is true for these files: their references refer to declarations of the module.
	Mocks  string
	IsMock bool
	// Directory is a subdirectory of the configuration's directory that may contain such files;
	// empty for none.
	Directory string
}

// MovedRow is the block type that records a rename, and its arguments. Reserved contains the first names
// of references to values without a declaration. They cannot be types of objects.
type MovedRow struct {
	Type, From, To string
	Reserved       []string
}

// RemovedRow is the block type that records a removal, its argument with the old address, and the argument Destroy in the
// nested block Block. If Destroy is false, the objects stay. Without this block in the schema, they always stay.
type RemovedRow struct{ Type, From, Block, Destroy string }

// CallsRow is the block type that calls a module, the argument with the module's directory, and the
// block types that declare inputs and outputs of a module. Instances contains the arguments that
// create several instances of a call or another declaration. Keys is the one with the instance keys: its
// value is an object, or a call of one of the KeyFunctions. Dependencies is the argument with static references that can
// name outputs of a call. All other static arguments contain addresses.
type CallsRow struct {
	Type, Source, Input, Output, Keys, Dependencies string
	Instances, KeyFunctions                         []string
}

// ComponentsRow is the block type that calls a module, the argument with the module's directory, and the argument with an
// object of its inputs. References to outputs start with the type and the label.
type ComponentsRow struct{ Type, Source, Inputs string }

// DependenciesRow is a block type, its argument with the directory of a file of values, and its argument with an object
// of values for outputs. References to the outputs of that file's module start with the type, the label and Outputs.
type DependenciesRow struct{ Type, Directory, Outputs, Values string }

// DirectoryRow is the start of a directory in an argument: a call, and the directory that it returns. The directory is
// relative to that of the file, or starts with [Repository].
type DirectoryRow struct{ Call, Directory string }

// Repository is the start of a directory that is relative to the root of the repository.
const Repository = "repository://"

// HistoricRow is a block type whose arguments References may refer to removed declarations.
type HistoricRow struct {
	Type       string
	References []string
}

// ImpliedRow is an argument of a block whose default is the part of the first label before the first
// underscore.
type ImpliedRow struct {
	Type, Argument string
}

// Value returns the default of the argument in a block with this label.
func (r ImpliedRow) Value(label string) string {
	value, _, _ := strings.Cut(label, "_")
	return value
}

// PlainRow contains attributes of a type, or of all types that start with Prefix.
type PlainRow struct {
	Type, Prefix string
	Names        []string
	// Exact is true if the values do not contain <, > and & either.
	Exact bool
}

// SourceRow is an argument of an object in the nested block Block, as in terraform {
// required_providers { aws = { source = "aws" } } }. Aliases is the argument of the object with the names of
// configurations that the callers of the module define.
type SourceRow struct {
	Type, Block, Argument, Aliases string
	Namespace                      string
}

// Look selects a part of a generated configuration that its new owner should check. If several rows
// match the same blocks, only the first match counts.
type Look struct {
	// Blocks is the path of blocks from the top level: types, each with the required first labels.
	Blocks []LookBlock
	// Path is an argument of the last block and keys in its value. It is empty for the block itself.
	Path []string
	// Machine is true if only absolute paths matter, because they refer to the machine where the
	// generator ran.
	Machine bool
	// Why is the message after the location and the value: the reason to check the value.
	Why string
}

// LookBlock is a block type with its first labels.
type LookBlock struct {
	Type   string
	Labels []string
}

// Placeholder is a text or number that a generator writes instead of a value that it does not know
// yet.
type Placeholder struct {
	// Generator is the name of the generator in messages.
	Generator string
	// Texts contains the substrings of placeholder strings, names and expressions.
	Texts []string
	// Numbers contains the first 16 bits of placeholder numbers as float64. They are negative.
	Numbers []uint16
}

// OccursIn reports whether a text contains a placeholder. Numbers may have any notation, and other text
// may surround them.
func (p *Placeholder) OccursIn(text string) bool {
	if slices.ContainsFunc(p.Texts, func(part string) bool { return strings.Contains(text, part) }) {
		return true
	}
	for i := strings.IndexByte(text, '-'); i >= 0; i = strings.IndexByte(text, '-') {
		text = text[i:]
		end := numberEnd(text)
		if end > minNumber && p.isNumber(text[:end]) {
			return true
		}
		text = text[end:]
	}
	return false
}

// minNumber is the length of -1e100. It skips the short negative numbers in ordinary text.
const minNumber = 6

func (p *Placeholder) isNumber(text string) bool {
	n, err := strconv.ParseFloat(text, 64)
	return err == nil && slices.Contains(p.Numbers, uint16(math.Float64bits(n)>>48))
}

// numberEnd returns the end of the number at the start of text. The number has a sign.
func numberEnd(text string) int {
	digits := func(i int) int {
		for i < len(text) && '0' <= text[i] && text[i] <= '9' {
			i++
		}
		return i
	}
	end := digits(1)
	if end < len(text) && text[end] == '.' {
		end = digits(end + 1)
	}
	if end < len(text) && (text[end] == 'e' || text[end] == 'E') {
		sign := end + 1
		if sign < len(text) && (text[sign] == '+' || text[sign] == '-') {
			sign++
		}
		if exponent := digits(sign); exponent > sign {
			end = exponent
		}
	}
	return end
}
