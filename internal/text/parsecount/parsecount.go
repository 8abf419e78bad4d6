// Package parsecount counts the bytes that the parsers read. A test compares these numbers with the
// sizes of the files of a command.
package parsecount

import "sync/atomic"

// Native and JSON are the numbers of bytes that the parsers of hclwrite and jsontree read.
// Checked is that of the decoders of hashicorp/hcl in the equivalence check.
var Native, JSON, Checked atomic.Int64

// Skipped is the number of bytes of space and comments that the check skips between the items of a file. The
// loop allocates nothing, so allocations do not show how often it reads a text.
var Skipped atomic.Int64
