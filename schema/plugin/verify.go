package plugin

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/dirhash"
)

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
// where it is unpacked, and of its archive if that has a known SHA-256 sum.
func Hashes(dir, sum string) ([]string, error) {
	hash, err := packageHash(dir)
	if err != nil || sum == "" {
		return []string{hash}, err
	}
	return []string{hash, "zh:" + sum}, nil
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
