package output

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/language/configdir"
)

// checkSameMeaning returns an error if an existing target does not have the meaning of its source. A
// product loaded both files until now, so neither may be lost.
func (o *Outputs) checkSameMeaning(c *Result, there []byte) *hcl.Diagnostic {
	switch text, err := os.Readlink(c.Target); {
	case err == nil && text == c.LinkTo, err != nil && len(bytes.TrimSpace(there)) == 0:
		return nil // the target is the same link, or is empty
	case err == nil:
		return report.Errorf("The file exists already", "%s is a link. Remove it if it is not needed.", c.Target)
	}
	found := env.Compare(c.Text(c.Src), c.Counterpart(there), o.Session.Language(c.Source),
		equivalent.Options{Comments: o.Form.Comments == "keep", Rules: equivalent.BothAsWritten,
			Module: o.Session.PeerFiles(c.Source)})
	if !found.Equal() {
		return report.Errorf("The file exists already",
			"%s would be overwritten, and it does not mean the same as %s. The product now loads both files, or "+
				"one of them. Move all content to one file and remove the other. To show the differences: "+
				"hcljson diff %s %s", c.Target, c.Name, c.Name, c.Target)
	}
	return nil
}

// checkReplacedModule returns an error if the replacement of the sources would change how a product
// loads their directories. It also returns the conversion that causes the error.
func (o *Outputs) checkReplacedModule(module []*Result) (*Result, *hcl.Diagnostic) {
	hazards := func(dir string, names []string, changes []configdir.Change) []configdir.Hazard {
		holds := func(name, block string) bool { return mayContain(filepath.Join(dir, name), block) }
		return configdir.Hazards(names, changes, o.Session.Target, holds, o.Session.Described...)
	}
	at, diag := findHazard(module, (*Result).Dir, hazards)
	if diag != nil {
		return at, diag
	}
	if c := differentLink(module); c != nil {
		return c, report.Errorf("Link to another file",
			"%s is a link to %s, but their results differ.", c.Name, c.Linked.Name)
	}
	return nil, nil
}

// mayContain reports whether a file may contain blocks of the given type. It returns true for a file
// with a \u escape, because JSON can write the type with escapes.
func mayContain(path, block string) bool {
	src, _, err := env.ReadFile(path)
	return err != nil || bytes.Contains(src, []byte(block)) || bytes.Contains(src, []byte(`\u`))
}

// differentLink returns the conversion of a link that differs from the conversion of the link's
// target, or nil.
func differentLink(module []*Result) *Result {
	bySource := make(map[*input.Source]*Result, len(module))
	for _, c := range module {
		bySource[c.Source] = c
	}
	for _, c := range module {
		if c.Linked != nil && (bySource[c.Linked] == nil || !bytes.Equal(c.Converted, bySource[c.Linked].Converted)) {
			return c
		}
	}
	return nil
}
