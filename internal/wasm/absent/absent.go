// Package absent is what stands in for parts of the program that the small WebAssembly
// module does not have: hclsyntax, which explains errors and decides in rare places, the
// languages of schema files, which are read with it, what addresses and versions can be
// beyond the plain ones, and packages of Go of which little is used. Whoever asks for more
// learns with a panic that the other module is needed (service.Absent).
package absent

// Part is what panics: the name of what is not there.
type Part string

// Absent implements service.Absent.
func (Part) Absent() {}

func (p Part) Error() string { return string(p) + " is not in this program" }
