// Command foreign measures how JSON that others wrote is read: it takes native files
// for the truth, writes them in the styles of several programs, converts that back,
// and counts the names that could be an argument or a block.
//
//	go run ./internal/foreign [-tables] [-docs] [-without USES.tsv] [-list N] DIR...
//
// Each DIR is a repository. With -docs, the examples in its Markdown files are read,
// otherwise its .tf files.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/uses"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/builtin"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/provider"
)

func main() {
	tables := flag.Bool("tables", false, "use the built-in tables")
	docs := flag.Bool("docs", false, "read examples in Markdown files")
	list := flag.Int("list", 0, "how many wrong names to list")
	without := flag.String("without", "",
		"guess without the provider itself, from the counts in a `file` of internal/providertable")
	flag.Parse()
	m := newMeasure(*tables)
	if *without != "" {
		var err error
		if m.uses, err = uses.Read(*without); err != nil {
			fmt.Fprintln(os.Stderr, "foreign:", err)
			os.Exit(1)
		}
	}
	for _, dir := range flag.Args() {
		if err := m.dir(dir, *docs); err != nil {
			fmt.Fprintln(os.Stderr, "foreign:", err)
			os.Exit(1)
		}
	}
	m.print(*list)
}

// count is what became of names.
type count struct{ names, right, warned, silent, refused int }

type measure struct {
	tables   bool
	uses     uses.Counts
	counts   map[[2]string]*count // by style and provider
	wrong    map[string]int
	alarms   map[string]int // warnings of what is right
	failed   []string
	files    int
	dialects map[string]*schema.Dialect
}

func newMeasure(tables bool) *measure {
	return &measure{
		tables: tables, counts: map[[2]string]*count{}, wrong: map[string]int{}, alarms: map[string]int{},
		dialects: map[string]*schema.Dialect{},
	}
}

func (m *measure) dir(dir string, docs bool) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		ext := filepath.Ext(path)
		switch {
		case docs && (ext == ".md" || ext == ".markdown"):
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for i, example := range fences(src) {
				m.source(example, fmt.Sprintf("%s#%d", path, i), []provider.File{{Bytes: example, Filename: "x.tf"}})
			}
		case !docs && ext == ".tf":
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			m.source(src, path, module(filepath.Dir(path)))
		}
		return nil
	})
}

func module(dir string) []provider.File {
	var files []provider.File
	paths, _ := filepath.Glob(filepath.Join(dir, "*.tf"))
	for _, path := range paths {
		if src, err := os.ReadFile(path); err == nil {
			files = append(files, provider.File{Bytes: src, Filename: filepath.Base(path)})
		}
	}
	return files
}

var fence = regexp.MustCompile("(?ms)^ *```(?:terraform|hcl|tf)\\s*\n(.*?)^ *```")

func fences(src []byte) [][]byte {
	var list [][]byte
	for _, match := range fence.FindAllSubmatch(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), -1) {
		list = append(list, match[1])
	}
	return list
}

func (m *measure) source(src []byte, name string, files []provider.File) {
	file, diags := hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	if diags.HasErrors() {
		return
	}
	native := file.Body.(*hclsyntax.Body)
	counted := false
	for provider, tops := range m.parts(native) {
		d, judge := m.dialect(files, provider, m.tables), m.dialect(files, "", true)
		for _, s := range styles {
			tops := tops()
			if problem := try(src, tops, s, d); problem != "" {
				m.failed = append(m.failed, name+" ("+s.name+"): "+problem)
				continue
			}
			counted = true
			for _, t := range tops {
				_, row := judge.Root.Lookup(t.typ)
				m.add(s, t.body, row.BodyFor(t.labels, ""), name, t.labels[0])
			}
		}
	}
	if counted {
		m.files++
	}
}

// parts are the blocks of a file that are measured together: all of them, or those of
// one provider.
func (m *measure) parts(native *hclsyntax.Body) map[string]func() []*top {
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
func (m *measure) guesses(b *schema.Body, without string) {
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

func (m *measure) dialect(files []provider.File, without string, tables bool) *schema.Dialect {
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

func (m *measure) add(s style, b *body, rule *schema.Body, file, path string) {
	for text, n := range b.names {
		key := [2]string{s.name, n.provider}
		c := m.counts[key]
		if c == nil {
			c = &count{}
			m.counts[key] = c
		}
		right := n.right(b)
		attribute, block := rule.Lookup(text)
		mayBeBoth := attribute != nil && attribute.AsBlocks != nil
		if (attribute != nil) != (block != nil) && (block != nil) != n.block && !mayBeBoth {
			// The product refuses what the file has.
			c.refused++
			continue
		}
		c.names++
		if n.warned {
			c.warned++
		}
		if !right && mayBeBoth {
			right = true // both are the same
		}
		switch {
		case right:
			c.right++
			if n.warned {
				m.alarms[fmt.Sprintf("%s: %s.%s", s.name, path, text)]++
			}
			continue
		case !n.warned:
			c.silent++
		}
		what := "argument"
		if n.block {
			what = "block"
		}
		mark := ""
		if !n.warned {
			mark = " SILENT"
		}
		m.wrong[fmt.Sprintf("%s: %s.%s is a %s%s", s.name, path, text, what, mark)]++
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
				sub = attribute.AsBlocks
			case rule.RestBody != nil:
				sub = rule.RestBody
			}
			m.add(s, inner, sub, file, path+"."+label)
		}
	}
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

func (m *measure) print(list int) {
	totals := map[string]*count{}
	providers := map[string]*count{}
	const inTable, outside = "in the table", "others"
	for key, c := range m.counts {
		group := outside
		if builtin.Source("hashicorp", key[1]) != "" || key[1] == "terraform" {
			group = inTable
		}
		for _, sum := range []struct {
			in  map[string]*count
			key string
		}{{totals, key[0]}, {totals, group}, {providers, key[1]}} {
			if sum.in[sum.key] == nil {
				sum.in[sum.key] = &count{}
			}
			sum.in[sum.key].plus(c)
		}
	}
	fmt.Printf("%d files, %d not converted\n", m.files, len(m.failed))
	all := &count{}
	for _, s := range styles {
		if c := totals[s.name]; c != nil {
			fmt.Println(c.line(s.name))
			all.plus(c)
		}
	}
	fmt.Println(all.line("all"))
	for _, group := range []string{inTable, outside} {
		if c := totals[group]; c != nil {
			fmt.Println(c.line(group))
		}
	}
	var sortedNames []string
	for p := range providers {
		sortedNames = append(sortedNames, p)
	}
	sort.Slice(sortedNames, func(i, j int) bool {
		return providers[sortedNames[i]].names > providers[sortedNames[j]].names
	})
	for i, p := range sortedNames {
		if c := providers[p]; i < 30 || c.right < c.names {
			fmt.Println("  " + c.line(p))
		}
	}
	mostOf("wrong", m.wrong, list)
	mostOf("warned, but right", m.alarms, list/2)
	for _, text := range m.failed[:min(list/10, len(m.failed))] {
		fmt.Println(text[:min(len(text), 600)])
	}
}

// mostOf lists the texts that are there most often.
func mostOf(title string, counts map[string]int, list int) {
	texts := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for i, text := range texts[:min(list, len(texts))] {
		if i == 0 {
			fmt.Println(title + ":")
		}
		fmt.Printf("%6d %s\n", counts[text], text)
	}
}

func (c *count) plus(d *count) {
	c.names += d.names
	c.right += d.right
	c.warned += d.warned
	c.silent += d.silent
	c.refused += d.refused
}

func (c *count) line(name string) string {
	n := float64(max(c.names, 1))
	const format = "%-12s %7d names, right %7.3f %%, warned %6.2f %%, wrong %d, of these silent %d, " +
		"not as the table has it %d"
	return fmt.Sprintf(format, name, c.names,
		100*float64(c.right)/n, 100*float64(c.warned)/n, c.names-c.right, c.silent, c.refused)
}
