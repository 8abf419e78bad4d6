package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// finish is what is done with the conversions of a module.
type finish struct {
	*batch
	*module
	conversions []*conversion
	*outcome
}

// do does what the options say, and returns the exit status.
func (f *finish) do(ctx context.Context) int {
	failed := 0
	for _, c := range f.conversions {
		f.log.Append(&c.log)
		if c.failed {
			failed++
		}
	}
	broken := slices.ContainsFunc(f.sources, func(s *source) bool { return f.broken[s.dir()] })
	if !f.opts.writing() {
		status := exitOK
		for _, c := range f.conversions {
			status = max(status, f.show(c))
		}
		return status
	}
	switch {
	case ctx.Err() != nil:
		f.summary.add(func(s *summary) { s.Left += len(f.conversions) })
		return exitError
	case failed > 0 || broken:
		f.leave(failed)
		return exitError
	}
	return f.write()
}

// show prints a conversion, or compares it with its target.
func (f *finish) show(c *conversion) int {
	switch {
	case c.failed:
		f.summary.add(func(s *summary) { s.Errors++ })
		return exitError
	case c.target == "":
		if status := f.mapOnly(c); status != exitOK {
			return status
		}
		f.log.Take(c.converted)
		return exitOK
	}
	if f.editor != nil {
		return f.showEdit(c)
	}
	existing, info, err := readTarget(c.target)
	exists := info != nil
	if err != nil {
		f.log.Add(c.name, nil, report.Errorf("Cannot compare with the file", "%s: %s.", c.target, report.Reason(err)))
		f.summary.add(func(s *summary) { s.Errors++ })
		return exitError
	}
	if exists && bytes.Equal(existing, c.converted) {
		f.summary.add(func(s *summary) { s.UpToDate++ })
		return exitOK
	}
	f.compareWith(c, existing, exists)
	f.summary.add(func(s *summary) {
		if exists {
			s.OutOfDate++
		} else {
			s.Missing++
		}
	})
	return exitDiffers
}

// showEdit shows what an edit changes.
func (f *finish) showEdit(c *conversion) int {
	if bytes.Equal(c.src, c.converted) {
		f.summary.add(func(s *summary) { s.Unchanged++ })
		return exitOK
	}
	f.compareWith(c, c.src, true)
	f.summary.add(func(s *summary) { s.ToEdit++ })
	return exitDiffers
}

// leave says of a module with an error that all of it is left as it was.
func (f *finish) leave(failed int) {
	left := len(f.conversions) - failed
	f.summary.add(func(s *summary) { s.Errors += failed; s.Left += left })
	if left == 0 {
		return
	}
	what := "the other file"
	if left > 1 {
		what = fmt.Sprintf("%d other files", left)
	}
	f.log.Add(filepath.Dir(f.sources[0].name), nil, report.Errorf("Module left as it was",
		"Because of the error, %s of the same module will not be written either: the product reads them "+
			"together.", what))
}

// write puts the conversions of a module in place, all or none.
func (f *finish) write() int {
	changes, c, diag := f.changes()
	if diag == nil {
		c, diag = f.refused()
	}
	var maps []atomic.Change
	if diag == nil {
		c = f.conversions[0] // a source map is of one file
		maps, diag = f.writeMap(c.sourceMap, c.source, c.name, c.target)
	}
	if diag != nil {
		return f.none(c, diag)
	}
	err := atomic.Commit(append(maps, changes...))
	partial := (*atomic.PartialError)(nil)
	if err != nil && !errors.As(err, &partial) {
		return f.none(f.conversions[0], report.Errorf("Cannot write the file", "%s.", report.PathReason(err)))
	}
	done, status := len(changes), exitOK
	if partial != nil {
		done, status = min(len(partial.Done), done), exitError
		f.log.Add(f.conversions[0].name, nil, report.Errorf("Written, but not completely", "%s.", err))
	} else {
		f.recovered = onlyRemoved(changes)
	}
	f.summary.add(func(s *summary) {
		s.Left += len(changes) - done
		upToDate := len(f.conversions) - len(changes)
		if f.editor != nil {
			s.Edited += done
			s.Unchanged += upToDate
			return
		}
		s.Converted += done
		s.UpToDate += upToDate
	})
	return status
}

// onlyRemoved counts, by directory, the sources that were removed as what they become was
// there already, as a run that was cut off leaves it.
func onlyRemoved(changes []atomic.Change) []report.Recovery {
	var done []report.Recovery
	for _, c := range changes {
		if !c.Remove || c.Overwrites == nil || !bytes.Equal(c.Overwrites, c.Content) {
			continue
		}
		dir := filepath.Dir(c.Path)
		i := slices.IndexFunc(done, func(r report.Recovery) bool { return r.Dir == dir })
		if i < 0 {
			i, done = len(done), append(done, report.Recovery{Dir: dir})
		}
		done[i].Sources++
	}
	return done
}

// none reports an error that keeps all of the module from being written.
func (f *finish) none(c *conversion, diag *hcl.Diagnostic) int {
	f.log.Add(c.name, nil, diag)
	f.leave(1)
	return exitError
}

// changes are what must be written, unless there is an error on a conversion. What a link
// leads to comes before it, and goes after it.
func (f *finish) changes() (changes []atomic.Change, at *conversion, diag *hcl.Diagnostic) {
	inOrder := slices.Clone(f.conversions)
	slices.SortStableFunc(inOrder, func(a, b *conversion) int { return a.links() - b.links() })
	for _, c := range inOrder {
		change, needed, diag := f.change(c)
		if diag != nil {
			return nil, c, diag
		}
		if needed {
			changes = append(changes, change)
		}
	}
	return changes, nil, nil
}

// refused is why the module must not be written next to what else is there.
func (f *finish) refused() (*conversion, *hcl.Diagnostic) {
	switch {
	case f.opts.replace:
		if c, diag := hazard(f.conversions, f.opts.target, f.described); diag != nil {
			return c, diag
		}
		if c := f.otherLink(); c != nil {
			return c, report.Errorf("A link to another file",
				"%s is a link to %s, but does not become the same.", c.name, c.linked.name)
		}
	case f.editor == nil:
		return addition(f.conversions, f.opts.target, f.described)
	}
	return nil, nil
}

// otherLink returns a link whose conversion is not that of the file that it leads
// to.
func (f *finish) otherLink() *conversion {
	bySource := make(map[*source]*conversion, len(f.conversions))
	for _, c := range f.conversions {
		bySource[c.source] = c
	}
	for _, c := range f.conversions {
		if c.linked != nil && (bySource[c.linked] == nil || !bytes.Equal(c.converted, bySource[c.linked].converted)) {
			return c
		}
	}
	return nil
}

// change is how a conversion is written, if it needs to be. What is there now is
// looked at once.
func (f *finish) change(c *conversion) (change atomic.Change, needed bool, diag *hcl.Diagnostic) {
	place := destination{path: c.target}
	if !f.opts.replace {
		if place, diag = f.out.destination(c.target, c.home, f.out.like(c.source)); diag != nil {
			return change, false, diag
		}
	}
	existing, info, err := readTarget(place.path)
	if err != nil {
		return change, false, report.Errorf("Cannot replace the file", "%s: %s.", c.target, report.Reason(err))
	}
	exists := info != nil
	same := exists && bytes.Equal(existing, c.converted)
	switch {
	case exists && f.opts.replace:
		diag = f.replaceable(c, existing)
	case same || f.editor != nil:
	case exists && f.out.beside(c.source, c.target):
		diag = f.lostBeside(c, existing)
	case f.opts.output != "":
		diag = f.out.overwritable(c.target, existing, c.converted, c.source)
	}
	if diag != nil {
		return change, false, diag
	}
	if f.opts.comparing() && !same {
		f.compareWith(c, existing, exists)
	}
	if same && f.opts.write {
		return change, false, nil
	}
	return f.changeAt(c, place, existing, info), true, nil
}

// lostBeside is the error that what is in a file beside its source would be lost.
func (f *finish) lostBeside(c *conversion, existing []byte) *hcl.Diagnostic {
	if f.opts.force {
		return nil
	}
	now := c.text(c.src)
	if c.tidy != nil {
		now = c.twin(c.converted)
		now.Filename = c.name
	}
	about := besides([]equivalent.Source{now}, c.twin(existing), f.language(c.source, c.src))
	var lost *hcl.Diagnostic
	if last := len(about) - 1; about.HasErrors() {
		lost, about = about[last], about[:last]
	}
	f.log.AddWith(map[string][]byte{c.target: existing}, about...)
	return lost
}

// changeAt is how a conversion is written to a place, where there is an existing
// file unless now is nil. A new file gets the permissions of its source, so that a
// secret stays one, and an old file keeps its own.
func (f *finish) changeAt(c *conversion, place destination, existing []byte, now fs.FileInfo) atomic.Change {
	change := atomic.Change{Path: place.path, Root: place.root, Content: c.converted, Mode: modeLike(c.info)}
	if !c.stdin {
		change.Source, change.Was, change.Info = c.name, c.src, c.info
	}
	switch {
	case now != nil:
		change.Mode, change.Overwrites = now.Mode().Perm(), existing
	case f.opts.replace && c.info != nil && c.info.Mode().IsRegular():
		change.Mode = c.info.Mode().Perm()
	}
	if f.opts.replace {
		change.Remove, change.Link = true, c.linkTo
	}
	return change
}

// compareWith shows that the target of a conversion is missing or out of date,
// in each of the ways that the options ask for.
func (f *finish) compareWith(c *conversion, existing []byte, exists bool) {
	if f.opts.list {
		fmt.Fprintln(&f.log.Out, c.name)
	}
	if f.opts.diff {
		report.WriteDiff(&f.log.Out, c.target, existing, exists, c.converted, f.outColor)
	}
	switch {
	case !f.opts.check:
	case f.editor != nil:
		f.log.Add(c.name, nil, report.Errorf("Not edited",
			"The edit changes %s; -d shows how, and -w writes it.", c.name))
	case exists:
		f.log.Add(c.name, nil, report.Errorf("Out of date", "%s is not what %s converts to.", c.target, c.name))
	default:
		f.log.Add(c.name, nil, report.Errorf("Missing", "There is no %s, which %s converts to.", c.target, c.name))
	}
}
