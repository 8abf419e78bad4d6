package plugin

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	"golang.org/x/mod/sumdb/dirhash"

	"github.com/hcljson/hcljson/internal/language/reading"
)

// Installed is a provider plugin that "tofu init" or "terraform init" installed.
type Installed struct {
	Lock
	Address tfaddr.Provider
	// Dir is the directory of the plugin's package, which can be a symbolic link, and Executable is
	// its executable file.
	Dir, Executable string
}

// FindInstalled returns the plugin of a provider that init installed in the directory of the lock file.
// The plugin is in .terraform/providers, or in the directory in the environment variable
// TF_DATA_DIR, below HOST/NAMESPACE/TYPE/VERSION/OS_ARCH, with the version in the lock file
// (OpenTofu, internal/providercache/dir.go). The error contains the remedy.
//
// getenv is os.Getenv, except in tests.
func (l Lock) FindInstalled(dir string, address tfaddr.Provider, getenv func(string) string) (*Installed, error) {
	providers := providersDir(dir, getenv)
	if !fileExists(providers) {
		return nil, fmt.Errorf(`there is no %s with the plugins that its lock file names; run "tofu init" or `+
			`"terraform init" in %s`, providers, dir)
	}
	platform := runtime.GOOS + "_" + runtime.GOARCH
	pack := filepath.Join(providers, address.Hostname.ForDisplay(), address.Namespace, address.Type,
		l.Version.String(), platform)
	executable, err := ExecutableIn(pack, address.Type)
	if err != nil {
		return nil, fmt.Errorf(`the lock file names %s %s, but there is no plugin of it for %s: %w; run "tofu init" or `+
			`"terraform init" in %s`, address, l.Version, platform, err, dir)
	}
	return &Installed{l, address, pack, executable}, nil
}

// providersDir returns the directory of plugins for init in a working directory.
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

func fileExists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// ExecutableIn returns the executable of a package in a directory.
func ExecutableIn(dir, kind string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	name := ExecutableOf(names, kind)
	if name == "" {
		return "", fmt.Errorf("%s has no file terraform-provider-%s", dir, kind)
	}
	return filepath.Join(dir, name), nil
}

// ExecutableOf returns the name of the executable among the files of a package: the first file with
// the name of the provider's program, optionally followed by _ or a dot and other characters
// (OpenTofu, internal/providercache/cached_provider.go, ExecutableFile).
func ExecutableOf(files []string, kind string) string {
	slices.Sort(files)
	for _, name := range files {
		rest, ok := strings.CutPrefix(name, "terraform-provider-"+kind)
		if ok && (rest == "" || rest[0] == '_' || rest[0] == '.') {
			return name
		}
	}
	return ""
}

const (
	lockFile = ".terraform.lock.hcl"
	// maxLock is the maximum size of a lock file in bytes.
	maxLock = 16 << 20
)

// Lock is the entry of a provider in a lock file. The zero value allows all packages.
type Lock struct {
	Version *version.Version
	// Hashes are the hashes of the packages: "h1:" for the files, "zh:" for the archive.
	Hashes []string
}

// ReadLock reads a lock file (OpenTofu, internal/depsfile). It reports errors for invalid providers,
// and returns the other ones.
func ReadLock(name string) (map[tfaddr.Provider]Lock, hcl.Diagnostics) {
	source, err := readLockFile(name)
	if err != nil {
		return nil, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Cannot read the lock file", Detail: err.Error(),
			Subject: &hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}}}
	}
	file, diags := reading.Body(source, name, false)
	if diags.HasErrors() {
		return nil, diags
	}
	// Ignore the blocks of newer products.
	content, _, more := file.PartialContent(&hcl.BodySchema{
		Blocks: []hcl.BlockHeaderSchema{{Type: "provider", LabelNames: []string{"address"}}},
	})
	diags = append(diags, more...)
	locks := map[tfaddr.Provider]Lock{}
	for _, block := range content.Blocks {
		address, l, more := readLock(block)
		if _, twice := locks[address]; !more.HasErrors() && twice {
			more = append(more, lockError(block.LabelRanges[0], "The provider %s is listed twice.", address))
		}
		diags = append(diags, more...)
		if !more.HasErrors() {
			locks[address] = l
		}
	}
	return locks, diags
}

// readLockFile reads a regular file with a limited size.
func readLockFile(name string) ([]byte, error) {
	file, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxLock+1))
	if err == nil && len(data) > maxLock {
		err = fmt.Errorf("%s is larger than %d bytes", name, maxLock)
	}
	return data, err
}

// readLock reads one block of a lock file.
func readLock(block *hcl.Block) (address tfaddr.Provider, l Lock, diags hcl.Diagnostics) {
	if err := tfaddr.ValidateProviderAddress(block.Labels[0]); err != nil {
		return address, l, hcl.Diagnostics{lockError(block.LabelRanges[0], "%q is not the full address of a provider: "+
			"%s.", block.Labels[0], err)}
	}
	address = tfaddr.MustParseProviderSource(block.Labels[0])
	body, _, diags := block.Body.PartialContent(lockSchema)
	if diags.HasErrors() {
		return address, l, diags
	}
	number, hashes := body.Attributes["version"], body.Attributes["hashes"]
	text, ok := reading.Constant(number.Expr)
	if !ok {
		return address, l, hcl.Diagnostics{lockError(number.Range, "The version is not a constant string.")}
	}
	var err error
	if l.Version, err = version.NewVersion(text); err != nil {
		return address, l, hcl.Diagnostics{lockError(block.DefRange, "The version of %s is not valid: %s.", address, err)}
	}
	if hashes == nil {
		return address, l, nil
	}
	list, diags := hcl.ExprList(hashes.Expr)
	if len(list) == 0 && !diags.HasErrors() {
		// The products reject it too. Without hashes, every package would be allowed.
		return address, l, hcl.Diagnostics{lockError(hashes.Range, "The argument \"hashes\" of %s has no hash.", address)}
	}
	for _, element := range list {
		if hash, ok := reading.Constant(element); ok {
			l.Hashes = append(l.Hashes, hash)
		}
	}
	return address, l, diags
}

var lockSchema = &hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: "version", Required: true}, {Name: "hashes"}}}

func lockError(at hcl.Range, format string, args ...any) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: hcl.DiagError,
		Summary:  "Wrong lock file",
		Detail:   fmt.Sprintf(format, args...) + " Run \"tofu init\" or \"terraform init\" to have it written again.",
		Subject:  &at,
	}
}

// FindLock returns the path of the lock file for a module's directory, or "". It searches the
// directory and its parents up to the root of the repository, the directory with .git. Outside of a
// repository it searches only the directory itself, because its parents can belong to other users.
func FindLock(moduleDir string) string {
	dir, err := filepath.Abs(moduleDir)
	if err != nil {
		return ""
	}
	top := repositoryOf(dir)
	for {
		if lock := filepath.Join(dir, lockFile); fileExists(lock) {
			return lock
		}
		if dir == top {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

// repositoryOf returns the nearest directory with .git, starting at dir, or dir itself.
func repositoryOf(dir string) string {
	for above := dir; ; above = filepath.Dir(above) {
		switch {
		case fileExists(filepath.Join(above, ".git")):
			return above
		case above == filepath.Dir(above):
			return dir
		}
	}
}

// Allows reports whether a lock file allows a package with these hashes. As in the products, hashes
// of kinds that the package lacks, such as kinds of later products, are ignored (OpenTofu,
// internal/getproviders/hash.go and package_location_local_dir.go).
func (l Lock) Allows(hashes []string) bool {
	comparable := false
	for _, locked := range l.Hashes {
		if slices.Contains(hashes, locked) {
			return true
		}
		kind, _, _ := strings.Cut(locked, ":")
		comparable = comparable ||
			slices.ContainsFunc(hashes, func(hash string) bool { return strings.HasPrefix(hash, kind+":") })
	}
	return !comparable
}

// initAgain is the remedy for a bad installation.
const initAgain = `run "tofu init" or "terraform init" again`

// Verify checks the files of the plugin's package against the hashes in the lock file. The products
// do the same before they start a plugin (OpenTofu, internal/getproviders/hash.go,
// PackageMatchesAnyHash). It uses only hashes of the kind "h1:", because hashes of the kind "zh:"
// apply to the archive. It returns an error if no hash matches, if the lock file has no hash of this
// kind, or if a file is unreadable or not regular.
func (i Installed) Verify() error {
	if !slices.ContainsFunc(i.Hashes, func(hash string) bool { return strings.HasPrefix(hash, "h1:") }) {
		return fmt.Errorf(
			`the lock file has no "h1:" hash of %s %s, so its files cannot be checked; run "tofu providers lock" or `+
				`"terraform providers lock"`,
			i.Address, i.Version)
	}
	hash, err := packageHash(i.Dir)
	if err != nil {
		return fmt.Errorf("cannot check the files of %s %s: %w", i.Address, i.Version, err)
	}
	if !slices.Contains(i.Hashes, hash) {
		return fmt.Errorf("%s is not the package of %s %s that the lock file has: its hash is %s; "+
			"%s", i.Dir, i.Address, i.Version, hash, initAgain)
	}
	return nil
}

// Hashes returns the hashes of a package in the form of lock files: the hash of the unpacked
// directory, and the hash of the archive with the SHA-256 checksum sum.
func Hashes(dir, sum string) ([]string, error) {
	hash, err := packageHash(dir)
	return []string{hash, "zh:" + sum}, err
}

// packageHash returns the hash of a directory, which can be a symbolic link.
func packageHash(dir string) (string, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	names, err := dirhash.DirFiles(dir, "")
	if err != nil {
		return "", err
	}
	return dirhash.Hash1(names, func(name string) (io.ReadCloser, error) {
		return openRegular(filepath.Join(dir, filepath.FromSlash(name)))
	})
}

// openRegular opens a regular file. It does not open pipes, which would block.
func openRegular(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	return os.Open(name)
}
