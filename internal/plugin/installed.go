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

	"github.com/hcljson/hcljson/internal/reading"
)

// Installed is a provider plugin that "tofu init" or "terraform init" installed.
type Installed struct {
	Lock
	Address tfaddr.Provider
	// Dir is the directory of the plugin's package, which may be a symbolic link,
	// and Executable the file in it to start.
	Dir, Executable string
}

// Installed returns the plugin of a provider that init has installed in a directory, the
// one that the lock file is in: in .terraform/providers, or in what the environment
// variable TF_DATA_DIR names, and there in HOST/NAMESPACE/TYPE/VERSION/OS_ARCH, with the
// version from the lock file (OpenTofu, internal/providercache/dir.go). The error says what
// to do.
//
// getenv is os.Getenv, or one that a test has.
func (l Lock) Installed(dir string, address tfaddr.Provider, getenv func(string) string) (*Installed, error) {
	providers := providersDir(dir, getenv)
	if !exists(providers) {
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

// ExecutableIn returns the executable of a package that is in a directory.
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

// ExecutableOf returns the name of the executable among the files of a package: the first
// that is that of the provider's program, or begins so and goes on with _ or a dot
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
	// maxLock is the size of the largest lock file that is read.
	maxLock = 16 << 20
)

// Lock is what a lock file says of a provider. The zero value allows every package.
type Lock struct {
	Version *version.Version
	// Hashes are those of its packages: of the files, "h1:", and of the archive, "zh:".
	Hashes []string
}

// ReadLock reads a lock file (OpenTofu, internal/depsfile). A provider that is
// not right is an error, and the others are returned.
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
	// Newer products may have blocks here that others do not know.
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

// readLockFile reads a regular file that is not too large.
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
		// The products refuse it too; taken as no hashes, it would allow every package.
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

// FindLock returns the path of the lock file of the working directory that a
// module's directory belongs to: the one in it, or in the nearest directory above
// it that is in the same repository, that is, below or with a .git. Without a
// repository it looks in the directory alone: what is above it may be anybody's.
// It is empty if there is none.
func FindLock(moduleDir string) string {
	dir, err := filepath.Abs(moduleDir)
	if err != nil {
		return ""
	}
	top := repository(dir)
	for {
		if lock := filepath.Join(dir, lockFile); exists(lock) {
			return lock
		}
		if dir == top {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

// repository returns the directory with .git that dir is in, or dir itself.
func repository(dir string) string {
	for above := dir; ; above = filepath.Dir(above) {
		switch {
		case exists(filepath.Join(above, ".git")):
			return above
		case above == filepath.Dir(above):
			return dir
		}
	}
}

// Allows reports whether a package with these hashes is one of the lock file's. As in
// the products, hashes of a kind that the package does not have are passed over: kinds of later products (OpenTofu,
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

// again is what to do when what init installed is not good.
const again = `run "tofu init" or "terraform init" again`

// Verify checks the files of the plugin's package against the hashes of the lock
// file, as the products do before they start a plugin (OpenTofu,
// internal/getproviders/hash.go, PackageMatchesAnyHash). Only a hash of the kind
// "h1:" can be checked: one of the kind "zh:" is that of the archive. It returns
// an error if none is the hash of the package, if there is none of that kind, or
// if a file cannot be read or is not a regular one.
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
			"%s", i.Dir, i.Address, i.Version, hash, again)
	}
	return nil
}

// Hashes returns the hashes of a package as lock files have them: of the directory
// where it is unpacked, and of its archive, which has this SHA-256 sum.
func Hashes(dir, sum string) ([]string, error) {
	hash, err := packageHash(dir)
	return []string{hash, "zh:" + sum}, err
}

// packageHash returns the hash of a directory, which may be a symbolic link.
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

// openRegular opens a regular file. To open a pipe would wait for its other end.
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
