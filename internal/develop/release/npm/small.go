package npm

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// absent has what stands in for packages in the small module: what explains errors and decides in
// rare places, the languages of schema files, addresses and versions beyond the plain ones, and
// packages of Go. Whoever asks for what is not there learns with a panic (service.Absent).
const absent = "internal/develop/release/npm/absent"

// inlining are flags for packages: those that do little in a conversion, and small functions of
// Go that are called everywhere, take less room without it. The last that matches counts.
var inlining = []string{
	project + "internal/...=-l", project + "schema/...=-l", project + "internal/jsontree=", "bytes=-l", "path=-l",
	"strings=-l",
}

const project = "github.com/hcljson/hcljson/"

// smallFlags are those that build the small module; dir is for the files that they name.
func smallFlags(root, dir string) ([]string, error) {
	modfile, err := replaceModules(root, dir)
	if err != nil {
		return nil, err
	}
	overlay, err := replacePackages(root, dir)
	if err != nil {
		return nil, err
	}
	flags := []string{"-modfile", modfile, "-overlay", overlay, "-tags", "hcljson_small,hcljson_given"}
	for _, flag := range inlining {
		flags = append(flags, "-gcflags="+flag)
	}
	return flags, nil
}

// replaceModules makes a go.mod with stand-ins for modules: the files that they have, and
// what they come from; nothing says that it is their own.
func replaceModules(root, dir string) (string, error) {
	modfile := filepath.Join(dir, "small.mod")
	edit := []string{"mod", "edit"}
	for module, files := range map[string]map[string]string{
		"github.com/hashicorp/hcl/v2": {
			"diagnostic.go": "", "pos.go": "",
			"hcl.go": "hcl", "hclsyntax/hclsyntax.go": "hclsyntax", "json/json.go": "json",
		},
		"github.com/zclconf/go-cty":                       {"cty/cty.go": "cty", "cty/json/type.go": "ctyjson"},
		"github.com/hashicorp/go-version":                 {"version.go": "version"},
		"github.com/hashicorp/terraform-registry-address": {"tfaddr.go": "tfaddr"},
		"github.com/hashicorp/terraform-svchost":          {"svchost.go": "svchost"},
	} {
		source, err := output(root, "go", "list", "-m", "-f", "{{.Dir}}", module)
		if err != nil {
			return "", err
		}
		files["go.mod"] = ""
		target := filepath.Join(dir, strings.ReplaceAll(module, "/", "+"))
		for name, from := range files {
			path := filepath.Join(source, name)
			if from != "" {
				path = filepath.Join(root, absent, from, filepath.Base(name))
			}
			if err := copyFile(path, filepath.Join(target, name)); err != nil {
				return "", err
			}
		}
		if _, err := output(root, "go", "mod", "edit", "-go=1.25", filepath.Join(target, "go.mod")); err != nil {
			return "", err
		}
		edit = append(edit, "-replace", module+"="+target)
	}
	for name, to := range map[string]string{"go.mod": modfile, "go.sum": filepath.Join(dir, "small.sum")} {
		if err := copyFile(filepath.Join(root, name), to); err != nil {
			return "", err
		}
	}
	_, err := output(root, "go", append(edit, modfile)...)
	return modfile, err
}

// replacePackages makes an overlay with stand-ins for files of the project and of Go.
func replacePackages(root, dir string) (string, error) {
	goroot, err := output(root, "go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	goroot = filepath.Join(goroot, "src")
	replace := map[string]string{
		filepath.Join(goroot, "embed", "embed.go"):       filepath.Join(root, absent, "embed", "embed.go"),
		filepath.Join(goroot, "fmt", "print.go"):         filepath.Join(root, absent, "fmt", "fmt.go"),
		filepath.Join(goroot, "math", "big", "float.go"): filepath.Join(root, absent, "big", "big.go"),
	}
	for _, pattern := range []string{
		filepath.Join(goroot, "fmt", "*"), filepath.Join(goroot, "math", "big", "*"),
		filepath.Join(root, "schema", "schemafile", "*"), filepath.Join(root, "schema", "provider", "schema.go"),
		filepath.Join(root, "internal", "reading", "type.go"),
	} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			return "", err
		}
		for _, file := range files {
			if replace[file] == "" {
				replace[file] = ""
			}
		}
	}
	for name, by := range map[string]string{
		"schema/schemafile/schemafile.go": "schemafile/schemafile.go",
		"schema/dialects/described.go":    "dialects/described.go",
		"schema/dialects/loading.go":      "dialects/loading.go",
		"schema/dialects/others.go":       "dialects/others.go",
		"schema/provider/read.go":         "provider/read.go",
	} {
		name = filepath.Join(root, filepath.FromSlash(name))
		if _, err := os.Stat(name); err != nil {
			return "", err
		}
		replace[name] = filepath.Join(root, absent, filepath.FromSlash(by))
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, text, 0o644)
}
