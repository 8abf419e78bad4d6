package registry

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
)

func FuzzVersions(f *testing.F) {
	f.Add([]byte(
		`{"versions": [{"version": "1.0.0", "protocols": ["5.0"], "platforms": [{"os": "linux", "arch": "arm"}]}]}`))
	f.Add([]byte(`{"versions": [{"version": "v1.0-beta+x"}, {"version": "0"}]}`))
	f.Add([]byte(`{"versions": null}`))
	any := version.MustConstraints(version.NewConstraint("~> 1.0"))
	f.Fuzz(func(t *testing.T, src []byte) {
		list, err := parseVersions(src)
		if err != nil {
			return
		}
		for i, entry := range list {
			// The version becomes a part of a URL.
			if strings.ContainsAny(entry.Version.Original(), "/\\?#%: ") || strings.HasPrefix(entry.Version.Original(), ".") {
				t.Errorf("%q is a version", entry.Version.Original())
			}
			if i > 0 && list[i-1].Version.LessThan(entry.Version) {
				t.Errorf("%s stands before %s", list[i-1].Version, entry.Version)
			}
		}
		if v, _, err := chooseVersion(list, any, Platform{OS: "linux", Arch: "arm"}); err == nil &&
			(!any.Check(v) || v.Prerelease() != "") {
			t.Errorf("%s was chosen", v)
		}
	})
}

func FuzzOffer(f *testing.F) {
	sum := strings.Repeat("ab", 32)
	f.Add([]byte(`{"protocols": ["5.0"], "os": "linux", "arch": "arm", "filename": "x.zip", "shasum": "` + sum +
		`", "download_url": "x", "shasums_url": "/s", "shasums_signature_url": "https://example.com/s", "signing_keys": ` +
		`{"gpg_public_keys": [{"ascii_armor": "x"}]}}`))
	f.Add([]byte(`{"os": "linux", "arch": "arm", "filename": "..", "shasum": "` + sum + `", "download_url": "http://x"}`))
	at := &url.URL{Scheme: "https", Host: "example.com", Path: "/v1/"}
	f.Fuzz(func(t *testing.T, src []byte) {
		o, err := parseOffer(src, at, Platform{OS: "linux", Arch: "arm"})
		if err != nil {
			return
		}
		if o.Filename != filepath.Base(o.Filename) || o.Filename == ".." {
			t.Errorf("the name of the file is %q", o.Filename)
		}
		for _, u := range []*url.URL{o.archive, o.sums, o.signature} {
			if u.Scheme != "https" || u.Host == "" || u.User != nil {
				t.Errorf("%s is fetched", u)
			}
		}
	})
}

func FuzzSums(f *testing.F) {
	sum := strings.Repeat("ab", 32)
	f.Add([]byte(sum+"  x.zip\n"), "x.zip")
	f.Add([]byte(sum+" *x.zip\r\n\n"+sum), "*x.zip")
	f.Add([]byte(sum+"00  x.zip"), "x.zip")
	f.Fuzz(func(t *testing.T, document []byte, name string) {
		if _, err := findSum(document, name); err == nil && !strings.Contains(string(document), name) {
			t.Errorf("a checksum of %q is found", name)
		}
	})
}

func FuzzCLIConfig(f *testing.F) {
	f.Add([]byte(
		"credentials \"example.com\" {\n  token = \"x\"\n}\nhost \"a.b\" {\n  services = { \"providers.v1\" = \"/x\" }\n}\n"))
	f.Add([]byte(`{"credentials": {"example.com": {"token": "x"}}, "credentials_helper": {"x": {"args": []}}}`))
	f.Add([]byte("provider_installation {\n  dev_overrides {\n    \"a/b\" = \"/c\"\n  }\n}\n"))
	f.Add([]byte("provider_installation {\n  filesystem_mirror {\n    path = \"/c\"\n    include = [\"a/*\"]\n  }\n}\n"))
	f.Add([]byte(`{"provider_installation": {"direct": [{"exclude": ["*/*/*"]}]}}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		cfg, err := readCLIConfig(map[string]string{"TF_CLI_CONFIG_FILE": os.DevNull}, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := cfg.addFile("rc", src, false); err != nil && !isConfig(err) {
			t.Errorf("the error is a %T: %s", err, err)
		}
	})
}
