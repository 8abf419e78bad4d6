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
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/schema"
)

// outputs finds the destinations of output files. They are in the trees of the command line.
type outputs struct {
	session *session
	options *outputOptions
	form    *formOptions
	trees   []outputTree
	// record is the record of the run until it is complete, or nil.
	record *record
	// inPlace is true if the output replaces its source, because the source is edited.
	inPlace bool
}

// outputTree is an output directory of the command line. real is its path with resolved links.
type outputTree struct{ name, real string }

func newOutputTree(name string) outputTree {
	real, err := resolve(filepath.Join(name, "x"))
	if err != nil {
		return outputTree{name, name}
	}
	return outputTree{name, filepath.Dir(real)}
}

// place returns the destination of a file in the tree. It returns false if the file is not in the
// tree.
func (t outputTree) place(real string) (destination, bool) {
	rel, err := filepath.Rel(t.real, real)
	if err != nil || !filepath.IsLocal(rel) {
		return destination{}, false
	}
	return destination{path: filepath.Join(t.name, rel), root: t.name}, true
}

// linkTo returns the first directory on the path from the tree to a file that is a link, or "".
func (t outputTree) linkTo(target string) string {
	rel, err := filepath.Rel(t.name, filepath.Dir(target))
	if err != nil {
		return ""
	}
	dir := t.name
	for _, name := range strings.Split(rel, string(os.PathSeparator)) {
		if dir = filepath.Join(dir, name); name != "." && isLink(dir) {
			return dir
		}
	}
	return ""
}

// tasks returns a task for each source, and sets the trees of the run. The tree of a target is into if
// it is set, or the directory operand of the source, or the directory of a file operand.
func (o *outputs) tasks(sources []*source, into string, target func(*source) string) (list []task) {
	known := map[string]int{}
	for _, s := range sources {
		name := into
		if name == "" {
			name = filepath.Clean(strings.TrimSuffix(s.name, s.below))
		}
		if _, found := known[name]; !found {
			known[name] = len(o.trees)
			o.trees = append(o.trees, newOutputTree(name))
		}
		list = append(list, task{s, target(s), known[name]})
	}
	return list
}

// tree returns the index of a tree of the run. It adds a missing tree.
func (o *outputs) tree(name string) int {
	i := slices.IndexFunc(o.trees, func(t outputTree) bool { return t.name == name })
	if i < 0 {
		i, o.trees = len(o.trees), append(o.trees, newOutputTree(name))
	}
	return i
}

// destination is the path of an output file: a path without links below root, or any path if root is
// empty.
type destination struct{ path, root string }

// destination returns the destination of a target. It follows a link only to a file of the same kind
// in one of the trees, unless --follow-links is set: a file in a tree must not select files outside
// of the trees for writing.
func (o *outputs) destination(target string, home int, like func(name string) bool) (destination, *hcl.Diagnostic) {
	if o.options.followLinks {
		return destination{path: target}, nil
	}
	path, err := atomic.Target(target)
	if err != nil {
		return destination{}, report.Errorf("Cannot write the file", "%s: %s.", target, report.Reason(err))
	}
	real, err := resolve(path)
	if err != nil {
		return destination{}, report.Errorf("Cannot write the file", "%s: %s.", target, report.Reason(err))
	}
	place, inside := o.trees[home].place(real)
	for i := 0; !inside && i < len(o.trees); i++ {
		place, inside = o.trees[i].place(real)
	}
	says, _ := os.Readlink(target)
	const advice = "Remove the link, write elsewhere with -o, or let links be followed with --follow-links."
	switch link := o.trees[home].linkTo(target); {
	case !inside && path != target:
		return place, report.Errorf("A link to elsewhere",
			"%s is a link to %s, which is outside of %s. %s", target, says, o.trees[home].name, advice)
	case !inside && link != "":
		return place, report.Errorf("A link to elsewhere",
			"%s is a link, so %s would be written outside of %s. %s", link, target, o.trees[home].name, advice)
	case !inside:
		return place, report.Errorf("A link to elsewhere",
			"%s would be written to %s, which is outside of %s. %s", target, real, o.trees[home].name, advice)
	case link != "" && !exists(link):
		return place, report.Errorf("A link that leads nowhere",
			"%s is a link to a directory that does not exist. %s", link, advice)
	case path != target && !like(path):
		return place, report.Errorf("A link to another kind of file",
			"%s is a link to %s, whose name does not say that it is such a file. %s", target, says, advice)
	}
	return place, nil
}

// like returns a function that reports whether a file name fits the conversion of a source, in the
// same language. For an edit, the name must fit the source.
func (o *outputs) like(s *source) func(name string) bool {
	return func(name string) bool {
		named, err := o.session.byItsName(name)
		forced := named.Vague && o.session.dialect != ""
		isJSON := s.file.JSON == (o.inPlace || s.copied)
		return err == nil && named.JSON == isJSON && (forced || named.Dialect.Name == s.file.Dialect.Name)
	}
}

// overwritable returns an error if a file has other content than the new text, according to its
// content or name. A mistyped name must not overwrite a state or a source. s is nil if the text has
// no source.
func (o *outputs) overwritable(path string, old, text []byte, s *source) *hcl.Diagnostic {
	holds := ""
	d, inJSON := documentOf(old), beginsJSON(text)
	switch {
	case len(bytes.TrimSpace(old)) == 0:
	case d != nil:
		holds = d.is
	case isArchive(old):
		holds = "an archive, as saved plans are"
	case inJSON && !beginsJSON(old):
		holds = "something else than JSON"
	case !inJSON && beginsJSON(old):
		holds = "JSON"
	case s != nil && o.otherLanguage(s, path):
		holds = "something else, by its name"
	}
	if holds == "" {
		return nil
	}
	return report.Errorf("Output over another file", "%s holds %s, so it is not replaced. Choose another name, or remove "+
		"it first.", path, holds)
}

// otherLanguage reports whether the names of a source and a file select different languages.
func (o *outputs) otherLanguage(s *source, name string) bool {
	named, err := o.session.byItsName(name)
	return err == nil && o.session.dialect == "" && !s.stdin && !s.file.Vague && !named.Vague && !o.like(s)(name)
}

// otherFiles returns a warning for configuration files in a directory that the product would load
// together with the output. It returns an error if the directory cannot be read.
func otherFiles(dir string, written func(name string) bool) *hcl.Diagnostic {
	names, err := fileNames(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return report.Errorf("Cannot read the directory", "%s.", report.PathReason(err))
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.HasPrefix(name, ".") || !isConfiguration(name) || written(name)
	})
	if len(names) == 0 {
		return nil
	}
	return report.Warningf("Other configuration files",
		"The product reads these as well, as parts of the same module: %s in %s.", strings.Join(names, ", "), dir)
}

// targets returns a task for each source. many is true if the run may have several output files, so
// that a new path in -o is a directory.
func (out *outputs) targets(sources []*source, many bool) ([]task, *hcl.Diagnostic) {
	o := out.options
	dir, into := "", ""
	if !o.toStdout() {
		info, err := os.Stat(o.path)
		switch {
		case o.namesDirectory():
			dir = o.path
		case err != nil && len(sources) > 0 && (many || filepath.Ext(o.path) == ""):
			return nil, out.neither(sources[0], many)
		case many && err == nil && !info.IsDir():
			return nil, report.Errorf("Invalid command line",
				"-o %s is a file, but several files are converted; name a directory.", o.path)
		case !isDir(filepath.Dir(o.path)):
			return nil, report.Errorf("Cannot write the file", "%s: there is no directory %s.", o.path,
				filepath.Dir(o.path))
		}
		into = cmp.Or(dir, filepath.Dir(o.path))
	}
	if dir != "" && slices.ContainsFunc(sources, func(s *source) bool { return s.name == stdinName }) {
		return nil, report.Errorf("Invalid command line",
			"Standard input has no file name to use under -o %s; use --stdin-filepath, or name a file.", o.path)
	}
	return out.tasks(sources, into, func(s *source) string {
		switch {
		case dir != "" && s.copied:
			return filepath.Join(dir, filepath.Dir(s.below), filepath.Base(s.name))
		case dir != "":
			return filepath.Join(dir, filepath.Dir(s.below), filepath.Base(s.file.Twin))
		case !o.toStdout():
			return o.path
		case o.write || o.replace || o.comparing():
			return s.file.Twin
		}
		return ""
	}), nil
}

// neither returns the error for a new path in -o that is neither marked as a directory nor a likely
// file name.
func (out *outputs) neither(s *source, many bool) *hcl.Diagnostic {
	o := out.options
	_, ext, _ := strings.Cut(filepath.Base(s.file.Twin), ".")
	switch {
	case out.form.form == queryForm:
		ext = "json"
	case s.stdin && !s.file.JSON:
		ext = "tf.json"
	case s.stdin:
		ext = "tf"
	}
	file := fmt.Sprintf("-o %s for a file", quoted(o.path+"."+ext))
	switch {
	case filepath.Ext(o.path) != "":
		file = "name one source to write a file"
	case many:
		file = "name one source and " + file
	}
	return report.Errorf("Invalid command line", "-o %s: there is no such directory. Write -o %s for a new directory, or %s.",
		quoted(o.path), quoted(o.path+"/"), file)
}

// withoutCollisions returns the tasks with unique targets that are not sources. It reports a
// collision through a link as an error of the source. It reports any other collision as an error of
// the command line, and returns nil.
func withoutCollisions(f *finder, sources []task, replace bool) []task {
	inputs := make(map[string]*source, len(sources))
	refused := make(map[*source]*hcl.Diagnostic)
	for _, t := range sources {
		s := t.source
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
	writer := make(map[string]task, len(sources))
	for _, t := range sources {
		s := t.source
		follow := resolve
		if replace {
			follow = canonical // a link is replaced, not written through
		}
		path, err := follow(t.target)
		if err != nil {
			refused[s] = report.Errorf("Cannot write the file", "%s: %s.", t.target, report.Reason(err))
			continue
		}
		other := writer[path]
		writer[path] = t
		diag := overInput(s, inputs[path])
		if other.source != nil {
			diag = report.Errorf("Two outputs in the same place",
				"%s and %s would both be written to %s.", other.name, s.name, t.target)
			if isLink(other.target) {
				refused[other.source] = diag
			}
		}
		switch {
		case diag == nil:
		case isLink(t.target) || other.source != nil && isLink(other.target):
			refused[s] = diag
		default:
			f.error("", diag)
			return nil
		}
	}
	return slices.DeleteFunc(sources, func(t task) bool {
		if refused[t.source] != nil {
			f.fail(t.source, nil, refused[t.source])
			f.summary.Errors++
		}
		return refused[t.source] != nil
	})
}

// overInput returns an error if a source would overwrite an input.
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

// mayReplace returns an error if a conversion must not overwrite the existing file. It adds warnings
// to the log.
func (o *outputs) mayReplace(c *conversion, there []byte, log *report.Log) *hcl.Diagnostic {
	switch {
	case o.inPlace:
	case o.options.replace:
		return o.same(c, there)
	case o.beside(c.source, c.info, c.target):
		return o.lost(c, there, log)
	case o.options.path != "":
		return o.overwritable(c.target, there, c.converted, c.source)
	}
	return nil
}

// lost returns an error if an existing counterpart has content that its source does not contain.
func (o *outputs) lost(c *conversion, there []byte, log *report.Log) *hcl.Diagnostic {
	if o.options.force {
		return nil
	}
	now := c.text(c.src)
	if c.tidy != nil {
		now = c.counterpart(c.converted)
		now.Filename = c.name
	}
	about := besides([]equivalent.Source{now}, c.counterpart(there), o.session.language(c.source, c.src))
	var lost *hcl.Diagnostic
	if last := len(about) - 1; about.HasErrors() {
		lost, about = about[last], about[:last]
	}
	log.AddWith(map[string][]byte{c.target: there}, about...)
	return lost
}

// mayCome returns an error if a product would load a directory differently after the conversions of
// a module are written.
func (o *outputs) mayCome(module []*conversion) (*conversion, *hcl.Diagnostic) {
	switch {
	case o.inPlace:
		return nil, nil
	case o.options.replace:
		return o.mayStandAlone(module)
	}
	named := slices.DeleteFunc(slices.Clone(module), func(c *conversion) bool { return c.stdin })
	byTarget := func(c *conversion) string { return canonicalDir(c.target) }
	return eachDirectory(named, byTarget, func(_ string, names []string, changes []configdir.Change) []configdir.Hazard {
		return configdir.Added(names, changes, o.session.target, o.session.described...)
	})
}

// outdated returns the --check error for a missing or different target.
func (o *outputs) outdated(c *conversion, exists bool) *hcl.Diagnostic {
	switch {
	case o.inPlace:
		return report.Errorf("Not edited", "The edit changes %s; -d shows how, and -w writes it.", c.name)
	case c.copied && exists:
		return report.Errorf("Out of date", "%s is not a copy of %s.", c.target, c.name)
	case c.copied:
		return report.Errorf("Missing", "There is no %s, a copy of %s.", c.target, c.name)
	case exists:
		return report.Errorf("Out of date", "%s is not what %s converts to.", c.target, c.name)
	}
	return report.Errorf("Missing", "There is no %s, which %s converts to.", c.target, c.name)
}

// unfinished returns the error of an interrupted run, with the command that completes it.
func (o *outputs) unfinished(first task, left int) *hcl.Diagnostic {
	if o.inPlace {
		return report.Errorf("Interrupted", "Files left as they were: %d. The others are edited. The same command "+
			"completes the rest.", left)
	}
	command := commandToJSON
	if first.file.JSON {
		command = commandToHCL
	}
	return report.Errorf("Interrupted",
		"Files left as they were: %d. The same command goes on from here, but for directories it must say what is "+
			"left: hcljson %s.", left, command)
}

// counters returns the counters for written, unchanged, different and missing files.
func (o *outputs) counters(s *summary) (written, same, outdated, missing *int) {
	if o.inPlace {
		return &s.Edited, &s.Unchanged, &s.ToEdit, nil
	}
	return &s.Converted, &s.UpToDate, &s.OutOfDate, &s.Missing
}

// eachDirectory looks for hazards in each directory of conversions. It returns the first hazard and
// its conversion.
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

// beside reports whether a path, with or without resolved links, is the counterpart of a source in
// the same directory. A product loads such a file together with the source, or only one of them.
func (o *outputs) beside(s *source, info fs.FileInfo, path string) bool {
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

// besides compares an existing counterpart with its sources. It returns errors if the counterpart
// has content missing from the sources, and a warning if only values differ. An old conversion
// cannot be distinguished from an edited file. But a definition that must be unique cannot be in use
// in both files.
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

// emptyValue matches JSON that starts with an empty object or array, such as a block type with
// labels but without blocks.
var emptyValue = regexp.MustCompile(`^(\{\s*\}|\[\s*\])`)

// lossesOf returns the differences in content that only the second side has, and in other values.
// The latter are differences in definitions that must be unique in a module, if once is true: their
// second value is not in use.
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

// acceptedOnce reports whether a path leads into a block that must be unique in a module, and
// whether it leads to the argument that distinguishes such blocks.
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
		case row.Unique || row.UniqueAcrossTypes != "":
			return true, row.DistinguishedBy != "" && i+1 < len(path) && path[i+1] == row.DistinguishedBy
		}
		rows = row.Body
	}
	return false, false
}

// places returns the positions of the first differences on the second side.
func places(differences []equivalent.Difference) string {
	const shown = 5
	var list []string
	for _, d := range differences[:min(len(differences), shown)] {
		at := d.B
		if at.Value == "" {
			at = d.A
		}
		what := d.Place()
		if last := len(d.Path) - 1; last < 0 || d.Path[last] != at.Value { // not the header of a block
			what += ": " + at.Value
		}
		list = append(list, fmt.Sprintf("%s at %s", what, at.Range))
	}
	if more := len(differences) - shown; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, ", ")
}
