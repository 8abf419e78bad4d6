package equivalent

import (
	"bytes"
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"

	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/text/parsecount"
)

// Large files are compared in parts. A part has all root blocks of some headers from both files. Few
// parts are decoded at a time, which saves memory, and several processors share the work.
//
// The result counts only if every part is equal. Otherwise the files are compared as a whole, so that
// each difference is reported among all of them. The division relies on these facts:
//
//   - Blocks with different headers are not compared with each other at the root. Where their order
//     matters, it must be the same in both files, or the blocks are in one part ([division.findOrderedTypes]).
//   - hashicorp/hcl decodes each item by itself as it decodes it in the file, if the item is valid by
//     itself and has the header that the division found ([comparer.decodeItem]).
//   - Each part gets an equal share of the budget, so the parts together stay within it.

// partSize is the number of bytes of a part.
const partSize = 64 << 10

// compareInParts compares the configuration with another one in parts. It returns false if they
// must be compared as a whole.
func (o *Baseline) compareInParts(other []Source) (Result, bool) {
	size := cmp.Or(o.opts.partSize, partSize)
	if o.opts.thorough || languages.Missing(o.dialect) || len(o.sources) != 1 || len(other) != 1 ||
		o.sources[0].Override || other[0].Override ||
		len(o.sources[0].Bytes)+len(other[0].Bytes) <= size {
		return Result{}, false
	}
	languages.Prepare(o.dialect)
	d := newDivision([2]*file{newFile(o.sources[0], false, o.opts.Rules), newFile(other[0], true, o.opts.Rules)}, o.dialect.Root)
	if d == nil {
		return Result{}, false
	}
	parts := d.makeParts(size)
	if len(parts) < 2 {
		return Result{}, false
	}
	found := o.compareParts(d, parts)
	var result Result
	var inJSON [2][]comment
	for _, c := range found {
		if c == nil {
			return Result{}, false
		}
		result.Diagnostics = append(result.Diagnostics, c.Diagnostics...)
		for side := range inJSON {
			inJSON[side] = append(inJSON[side], c.inJSON[side]...)
		}
	}
	bodies := func(side int) []body { return []body{{file: d.files[side]}} }
	same := !o.opts.Comments || equalComments(bodies(0), bodies(1), inJSON)
	return result, same && (len(result.Diagnostics) == 0 || d.hasExactPositions && d.areAllListed)
}

// compareParts compares all parts on all processors, until the sides of a part are different. It
// returns the result of each part, or nil for parts that are different or were not compared.
func (o *Baseline) compareParts(d *division, parts []*part) []*comparer {
	found := make([]*comparer, len(parts))
	var next atomic.Int64
	var failure atomic.Value
	share := newBudget().share(len(parts))
	work := func() {
		defer func() {
			if cause := recover(); cause != nil {
				failure.Store(fmt.Sprintf("%v\n\n%s", cause, debug.Stack()))
			}
		}()
		for {
			i := int(next.Add(1)) - 1
			if i >= len(parts) {
				return
			}
			c := o.newComparer(share)
			if !c.isPartEqual(d, parts[i]) {
				next.Add(int64(len(parts))) // the others do not matter
				return
			}
			found[i] = c
		}
	}
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(parts)) {
		workers.Go(work)
	}
	workers.Wait()
	if cause := failure.Load(); cause != nil {
		panic(cause) // in the goroutine of the caller, which may recover
	}
	return found
}

// isPartEqual compares a part. It reports whether the sides are equal, and no diagnostic is an error or
// about the file as a whole.
func (c *comparer) isPartEqual(d *division, p *part) bool {
	var bodies [2][]body
	if c.skipSame {
		p = d.withoutEqualItems(p)
	}
	for side, f := range d.files {
		for n, i := range p.items[side] {
			if side == 1 && n < len(p.items[0]) && d.isSameItem(p.items[0][n], i) {
				bodies[1] = append(bodies[1], body{bodies[0][n].Body, f})
				continue
			}
			decoded, ok := c.decodeItem(i, f)
			if !ok {
				return false
			}
			bodies[side] = append(bodies[side], decoded)
		}
		if len(bodies[side]) == 0 {
			bodies[side] = []body{emptyBody(f)}
		}
	}
	c.compareBodies(bodies[0], bodies[1], d.rule, nil)
	ofFile := func(diag *hcl.Diagnostic) bool { return *diag.Subject == missingRange(bodies[0]) }
	return len(c.Differences) == 0 && !c.Diagnostics.HasErrors() && !slices.ContainsFunc(c.Diagnostics, ofFile)
}

// withoutEqualItems returns a part without the pairs of native items that have the same header and the same
// text after their comments.
func (d *division) withoutEqualItems(p *part) *part {
	a, b := p.items[0], p.items[1]
	if d.files[0].JSON || d.files[1].JSON || len(a) != len(b) {
		return p
	}
	rest := &part{}
	for n := range a {
		x, _ := skipComments(d.files[0].Bytes[a[n].start:a[n].end])
		y, ok := skipComments(d.files[1].Bytes[b[n].start:b[n].end])
		if !ok || a[n].header() != b[n].header() || !bytes.Equal(bytes.TrimSpace(x), bytes.TrimSpace(y)) {
			rest.items[0], rest.items[1] = append(rest.items[0], a[n]), append(rest.items[1], b[n])
		}
	}
	return rest
}

// isSameItem reports whether an item of the second file has the same text and position as an item of the
// first file.
func (d *division) isSameItem(a, b item) bool {
	x, y := d.files[0], d.files[1]
	return x.JSON == y.JSON && x.Filename == y.Filename && a.position == b.position && a.block == b.block &&
		a.header() == b.header() && bytes.Equal(x.Bytes[a.start:a.end], y.Bytes[b.start:b.end])
}

// decodeItem returns an item as the body of a file, with its positions in the file. It returns false if
// the item is invalid by itself, or contains another item than the division found.
func (c *comparer) decodeItem(i item, f *file) (decoded body, ok bool) {
	text := f.Bytes[i.start:i.end]
	if !f.JSON {
		parsecount.Checked.Add(int64(len(text)))
		native, diags := hclsyntax.ParseConfig(text, f.Filename, i.position)
		return body{native.Body, f}, len(diags) == 0 && isItem(native.Body.(*hclsyntax.Body), i)
	}
	header, end := "{", "}"
	if i.block {
		header += `"` + strings.Join(append([]string{i.name}, i.labels...), `":{"`) + `":`
		end += strings.Repeat("}", len(i.labels))
	}
	start := i.position
	start.Column -= len(header)
	start.Byte -= len(header)
	text = slices.Concat([]byte(header), text, []byte(end))
	if c.excessOfJSON(text) != nil {
		return body{}, false
	}
	parsecount.Checked.Add(int64(len(text)))
	parsed, diags := json.ParseWithStartPos(text, f.Filename, start)
	own := *f
	own.findAnnotations(text)
	return body{parsed.Body, &own}, len(diags) == 0
}

// isItem reports whether a decoded body contains exactly the item.
func isItem(decoded *hclsyntax.Body, i item) bool {
	if !i.block {
		return len(decoded.Blocks) == 0 && len(decoded.Attributes) == 1 && decoded.Attributes[i.name] != nil
	}
	return len(decoded.Attributes) == 0 && len(decoded.Blocks) == 1 &&
		decoded.Blocks[0].Type == i.name && slices.Equal(decoded.Blocks[0].Labels, i.labels)
}

// emptyBody returns the body of an empty file in the syntax of f.
func emptyBody(f *file) body {
	if f.JSON {
		empty, _ := json.Parse([]byte("{}"), f.Filename)
		return body{empty.Body, f}
	}
	empty, _ := hclsyntax.ParseConfig(nil, f.Filename, hcl.InitialPos)
	return body{empty.Body, f}
}
