package hcltext

// Layout defines how a node is written where native syntax leaves a choice. The zero
// value, like nil, is canonical layout.
type Layout struct {
	// Blank is one more than the number of blank lines above the node and its comments.
	Blank uint8
	// Head is the number of blank lines before the comments at the start of a body.
	// Foot is that before its closing bracket, or the end of the file.
	Head, Foot uint8
	// Joined is true if an item of a collection is on the line of the previous one, or of the
	// opening bracket.
	Joined bool
	// CloserJoined is true if the closing bracket, or the end of the file, is on the line of
	// the last item.
	CloserJoined bool
	// CarriageReturns is true if all lines of the file end with \r\n.
	CarriageReturns bool
	// QuotedKey is true if a key that is an identifier has quotes. Colon is true if a colon follows it.
	QuotedKey, Colon bool
	// UnquotedLabels is true if labels that are identifiers have no quotes.
	UnquotedLabels bool
	// Comma defines whether an optional comma follows: after an item of an object, or the last
	// element of a tuple.
	Comma Choice
	// Lines defines where the lines of a collection, or of the body of a block, end.
	Lines Lines
	// Wrapping is the text around an expression.
	Wrapping Wrapping
	// String is the layout of a string.
	String StringLayout
}

// Choice defines whether the text contains an optional part.
type Choice uint8

const (
	// CanonicalChoice leaves the part to the canonical layout.
	CanonicalChoice Choice = iota
	// Yes means the text contains the part.
	Yes
	// No means the text does not contain the part.
	No
)

// Lines defines the lines of the items of a collection or a body.
type Lines uint8

const (
	// CanonicalLines leaves the lines to the canonical layout.
	CanonicalLines Lines = iota
	// OneLine has no newlines between the items or next to the brackets.
	OneLine
	// ManyLines means that a newline follows each bracket and item; see Layout.Joined.
	ManyLines
)

// Wrapping is a set of optional tokens around an expression.
type Wrapping uint8

const (
	// Parentheses are around the expression.
	Parentheses Wrapping = 1 << iota
	// LineBefore is a newline after the opening parenthesis.
	LineBefore
	// LineAfter is a newline before the closing parenthesis.
	LineAfter
	// Interpolation is "${ }" around the expression.
	Interpolation
)

// StringLayout is the layout of a string.
type StringLayout struct {
	// Quotes is true if the string is no heredoc.
	Quotes bool
	// Marker is the marker of a heredoc. Flush is true if the heredoc starts with <<-.
	Marker string
	Flush  bool
	// Text and End are the white space before the lines and the closing marker.
	Text, End string
}
