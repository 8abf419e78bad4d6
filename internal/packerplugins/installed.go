package packerplugins

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/reading"
	"github.com/hcljson/hcljson/schema/packer"
)

// Bounds of a directory of plugins. Packer has the first one as well.
const (
	maxSourceParts = 16
	maxPluginFiles = 100_000
)

// Installed is a plugin that Packer has installed.
type Installed struct {
	// Source is the plugin's source address, "github.com/hashicorp/amazon".
	Source string
	// Version is its version, "1.3.2".
	Version string
	// Executable is the path of its executable, and SumFile that of the file with
	// its SHA-256 sum.
	Executable, SumFile string

	api string
}

// FindInstalled returns the plugins that Packer has installed for this system, the
// newest version of each, in the order of their addresses. Only those count that
// have a file with a sum next to them and plugin API x5; nothing is started, and no
// sum computed. getenv is os.Getenv, or something like it.
//
// The directory is PACKER_PLUGIN_PATH, or else "plugins" in Packer's directory for
// configuration; none are found in one that is not there (packer,
// packer/plugin_folders.go and plugin-getter/plugins.go, ListInstallations;
// packer-plugin-sdk, pathing). An error is one of the environment, or of reading
// the directory.
func FindInstalled(getenv func(string) string) ([]Installed, error) {
	dir, err := pluginDir(getenv)
	if err != nil {
		return nil, err
	}
	root, err := filepath.EvalSymlinks(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	newest := map[string]Installed{}
	count := 0
	err = filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if count++; count > maxPluginFiles {
			return fmt.Errorf("directory of plugins %s: more than %d files", dir, maxPluginFiles)
		}
		if entry.IsDir() {
			return nil
		}
		found, ok := installedAt(root, file)
		if old, exists := newest[found.Source]; ok && (!exists || found.newer(old)) {
			newest[found.Source] = found
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	bySource := func(a, b Installed) int { return cmp.Compare(a.Source, b.Source) }
	return slices.SortedFunc(maps.Values(newest), bySource), nil
}

// SourceOf returns the source address of a plugin by where its executable is; it is empty
// if that is not where Packer has installed it.
func SourceOf(executable string, getenv func(string) string) string {
	dir, err := pluginDir(getenv)
	if err != nil {
		return ""
	}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return ""
	}
	executable, err = filepath.EvalSymlinks(executable)
	if err != nil {
		return ""
	}
	absolute := func(path string) string {
		path, _ = filepath.Abs(path) // fails without a working directory alone
		return path
	}
	found, _ := installedAt(absolute(root), absolute(executable))
	return found.Source
}

// installedAt reads the name of a plugin's file:
// NAMESPACE/NAME/packer-plugin-NAME_vVERSION_xAPI_OS_ARCH.
func installedAt(root, file string) (Installed, bool) {
	relative, err := filepath.Rel(root, filepath.Dir(file))
	if err != nil {
		return Installed{}, false
	}
	source := filepath.ToSlash(relative)
	name, ok := strings.CutPrefix(filepath.Base(file), "packer-plugin-"+path.Base(source)+"_v")
	if !ok || source == "." || !filepath.IsLocal(relative) || strings.Count(source, "/") >= maxSourceParts {
		return Installed{}, false
	}
	suffix := "_" + runtime.GOOS + "_" + runtime.GOARCH
	if runtime.GOOS == "windows" {
		suffix += ".exe"
	}
	if name, ok = strings.CutSuffix(name, suffix); !ok {
		return Installed{}, false
	}
	number, api, _ := strings.Cut(name, "_")
	parsed, err := version.NewVersion(number)
	if err != nil || parsed.String() != number || parsed.Metadata() != "" || !strings.HasPrefix(api, "x"+apiMajor+".") {
		return Installed{}, false
	}
	found := Installed{Source: source, Version: number, Executable: file, SumFile: file + "_SHA256SUM", api: api}
	if info, err := os.Stat(found.SumFile); err != nil || !info.Mode().IsRegular() {
		return Installed{}, false
	}
	return found, true
}

func (i Installed) newer(other Installed) bool {
	return cmp.Or(compareVersions(i.Version, other.Version), compareVersions(i.api[1:], other.api[1:])) > 0
}

// Describe is [Describe] for an installed plugin. Before the plugin is started, the
// SHA-256 sum of its executable is compared with the one in SumFile; afterwards, the
// version it says it has with that of its name. Packer ignores plugins where these
// differ; here it is an error.
func (i Installed) Describe(ctx context.Context, opts Options) (*Plugin, error) {
	if err := i.verify(); err != nil {
		return nil, fmt.Errorf("plugin %s: %w. Install it again with \"packer plugins install\" or \"packer "+
			"init\"", i.Executable, err)
	}
	return describe(ctx, i.Executable, opts, func(about description) error {
		if compareVersions(about.Version, i.Version) != 0 {
			return fmt.Errorf("it says that it is version %.100q, and its name says %q", about.Version, i.Version)
		}
		if i.api != "" && about.APIVersion != i.api {
			return fmt.Errorf("it says that it has API version %.100q, and its name says %q", about.APIVersion, i.api)
		}
		return nil
	})
}

// verify compares the sum of the executable with the one next to it.
func (i Installed) verify() error {
	file, err := os.Open(i.SumFile)
	if err != nil {
		return fmt.Errorf("its sum cannot be read: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 1<<10))
	if err != nil {
		return fmt.Errorf("its sum cannot be read: %w", err)
	}
	want, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(want) != sha256.Size {
		return fmt.Errorf("%s holds no SHA-256 sum", i.SumFile)
	}
	got, err := sumOf(i.Executable)
	if err != nil {
		return err
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("its SHA-256 sum is %x, and %s says %x, so it was not started", got, i.SumFile, want)
	}
	return nil
}

func sumOf(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, errors.New("it is not a regular file"))
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return nil, err
	}
	return hash.Sum(nil), nil
}

// pluginDir is where Packer installs plugins.
func pluginDir(getenv func(string) string) (string, error) {
	if dir := getenv("PACKER_PLUGIN_PATH"); dir != "" {
		if strings.ContainsRune(dir, os.PathListSeparator) {
			return "", fmt.Errorf("PACKER_PLUGIN_PATH is %q, but Packer takes one directory only", dir)
		}
		return dir, nil
	}
	config, err := configDir(getenv, runtime.GOOS)
	if err != nil {
		return "", err
	}
	return filepath.Join(config, "plugins"), nil
}

// configDir is Packer's directory for configuration.
func configDir(getenv func(string) string, goos string) (string, error) {
	name := ".packer.d"
	if goos == "windows" {
		name = "packer.d"
	}
	if dir := getenv("PACKER_CONFIG_DIR"); dir != "" {
		return filepath.Join(dir, name), nil
	}
	home := getenv("HOME")
	if goos == "windows" {
		if home = cmp.Or(getenv("APPDATA"), home); home != "" {
			return filepath.Join(home, name), nil
		}
	}
	if home == "" {
		return "", errors.New("the plugins of Packer cannot be found: set PACKER_PLUGIN_PATH to their directory, " +
			"since there is no home directory (HOME)")
	}
	if old := filepath.Join(home, name); exists(old) {
		return old, nil
	}
	if xdg := getenv("XDG_CONFIG_HOME"); xdg != "" {
		return filepath.Join(xdg, "packer"), nil
	}
	return filepath.Join(home, ".config", "packer"), nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// File is a file of a template.
type File struct {
	Bytes []byte
	// Name is the file's name, for messages.
	Name string
	// JSON: the file is HCL-JSON (.pkr.json), and not native syntax (.pkr.hcl).
	JSON bool
}

// MayRequire reports whether a file may have required_plugins blocks.
func (f File) MayRequire() bool { return bytes.Contains(f.Bytes, []byte(pluginsBlock.Blocks[0].Type)) }

// Requirements reads the required_plugins blocks of the files of one template, and
// returns the source addresses of the plugins by their local names. Where two blocks
// have one name, which Packer refuses, the first is taken.
//
// The diagnostics are errors for what cannot be read: the syntax of a file, and an
// entry without a constant source. The result holds the rest anyway. (packer,
// hcl2template/types.required_plugins.go)
func Requirements(files []File) (map[string]string, hcl.Diagnostics) {
	sources := map[string]string{}
	var diags hcl.Diagnostics
	for _, file := range files {
		body, more := reading.Body(file.Bytes, file.Name, file.JSON)
		diags = append(diags, more...)
		if body == nil {
			continue
		}
		diags = append(diags, readRequirements(body, sources)...)
	}
	return sources, diags
}

var (
	packerBlock  = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: packer.PackerBlock}}}
	pluginsBlock = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: packer.RequiredPluginsBlock}}}
)

func readRequirements(body hcl.Body, sources map[string]string) hcl.Diagnostics {
	root, _, diags := body.PartialContent(packerBlock)
	for _, packer := range root.Blocks {
		content, _, more := packer.Body.PartialContent(pluginsBlock)
		diags = append(diags, more...)
		for _, plugins := range content.Blocks {
			attributes, more := plugins.Body.JustAttributes()
			diags = append(diags, more...)
			for _, name := range inOrder(attributes) {
				source, more := sourceOf(attributes[name])
				diags = append(diags, more...)
				if _, exists := sources[name]; source != "" && !exists {
					sources[name] = source
				}
			}
		}
	}
	return diags
}

// inOrder returns the names of attributes in the order in which they are written.
func inOrder(attributes hcl.Attributes) []string {
	return slices.SortedFunc(maps.Keys(attributes), func(a, b string) int {
		return cmp.Compare(attributes[a].Range.Start.Byte, attributes[b].Range.Start.Byte)
	})
}

// sourceOf returns the source address of an entry, empty if it cannot be read. The
// version may be anything.
func sourceOf(attribute *hcl.Attribute) (string, hcl.Diagnostics) {
	pairs, diags := hcl.ExprMap(attribute.Expr)
	if diags.HasErrors() {
		return "", diags
	}
	for _, pair := range pairs {
		if key, _ := reading.Key(pair.Key); key != "source" {
			continue
		}
		if source, _ := reading.Constant(pair.Value); source != "" {
			return source, nil
		}
	}
	return "", hcl.Diagnostics{{
		Severity: hcl.DiagError,
		Summary:  "Invalid plugin requirement",
		Detail:   `An entry of required_plugins needs a source, a string such as "github.com/hashicorp/amazon".`,
		Subject:  attribute.Expr.Range().Ptr(),
	}}
}
