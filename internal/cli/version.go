package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version describes the build, as the Go command recorded it.
func version(program string) string {
	version := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	return fmt.Sprintf("%s %s %s %s/%s", program, version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
