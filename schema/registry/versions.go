//go:build !lean

package registry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"
)

// Platform is an operating system and an architecture, as GOOS and GOARCH.
type Platform struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
}

// String returns the platform as "linux_amd64".
func (p Platform) String() string { return p.OS + "_" + p.Arch }

// Available is a version that a registry lists.
type Available struct {
	Version *version.Version
	// Protocols are versions of the plugin protocol, such as "5.0", and Platforms
	// those that there are packages for. A registry need not say either; they are
	// empty then.
	Protocols []string
	Platforms []Platform
}

// Versions returns the versions of a provider that its registry lists, newest
// first.
//
// The error is a [*NotFoundError] if the registry does not know the provider, or
// one of [*AddressError], [*HostError], [*AuthError], [*RequestError] and
// [*ResponseError]; a cancelled context's is in a RequestError.
func (c *Client) Versions(ctx context.Context, addr tfaddr.Provider) ([]Available, error) {
	if err := validAddress(addr); err != nil {
		return nil, err
	}
	src, at, err := c.query(ctx, addr, addr.Namespace+"/"+addr.Type+"/versions", &NotFoundError{Provider: addr})
	if err != nil {
		return nil, err
	}
	list, err := parseVersions(src)
	if err != nil {
		return nil, &ResponseError{URL: shown(at), Err: err}
	}
	return list, nil
}

// parseVersions reads the document of the operation "List Available Versions".
func parseVersions(src []byte) ([]Available, error) {
	var document struct {
		Versions *[]struct {
			Version   string     `json:"version"`
			Protocols []string   `json:"protocols"`
			Platforms []Platform `json:"platforms"`
		} `json:"versions"`
	}
	if err := json.Unmarshal(src, &document); err != nil {
		return nil, fmt.Errorf("it is not a JSON document about versions: %w", err)
	}
	if document.Versions == nil {
		return nil, errors.New(`it has no list "versions"`)
	}
	list := make([]Available, 0, len(*document.Versions))
	for _, entry := range *document.Versions {
		v, err := version.NewVersion(entry.Version)
		if err != nil {
			return nil, fmt.Errorf("%q is not a version", entry.Version)
		}
		list = append(list, Available{Version: v, Protocols: entry.Protocols, Platforms: entry.Platforms})
	}
	newestFirst(list)
	return list, nil
}

// majors returns the major versions of the plugin protocol.
func majors(protocols []string) ([]int, error) {
	var list []int
	for _, protocol := range protocols {
		major, _, _ := strings.Cut(protocol, ".")
		n, err := strconv.Atoi(major)
		if err != nil {
			return nil, fmt.Errorf("%q is not a version of the plugin protocol", protocol)
		}
		list = append(list, n)
	}
	return list, nil
}

// speaks says whether a provider speaks protocol 5 or 6, or does not say. What is
// wrong in the list concerns its version alone.
func speaks(protocols []string) bool {
	list, err := majors(protocols)
	return err == nil && (len(list) == 0 || slices.Contains(list, 5) || slices.Contains(list, 6))
}

// Select returns the newest version that meets the constraints, speaks plugin
// protocol 5 or 6 and has a package for the platform, as far as the registry says
// so. A pre-release is only taken if a constraint names exactly it, as in the
// products. Nil constraints allow every version. The versions are those of all
// places where the CLI configuration lets the provider come from.
//
// If there is none the error is a [*VersionError], an [*InstallationError] if the
// CLI configuration forbids it, else one of those of [Client.Versions].
func (c *Client) Select(ctx context.Context, addr tfaddr.Provider,
	constraints version.Constraints) (*version.Version, error) {
	list, err := c.everywhere(ctx, addr)
	if err != nil {
		return nil, err
	}
	v, err := choose(list, constraints, c.platform)
	if err != nil {
		return nil, &VersionError{Provider: addr, Constraints: constraints.String(), Err: err}
	}
	return v, nil
}

// everywhere lists the versions of all methods, newest first
// (internal/getproviders/multi_source.go, AvailableVersions).
func (c *Client) everywhere(ctx context.Context, addr tfaddr.Provider) ([]Available, error) {
	if err := validAddress(addr); err != nil {
		return nil, err
	}
	methods, err := c.methods(addr)
	if err != nil {
		return nil, err
	}
	var list []Available
	var missing *NotFoundError
	for _, m := range methods {
		switch m.kind {
		case direct:
			published, err := c.Versions(ctx, addr)
			if err != nil && !errors.As(err, &missing) {
				return nil, err
			}
			list = append(list, published...)
		case filesystemMirror:
			packages, err := c.inMirror(m, addr)
			if err != nil {
				return nil, err
			}
			for _, p := range packages {
				list = append(list, Available{Version: p.version})
			}
		default:
			return nil, c.unread(addr, m)
		}
	}
	if len(list) == 0 && missing != nil {
		return nil, missing
	}
	if len(list) == 0 && c.config.installation != nil {
		return nil, c.nowhere(addr, methods)
	}
	newestFirst(list)
	return list, nil
}

func newestFirst(list []Available) {
	slices.SortStableFunc(list, func(a, b Available) int { return b.Version.Compare(a.Version) })
}

func choose(list []Available, constraints version.Constraints, platform Platform) (*version.Version, error) {
	if len(list) == 0 {
		return nil, errors.New("it lists no versions")
	}
	var matching []Available
	for _, entry := range list {
		if meets(entry.Version, constraints) {
			matching = append(matching, entry)
		}
	}
	if len(matching) == 0 {
		return nil, fmt.Errorf("the newest versions are %s (a pre-release must be named exactly); change the "+
			"constraints", newest(list))
	}
	var spoken []Available
	for _, entry := range matching {
		if speaks(entry.Protocols) {
			spoken = append(spoken, entry)
		}
	}
	if len(spoken) == 0 {
		return nil, fmt.Errorf("those that match, %s, do not speak plugin protocol 5 or 6, as hcljson does; change "+
			"the constraints", newest(matching))
	}
	for _, entry := range spoken {
		if len(entry.Platforms) == 0 || slices.Contains(entry.Platforms, platform) {
			return entry.Version, nil
		}
	}
	return nil, fmt.Errorf("those that match, %s, have no package for %s; change the constraints or the "+
		"platform", newest(spoken), platform)
}

// newest names the first versions of a list.
func newest(list []Available) string {
	var names []string
	for i, entry := range list {
		if i == 3 {
			names = append(names, "...")
			break
		}
		names = append(names, entry.Version.Original())
	}
	return strings.Join(names, ", ")
}

func meets(v *version.Version, constraints version.Constraints) bool {
	if v.Prerelease() != "" && !slices.ContainsFunc(constraints, func(c *version.Constraint) bool { return names(c, v) }) {
		return false
	}
	return constraints.Check(v)
}

// names says whether a constraint is "1.2.3" or "= 1.2.3" for the version.
func names(c *version.Constraint, v *version.Version) bool {
	exact, err := version.NewVersion(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(c.String()), "=")))
	return err == nil && exact.Equal(v)
}
