package patch

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema"
)

// Names for the tests of the steps of [Apply].
type Options = options

var (
	Native   = editNative
	Steps    = applyEdit
	Restored = restoreEdit
)

// JSON applies an edit in native syntax to an HCL-JSON file.
func JSON(src []byte, name string, edited []byte, editedName string, d *schema.Dialect, opts Options) ([]byte, hcl.Diagnostics) {
	return editJSON(equivalent.Source{Bytes: src, Filename: name, JSON: true},
		equivalent.Source{Bytes: edited, Filename: editedName}, d, opts)
}
