// Package foreign measures how JSON that others wrote is read: it takes native files
// for the truth, writes them in the styles of several programs, converts that back,
// and counts the names that could be an argument or a block.
//
//	go run . foreign [-tables] [-docs] [-without] [-list N] DIR...
//
// Each DIR is a repository. With -docs, the examples in its Markdown files are read,
// otherwise its .tf files.
package foreign

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/builtin"
	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/internal/develop/namecount"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/provider"
)

// Main is the program; see package main.
func Main() {
	tables := flag.Bool("tables", false, "use the built-in tables")
	docs := flag.Bool("docs", false, "read examples in Markdown files")
	list := flag.Int("list", 0, "how many wrong names to list")
	without := flag.Bool("without", false, "guess without the provider itself")
	measure.Main("DIR...", math.MaxInt, func(out io.Writer, dirs []string) (bool, error) {
		m := newJudge(*tables)
		if *without {
			m.uses = namecount.Built()
		}
		for _, dir := range dirs {
			if err := m.dir(dir, *docs); err != nil {
				return false, err
			}
		}
		m.print(out, *list)
		return true, nil
	})
}

// count is what became of names.
type count [5]int

const (
	names = iota
	right
	warned
	silent
	refused
)

// where is where names are: in the style, of the provider, and whether in a module with a
// provider that the table lacks.
type where struct {
	style, provider string
	others          bool
}

type judge struct {
	tables   bool
	uses     namecount.Counts
	counts   map[where]*count
	wrong    map[string]int
	alarms   map[string]int // warnings of what is right
	failed   []string
	files    int
	dialects map[string]*schema.Dialect
	modules  map[string]module
}

// module is the files of a module, and whether it has a provider that the table lacks.
type module struct {
	files  []provider.File
	others bool
}

func newJudge(tables bool) *judge {
	return &judge{
		tables: tables, counts: map[where]*count{}, wrong: map[string]int{}, alarms: map[string]int{},
		dialects: map[string]*schema.Dialect{}, modules: map[string]module{},
	}
}

func (m *judge) dir(dir string, docs bool) error {
	endings := []string{".tf"}
	if docs {
		endings = []string{".md", ".markdown"}
	}
	wanted := func(path string) bool { return slices.Contains(endings, filepath.Ext(path)) }
	return measure.Files(dir, wanted, func(path string, src []byte) error {
		if !docs {
			m.source(src, path, m.module(filepath.Dir(path)))
			return nil
		}
		for i, example := range fences(src) {
			files := []provider.File{{Bytes: example, Filename: "x.tf"}}
			m.source(example, fmt.Sprintf("%s#%d", path, i), module{files, lacking(files)})
		}
		return nil
	})
}

func (m *judge) module(dir string) module {
	if found, ok := m.modules[dir]; ok {
		return found
	}
	var files []provider.File
	paths, _ := filepath.Glob(filepath.Join(dir, "*.tf"))
	for _, path := range paths {
		if src, err := os.ReadFile(path); err == nil {
			files = append(files, provider.File{Bytes: src, Filename: filepath.Base(path)})
		}
	}
	m.modules[dir] = module{files, lacking(files)}
	return m.modules[dir]
}

var fence = regexp.MustCompile("(?ms)^ *```(?:terraform|hcl|tf)\\s*\n(.*?)^ *```")

func fences(src []byte) [][]byte {
	var list [][]byte
	for _, match := range fence.FindAllSubmatch(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), -1) {
		list = append(list, match[1])
	}
	return list
}

func (m *judge) source(src []byte, name string, of module) {
	file, diags := hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	if diags.HasErrors() {
		return
	}
	native := file.Body.(*hclsyntax.Body)
	counted := false
	for provider, tops := range m.parts(native) {
		d, judge := m.dialect(of.files, provider, m.tables), m.dialect(of.files, "", true)
		for _, s := range styles {
			tops := tops()
			said, problem := try(src, tops, s, d)
			if problem != "" {
				m.failed = append(m.failed, name+" ("+s.name+"): "+problem)
				continue
			}
			counted = true
			for _, t := range tops {
				_, row := judge.Root.Lookup(t.typ)
				m.add(where{style: s.name, others: of.others}, t.body, row.BodyFor(t.labels, ""), t.labels[0], said)
			}
		}
	}
	if counted {
		m.files++
	}
}

// lacking reports whether a module has a provider that the table lacks.
func lacking(files []provider.File) bool {
	requirements, _ := provider.ReadRequirements(files, true)
	locals := slices.Collect(maps.Keys(requirements.Providers))
	for _, f := range files {
		if file, diags := hclsyntax.ParseConfig(f.Bytes, f.Filename, hcl.InitialPos); !diags.HasErrors() {
			for _, t := range truth(file.Body.(*hclsyntax.Body)) {
				local, _, _ := strings.Cut(t.labels[0], "_")
				locals = append(locals, local)
			}
		}
	}
	return slices.ContainsFunc(locals, func(local string) bool {
		required, _ := requirements.Requirement(local)
		return local != "terraform" && builtin.Source(required.Address.Namespace, required.Address.Type) == ""
	})
}

// parts are the blocks of a file that are measured together: all of them, or those of
// one provider.
func (m *judge) parts(native *hclsyntax.Body) map[string]func() []*top {
	parts := map[string]func() []*top{}
	for _, t := range truth(native) {
		own := ""
		if m.uses != nil {
			own, _, _ = strings.Cut(t.labels[0], "_")
		}
		parts[own] = func() []*top {
			return slices.DeleteFunc(truth(native), func(t *top) bool {
				prefix, _, _ := strings.Cut(t.labels[0], "_")
				return own != "" && prefix != own
			})
		}
	}
	return parts
}

// guesses puts the guesses without one provider into a body.
func (m *judge) guesses(b *schema.Body, without string) {
	if b == nil || b.Known == nil {
		return
	}
	b.Known = schema.NewUses(func(name string) schema.Uses {
		u, ok := m.uses.Sum(name, builtin.Source("hashicorp", without))
		if !ok {
			return schema.Uses{}
		}
		return schema.Uses{Blocks: u[0], AsBlocks: u[1], Objects: u[2], Lists: u[3], Arrays: u[4]}
	}, 900)
	for i := range b.Blocks {
		m.guesses(b.Blocks[i].Body, without)
	}
}

func (m *judge) dialect(files []provider.File, without string, tables bool) *schema.Dialect {
	requirements, _ := provider.ReadRequirements(files, true)
	key := fmt.Sprint(requirements.String(), without, tables)
	if d := m.dialects[key]; d != nil {
		return d
	}
	d := opentofu.Config(opentofu.Target{})
	if m.uses != nil && !tables {
		for i := range d.Root.Blocks {
			m.guesses(d.Root.Blocks[i].Body, without)
		}
	}
	if tables {
		d = d.WithPlugins(provider.DefineWithTable(requirements, provider.Among(nil), nil))
	}
	d.Prepare()
	m.dialects[key] = d
	return d
}

// add counts the names of a body. said are the warnings about the file.
func (m *judge) add(in where, b *body, rule *schema.Body, path string, said []string) {
	for text, n := range b.names {
		covered := n.warned || slices.ContainsFunc(said, func(warning string) bool { return tellsOf(warning, text) })
		in.provider = n.provider
		c := measure.At(m.counts, in)
		attribute, block := rule.Lookup(text)
		mayBeBoth := attribute != nil && attribute.AsBlocks != nil
		if (attribute != nil) != (block != nil) && (block != nil) != n.block && !mayBeBoth {
			// The product refuses what the file has.
			c[refused]++
			continue
		}
		c[names]++
		if n.warned {
			c[warned]++
		}
		if mayBeBoth || n.right(b) { // both are the same
			c[right]++
			if n.warned {
				m.alarms[fmt.Sprintf("%s: %s.%s", in.style, path, text)]++
			}
			continue
		}
		what, mark := "an argument", ""
		if n.block {
			what = "a block"
		}
		if covered && !n.warned {
			b.warnInside(text)
		}
		if !covered {
			c[silent]++
			mark = " SILENT"
		}
		m.wrong[fmt.Sprintf("%s: %s.%s is %s%s", in.style, path, text, what, mark)]++
	}
	for typ, bodies := range b.inner {
		for i, inner := range bodies {
			sub := rule
			label := typ
			if typ == "dynamic" {
				label = dynamicLabel(b.native, i)
			}
			attribute, block := rule.Lookup(label)
			switch {
			case block != nil:
				sub = block.BodyFor(nil, "")
			case attribute != nil && attribute.AsBlocks != nil:
				sub = attribute.AsBlocks.Body()
			case rule.RemainBody != nil:
				sub = rule.RemainBody
			}
			m.add(in, inner, sub, path+"."+label, said)
		}
	}
}

// more ends the list of a warning that has room for the first names only.
var more = regexp.MustCompile(`\) and \d+ more\.`)

// tellsOf reports whether a warning about several names has one of them, or counts more
// than it names.
func tellsOf(warning, name string) bool {
	return strings.Contains(warning, strconv.Quote(name)) || more.MatchString(warning)
}

func dynamicLabel(b *hclsyntax.Body, index int) string {
	i := 0
	for _, block := range b.Blocks {
		if block.Type != "dynamic" || len(block.Labels) == 0 {
			continue
		}
		for _, content := range block.Body.Blocks {
			if content.Type == "content" {
				if i == index {
					return block.Labels[0]
				}
				i++
			}
		}
	}
	return ""
}

func (m *judge) print(w io.Writer, list int) {
	totals, providers := map[string]*count{}, map[string]*count{}
	const inTable, outside, beside, all = "in the table", "others", "beside them", "all"
	for key, c := range m.counts {
		group := outside
		if builtin.Source("hashicorp", key.provider) != "" || key.provider == "terraform" {
			group = inTable
		}
		sums := []*count{
			measure.At(totals, key.style), measure.At(totals, all), measure.At(totals, group),
			measure.At(providers, key.provider),
		}
		if key.others {
			sums = append(sums, measure.At(totals, beside))
		}
		for _, sum := range sums {
			measure.Add(sum[:], c[:])
		}
	}
	fmt.Fprintf(w, "%d files, %d not converted\n", m.files, len(m.failed))
	measure.At(totals, all)
	var order []string
	for _, s := range styles {
		order = append(order, s.name)
	}
	for _, name := range append(order, all, inTable, outside, beside) {
		if c := totals[name]; c != nil {
			fmt.Fprintln(w, c.line(name))
		}
	}
	most := slices.SortedFunc(maps.Keys(providers), func(a, b string) int {
		return cmp.Or(providers[b][names]-providers[a][names], strings.Compare(a, b))
	})
	for i, p := range most {
		if c := providers[p]; i < 30 || c[right] < c[names] {
			fmt.Fprintln(w, "  "+c.line(p))
		}
	}
	mostOf(w, "wrong", m.wrong, list)
	mostOf(w, "warned, but right", m.alarms, list/2)
	for _, text := range m.failed[:min(list/10, len(m.failed))] {
		fmt.Fprintln(w, text[:min(len(text), 600)])
	}
}

// mostOf lists the texts that are there most often.
func mostOf(w io.Writer, title string, counts map[string]int, list int) {
	texts := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for i, text := range texts[:min(list, len(texts))] {
		if i == 0 {
			fmt.Fprintln(w, title+":")
		}
		fmt.Fprintf(w, "%6d %s\n", counts[text], text)
	}
}

func (c *count) line(name string) string {
	n := float64(max(c[names], 1))
	const format = "%-12s %7d names, right %7.3f %%, warned %6.2f %%, wrong %d, of these silent %d, " +
		"not as the table has it %d"
	return fmt.Sprintf(format, name, c[names],
		100*float64(c[right])/n, 100*float64(c[warned])/n, c[names]-c[right], c[silent], c[refused])
}
