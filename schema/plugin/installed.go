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
// Init is run in a root module. So the lock file, .terraform.lock.hcl, is the one
// that [FindLock] finds, and the plugins are in .terraform/providers next to it, or
// in what the environment variable TF_DATA_DIR names. Where there is no lock file,
// nothing is installed, and that is not an error.
//
// A plugin is in providers/HOST/NAMESPACE/TYPE/VERSION/OS_ARCH, with the version
// from the lock file (OpenTofu, internal/providercache/dir.go and
// internal/depsfile). An error is a lock file that cannot be read, in whole or in
// part. A warning is a provider of the lock file that is not installed for this
// system, or that there is no lock file or no directory of plugins.
//
// getenv is os.Getenv, or one that a test has.
func FindInstalled(moduleDir string, getenv func(string) string) ([]Installed, hcl.Diagnostics) {
	lock := FindLock(moduleDir)
	if lock == "" {
		return nil, hcl.Diagnostics{{
			Severity: hcl.DiagWarning,
			Summary:  "No lock file",
			Detail: fmt.Sprintf("There is no %s in %s, or above it in its repository, to say which plugins are "+
				"used. Run \"tofu init\" or \"terraform init\".", lockFile, moduleDir),
		}}
	}
	providers := providersDir(filepath.Dir(lock), getenv)
	if !exists(providers) {
		return nil, hcl.Diagnostics{{
			Severity: hcl.DiagWarning,
			Summary:  "No plugins",
			Detail: fmt.Sprintf("There is no %s with the plugins that %s names. Run \"tofu init\" or \"terraform "+
				"init\".", providers, lock),
		}}
	}
	return installedIn(providers, lock)
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
		dir := filepath.Join(providers, l.address.Hostname.ForDisplay(), l.address.Namespace, l.address.Type,
			l.version.String(), platform)
		executable, err := executableIn(dir, l.address.Type)
		if err != nil {
			diags = append(diags, &hcl.Diagnostic{
				Severity: hcl.DiagWarning,
				Summary:  "Provider not installed",
				Detail: fmt.Sprintf("The lock file names %s %s, but there is no plugin of it for %s: %s. Run "+
					"\"tofu init\" or \"terraform init\" in %s.",
					l.address, l.version, platform, err, filepath.Dir(lockName)),
				Subject: &l.at,
			})
			continue
		}
		all = append(all,
			Installed{Address: l.address, Version: l.version, Dir: dir, Executable: executable, Hashes: l.hashes})
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
