package judges

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

const (
	// SmallProvider is the address of the provider that speaks protocol 6.
	SmallProvider = "example.com/test/small"
	// OtherProvider is another address of the same provider.
	OtherProvider = "example.com/other/small"
	// FiveProvider is the address of the provider that speaks protocol 5.
	FiveProvider = "example.com/test/five"
	// ProviderVersion is the version that tests say the providers have.
	ProviderVersion = "1.0.0"

	module = "internal/develop"
	source = "testprovider"
)

// Providers returns the executables of the providers of protocols 6 and 5. Each is
// the only file in its directory, which may serve as an unpacked package.
//
// They are built once, into the user's cache directory, and again when the source
// or the version of Go changes. Where the judges are not asked for, the test is
// skipped: their module is larger than this one.
func Providers(t testing.TB) (framework, protocol5 string) {
	t.Helper()
	Ask(t)
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return executable(dir, "small"), executable(dir, "five")
}

// ProvidersConfig writes a CLI configuration file for OpenTofu and Terraform that lets
// them use the providers without init, and returns its name, for
// TF_CLI_CONFIG_FILE.
func ProvidersConfig(t testing.TB) string {
	t.Helper()
	framework, protocol5 := Providers(t)
	name := filepath.Join(t.TempDir(), "cli.tfrc")
	text := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    %q = %q\n    %q = %q\n    %q = %q\n  }\n  "+
		"direct {}\n}\n",
		SmallProvider, filepath.ToSlash(filepath.Dir(framework)),
		OtherProvider, filepath.ToSlash(filepath.Dir(framework)),
		FiveProvider, filepath.ToSlash(filepath.Dir(protocol5)))
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func executable(dir, name string) string {
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	return filepath.Join(dir, name, "terraform-provider-"+name+suffix)
}

// built builds what is not there yet, and returns the directory.
var built = sync.OnceValues(func() (string, error) {
	dir, err := find()
	if err != nil {
		return "", err
	}
	key, err := sum(dir)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "hcljson-test")
	done := filepath.Join(cache, key)
	if _, err := os.Stat(done); err == nil {
		return done, nil
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return "", err
	}
	temp, err := os.MkdirTemp(cache, "build-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	if err := errors.Join(build(dir, "framework", executable(temp, "small")),
		build(dir, "protocol5", executable(temp, "five"))); err != nil {
		return "", err
	}
	if err := os.Rename(temp, done); err != nil {
		// Another process may have been faster.
		if _, missing := os.Stat(done); missing != nil {
			return "", err
		}
	}
	return done, nil
})

// build builds one of the providers, in the directory of their module.
func build(dir, provider, out string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, "./"+source+"/"+provider)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s in %s: %w\n%s", strings.Join(cmd.Args, " "), dir, err, text)
	}
	return nil
}

// find returns the directory of the module, for a test that runs somewhere in the
// repository.
func find() (string, error) {
	mod, err := exec.Command("go", "env", "GOMOD").Output()
	return filepath.Join(filepath.Dir(string(mod)), filepath.FromSlash(module)), err
}

// sum returns a name for what would be built in the directory of the module.
func sum(dir string) (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	add := func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		fmt.Fprintln(hash, filepath.Base(name), len(data))
		hash.Write(data)
		return err
	}
	for _, name := range []string{source, "go.mod", "go.sum"} {
		if err := filepath.WalkDir(filepath.Join(dir, name), add); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}
