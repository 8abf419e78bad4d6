// Command legacypacker upgrades the legacy Packer templates in directories, and checks
// what comes out with hashicorp/hcl and encoding/json alone: it knows nothing of how
// the templates were upgraded.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/upgrade"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "Usage: legacypacker DIR...")
		os.Exit(2)
	}
	faults, err := run(os.Stdout, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "legacypacker:", err)
	}
	if err != nil || faults > 0 {
		os.Exit(1)
	}
}

// counts are how many templates came out how.
type counts struct{ exact, warned, partial, refused, faults int }

// run upgrades each template, writes what is wrong, and returns how many faults the
// checker found.
func run(w io.Writer, dirs []string) (int, error) {
	var n counts
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() || !strings.HasSuffix(path, ".json") {
				return err
			}
			src, err := os.ReadFile(path)
			if err == nil && isTemplate(src) {
				n.add(w, path, src)
			}
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	fmt.Fprintf(w, "exact %d, with warnings %d, partial %d, refused %d, faults %d\n",
		n.exact, n.warned, n.partial, n.refused, n.faults)
	return n.faults, nil
}

// isTemplate reports whether a file is one that somebody means for a legacy template.
func isTemplate(src []byte) bool {
	var sections map[string]json.RawMessage
	return json.Unmarshal(src, &sections) == nil && sections["builders"] != nil
}

func (n *counts) add(w io.Writer, path string, src []byte) {
	result, diags := upgrade.Template(src, path, upgrade.Options{})
	count := &n.exact
	if len(diags) > 0 {
		count = &n.warned
	}
	if diags.HasErrors() {
		count = &n.partial
		if result, _ = upgrade.Template(src, path, upgrade.Options{Partial: true}); result == nil {
			count = &n.refused
		}
		for _, d := range diags {
			if d.Severity == hcl.DiagError {
				fmt.Fprintln(w, "error:", d)
			}
		}
	}
	*count++
	if result == nil {
		return
	}
	for _, fault := range check(src, result.File().Bytes(), count == &n.partial) {
		n.faults++
		fmt.Fprintf(w, "fault: %s: %s\n", path, fault)
	}
}
