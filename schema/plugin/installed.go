package plugin

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfaddr "github.com/hashicorp/terraform-registry-address"
)

// Installed is a provider plugin that "tofu init" or "terraform init" installed.
type Installed struct {
	Address tfaddr.Provider
	Version *version.Version
	// Dir is the directory of the plugin's package, which may be a symbolic link,
	// and Executable the file in it to start.
	Dir, Executable string
	// Hashes are those that the lock file has for the package.
	Hashes []string
}

// FindInstalled returns the plugins that init installed for the module in
// moduleDir, in the order of the lock file.
//
// Init is run in a root module. So it looks in moduleDir and then in the
// directories above it, and takes the first with a lock file,
// .terraform.lock.hcl, and a directory of providers, .terraform/providers or what
// the environment variable TF_DATA_DIR names. It does not look above a directory
// that has .git. Where there is neither, nothing is installed, and that is no
// error.
//
// A plugin is in providers/HOST/NAMESPACE/TYPE/VERSION/OS_ARCH, with the version
// from the lock file (OpenTofu, internal/providercache/dir.go and
// internal/depsfile). An error is a lock file that cannot be read, in whole or in
// part. A warning is a provider of the lock file that is not installed for this
// system, or a directory of providers without a lock file.
//
// getenv is os.Getenv, or one that a test has.
func FindInstalled(moduleDir string, getenv func(string) string) ([]Installed, hcl.Diagnostics) {
	dir, err := filepath.Abs(moduleDir)
	if err != nil {
		return nil, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Cannot find the working directory", Detail: err.Error()}}
	}
	var diags hcl.Diagnostics
	for {
		providers := providersDir(dir, getenv)
		lock := filepath.Join(dir, lockFile)
		switch hasProviders, hasLock := exists(providers), exists(lock); {
		case hasProviders && hasLock:
			return installedIn(providers, lock)
		case hasProviders && diags == nil:
			diags = hcl.Diagnostics{{
				Severity: hcl.DiagWarning,
				Summary:  "No lock file",
				Detail: fmt.Sprintf("%s has plugins, but no file %s says which of them are used, so they are not. Run \"tofu init\" or \"terraform init\".",
					providers, lock),
			}}
		}
		parent := filepath.Dir(dir)
		if parent == dir || exists(filepath.Join(dir, ".git")) {
			return nil, diags
		}
		dir = parent
	}
}

// providersDir returns where init puts plugins when it is run in a directory.
func providersDir(dir string, getenv func(string) string) string {
	data := getenv("TF_DATA_DIR")
	switch {
	case data == "":
		data = filepath.Join(dir, ".terraform")
	case !filepath.IsAbs(data):
		data = filepath.Join(dir, data)
	}
	return filepath.Join(data, "providers")
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// installedIn returns the plugins of a lock file that are below a directory.
func installedIn(providers, lockName string) ([]Installed, hcl.Diagnostics) {
	locks, diags := readLocks(lockName)
	var all []Installed
	for _, l := range locks {
		platform := runtime.GOOS + "_" + runtime.GOARCH
		dir := filepath.Join(providers, l.address.Hostname.ForDisplay(), l.address.Namespace, l.address.Type, l.version.String(), platform)
		executable, err := executableIn(dir, l.address.Type)
		if err != nil {
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagWarning,
				Summary:  "Provider not installed",
				Detail: fmt.Sprintf("The lock file names %s %s, but there is no plugin of it for %s: %s. Run \"tofu init\" or \"terraform init\" in %s.",
					l.address, l.version, platform, err, filepath.Dir(lockName)),
				Subject: &l.at,
			})
			continue
		}
		all = append(all, Installed{Address: l.address, Version: l.version, Dir: dir, Executable: executable, Hashes: l.hashes})
	}
	return all, diags
}

// executableIn returns the executable of a package: the first file whose name is
// that of the provider's program, or begins so and goes on with _ or a dot
// (OpenTofu, internal/providercache/cached_provider.go, ExecutableFile).
func executableIn(dir, kind string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	want := "terraform-provider-" + kind
	for _, entry := range entries {
		rest, ok := strings.CutPrefix(entry.Name(), want)
		if ok && !entry.IsDir() && (rest == "" || rest[0] == '_' || rest[0] == '.') {
			return filepath.Join(dir, entry.Name()), nil
		}
	}
	return "", fmt.Errorf("%s has no file %s", dir, want)
}
