package schema

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Style is how people write a language: what no product asks for, but whoever reads
// a file expects. A language without one has no such rows.
type Style struct {
	// Blocks are the types of a file's blocks in the order in which they are.
	Blocks []string
	// Orders are the orders of arguments, by the type of the block around them.
	Orders []Order
	// Files say which file of a module the blocks of a type are in.
	Files []FileRow
	// Main is the file for all others. Neither has Ending in the table.
	Main, Ending string
	// Fixed reports whether the name of a file, without its ending, means something
	// to the product, so that nothing may come into it or leave it.
	Fixed func(stem string) bool
	// Declarations are what has a name that references use.
	Declarations []Declaration
	// Moved is the block that tells of a new name.
	Moved MovedRow
	// Calls is the block that calls another module.
	Calls CallsRow
	// Historic are the block types whose references may be to what is not declared
	// any more, with the arguments that hold them.
	Historic []HistoricRow
	// Configurations are arguments that refer to configurations of providers, whose
	// names are not declarations.
	Configurations []string
	// Paths are arguments with paths in the block around, which are no references (ignore_changes).
	Paths []string
	// Implied are arguments that say nothing where their value is the one that they
	// have without them.
	Implied []ImpliedRow
	// IsDocument reports whether an argument is compared as JSON, so that the layout of
	// its text means nothing. It is that of a block of a type with a first label, after
	// the types of the blocks in it that it is in, with dots.
	IsDocument func(block, label, argument string) bool
	// Plain are the attributes whose values are strings without any character that
	// JSON escapes. The first row for a type counts.
	Plain []PlainRow
	// Functions are those that steps may write calls of: jsonencode and chomp, if the
	// language has them.
	Functions []string
	// Sources are arguments of which a short form means an address below
	// Namespace.
	Sources []SourceRow
}

// Order is how arguments and blocks are arranged in the body of a block.
type Order struct {
	// Type is that of the block.
	Type string
	// First come before all others, Last after them, both in this order.
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
	// Explicit may be before Root in a reference, and means nothing.
	Explicit string
	// Labels is how many labels it has, the last of which is the name. Where there
	// are none, each argument is a declaration.
	Labels int
	// Public: what is outside of the module uses the name as well.
	Public bool
	// Moved: what has another name needs a Moved block, so that the product finds
	// what it has made.
	Moved bool
}

// Names are those by which a reference calls what a block with labels declares.
func (d *Declaration) Names(labels []string) []string {
	if d.Root == "" {
		return slices.Clone(labels)
	}
	return append([]string{d.Root}, labels...)
}

// Outside says where files of values and of tests use the names that configuration declares.
type Outside struct {
	// Values are the addresses, as hcljson get takes them, of what has an argument for each
	// declaration that is [Declaration.Public].
	Values []string
	// Other is a block in a block of the file, in which names are those of another module then.
	// Its argument Source is the directory, and the block Inputs has what that gets.
	Other, Source, Inputs string
	// Directory is one in that of the configuration, which such files may be in; empty for none.
	Directory string
}

// MovedRow is the block type that tells of a new name, and its arguments.
type MovedRow struct {
	Type, From, To string
}

// CallsRow is the block type that calls a module, its argument for the directory, and the block
// types that declare inputs and outputs of a module. Instances are arguments that make several of a
// call.
type CallsRow struct {
	Type, Source, Input, Output string
	Instances                   []string
}

// HistoricRow is a block type with references to what is not declared any more.
type HistoricRow struct {
	Type       string
	References []string
}

// ImpliedRow is an argument of a block that is, without it, the first label up to the
// first underscore.
type ImpliedRow struct {
	Type, Argument string
}

// Value is what the argument is if a block with this label does not have it.
func (r ImpliedRow) Value(label string) string {
	value, _, _ := strings.Cut(label, "_")
	return value
}

// PlainRow are attributes of what has this type, or one that starts with Prefix.
type PlainRow struct {
	Type, Prefix string
	Names        []string
	// Exact: the values do not hold <, > and & either.
	Exact bool
}

// SourceRow is an argument of an object under another argument of a block, as in
// terraform { required_providers { aws = { source = "aws" } } }.
type SourceRow struct {
	Type, Block, Argument string
	Namespace             string
}

// Look is a place of a configuration that a person should see who takes it over from
// the program that wrote it. Of several rows for the same blocks, the first that is
// there counts.
type Look struct {
	// Blocks lead to it from the level of the file: types, each with the first
	// labels that it must have.
	Blocks []LookBlock
	// Path is an argument of the last block and keys in its value; empty for the
	// block itself.
	Path []string
	// Machine: only an absolute path is worth a look, as it is one of the machine
	// where the program ran.
	Machine bool
	// Why says what is to be looked at, after the place and the value.
	Why string
}

// LookBlock is a type of block with its first labels.
type LookBlock struct {
	Type   string
	Labels []string
}

// Placeholder is what a generator writes until it knows a value.
type Placeholder struct {
	// Generator is its name, for messages.
	Generator string
	// Texts are what strings, names and expressions hold.
	Texts []string
	// Numbers are the first 16 bits of negative numbers, as float64.
	Numbers []uint16
}

// In reports whether a text holds a placeholder. Numbers may be written in any way,
// and stand in other text.
func (p *Placeholder) In(text string) bool {
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

// minNumber is the length of -1e100, of which most texts have nothing longer that starts
// with a sign.
const minNumber = 6

func (p *Placeholder) isNumber(text string) bool {
	n, err := strconv.ParseFloat(text, 64)
	return err == nil && slices.Contains(p.Numbers, uint16(math.Float64bits(n)>>48))
}

// numberEnd is where the number ends whose sign a text starts with.
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
