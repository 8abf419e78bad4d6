package cli

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/supervise"
	"github.com/hcljson/hcljson/schema"
)

// editing is the edit of one file.
type editing struct {
	*editor
	c       *conversion
	dialect *schema.Dialect
}

// edit reads and edits one source. It may run in parallel with others.
func (e *editor) edit(s *source) *conversion {
	c := &conversion{source: s}
	src, diag := e.load(s)
	if diag == nil {
		diag = e.mixed(s, src)
	}
	if diag != nil {
		return c.fail(src, diag)
	}
	c.src = src
	one := &editing{editor: e, c: c, dialect: e.language(s, src)}
	if e.program != nil {
		one.throughProgram()
	} else {
		one.asEdited()
	}
	if e.ctx.Err() != nil {
		return &conversion{source: s, failed: true}
	}
	return c
}

// throughProgram lets the program edit the JSON of the file.
func (e *editing) throughProgram() {
	given, ok := e.given()
	if !ok || e.ctx.Err() != nil {
		return
	}
	edited, ok := e.output(given)
	if !ok {
		return
	}
	edited.Bytes = patch.WithoutEmptied(edited.Bytes, e.dialect)
	printed := edited.Bytes
	var rounded bool
	if edited.Bytes, rounded = patch.Restored(printed, given.Bytes); rounded {
		e.c.log.Add(edited.Filename, nil, patch.Rounded(edited.Filename, e.c.name))
	}
	if bytes.Equal(edited.Bytes, given.Bytes) {
		e.c.converted = e.c.src
	} else if !e.apply(edited) {
		return
	}
	if !bytes.Equal(e.c.converted, e.c.src) {
		e.proveGiven(given)
	} else if len(e.operands) == 1 && e.operands[0] == e.c.name && !rounded {
		e.sortedOnly(printed, edited)
	}
	if !bytes.Equal(edited.Bytes, given.Bytes) {
		e.proveEdited(edited)
	}
}

// sortedOnly says that a file stays as it is where the edit has only sorted its JSON. Of
// many files, that is how a program writes all of them.
func (e *editing) sortedOnly(printed []byte, restored equivalent.Source) {
	if bytes.Equal(e.c.converted, e.c.src) && !bytes.Equal(printed, restored.Bytes) {
		e.c.log.Add(restored.Filename, nil, patch.OrderKept(restored.Filename, e.c.name, "", nil))
	}
}

// output is what the program makes of the JSON.
func (e *editing) output(given equivalent.Source) (edited equivalent.Source, ok bool) {
	env := []string{fileVariable + "=" + e.hint()}
	result, err := e.program.Run(e.ctx, given.Bytes, env, outputLimit(given.Bytes))
	if e.ctx.Err() != nil {
		return edited, false
	}
	command, name := e.command, e.c.name
	noise := bytes.TrimRight(result.Noise, "\r\n")
	switch {
	case err != nil && len(noise) > 0:
		e.c.fail(nil, report.Errorf("The command failed", "%s for %s: %s. It says:\n%s",
			command, name, supervise.Failure(err), noise))
		return edited, false
	case err != nil:
		e.c.fail(nil, report.Errorf("The command failed", "%s for %s: %s.", command, name, supervise.Failure(err)))
		return edited, false
	case len(noise) > 0:
		e.c.log.Add(name, nil, report.Warningf("Output of the command", "%s for %s:\n%s", command, name, noise))
	}
	if len(bytes.TrimSpace(result.Output)) == 0 {
		e.c.fail(nil, report.Errorf("The command printed nothing", "%s printed nothing for %s. "+
			"It gets JSON on standard input, and must print the edited JSON.", command, name))
		return edited, false
	}
	output := fmt.Sprintf("the output of %s for %s", command, name)
	return equivalent.Source{Bytes: result.Output, Filename: output, JSON: true, Unread: !e.c.file.JSON}, true
}

// hint is the name of the file that the program gets.
func (e *editing) hint() string {
	if e.c.name == stdinName {
		return stdinPath
	}
	return e.c.name
}

// asEdited lets the file say what another one says.
func (e *editing) asEdited() {
	s := *e.edited
	src, err := e.read(&s)
	if err != nil {
		e.c.fail(nil, report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err)))
		return
	}
	isJSON := s.file.JSON
	if s.file.Dialect == nil {
		isJSON = service.LooksLikeJSON(src)
	}
	edited := equivalent.Source{Bytes: src, Filename: s.name, JSON: isJSON, Unread: !e.c.file.JSON}
	if s.file.Dialect == nil && len(bytes.TrimSpace(src)) == 0 {
		e.c.fail(nil, report.Errorf("Empty file",
			"%s is empty, so it does not say what %s should become.", s.name, e.c.name))
		return
	}
	edited, diags := guard(e.c.name, func() (equivalent.Source, hcl.Diagnostics) {
		return patch.RestoredSource(edited, e.c.text(e.c.src), e.dialect)
	})
	if diags.HasErrors() {
		e.c.fail(nil, diags...)
		return
	}
	e.c.log.Add(edited.Filename, nil, diags...)
	if e.apply(edited) {
		if len(diags) == 0 {
			e.sortedOnly(src, edited)
		}
		e.proveEdited(edited)
	}
}

// given is the JSON of the file, as the program gets it.
func (e *editing) given() (equivalent.Source, bool) {
	if e.c.file.JSON && !e.formed {
		text := bytes.TrimPrefix(e.c.src, []byte("\ufeff"))
		return equivalent.Source{Bytes: text, Filename: e.c.name, JSON: true}, true
	}
	json, diags := guard(e.c.name, func() ([]byte, hcl.Diagnostics) {
		return e.toJSON()
	})
	if diags.HasErrors() {
		if diag := diagnostic.CheckText(e.c.name, e.c.src); diag != nil {
			e.c.fail(nil, diag)
		} else {
			e.c.fail(e.c.src, diags...)
		}
		return equivalent.Source{}, false
	}
	e.c.log.Add(e.c.name, e.c.src, diags...)
	return equivalent.Source{
		Bytes: json, Filename: "the JSON of " + e.c.name, JSON: true, Unread: !e.c.file.JSON,
	}, true
}

// toJSON is the JSON of the file in the form that the options say.
func (e *editing) toJSON() ([]byte, hcl.Diagnostics) {
	native, opts := e.c.src, e.opts.convertOptions()
	opts.Unread = !e.c.file.JSON
	var diags hcl.Diagnostics
	if e.c.file.JSON {
		if native, diags = convert.ToHCL(native, e.c.name, e.dialect, opts); diags.HasErrors() {
			return nil, diags
		}
	}
	json, more := convert.ToJSON(native, e.c.name, e.dialect, opts)
	if e.c.file.JSON && !more.HasErrors() {
		more = nil // their places are in a text that nobody has seen
	}
	return json, append(diags, more...)
}

// apply changes in the text of the file what is edited.
func (e *editing) apply(edited equivalent.Source) bool {
	if diag := diagnostic.CheckSource(edited.Filename, edited.Bytes, edited.JSON); diag != nil {
		e.c.log.Add(edited.Filename, edited.Bytes, diag)
		e.c.failed = true
		return false
	}
	if !e.whole(edited) {
		return false
	}
	out, diags := guard(e.c.name, func() ([]byte, hcl.Diagnostics) {
		// Of JSON there are several ways to write an edit, of which the proof chooses.
		opts := patch.Options{Unproven: !e.c.file.JSON || e.opts.noVerify, Given: e.program != nil}
		return patch.Edit(e.c.text(e.c.src), edited, e.dialect, opts, e.opts.convertOptions())
	})
	texts := map[string][]byte{e.c.name: e.c.src, edited.Filename: edited.Bytes}
	e.c.log.AddWith(texts, diags...)
	if diags.HasErrors() {
		e.c.failed = true
		return false
	}
	e.c.converted = out
	return true
}

// proveGiven makes an error of an edit of JSON that did not say for certain what the
// file says: what the program has left as it was would be a change.
func (e *editing) proveGiven(given equivalent.Source) {
	if e.c.file.JSON && !e.formed || e.opts.noVerify {
		return
	}
	src := e.c.text(e.c.src)
	e.prove(compare(src, given, e.dialect, e.opts.comments == "keep"), src, given,
		"hcljson cannot prove that the JSON of %s means the same as the file, so the edit is not applied.",
		e.c.name)
}

// proveEdited makes an error of a result that does not mean what is edited for certain.
func (e *editing) proveEdited(edited equivalent.Source) {
	if e.c.failed || e.opts.noVerify {
		return
	}
	result := equivalent.Source{
		Bytes: e.c.converted, Filename: filepath.Base(e.c.name) + " with the edit", JSON: e.c.file.JSON,
	}
	found, diags := guard(e.c.name, func() (equivalent.Result, hcl.Diagnostics) {
		return patch.Prove(e.c.text(e.c.src), edited, result, e.dialect), nil
	})
	found.Diagnostics = append(found.Diagnostics, diags...)
	e.prove(found, edited, result,
		"hcljson cannot prove that %s would mean what the edited text means, so it is not changed.", e.c.name)
}

func (e *editing) prove(found equivalent.Result, a, b equivalent.Source, format string, args ...any) {
	if found.Equal() {
		return
	}
	e.c.log.AddWith(map[string][]byte{a.Filename: a.Bytes, b.Filename: b.Bytes}, report.Errors(found.Messages())...)
	const advice = " Most often, the product would not accept the edit either. If it does, please report this " +
		"with both texts at %s; --no-verify goes on without a proof."
	e.c.fail(nil, report.Errorf("Not proven", format+advice, append(args, issuesURL)...))
}
