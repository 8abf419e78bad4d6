package dialects

import "path/filepath"

// split divides a path into the directory, with what ends it, and the name of the file.
func split(name string) (dir, base string) { return filepath.Split(name) }
