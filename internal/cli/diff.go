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
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/configdir"
	"github.com/hcljson/hcljson/schema"
)

const diffDescription = `A and B are files or directories, in either syntax. Of a directory, the files that
the product reads together are one configuration, so it does not matter in
which of them something is. Layout, comments, and order that does not matter
are not differences.

Exit status: 0 no difference, 1 differences, 2 an error.`

func diffCommand() *command.Command {
	o := new(options)
	return &command.Command{
		Name: "diff", Usage: "show what differs in meaning between two configurations", Description: diffDescription,
		Examples: `hcljson diff main.tf main.tf.json
hcljson diff before/ after/`,
		Args: "A B", Operands: command.Required,
		Groups: []command.Group{
			o.fileFlags().Without(&o.jobs), o.languageFlags(), o.providerFlags(),
			o.messageFlags(),
		},
		Run: func(call *command.Call) (int, error) {
			if len(call.Operands) != 2 {
				return exitError, command.Usagef("diff compares two configurations: name two files or directories")
			}
			return o.start(call, func(s *session) (int, error) {
				return (&finder{session: s, wanted: compared}).semanticDiff(call.Operands[0], call.Operands[1]), nil
			})
		},
	}
}

// configuration is what a product reads as one: a file, or files of a directory.
type configuration struct {
	dialect *schema.Dialect
	sources []equivalent.Source
}

// semanticDiff shows what differs in meaning between two configurations.
func (f *finder) semanticDiff(nameA, nameB string) int {
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
	for _, diag := range f.session.orders(filesA, filesB) {
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
		if inA.dialect != nil && inB.dialect != nil {
			if diag := twoLanguages(nameA, inA.dialect, nameB, inB.dialect); diag != nil {
				f.error("", diag)
				return f.status
			}
		}
		found := compareAll(inA.orEmpty(nameA), inB.orEmpty(nameB), dialect, false)
		f.status = max(f.status, proofStatus(found))
		f.showDifferences(&l, found.Messages(), texts)
	}
	return max(f.status, l.Print(f.session.report))
}

// orEmpty is the sources of a configuration, or an empty one in place of what an operand
// does not have, so that a message names the operand.
func (c configuration) orEmpty(operand string) []equivalent.Source {
	if len(c.sources) == 0 {
		return []equivalent.Source{{Filename: operand}}
	}
	return c.sources
}

// sameKind leaves of a directory what one file is to be compared with, under the
// name that the file has.
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

// configName is the name of what the files of a directory are together.
func configName(dir string, d *schema.Dialect) string {
	return filepath.Join(dir, "*."+d.Name)
}

// configurations reads one file or a directory: the configurations in it by name,
// the texts of their files, and the files of the directory.
func (f *finder) configurations(
	path string, one *source, texts map[string][]byte,
) (map[string]configuration, []configdir.File) {
	result := map[string]configuration{}
	ok := true
	add := func(name string, s *source) {
		src, diag := f.session.load(s)
		if diag != nil {
			f.fail(s, src, diag)
			ok = false
			return
		}
		texts[s.name] = src
		c := result[name]
		c.dialect = f.session.language(s, src)
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
				name = file.Rel // another file than its twin
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

// showDifferences prints differences, and notes everything else.
func (f *finder) showDifferences(l *report.Log, diags hcl.Diagnostics, texts map[string][]byte) {
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

func (f *finder) side(out *bytes.Buffer, color, sign string, side equivalent.Side) {
	if side.Value != "" {
		at := fmt.Sprintf("(%s line %d)", side.Range.Filename, side.Range.Start.Line)
		f.line(out, color, sign+" "+side.Value+"  "+at)
	}
}

func (f *finder) line(out *bytes.Buffer, color, text string) {
	text = string(report.Printable([]byte(text)))
	if f.session.outColor {
		text = color + text + report.Reset
	}
	out.WriteString(text + "\n")
}
