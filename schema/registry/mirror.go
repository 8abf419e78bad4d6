//go:build !lean

package registry

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"
)

// mirrored is a package in a filesystem mirror: an archive, or a directory.
type mirrored struct {
	version *version.Version
	path    string
	isDir   bool
}

// inMirror lists the packages of a provider for the client's platform in a
// filesystem mirror, of either layout. Links are followed at the mirror itself and
// at a package (internal/getproviders/filesystem_search.go, SearchLocalDirectory).
func (c *Client) inMirror(m method, addr tfaddr.Provider) ([]mirrored, error) {
	unreadable := func(err error) error {
		return c.config.installation.refuse(addr, fmt.Sprintf("%s cannot be read: %s", m, pathless(err)))
	}
	dirs := []string{m.place}
	for _, isPart := range []func(name string) bool{
		func(name string) bool {
			host, err := svchost.ForComparison(name)
			return err == nil && host == addr.Hostname
		},
		func(name string) bool { return strings.EqualFold(name, addr.Namespace) },
		func(name string) bool { return strings.EqualFold(name, addr.Type) },
	} {
		var next []string
		for _, dir := range dirs {
			entries, err := os.ReadDir(dir)
			if err != nil {
				return nil, unreadable(err)
			}
			for _, entry := range entries {
				if entry.IsDir() && isPart(entry.Name()) {
					next = append(next, filepath.Join(dir, entry.Name()))
				}
			}
		}
		dirs = next
	}
	var packages []mirrored
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, unreadable(err)
		}
		for _, entry := range entries {
			p := mirrored{path: filepath.Join(dir, entry.Name())}
			name := entry.Name()
			if entry.IsDir() {
				p.path, p.isDir = filepath.Join(p.path, c.platform.String()), true
			} else if name = packedVersion(name, addr.Type, c.platform); name == "" {
				continue
			}
			v, err := version.NewVersion(name)
			if err != nil || strings.HasPrefix(name, "v") {
				continue
			}
			p.version = v
			info, err := os.Stat(p.path)
			if err == nil && (p.isDir && info.IsDir() || !p.isDir && info.Mode().IsRegular()) {
				packages = append(packages, p)
			}
		}
	}
	return packages, nil
}

// packedVersion is the version in the name of an archive,
// terraform-provider-TYPE_VERSION_OS_ARCH.zip; empty in that of another file.
func packedVersion(name, providerType string, platform Platform) string {
	name, isProvider := strings.CutPrefix(strings.ToLower(name), "terraform-provider-"+providerType+"_")
	name, isZip := strings.CutSuffix(name, ".zip")
	parts := strings.Split(name, "_")
	if !isProvider || !isZip || len(parts) < 3 || parts[1]+"_"+parts[2] != platform.String() {
		return ""
	}
	return parts[0]
}

// executableIn is executableOf for a directory.
func executableIn(dir, providerType string) (string, error) {
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
	name := executableOf(names, providerType)
	if name == "" {
		return "", fmt.Errorf("it has no executable terraform-provider-%s", providerType)
	}
	return filepath.Join(dir, name), nil
}
