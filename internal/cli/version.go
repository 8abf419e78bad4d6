package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version describes the build, as the Go command recorded it.
func version(program string) string {
	info, _ := debug.ReadBuildInfo()
	return describeBuild(program, info)
}

// describeBuild has the version, and the commit if it was built in a checkout.
func describeBuild(program string, info *debug.BuildInfo) string {
	version, commit := "(unknown)", ""
	if info != nil {
		if info.Main.Version != "" {
			version = info.Main.Version
		}
		settings := map[string]string{}
		for _, setting := range info.Settings {
			settings[setting.Key] = setting.Value
		}
		if revision := settings["vcs.revision"]; revision != "" {
			commit = " commit " + revision
			if settings["vcs.modified"] == "true" {
				commit += " with changes"
			}
		}
	}
	return fmt.Sprintf("%s %s%s %s %s/%s", program, version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
