// Package legacypacker upgrades the legacy Packer templates in directories, and checks
// what comes out with hashicorp/hcl and encoding/json alone: it knows nothing of how
// the templates were upgraded.
package legacypacker

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/internal/upgrade"
)

// Main is the program; see package main.
func Main() {
	measure.Main("DIR...", math.MaxInt, func(out io.Writer, dirs []string) (bool, error) {
		faults, err := run(out, dirs)
		return faults == 0, err
	})
}

// counts are how many templates came out how.
type counts struct{ exact, warned, partial, refused, faults int }

// run upgrades each template, writes what is wrong, and returns how many faults the
// checker found.
func run(w io.Writer, dirs []string) (int, error) {
	var n counts
	for _, dir := range dirs {
		err := measure.Files(dir, measure.Ending(".json"), func(path string, src []byte) error {
			if isTemplate(src) {
				n.add(w, path, src)
			}
			return nil
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
