package bench

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	upstream "github.com/hashicorp/hcl/v2/hclwrite"
	upstreamjson "github.com/hashicorp/hcl/v2/json"
	peer "github.com/tmccombs/hcl2json/convert"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// realFilesVariable names a directory of real files for BenchmarkRealFiles.
const realFilesVariable = "HCLJSON_BENCH_FILES"

var dialect = opentofu.Config(opentofu.Target{})

// file is one input, with values that the operations need, computed in advance.
type file struct {
	name           string
	src, json, hcl []byte
	tree           *hclwrite.File
	// edited is json with one value changed, compact in the compact form.
	edited, compact []byte
}

// operation is a measured operation.
type operation func(*file)

func toJSON(f *file) {
	if _, diags := convert.ToJSON(f.src, f.name, dialect, convert.Options{}); diags.HasErrors() {
		panic(diags)
	}
}

func toHCL(f *file) {
	if _, diags := convert.ToHCL(f.json, f.name, dialect, convert.Options{}); diags.HasErrors() {
		panic(diags)
	}
}

// readJSON is toHCL without the printer.
func readJSON(f *file) {
	if _, diags := convert.ReadJSON(f.json, f.name, dialect, convert.Options{}); diags.HasErrors() {
		panic(diags)
	}
}

// parseFile is toJSON without the mapping and the JSON.
func parseFile(f *file) {
	if _, diags := hclwrite.ParseFile(f.src, f.name); diags.HasErrors() {
		panic(diags)
	}
}

func printTree(f *file) { f.tree.Bytes() }

func parse(f *file) {
	if _, diags := hclsyntax.ParseConfig(f.src, f.name, hcl.InitialPos); diags.HasErrors() {
		panic(diags)
	}
}

func parseJSON(f *file) {
	if _, diags := upstreamjson.Parse(f.json, f.name); diags.HasErrors() {
		panic(diags)
	}
}

// valid and indent look at all bytes of the source, and write all of the JSON;
// nothing that does this can be faster.
func valid(f *file) {
	if !utf8.Valid(f.src) {
		panic("not UTF-8")
	}
}

func indent(f *file) {
	var out bytes.Buffer
	if err := json.Indent(&out, f.json, "", "  "); err != nil {
		panic(err)
	}
}

func peerToJSON(f *file) {
	if _, err := peer.Bytes(f.src, f.name, peer.Options{}); err != nil {
		panic(err)
	}
}

// proveJSON and proveHCL convert and prove, as the command does before it
// writes.
func proveJSON(f *file) {
	out, _ := convert.ToJSON(f.src, f.name, dialect, convert.Options{})
	if diags := equivalent.Check(f.src, out, dialect).Messages(); diags.HasErrors() {
		panic(diags)
	}
}

func proveHCL(f *file) {
	out, _ := convert.ToHCL(f.json, f.name, dialect, convert.Options{})
	if diags := equivalent.Check(out, f.json, dialect).Messages(); diags.HasErrors() {
		panic(diags)
	}
}

// prove runs the equivalence check. parseBoth only parses both sides with hashicorp/hcl.
func prove(f *file) {
	if diags := equivalent.Check(f.src, f.json, dialect).Messages(); diags.HasErrors() {
		panic(diags)
	}
}

func parseBoth(f *file) {
	parse(f)
	if _, diags := upstreamjson.Parse(f.json, f.name); diags.HasErrors() {
		panic(diags)
	}
}

func format(f *file) { upstream.Format(f.hcl) }

// edit writes the change of one value into the source.
func edit(f *file) { patchWith(f, f.edited) }

// editCompact is the same for the form that programs are given.
func editCompact(f *file) { patchWith(f, f.compact) }

func patchWith(f *file, edited []byte) {
	result, diags := patch.Apply(patch.Edit{
		Source: equivalent.Source{Bytes: f.src, Filename: f.name}, Dialect: dialect, SkipCheck: true,
		Edited: equivalent.Source{Bytes: edited, Filename: f.name, JSON: true},
	})
	if diags.HasErrors() || bytes.Equal(result.Bytes, f.src) {
		panic(diags)
	}
}

// changed is the JSON of a file, in a form, in which the value in its middle is
// another.
func (f *file) changed(form convert.Form) ([]byte, hcl.Diagnostics) {
	tree, diags := hclwrite.ParseFile(f.src, f.name)
	if diags.HasErrors() {
		return nil, diags
	}
	var values []*hclwrite.Template
	hclwrite.Walk(&tree.Body, func(node hclwrite.Node) bool {
		if block, ok := node.(*hclwrite.Block); ok {
			return block.Type == "resource"
		}
		if t, ok := node.(*hclwrite.Template); ok && !strings.Contains(t.Text, "\n") {
			values = append(values, t)
		}
		return true
	})
	if len(values) > 0 {
		values[len(values)/2].Text += "-changed"
	}
	return convert.WriteJSON(tree, f.name, dialect, convert.Options{Form: form})
}

// comparison is a pair of operations, and the largest permitted ratio of their times.
type comparison struct {
	name       string
	ours, base operation
	limit      float64
}

var toJSONComparisons = []comparison{
	{"ParseConfig", toJSON, parse, 1.0 / 6},
	{"Peer", toJSON, peerToJSON, 1.0 / 6},
}

var toHCLComparisons = []comparison{
	{"JSONParse", toHCL, parseJSON, 0.5},
	{"Format", toHCL, format, 0.5},
}

// partComparisons compare parts of the conversions, and the minimum cost of reading the bytes, with
// the same reference.
var partComparisons = []comparison{
	{"ParseFile", parseFile, parse, 1.0 / 12},
	{"ReadJSON", readJSON, parseJSON, 0.25},
	{"Print", printTree, format, 0.1},
	{"Valid", valid, parse, 0},
	{"Indent", indent, parse, 0},
}

// editComparisons compare an edit of one value, without the check, with the conversion to JSON.
var editComparisons = []comparison{
	{"General", edit, toJSON, 2.5},
	{"Compact", editCompact, toJSON, 2.5},
}

func BenchmarkEdit(b *testing.B) { generated(b, editComparisons) }

// The cost of the proof, against the conversion alone.
var proofComparisons = []comparison{
	{"ToJSON", proveJSON, toJSON, 6},
	{"ToHCL", proveHCL, toHCL, 20},
	{"Parsers", prove, parseBoth, 1.3},
	{"Peer", proveJSON, peerToJSON, 1},
}

func BenchmarkCheck(b *testing.B) { generated(b, proofComparisons) }

func BenchmarkToJSON(b *testing.B) { generated(b, toJSONComparisons) }

func BenchmarkToHCL(b *testing.B) { generated(b, toHCLComparisons) }

func BenchmarkParts(b *testing.B) { generated(b, partComparisons) }

var sizes = []struct {
	name  string
	bytes int
}{{"10KB", 10_000}, {"1MB", 1_000_000}, {"10MB", 10_000_000}}

func generated(b *testing.B, comparisons []comparison) {
	for _, c := range comparisons {
		for _, size := range sizes {
			b.Run(c.name+"/"+size.name, func(b *testing.B) {
				f := &file{name: "generated.tf", src: generate(size.bytes)}
				if err := f.prepare(); err != nil {
					b.Fatal(err)
				}
				c.run(b, []*file{f})
			})
		}
	}
}

// BenchmarkRealFiles measures all Terraform files below the directory in HCLJSON_BENCH_FILES:
// single files, and files joined to large files. Files that a measured operation rejects are
// omitted.
func BenchmarkRealFiles(b *testing.B) {
	dir := os.Getenv(realFilesVariable)
	if dir == "" {
		b.Skipf("%s names no directory", realFilesVariable)
	}
	files, refused, err := load(dir)
	if err != nil {
		b.Fatal(err)
	}
	if len(files) == 0 {
		b.Fatalf("no Terraform files under %s", dir)
	}
	b.Logf("%d files, %d more refused", len(files), refused)
	comparisons := slices.Concat(toJSONComparisons, toHCLComparisons, partComparisons, proofComparisons)
	for _, c := range comparisons {
		b.Run(c.name+"/each", func(b *testing.B) { c.run(b, files) })
	}
	for _, size := range sizes {
		large, err := join(files, size.bytes)
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range comparisons {
			b.Run(c.name+"/"+size.name, func(b *testing.B) { c.run(b, large) })
		}
	}
}

// join joins files to files of at least size bytes, up to a megabyte in total or one file, if there
// are enough files.
func join(files []*file, size int) (list []*file, err error) {
	files = slices.Clone(files)
	rand.New(rand.NewPCG(20, 26)).Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	total := 0
	for len(files) > 0 && total < max(size, 1_000_000) {
		f := &file{name: "joined.tf"}
		for ; len(files) > 0 && len(f.src) < size; files = files[1:] {
			f.src = append(append(f.src, files[0].src...), '\n')
		}
		if err := f.prepare(); err != nil {
			return nil, err
		}
		total += len(f.src)
		list = append(list, f)
	}
	return list, nil
}

func load(dir string) (files []*file, refused int, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || !strings.HasSuffix(path, ".tf") && !strings.HasSuffix(path, ".tofu") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f := &file{name: path, src: src}
		if f.prepare() != nil {
			refused++
			return nil
		}
		files = append(files, f)
		return nil
	})
	return files, refused, err
}

func (f *file) prepare() error {
	var diags hcl.Diagnostics
	if f.json, diags = convert.ToJSON(f.src, f.name, dialect, convert.Options{}); diags.HasErrors() {
		return diags
	}
	if f.hcl, diags = convert.ToHCL(f.json, f.name, dialect, convert.Options{}); diags.HasErrors() {
		return diags
	}
	if f.tree, diags = hclwrite.ParseFile(f.hcl, f.name); diags.HasErrors() {
		return diags
	}
	if f.edited, diags = f.changed(convert.General); diags.HasErrors() {
		return diags
	}
	if f.compact, diags = f.changed(convert.Compact); diags.HasErrors() {
		return diags
	}
	_, err := peer.Bytes(f.src, f.name, peer.Options{})
	return err
}

// cost is the average cost of an operation in a batch, with the time in nanoseconds.
type cost struct{ time, bytes, allocs float64 }

// batch is how long a batch runs at least; the clock and the collector's cycles
// are fine enough for that.
const batch = 20 * time.Millisecond

// run measures pairs of batches, ours and the other's, in alternating order, and reports the median
// of the ratios. Other load on the machine slows both down.
func (c comparison) run(b *testing.B, files []*file) {
	bytes := 0
	for _, f := range files {
		bytes += len(f.src)
	}
	ourRounds, baseRounds := roundsOf(c.ours, files), roundsOf(c.base, files)
	b.ReportAllocs()
	var ours, base []cost
	var ratios []float64
	for b.Loop() {
		var o, p cost
		if len(ratios)%2 == 0 {
			o = measure(c.ours, files, ourRounds)
			p = measure(c.base, files, baseRounds)
		} else {
			p = measure(c.base, files, baseRounds)
			o = measure(c.ours, files, ourRounds)
		}
		ours, base = append(ours, o), append(base, p)
		ratios = append(ratios, o.time/p.time)
	}
	per := func(costs []cost, field func(cost) float64) float64 {
		values := make([]float64, len(costs))
		for i, c := range costs {
			values[i] = field(c)
		}
		return median(values)
	}
	for _, column := range []struct {
		unit  string
		field func(cost) float64
	}{
		{"ns/op", func(c cost) float64 { return c.time }},
		{"B/op", func(c cost) float64 { return c.bytes }},
		{"allocs/op", func(c cost) float64 { return c.allocs }},
	} {
		b.ReportMetric(per(ours, column.field), column.unit)
		b.ReportMetric(per(base, column.field), "base-"+column.unit)
	}
	megabytes := float64(bytes) / 1e6
	b.ReportMetric(per(ours, func(c cost) float64 { return c.allocs })/megabytes, "allocs/MB")
	b.ReportMetric(megabytes/(per(ours, func(c cost) float64 { return c.time })/1e9), "MB/s")
	b.ReportMetric(median(ratios), "ratio")
	b.ReportMetric(c.limit, "limit")
}

// roundsOf is how often an operation is done in a batch.
func roundsOf(op operation, files []*file) int {
	rounds := 1
	for measure(op, files, rounds).time*float64(rounds) < float64(batch) {
		rounds *= 2
	}
	return rounds
}

// measure starts with a clean heap, so that no operation pays for the garbage of another.
func measure(op operation, files []*file, rounds int) cost {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	for range rounds {
		for _, f := range files {
			op(f)
		}
	}
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	n := float64(rounds)
	return cost{float64(took) / n, float64(after.TotalAlloc-before.TotalAlloc) / n,
		float64(after.Mallocs-before.Mallocs) / n}
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	if n == 0 {
		return 0
	}
	return (values[(n-1)/2] + values[n/2]) / 2
}
