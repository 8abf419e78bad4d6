package plugin

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/schema/internal/reading"
)

const (
	lockFile = ".terraform.lock.hcl"
	// maxLock is the size of the largest lock file that is read.
	maxLock = 16 << 20
)

// lock is a provider in a lock file.
type lock struct {
	address tfaddr.Provider
	version *version.Version
	hashes  []string
	at      hcl.Range
}

// readLocks reads a lock file (OpenTofu, internal/depsfile). A provider that is
// not right is an error, and the others are returned.
func readLocks(name string) ([]lock, hcl.Diagnostics) {
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
	var locks []lock
	seen := map[tfaddr.Provider]bool{}
	for _, block := range content.Blocks {
		l, more := readLock(block)
		if !more.HasErrors() && seen[l.address] {
			more = append(more, lockError(block.LabelRanges[0], "The provider %s is listed twice.", l.address))
		}
		diags = append(diags, more...)
		if !more.HasErrors() {
			seen[l.address] = true
			locks = append(locks, l)
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
func readLock(block *hcl.Block) (lock, hcl.Diagnostics) {
	l := lock{at: block.DefRange}
	if err := tfaddr.ValidateProviderAddress(block.Labels[0]); err != nil {
		return l, hcl.Diagnostics{lockError(block.LabelRanges[0], "%q is not the full address of a provider: "+
			"%s.", block.Labels[0], err)}
	}
	l.address = tfaddr.MustParseProviderSource(block.Labels[0])
	body, _, diags := block.Body.PartialContent(lockSchema)
	if diags.HasErrors() {
		return l, diags
	}
	text, ok := reading.Constant(body.Attributes["version"].Expr)
	if !ok {
		return l, hcl.Diagnostics{lockError(body.Attributes["version"].Range, "The version is not a constant string.")}
	}
	var err error
	if l.version, err = version.NewVersion(text); err != nil {
		return l, hcl.Diagnostics{lockError(block.DefRange, "The version of %s is not valid: %s.", l.address, err)}
	}
	hashes := body.Attributes["hashes"]
	if hashes == nil {
		return l, nil
	}
	list, diags := hcl.ExprList(hashes.Expr)
	if len(list) == 0 && !diags.HasErrors() {
		// The products refuse it too; taken as no hashes, it would allow every package.
		return l, hcl.Diagnostics{lockError(hashes.Range, "The argument \"hashes\" of %s has no hash.", l.address)}
	}
	for _, element := range list {
		if hash, ok := reading.Constant(element); ok {
			l.hashes = append(l.hashes, hash)
		}
	}
	return l, diags
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

// Lock is what a lock file says of a provider. The zero value allows every package.
type Lock struct {
	Version *version.Version
	// Hashes are those of its packages: of the files, "h1:", and of the archive, "zh:".
	Hashes []string
}

// ReadLock reads what a lock file says of providers.
func ReadLock(name string) (map[tfaddr.Provider]Lock, hcl.Diagnostics) {
	locks, diags := readLocks(name)
	all := make(map[tfaddr.Provider]Lock, len(locks))
	for _, l := range locks {
		all[l.address] = Lock{l.version, l.hashes}
	}
	return all, diags
}

// Allows reports whether a package with these hashes is one of the lock file's. As in
// the products, hashes of a kind that the package does not have are passed over: "zh:"
// for one that was found unpacked, and kinds of later products (OpenTofu,
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
