package testjsonschema

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	ours "github.com/hcljson/hcljson/internal/generate/jsonschema"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// TestCorpus checks that the JSON of the files below a directory is accepted, with the types in the
// built-in table: HCLJSON_CORPUS=DIR go test ./testjsonschema -run Corpus -v
func TestCorpus(t *testing.T) {
	root := os.Getenv("HCLJSON_CORPUS")
	if root == "" {
		t.Skip("HCLJSON_CORPUS is not set")
	}
	dirs := map[string][]string{}
	_ = filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			dirs[filepath.Dir(path)] = append(dirs[filepath.Dir(path)], path)
		}
		return nil
	})
	files, texts, refused := 0, 0, 0
	for dir, paths := range dirs {
		for _, group := range byLanguage(paths) {
			schema := compiled(t, group.schema(t))
			for _, path := range group.paths {
				src, _ := os.ReadFile(path)
				files++
				for _, form := range []convert.Form{convert.General, convert.Compact} {
					text := src
					if form == convert.Compact && strings.HasSuffix(path, ".json") {
						break
					}
					if !strings.HasSuffix(path, ".json") {
						var diags hcl.Diagnostics
						if text, diags = convert.ToJSON(src, path, group.dialect, convert.Options{Form: form}); diags.HasErrors() {
							refused++
							continue
						}
					}
					texts++
					if err := judge(t, schema, text); err != nil && !group.otherProduct(t, path, src, form) {
						t.Errorf("%s (%v, %s): %v", path, form, group.dialect.Name, err)
					}
				}
			}
		}
		_ = dir
	}
	t.Logf("%d directories, %d files, %d texts, %d not converted", len(dirs), files, texts, refused)
}

// otherProduct reports whether the file is accepted as a file of Terraform.
func (g *group) otherProduct(t *testing.T, path string, src []byte, form convert.Form) bool {
	file, err := dialects.ForFile(path, dialects.Options{Target: "terraform"})
	if err != nil || conventions.Of(file.Dialect).BuiltIn == nil {
		return false
	}
	other := *g
	other.plain = file.Dialect
	other.setDialect()
	if !strings.HasSuffix(path, ".json") {
		src, _ = convert.ToJSON(src, path, other.dialect, convert.Options{Form: form})
	}
	return judge(t, compiled(t, other.schema(t)), src) == nil
}

// group are the files of a directory in one language.
type group struct {
	dialect   *schema.Dialect
	all       []string // of the directory
	paths     []string
	plain     *schema.Dialect
	documents []*provider.Schema
}

func byLanguage(paths []string) map[string]*group {
	slices.Sort(paths)
	groups := map[string]*group{}
	for _, path := range paths {
		file, err := dialects.ForFile(path, dialects.Options{})
		if err != nil {
			continue
		}
		g := groups[file.Dialect.Name]
		if g == nil {
			g = &group{plain: file.Dialect, all: paths}
			g.setDialect()
			groups[file.Dialect.Name] = g
		}
		g.paths = append(g.paths, path)
	}
	return groups
}

// setDialect sets the dialect with the providers' schemas.
func (g *group) setDialect() {
	g.dialect = g.plain
	if g.plain.Root.UsesPlugins() && !g.plain.Root.UsesPart(tables.Builder) {
		g.dialect = languages.WithPlugins(g.plain, provider.DefineWithTable(g.requirements(), provider.FindAmong(g.documents), nil))
	}
}

func (g *group) requirements() provider.Requirements {
	var files []provider.File
	for _, path := range g.all {
		if is, _ := dialects.IsConfiguration(filepath.Base(path)); is {
			src, _ := os.ReadFile(path)
			files = append(files, provider.File{Source: source.FromBytes(src, path, strings.HasSuffix(path, ".json"))})
		}
	}
	r, _ := provider.ReadRequirements(files, false)
	return r
}

func (g *group) schema(t testing.TB) []byte {
	r := ours.Request{Kind: ours.Config, Dialect: g.dialect, Requirements: g.requirements(),
		Find: provider.FindAmong(g.documents)}
	for _, path := range g.paths {
		src, _ := os.ReadFile(path)
		r.Files = append(r.Files, provider.File{Source: source.FromBytes(src, path, strings.HasSuffix(path, ".json"))})
	}
	return made(t, r)
}
