// Package filename says which names files can have.
package filename

import "regexp"

var devices = regexp.MustCompile(`(?i)^(con|prn|aux|nul|(com|lpt)[0-9])$`)

// IsDevice reports whether Windows has a name for something else than files.
func IsDevice(name string) bool { return devices.MatchString(name) }
