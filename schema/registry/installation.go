//go:build !lean

package registry

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl"
	"github.com/hashicorp/hcl/hcl/ast"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"

	"github.com/hcljson/hcljson/schema/provider"
)

// installation is a block provider_installation, which says where providers may come
// from (internal/command/cliconfig/provider_installation.go).
type installation struct {
	file      string
	methods   []method
	overrides map[tfaddr.Provider]string
}

// method is a block in it.
type method struct {
	kind             string
	place            string // a directory, or what a mirror on the network is reached by
	include, exclude []tfaddr.Provider
}

const (
	direct           = "direct"
	filesystemMirror = "filesystem_mirror"
)

func (m method) String() string {
	if m.place == "" {
		return m.kind
	}
	return fmt.Sprintf("%s %q", m.kind, m.place)
}

// readInstallation reads the block of a file; nil if it has none.
func readInstallation(name string, tree *ast.File, terraform bool) (*installation, error) {
	root, ok := tree.Node.(*ast.ObjectList)
	if !ok {
		return nil, nil
	}
	var found *installation
	for _, block := range root.Items {
		if len(block.Keys) == 0 || block.Keys[0].Token.Value() != "provider_installation" {
			continue
		}
		wrong := func(format string, args ...any) error {
			return &ConfigError{File: name, Line: block.Pos().Line,
				Err: fmt.Errorf("provider_installation: "+format, args...)}
		}
		body, ok := block.Val.(*ast.ObjectType)
		if !ok || len(block.Keys) > 1 {
			return nil, wrong("it is not a block of blocks")
		}
		if found != nil {
			return nil, wrong("there is more than one")
		}
		found = &installation{file: name, overrides: map[tfaddr.Provider]string{}}
		for _, item := range body.List.Items {
			content, ok := item.Val.(*ast.ObjectType)
			if !ok || len(item.Keys) != 1 {
				return nil, wrong("it has something that is not a block without labels")
			}
			kind, _ := item.Keys[0].Token.Value().(string)
			if err := found.add(kind, content, terraform); err != nil {
				return nil, wrong("%s: %w", kind, err)
			}
		}
	}
	return found, nil
}

// add reads a block in it.
func (in *installation) add(kind string, content *ast.ObjectType, terraform bool) error {
	if kind == "dev_overrides" {
		return in.override(content, terraform)
	}
	var body struct {
		Path     string   `hcl:"path"`
		URL      string   `hcl:"url"`
		Template string   `hcl:"repository_template"`
		Include  []string `hcl:"include"`
		Exclude  []string `hcl:"exclude"`
	}
	if err := hcl.DecodeObject(&body, content); err != nil {
		return err
	}
	places := map[string]string{filesystemMirror: body.Path, "network_mirror": body.URL, "oci_mirror": body.Template}
	m := method{kind: kind, place: places[kind]}
	if _, isMirror := places[kind]; !isMirror && kind != direct {
		return fmt.Errorf("there is no such method")
	} else if isMirror && m.place == "" {
		return fmt.Errorf("it does not say where the mirror is")
	}
	var err error
	if m.include, err = patterns(body.Include, terraform); err != nil {
		return err
	}
	if m.exclude, err = patterns(body.Exclude, terraform); err != nil {
		return err
	}
	in.methods = append(in.methods, m)
	return nil
}

// override reads dev_overrides.
func (in *installation) override(content *ast.ObjectType, terraform bool) error {
	if len(in.methods) > 0 {
		return fmt.Errorf("it must be the first block")
	}
	var dirs map[string]string
	if err := hcl.DecodeObject(&dirs, content); err != nil {
		return err
	}
	for source, dir := range dirs {
		addr, err := provider.ParseAddress(source, terraform)
		if err != nil {
			return err
		}
		in.overrides[addr] = filepath.Clean(dir)
	}
	return nil
}

const wildcard = "*"

// patterns reads addresses in which parts may be wildcards
// (internal/getproviders/multi_source.go, ParseMultiSourceMatchingPatterns).
func patterns(given []string, terraform bool) ([]tfaddr.Provider, error) {
	var list []tfaddr.Provider
	for _, text := range given {
		parts := strings.Split(text, "/")
		if len(parts) == 2 {
			parts = append([]string{string(provider.DefaultHost(terraform))}, parts...)
		}
		if len(parts) != 3 || slices.Contains(parts, "") {
			return nil, fmt.Errorf("%q is not a pattern of providers: it must have two or three parts", text)
		}
		// A wildcard stands for what follows too.
		if at := slices.Index(parts, wildcard); at >= 0 && slices.ContainsFunc(parts[at:], notWildcard) {
			return nil, fmt.Errorf("%q is not a pattern of providers: what follows a wildcard must be one", text)
		}
		p := tfaddr.Provider{Hostname: wildcard, Namespace: wildcard, Type: wildcard}
		var err error
		if parts[0] != wildcard {
			p.Hostname, err = svchost.ForComparison(parts[0])
		}
		if err == nil && parts[1] != wildcard {
			p.Namespace, err = tfaddr.ParseProviderPart(parts[1])
		}
		if err == nil && parts[2] != wildcard {
			p.Type, err = tfaddr.ParseProviderPart(parts[2])
		}
		if err != nil {
			return nil, fmt.Errorf("%q is not a pattern of providers: %w", text, err)
		}
		list = append(list, p)
	}
	return list, nil
}

func notWildcard(part string) bool { return part != wildcard }

func matches(patterns []tfaddr.Provider, addr tfaddr.Provider) bool {
	return slices.ContainsFunc(patterns, func(p tfaddr.Provider) bool {
		return (p.Hostname == wildcard || p.Hostname == addr.Hostname) &&
			(p.Namespace == wildcard || p.Namespace == addr.Namespace) &&
			(p.Type == wildcard || p.Type == addr.Type)
	})
}

// methods are those by which a provider may be had, in their order: without a block
// provider_installation, its registry alone.
func (c *Client) methods(addr tfaddr.Provider) ([]method, error) {
	in := c.config.installation
	if in == nil {
		return []method{{kind: direct}}, nil
	}
	if dir, ok := in.overrides[addr]; ok {
		return nil, in.refuse(addr, fmt.Sprintf("dev_overrides names %s for it, which has no version", dir))
	}
	var list []method
	var reasons []string
	for _, m := range in.methods {
		switch {
		case matches(m.exclude, addr):
			reasons = append(reasons, fmt.Sprintf("%s excludes it", m))
		case m.include != nil && !matches(m.include, addr):
			reasons = append(reasons, fmt.Sprintf("%s does not include it", m))
		default:
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil, in.refuse(addr, append(reasons, "no other method is there")...)
	}
	return list, nil
}

// nowhere is the error for a package that none of the methods has.
func (c *Client) nowhere(addr tfaddr.Provider, methods []method) error {
	var reasons []string
	for _, m := range methods {
		reasons = append(reasons, fmt.Sprintf("%s does not have it", m))
	}
	return c.config.installation.refuse(addr, reasons...)
}

// unread is the error for a mirror that only the products read.
func (c *Client) unread(addr tfaddr.Provider, m method) error {
	return c.config.installation.refuse(addr, fmt.Sprintf("it comes from %s, and hcljson reads no such mirrors", m))
}

func (in *installation) refuse(addr tfaddr.Provider, reasons ...string) error {
	return &InstallationError{Provider: addr, File: in.file, Reason: strings.Join(reasons, ", ")}
}

// Override returns what dev_overrides of the CLI configuration names for a provider,
// which has no version, and which no lock file concerns; nil if there is nothing.
func (c *Client) Override(addr tfaddr.Provider) (*Package, error) {
	in := c.config.installation
	if in == nil || in.overrides[addr] == "" {
		return nil, nil
	}
	dir := in.overrides[addr]
	executable, err := executableIn(dir, addr.Type)
	if err != nil {
		return nil, in.refuse(addr, fmt.Sprintf("dev_overrides names %s for it: %s", dir, err))
	}
	return &Package{Address: addr, Dir: dir, Executable: executable}, nil
}
