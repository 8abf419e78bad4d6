// Package verifycmd contains the commands that compare files: verify and diff.
package verifycmd

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/schema/dialects"
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
	session              env.Options
	files                env.FileOptions
	form                 env.FormOptions
	roundtrip, allowNone bool
}

// NewVerify returns the command verify.
func NewVerify() *cli.Command {
	o := new(verifyOptions)
	return command.Define(&cli.Command{
		Name: "verify", Usage: "check that files mean the same", Description: verifyDescription,
		ArgsUsage: "A B | PATH...", UsageText: "--roundtrip [options] PATH...",
		Flags: slices.Concat(o.files.Flags(), o.session.Flags(), command.Only(o.form.Flags(), "comments", "strict"), []cli.Flag{
			&cli.BoolFlag{Name: "roundtrip", Category: command.Files, Destination: &o.roundtrip,
				Usage: "check the conversion of each file in both directions"},
			&cli.BoolFlag{Name: "allow-none", Category: command.Files, Destination: &o.allowNone,
				Usage: "succeed if a directory has no pairs to compare"},
		}),
	}, command.Rules{Operands: command.Required, Conflicts: command.Conflicts("--allow-none applies to files "+
		"without a counterpart, and --roundtrip needs no counterpart; leave it out", "allow-none", "roundtrip")}, o.run)
}

func (o *verifyOptions) run(call *command.Call) (int, error) {
	switch {
	case o.roundtrip && o.form.Comments == "drop":
		return env.ExitError, command.Usagef("--roundtrip also checks the comments; leave out --comments drop")
	}
	return input.Start(&o.session, call, func(s *input.Session) (int, error) {
		v := &verification{session: s, options: o, find: o.finder(s)}
		if o.roundtrip {
			return v.verifyRoundtrip(call.Operands), nil
		}
		return v.verify(call.Operands)
	})
}

// finder returns the finder of a command that compares files.
func (o *verifyOptions) finder(s *input.Session) *input.Finder {
	return &input.Finder{Session: s, Files: o.files, Output: &env.OutputOptions{},
		Wanted: input.Wanted{Direction: input.EitherSyntax, Streams: true, Nothing: "Nothing to compare"}}
}

// verification is a run of verify.
type verification struct {
	session *input.Session
	options *verifyOptions
	find    *input.Finder
	// differences is the number of differences of all pairs.
	differences int
}

// verify checks that the files of each pair have the same meaning.
func (v *verification) verify(operands []string) (int, error) {
	pairs, err := v.pairs(operands)
	if err != nil {
		return env.ExitError, err
	}
	status := v.checkAll(len(pairs), func(i int) *output.Outcome { return v.verifyPair(pairs[i]) })
	if many := (total{v.differences}); len(v.find.Roots) == 0 && many.Differences > 1 {
		v.session.Report.Summarize(many)
	}
	return status, nil
}

// total is the summary of a comparison of named files.
type total struct {
	Differences int `json:"differences"`
}

// String returns the number of differences.
func (f total) String() string { return input.Counted(f.Differences, "difference") + "\n" }

// checkAll runs n checks, prints their results in order, and returns the exit status.
func (v *verification) checkAll(n int, prove func(i int) *output.Outcome) int {
	env.Parallel(v.session.Env, n, v.options.files.Jobs, prove, func(o *output.Outcome) {
		v.find.Status = max(v.find.Status, o.Status, o.Log.Print(v.session.Report))
		countStatus(&v.find.Summary, o.Status)
		v.differences += o.Differences
	})
	v.find.Summarize()
	return v.find.Status
}

// pair contains two files for a comparison.
type pair struct{ a, b *input.Source }

// pairs returns the pairs of files to compare.
func (v *verification) pairs(operands []string) ([]pair, error) {
	if len(operands) == 2 {
		switch a, b := env.IsDir(operands[0]), env.IsDir(operands[1]); {
		case a && b:
			return v.pairTrees(operands[0], operands[1]), nil
		case a != b:
			if i := slices.IndexFunc(operands, env.IsMissing); i >= 0 {
				v.find.FindFile(operands[i]) // reports the missing file
				return nil, nil
			}
			return nil, command.Usagef(
				"a directory and a file cannot be compared file by file; use hcljson diff")
		}
		a, b := v.find.FindPair(operands[0], operands[1])
		if a == nil || b == nil {
			return nil, nil
		}
		return []pair{{a, b}}, nil
	}
	var pairs []pair
	for _, operand := range operands {
		if env.IsDir(operand) {
			pairs = append(pairs, v.findCounterparts(operand)...)
		} else {
			pairs = append(pairs, v.findCounterpart(operand)...)
		}
	}
	return env.Firsts(pairs, func(p pair) string { return filepath.Clean(p.a.Name) }), nil
}

// findCounterpart returns the pair of a file and its counterpart.
func (v *verification) findCounterpart(path string) []pair {
	a := v.find.FindFile(path)
	switch {
	case a == nil:
	case a.Stdin:
		v.find.ReportFailed(a, nil, report.Errorf("No counterpart", "Standard input has no counterpart. Name the two files "+
			"to compare."))
	case env.IsMissing(a.File.Counterpart):
		v.find.ReportFailed(a, nil, report.Errorf("No counterpart", "%s does not exist. Name the second file, or check the "+
			"conversion of %s with --roundtrip.", a.File.Counterpart, a.Name))
	default:
		if b := v.find.FindFile(a.File.Counterpart); b != nil {
			return []pair{nativeFirst(a, b)}
		}
	}
	return nil
}

// nativeFirst returns a pair with the native file as the source.
func nativeFirst(a, b *input.Source) pair {
	if a.File.JSON {
		a, b = b, a
	}
	return pair{a, b}
}

// findCounterparts returns the pairs of files in a directory.
func (v *verification) findCounterparts(dir string) []pair {
	found, ok := v.find.Walk(dir)
	byPath := map[string]*input.Source{}
	for _, f := range found.Files {
		byPath[f.Path] = input.SourceOf(f)
	}
	var pairs []pair
	alone := 0
	for _, f := range found.Files {
		switch counterpart := byPath[filepath.Clean(f.Counterpart)]; {
		case counterpart == nil:
			alone++
		case !f.JSON:
			pairs = append(pairs, pair{byPath[f.Path], counterpart})
		}
	}
	v.find.Summary.Alone += alone
	if ok && len(pairs) == 0 && !v.options.allowNone {
		v.find.ReportError(dir, report.Errorf("Nothing to compare",
			"No file in %s has a counterpart. To check the conversion of its files, use --roundtrip.", dir))
	}
	return pairs
}

// pairTrees returns the pairs of files in two directories, in any syntax. It reports a file without
// a counterpart as a difference.
func (v *verification) pairTrees(dirA, dirB string) []pair {
	foundA, _ := v.find.Walk(dirA)
	foundB, _ := v.find.Walk(dirB)
	lost := append(incomplete(foundA, dirA), incomplete(foundB, dirB)...)
	rest := map[string][]configdir.File{}
	for _, f := range foundB.Files {
		rest[nativeName(f)] = append(rest[nativeName(f)], f)
	}
	for _, diag := range compareOrders(v.session, foundA.Files, foundB.Files) {
		v.session.Report.Add("", nil, diag)
		v.find.Status = max(v.find.Status, env.ExitDiffers)
	}
	var pairs []pair
	alone := func(f configdir.File, dir string) {
		if slices.ContainsFunc(lost, func(dir string) bool { return env.IsBelow(dir, f.Rel) }) {
			v.find.Summary.Left++ // the other directory may contain a counterpart
			return
		}
		v.find.Status = max(v.find.Status, env.ExitDiffers)
		v.find.Summary.Different++
		v.session.Report.Add(f.Path, nil, report.Errorf("Missing file", "%s has no counterpart in %s.", f.Path, dir))
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
		pairs = append(pairs, pair{input.SourceOf(f), input.SourceOf(candidates[best])})
		rest[nativeName(f)] = append(candidates[:best:best], candidates[best+1:]...)
	}
	for _, f := range foundB.Files {
		for _, left := range rest[nativeName(f)] {
			if left.Rel == f.Rel {
				alone(f, dirA)
			}
		}
	}
	if v.find.Status != env.ExitError && len(foundA.Files)+len(foundB.Files) == 0 {
		v.find.ReportError("", report.Errorf("Nothing to compare",
			"%s and %s have no files with names of HCL files.", dirA, dirB))
	}
	return pairs
}

// incomplete returns the directories below a root, as relative paths, that could not be read
// completely.
func incomplete(found configdir.Found, root string) []string {
	var dirs []string
	for _, dir := range found.IncompleteDirs() {
		if rel, err := filepath.Rel(root, dir); err == nil {
			dirs = append(dirs, rel)
		}
	}
	return dirs
}

// failed returns the outcome of a failed comparison.
func failed(name string, src []byte, diag *hcl.Diagnostic) *output.Outcome {
	o := &output.Outcome{Status: env.ExitError}
	o.Log.Add(name, src, diag)
	return o
}

func (v *verification) verifyPair(p pair) *output.Outcome {
	var sources []equivalent.Source
	texts := map[string][]byte{}
	for _, s := range []*input.Source{p.a, p.b} {
		src, _, diag := v.session.Load(s)
		if diag != nil {
			return failed(s.Name, src.Bytes(), diag)
		}
		texts[s.Name] = src.Bytes()
		sources = append(sources, s.Text(src.Bytes()))
	}
	if diag := env.TwoLanguages(p.a.Name, p.a.File.Dialect, p.b.Name, p.b.File.Dialect); diag != nil {
		return failed(p.a.Name, nil, diag)
	}
	o := &output.Outcome{}
	opts := equivalent.Options{Comments: v.options.form.Comments == "keep", Rules: equivalent.BothAsWritten,
		Module: func() []equivalent.Source { return append(v.session.PeerFiles(p.a)(), v.session.PeerFiles(p.b)()...) }}
	if v.options.form.Strict {
		opts.Rules = equivalent.Strict
	}
	found := env.Compare(sources[0], sources[1], v.session.LanguageOf(p.a, p.b), opts)
	o.Log.AddWith(texts, found.Messages()...)
	o.Status = env.CheckStatus(found)
	o.Differences = len(found.Differences)
	if n := countUnpairedQuotes(found, sources[:1], sources[1:]); n > 0 && o.Status == env.ExitOK {
		o.Status, o.Differences = env.ExitDiffers, n
	}
	return o
}

// countUnpairedQuotes returns the difference between the two sides in the number of quotes that the product
// refuses in native syntax.
func countUnpairedQuotes(found equivalent.Result, a, b []equivalent.Source) int {
	n := 0
	for _, d := range found.Diagnostics {
		of := func(s equivalent.Source) bool { return s.Filename == d.Subject.Filename }
		switch inA, inB := slices.ContainsFunc(a, of), slices.ContainsFunc(b, of); {
		case convert.CodeOf(d) != "quoted-reference-keyword-or-type" || inA && inB:
		case inA:
			n++
		default:
			n--
		}
	}
	return max(n, -n)
}

// verifyRoundtrip checks that the conversion of files in both directions.
func (v *verification) verifyRoundtrip(operands []string) int {
	sources := v.find.Find(operands)
	return v.checkAll(len(sources), func(i int) *output.Outcome { return v.roundtrip(sources[i]) })
}

// countStatus counts the exit status of a check.
func countStatus(s *input.Summary, status int) {
	switch status {
	case env.ExitOK:
		s.Equal++
	case env.ExitDiffers:
		s.Different++
	default:
		s.Errors++
	}
}

// roundtrip checks one file.
func (v *verification) roundtrip(s *input.Source) *output.Outcome {
	read, _, diag := v.session.Load(s)
	src := read.Bytes()
	if diag != nil {
		return failed(s.Name, src, diag)
	}
	o := &output.Outcome{}
	result, diags := env.RecoverPanic(s.Name, func() (roundtrip.Result, hcl.Diagnostics) {
		strict := v.options.form.Strict
		opts := roundtrip.Options{Strict: strict, ForTools: !strict}
		file := dialects.File{Dialect: v.session.Language(s), JSON: s.File.JSON, Counterpart: s.File.Counterpart}
		return roundtrip.Check(s.Name, src, file, opts), nil
	})
	o.Log.Add(s.Name, src, diags...)
	texts := map[string][]byte{}
	for _, p := range result.Problems {
		for name, f := range p.Files {
			texts[name] = f.Bytes
		}
	}
	o.Log.AddWith(texts, result.Diagnostics()...)
	o.Log.Add(s.Name, src, warningsAbout(result.Warnings, s.Name)...)
	switch {
	case diags.HasErrors(), result.Refused():
		o.Status = env.ExitError
	case !result.Equal():
		o.Status = env.ExitDiffers
	}
	return o
}

// warningsAbout returns the warnings about the file itself, without duplicates.
func warningsAbout(warnings hcl.Diagnostics, name string) hcl.Diagnostics {
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

// compareOrders returns an error for each directory whose files two trees load in different orders, if the
// order is significant.
func compareOrders(s *input.Session, filesA, filesB []configdir.File) hcl.Diagnostics {
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
						"The product loads the files in the order %s, and in the other directory in the order %s. "+
							"The order selects the value in use.", strings.Join(a, ", "), strings.Join(b, ", ")))
				}
			}
		}
	}
	return diags
}

// loaded returns the lists of files of a directory with a significant order. The names are those in
// native syntax.
func loaded(s *input.Session, files []configdir.File) [][]string {
	names := make([]string, len(files))
	native := map[string]string{}
	for i, f := range files {
		names[i] = filepath.Base(f.Path)
		native[names[i]] = nativeName(f)
	}
	lists := configdir.OrderedFiles(names, s.Target, s.Described...)
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
		return filepath.Join(filepath.Dir(f.Rel), filepath.Base(f.Counterpart))
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
