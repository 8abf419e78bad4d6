package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/tree"
	"github.com/hcljson/hcljson/schema"
)

const diffDescription = `A and B are files or directories, in either syntax. Of a directory, the files that
the product reads together are one configuration, so that it does not matter in
which of them something stands. Layout, comments, and order that does not matter
are no differences.

Exit status: 0 no difference, 1 differences, 2 an error.`

// configuration is what a product reads as one: a file, or files of a directory.
type configuration struct {
	dialect *schema.Dialect
	sources []equivalent.Source
}

// semanticDiff shows what differs in meaning between two configurations.
func (r *run) semanticDiff(operands []string) (int, error) {
	if len(operands) != 2 {
		return exitError, usagef("diff compares two configurations: name two files or directories")
	}
	texts := map[string][]byte{}
	a, filesA, okA := r.configurations(operands[0], texts)
	b, filesB, okB := r.configurations(operands[1], texts)
	if !okA || !okB {
		return exitError, nil
	}
	status := exitOK
	for _, diag := range r.orders(filesA, filesB) {
		r.report.add("", nil, hcl.Diagnostics{diag})
		status = exitDiffers
	}
	if dirA := isDir(operands[0]); dirA != isDir(operands[1]) {
		dir, file, path := a, b, operands[1]
		if !dirA {
			dir, file, path = b, a, operands[0]
		}
		if diag := sameKind(dir, file, path); diag != nil {
			r.report.add("", nil, hcl.Diagnostics{diag})
			return exitError, nil
		}
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(names)
	var l log
	for _, name := range slices.Compact(names) {
		inA, inB := a[name], b[name]
		dialect := cmp.Or(inA.dialect, inB.dialect)
		if inA.dialect != nil && inB.dialect != nil {
			if diag := twoLanguages(operands[0], inA.dialect, operands[1], inB.dialect); diag != nil {
				r.report.add("", nil, hcl.Diagnostics{diag})
				return exitError, nil
			}
		}
		found := r.compareAll(inA.sources, inB.sources, dialect, false)
		status = max(status, proofStatus(found))
		r.showDifferences(&l, found.Messages(), texts)
	}
	return max(status, l.print(r.report)), nil
}

// sameKind leaves of a directory what one file is to be compared with, under the
// name that the file has.
func sameKind(dir, file map[string]configuration, path string) *hcl.Diagnostic {
	one := file[""]
	name := configName(".", one.dialect)
	whole, ok := dir[name]
	if !ok {
		return errorf("Nothing to compare", "The directory has no configuration in the language of %s.", path)
	}
	for other, c := range dir {
		if other != name && filepath.Dir(other) == "." && c.dialect.Name == one.dialect.Name {
			return errorf("Override files", "The directory has %s, which changes what the other files say, so that one file cannot be compared with it. Compare two directories.", c.sources[0].Filename)
		}
	}
	clear(dir)
	dir[""] = whole
	return nil
}

// configName is the name of what the files of a directory are together.
func configName(dir string, d *schema.Dialect) string {
	return filepath.Join(dir, "*."+d.Name)
}

// configurations reads a file or a directory: the configurations in it by name,
// the texts of their files, and the files of the directory.
func (r *run) configurations(path string, texts map[string][]byte) (map[string]configuration, []tree.File, bool) {
	result := map[string]configuration{}
	add := func(name string, s *source) bool {
		src, diag := r.load(s)
		if diag != nil {
			r.fail(s, src, diag)
			return false
		}
		texts[s.name] = src
		c := result[name]
		c.dialect = r.language(s, src)
		c.sources = append(c.sources, equivalent.Source{Bytes: src, Filename: s.name, JSON: s.file.JSON})
		result[name] = c
		return true
	}
	if !isDir(path) {
		s := r.source(path)
		return result, nil, s != nil && add("", s)
	}
	found, ok := r.walk(path)
	for dir, files := range byDirectory(found.Files) {
		byName := make(map[string]tree.File, len(files))
		for _, f := range files {
			byName[filepath.Base(f.Path)] = f
		}
		for _, read := range tree.Reads(slices.Collect(maps.Keys(byName)), r.opts.target) {
			f := byName[read.Name]
			name := nativeName(f)
			if _, twin := byName[filepath.Base(f.Twin)]; f.JSON && twin {
				name = f.Rel // another file than its twin
			}
			if read.Together {
				name = configName(dir, f.Dialect)
			}
			ok = add(name, sourceOf(f)) && ok
		}
	}
	if ok && len(result) == 0 {
		r.report.add(path, nil, hcl.Diagnostics{errorf("Nothing to compare", "There is no file in %s whose name says that it is HCL.", path)})
		ok = false
	}
	return result, found.Files, ok
}

func byDirectory(files []tree.File) map[string][]tree.File {
	result := map[string][]tree.File{}
	for _, f := range files {
		dir := filepath.Dir(f.Rel)
		result[dir] = append(result[dir], f)
	}
	return result
}

// showDifferences prints differences, and notes everything else.
func (r *run) showDifferences(l *log, diags hcl.Diagnostics, texts map[string][]byte) {
	for _, diag := range diags {
		found, ok := diag.Extra.(equivalent.Difference)
		if !ok || r.report.json {
			l.addWith(texts, hcl.Diagnostics{diag})
			continue
		}
		r.line(&l.out, colorBold, found.Place())
		r.side(&l.out, colorRed, "-", found.A)
		r.side(&l.out, colorGreen, "+", found.B)
		l.out.WriteByte('\n')
	}
}

func (r *run) side(out *bytes.Buffer, color, sign string, side equivalent.Side) {
	if side.Value != "" {
		r.line(out, color, fmt.Sprintf("%s %s  (%s line %d)", sign, side.Value, side.Range.Filename, side.Range.Start.Line))
	}
}

func (r *run) line(out *bytes.Buffer, color, text string) {
	text = string(printable([]byte(text)))
	if r.outColor {
		text = color + text + colorReset
	}
	out.WriteString(text + "\n")
}
