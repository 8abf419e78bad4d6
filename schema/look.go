package schema

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
