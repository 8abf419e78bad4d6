package registry

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
)

// quickTimes shorten tests of retries and timeouts.
var quickTimes = times{
	document: 20 * time.Second,
	archive:  20 * time.Second,
	stall:    20 * time.Second,
	pauses:   []time.Duration{time.Millisecond, time.Millisecond},
	longest:  time.Second,
}

// smallArchive is a package for tests that need any package.
var smallArchive = registrytest.Zip(map[string]string{
	"terraform-provider-small_v1.2.0": "#!/bin/sh\necho must not run\n",
	"LICENSE":                         "free",
	"docs/readme.md":                  "read",
})

// newTestClient returns a client of a registry with an environment and an empty home directory.
func newTestClient(t *testing.T, s *registrytest.Server, environ ...string) *Client {
	t.Helper()
	return newClientWithHosts(t, s.Transport(), environ, s.Host(), "registry.test", "café.registry.test")
}

// newClientWithHosts returns a client with these allowed hosts.
func newClientWithHosts(t *testing.T, base http.RoundTripper, environ []string, hosts ...string) *Client {
	t.Helper()
	environ = append([]string{"HOME=" + t.TempDir()}, environ...)
	c, err := newClient(Options{AllowHosts: hosts}, environ, base, quickTimes)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func address(t *testing.T, s string) tfaddr.Provider {
	t.Helper()
	addr, _, err := ParseAddress(s, false)
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// startPublished starts a registry with the provider test/small 1.2.0.
func startPublished(t *testing.T) (*registrytest.Server, tfaddr.Provider) {
	t.Helper()
	s := registrytest.New(t)
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0", Zip: smallArchive})
	return s, address(t, s.Host()+"/test/small")
}

var v120 = version.Must(version.NewVersion("1.2.0"))

func TestDownload(t *testing.T) {
	s, addr := startPublished(t)
	for _, base := range []string{"/v1/providers/", "../other/", "https://" + s.Host() + "/absolute/",
		"https://api.registry.test:" + s.Port() + "/"} {
		t.Run(base, func(t *testing.T) {
			s.SetBase(base)
			c := newTestClient(t, s)
			v, err := c.Select(context.Background(), addr, nil)
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(t.TempDir(), "package")
			p, err := c.Download(context.Background(), addr, v, dir)
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(smallArchive)
			if p.Address != addr || p.Version.String() != "1.2.0" || p.Dir != dir || p.SHA256 != hex.EncodeToString(sum[:]) {
				t.Errorf("got %+v", p)
			}
			if p.Executable != filepath.Join(dir, "terraform-provider-small_v1.2.0") {
				t.Errorf("the executable is %s", p.Executable)
			}
			for name, want := range map[string]string{"LICENSE": "free", "docs/readme.md": "read"} {
				if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
					t.Errorf("%s is %q, %v", name, got, err)
				}
			}
			if info, err := os.Stat(p.Executable); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o100 == 0 {
				t.Errorf("%v, %v", info, err)
			}
			if entries, _ := os.ReadDir(filepath.Dir(dir)); len(entries) != 1 {
				t.Errorf("the directory contains more than the package: %v", entries)
			}
		})
	}
}

// TestPaths checks that the paths follow the specification, relative to the base URL in the
// discovery document.
func TestPaths(t *testing.T) {
	s, addr := startPublished(t)
	s.SetBase("/some/base/")
	c := newTestClient(t, s)
	if _, err := c.Versions(context.Background(), addr); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Download(context.Background(), addr, v120, filepath.Join(t.TempDir(), "p")); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range s.Requests() {
		got = append(got, r.Path)
	}
	want := []string{
		"/.well-known/terraform.json",
		"/some/base/test/small/versions",
		"/some/base/test/small/1.2.0/download/" + runtime.GOOS + "/" + runtime.GOARCH,
		"/files/test/small/1.2.0/terraform-provider-small_1.2.0_SHA256SUMS",
		"/files/test/small/1.2.0/terraform-provider-small_1.2.0_SHA256SUMS.sig",
		"/files/test/small/1.2.0/terraform-provider-small_1.2.0_" + runtime.GOOS + "_" + runtime.GOARCH + ".zip",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestRelativeURLs(t *testing.T) {
	s, addr := startPublished(t)
	s.Edit(func(d map[string]any) {
		d["download_url"] = "../../../../../../../files/test/small/1.2.0/" + d["filename"].(string)
		d["shasums_url"] = "//" + s.Host() + d["shasums_url"].(string)
	})
	c := newTestClient(t, s)
	if _, err := c.Download(context.Background(), addr, v120, filepath.Join(t.TempDir(), "p")); err != nil {
		t.Fatal(err)
	}
}

func TestConcurrentDownloads(t *testing.T) {
	s, addr := startPublished(t)
	c := newTestClient(t, s)
	var wg sync.WaitGroup
	for i := range 8 {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
		wg.Go(func() {
			if _, err := c.Select(context.Background(), addr, nil); err != nil {
				t.Error(err)
			}
			if _, err := c.Download(context.Background(), addr, v120, dir); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// The URL contains a version in the spelling of the registry, as the specification requires.
func TestSpellingOfVersions(t *testing.T) {
	s := registrytest.New(t)
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "v1.2", Zip: smallArchive})
	addr := address(t, s.Host()+"/test/small")
	c := newTestClient(t, s)
	v, err := c.Select(context.Background(), addr, version.MustConstraints(version.NewConstraint("1.2.0")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Download(context.Background(), addr, v, filepath.Join(t.TempDir(), "p")); err != nil {
		t.Fatal(err)
	}
}

// Other keys before and after the right one can be unreadable or unrelated.
func TestOneOfSeveralKeys(t *testing.T) {
	key := registrytest.NewKey(time.Now().Add(-time.Hour), 0)
	other := registrytest.PublicKey(registrytest.NewKey(time.Now().Add(-time.Hour), 0))
	old := registrytest.NewKey(time.Now().Add(-48*time.Hour), 24*time.Hour)
	document := []byte("text")
	signature := registrytest.Sign(key, document)
	for _, armors := range [][]string{
		{registrytest.PublicKey(key)},
		{other, registrytest.PublicKey(key)},
		{"no key", other, registrytest.PublicKey(key)},
		{registrytest.PublicKey(key), "no key"},
		{registrytest.PublicKey(old), registrytest.PublicKey(key)},
	} {
		s, err := verifySignature(document, signature, armors)
		if err != nil || s.id != key.PrimaryKey.KeyIdString() || s.expired {
			t.Errorf("%+v, %v", s, err)
		}
	}
	if _, err := verifySignature([]byte("text "), signature, []string{registrytest.PublicKey(key)}); err == nil {
		t.Error("a signature of other text is taken")
	}
	if _, err := verifySignature(document, signature, nil); err == nil {
		t.Error("no key is taken for a key")
	}
	if _, err := verifySignature(document, bytes.Repeat([]byte{1}, 100), []string{registrytest.PublicKey(key)}); err == nil {
		t.Error("anything is taken for a signature")
	}
	// The same key, with and without the end of its validity.
	signature = registrytest.Sign(old, document)
	short := registrytest.PublicKey(old)
	self := old.PrimaryIdentity().SelfSignature
	self.KeyLifetimeSecs = nil
	if err := self.SignUserId(old.PrimaryIdentity().Name, old.PrimaryKey, old.PrivateKey, nil); err != nil {
		t.Fatal(err)
	}
	if s, err := verifySignature(document, signature, []string{short, registrytest.PublicKey(old)}); err != nil || s.expired {
		t.Errorf("renewed key: %+v, %v", s, err)
	}
	if s, err := verifySignature(document, signature, []string{short}); err != nil || !s.expired ||
		s.id != old.PrimaryKey.KeyIdString() {
		t.Errorf("an expired key: %+v, %v", s, err)
	}
	if _, err := verifySignature([]byte("other"), signature, []string{short}); err == nil {
		t.Error("an expired key verifies other text")
	}
}

func TestFindSum(t *testing.T) {
	sum := strings.Repeat("ab", 32)
	for _, document := range []string{sum + "  x.zip", "\n" + sum + " x.zip\r\n",
		"00  y.zip\n" + strings.ToUpper(sum) + "\tx.zip\n00  x.zip"} {
		if got, err := findSum([]byte(document), "x.zip"); err != nil || hex.EncodeToString(got[:]) != sum {
			t.Errorf("%q: %x, %v", document, got, err)
		}
	}
	for document, says := range map[string]string{
		"":                         `it has no checksum of "x.zip"`,
		"x.zip":                    "it has no checksum of",
		sum + "  X.zip":            "it has no checksum of",
		sum + "  x.zip.sig":        "it has no checksum of",
		sum + " *x.zip":            "it has no checksum of",
		sum[2:] + "  x.zip":        "is not a SHA-256 checksum",
		sum + "ab  x.zip":          "is not a SHA-256 checksum",
		"zz" + sum[2:] + "  x.zip": "is not a SHA-256 checksum",
	} {
		if _, err := findSum([]byte(document), "x.zip"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", document, err)
		}
	}
}

// The progress of an archive is reported, also if it is too large.
func TestProgress(t *testing.T) {
	s, addr := startPublished(t)
	c := newTestClient(t, s)
	var told []string
	c.progress = func(p tfaddr.Provider, done, total int64) {
		if p != addr {
			t.Error(p)
		}
		told = append(told, fmt.Sprintf("%d/%d", done, total))
	}
	end := fmt.Sprintf("%d/%[1]d", len(smallArchive))
	if err := downloadNewest(c, addr, filepath.Join(t.TempDir(), "p")); err != nil || len(told) < 2 ||
		!strings.HasSuffix(told[0], fmt.Sprintf("/%d", len(smallArchive))) || told[len(told)-1] != end {
		t.Errorf("%q, %v", told, err)
	}
	s.Break(registrytest.Endless, registrytest.Archive)
	c.maxDownload = 1 << 20
	told = nil
	err := downloadNewest(c, addr, filepath.Join(t.TempDir(), "p"))
	if err == nil || len(told) < 2 || !strings.HasSuffix(told[0], "/-1") || told[len(told)-1] != "1048576/1048576" {
		t.Errorf("%q, %v", told, err)
	}
}
