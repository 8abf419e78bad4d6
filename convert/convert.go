// Package convert maps HCL native syntax to HCL-JSON and back, following the
// schema of the language that the file is written in.
//
// [ToJSON] and [ToHCL] take the bytes of a file and return those of the other.
// The language is a [github.com/hcljson/hcljson/schema.Dialect]: the packages
// below schema have one for each kind of file, and schema/dialects finds it by a
// file's name. Comments, and what else the way back needs, are in "//"
// properties of the JSON.
//
// They are [hclwrite.ParseFile] and [WriteJSON], and [ReadJSON] and
// [hclwrite.File.Bytes]: a tree that is made or changed in memory is written without
// printing and parsing it. A [Document] is written block by block.
//
// All of them return diagnostics with positions in the source. With an error
// among them there is no result; warnings say what the user must know of the
// result. A dialect that is nil or has no root body, and a tree that no file can have,
// are such errors. Nothing is evaluated but constants where the language takes only
// those. No function of this package uses files, the environment or the network,
// and all may be called from several goroutines.
//
// The mapping is described in docs/mapping.md, the "//" property in
// docs/comments.md.
package convert

import "github.com/hcljson/hcljson/hclwrite"

// Form is the shape of the JSON that ToJSON writes. All but Query decode the same.
type Form uint8

const (
	// General writes an array element for each block and each level of labels
	// but the last, so that the shape of a path does not depend on how many
	// blocks there are.
	General Form = iota
	// Compact writes the documented shorthand: objects nested by label and a
	// plain object for a single block, wherever the order that matters allows.
	Compact
	// Query writes each path in one shape, for programs that read alone: labels are
	// keys, and each body is in an array, but those that hold names and values
	// alone (locals) are merged into one object. There are neither comments nor hints,
	// and no order of what has different names; it is not for ToHCL.
	Query
)

// Layout is what becomes of the layout of native syntax: where blank lines are, what
// is on one line, what is in quotes, and the like.
type Layout uint8

const (
	// CanonicalLayout does not note it; what comes back is in canonical layout.
	CanonicalLayout Layout = iota
	// KeepLayout notes it in "//" properties, so that nearly the same text comes back.
	KeepLayout
)

// Options change how a file is converted. The zero value is the default.
type Options struct {
	// Form is the shape of the JSON output; ToHCL does not look at it.
	Form Form
	// DropComments leaves out comments, and the hints next to them that make the
	// way back exact.
	DropComments bool
	// Layout says whether the JSON output notes the layout of the source; ToHCL uses
	// what is noted, whatever it says.
	Layout Layout
	// Unread says that no product reads the JSON. An expression that JSON for a product
	// cannot hold is then text, which starts with [schema.Carried], and comes back from it.
	Unread bool
	// Strict makes an error of every guess that is otherwise a warning.
	Strict bool
	// Like, if not nil, is a file that tells attributes from blocks where neither a
	// schema nor a hint in the JSON does: the one that the JSON was made from, or
	// another one of its module. ToJSON does not look at it.
	Like *hclwrite.File
	// Gone, if not nil, gets the comments that the note of a body has at what is not there,
	// which are not written if there is a file in Like.
	Gone map[*hclwrite.Body][]string
	// SourceMap, if not nil, is filled with what has become of what, by ToJSON,
	// WriteJSON and ToHCL. Of a tree, the map knows the nodes that were read from the
	// source and not changed since.
	SourceMap *SourceMap
}
