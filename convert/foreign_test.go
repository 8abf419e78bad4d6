package convert_test

import (
	"strconv"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// foreign writes JSON in the style of other tools, chosen by its bytes: blocks as arrays
// (hcl2json), as objects by label (cdktf) and mixed; nulls and empty collections as values; "//"
// properties of all kinds; and names and strings with a special meaning in some product.
type foreign struct {
	w     jsonemit.Writer
	bytes []byte
	depth int
}

// pick returns a number below n; when the bytes are used up, 0.
func (g *foreign) pick(n int) int {
	if len(g.bytes) == 0 {
		return 0
	}
	b := g.bytes[0]
	g.bytes = g.bytes[1:]
	return int(b) % n
}

// maxForeignDepth keeps files small; all that a product reads is found above it.
const maxForeignDepth = 9

// body writes an object whose names are mostly names of a body.
func (g *foreign) body(s *tables.Body) {
	g.depth++
	defer func() { g.depth-- }()
	g.w.BeginObject()
	defer g.w.EndObject()
	if g.depth > maxForeignDepth {
		return
	}
	used := map[string]bool{}
	for range g.pick(4) {
		g.member(s, used)
	}
}

func (g *foreign) member(s *tables.Body, used map[string]bool) {
	name := foreignNames[g.pick(len(foreignNames))]
	var block *tables.Block
	var argument *tables.Attribute
	switch kind := g.pick(8); {
	case kind < 4 && len(s.Blocks) > 0:
		name = s.Blocks[g.pick(len(s.Blocks))].Type
	case kind < 6 && len(s.Attributes) > 0:
		name = s.Attributes[g.pick(len(s.Attributes))].Name
	case kind == 7:
		name = "//"
	}
	if used[name] && g.pick(8) != 7 {
		return // a name twice is mostly refused
	}
	used[name] = true
	g.w.Name(name)
	argument, block = s.Lookup(name)
	switch {
	case name == "//":
		g.note()
	case block != nil && g.pick(8) < 7:
		g.blocks(block, s, len(block.Labels))
	case argument != nil:
		g.argument(argument.Value)
	case s.Remain == tables.RemainUnknown && g.pick(2) == 1:
		g.blocks(nil, s, g.pick(2))
	default:
		g.value()
	}
}

// blocks writes blocks with that many levels of labels.
func (g *foreign) blocks(rule *tables.Block, s *tables.Body, levels int) {
	body := &tables.Body{Remain: tables.RemainUnknown}
	switch {
	case rule != nil:
		if chosen := rule.BodyFor(make([]string, len(rule.Labels)), ""); chosen != nil {
			body = chosen
		}
	case s.RemainBody != nil:
		body = s.RemainBody
	}
	shape := g.pick(8)
	if shape < 3 {
		g.w.BeginArray()
		defer g.w.EndArray()
	}
	switch {
	case shape == 7:
		g.w.Raw([]string{"null", "[]", "{}", "[null]", "[[]]"}[g.pick(5)])
		return
	case shape == 2 && levels == 0:
		// A body as several objects.
		g.w.BeginArray()
		defer g.w.EndArray()
	}
	n := 1
	if shape < 3 {
		n = g.pick(4)
	}
	for range n {
		if levels == 0 {
			g.body(body)
			continue
		}
		g.w.BeginObject()
		for i := range 1 + g.pick(3) {
			g.w.Name(foreignLabels[g.pick(len(foreignLabels))] + []string{"", "_1", "_2"}[i])
			g.blocks(rule, s, levels-1)
		}
		g.w.EndObject()
	}
}

// argument writes a value of the kind that a rule is about, mostly.
func (g *foreign) argument(rule *tables.Value) {
	switch {
	case rule == nil || g.pick(6) == 5:
		g.value()
	case rule.List != nil:
		g.w.BeginArray()
		for range g.pick(3) {
			g.argument(rule.List)
		}
		g.w.EndArray()
	case rule.MapKey != nil || rule.MapValue != nil || rule.Fields != nil:
		g.w.BeginObject()
		for i := range g.pick(3) {
			value := rule.MapValue
			name := foreignLabels[g.pick(len(foreignLabels))] + strconv.Itoa(i)
			if len(rule.Fields) > 0 && i == 0 {
				field := rule.Fields[g.pick(len(rule.Fields))]
				name, value = field.Name, field.Value
			}
			g.w.Name(name)
			g.argument(value)
		}
		g.w.EndObject()
	default:
		g.w.String(foreignText[g.pick(len(foreignText))])
	}
}

// value writes any JSON value.
func (g *foreign) value() {
	g.depth++
	defer func() { g.depth-- }()
	kind := g.pick(8)
	if g.depth > maxForeignDepth {
		kind = 0
	}
	switch kind {
	case 0, 1, 2:
		text := foreignText[g.pick(len(foreignText))]
		if g.pick(3) == 2 {
			text += foreignText[g.pick(len(foreignText))]
		}
		g.w.String(text)
	case 3:
		g.w.Raw(foreignScalars[g.pick(len(foreignScalars))])
	case 4, 5:
		g.w.BeginArray()
		for range g.pick(4) {
			g.value()
		}
		g.w.EndArray()
	default:
		g.w.BeginObject()
		used := map[string]bool{}
		for range g.pick(4) {
			names := foreignNames
			if g.pick(4) == 3 {
				names = foreignText
			}
			if name := names[g.pick(len(names))]; !used[name] {
				used[name] = true
				g.w.Name(name)
				g.value()
			}
		}
		g.w.EndObject()
	}
}

// note writes the value of a "//" property: a comment, an imitation of our annotations, or the
// metadata of another tool.
func (g *foreign) note() {
	switch g.pick(4) {
	case 0:
		g.w.String(foreignComments[g.pick(len(foreignComments))])
	case 1:
		g.value()
	case 2:
		g.w.Raw(`{"metadata": {"path": "stack/aws", "uniqueId": "aws"}}`)
	default:
		g.w.BeginObject()
		defer g.w.EndObject()
		used := map[string]bool{}
		for range 1 + g.pick(3) {
			key := foreignKeys[g.pick(len(foreignKeys))]
			if used[key] {
				continue
			}
			used[key] = true
			g.w.Name(key)
			g.noteMember(key)
		}
	}
}

func (g *foreign) noteMember(key string) {
	switch key {
	case "attributes", "order", "blocks", "nulls":
		g.w.BeginArray()
		for range g.pick(4) {
			g.w.String(foreignNames[g.pick(len(foreignNames))])
		}
		g.w.EndArray()
	case "labels":
		g.w.Raw([]string{`{"a": 1}`, `{"b": [0, 1]}`, `{"dynamic": 2, "a": [1, 0]}`, `{}`, `{"a": 1e0}`}[g.pick(5)])
	case "at":
		g.w.BeginObject()
		for range g.pick(3) {
			path := foreignNames[g.pick(len(foreignNames))] + foreignSteps[g.pick(len(foreignSteps))]
			g.w.Name(path)
			g.w.BeginObject()
			where := []string{"above", "open", "end", "after", "inside"}[g.pick(5)]
			g.w.Name(where)
			g.w.String(foreignComments[g.pick(len(foreignComments))])
			g.w.EndObject()
		}
		g.w.EndObject()
	default:
		g.w.String(foreignComments[g.pick(len(foreignComments))])
	}
}

var (
	foreignNames = []string{
		"a", "b", "name", "tags", "metadata", "dynamic", "content", "for_each", "iterator", "labels", "lifecycle",
		"provisioner", "depends_on", "count", "in", "for", "é", "a-b", "a.b", "", "0", "_", "null",
	}
	foreignLabels = []string{"a", "b", "aws_instance", "a.b", "${x}", "$${x}", "", "0", "é\n", "//"}
	foreignText   = []string{
		"", "a", "a.b", "a.b[0].c", "a.0.b", "${a.b}", "${a}-${b[*].c}", "$${a}", "$$${a}", "%{if a}x%{else}y%{endif}",
		"%%{if", "x\ny\n", "  x\n\ty\n", "${\n  a\n}", "${<<E\nx\nE\n}", "string", "list(string)", "map",
		"object({a = string})",
		"string # why", "*", "all", "f(x)", "\ufeffa", "\u00a0x\n  y\n", "a\r\nb\r\n", "a\rb", "\u0000", "\u2028",
		"EOT\nEOT\n",
		"${~ a ~}\n x", "${[for x in y : x]}", "${{a = 1}}", "${{(a) = 1, a = 2}}", "${1e5}", "${true}", "${null}",
		"${\"a\"}",
		"~> 1.0", "${a", "${}", "\\", "\"", "é", "1", "true", "null", "# c", "// c", "/* c */", "{\"a\": 1}",
	}
	foreignScalars = []string{
		"null", "true", "false", "0", "-0", "1", "-1.5", "1e3", "1E+400", "1e999999999", "12345678901234567890123456789",
		"0.1000", "[]", "{}",
	}
	foreignComments = []string{
		"a", "# a", "## a", "#a", "a\nb", "a\n\nb", "a\n\n\nb\n", "/* a */", "/* a\n b */", "/* a", "// a", "//: {}", "", " ",
		"a\r\nb", "\ta \n", "*/", "é", "${a}", "# //: [1]",
	}
	foreignKeys = []string{"above", "open", "inside", "end", "after", "at", "attributes", "labels", "order", "blocks",
		"nulls", "metadata"}
	foreignSteps = []string{"", ".a", "[0]", "[1].b", `["a"]`, `["a b"].c`, "[00]", ".", "[", `["`, ".a.b"}
)

// JSON that another tool could have written is refused with an error, or converted
// to a native file that means the same and comes back.
func FuzzForeignJSON(f *testing.F) {
	known := fuzzedDialects(f)
	for i := range known {
		f.Add(uint8(i), []byte{})
		for seed := range 8 {
			bytes := make([]byte, 200)
			state := uint32(i*8 + seed + 1)
			for j := range bytes {
				state = state*1664525 + 1013904223
				bytes[j] = byte(state >> 24)
			}
			f.Add(uint8(i), append([]byte{3}, bytes...))
		}
	}
	f.Fuzz(func(t *testing.T, language uint8, bytes []byte) {
		i := int(language) % len(known)
		d, name := known[i], fuzzed[i].name
		languages.Prepare(d)
		g := foreign{bytes: bytes[:min(len(bytes), 2000)]}
		g.body(d.Root)
		checkForeign(t, g.w.Bytes(), name, d)
	})
}

func checkForeign(t *testing.T, src []byte, name string, d *schema.Dialect) {
	out, diags := convert.ToHCL(src, name, d, convert.Options{})
	if diags.HasErrors() {
		if out != nil {
			t.Error("returned output with an error")
		}
		return
	}
	if _, diags := hclsyntax.ParseConfig(out, name, hcl.InitialPos); diags.HasErrors() {
		t.Fatalf("the output does not parse: %s\n%s\nof\n%s", diags, out, src)
	}
	c := &checker{dialect: d}
	c.canonical(out)
	report(t, c.problems)
	if len(diags) > 0 {
		// Content that the product rejects, or reads in an undocumented way, must not break the
		// converter.
		_, _ = convert.ToJSON(out, name, d, convert.Options{})
		return
	}
	report(t, jsonProblems(src, out, name, d, false))
}
