// Package output prints, compares or writes the results of commands. It writes either all files of a
// module or none, and reports targets that must not be written.
package output

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
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// Outputs finds the destinations of output files. Every destination is in an output directory of the
// command line, unless --follow-links is set.
type Outputs struct {
	Session *input.Session
	Options *env.OutputOptions
	Form    *env.FormOptions
	trees   []outputTree
	// Record stores the old contents of edited files until the run is complete. It may be nil.
	Record *Record
	// InPlace is true if the command edits its sources.
	InPlace bool
}

// outputTree is an output directory of the command line. Its field real is the path after links are
// resolved.
type outputTree struct{ name, real string }

func newOutputTree(name string) outputTree {
	real, err := env.Resolve(filepath.Join(name, "x"))
	if err != nil {
		return outputTree{name, name}
	}
	return outputTree{name, filepath.Dir(real)}
}

// place returns the destination of a path whose links are resolved. It returns false if the path is
// not in the tree.
func (t outputTree) place(real string) (destination, bool) {
	rel, err := filepath.Rel(t.real, real)
	if err != nil || !filepath.IsLocal(rel) {
		return destination{}, false
	}
	return destination{path: filepath.Join(t.name, rel), root: t.name}, true
}

// linkTo returns the first symbolic link among the directories between the tree and a file, or "".
func (t outputTree) linkTo(target string) string {
	rel, err := filepath.Rel(t.name, filepath.Dir(target))
	if err != nil {
		return ""
	}
	dir := t.name
	for _, name := range strings.Split(rel, string(os.PathSeparator)) {
		if dir = filepath.Join(dir, name); name != "." && env.IsLink(dir) {
			return dir
		}
	}
	return ""
}

// Tasks returns a task for each source, and adds the output trees of the targets. The output tree is
// the directory into. If into is empty, the output tree is the directory operand that contains the
// source, or the directory of a file operand.
func (o *Outputs) Tasks(sources []*input.Source, into string, target func(*input.Source) string) (list []Task) {
	known := map[string]int{}
	for _, s := range sources {
		name := into
		if name == "" {
			name = filepath.Clean(strings.TrimSuffix(s.Name, s.Below))
		}
		if _, found := known[name]; !found {
			known[name] = len(o.trees)
			o.trees = append(o.trees, newOutputTree(name))
		}
		list = append(list, Task{s, target(s), known[name]})
	}
	return list
}

// Tree returns the index of an output tree. It adds the tree if it is missing.
func (o *Outputs) Tree(name string) int {
	i := slices.IndexFunc(o.trees, func(t outputTree) bool { return t.name == name })
	if i < 0 {
		i, o.trees = len(o.trees), append(o.trees, newOutputTree(name))
	}
	return i
}

// destination is the path of an output file. If root is not empty, the path is below root and
// contains no links.
type destination struct{ path, root string }

// destination returns the destination of a target. Without --follow-links, the destination must be
// in an output tree, because a link could cause writes to other places. If the target itself is a
// link, like must return true for the name of the linked file.
func (o *Outputs) destination(target string, home int, like func(name string) bool) (destination, *hcl.Diagnostic) {
	if o.Options.FollowLinks {
		return destination{path: target}, nil
	}
	path, err := atomic.Target(target)
	if err != nil {
		return destination{}, report.Errorf("Cannot write the file", "%s: %s.", target, report.Reason(err))
	}
	real, err := env.Resolve(path)
	if err != nil {
		return destination{}, report.Errorf("Cannot write the file", "%s: %s.", target, report.Reason(err))
	}
	place, inside := o.trees[home].place(real)
	for i := 0; !inside && i < len(o.trees); i++ {
		place, inside = o.trees[i].place(real)
	}
	says, _ := os.Readlink(target)
	const advice = "Remove the link, write to another place with -o, or follow links with --follow-links."
	switch link := o.trees[home].linkTo(target); {
	case !inside && path != target:
		return place, report.Errorf("Link to another place",
			"%s is a link to %s, outside of %s. %s", target, says, o.trees[home].name, advice)
	case !inside && link != "":
		return place, report.Errorf("Link to another place",
			"%s is a link, so %s would be written outside of %s. %s", link, target, o.trees[home].name, advice)
	case !inside:
		return place, report.Errorf("Link to another place",
			"%s would be written to %s, outside of %s. %s", target, real, o.trees[home].name, advice)
	case link != "" && !env.Exists(link):
		return place, report.Errorf("Dangling link",
			"%s is a link to a directory that does not exist. %s", link, advice)
	case path != target && !like(path):
		return place, report.Errorf("Link to another kind of file",
			"%s is a link to %s, and that name is not of such a file. %s", target, says, advice)
	}
	return place, nil
}

// acceptsNames returns a function that reports whether a file name selects the language and syntax
// of the result of a source.
func (o *Outputs) acceptsNames(s *input.Source) func(name string) bool {
	return func(name string) bool {
		named, err := o.Session.ByItsName(name)
		forced := named.Vague && o.Session.Dialect != ""
		isJSON := s.File.JSON == (o.InPlace || s.Copied)
		return err == nil && named.JSON == isJSON && (forced || named.Dialect.Name == s.File.Dialect.Name)
	}
}

// CheckOverwritable returns an error if an existing file and the new text are different kinds of
// content. The content and the name of the file define its kind. This prevents a mistyped name from
// overwriting a state or a source. s is nil if the text has no source.
func (o *Outputs) CheckOverwritable(path string, old, text []byte, s *input.Source) *hcl.Diagnostic {
	holds := ""
	d, inJSON := input.DocumentOf(old), input.BeginsJSON(text)
	switch {
	case len(bytes.TrimSpace(old)) == 0:
	case d != nil:
		holds = d.Is
	case input.IsArchive(old):
		holds = "an archive, such as a saved plan"
	case inJSON && !input.BeginsJSON(old):
		holds = "content other than JSON"
	case !inJSON && input.BeginsJSON(old):
		holds = "JSON"
	case s != nil && o.otherLanguage(s, path):
		holds = "another language, by its name"
	case inJSON && o.isOtherJSON(old, s, path):
		holds = "other JSON"
	}
	if holds == "" {
		return nil
	}
	return report.Errorf("Output over another file", "%s contains %s, so it is not replaced. Choose another name, "+
		"or remove the file.", path, holds)
}

// isOtherJSON reports whether JSON has root members that its language does not allow. The file name
// selects the language. If the name selects no language, the source selects it. If s is nil,
// isOtherJSON reports whether the JSON lacks the root member of a module printed by show.
func (o *Outputs) isOtherJSON(src []byte, s *input.Source, name string) bool {
	names := input.MemberNames(src)
	if s == nil {
		return !names["root_module"]
	}
	dialect := s.File.Dialect
	if named, err := o.Session.ByItsName(name); err == nil && !named.Vague {
		dialect = named.Dialect
	}
	root := dialect.Root
	languages.Prepare(dialect)
	for name := range names {
		if a, b := root.Lookup(name); a == nil && b == nil && name != "//" && root.Remain == tables.RemainNone {
			return true
		}
	}
	return false
}

// checkName returns an error if a product would read the file of -o in another syntax or language.
func (o *Outputs) checkName(s *input.Source) *hcl.Diagnostic {
	named, err := o.Session.ByItsName(o.Options.Path)
	if err != nil || named.Vague || o.Form.Form == env.QueryForm {
		return nil
	}
	syntax := "native syntax"
	if !s.File.JSON {
		syntax = "HCL-JSON"
	}
	if named.JSON == s.File.JSON {
		return report.Errorf("Output with another syntax", "By its name, %s is not %s, and the result is. Choose another "+
			"name for -o.", o.Options.Path, syntax)
	}
	if o.otherLanguage(s, o.Options.Path) {
		return report.Errorf("Output with another language", "By its name, %s is in the language %s, and %s in %s. Choose "+
			"another name for -o.", o.Options.Path, named.Dialect.Name, s.Name, s.File.Dialect.Name)
	}
	return nil
}

// otherLanguage reports whether the names of a source and of a file select different languages. It
// returns false if an option sets the language.
func (o *Outputs) otherLanguage(s *input.Source, name string) bool {
	named, err := o.Session.ByItsName(name)
	return err == nil && o.Session.Dialect == "" && !s.Stdin && !s.File.Vague && !named.Vague && !o.acceptsNames(s)(name)
}

// WarnOtherFiles returns a warning for configuration files in a directory that the product would load
// together with the output. It returns an error if the directory cannot be read.
func WarnOtherFiles(dir string, written func(name string) bool) *hcl.Diagnostic {
	names, err := env.FileNames(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return report.Errorf("Cannot read the directory", "%s.", report.PathReason(err))
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.HasPrefix(name, ".") || !env.IsConfiguration(name) || written(name)
	})
	if len(names) == 0 {
		return nil
	}
	return report.Warningf("Other configuration files",
		"The product loads these files as parts of the same module: %s in %s.", strings.Join(names, ", "), dir)
}

// Targets returns a task for each source. many is true if the run may have several output files:
// then a new path in -o is a directory.
func (out *Outputs) Targets(sources []*input.Source, many bool) ([]Task, *hcl.Diagnostic) {
	o := out.Options
	dir, into := "", ""
	if !o.ToStdout() {
		info, err := os.Stat(o.Path)
		switch {
		case o.NamesDirectory():
			dir = o.Path
		case err != nil && len(sources) > 0 && (many || filepath.Ext(o.Path) == ""):
			return nil, out.errAmbiguousOutput(sources[0], many)
		case many && err == nil && !info.IsDir():
			return nil, report.Errorf("Invalid command line",
				"-o %s is a file, but several files are converted; name a directory.", o.Path)
		case !env.IsDir(filepath.Dir(o.Path)):
			return nil, report.Errorf("Cannot write the file", "%s: the directory %s does not exist. Create it first.", o.Path,
				filepath.Dir(o.Path))
		}
		into = cmp.Or(dir, filepath.Dir(o.Path))
	}
	if dir == "" && !o.ToStdout() && len(sources) == 1 && !sources[0].Copied {
		if diag := out.checkName(sources[0]); diag != nil {
			return nil, diag
		}
	}
	if dir != "" && slices.ContainsFunc(sources, func(s *input.Source) bool { return s.Name == env.StdinName }) {
		return nil, report.Errorf("Invalid command line",
			"Standard input has no file name to use under -o %s; use --stdin-filepath, or name a file.", o.Path)
	}
	return out.Tasks(sources, into, func(s *input.Source) string {
		switch {
		case dir != "" && s.Copied:
			return filepath.Join(dir, filepath.Dir(s.Below), filepath.Base(s.Name))
		case dir != "":
			return filepath.Join(dir, filepath.Dir(s.Below), filepath.Base(s.File.Counterpart))
		case !o.ToStdout():
			return o.Path
		case o.Replace || o.Comparing():
			return s.File.Counterpart
		}
		return ""
	}), nil
}

// errAmbiguousOutput returns the error for a new path in -o that could be a file or a directory.
func (out *Outputs) errAmbiguousOutput(s *input.Source, many bool) *hcl.Diagnostic {
	o := out.Options
	_, ext, _ := strings.Cut(filepath.Base(s.File.Counterpart), ".")
	switch {
	case out.Form.Form == env.QueryForm:
		ext = "json"
	case s.Stdin && !s.File.JSON:
		ext = "tf.json"
	case s.Stdin:
		ext = "tf"
	}
	file := fmt.Sprintf("-o %s for a file", env.Quoted(o.Path+"."+ext))
	switch {
	case filepath.Ext(o.Path) != "":
		file = "name one source to write a file"
	case many:
		file = "name one source and " + file
	}
	return report.Errorf("Invalid command line", "-o %s: the directory does not exist. Write -o %s for a new "+
		"directory, or %s.",
		env.Quoted(o.Path), env.Quoted(o.Path+"/"), file)
}

// WithoutCollisions returns the tasks whose target is neither the target of another task nor a
// source. If a link causes a collision, WithoutCollisions reports an error and omits the task. For
// any other collision, it reports an error and returns nil.
func WithoutCollisions(f *input.Finder, sources []Task, replace bool) []Task {
	inputs := make(map[string]*input.Source, len(sources))
	refused := make(map[*input.Source]*hcl.Diagnostic)
	for _, t := range sources {
		s := t.Source
		if s.Stdin {
			continue
		}
		path, err := env.Resolve(s.Name)
		if err != nil {
			refused[s] = report.CannotRead(s.Name, err)
		}
		if inputs[path] == nil || !s.Link {
			inputs[path] = s
		}
	}
	writer := make(map[string]Task, len(sources))
	for _, t := range sources {
		s := t.Source
		follow := env.Resolve
		if replace {
			follow = env.Canonical // a link is replaced, not written through
		}
		path, err := follow(t.Target)
		if err != nil {
			refused[s] = report.Errorf("Cannot write the file", "%s: %s.", t.Target, report.Reason(err))
			continue
		}
		other := writer[path]
		writer[path] = t
		diag := errOverInput(s, inputs[path])
		if other.Source != nil {
			diag = report.Errorf("Two outputs with the same name",
				"%s and %s would both be written to %s.", other.Name, s.Name, t.Target)
			if env.IsLink(other.Target) {
				refused[other.Source] = diag
			}
		}
		switch {
		case diag == nil:
		case env.IsLink(t.Target) || other.Source != nil && env.IsLink(other.Target):
			refused[s] = diag
		default:
			f.ReportError("", diag)
			return nil
		}
	}
	return slices.DeleteFunc(sources, func(t Task) bool {
		if refused[t.Source] != nil {
			f.ReportFailed(t.Source, nil, refused[t.Source])
			f.Summary.Errors++
		}
		return refused[t.Source] != nil
	})
}

// errOverInput returns an error if the result of a source would overwrite an input. The input is nil
// if the target is not an input.
func errOverInput(s, input *input.Source) *hcl.Diagnostic {
	switch {
	case input == nil:
		return nil
	case input == s:
		return report.Errorf("Output over the input", "%s would be overwritten by its own result.", s.Name)
	}
	return report.Errorf("Output over an input",
		"%s would be written to %s, which is also converted. Name only one of the files.", s.Name, input.Name)
}

// checkOverwrite returns an error if a conversion must not overwrite the existing file. It adds warnings
// to the log.
func (o *Outputs) checkOverwrite(c *Result, there []byte, log *report.Log) *hcl.Diagnostic {
	switch {
	case o.InPlace:
	case o.Options.Replace:
		return o.checkSameMeaning(c, there)
	case o.IsCounterpart(c.Source, c.Info, c.Target):
		return o.checkLostContent(c, there, log)
	case o.Options.Path != "":
		return o.CheckOverwritable(c.Target, there, c.Converted, c.Source)
	}
	return nil
}

// checkLostContent returns an error if an existing counterpart contains content that is missing from
// its source. It adds warnings to the log.
func (o *Outputs) checkLostContent(c *Result, there []byte, log *report.Log) *hcl.Diagnostic {
	if o.Options.Force {
		return nil
	}
	now := c.Text(c.Src)
	if c.Tidy != nil {
		now = c.Counterpart(c.Converted)
		now.Filename = c.Name
	}
	about := CompareCounterpart([]equivalent.Source{now}, c.Counterpart(there), o.Session.Language(c.Source))
	var lost *hcl.Diagnostic
	if last := len(about) - 1; about.HasErrors() {
		lost, about = about[last], about[:last]
	}
	log.AddWith(map[string][]byte{c.Target: there}, about...)
	return lost
}

// checkLoading returns an error if the conversions of a module would change how a product loads the
// other files of a directory. It also returns the conversion that causes the error.
func (o *Outputs) checkLoading(module []*Result) (*Result, *hcl.Diagnostic) {
	switch {
	case o.InPlace:
		return nil, nil
	case o.Options.Replace:
		return o.checkReplacedModule(module)
	}
	named := slices.DeleteFunc(slices.Clone(module), func(c *Result) bool { return c.Stdin })
	byTarget := func(c *Result) string { return env.CanonicalDir(c.Target) }
	return findHazard(named, byTarget, func(_ string, names []string, changes []configdir.Change) []configdir.Hazard {
		return configdir.AddedHazards(names, changes, o.Session.Target, o.Session.Described...)
	})
}

// errOutdated returns the error of --check for a missing or different target.
func (o *Outputs) errOutdated(c *Result, exists bool) *hcl.Diagnostic {
	switch {
	case o.InPlace:
		return report.Errorf("Not edited", "The edit changes %s. -d shows the change, and -w writes it.", c.Name)
	}
	what, advice := "the result", "The command writes it without --check."
	if c.Copied {
		what = "a copy"
	}
	if o.Options.ToStdout() && !o.Options.Replace {
		advice = fmt.Sprintf("\"hcljson -o %s %s\" writes it.", env.Quoted(c.Target), env.Quoted(c.Name))
	}
	if exists {
		return report.Errorf("Out of date", "%s is not %s of %s. %s", c.Target, what, c.Name, advice)
	}
	return report.Errorf("Missing", "%s does not exist; it is %s of %s. %s", c.Target, what, c.Name, advice)
}

// counters returns the counters of a summary for written, unchanged, outdated and missing files.
func (o *Outputs) counters(s *input.Summary) (written, same, outdated, missing *int) {
	if o.InPlace {
		return &s.Edited, &s.Unchanged, &s.ToEdit, nil
	}
	return &s.Converted, &s.UpToDate, &s.OutOfDate, &s.Missing
}

// findHazard calls hazards for each directory of the conversions. It returns the first hazard as an
// error, with the conversion that causes it.
func findHazard(
	conversions []*Result, dirOf func(*Result) string,
	hazards func(dir string, names []string, changes []configdir.Change) []configdir.Hazard,
) (*Result, *hcl.Diagnostic) {
	var dirs []string
	byDir := map[string][]*Result{}
	for _, c := range conversions {
		dir := dirOf(c)
		if byDir[dir] == nil {
			dirs = append(dirs, dir)
		}
		byDir[dir] = append(byDir[dir], c)
	}
	for _, dir := range dirs {
		inDir := byDir[dir]
		names, err := env.FileNames(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return inDir[0], report.Errorf("Cannot read the directory", "%s: %s.", dir, report.Reason(err))
		}
		changes := make([]configdir.Change, len(inDir))
		for i, c := range inDir {
			to := filepath.Base(c.Target)
			changes[i] = configdir.Change{From: filepath.Base(c.Name), To: to, Identical: slices.Contains(names, to)}
		}
		found := hazards(dir, names, changes)
		if len(found) == 0 {
			continue
		}
		at := inDir[0]
		for _, c := range inDir {
			if filepath.Base(c.Name) == found[0].Files[0] {
				at = c
			}
		}
		return at, report.Errorf(found[0].Summary, "%s", found[0].Detail)
	}
	return nil, nil
}

// IsCounterpart reports whether a path is the counterpart of a source in the same directory. It
// tests the path before and after links are resolved. A product loads a source and its counterpart
// together, or only one of them.
func (o *Outputs) IsCounterpart(s *input.Source, info fs.FileInfo, path string) bool {
	if s.Stdin {
		info, _ = os.Stat(s.Name)
	}
	real, _ := env.Resolve(path)
	for _, path := range []string{path, real} {
		there, err := os.Stat(filepath.Join(filepath.Dir(path), filepath.Base(s.Name)))
		if err == nil && info != nil && os.SameFile(info, there) &&
			(filepath.Base(path) == filepath.Base(s.File.Counterpart) || o.acceptsNames(s)(path)) {
			return true
		}
	}
	return false
}

// CompareCounterpart compares an existing counterpart with its sources. It returns errors if the
// counterpart contains content missing from the sources: the counterpart can be an old conversion or
// an edited file. If only values differ, and the definition must be unique, it returns a warning,
// because a product cannot use the definitions of both files.
func CompareCounterpart(now []equivalent.Source, there equivalent.Source, dialect *schema.Dialect) hcl.Diagnostics {
	if len(bytes.TrimSpace(there.Bytes)) == 0 {
		return nil
	}
	const advice = "The product now loads both files, or one of them. Move the missing content to the source, or " +
		"overwrite the file with --force."
	found := env.CompareAll(now, []equivalent.Source{there}, dialect, equivalent.Options{Comments: true})
	diags := slices.DeleteFunc(report.Errors(found.Diagnostics), func(diag *hcl.Diagnostic) bool {
		at := diag.Subject
		return there.JSON && at != nil && at.Filename == there.Filename &&
			emptyValue.Match(there.Bytes[min(at.Start.Byte, len(there.Bytes)):])
	})
	if diags.HasErrors() {
		return append(diags, report.Errorf("The file exists already", "The check cannot compare %s with %s, so the "+
			"former is not replaced. %s", there.Filename, now[0].Filename, advice))
	}
	together, override := dialects.IsConfiguration(filepath.Base(there.Filename))
	lost, other := SplitDifferences(found.Differences, dialect.Root, together && !override)
	switch {
	case len(lost) > 0:
		diag := report.Errorf("The file exists already", "%s contains content missing from %s, so it is not "+
			"replaced: %s. %s",
			there.Filename, now[0].Filename, FormatPlaces(lost), advice)
		diag.Subject = &lost[0].B.Range
		return hcl.Diagnostics{diag}
	case len(other) > 0:
		diag := report.Warningf("Other values replaced", "%s has another value for each of these: %s.",
			now[0].Filename, FormatPlaces(other))
		diag.Subject = &other[0].B.Range
		return hcl.Diagnostics{diag}
	}
	return nil
}

// emptyValue matches JSON that starts with an empty object or array, such as a block type with
// labels but without blocks.
var emptyValue = regexp.MustCompile(`^(\{\s*\}|\[\s*\])`)

// SplitDifferences returns the differences whose content is lost if the second file is overwritten,
// and the other differences in values. If once is true, a different value in a unique definition is
// not lost, because no product uses the value of the second file.
func SplitDifferences(differences []equivalent.Difference, root *tables.Body, once bool) (lost, other []equivalent.Difference) {
	for _, d := range differences {
		accepted, apart := isUnique(d.Path, root)
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

// isUnique reports whether a path is in a block that must be unique in a module. The second result
// reports whether the path is the argument that distinguishes such blocks.
func isUnique(path []string, rows *tables.Body) (once, apart bool) {
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

// FormatPlaces returns the first differences, with their positions on the second side, as text.
func FormatPlaces(differences []equivalent.Difference) string {
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
