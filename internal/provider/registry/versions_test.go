package registry

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
)

func TestVersions(t *testing.T) {
	s := registrytest.New(t)
	for _, v := range []string{"1.10.0", "1.2.0", "2.0.0-rc1", "1.9.0"} {
		s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: v, Protocols: []string{"5.1", "6.0"},
			OS: "linux", Arch: "arm"})
	}
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.9.0", OS: "darwin", Arch: "arm64"})
	s.Add(registrytest.Release{Namespace: "test", Type: "other", Version: "9.0.0"})
	c := newTestClient(t, s)
	list, err := c.Versions(context.Background(), address(t, s.Host()+"/test/small"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range list {
		got = append(got, fmt.Sprint(entry.Version, entry.Protocols, entry.Platforms))
	}
	want := "2.0.0-rc1 [5.1 6.0] [linux_arm]|1.10.0 [5.1 6.0] [linux_arm]|1.9.0 [5.1 6.0] [linux_arm " +
		"darwin_arm64]|1.2.0 [5.1 6.0] [linux_arm]"
	if strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
}

func TestParseInvalidVersions(t *testing.T) {
	for src, says := range map[string]string{
		``:                                    "not a JSON document",
		`null`:                                `no list "versions"`,
		`{}`:                                  `no list "versions"`,
		`{"versions": null}`:                  `no list "versions"`,
		`{"versions": {}}`:                    "not a JSON document",
		`{"versions": [1]}`:                   "not a JSON document",
		`{"versions": [{}]}`:                  `"" is not a version`,
		`{"versions": [{"version": "../x"}]}`: `"../x" is not a version`,
		`{"versions": [{"version": "1.0.0", "platforms": "x"}]}`: "not a JSON document",
		`{"versions": []} {}`: "not a JSON document",
	} {
		if _, err := parseVersions([]byte(src)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", src, err)
		}
	}
}

func TestSelect(t *testing.T) {
	list, err := parseVersions([]byte(`{"versions": [
		{"version": "0.9.0", "protocols": ["4.0"]},
		{"version": "1.0.0", "protocols": ["4.0", "5.0"], "platforms": [{"os": "linux", "arch": "amd64"}, {"os": "plan9", "arch": "arm"}]},
		{"version": "1.1.0", "protocols": ["6.0"], "platforms": [{"os": "linux", "arch": "amd64"}]},
		{"version": "1.2.0-beta1"},
		{"version": "1.2.0-beta2"},
		{"version": "2.0.0", "platforms": [{"os": "linux", "arch": "amd64"}]},
		{"version": "3.0.0", "protocols": ["7.0"]},
		{"version": "2.9.0", "protocols": ["5.0", "x"]},
		{"version": "3.1.0-rc1", "protocols": ["6.0"]}
	]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ constraints, platform, want, says, newer string }{
		{"", "linux_amd64", "2.0.0", "", "3.0.0"},
		{"~> 1.0", "linux_amd64", "1.1.0", "", ""},
		{"~> 1.0", "plan9_arm", "1.0.0", "", "1.1.0"},
		{"1.0", "plan9_arm", "1.0.0", "", ""},
		{"!= 2.0.0, < 3.1", "linux_amd64", "1.1.0", "", "3.0.0"},
		{"1.2.0-beta1", "linux_amd64", "1.2.0-beta1", "", ""},
		{"= 1.2.0-beta2", "linux_amd64", "1.2.0-beta2", "", ""},
		{">= 1.2.0-beta1", "linux_amd64", "2.0.0", "", "3.0.0"},
		{"~> 1.2.0-beta1", "linux_amd64", "", "a pre-release must be named exactly", ""},
		{"!= 1.2.0-beta1, >= 1.2.0-beta1, < 2", "linux_amd64", "", "a pre-release must be named exactly", ""},
		{">= 4", "linux_amd64", "", "the newest versions are 3.1.0-rc1, 3.0.0, 2.9.0, ...", ""},
		{"2.9.0", "linux_amd64", "", "the matching versions, 2.9.0, do not support plugin protocol 5 or 6", ""},
		{"0.9.0", "linux_amd64", "", "the matching versions, 0.9.0, do not support plugin protocol 5 or 6", ""},
		{"3.0.0", "linux_amd64", "", "the matching versions, 3.0.0, do not support plugin protocol 5 or 6", ""},
		{"~> 1.1", "plan9_arm", "", "the matching versions, 1.1.0, have no package for plan9_arm", ""},
	} {
		var constraints version.Constraints
		if test.constraints != "" {
			constraints = version.MustConstraints(version.NewConstraint(test.constraints))
		}
		var platform Platform
		platform.OS, platform.Arch, _ = strings.Cut(test.platform, "_")
		v, newer, err := chooseVersion(list, constraints, platform)
		switch {
		case test.want != "" && (err != nil || v.String() != test.want):
			t.Errorf("%q on %s: %v, %v, want %s", test.constraints, test.platform, v, err, test.want)
		case newer == nil && test.newer != "", newer != nil && newer.Version.String() != test.newer:
			t.Errorf("%q on %s: the newer version is %v, want %q", test.constraints, test.platform, newer, test.newer)
		case test.want == "" && (err == nil || !strings.Contains(err.Error(), test.says)):
			t.Errorf("%q on %s: %v, %v", test.constraints, test.platform, v, err)
		}
	}
	if _, _, err := chooseVersion(nil, nil, Platform{}); err == nil || !strings.Contains(err.Error(), "lists no versions") {
		t.Error(err)
	}
}

func TestSelectError(t *testing.T) {
	s, addr := startPublished(t)
	c := newTestClient(t, s)
	_, err := c.Select(context.Background(), addr, version.MustConstraints(version.NewConstraint("> 2")))
	want := fmt.Sprintf(
		`no version "> 2" of %s can be used: the newest versions are 1.2.0 (a pre-release must be `+
			`named exactly); change the constraints`, addr)
	if !isVersion(err) || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	c.platform = Platform{OS: "plan9", Arch: "arm"}
	if _, err = c.Select(context.Background(), addr, nil); !isVersion(err) ||
		!strings.Contains(err.Error(), "have no package for plan9_arm") {
		t.Error(err)
	}
	if _, err = c.Download(context.Background(), addr, v120, t.TempDir()); !isErrorOf[*NotFoundError](err) {
		t.Error(err)
	}
}

// A note reports a version that the products would not select.
func TestSelectNote(t *testing.T) {
	s, addr := startPublished(t)
	c := newTestClient(t, s)
	var notes []string
	c.note = func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if _, err := c.Select(context.Background(), addr, nil); err != nil || notes != nil {
		t.Errorf("the newest version: %v, %q", err, notes)
	}
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "3.0.0", Zip: smallArchive, Protocols: []string{"7.0"}})
	v, err := c.Select(context.Background(), addr, nil)
	want := addr.ForDisplay() + ": version 1.2.0 is used, as the newer 3.0.0 does not support plugin protocol 5 or 6; " +
		"OpenTofu and Terraform would choose 3.0.0 and fail."
	if err != nil || v.String() != "1.2.0" || !slices.Equal(notes, []string{want}) {
		t.Errorf("%v, %v, %q, want %q", v, err, notes, want)
	}
}
