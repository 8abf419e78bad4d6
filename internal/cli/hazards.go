package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// replaceable refuses to write over a file that says something else than the
// source: the product has read both until now.
func (b *batch) replaceable(c *conversion, existing []byte) *hcl.Diagnostic {
	switch text, err := os.Readlink(c.target); {
	case err == nil && text == c.linkTo, err != nil && len(bytes.TrimSpace(existing)) == 0:
		return nil // it becomes the same, or nothing is lost
	case err == nil:
		return report.Errorf("The file exists already", "%s is a link. Remove it first if it is not needed.", c.target)
	}
	found := compare(c.text(c.src), c.twin(existing), b.language(c.source, c.src), b.opts.comments == "keep")
	if !found.Equal() {
		return report.Errorf("The file exists already",
			"%s would be overwritten, and it is not the same as %s. What reads this directory reads both of them "+
				"now, or takes one of the two. Move what is needed to one of them and remove the other. To see what "+
				"differs: hcljson diff %s %s", c.target, c.name, c.name, c.target)
	}
	return nil
}

// hazard asks whether the products would still read the directories of the
// sources as they do.
func hazard(conversions []*conversion, target string, described []*schemafile.Language) (*conversion, *hcl.Diagnostic) {
	byDir := (*conversion).dir
	return eachDirectory(conversions, byDir, func(dir string, names []string, changes []configdir.Change) []configdir.Hazard {
		holds := func(name, block string) bool { return mayHold(filepath.Join(dir, name), block) }
		return configdir.Hazards(names, changes, target, holds, described...)
	})
}

// addition asks whether new files do more to the directories that they come to
// than to be there as well.
func addition(
	conversions []*conversion, target string, described []*schemafile.Language,
) (*conversion, *hcl.Diagnostic) {
	named := slices.DeleteFunc(slices.Clone(conversions), func(c *conversion) bool { return c.stdin })
	byTarget := func(c *conversion) string { return canonicalDir(c.target) }
	return eachDirectory(named, byTarget, func(_ string, names []string, changes []configdir.Change) []configdir.Hazard {
		return configdir.Added(names, changes, target, described...)
	})
}

// eachDirectory looks for a hazard in each directory of conversions, and returns
// the first with the conversion that it is about.
func eachDirectory(
	conversions []*conversion, dirOf func(*conversion) string,
	hazards func(dir string, names []string, changes []configdir.Change) []configdir.Hazard,
) (*conversion, *hcl.Diagnostic) {
	var dirs []string
	byDir := map[string][]*conversion{}
	for _, c := range conversions {
		dir := dirOf(c)
		if byDir[dir] == nil {
			dirs = append(dirs, dir)
		}
		byDir[dir] = append(byDir[dir], c)
	}
	for _, dir := range dirs {
		inDir := byDir[dir]
		names, err := fileNames(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return inDir[0], report.Errorf("Cannot read the directory", "%s: %s.", dir, report.Reason(err))
		}
		changes := make([]configdir.Change, len(inDir))
		for i, c := range inDir {
			to := filepath.Base(c.target)
			changes[i] = configdir.Change{From: filepath.Base(c.name), To: to, Identical: slices.Contains(names, to)}
		}
		found := hazards(dir, names, changes)
		if len(found) == 0 {
			continue
		}
		at := inDir[0]
		for _, c := range inDir {
			if filepath.Base(c.name) == found[0].Files[0] {
				at = c
			}
		}
		return at, report.Errorf(found[0].Summary, "%s", found[0].Detail)
	}
	return nil, nil
}

// mayHold reports whether a file may hold blocks of a type. JSON can spell the word with
// escapes.
func mayHold(path, block string) bool {
	src, _, err := readFile(path)
	return err != nil || bytes.Contains(src, []byte(block)) || bytes.Contains(src, []byte(`\u`))
}
