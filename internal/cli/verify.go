package cli

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/internal/tree"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

const verifyDescription = `Two files are compared with each other, whatever their syntaxes. Two directories
are compared file by file. Of one file, or one directory, or more than two paths,
each file is compared with its twin in the other syntax beside it. Comments count
unless --comments drop is given.

Exit status: 0 equal, 1 different, 2 an error.`

// compare decides whether two files mean the same, and guards against bugs of
// its own.
func (r *run) compare(a, b equivalent.Source, dialect *schema.Dialect, comments bool) hcl.Diagnostics {
	return r.compareAll([]equivalent.Source{a}, []equivalent.Source{b}, dialect, comments)
}

func (r *run) compareAll(a, b []equivalent.Source, dialect *schema.Dialect, comments bool) hcl.Diagnostics {
	name := ""
	for _, source := range append(a[:len(a):len(a)], b...) {
		name = source.Filename
	}
	_, diags := guard(name, func() ([]byte, hcl.Diagnostics) {
		return nil, equivalent.CompareModules(a, b, dialect, equivalent.Options{Comments: comments})
	})
	return diags
}

// proofStatus is the exit status for the diagnostics of a comparison.
func proofStatus(diags hcl.Diagnostics) int {
	switch {
	case equivalent.Failed(diags):
		return exitError
	case diags.HasErrors():
		return exitDiffers
	}
	return exitOK
}

// verify proves that files mean the same.
func (r *run) verify(operands []string) (int, error) {
	switch {
	case r.opts.roundtrip && r.opts.comments == "drop":
		return exitError, usagef("--roundtrip proves that the comments survive, too; leave out --comments drop")
	case r.opts.roundtrip:
		return r.verifyRoundtrip(operands), nil
	case r.opts.strict:
		return exitError, usagef("--strict is about conversions; use it with --roundtrip")
	}
	pairs, status, err := r.pairs(operands)
	if err != nil {
		return exitError, err
	}
	return r.proveAll(len(pairs), status, func(i int) *outcome { return r.verifyPair(pairs[i]) }), nil
}

// proveAll does n proofs, shows what comes of them in their order, and returns
// the exit status.
func (r *run) proveAll(n, status int, prove func(i int) *outcome) int {
	progress := r.startProgress(n)
	defer progress.stop()
	inOrder(n, r.opts.limit(), func(i int) *outcome {
		defer progress.step()
		if r.ctx.Err() != nil {
			return &outcome{status: exitError}
		}
		return prove(i)
	}, func(_ int, o *outcome) {
		status = max(status, o.status, o.log.print(r.report))
		r.summary.proven(o.status)
	})
	if r.ctx.Err() != nil {
		r.report.add("", nil, hcl.Diagnostics{errInterrupted()})
	}
	r.summarize()
	return status
}

// pair is two files that should mean the same.
type pair struct{ a, b *source }

// pairs returns what is to be compared, and the exit status if there were
// errors.
func (r *run) pairs(operands []string) ([]pair, int, error) {
	if len(operands) == 2 {
		switch a, b := isDir(operands[0]), isDir(operands[1]); {
		case a && b:
			pairs, status := r.twinTrees(operands[0], operands[1])
			return pairs, status, nil
		case a != b:
			return nil, exitError, usagef("a directory and a file cannot be compared file by file; hcljson diff shows what differs between them")
		}
		a, b := r.source(operands[0]), r.source(operands[1])
		if a == nil || b == nil {
			return nil, exitError, nil
		}
		return []pair{{a, b}}, exitOK, nil
	}
	var pairs []pair
	status := exitOK
	for _, operand := range operands {
		var found []pair
		ok := false
		if isDir(operand) {
			found, ok = r.twins(operand)
		} else {
			found, ok = r.twin(operand)
		}
		if !ok {
			status = exitError
		}
		pairs = append(pairs, found...)
	}
	seen := map[string]bool{}
	pairs = slices.DeleteFunc(pairs, func(p pair) bool {
		key := filepath.Clean(p.a.name)
		again := seen[key]
		seen[key] = true
		return again
	})
	return pairs, status, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return path != stdinPath && err == nil && info.IsDir()
}

// twin pairs a file with the one beside it.
func (r *run) twin(path string) ([]pair, bool) {
	a := r.source(path)
	if a == nil {
		return nil, false
	}
	if a.stdin {
		r.fail(a, nil, errorf("No twin", "Standard input has no file beside it. Name the two files to compare."))
		return nil, false
	}
	b := r.source(a.file.Twin)
	if b == nil {
		return nil, false
	}
	return []pair{nativeFirst(a, b)}, true
}

// nativeFirst takes the native file for the one that the other was made from.
func nativeFirst(a, b *source) pair {
	if a.file.JSON {
		a, b = b, a
	}
	return pair{a, b}
}

// twins returns the pairs of files in a directory.
func (r *run) twins(dir string) ([]pair, bool) {
	r.walked = true
	found, ok := r.walk(dir)
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
	r.summary.Alone += alone
	if ok && len(pairs) == 0 {
		r.report.add(dir, nil, hcl.Diagnostics{errorf("Nothing to compare", "No file in %s has a twin in the other syntax beside it. To prove that its files survive a conversion, use --roundtrip.", dir)})
		ok = false
	}
	return pairs, ok
}

// twinTrees pairs the files of two directories, in whichever syntax they are. A
// file that only one of them has is a difference.
func (r *run) twinTrees(dirA, dirB string) ([]pair, int) {
	r.walked = true
	foundA, okA := r.walk(dirA)
	foundB, okB := r.walk(dirB)
	status := exitOK
	if !okA || !okB {
		status = exitError
	}
	lost := append(incomplete(foundA, dirA), incomplete(foundB, dirB)...)
	rest := map[string][]tree.File{}
	for _, f := range foundB.Files {
		rest[nativeName(f)] = append(rest[nativeName(f)], f)
	}
	for _, diag := range r.orders(foundA.Files, foundB.Files) {
		r.report.add("", nil, hcl.Diagnostics{diag})
		status = max(status, exitDiffers)
	}
	var pairs []pair
	alone := func(f tree.File, dir string) {
		if slices.ContainsFunc(lost, func(dir string) bool { return isBelow(dir, f.Rel) }) {
			r.summary.Left++ // who knows what the other directory has
			return
		}
		status = max(status, exitDiffers)
		r.summary.Different++
		r.report.add(f.Path, nil, hcl.Diagnostics{errorf("Missing file", "There is nothing like %s in %s.", f.Path, dir)})
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
	if status != exitError && len(foundA.Files)+len(foundB.Files) == 0 {
		r.report.add("", nil, hcl.Diagnostics{errorf("Nothing to compare", "There is no file in %s or %s whose name says that it is HCL.", dirA, dirB)})
		return nil, exitError
	}
	return pairs, status
}

// incomplete are the directories below a root, as paths from there, that something
// in is not known of.
func incomplete(found tree.Found, root string) []string {
	var dirs []string
	for _, dir := range found.Incomplete() {
		if rel, err := filepath.Rel(root, dir); err == nil {
			dirs = append(dirs, rel)
		}
	}
	return dirs
}

// isBelow reports whether a path is that of a directory or of something below it.
func isBelow(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// orders compares the order in which the products load the files of two trees,
// where that counts.
func (r *run) orders(filesA, filesB []tree.File) hcl.Diagnostics {
	var diags hcl.Diagnostics
	byDirB := byDirectory(filesB)
	byDirA := byDirectory(filesA)
	for _, dir := range slices.Sorted(maps.Keys(byDirA)) {
		listsB := r.loaded(byDirB[dir])
		for _, listA := range r.loaded(byDirA[dir]) {
			for _, listB := range listsB {
				a, b := common(listA, listB), common(listB, listA)
				if !slices.Equal(a, b) {
					diags = append(diags, errorf("Different order", "The product loads the files %s in this order, and %s in the other directory; the order decides which of them counts.", strings.Join(a, ", "), strings.Join(b, ", ")))
				}
			}
		}
	}
	return diags
}

// loaded returns the files of a directory whose order counts, by their names in
// native syntax.
func (r *run) loaded(files []tree.File) [][]string {
	names := make([]string, len(files))
	native := map[string]string{}
	for i, f := range files {
		names[i] = filepath.Base(f.Path)
		native[names[i]] = nativeName(f)
	}
	lists := tree.Ordered(names, r.opts.target)
	for _, list := range lists {
		for i, name := range list {
			list[i] = native[name]
		}
	}
	return lists
}

// common returns the elements of a that are in b.
func common(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(name string) bool { return !slices.Contains(b, name) })
}

// nativeName is the path of a file below its root, as it is in native syntax.
func nativeName(f tree.File) string {
	if f.JSON {
		return filepath.Join(filepath.Dir(f.Rel), filepath.Base(f.Twin))
	}
	return f.Rel
}

func sourceOf(f tree.File) *source {
	return &source{name: f.Path, file: f.File, below: f.Rel, link: isLink(f.Path)}
}

func (r *run) verifyPair(p pair) *outcome {
	o := &outcome{}
	var sources []equivalent.Source
	texts := map[string][]byte{}
	for _, s := range []*source{p.a, p.b} {
		src, diag := r.load(s)
		if diag != nil {
			o.log.add(s.name, src, hcl.Diagnostics{diag})
			o.status = exitError
			return o
		}
		texts[s.name] = src
		sources = append(sources, equivalent.Source{Bytes: src, Filename: s.name, JSON: s.file.JSON})
	}
	if diag := twoLanguages(p.a.name, p.a.file.Dialect, p.b.name, p.b.file.Dialect); diag != nil {
		o.log.add(p.a.name, nil, hcl.Diagnostics{diag})
		o.status = exitError
		return o
	}
	diags := r.compare(sources[0], sources[1], r.language(p.a, sources[0].Bytes), r.opts.comments == "keep")
	o.log.addWith(texts, diags)
	o.status = proofStatus(diags)
	return o
}

// twoLanguages refuses to compare what is not in one language.
func twoLanguages(nameA string, a *schema.Dialect, nameB string, b *schema.Dialect) *hcl.Diagnostic {
	if a.Name == b.Name {
		return nil
	}
	return errorf("Two languages", "%s is in the language %s and %s in %s, so they have no common meaning. --dialect says which language they are in.", nameA, a.Name, nameB, b.Name)
}

// load reads a source that is to be compared, and refuses what is no text in its
// syntax.
func (r *run) load(s *source) ([]byte, *hcl.Diagnostic) {
	src, err := r.read(s)
	if err != nil {
		return nil, errorf("Cannot read the file", "%s: %s.", s.name, reason(err))
	}
	if diag := checkEncoding(src); diag != nil {
		return nil, diag
	}
	if s.file.JSON {
		if diag := checkJSON(s.name, src); diag != nil {
			return nil, diag
		}
		return src, dialects.OtherFormat(s.name, src, s.file.Dialect)
	}
	return src, nil
}

// verifyRoundtrip proves that files survive the conversion there and back.
func (r *run) verifyRoundtrip(operands []string) int {
	sources, status := r.roundtripSources(operands)
	return r.proveAll(len(sources), status, func(i int) *outcome { return r.roundtrip(sources[i]) })
}

func (r *run) roundtripSources(operands []string) ([]*source, int) {
	var sources []*source
	status := exitOK
	for _, operand := range unique(operands) {
		if !isDir(operand) {
			if s := r.source(operand); s != nil {
				sources = append(sources, s)
			} else {
				status = exitError
			}
			continue
		}
		r.walked = true
		found, ok := r.walk(operand)
		for _, f := range found.Files {
			sources = append(sources, sourceOf(f))
		}
		r.leftOut(found.Unclear)
		if ok && len(found.Files) == 0 {
			r.report.add(operand, nil, hcl.Diagnostics{errorf("Nothing to prove", "There is no file in %s whose name says that it is HCL.", operand)})
			ok = false
		}
		if !ok {
			status = exitError
		}
	}
	return uniqueSources(sources), status
}

// proven counts the outcome of a proof.
func (s *summary) proven(status int) {
	s.add(func(s *summary) {
		switch status {
		case exitOK:
			s.Equal++
		case exitDiffers:
			s.Different++
		default:
			s.Errors++
		}
	})
}

// roundtrip proves one file.
func (r *run) roundtrip(s *source) *outcome {
	o := &outcome{}
	src, diag := r.load(s)
	if diag != nil {
		o.log.add(s.name, src, hcl.Diagnostics{diag})
		o.status = exitError
		return o
	}
	var result roundtrip.Result
	_, diags := guard(s.name, func() ([]byte, hcl.Diagnostics) {
		result = roundtrip.Check(s.name, src, r.language(s, src), roundtrip.Options{Languages: r.languages, Strict: r.opts.strict})
		return nil, nil
	})
	o.log.add(s.name, src, diags)
	texts := map[string][]byte{}
	for _, p := range result.Problems {
		for name, f := range p.Files {
			texts[name] = f.Bytes
		}
	}
	o.log.addWith(texts, result.Diagnostics())
	o.log.add(s.name, src, ofSource(result.Warnings, s.name))
	switch {
	case diags.HasErrors(), result.Refused():
		o.status = exitError
	case !result.Equal():
		o.status = exitDiffers
	}
	return o
}

// ofSource returns the warnings on the file itself, each once.
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
