package equivalent

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hcljson/hcljson/schema"
)

// A large file is compared in parts: complete small files, each with all root blocks of some headers.
// No more than a few parts are decoded at a time, and several processors share the work.
//
// The result counts only if every part is equal without a diagnostic. In all other cases the files
// are compared as a whole, so that every message is about the files as they are. The division relies
// on three facts:
//
//   - Blocks with different headers are not compared with each other at the root, except for the
//     order of some types, and rows may not divide a type ([division.labelsOf]).
//   - hashicorp/hcl decodes a text of several items as it decodes each item, if each is valid by
//     itself; the decoded headers must be those that the division found.
//   - Each part gets an equal share of the budget, so the parts together stay within it.

// partSize is the number of bytes of a part. Two files that are not larger together are compared as
// a whole.
const partSize = 64 << 10

// equalInParts reports whether the configuration and another file are certainly equal, with nothing
// to report.
func (o *Baseline) equalInParts(other []Source) bool {
	size := cmp.Or(o.opts.partSize, partSize)
	if o.opts.thorough || len(o.sources) != 1 || len(other) != 1 ||
		len(o.sources[0].Bytes)+len(other[0].Bytes) <= size {
		return false
	}
	o.dialect.Prepare()
	sides := [2]Source{o.sources[0], other[0]}
	d, ok := divide(sides, o.dialect.Root, o.opts.Comments)
	if !ok {
		return false
	}
	parts := d.parts(size)
	if len(parts) < 2 {
		return false
	}
	equal, inJSON := o.compareParts(sides, parts)
	if !equal || !o.opts.Comments {
		return equal
	}
	var texts [2][]string
	for i := range texts {
		for _, comment := range slices.Concat(d.comments[i], inJSON[i]) {
			texts[i] = append(texts[i], comment.text)
		}
		slices.Sort(texts[i])
	}
	return slices.Equal(texts[0], texts[1])
}

// compareParts compares all parts, on all processors. It reports whether they are equal, and returns
// the comments of the JSON files.
func (o *Baseline) compareParts(sides [2]Source, parts []*part) (equal bool, inJSON [2][]comment) {
	var next atomic.Int64
	var differs atomic.Bool
	var failure atomic.Value
	var mutex sync.Mutex
	var workers sync.WaitGroup
	share := newAllowance().share(len(parts))
	work := func() {
		defer func() {
			if cause := recover(); cause != nil {
				failure.Store(fmt.Sprintf("%v\n\n%s", cause, debug.Stack()))
			}
		}()
		for !differs.Load() {
			i := int(next.Add(1)) - 1
			if i >= len(parts) {
				return
			}
			c := o.comparer(share)
			if !c.equalPart(sides, parts[i], o.dialect) {
				differs.Store(true)
			}
			mutex.Lock()
			for side := range inJSON {
				inJSON[side] = append(inJSON[side], c.inJSON[side]...)
			}
			mutex.Unlock()
		}
	}
	for range min(runtime.GOMAXPROCS(0), len(parts)) {
		workers.Go(work)
	}
	workers.Wait()
	if cause := failure.Load(); cause != nil {
		panic(cause) // in the goroutine of the caller, which may recover
	}
	return !differs.Load(), inJSON
}

// equalPart compares one part and reports whether its sides are equal, with nothing to report.
func (c *comparer) equalPart(sides [2]Source, p *part, d *schema.Dialect) bool {
	var bodies [2][]body
	for i, source := range sides {
		source.Bytes = textOf(p.items[i], source.JSON)
		f := newFile(source, i == 1)
		f.inPart = true
		parsed, diags := c.parseFile(f, d)
		if len(diags) > 0 || !hasItems(parsed, p.items[i]) {
			return false
		}
		bodies[i] = []body{{parsed, f}}
	}
	c.bodies(bodies[0], bodies[1], d.Root, nil)
	return len(c.Diagnostics)+len(c.Differences) == 0
}
