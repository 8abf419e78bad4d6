package address

import (
	"fmt"
	"slices"
	"sort"

	"github.com/hashicorp/hcl/v2"
)

// applied is a change of the module in a directory.
type applied struct {
	dir    string
	change Change
}

// replay makes the changes of a tree again, because the check of the results failed. It finds the first change that
// fails alone. If there is none, because only the check of several changes together fails, it returns the results of
// the module in a directory.
func (t *Tree) replay(dir string) (texts [][]byte, diags hcl.Diagnostics) {
	// checks are the numbers of changes after which the results are checked and read again.
	var checks []int
	for {
		first := 0
		if len(checks) > 0 {
			first = checks[len(checks)-1]
		}
		wrong := first + sort.Search(len(t.changes)-first, func(n int) bool {
			_, diags := t.repeat(dir, append(slices.Clip(checks), first+n+1))
			return diags.HasErrors()
		})
		if wrong == len(t.changes) {
			return t.repeat(dir, append(checks, wrong))
		}
		if wrong == first {
			_, diags = t.repeat(dir, append(checks, first+1))
			return nil, t.changes[first].change.failed(first, diags)
		}
		checks = append(checks, wrong)
	}
}

// repeat makes changes in the original files, and returns the texts of the module in a directory.
func (t *Tree) repeat(dir string, checks []int) (texts [][]byte, diags hcl.Diagnostics) {
	modules := map[string]*Module{}
	for at, m := range t.modules {
		modules[at], _ = Read(m.given...)
		modules[at].SkipCheck, modules[at].CallableOnly = m.SkipCheck, m.CallableOnly
	}
	NewTree(modules, t.called)
	done := 0
	for _, n := range checks {
		for ; done < n && !diags.HasErrors(); done++ {
			c := t.changes[done].change
			_, more := modules[t.changes[done].dir].Apply(&c)
			diags = append(diags, more...)
		}
		for _, m := range modules {
			if !diags.HasErrors() {
				diags = append(diags, m.flush()...)
			}
		}
	}
	for _, f := range modules[dir].files {
		texts = append(texts, f.Bytes)
	}
	return texts, append(diags, modules[dir].shared()...)
}

// failed names a change in diagnostics, whose positions are in texts after earlier changes.
func (c *Change) failed(i int, diags hcl.Diagnostics) (list hcl.Diagnostics) {
	name := fmt.Sprintf("Change %d", i+1)
	if c.line > 0 {
		name = fmt.Sprintf("Line %d of the script", c.line)
	}
	for _, diag := range diags {
		named := *diag
		named.Subject, named.Context = nil, nil
		named.Detail = name + ": " + diag.Detail
		list = append(list, &named)
	}
	return list
}
