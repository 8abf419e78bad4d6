// Npm builds packages/npm, ready to publish: the two WebAssembly modules, and what is
// written for CommonJS of the modules in src.
//
//	go run ./internal/release/npm
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func build() error {
	root, err := output("go", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return err
	}
	dist := filepath.Join(root, "packages", "npm", "dist")
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	if err := wasm(root, filepath.Join(dist, "full.wasm"), "./internal/wasm/full"); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "hcljson-npm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	modfile, err := replaceModules(root, dir)
	if err != nil {
		return err
	}
	overlay, err := replacePackages(root, dir)
	if err != nil {
		return err
	}
	if err := wasm(root, filepath.Join(dist, "small.wasm"), "-modfile", modfile, "-overlay", overlay,
		"-tags", "hcljson_small", "./internal/wasm/small"); err != nil {
		return err
	}
	if err := commonJS(filepath.Join(root, "packages", "npm", "src"), dist); err != nil {
		return err
	}
	return copyFile(filepath.Join(root, "LICENSE"), filepath.Join(root, "packages", "npm", "LICENSE"))
}

// wasm builds a module without an entry point, which exports functions.
func wasm(root, to string, args ...string) error {
	args = append([]string{"build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", to},
		args...)
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// absent has what stands in for packages in the small module.
const absent = "internal/wasm/absent"

// replaceModules makes a go.mod with stand-ins for two modules.
func replaceModules(root, dir string) (string, error) {
	const hcl, cty = "github.com/hashicorp/hcl/v2", "github.com/zclconf/go-cty"
	modfile := filepath.Join(dir, "small.mod")
	edit := []string{"mod", "edit"}
	for module, files := range map[string]map[string]string{
		hcl: {
			"diagnostic.go": "", "pos.go": "", // its own
			"hcl.go": "hcl", "hclsyntax/hclsyntax.go": "hclsyntax", "json/json.go": "json",
		},
		cty: {"cty/cty.go": "cty"},
	} {
		source, err := output("go", "list", "-m", "-f", "{{.Dir}}", module)
		if err != nil {
			return "", err
		}
		files["go.mod"] = ""
		target := filepath.Join(dir, filepath.Base(filepath.Dir(module)))
		for name, from := range files {
			path := filepath.Join(source, name)
			if from != "" {
				path = filepath.Join(root, absent, from, filepath.Base(name))
			}
			if err := copyFile(path, filepath.Join(target, name)); err != nil {
				return "", err
			}
		}
		edit = append(edit, "-replace", module+"="+target)
	}
	for name, to := range map[string]string{"go.mod": modfile, "go.sum": filepath.Join(dir, "small.sum")} {
		if err := copyFile(filepath.Join(root, name), to); err != nil {
			return "", err
		}
	}
	_, err := output("go", append(edit, modfile)...)
	return modfile, err
}

// replacePackages makes an overlay with stand-ins for packages of the project.
func replacePackages(root, dir string) (string, error) {
	replace := map[string]string{}
	for _, name := range []string{"language", "languages"} {
		files, err := filepath.Glob(filepath.Join(root, "schema", name, "*.go"))
		if err != nil {
			return "", err
		}
		for _, file := range files {
			replace[file] = ""
		}
	}
	for name, by := range map[string]string{
		"schema/language/language.go":   "language/language.go",
		"schema/languages/languages.go": "languages/languages.go",
		"schema/dialects/others.go":     "dialects/others.go",
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

var (
	imported = regexp.MustCompile(`(?m)^import (\{[^}]*\}) from '([^']*)';$`)
	renamed  = regexp.MustCompile(`(\w+) as (\w+)`)
	exported = regexp.MustCompile(`(?m)^export ((?:async )?(?:function|class|const) (\w+))`)
	passedOn = regexp.MustCompile(`(?m)^export (\{[^}]*\}) from '([^']*)';$`)
)

// commonJS writes each module of src in dist for require. The modules import names in one
// line each, and export declarations.
func commonJS(src, dist string) error {
	files, err := filepath.Glob(filepath.Join(src, "*.mjs"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".mjs")
		if err := os.WriteFile(filepath.Join(dist, name+".mjs"), text, 0o644); err != nil {
			return err
		}
		if strings.Contains(string(text), "import.meta") {
			continue // it has a twin that is written by hand
		}
		code, err := requiring(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := os.WriteFile(filepath.Join(dist, name+".cjs"), []byte(code), 0o644); err != nil {
			return err
		}
	}
	others, err := filepath.Glob(filepath.Join(src, "*.[cd]*s"))
	if err != nil {
		return err
	}
	for _, file := range others {
		name := filepath.Base(file)
		if err := copyFile(file, filepath.Join(dist, name)); err != nil {
			return err
		}
		if types, ok := strings.CutSuffix(name, ".d.mts"); ok {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			code := strings.ReplaceAll(string(text), ".mjs'", ".cjs'")
			if err := os.WriteFile(filepath.Join(dist, types+".d.cts"), []byte(code), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// requiring is an ECMAScript module as one of CommonJS.
func requiring(text string) (string, error) {
	var names []string
	for _, match := range exported.FindAllStringSubmatch(text, -1) {
		names = append(names, match[2])
	}
	text = exported.ReplaceAllString(text, "$1")
	required := func(pattern *regexp.Regexp, format string) {
		text = pattern.ReplaceAllStringFunc(text, func(line string) string {
			match := pattern.FindStringSubmatch(line)
			list := renamed.ReplaceAllString(match[1], "$1: $2")
			from := strings.Replace(match[2], ".mjs", ".cjs", 1)
			return fmt.Sprintf(format, list, from)
		})
	}
	required(imported, "const %s = require('%s');")
	for _, match := range passedOn.FindAllStringSubmatch(text, -1) {
		for _, name := range strings.Split(strings.Trim(match[1], "{} "), ",") {
			names = append(names, strings.TrimSpace(name))
		}
	}
	required(passedOn, "const %s = require('%s');")
	if strings.Contains(text, "\nimport ") || strings.Contains(text, "\nexport ") {
		return "", errors.New("an import or export that has no form in CommonJS here")
	}
	return "'use strict';\n\n" + text + "\nmodule.exports = { " + strings.Join(names, ", ") + " };\n", nil
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}
