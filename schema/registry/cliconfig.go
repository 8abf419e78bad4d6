package registry

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"
	svchost "github.com/hashicorp/terraform-svchost"
	"github.com/zclconf/go-cty/cty"
)

// maxConfig bounds a file of the CLI configuration, and with it how deep it can
// be nested, as the parsers are recursive.
const maxConfig = 64 << 10

// cliConfig is what this package uses of the CLI configuration.
type cliConfig struct {
	env    map[svchost.Hostname]string // tokens of TF_TOKEN_*, before all others
	tokens map[svchost.Hostname]string
	// services are those of blocks "host", which take the place of discovery.
	services map[svchost.Hostname]map[string]any
	helper   string
}

// readCLIConfig reads the files of the CLI configuration that the product reads;
// of two that speak of the same host, the later one counts
// (internal/command/cliconfig/cliconfig.go, LoadConfig).
func readCLIConfig(env map[string]string, terraform bool, log func(string, ...any)) (*cliConfig, error) {
	cfg := &cliConfig{
		env:      environmentTokens(env),
		tokens:   map[svchost.Hostname]string{},
		services: map[svchost.Hostname]map[string]any{},
	}
	for _, file := range configFiles(env, terraform) {
		src, err := readBounded(file)
		if errors.Is(err, fs.ErrNotExist) {
			log("there is no CLI configuration file %s", file)
			continue
		}
		if err != nil {
			return nil, &ConfigError{File: file, Err: err}
		}
		if err := cfg.read(file, src); err != nil {
			return nil, err
		}
	}
	return cfg, nil
}

func readBounded(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, pathless(err)
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err == nil && len(src) > maxConfig {
		err = fmt.Errorf("it is larger than %d bytes", maxConfig)
	}
	return src, pathless(err)
}

// pathless takes off the name of the file, which the message around has already.
func pathless(err error) error {
	var wrapped *fs.PathError
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// configFiles returns the files of the CLI configuration, some of which may not
// be there. A file that the environment names is the only one
// (internal/command/cliconfig/cliconfig.go, cliConfigFileOverride).
func configFiles(env map[string]string, terraform bool) []string {
	for _, name := range []string{"TF_CLI_CONFIG_FILE", "TERRAFORM_CONFIG"} {
		if env[name] != "" {
			return []string{env[name]}
		}
	}
	main, dir := configPlaces(env, terraform)
	if main == "" {
		return nil
	}
	var files []string
	if exists(main) {
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

// configPlaces mirrors config_unix.go and config_windows.go of
// internal/command/cliconfig, and for Terraform the same files of its repository,
// which know neither .tofurc nor XDG_CONFIG_HOME.
func configPlaces(env map[string]string, terraform bool) (file, dir string) {
	if runtime.GOOS == "windows" {
		home := env["APPDATA"]
		if home == "" {
			return "", ""
		}
		return preferred(home, "tofu.rc", "terraform.rc", terraform), filepath.Join(home, "terraform.d")
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
	file, dir = preferred(home, ".tofurc", ".terraformrc", terraform), filepath.Join(home, ".terraform.d")
	if xdg := env["XDG_CONFIG_HOME"]; xdg != "" && !terraform {
		if !exists(file) {
			file = filepath.Join(xdg, "opentofu", "tofurc")
		}
		if !exists(dir) {
			dir = filepath.Join(xdg, "opentofu")
		}
	}
	return file, dir
}

// preferred is OpenTofu's file, or Terraform's if only that is there.
func preferred(home, tofu, tf string, terraform bool) string {
	tofu, tf = filepath.Join(home, tofu), filepath.Join(home, tf)
	if terraform || !exists(tofu) && exists(tf) {
		return tf
	}
	return tofu
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

var configSchema = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "credentials", LabelNames: []string{"host"}},
	{Type: "credentials_helper", LabelNames: []string{"name"}},
	{Type: "host", LabelNames: []string{"host"}},
}}

// read adds what a file says. The products read the file with HCL 1 and we with
// HCL 2, of which nearly all files are valid as both; for another one the error
// says so.
func (cfg *cliConfig) read(name string, src []byte) error {
	file, diags := parseConfig(name, src)
	if diags.HasErrors() {
		return configError(name, diags)
	}
	content, _, diags := file.Body.PartialContent(configSchema)
	if diags.HasErrors() {
		return configError(name, diags)
	}
	for _, block := range content.Blocks {
		if block.Type == "credentials_helper" {
			cfg.helper = block.Labels[0]
			continue
		}
		host, err := svchost.ForComparison(block.Labels[0])
		if err != nil {
			return &ConfigError{File: name, Line: block.DefRange.Start.Line, Err: fmt.Errorf("%q is no host name: %w", block.Labels[0], err)}
		}
		if diags := cfg.add(block, host); diags.HasErrors() {
			return configError(name, diags)
		}
	}
	return nil
}

func parseConfig(name string, src []byte) (*hcl.File, hcl.Diagnostics) {
	// HCL 1 goes by the first character, too.
	if bytes.HasPrefix(bytes.TrimSpace(src), []byte("{")) {
		return json.Parse(src, name)
	}
	return hclsyntax.ParseConfig(src, name, hcl.InitialPos)
}

// configError leaves out the details of a diagnostic, which can repeat a part of
// the file and so of a token.
func configError(name string, diags hcl.Diagnostics) error {
	for _, diag := range diags {
		if diag.Severity != hcl.DiagError {
			continue
		}
		line := 0
		if diag.Subject != nil {
			line = diag.Subject.Start.Line
		}
		return &ConfigError{File: name, Line: line, Err: fmt.Errorf("%s; hcljson reads this file as HCL 2, the products as HCL 1: write it so that it is valid as both", diag.Summary)}
	}
	return nil
}

// add takes up a block "credentials" or "host".
func (cfg *cliConfig) add(block *hcl.Block, host svchost.Hostname) hcl.Diagnostics {
	name := "token"
	if block.Type == "host" {
		name = "services"
	}
	content, _, diags := block.Body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: name}}})
	attr, given := content.Attributes[name]
	if diags.HasErrors() || !given {
		return diags
	}
	value, diags := attr.Expr.Value(nil)
	if diags.HasErrors() {
		return diags
	}
	if block.Type == "host" {
		services, ok := stringsOf(value)
		if !ok {
			return invalid(attr, "The services are no object")
		}
		cfg.services[host] = services
		return nil
	}
	token, ok := stringOf(value)
	if !ok {
		return invalid(attr, "The token is no string")
	}
	cfg.tokens[host] = token
	return nil
}

func invalid(attr *hcl.Attribute, summary string) hcl.Diagnostics {
	return hcl.Diagnostics{{Severity: hcl.DiagError, Summary: summary, Subject: attr.Range.Ptr()}}
}

func stringOf(value cty.Value) (string, bool) {
	if value.IsNull() || !value.IsKnown() || value.Type() != cty.String {
		return "", false
	}
	return value.AsString(), true
}

// stringsOf returns the members of an object that are strings, as providers.v1 is.
func stringsOf(value cty.Value) (map[string]any, bool) {
	if value.IsNull() || !value.IsKnown() || !value.Type().IsObjectType() {
		return nil, false
	}
	members := map[string]any{}
	for name, member := range value.AsValueMap() {
		if s, ok := stringOf(member); ok {
			members[name] = s
		}
	}
	return members, true
}
