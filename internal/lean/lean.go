// Package lean has the error of what a program does not do that was built with
// -tags lean: it starts no plugins and asks no registries.
package lean

import "errors"

// Err says what to do instead.
var Err = errors.New("this program was built with -tags lean: it starts no plugins and asks no registries; " +
	"give the schemas as files with --provider-schema, or use a program that was built without that tag")
