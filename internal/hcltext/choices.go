package hcltext

// Layout is how something is written where native syntax leaves a choice. Of the zero
// value, as of nil, all is as in canonical layout.
type Layout struct {
	// Blank is one more than the blank lines above it and its comments.
	Blank uint8
	// Head is the number of blank lines before the comments that a body starts with,
	// and Foot that before its closing bracket, or the end of the file.
	Head, Foot uint8
	// Joined: an element or item that is on the line of the one before it, or of
	// the opening bracket.
	Joined bool
	// Hugged: the closing bracket, or the end of the file, is on the line of the
	// last item.
	Hugged bool
	// Returns: the lines of the file end with a carriage return.
	Returns bool
	// Quoted: the key is in quotes although it need not be. Colon: a colon follows it.
	Quoted, Colon bool
	// Bare: the labels of the block are without quotes where they can be.
	Bare bool
	// Comma is whether a comma follows the item of an object, or the last element of
	// a tuple, where either can be.
	Comma Choice
	// Lines is where the lines of a collection, or of the body of a block, end.
	Lines Lines
	// Wrapping is what is around an expression.
	Wrapping Wrapping
	// String is how a string is written.
	String StringLayout
}

// Choice is whether something that may be somewhere does.
type Choice uint8

const (
	CanonicalChoice Choice = iota
	Yes
	No
)

// Lines is how items of a collection or of a body are put on lines.
type Lines uint8

const (
	CanonicalLines Lines = iota
	// OneLine: no line ends between the items, nor next to the brackets.
	OneLine
	// ManyLines: a line ends after each bracket and item, but see Layout.Joined.
	ManyLines
)

// Wrapping is what is around an expression that could be alone.
type Wrapping uint8

const (
	// Parentheses are around it; with a line end after the first, and before the
	// second.
	Parentheses Wrapping = 1 << iota
	LineBefore
	LineBehind
	// Interpolation: it is in "${ }".
	Interpolation
)

// StringLayout is how a string is written.
type StringLayout struct {
	// Quotes: not as a heredoc.
	Quotes bool
	// Marker is that of a heredoc. Flush: it starts with <<-.
	Marker string
	Flush  bool
	// Text and End are how far the lines and the closing marker are indented.
	Text, End int
}
