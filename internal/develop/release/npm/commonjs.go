package npm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

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
			continue // it has a counterpart that is written by hand
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

// requiring converts an ECMAScript module to CommonJS.
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
		return "", errors.New("an import or export without a form in CommonJS")
	}
	return "'use strict';\n\n" + text + "\nmodule.exports = { " + strings.Join(names, ", ") + " };\n", nil
}
