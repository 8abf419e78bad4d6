// Package patch writes an edit that was made in one syntax into a file in the
// other, and leaves alone each byte that the edit does not concern.
//
// [Native] is for a file in native syntax whose JSON was edited, by a person or a
// program; it does not matter in which form that JSON was, nor whether its comments
// and hints are still there. [JSON] is for a file in HCL-JSON that was edited in
// native syntax.
//
// The difference of the two is a [Script]: what is kept, changed, inserted and
// removed. What is kept stays as it is written. As in package convert, nothing here
// uses files, the environment or the network.
package patch

import "github.com/hcljson/hcljson/convert"

// Options change how an edit is read and written. The zero value is the default.
type Options struct {
	// Form is the shape of JSON that is new.
	Form convert.Form
	// DropComments does not look at the comments of the edited file, so that those
	// of the original stay.
	DropComments bool
	// AddComments writes the comments of the edited file also into HCL-JSON that has
	// no "//" property.
	AddComments bool
	// Strict makes an error of every guess that is otherwise a warning.
	Strict bool
	// Unproven does not prove that the result means the same as the edited file,
	// for callers who do that themselves.
	Unproven bool
}

func (o Options) convert() convert.Options {
	return convert.Options{Form: o.Form, DropComments: o.DropComments, Strict: o.Strict}
}
