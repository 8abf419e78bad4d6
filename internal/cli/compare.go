package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/schema"
)

const verifyDescription = `Compares two files in any syntax, or two directories file by file. With one path, or more than two, each
file is compared with its counterpart next to it: main.tf with main.tf.json. Comments count unless
--comments drop is given.

Exit status: 0 equal, 1 different, 2 an error.

Examples:
  hcljson verify main.tf main.tf.json
  hcljson verify --roundtrip modules`

// verifyOptions are the options of verify and diff.
type verifyOptions struct {
	session              sessionOptions
	files                fileOptions
	form                 formOptions
	roundtrip, allowNone bool
}

func verifyCommand() *cli.Command {
	o := new(verifyOptions)
	return command.Define(&cli.Command{
		Name: "verify", Usage: "check that files mean the same", Description: verifyDescription,
		ArgsUsage: "A B | PATH...", UsageText: "--roundtrip [options] PATH...",
		Flags: slices.Concat(o.files.flags(), o.session.flags(), command.Only(o.form.flags(), "comments", "strict"), []cli.Flag{
			&cli.BoolFlag{Name: "roundtrip", Category: command.Files, Destination: &o.roundtrip,
				Usage: "check that each file survives the conversion there and back"},
			&cli.BoolFlag{Name: "allow-none", Category: command.Files, Destination: &o.allowNone,
				Usage: "succeed if a directory has nothing to compare"},
		}),
	}, command.Rules{Operands: command.Required, Conflicts: command.Conflicts("--allow-none is for files without a twin, and "+
		"--roundtrip needs no twin; leave it out", "allow-none", "roundtrip")}, o.run)
}

func (o *verifyOptions) run(call *command.Call) (int, error) {
	switch {
	case o.roundtrip && o.form.comments == "drop":
		return exitError, command.Usagef("--roundtrip proves that the comments survive, too; leave out --comments drop")
	case o.form.strict && !o.roundtrip:
		return exitError, command.Usagef("--strict applies to conversions; use it with --roundtrip")
	}
	return start(&o.session, call, func(s *session) (int, error) {
		v := &verification{session: s, options: o, find: o.finder(s)}
		if o.roundtrip {
			return v.verifyRoundtrip(call.Operands), nil
		}
		return v.verify(call.Operands)
	})
}

// finder returns the finder of a command that compares files.
func (o *verifyOptions) finder(s *session) *finder {
	return &finder{session: s, files: o.files, output: &outputOptions{},
		wanted: wanted{direction: eitherSyntax, streams: true, nothing: "Nothing to prove"}}
}

// verification is a run of verify.
type verification struct {
	session *session
	options *verifyOptions
	find    *finder
	// differences is the number of differences of all pairs.
	differences int
}

// verify checks that the files of each pair have the same meaning.
func (v *verification) verify(operands []string) (int, error) {
	pairs, err := v.pairs(operands)
	if err != nil {
		return exitError, err
	}
	status := v.proveAll(len(pairs), func(i int) *outcome { return v.verifyPair(pairs[i]) })
	if many := (total{v.differences}); len(v.find.roots) == 0 && many.Differences > 1 {
		v.session.report.Summarize(many)
	}
	return status, nil
}

// total is the summary of a comparison of named files.
type total struct {
	Differences int `json:"differences"`
}

func (f total) String() string { return counted(f.Differences, "difference") + "\n" }

// proveAll runs n checks, prints their results in order, and returns the exit status.
func (v *verification) proveAll(n int, prove func(i int) *outcome) int {
	parallel(v.session.environment, n, v.options.files.jobs, prove, func(o *outcome) {
		v.find.status = max(v.find.status, o.status, o.log.Print(v.session.report))
		countStatus(&v.find.summary, o.status)
		v.differences += o.differences
	})
	if v.session.ctx.Err() != nil {
		v.find.error("", errInterrupted())
	}
	v.find.summarize()
	return v.find.status
}

// pair contains two files for a comparison.
type pair struct{ a, b *source }

// pairs returns the pairs of files to compare.
func (v *verification) pairs(operands []string) ([]pair, error) {
	if len(operands) == 2 {
		switch a, b := isDir(operands[0]), isDir(operands[1]); {
		case a && b:
			return v.twinTrees(operands[0], operands[1]), nil
		case a != b:
			return nil, command.Usagef(
				"a directory and a file cannot be compared file by file; hcljson diff shows what differs between them")
		}
		a, b := v.find.two(operands[0], operands[1])
		if a == nil || b == nil {
			return nil, nil
		}
		return []pair{{a, b}}, nil
	}
	var pairs []pair
	for _, operand := range operands {
		if isDir(operand) {
			pairs = append(pairs, v.twins(operand)...)
		} else {
			pairs = append(pairs, v.twin(operand)...)
		}
	}
	return firsts(pairs, func(p pair) string { return filepath.Clean(p.a.name) }), nil
}

// twin returns the pair of a file and its counterpart.
func (v *verification) twin(path string) []pair {
	a := v.find.source(path)
	switch {
	case a == nil:
	case a.stdin:
		v.find.fail(a, nil, report.Errorf("No twin", "Standard input has no file next to it. Name the two files to compare."))
	default:
		if b := v.find.source(a.file.Twin); b != nil {
			return []pair{nativeFirst(a, b)}
		}
	}
	return nil
}

// nativeFirst returns a pair with the native file as the source.
func nativeFirst(a, b *source) pair {
	if a.file.JSON {
		a, b = b, a
	}
	return pair{a, b}
}

// twins returns the pairs of files in a directory.
func (v *verification) twins(dir string) []pair {
	found, ok := v.find.walk(dir)
	byPath := map[string]*source{}
	for _, f := range found.Files {
		byPath[f.Path] = sourceOf(f)
	}
	var pairs []pair
	alone := 0
	for _, f := range found.Files {
		switch twin := byPath[filepath.Clean(f.Twin)]; {
		case twin == nil:
			alone++
		case !f.JSON:
			pairs = append(pairs, pair{byPath[f.Path], twin})
		}
	}
	v.find.summary.Alone += alone
	if ok && len(pairs) == 0 && !v.options.allowNone {
		v.find.error(dir, report.Errorf("Nothing to compare",
			"No file in %s has a twin in the other syntax next to it. To prove that its files survive a conversion, "+
				"use --roundtrip.", dir))
	}
	return pairs
}

// twinTrees returns the pairs of files in two directories, in any syntax. It reports a file without
// a counterpart as a difference.
func (v *verification) twinTrees(dirA, dirB string) []pair {
	foundA, _ := v.find.walk(dirA)
	foundB, _ := v.find.walk(dirB)
	lost := append(incomplete(foundA, dirA), incomplete(foundB, dirB)...)
	rest := map[string][]configdir.File{}
	for _, f := range foundB.Files {
		rest[nativeName(f)] = append(rest[nativeName(f)], f)
	}
	for _, diag := range compareOrders(v.session, foundA.Files, foundB.Files) {
		v.session.report.Add("", nil, diag)
		v.find.status = max(v.find.status, exitDiffers)
	}
	var pairs []pair
	alone := func(f configdir.File, dir string) {
		if slices.ContainsFunc(lost, func(dir string) bool { return isBelow(dir, f.Rel) }) {
			v.find.summary.Left++ // the other directory may contain a counterpart
			return
		}
		v.find.status = max(v.find.status, exitDiffers)
		v.find.summary.Different++
		v.session.report.Add(f.Path, nil, report.Errorf("Missing file", "There is nothing like %s in %s.", f.Path, dir))
	}
	for _, f := range foundA.Files {
		candidates := rest[nativeName(f)]
		best := -1
		for i, candidate := range candidates {
			if best < 0 || candidate.Rel == f.Rel {
				best = i
			}
		}
		if best < 0 {
			alone(f, dirB)
			continue
		}
		pairs = append(pairs, pair{sourceOf(f), sourceOf(candidates[best])})
		rest[nativeName(f)] = append(candidates[:best:best], candidates[best+1:]...)
	}
	for _, f := range foundB.Files {
		for _, left := range rest[nativeName(f)] {
			if left.Rel == f.Rel {
				alone(f, dirA)
			}
		}
	}
	if v.find.status != exitError && len(foundA.Files)+len(foundB.Files) == 0 {
		v.find.error("", report.Errorf("Nothing to compare",
			"There is no file in %s or %s whose name says that it is HCL.", dirA, dirB))
	}
	return pairs
}

// incomplete returns the directories below a root, as relative paths, that could not be read
// completely.
func incomplete(found configdir.Found, root string) []string {
	var dirs []string
	for _, dir := range found.Incomplete() {
		if rel, err := filepath.Rel(root, dir); err == nil {
			dirs = append(dirs, rel)
		}
	}
	return dirs
}

// failed returns the outcome of a failed comparison.
func failed(name string, src []byte, diag *hcl.Diagnostic) *outcome {
	o := &outcome{status: exitError}
	o.log.Add(name, src, diag)
	return o
}

func (v *verification) verifyPair(p pair) *outcome {
	var sources []equivalent.Source
	texts := map[string][]byte{}
	for _, s := range []*source{p.a, p.b} {
		src, _, diag := v.session.load(s)
		if diag != nil {
			return failed(s.name, src, diag)
		}
		texts[s.name] = src
		sources = append(sources, s.text(src))
	}
	if diag := twoLanguages(p.a.name, p.a.file.Dialect, p.b.name, p.b.file.Dialect); diag != nil {
		return failed(p.a.name, nil, diag)
	}
	o := &outcome{}
	found := compare(sources[0], sources[1], v.session.languageOf(p.a, p.b, sources), v.options.form.comments == "keep")
	o.log.AddWith(texts, found.Messages()...)
	o.status = proofStatus(found)
	o.differences = len(found.Differences)
	if n := quotedAlone(found, sources[:1], sources[1:]); n > 0 && o.status == exitOK {
		o.status, o.differences = exitDiffers, n
	}
	return o
}

// quotedAlone returns the difference between the two sides in the number of quotes that the product
// refuses in native syntax.
func quotedAlone(found equivalent.Result, a, b []equivalent.Source) int {
	n := 0
	for _, d := range found.Diagnostics {
		of := func(s equivalent.Source) bool { return s.Filename == d.Subject.Filename }
		switch inA, inB := slices.ContainsFunc(a, of), slices.ContainsFunc(b, of); {
		case d.Summary != equivalent.QuotedReference || inA && inB:
		case inA:
			n++
		default:
			n--
		}
	}
	return max(n, -n)
}

// verifyRoundtrip checks that files survive the conversion there and back.
func (v *verification) verifyRoundtrip(operands []string) int {
	sources := v.find.find(operands)
	return v.proveAll(len(sources), func(i int) *outcome { return v.roundtrip(sources[i]) })
}

// countStatus counts the exit status of a check.
func countStatus(s *summary, status int) {
	switch status {
	case exitOK:
		s.Equal++
	case exitDiffers:
		s.Different++
	default:
		s.Errors++
	}
}

// roundtrip checks one file.
func (v *verification) roundtrip(s *source) *outcome {
	src, _, diag := v.session.load(s)
	if diag != nil {
		return failed(s.name, src, diag)
	}
	o := &outcome{}
	result, diags := guard(s.name, func() (roundtrip.Result, hcl.Diagnostics) {
		opts := roundtrip.Options{Languages: v.session.described, Strict: v.options.form.strict, ForTools: true}
		return roundtrip.Check(s.name, src, v.session.language(s, src), opts), nil
	})
	o.log.Add(s.name, src, diags...)
	texts := map[string][]byte{}
	for _, p := range result.Problems {
		for name, f := range p.Files {
			texts[name] = f.Bytes
		}
	}
	o.log.AddWith(texts, result.Diagnostics()...)
	o.log.Add(s.name, src, ofSource(result.Warnings, s.name)...)
	switch {
	case diags.HasErrors(), result.Refused():
		o.status = exitError
	case !result.Equal():
		o.status = exitDiffers
	}
	return o
}

// ofSource returns the warnings about the file itself, without duplicates.
func ofSource(warnings hcl.Diagnostics, name string) hcl.Diagnostics {
	type warning struct {
		rng     hcl.Range
		summary string
	}
	seen := map[warning]bool{}
	var result hcl.Diagnostics
	for _, diag := range warnings {
		if diag.Subject == nil || diag.Subject.Filename != name {
			continue
		}
		key := warning{*diag.Subject, diag.Summary}
		if !seen[key] {
			result = append(result, diag)
		}
		seen[key] = true
	}
	return result
}

const diffDescription = `A and B are files or directories, in either syntax. The files that the product reads together are one
configuration, so a block may be in another file. Layout, comments and meaningless order are not compared.

Exit status: 0 no difference, 1 differences, 2 an error.

Examples:
  hcljson diff main.tf main.tf.json
  hcljson diff before/ after/`

func diffCommand() *cli.Command {
	o := new(verifyOptions)
	return command.Define(&cli.Command{
		Name: "diff", Usage: "show the differences in meaning between two configurations", Description: diffDescription,
		ArgsUsage: "A B", Flags: append(command.Without(o.files.flags(), "jobs"), o.session.flags()...),
	}, command.Rules{Operands: command.Required}, func(call *command.Call) (int, error) {
		if len(call.Operands) != 2 {
			return exitError, command.Usagef("diff compares two configurations: name two files or directories")
		}
		return start(&o.session, call, func(s *session) (int, error) {
			return (&differ{o.finder(s)}).diff(call.Operands[0], call.Operands[1]), nil
		})
	})
}

// configuration contains the files that a product loads as one configuration: one file, or files of
// a directory.
type configuration struct {
	dialect *schema.Dialect
	// named is the language according to the file names. It differs from dialect if names in the
	// module select the product.
	named    *schema.Dialect
	targeted bool
	sources  []equivalent.Source
}

// differ compares the configurations of two operands.
type differ struct{ *finder }

// diff prints the differences in meaning between two configurations, and returns the exit
// status.
func (f *differ) diff(nameA, nameB string) int {
	texts := map[string][]byte{}
	var fileA, fileB *source
	switch dirA, dirB := isDir(nameA), isDir(nameB); {
	case !dirA && !dirB:
		fileA, fileB = f.two(nameA, nameB)
	case !dirA:
		fileA = f.source(nameA)
	case !dirB:
		fileB = f.source(nameB)
	}
	if f.status != exitOK {
		return f.status
	}
	a, filesA := f.configurations(nameA, fileA, texts)
	b, filesB := f.configurations(nameB, fileB, texts)
	if f.status != exitOK {
		return f.status
	}
	for _, diag := range compareOrders(f.session, filesA, filesB) {
		f.session.report.Add("", nil, diag)
		f.status = exitDiffers
	}
	if dirA := isDir(nameA); dirA != isDir(nameB) {
		dir, file, path := a, b, nameB
		if !dirA {
			dir, file, path = b, a, nameA
		}
		if diag := sameKind(dir, file, path); diag != nil {
			f.error("", diag)
			return f.status
		}
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(names)
	var l report.Log
	for _, name := range slices.Compact(names) {
		inA, inB := a[name], b[name]
		dialect := cmp.Or(inA.dialect, inB.dialect)
		if inB.targeted && !inA.targeted {
			dialect = inB.dialect
		}
		if inA.dialect != nil && inB.dialect != nil {
			if diag := twoLanguages(nameA, inA.named, nameB, inB.named); diag != nil {
				f.error("", diag)
				return f.status
			}
		}
		found := compareAll(inA.orEmpty(nameA), inB.orEmpty(nameB), dialect, false)
		f.status = max(f.status, proofStatus(found))
		if quotedAlone(found, inA.sources, inB.sources) > 0 {
			f.status = max(f.status, exitDiffers)
		}
		f.showDifferences(&l, found.Messages(), texts)
	}
	return max(f.status, l.Print(f.session.report))
}

// orEmpty returns the sources of a configuration. For an empty configuration, it returns an empty
// source with the name of the operand, for messages.
func (c configuration) orEmpty(operand string) []equivalent.Source {
	if len(c.sources) == 0 {
		return []equivalent.Source{{Filename: operand}}
	}
	return c.sources
}

// sameKind reduces dir to the configuration that is compared with a single file, and renames it to
// the key of the file.
func sameKind(dir, file map[string]configuration, path string) *hcl.Diagnostic {
	one := file[""]
	name := configName(".", one.dialect)
	whole, ok := dir[name]
	if !ok {
		return report.Errorf("Nothing to compare", "The directory has no configuration in the language of %s.", path)
	}
	for other, c := range dir {
		if other != name && filepath.Dir(other) == "." && c.dialect.Name == one.dialect.Name {
			return report.Errorf("Override files",
				"The directory has %s, which changes what the other files say, so one file cannot be compared "+
					"with it. Compare two directories.", c.sources[0].Filename)
		}
	}
	clear(dir)
	dir[""] = whole
	return nil
}

// configName returns the name of the configuration that the files of a directory form.
func configName(dir string, d *schema.Dialect) string {
	return filepath.Join(dir, "*."+d.Name)
}

// configurations reads a file or directory. It returns the configurations by name and the files of
// the directory, and adds the file contents to texts.
func (f *differ) configurations(
	path string, one *source, texts map[string][]byte,
) (map[string]configuration, []configdir.File) {
	result := map[string]configuration{}
	ok := true
	add := func(name string, s *source) {
		src, _, diag := f.session.load(s)
		if diag != nil {
			f.fail(s, src, diag)
			ok = false
			return
		}
		texts[s.name] = src
		c := result[name]
		c.dialect, c.named = f.session.language(s, src), s.file.Dialect
		target, _ := f.session.moduleTarget(s, src)
		c.targeted = target != ""
		c.sources = append(c.sources, s.text(src))
		result[name] = c
	}
	if one != nil {
		add("", one)
		return result, nil
	}
	found, whole := f.walk(path)
	for dir, files := range byDirectory(found.Files) {
		byName := make(map[string]configdir.File, len(files))
		for _, file := range files {
			byName[filepath.Base(file.Path)] = file
		}
		for _, read := range configdir.Reads(slices.Collect(maps.Keys(byName)), f.session.target, f.session.described...) {
			file := byName[read.Name]
			name := nativeName(file)
			if _, twin := byName[filepath.Base(file.Twin)]; file.JSON && twin {
				name = file.Rel // distinct from its counterpart
			}
			if read.Together {
				name = configName(dir, file.Dialect)
			}
			add(name, sourceOf(file))
		}
	}
	if ok && whole && len(result) == 0 {
		f.error(path, report.Errorf("Nothing to compare",
			"There is no file in %s whose name says that it is HCL.", path))
	}
	return result, found.Files
}

// showDifferences prints differences, and logs all other diagnostics.
func (f *differ) showDifferences(l *report.Log, diags hcl.Diagnostics, texts map[string][]byte) {
	for _, diag := range diags {
		found, ok := diag.Extra.(equivalent.Difference)
		if !ok || !f.session.report.ForPeople() {
			l.AddWith(texts, diag)
			continue
		}
		f.line(&l.Out, report.Bold, found.Place())
		f.side(&l.Out, report.Red, "-", found.A)
		f.side(&l.Out, report.Green, "+", found.B)
		l.Out.WriteByte('\n')
	}
}

func (f *differ) side(out *bytes.Buffer, color, sign string, side equivalent.Side) {
	if side.Value != "" {
		at := fmt.Sprintf("(%s line %d)", side.Range.Filename, side.Range.Start.Line)
		f.line(out, color, sign+" "+side.Value+"  "+at)
	}
}

func (f *differ) line(out *bytes.Buffer, color, text string) {
	text = string(report.Printable([]byte(text)))
	if f.session.outColor {
		text = color + text + report.Reset
	}
	out.WriteString(text + "\n")
}

// compare checks whether two files have the same meaning. It recovers from panics.
func compare(a, b equivalent.Source, dialect *schema.Dialect, comments bool) equivalent.Result {
	return compareAll([]equivalent.Source{a}, []equivalent.Source{b}, dialect, comments)
}

func compareAll(a, b []equivalent.Source, dialect *schema.Dialect, comments bool) equivalent.Result {
	name := ""
	for _, source := range append(a[:len(a):len(a)], b...) {
		name = source.Filename
	}
	found, diags := guard(name, func() (equivalent.Result, hcl.Diagnostics) {
		return equivalent.CompareModules(a, b, dialect, equivalent.Options{Comments: comments}), nil
	})
	found.Diagnostics = append(found.Diagnostics, diags...)
	return found
}

// proofStatus returns the exit status of a comparison.
func proofStatus(found equivalent.Result) int {
	switch found.Verdict() {
	case equivalent.Equal:
		return exitOK
	case equivalent.Different:
		return exitDiffers
	}
	return exitError
}

// twoLanguages returns an error if two files are in different languages.
func twoLanguages(nameA string, a *schema.Dialect, nameB string, b *schema.Dialect) *hcl.Diagnostic {
	if a.Name == b.Name {
		return nil
	}
	return report.Errorf("Two languages",
		"%s is in the language %s and %s in %s, so they cannot be compared. Say with --dialect which language they "+
			"are in.", nameA, a.Name, nameB, b.Name)
}

// compareOrders returns an error for each directory whose files two trees load in different orders, if the
// order is significant.
func compareOrders(s *session, filesA, filesB []configdir.File) hcl.Diagnostics {
	var diags hcl.Diagnostics
	byDirB := byDirectory(filesB)
	byDirA := byDirectory(filesA)
	for _, dir := range slices.Sorted(maps.Keys(byDirA)) {
		listsB := loaded(s, byDirB[dir])
		for _, listA := range loaded(s, byDirA[dir]) {
			for _, listB := range listsB {
				a, b := common(listA, listB), common(listB, listA)
				if !slices.Equal(a, b) {
					diags = append(diags, report.Errorf("Different order",
						"The product loads the files %s in this order, and %s in the other directory; the order "+
							"decides which of them counts.", strings.Join(a, ", "), strings.Join(b, ", ")))
				}
			}
		}
	}
	return diags
}

// loaded returns the lists of files of a directory with a significant order. The names are those in
// native syntax.
func loaded(s *session, files []configdir.File) [][]string {
	names := make([]string, len(files))
	native := map[string]string{}
	for i, f := range files {
		names[i] = filepath.Base(f.Path)
		native[names[i]] = nativeName(f)
	}
	lists := configdir.Ordered(names, s.target, s.described...)
	for _, list := range lists {
		for i, name := range list {
			list[i] = native[name]
		}
	}
	return lists
}

// common returns the elements of a that b also contains.
func common(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(name string) bool { return !slices.Contains(b, name) })
}

// nativeName returns the relative path of a file in native syntax.
func nativeName(f configdir.File) string {
	if f.JSON {
		return filepath.Join(filepath.Dir(f.Rel), filepath.Base(f.Twin))
	}
	return f.Rel
}

func byDirectory(files []configdir.File) map[string][]configdir.File {
	result := map[string][]configdir.File{}
	for _, f := range files {
		dir := filepath.Dir(f.Rel)
		result[dir] = append(result[dir], f)
	}
	return result
}
