package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

// target sets the target of each source. Many says that there may be several files, which decides
// what a new path under -o becomes.
func (out *outputs) target(sources []*source, many bool) *hcl.Diagnostic {
	o := out.session
	dir, into := "", ""
	if !o.toStdout() {
		info, err := os.Stat(o.output)
		switch {
		case err == nil && info.IsDir(), os.IsPathSeparator(o.output[len(o.output)-1]), err != nil && many:
			dir = o.output
		case many:
			return report.Errorf("Invalid command line",
				"-o %s is a file, but several files are converted; name a directory.", o.output)
		case !isDir(filepath.Dir(o.output)):
			return report.Errorf("Cannot write the file", "%s: there is no directory %s.", o.output,
				filepath.Dir(o.output))
		}
		into = cmp.Or(dir, filepath.Dir(o.output))
	}
	for _, s := range sources {
		switch {
		case dir != "" && s.name == stdinName:
			return report.Errorf("Invalid command line",
				"Standard input has no file name to use under -o %s; use --stdin-filepath, or name a file.", o.output)
		case dir != "":
			s.target = filepath.Join(dir, filepath.Dir(s.below), filepath.Base(s.file.Twin))
		case !o.toStdout():
			s.target = o.output
		case o.write || o.replace || o.comparing():
			s.target = s.file.Twin
		}
	}
	out.findTrees(sources, into)
	return nil
}

// withoutCollisions returns the sources whose targets are neither sources nor other
// sources' targets. Links are what leads a target to another place than its own;
// without one it is the command line that is wrong, and nothing is left.
func (f *finder) withoutCollisions(sources []*source, replace bool) []*source {
	inputs := make(map[string]*source, len(sources))
	refused := make(map[*source]*hcl.Diagnostic)
	for _, s := range sources {
		if s.stdin {
			continue
		}
		path, err := resolve(s.name)
		if err != nil {
			refused[s] = report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err))
		}
		if inputs[path] == nil || !s.link {
			inputs[path] = s
		}
	}
	writer := make(map[string]*source, len(sources))
	for _, s := range sources {
		follow := resolve
		if replace {
			follow = canonical // a link is replaced, not written through
		}
		path, err := follow(s.target)
		if err != nil {
			refused[s] = report.Errorf("Cannot write the file", "%s: %s.", s.target, report.Reason(err))
			continue
		}
		other := writer[path]
		writer[path] = s
		diag := overInput(s, inputs[path])
		if other != nil {
			diag = report.Errorf("Two outputs in the same place",
				"%s and %s would both be written to %s.", other.name, s.name, s.target)
			if isLink(other.target) {
				refused[other] = diag
			}
		}
		switch {
		case diag == nil:
		case isLink(s.target) || other != nil && isLink(other.target):
			refused[s] = diag
		default:
			f.error("", diag)
			return nil
		}
	}
	return slices.DeleteFunc(sources, func(s *source) bool {
		if refused[s] != nil {
			f.fail(s, nil, refused[s])
			f.summary.Errors++
		}
		return refused[s] != nil
	})
}

// overInput is the error that a source would be written over one that is read.
func overInput(s, input *source) *hcl.Diagnostic {
	switch {
	case input == nil:
		return nil
	case input == s:
		return report.Errorf("Output over the input", "%s would be overwritten with its own conversion.", s.name)
	}
	return report.Errorf("Output over an input",
		"%s would be written to %s, which is itself converted. Name one of the two.", s.name, input.name)
}

// now is what a conversion is compared with, and whether it is there.
func (o *outputs) now(c *conversion) (content []byte, exists bool, err error) {
	if o.inPlace {
		return c.src, true, nil
	}
	content, info, err := readTarget(c.target)
	return content, info != nil, err
}

// place is where a conversion is written.
func (o *outputs) place(c *conversion) (destination, *hcl.Diagnostic) {
	if o.session.replace {
		return destination{path: c.target}, nil
	}
	return o.destination(c.target, c.home, o.like(c.source))
}

// mayReplace is the error that a conversion must not be written over what is there. What
// else there is to say goes to the log.
func (o *outputs) mayReplace(c *conversion, there []byte, log *report.Log) *hcl.Diagnostic {
	switch {
	case o.inPlace:
	case o.session.replace:
		return o.same(c, there)
	case bytes.Equal(there, c.converted):
	case o.beside(c.source, c.target):
		return o.lost(c, there, log)
	case o.session.output != "":
		return o.overwritable(c.target, there, c.converted, c.source)
	}
	return nil
}

// lost is the error that what is in a file beside its source would be lost.
func (o *outputs) lost(c *conversion, there []byte, log *report.Log) *hcl.Diagnostic {
	if o.session.force {
		return nil
	}
	now := c.text(c.src)
	if c.tidy != nil {
		now = c.twin(c.converted)
		now.Filename = c.name
	}
	about := besides([]equivalent.Source{now}, c.twin(there), o.session.language(c.source, c.src))
	var lost *hcl.Diagnostic
	if last := len(about) - 1; about.HasErrors() {
		lost, about = about[last], about[:last]
	}
	log.AddWith(map[string][]byte{c.target: there}, about...)
	return lost
}

// mayCome is the error that the conversions of a module must not come next to what else
// is there: a product would read the directory otherwise.
func (o *outputs) mayCome(module []*conversion) (*conversion, *hcl.Diagnostic) {
	switch {
	case o.inPlace:
		return nil, nil
	case o.session.replace:
		return o.mayStandAlone(module)
	}
	named := slices.DeleteFunc(slices.Clone(module), func(c *conversion) bool { return c.stdin })
	byTarget := func(c *conversion) string { return canonicalDir(c.target) }
	return eachDirectory(named, byTarget, func(_ string, names []string, changes []configdir.Change) []configdir.Hazard {
		return configdir.Added(names, changes, o.session.target, o.session.described...)
	})
}

// outdated is what --check says of a conversion whose target is another, or missing.
func (o *outputs) outdated(c *conversion, exists bool) *hcl.Diagnostic {
	switch {
	case o.inPlace:
		return report.Errorf("Not edited", "The edit changes %s; -d shows how, and -w writes it.", c.name)
	case exists:
		return report.Errorf("Out of date", "%s is not what %s converts to.", c.target, c.name)
	}
	return report.Errorf("Missing", "There is no %s, which %s converts to.", c.target, c.name)
}

// unfinished says of an interrupted run how to go on, when so many files are left.
func (o *outputs) unfinished(first *source, left int) *hcl.Diagnostic {
	if o.inPlace {
		return report.Errorf("Interrupted", "Files left as they were: %d. The others are edited.", left)
	}
	command := commandToJSON
	if first.file.JSON {
		command = commandToHCL
	}
	return report.Errorf("Interrupted",
		"Files left as they were: %d. The same command goes on from here, but for directories it must say what is "+
			"left: hcljson %s.", left, command)
}

// counters are those for the files that are written, that are as they should be, that
// are not, and that are missing.
func (o *outputs) counters(s *summary) (written, same, outdated, missing *int) {
	if o.inPlace {
		return &s.Edited, &s.Unchanged, &s.ToEdit, nil
	}
	return &s.Converted, &s.UpToDate, &s.OutOfDate, &s.Missing
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

// beside reports whether a path is in the directory of a source, however it leads there, and
// has the name of what the source becomes. A product reads such a file with the source, or
// one of the two.
func (o *outputs) beside(s *source, path string) bool {
	info := s.info
	if s.stdin {
		info, _ = os.Stat(s.name)
	}
	real, _ := resolve(path)
	for _, path := range []string{path, real} {
		there, err := os.Stat(filepath.Join(filepath.Dir(path), filepath.Base(s.name)))
		if err == nil && info != nil && os.SameFile(info, there) &&
			(filepath.Base(path) == filepath.Base(s.file.Twin) || o.like(s)(path)) {
			return true
		}
	}
	return false
}

// besides says what a file has and its source has not: errors, as it must not be replaced, or a
// warning. Nothing tells a file that somebody has written from an older conversion; only what
// the product accepts once cannot be in use in both.
func besides(now []equivalent.Source, there equivalent.Source, dialect *schema.Dialect) hcl.Diagnostics {
	if len(bytes.TrimSpace(there.Bytes)) == 0 {
		return nil
	}
	const advice = "What reads this directory reads both files now, or takes one of the two. Move what is needed to the " +
		"source, or write over the file with --force."
	found := compareAll(now, []equivalent.Source{there}, dialect, true)
	diags := slices.DeleteFunc(report.Errors(found.Diagnostics), func(diag *hcl.Diagnostic) bool {
		at := diag.Subject
		return there.JSON && at != nil && at.Filename == there.Filename &&
			emptyValue.Match(there.Bytes[min(at.Start.Byte, len(there.Bytes)):])
	})
	if diags.HasErrors() {
		return append(diags, report.Errorf("The file exists already", "hcljson cannot tell whether all that is in %s is "+
			"in %s as well, so it is not replaced. %s", there.Filename, now[0].Filename, advice))
	}
	together, override := dialects.IsConfiguration(filepath.Base(there.Filename))
	lost, other := lossesOf(found.Differences, dialect.Root, together && !override)
	switch {
	case len(lost) > 0:
		diag := report.Errorf("The file exists already", "%s has what %s has not, so it is not replaced: %s. %s",
			there.Filename, now[0].Filename, places(lost), advice)
		diag.Subject = &lost[0].B.Range
		return hcl.Diagnostics{diag}
	case len(other) > 0:
		diag := report.Warningf("Other values replaced", "%s has another value in place of each of these: %s.",
			now[0].Filename, places(other))
		diag.Subject = &other[0].B.Range
		return hcl.Diagnostics{diag}
	}
	return nil
}

// emptyValue begins JSON with an object or array in which nothing can be lost, as that of a block
// type with labels that has no block.
var emptyValue = regexp.MustCompile(`^(\{\s*\}|\[\s*\])`)

// lossesOf are the differences in what only the second side says, and in other values that it has
// where once is true for what the product accepts once in a module: beside the first side, these
// are not in use.
func lossesOf(differences []equivalent.Difference, root *schema.Body, once bool) (lost, other []equivalent.Difference) {
	for _, d := range differences {
		accepted, apart := acceptedOnce(d.Path, root)
		switch {
		case apart:
			lost = append(lost, d)
		case d.B.Value == "":
		case d.A.Value != "" && !d.Order && once && accepted:
			other = append(other, d)
		default:
			lost = append(lost, d)
		}
	}
	return lost, other
}

// acceptedOnce reports whether a path leads into a block of which the product accepts one in a
// module, and whether it is that of the argument that tells one from others.
func acceptedOnce(path []string, rows *schema.Body) (once, apart bool) {
	for i, step := range path {
		if rows == nil {
			return false, false
		}
		word, _, _ := strings.Cut(step, " ")
		_, row := rows.Lookup(word)
		switch {
		case row == nil:
			return false, false
		case row.Distinct || row.Sole != "":
			return true, row.Apart != "" && i+1 < len(path) && path[i+1] == row.Apart
		}
		rows = row.Body
	}
	return false, false
}

// places says where some differences are on the second side.
func places(differences []equivalent.Difference) string {
	const shown = 5
	var list []string
	for _, d := range differences[:min(len(differences), shown)] {
		at := d.B
		if at.Value == "" {
			at = d.A
		}
		what := d.Place()
		if last := len(d.Path) - 1; last < 0 || d.Path[last] != at.Value { // no header of a block
			what += ": " + at.Value
		}
		list = append(list, fmt.Sprintf("%s at %s", what, at.Range))
	}
	if more := len(differences) - shown; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, ", ")
}
