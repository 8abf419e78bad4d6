//go:build unix

package pluginschemas_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/plugin"
	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o755)); err != nil {
		t.Fatal(err)
	}
}

// writeLock writes a lock file that names version 1.0.0 of a provider.
func writeLock(t *testing.T, dir string, a tfaddr.Provider, hashes []string) {
	t.Helper()
	list := ""
	if hashes != nil {
		list = "  hashes = " + strings.ReplaceAll(fmt.Sprintf("%q", hashes), " ", ", ") + "\n"
	}
	write(t, filepath.Join(dir, ".terraform.lock.hcl"),
		fmt.Sprintf("provider %q {\n  version = \"1.0.0\"\n%s}\n", a, list))
}

// TestLockedPackages checks that a package is started only if the lock file permits it, as in the
// products. The provider is a script that records its start.
func TestLockedPackages(t *testing.T) {
	server := registrytest.New(t)
	t.Setenv("SSL_CERT_FILE", server.CAFile())
	t.Setenv("HOME", t.TempDir())
	dir := t.TempDir()
	const program = "terraform-provider-net_v1.0.0"
	note := filepath.Join(dir, "started")
	script := "#!/bin/sh\necho >> " + note + "\n"
	archive := registrytest.Zip(map[string]string{program: script})
	write(t, filepath.Join(dir, "package", program), script)
	sum := fmt.Sprintf("%x", sha256.Sum256(archive))
	hashes, err := plugin.Hashes(filepath.Join(dir, "package"), sum)
	if err != nil {
		t.Fatal(err)
	}
	h1, zh := hashes[0], hashes[1]
	server.Add(registrytest.Release{Namespace: "test", Type: "net", Version: "1.0.0", Zip: archive})
	a := address(t, server.Host()+"/test/net")

	const otherH1, otherZh = "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
		"zh:0000000000000000000000000000000000000000000000000000000000000000"
	t.Setenv("TF_CLI_CONFIG_FILE", filepath.Join(dir, "cli.tfrc"))
	write(t, filepath.Join(dir, "cli.tfrc"), "")
	for _, test := range []struct {
		hashes []string
		want   bool
	}{
		{nil, true},
		{[]string{}, false},
		{[]string{zh}, true},
		{[]string{otherZh}, false},
		{[]string{h1}, true},
		{[]string{otherH1}, false},
		{[]string{otherH1, zh}, true},
		{[]string{otherZh, h1}, true},
		{[]string{otherZh, otherH1}, false},
		{[]string{"h2:later"}, true},
		{[]string{"h2:later", otherZh}, false},
	} {
		t.Run(fmt.Sprintf("%.8s", test.hashes), func(t *testing.T) {
			root, cache := t.TempDir(), t.TempDir()
			writeLock(t, root, a, test.hashes)
			getenv := func(name string) string {
				return map[string]string{pluginschemas.CacheVariable: cache}[name]
			}
			f, err := pluginschemas.New(pluginschemas.Options{Getenv: getenv, Fetch: true, Terraform: true,
				AllowHosts: []string{server.Host()}})
			if err != nil {
				t.Fatal(err)
			}
			_ = os.Remove(note)
			_, err = f.Find(t.Context(), f.Root(root), provider.Requirement{Address: a})
			_, statErr := os.Stat(note)
			if started := statErr == nil; started != test.want {
				t.Errorf("started %t, want %t: %v", started, test.want, err)
			}
			refusal := "none of the hashes of the lock file"
			if len(test.hashes) == 0 {
				refusal = `.terraform.lock.hcl:3,3-14: Wrong lock file; The argument "hashes"`
			}
			if !test.want && !strings.Contains(fmt.Sprint(err), refusal) {
				t.Error(err)
			}
			if oracles.Available("terraform") {
				write(t, filepath.Join(root, "main.tf"), fmt.Sprintf(
					"terraform {\n  required_providers {\n    net = {\n      source = %q\n    }\n  }\n}\n", a))
				cmd := exec.CommandContext(t.Context(), "terraform", "init", "-input=false", "-no-color")
				cmd.Dir, cmd.Env = root, append(os.Environ(), "CHECKPOINT_DISABLE=1")
				if out, err := cmd.CombinedOutput(); (err == nil) != test.want {
					t.Errorf("init: %v\n%s", err, out)
				}
			}
		})
	}
}

// TestLockedCache checks that a cached schema is not used if the lock file excludes its package.
func TestLockedCache(t *testing.T) {
	a, v := address(t, "acme/net"), version.Must(version.NewVersion("1.0.0"))
	for _, test := range []struct {
		stored, locked []string
		used           bool
	}{
		{nil, []string{"h1:a"}, true},
		{[]string{"h1:a", "zh:b"}, nil, true},
		{[]string{"h1:a", "zh:b"}, []string{"zh:x", "h1:a"}, true},
		{[]string{"h1:a", "zh:b"}, []string{"zh:b"}, true},
		{[]string{"h1:a", "zh:b"}, []string{"h1:x", "zh:x"}, false},
		{[]string{"h1:a"}, []string{"zh:x"}, true},
		{[]string{"h1:a"}, []string{"h2:x"}, true},
	} {
		root, dir := t.TempDir(), t.TempDir()
		getenv := func(name string) string { return map[string]string{pluginschemas.CacheVariable: dir}[name] }
		cache, err := pluginschemas.OpenCache(getenv)
		if err != nil {
			t.Fatal(err)
		}
		if err := cache.Store(a, v, answer("a"), test.stored...); err != nil {
			t.Fatal(err)
		}
		writeLock(t, root, a, test.locked)
		f, err := pluginschemas.New(pluginschemas.Options{Getenv: getenv})
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Find(t.Context(), f.Root(root), provider.Requirement{Address: a})
		doubt := (*provider.DoubtError)(nil)
		if used := s != nil; used != test.used || used != (err == nil) || !used && !errors.As(err, &doubt) {
			t.Errorf("%q, locked to %q: %v, %v", test.stored, test.locked, s, err)
		}
		if s, err := cache.Load(a, v); s == nil || err != nil {
			t.Error(err)
		}
		// Exports omit package hashes, because other systems use other packages.
		if text, err := cache.Document(a, v); err != nil || strings.Contains(string(text), "h1:") {
			t.Errorf("%s, %v", text, err)
		}
	}
}
