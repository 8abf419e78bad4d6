//go:build !lean

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
	svchost "github.com/hashicorp/terraform-svchost"
)

const (
	// maxConfig bounds a file of the CLI configuration in bytes.
	maxConfig = 64 << 10
	// maxBrackets bounds how deep a file can be nested. HCL 1 takes minutes for
	// tens of thousands of brackets.
	maxBrackets = 1000
)

// cliConfig is what this package uses of the CLI configuration.
type cliConfig struct {
	env    map[svchost.Hostname]string // tokens of TF_TOKEN_*, before all others
	tokens map[svchost.Hostname]string
	// services are those of blocks "host", which take the place of discovery.
	services map[svchost.Hostname]map[string]any
	helper   string
	// installation is nil where no file has such a block.
	installation *installation
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
		if err := cfg.read(file, src, terraform); err != nil {
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

// configFile is what is decoded of a file, as in the products.
type configFile struct {
	Hosts map[string]struct {
		Services map[string]any `hcl:"services"`
	} `hcl:"host"`
	Credentials map[string]map[string]any `hcl:"credentials"`
	Helpers     map[string]any            `hcl:"credentials_helper"`
}

// read adds what a file says. It is HCL 1, as for the products; HCL 2 would not
// take the block "dev_overrides" of their documentation.
func (cfg *cliConfig) read(name string, src []byte, terraform bool) error {
	if bytes.Count(src, []byte("{"))+bytes.Count(src, []byte("[")) > maxBrackets {
		return &ConfigError{File: name, Err: fmt.Errorf("it has more than %d brackets", maxBrackets)}
	}
	var file configFile
	tree, err := decode(&file, src)
	if err != nil {
		return decodeError(name, err)
	}
	in, err := readInstallation(name, tree, terraform)
	if err != nil {
		return err
	}
	if in != nil && cfg.installation != nil {
		return &ConfigError{File: name, Err: fmt.Errorf("there is a block provider_installation in %s too, and only "+
			"one is allowed", cfg.installation.file)}
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
			return &ConfigError{File: name, Err: fmt.Errorf("the token of %s is not a string", host.ForDisplay())}
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

// decode makes an error of a panic, which HCL 1 has for some broken files.
func decode(file *configFile, src []byte) (tree *ast.File, err error) {
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
		return "", &ConfigError{File: name, Err: fmt.Errorf("%q is not a host name: %w", given, err)}
	}
	return host, nil
}

// decodeError leaves out what the decoder says, as it can repeat a part of a
// token.
func decodeError(name string, err error) error {
	config := &ConfigError{File: name, Err: errors.New("it is not the HCL 1 or JSON that the products read")}
	var position *parser.PosError
	if errors.As(err, &position) {
		config.Line = position.Pos.Line
	}
	return config
}
