// Package roundtrip proves for one file that it survives the way to the other
// syntax and back.
//
// It is for the tests of programs that generate configuration. One call tells
// whether what the program wrote can be read, and means the same in both
// syntaxes:
//
//	roundtrip.Test(t, "main.tf.json", generated, roundtrip.Options{})
//
// [Check] gives the same answer as data. Nothing of this package opens a file.
package roundtrip

import (
	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// T is what [Test] needs of a *testing.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Options change what is checked. The zero value is the default.
type Options struct {
	// Languages are those of [dialects.Options]: their patterns say the syntax
	// of a file.
	Languages []*schemafile.Language
	// Dialect and Target are those of [dialects.Options]. Only Test looks at
	// them; Check is given a dialect.
	Dialect, Target string
	// Forms are the shapes of JSON to go through; none means all.
	Forms []convert.Form
	// Unread goes from native syntax through JSON that no product reads, which holds what
	// JSON for one cannot; see [convert.Options].
	Unread bool
	// Strict makes a problem of each guess whether a JSON property is an
	// attribute or a block. By default a guess is among the warnings of the
	// result, because either way the file comes back as it was. It matters if
	// people go on working with the native file.
	Strict bool
}

// Test fails the test if src does not survive the way to the other syntax and
// back. The name of the file says its syntax and, unless the options do, its
// language.
func Test(t T, filename string, src []byte, opts Options) {
	t.Helper()
	file, err := dialects.ForFile(filename, dialects.Options{
		Languages: opts.Languages, Dialect: opts.Dialect, Target: opts.Target,
	})
	if err != nil {
		t.Errorf("%s (here that is Options.Dialect)", err)
		return
	}
	if result := Check(filename, src, file.Dialect, opts); !result.Equal() {
		t.Errorf("%s", result)
	}
}

// Check takes a file to the other syntax and back in each form, and compares
// every step with the file. The name of the file says its syntax, whatever the
// language.
func Check(filename string, src []byte, d *schema.Dialect, opts Options) Result {
	return check(filename, src, d, opts, converter{convert.ToJSON, convert.ToHCL})
}
