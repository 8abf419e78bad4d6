package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestDescribeBuild(t *testing.T) {
	system := " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	vcs := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "0123abcd"},
			{Key: "vcs.modified", Value: modified}}
	}
	for _, test := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, "hcljson (unknown)"},
		{&debug.BuildInfo{}, "hcljson (unknown)"},
		{&debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, "hcljson v1.2.3"},
		{&debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: vcs("false")}, "hcljson v1.2.3 commit 0123abcd"},
		{&debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: vcs("true")},
			"hcljson (devel) commit 0123abcd with changes"},
	} {
		if got := describeBuild("hcljson", test.info); got != test.want+system {
			t.Errorf("got %q, want %q", got, test.want+system)
		}
	}
}
