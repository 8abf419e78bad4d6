//lint:file-ignore U1000 schema/dialects uses it.

package dialects

import "path"

// split divides a path after its last slash.
func split(name string) (dir, base string) { return path.Split(name) }
