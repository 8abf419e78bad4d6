package verifycmd

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/schema"
)

const diffDescription = `A and B are files or directories, in either syntax. The files that the product reads together are one
configuration, so a block may be in another file. Layout, comments and meaningless order are not compared.

Exit status: 0 no difference, 1 differences, 2 an error.

Examples:
  hcljson diff main.tf main.tf.json
  hcljson diff before/ after/`

// NewDiff returns the command diff.
func NewDiff() *cli.Command {
	o := new(verifyOptions)
	return command.Define(&cli.Command{
		Name: "diff", Usage: "show the differences in meaning between two configurations", Description: diffDescription,
		ArgsUsage: "A B", Flags: append(command.Without(o.files.Flags(), "jobs"), o.session.Flags()...),
	}, command.Rules{Operands: command.Required}, func(call *command.Call) (int, error) {
		if len(call.Operands) != 2 {
			return env.ExitError, command.Usagef("diff compares two configurations: name two files or directories")
		}
		return input.Start(&o.session, call, func(s *input.Session) (int, error) {
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
type differ struct{ *input.Finder }

// diff prints the differences in meaning between two configurations, and returns the exit
// status.
func (f *differ) diff(nameA, nameB string) int {
	texts := map[string][]byte{}
	var fileA, fileB *input.Source
	switch dirA, dirB := env.IsDir(nameA), env.IsDir(nameB); {
	case !dirA && !dirB:
		fileA, fileB = f.FindPair(nameA, nameB)
	case !dirA:
		fileA = f.FindFile(nameA)
	case !dirB:
		fileB = f.FindFile(nameB)
	}
	if f.Status != env.ExitOK {
		return f.Status
	}
	a, filesA := f.configurations(nameA, fileA, texts)
	b, filesB := f.configurations(nameB, fileB, texts)
	if f.Status != env.ExitOK {
		return f.Status
	}
	for _, diag := range compareOrders(f.Session, filesA, filesB) {
		f.Session.Report.Add("", nil, diag)
		f.Status = env.ExitDiffers
	}
	if dirA := env.IsDir(nameA); dirA != env.IsDir(nameB) {
		dir, file, path := a, b, nameB
		if !dirA {
			dir, file, path = b, a, nameA
		}
		if diag := sameKind(dir, file, path); diag != nil {
			f.ReportError("", diag)
			return f.Status
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
			if diag := env.TwoLanguages(nameA, inA.named, nameB, inB.named); diag != nil {
				f.ReportError("", diag)
				return f.Status
			}
		}
		found := env.CompareAll(inA.orEmpty(nameA), inB.orEmpty(nameB), dialect, equivalent.Options{Rules: equivalent.BothAsWritten})
		f.Status = max(f.Status, env.CheckStatus(found))
		if countUnpairedQuotes(found, inA.sources, inB.sources) > 0 {
			f.Status = max(f.Status, env.ExitDiffers)
		}
		f.showDifferences(&l, found.Messages(), texts)
	}
	return max(f.Status, l.Print(f.Session.Report))
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
				"The directory has %s, which overrides other files, so it cannot be compared with one file. "+
					"Compare two directories.", c.sources[0].Filename)
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
	path string, one *input.Source, texts map[string][]byte,
) (map[string]configuration, []configdir.File) {
	result := map[string]configuration{}
	ok := true
	add := func(name string, s *input.Source) {
		src, _, diag := f.Session.Load(s)
		if diag != nil {
			f.ReportFailed(s, src.Bytes(), diag)
			ok = false
			return
		}
		texts[s.Name] = src.Bytes()
		c := result[name]
		c.dialect, c.named = f.Session.Language(s), s.File.Dialect
		target, _ := f.Session.ModuleTarget(s)
		c.targeted = target != ""
		c.sources = append(c.sources, s.Text(src.Bytes()))
		result[name] = c
	}
	if one != nil {
		add("", one)
		return result, nil
	}
	found, whole := f.Walk(path)
	for dir, files := range byDirectory(found.Files) {
		byName := make(map[string]configdir.File, len(files))
		for _, file := range files {
			byName[filepath.Base(file.Path)] = file
		}
		for _, read := range configdir.LoadedFiles(slices.Collect(maps.Keys(byName)), f.Session.Target, f.Session.Described...) {
			file := byName[read.Name]
			name := nativeName(file)
			if _, counterpart := byName[filepath.Base(file.Counterpart)]; file.JSON && counterpart {
				name = file.Rel // distinct from its counterpart
			}
			if read.Together {
				name = configName(dir, file.Dialect)
			}
			add(name, input.SourceOf(file))
		}
	}
	if ok && whole && len(result) == 0 {
		f.ReportError(path, report.Errorf("Nothing to compare",
			"%s has no files with names of HCL files.", path))
	}
	return result, found.Files
}

// showDifferences prints differences, and logs all other diagnostics.
func (f *differ) showDifferences(l *report.Log, diags hcl.Diagnostics, texts map[string][]byte) {
	for _, diag := range diags {
		found, ok := diag.Extra.(equivalent.Difference)
		if !ok || !f.Session.Report.ForPeople() {
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
	if f.Session.OutColor {
		text = color + text + report.Reset
	}
	out.WriteString(text + "\n")
}
