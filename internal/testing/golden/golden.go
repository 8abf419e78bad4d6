// Package golden reads and writes the golden files in testdata. They are txtar archives. Each
// archive documents one rule of the conversion with an input and its expected outputs.
//
// The comment at the head of an archive describes the rule. Lines of the form "key: value" in it
// are settings:
//
//	target: opentofu terraform@1.11   the products with these outputs
//	flags: strict terraform-plan      see below
//	providers: internal/x.json        a file with schemas of providers
//	tokens: <CR> <BOM>                tokens that represent invisible bytes
//
// Without a target, all products that read files with the name of the input must have the same
// outputs. The flags are
//
//	strict          guesses are errors
//	drop-comments   the outputs contain no comments
//	keep-layout     the JSON contains annotations with the layout
//	refused         the products refuse the input, and the conversion repairs it
//	one-way         the output for a JSON input cannot be converted back
//	table           the languages include the built-in table of providers
//	terraform-plan  Terraform's plan is equal for the input and its counterparts
//
// An archive can contain a file providers.json, the schemas of providers in the format of
// "providers schema -json", or name such a file of the project. The languages then include these
// schemas.
package golden

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema"
)

// Names of files with outputs. The native output of a JSON input has the name of the input's
// counterpart.
const (
	General         = "general.json"
	Compact         = "compact.json"
	Canonical       = "canonical"
	Diagnostics     = "diagnostics"
	BackDiagnostics = "back-diagnostics"
)

// Providers is the name of the file with schemas of providers.
const Providers = "providers.json"

// Golden is one archive.
type Golden struct {
	// Name is the path below testdata, without the ending.
	Name string
	// Input is the name of the input, Counterpart is the name of its counterpart, and JSON is true if the
	// input is HCL-JSON.
	Input, Counterpart string
	JSON               bool
	// Targets are the products with the language in which each reads the input.
	Targets []Target

	// Providers is the path of the project's file with schemas; empty if the archive names none.
	Providers string

	path    string
	flags   []string
	tokens  []string
	archive *txtar.Archive
}

// Target is a product that reads the input.
type Target struct {
	Name    string
	Dialect *schema.Dialect
}

// HasFlag reports whether the archive has a flag.
func (g *Golden) HasFlag(flag string) bool { return slices.Contains(g.flags, flag) }

// File returns a file of the archive.
func (g *Golden) File(name string) ([]byte, bool) {
	for _, f := range g.archive.Files {
		if f.Name == name {
			return g.decode(f.Data), true
		}
	}
	return nil, false
}

// Set sets a file of the archive; nil data removes it.
func (g *Golden) Set(name string, data []byte) {
	i := slices.IndexFunc(g.archive.Files, func(f txtar.File) bool { return f.Name == name })
	switch {
	case data == nil && i >= 0:
		g.archive.Files = slices.Delete(g.archive.Files, i, i+1)
	case data == nil:
	case i >= 0:
		g.archive.Files[i].Data = g.encode(data)
	default:
		g.archive.Files = append(g.archive.Files, txtar.File{Name: name, Data: g.encode(data)})
	}
}

// Save writes the archive to its file.
func (g *Golden) Save() error {
	return os.WriteFile(g.path, txtar.Format(g.archive), 0o644)
}

// Root returns the root directory of the project, also for tests of a nested module.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "LICENSE")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no LICENSE above the test")
		}
		dir = filepath.Dir(dir)
	}
}

// ReadAll reads every archive.
func ReadAll(t testing.TB) []*Golden {
	t.Helper()
	root := filepath.Join(Root(t), "testdata")
	var all []*Golden
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".txtar" {
			return err
		}
		name, _ := filepath.Rel(root, path)
		g, err := readArchive(filepath.Dir(root), path, strings.TrimSuffix(filepath.ToSlash(name), ".txtar"))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("testdata has no goldens")
	}
	return all
}

// ReadSample reads every nth archive, for a slow test. It reads all archives if the oracles are enabled
// or for a fuzz test.
func ReadSample(t testing.TB, n int) []*Golden {
	t.Helper()
	all := ReadAll(t)
	if oracles.Enabled() || flag.Lookup("test.fuzz").Value.String() != "" {
		return all
	}
	var some []*Golden
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

func readArchive(root, path, name string) (*Golden, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	g := &Golden{Name: name, path: path, archive: archive}
	var targets []string
	rule := false
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, _ := strings.Cut(line, ":")
		switch key {
		case "target":
			targets = strings.Fields(value)
		case "flags":
			g.flags = strings.Fields(value)
		case "tokens":
			g.tokens = strings.Fields(value)
		case "providers":
			g.Providers = filepath.Join(root, filepath.FromSlash(strings.TrimSpace(value)))
		default:
			rule = rule || strings.TrimSpace(line) != ""
		}
	}
	if !rule {
		return nil, fmt.Errorf("the head does not say the rule")
	}
	for _, token := range g.tokens {
		if hiddenTokens[token] == "" {
			return nil, fmt.Errorf("unknown token %s", token)
		}
	}
	if len(archive.Files) == 0 {
		return nil, fmt.Errorf("no input")
	}
	g.Input = archive.Files[0].Name
	return g, g.resolveLanguages(targets)
}

// resolveLanguages sets the languages in which the targets read the input.
func (g *Golden) resolveLanguages(targets []string) error {
	given := len(targets) > 0
	if !given {
		targets = []string{"opentofu", "terraform", "packer"}
	}
	for _, target := range targets {
		file, err := dialects.ForFile(g.Input, dialects.Options{Target: target})
		if err != nil && !given {
			continue
		}
		if err != nil {
			return err
		}
		g.Counterpart, g.JSON = file.Counterpart, file.JSON
		if file.Dialect, err = g.withProviders(file.Dialect, target); err != nil {
			return err
		}
		g.Targets = append(g.Targets, Target{target, file.Dialect})
		if file.Dialect.Name == "generic" {
			break
		}
	}
	if len(g.Targets) == 0 {
		return fmt.Errorf("nothing reads %s", g.Input)
	}
	return nil
}

// withProviders returns a language with the archive's schemas of providers.
func (g *Golden) withProviders(d *schema.Dialect, target string) (*schema.Dialect, error) {
	input, _ := g.File(g.Input)
	requirements, _ := provider.ReadRequirements(
		[]provider.File{{Source: source.FromBytes(input, g.Input, g.JSON)}},
		strings.HasPrefix(target, "terraform"))
	src, ok := g.File(Providers)
	if !ok && g.Providers == "" && g.HasFlag("table") {
		return languages.WithPlugins(d, provider.DefineWithTable(requirements, provider.FindAmong(nil), nil)), nil
	}
	if g.Providers != "" {
		var err error
		if src, err = os.ReadFile(g.Providers); err != nil {
			return nil, err
		}
	} else if !ok {
		return d, nil
	}
	schemas, diags := provider.Read(src, Providers)
	if diags.HasErrors() {
		return nil, diags
	}
	define := provider.Define(requirements, provider.FindAmong(schemas))
	if g.HasFlag("table") {
		define = provider.DefineWithTable(requirements, provider.FindAmong(schemas), nil)
	}
	return languages.WithPlugins(d, define), nil
}

// hiddenTokens are the tokens for bytes that are invisible or invalid in an archive.
var hiddenTokens = map[string]string{
	"<CR>":    "\r",
	"<BOM>":   "\ufeff",
	"<NUL>":   "\x00",
	"<DEL>":   "\x7f",
	"<NEL>":   "\u0085",
	"<LS>":    "\u2028",
	"<byte>":  "\xff",
	"<TAB>":   "\t",
	"<blank>": " ",
	// No newline at the end of the file.
	"<end>": "",
}

func (g *Golden) decode(data []byte) []byte {
	for _, token := range g.tokens {
		if token == "<end>" {
			data = bytes.TrimSuffix(data, []byte("<end>\n"))
			continue
		}
		data = bytes.ReplaceAll(data, []byte(token), []byte(hiddenTokens[token]))
	}
	return data
}

func (g *Golden) encode(data []byte) []byte {
	data = bytes.Clone(data)
	for _, token := range g.tokens {
		switch token {
		case "<end>":
			if len(data) > 0 && data[len(data)-1] != '\n' {
				data = append(data, "<end>\n"...)
			}
		case "<blank>":
			data = bytes.ReplaceAll(data, []byte(" \n"), []byte("<blank>\n"))
		default:
			data = bytes.ReplaceAll(data, []byte(hiddenTokens[token]), []byte(token))
		}
	}
	return data
}

// CheckLinear checks that an operation has linear cost: for an input of four times the size, it must take
// less than ten times as long. prepare prepares the operation and returns it. One successful attempt
// of several is enough, because other programs run too. Without oracles, the size is an eighth.
func CheckLinear(t testing.TB, size int, prepare func(size int) (do func())) {
	t.Helper()
	size = oracles.Rounds(size/8, size)
	measure := func(size int) time.Duration {
		do := prepare(size)
		start := time.Now()
		do()
		return time.Since(start)
	}
	measure(size / 4)
	var small, large time.Duration
	for range 5 {
		small, large = measure(size), measure(4*size)
		if large < 10*small {
			return
		}
	}
	t.Errorf("%s for a size of %d, %s for four times as much", small, size, large)
}

// Allocated returns the bytes and objects that an operation allocates.
func Allocated(do func()) (bytes, objects uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs
}

// CheckLinearMemory checks that an operation allocates memory linear in the size of its input: for an input
// of four times the size, at most eight times the bytes and ten times the objects. Both can exceed four,
// because collections grow in steps and budgets change the method. prepare prepares the operation and
// returns it.
func CheckLinearMemory(t testing.TB, size int, prepare func(size int) (do func())) {
	t.Helper()
	_, _ = Allocated(prepare(1)) // fills caches
	small, few := Allocated(prepare(size))
	large, many := Allocated(prepare(4 * size))
	if large > 8*small || many > 10*few+100 {
		t.Errorf("%d bytes in %d objects for a size of %d, %d bytes in %d objects for four times as much",
			small, few, size, large, many)
	}
}

// readPairs returns the archives in the package's testdata by path. The first file of an archive is a
// source, the second file is its expected result.
func readPairs(t testing.TB) map[string]*txtar.Archive {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	all := make(map[string]*txtar.Archive, len(names))
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(archive.Files) == 0 || len(archive.Files) > 2 {
			t.Fatalf("%s has %d files", name, len(archive.Files))
		}
		all[name] = archive
	}
	return all
}

// Sources returns the sources of all pairs in testdata.
func Sources(t testing.TB) [][]byte {
	t.Helper()
	archives := readPairs(t)
	var all [][]byte
	for _, name := range slices.Sorted(maps.Keys(archives)) {
		all = append(all, archives[name].Files[0].Data)
	}
	return all
}

// CheckPairs compares the result for the source of each pair in testdata with its second file. With
// update, it writes the result to this file, with the name made.
func CheckPairs(t *testing.T, update bool, made string, from func(t *testing.T, source txtar.File) []byte) {
	for name, archive := range readPairs(t) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			got := from(t, archive.Files[0])
			switch {
			case update:
				archive.Files = append(archive.Files[:1], txtar.File{Name: made, Data: got})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Error(err)
				}
			case len(archive.Files) != 2:
				t.Errorf("nothing to compare with; run with -update:\n%s", got)
			case !bytes.Equal(got, archive.Files[1].Data):
				t.Errorf("%s", diff.Diff("want", archive.Files[1].Data, "got", got))
			}
		})
	}
}
