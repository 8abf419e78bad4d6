package registry

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hashicorp/hcl"
	"github.com/hashicorp/hcl/hcl/ast"
	"github.com/hashicorp/hcl/hcl/parser"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"

	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/plugin"
)

// installation is a block provider_installation, which defines the permitted sources of providers
// (internal/command/cliconfig/provider_installation.go).
type installation struct {
	file      string
	methods   []method
	overrides map[tfaddr.Provider]string
}

// method is a nested block of an installation.
type method struct {
	kind             string
	place            string // the location of a mirror
	include, exclude []tfaddr.Provider
}

const directMethod = "direct"

// String returns the method for messages.
func (m method) String() string {
	if m.place == "" {
		return m.kind
	}
	return fmt.Sprintf("%s %q", m.kind, m.place)
}

// readInstallation reads the block in a file; nil if it has none.
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
			return configError(name, block.Pos().Line, fmt.Errorf("provider_installation: "+format, args...))
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
				return nil, wrong("every item in it must be a block without labels")
			}
			kind, _ := item.Keys[0].Token.Value().(string)
			if err := found.readMethod(kind, content, terraform); err != nil {
				return nil, wrong("%s: %w", kind, err)
			}
		}
	}
	return found, nil
}

// readMethod reads a nested block.
func (in *installation) readMethod(kind string, content *ast.ObjectType, terraform bool) error {
	if kind == "dev_overrides" {
		return in.readOverrides(content, terraform)
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
	places := map[string]string{"filesystem_mirror": body.Path, "network_mirror": body.URL, "oci_mirror": body.Template}
	m := method{kind: kind, place: places[kind]}
	if _, isMirror := places[kind]; !isMirror && kind != directMethod {
		return fmt.Errorf("this method does not exist")
	} else if isMirror && m.place == "" {
		return fmt.Errorf("the location of the mirror is missing")
	}
	var err error
	if m.include, err = parsePatterns(body.Include, terraform); err != nil {
		return err
	}
	if m.exclude, err = parsePatterns(body.Exclude, terraform); err != nil {
		return err
	}
	in.methods = append(in.methods, m)
	return nil
}

// readOverrides reads dev_overrides.
func (in *installation) readOverrides(content *ast.ObjectType, terraform bool) error {
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

// parsePatterns parses addresses with wildcards for parts (internal/getproviders/multi_source.go,
// ParseMultiSourceMatchingPatterns).
func parsePatterns(given []string, terraform bool) ([]tfaddr.Provider, error) {
	var list []tfaddr.Provider
	for _, text := range given {
		parts := strings.Split(text, "/")
		if len(parts) == 2 {
			parts = append([]string{string(provider.DefaultHost(terraform))}, parts...)
		}
		if len(parts) != 3 || slices.Contains(parts, "") {
			return nil, fmt.Errorf("%q is not a pattern of providers: it must have two or three parts", text)
		}
		// After a wildcard, all parts must be wildcards.
		if at := slices.Index(parts, wildcard); at >= 0 && slices.ContainsFunc(parts[at:], isNotWildcard) {
			return nil, fmt.Errorf("%q is not a pattern of providers: after a wildcard, only wildcards are allowed", text)
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

func isNotWildcard(part string) bool { return part != wildcard }

func matchesAny(patterns []tfaddr.Provider, addr tfaddr.Provider) bool {
	return slices.ContainsFunc(patterns, func(p tfaddr.Provider) bool {
		return (p.Hostname == wildcard || p.Hostname == addr.Hostname) &&
			(p.Namespace == wildcard || p.Namespace == addr.Namespace) &&
			(p.Type == wildcard || p.Type == addr.Type)
	})
}

// checkAllowed returns an error for a provider that the client does not download from its registry: the
// address is invalid, or the CLI configuration excludes the provider or names a mirror for it.
func (c *Client) checkAllowed(addr tfaddr.Provider) error {
	in := c.config.installation
	if err := checkParts(addr); err != nil || in == nil {
		return err
	}
	if dir, ok := in.overrides[addr]; ok {
		return in.excludedError(addr, fmt.Sprintf("dev_overrides names %s for it, which has no version", dir))
	}
	found := false
	var reasons []string
	for _, m := range in.methods {
		switch {
		case matchesAny(m.exclude, addr):
			reasons = append(reasons, fmt.Sprintf("%s excludes it", m))
		case m.include != nil && !matchesAny(m.include, addr):
			reasons = append(reasons, fmt.Sprintf("%s does not include it", m))
		case m.kind != directMethod:
			return in.excludedError(addr, fmt.Sprintf("it comes from %s, and only init reads mirrors", m))
		default:
			found = true
		}
	}
	if !found {
		return in.excludedError(addr, append(reasons, "no other method is there")...)
	}
	return nil
}

// excludedError is the error for a provider that the CLI configuration forbids to download from its
// registry.
func (in *installation) excludedError(addr tfaddr.Provider, reasons ...string) error {
	return fmt.Errorf("%s is not fetched, because of provider_installation in %s: %s; give its schema with "+
		"--provider-schema, or use what init has installed with --installed-schemas", addr, in.file,
		strings.Join(reasons, ", "))
}

// Override returns the provider in dev_overrides of the CLI configuration, or nil. It has no
// version, and lock files do not apply to it.
func (c *Client) Override(addr tfaddr.Provider) (*Package, error) {
	in := c.config.installation
	if in == nil || in.overrides[addr] == "" {
		return nil, nil
	}
	dir := in.overrides[addr]
	executable, err := plugin.ExecutableIn(dir, addr.Type)
	if err != nil {
		return nil, in.excludedError(addr, fmt.Sprintf("dev_overrides names %s for it: %s", dir, err))
	}
	return &Package{Address: addr, Dir: dir, Executable: executable}, nil
}

const (
	// maxConfig is the maximum size of a CLI configuration file in bytes.
	maxConfig = 64 << 10
	// maxBrackets is the maximum number of brackets in a file. The HCL 1 parser needs minutes for
	// tens of thousands of nested brackets.
	maxBrackets = 1000
)

// cliConfig is the part of the CLI configuration that this package uses.
type cliConfig struct {
	tokens map[svchost.Hostname]string
	// services are the services in "host" blocks, which replace discovery.
	services map[svchost.Hostname]map[string]any
	helper   string
	// installation is nil if no file contains such a block.
	installation *installation
}

// readCLIConfig reads the same files of the CLI configuration as the product. A later file has
// priority for a host (internal/command/cliconfig/cliconfig.go, LoadConfig).
func readCLIConfig(env map[string]string, terraform bool) (*cliConfig, error) {
	cfg := &cliConfig{
		tokens:   map[svchost.Hostname]string{},
		services: map[svchost.Hostname]map[string]any{},
	}
	for _, file := range configFiles(env, terraform) {
		src, err := readBounded(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, configError(file, 0, err)
		}
		if err := cfg.addFile(file, src, terraform); err != nil {
			return nil, err
		}
	}
	maps.Copy(cfg.tokens, environmentTokens(env)) // the environment has priority over files
	return cfg, nil
}

func readBounded(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, withoutPath(err)
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err == nil && len(src) > maxConfig {
		err = fmt.Errorf("it is larger than %d bytes", maxConfig)
	}
	return src, withoutPath(err)
}

// withoutPath removes the file name from an error, because the enclosing message contains it.
func withoutPath(err error) error {
	var wrapped *fs.PathError
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// configFiles returns the paths of CLI configuration files, which need not exist. A file named in
// the environment replaces all others (internal/command/cliconfig/cliconfig.go,
// cliConfigFileOverride).
func configFiles(env map[string]string, terraform bool) []string {
	for _, name := range []string{"TF_CLI_CONFIG_FILE", "TERRAFORM_CONFIG"} {
		if env[name] != "" {
			return []string{env[name]}
		}
	}
	main, dir := configPaths(env, terraform)
	if main == "" {
		return nil
	}
	var files []string
	if fileExists(main) {
		files = append(files, main)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return files
	}
	for _, entry := range entries {
		if name := entry.Name(); strings.HasSuffix(name, ".tfrc") || strings.HasSuffix(name, ".tfrc.json") {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return files
}

// configPaths mirrors config_unix.go and config_windows.go in internal/command/cliconfig. For
// Terraform, it mirrors the same files of its repository, which use neither .tofurc nor
// XDG_CONFIG_HOME.
func configPaths(env map[string]string, terraform bool) (file, dir string) {
	if runtime.GOOS == "windows" {
		home := env["APPDATA"]
		if home == "" {
			return "", ""
		}
		return preferredFile(home, "tofu.rc", "terraform.rc", terraform), filepath.Join(home, "terraform.d")
	}
	home := env["HOME"]
	if home == "" {
		if u, err := user.Current(); err == nil {
			home = u.HomeDir
		}
	}
	if home == "" {
		return "", ""
	}
	file, dir = preferredFile(home, ".tofurc", ".terraformrc", terraform), filepath.Join(home, ".terraform.d")
	if xdg := env["XDG_CONFIG_HOME"]; xdg != "" && !terraform {
		if !fileExists(file) {
			file = filepath.Join(xdg, "opentofu", "tofurc")
		}
		if !fileExists(dir) {
			dir = filepath.Join(xdg, "opentofu")
		}
	}
	return file, dir
}

// preferredFile returns OpenTofu's file, or Terraform's file if only this one exists.
func preferredFile(home, tofu, tf string, terraform bool) string {
	tofu, tf = filepath.Join(home, tofu), filepath.Join(home, tf)
	if terraform || !fileExists(tofu) && fileExists(tf) {
		return tf
	}
	return tofu
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// configFile is the decoded part of a file, as in the products.
type configFile struct {
	Hosts map[string]struct {
		Services map[string]any `hcl:"services"`
	} `hcl:"host"`
	Credentials map[string]map[string]any `hcl:"credentials"`
	Helpers     map[string]any            `hcl:"credentials_helper"`
}

// addFile adds the content of a file. It uses HCL 1, as the products do, because HCL 2 rejects the
// block "dev_overrides" in their documentation.
func (cfg *cliConfig) addFile(name string, src []byte, terraform bool) error {
	if bytes.Count(src, []byte("{"))+bytes.Count(src, []byte("[")) > maxBrackets {
		return configError(name, 0, fmt.Errorf("it has more than %d brackets", maxBrackets))
	}
	var file configFile
	tree, err := decodeConfig(&file, src)
	if err != nil {
		return decodeError(name, err)
	}
	in, err := readInstallation(name, tree, terraform)
	if err != nil {
		return err
	}
	if in != nil && cfg.installation != nil {
		return configError(name, 0, fmt.Errorf("%s also has a block provider_installation, and only one is "+
			"allowed", cfg.installation.file))
	}
	if in != nil {
		cfg.installation = in
	}
	for helper := range file.Helpers {
		cfg.helper = helper
	}
	for _, given := range slices.Sorted(maps.Keys(file.Credentials)) {
		host, err := configHost(name, given)
		if err != nil {
			return err
		}
		value, given := file.Credentials[given]["token"]
		token, ok := value.(string)
		if given && !ok {
			return configError(name, 0, fmt.Errorf("the token of %s is not a string", host.ForDisplay()))
		}
		cfg.tokens[host] = token
	}
	for _, given := range slices.Sorted(maps.Keys(file.Hosts)) {
		host, err := configHost(name, given)
		if err != nil {
			return err
		}
		cfg.services[host] = file.Hosts[given].Services
	}
	return nil
}

// decodeConfig decodes a file, and returns an error for a panic of HCL 1, which occurs for some invalid
// files.
func decodeConfig(file *configFile, src []byte) (tree *ast.File, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("%v", problem)
		}
	}()
	if tree, err = hcl.Parse(string(src)); err == nil {
		err = hcl.DecodeObject(file, tree)
	}
	return tree, err
}

func configHost(name, given string) (svchost.Hostname, error) {
	host, err := svchost.ForComparison(given)
	if err != nil {
		return "", configError(name, 0, fmt.Errorf("%q is not a host name: %w", given, err))
	}
	return host, nil
}

// decodeError omits the message of the decoder, because it can contain a part of a token.
func decodeError(name string, err error) error {
	line := 0
	if position := (*parser.PosError)(nil); errors.As(err, &position) {
		line = position.Pos.Line
	}
	return configError(name, line, errors.New("it is not the HCL 1 or JSON that the products read"))
}
