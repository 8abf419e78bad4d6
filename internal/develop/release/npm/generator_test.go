package npm

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/hcljson/hcljson/internal/builtin"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema"
)

// generator makes requests about bodies of the table: what is listed there in the form that
// it has, and in others.
type generator struct {
	*rand.Rand
	providers []builtin.Provider
	names     []string // of other bodies, and of none
}

func newGenerator(r *rand.Rand) *generator {
	names := []string{"tags", "name", "zzz", "network", "rule", "count", "provider", "lifecycle"}
	return &generator{r, builtin.List(), names}
}

func pick[E any](g *generator, list ...E) E { return list[g.IntN(len(list))] }

// blockTypes are the blocks of which a part is the body.
var blockTypes = map[schema.Part]string{
	schema.Resource: "resource", schema.DataSource: "data", schema.EphemeralResource: "ephemeral",
	schema.ProviderConfig: "provider",
}

func (g *generator) request() *service.Request {
	opts := service.Options{
		Form: pick(g, "", "general", "compact", "query"), Comments: pick(g, "", "", "drop"),
		Layout: pick(g, "", "", "keep"), Strict: g.IntN(4) == 0, NoTable: g.IntN(10) == 0,
		Target: pick(g, "", "", "terraform", "terraform@1.3", "opentofu"), SourceMap: g.IntN(4) == 0,
	}
	p := pick(g, g.providers...)
	part := pick(g, schema.Resource, schema.Resource, schema.DataSource, schema.EphemeralResource, schema.ProviderConfig)
	_, local, _ := strings.Cut(p.Source, "/")
	source := pick(g, append(p.Formerly, p.Source)...)
	labels := []string{local}
	var tree builtin.Tree
	types := p.Types(part)
	if part == schema.ProviderConfig {
		tree, _ = p.Tree(len(p.Versions)-1, part, "")
	} else if len(types) > 0 {
		typ := pick(g, types...)
		tree, _ = p.Tree(g.IntN(len(p.Versions)), part, typ)
		labels = []string{typ, "x"}
	} else {
		labels = []string{local + "_zzz", "x"}
	}
	if g.IntN(2) == 0 {
		return request("main.tf", g.required(local, source)+
			fmt.Sprintf("%s \"%s\" {\n%s}\n", blockTypes[part], strings.Join(labels, `" "`), g.native(tree, 0)), opts)
	}
	if opts.Form == "query" {
		opts.Form = ""
	}
	return request("main.tf.json", fmt.Sprintf("{%s%q: {\"%s\": %s%s}}\n", g.requiredJSON(local, source),
		blockTypes[part], strings.Join(labels, `": {"`), g.json(tree, 0), strings.Repeat("}", len(labels)-1)), opts)
}

func (g *generator) constraint() string {
	return pick(g, "~> ", ">= ", "", "= ", "< ", "!= ") + pick(g, "1", "2.0", "3.0.0", "4.67", "5.0", "6") +
		pick(g, "", "", ", < 7", ",<= 4.99 ")
}

func (g *generator) required(local, source string) string {
	entry := pick(g, "", fmt.Sprintf("%q", g.constraint()), fmt.Sprintf("{\n      source = %q\n    }", source),
		fmt.Sprintf("{\n      version = %q\n      source  = %q\n    }", g.constraint(),
			pick(g, source, source, "zzz/"+local)))
	if entry == "" {
		return ""
	}
	return fmt.Sprintf("terraform {\n  required_providers {\n    %s = %s\n  }\n}\n", local, entry)
}

func (g *generator) requiredJSON(local, source string) string {
	entry := pick(g, "", fmt.Sprintf("%q", g.constraint()), fmt.Sprintf(`{"source": %q}`, source),
		fmt.Sprintf(`{"version": %q, "source": %q}`, g.constraint(), source))
	if entry == "" {
		return ""
	}
	return fmt.Sprintf("\"terraform\": {\"required_providers\": {%q: %s}}, ", local, entry)
}

// some are a few entries of a body, and names that are in it by chance only.
func (g *generator) some(tree builtin.Tree) builtin.Tree {
	var list builtin.Tree
	seen := map[string]bool{}
	add := func(e builtin.Entry) {
		if !seen[e.Name] {
			list = append(list, e)
		}
		seen[e.Name] = true
	}
	for range min(len(tree), g.IntN(4)) {
		e := pick(g, tree...)
		add(e)
		if g.IntN(8) == 0 {
			g.names = append(g.names[max(0, len(g.names)-40):], e.Name)
		}
	}
	if g.IntN(2) == 0 {
		add(builtin.Entry{Name: pick(g, g.names...)})
	}
	return list
}

func (g *generator) native(tree builtin.Tree, depth int) string {
	var b strings.Builder
	for _, e := range g.some(tree) {
		if g.IntN(6) == 0 {
			b.WriteString("# about " + e.Name + "\n")
		}
		form := g.IntN(4)
		if e.Kind.Block() {
			form = g.IntN(8)
		}
		body := ""
		if depth < 3 {
			body = g.native(e.Body, depth+1)
		}
		switch form {
		case 0:
			value := pick(g, "[]", "null", "{}", "[{}]", "[{ a = 1 }, { b = [] }]", `"s"`, "var.x")
			b.WriteString(e.Name + " = " + value + "\n")
		case 1:
			value := pick(g, "{\n  a = 1\n}", "[var.x]", `"${var.x}"`, "[for x in y : x]", "true")
			b.WriteString(e.Name + " = " + value + "\n")
		case 2:
			fmt.Fprintf(&b, "dynamic %q {\n  for_each = var.x\n  content {\n%s  }\n}\n", e.Name, body)
		case 3:
			fmt.Fprintf(&b, "%s %s{\n%s}\n", e.Name, pick(g, "", "", `"label" `, "/* c */ "), body)
		default:
			fmt.Fprintf(&b, "%s {\n%s}\n", e.Name, body)
		}
	}
	return b.String()
}

func (g *generator) json(tree builtin.Tree, depth int) string {
	var members []string
	for _, e := range g.some(tree) {
		body := "{}"
		if depth < 3 {
			body = g.json(e.Body, depth+1)
		}
		value := pick(g, body, body, "["+body+", "+body+"]", "["+body+"]", "[["+body+"]]", "null", "[]", `"s"`, "[1]",
			`{"k": `+body+"}", `"${var.x}"`, "[null]")
		members = append(members, fmt.Sprintf("%q: %s", e.Name, value))
	}
	if g.IntN(8) == 0 {
		members = append(members, pick(g, `"//": "c"`, `"//": {"end": "c"}`,
			`"dynamic": {"zzz": {"for_each": "${var.x}", "content": {}}}`))
	}
	return "{" + strings.Join(members, ", ") + "}"
}
