package hclwrite_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// nested are the constructs on which hclsyntax recurses, while it parses or when
// its tree is walked. most is how many of them are read, and none more; crash is how
// many overflow the stack of the test, or more than could.
var nested = []struct {
	name        string
	make        func(n int) string
	most, crash int
}{
	{"parentheses", wrapped("(", "a", ")"), 999, 1 << 17},
	{"tuples", wrapped("[", "a", "]"), 999, 1 << 17},
	{"objects", wrapped("{ a = ", "a", "}"), 999, 1 << 17},
	{"indexes in indexes", wrapped("a[", "a", "]"), 999, 1 << 17},
	{"calls", wrapped("f(", "a", ")"), 999, 1 << 17},
	{"strings", wrapped(`"${`, "a", `}"`), 499, 1 << 17},
	{"for expressions", wrapped("[for a in ", "a", " : a]"), 999, 1 << 17},
	{"signs", wrapped("-", "a", ""), 10000, 1 << 17},
	{"signs on lines", func(n int) string { return "(" + strings.Repeat("-\n", n) + "a)" }, 10000, 1 << 17},
	{"signs on lines of a for expression",
		func(n int) string { return "{ # for\n for a in " + strings.Repeat("-\n", n) + "a : a => a }" }, 10000, 1 << 17},
	{"negations", wrapped("!", "a", ""), 10000, 1 << 17},
	{"signs in parentheses", wrapped("("+strings.Repeat("-", 99), "a", ")"), 101, 25000},
	{"many signs in parentheses", wrapped("("+strings.Repeat("-", 9990), "a", ")"), 1, 60},
	{"splats", wrapped("", "a", "[*]"), 10000, 1 << 16},
	{"splats with blanks", wrapped("", "a", "[ /* [ */ *]"), 10000, 1 << 16},
	{"conditions", wrapped("a ? b : ", "c", ""), 10000, 1 << 17},
	{"conditions with a comparison", wrapped("a==b?c:", "d", ""), 10000, 1 << 17},
	{"conditions in conditions", wrapped("a>=b?", "c", ":d"), 10000, 1 << 17},
	{"directives", func(n int) string {
		return `"` + strings.Repeat("%{if a}", n) + strings.Repeat("%{endif}", n) + `"`
	}, 10000, 1 << 17},
	{"sums", wrapped("", "a", " + a"), 10000, 1 << 18},
	{"comparisons", wrapped("", "a", "!=a"), 10000, 1 << 18},
	{"indexes", wrapped("", "a", "[i]"), 10000, 1 << 18},
	{"sums of sums", wrapped("(", "a", strings.Repeat("+a", 100)+")"), 100, 999},
	{"sums of sums with an index", wrapped("[", "a", ", a]"+strings.Repeat("[b]", 100)), 100, 999},
}

// wrapped writes n openers, a core and n closers.
func wrapped(open, core, closer string) func(int) string {
	return func(n int) string { return strings.Repeat(open, n) + core + strings.Repeat(closer, n) }
}

// entrances are the functions that take native syntax.
var entrances = map[string]func(src string) hcl.Diagnostics{
	"file": func(src string) hcl.Diagnostics {
		_, diags := hclwrite.ParseFile([]byte("x = "+src+"\n"), "")
		return diags
	},
	"static": func(src string) hcl.Diagnostics {
		_, diags := hclwrite.ParseStatic(src, "")
		return diags
	},
	"template": func(src string) hcl.Diagnostics {
		_, diags := hclwrite.ParseTemplate("${"+src+"}-${~a}\n", "")
		return diags
	},
	"walk": func(src string) hcl.Diagnostics {
		if _, diags := hclwrite.ParseExpr(src, ""); diags.HasErrors() {
			return diags
		}
		expr, diags := hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
		if !diags.HasErrors() {
			hclsyntax.Variables(expr)
			expr.StartRange()
		}
		return diags
	},
}

// depthOf is how many frames an entrance puts around the expression.
var depthOf = map[string]int{"template": 1}

const limitsChild = "HCLJSON_LIMITS_CHILD"

// TestLimits checks that no file overflows the stack. A Go program cannot recover from a stack
// overflow, so the test runs in a separate process.
func TestLimits(t *testing.T) {
	if os.Getenv(limitsChild) != "" {
		debug.SetMaxStack(1 << 27) // an eighth of what programs have
		reportLimits()
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestLimits$")
	cmd.Env = append(os.Environ(), limitsChild+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %.2000s", err, out)
	}
	for _, line := range strings.Split(string(out), "\n") {
		if strings.HasPrefix(line, "wrong") {
			t.Error(line)
		}
	}
	if !strings.Contains(string(out), "all done") {
		t.Fatalf("the process ended early: %.2000s", out)
	}
}

func reportLimits() {
	for i, shape := range nested {
		for j, name := range slices.Sorted(maps.Keys(entrances)) {
			if (i+j)%oracles.Rounds(6, 1) > 0 {
				continue
			}
			parse, most := entrances[name], shape.most
			if most < 1000 {
				most -= depthOf[name]
			}
			for _, count := range []struct {
				n  int
				ok bool
			}{{most, true}, {shape.most + 1, false}, {shape.crash, false}} {
				fmt.Println(name, shape.name, count.n)
				diags := parse(shape.make(count.n))
				switch {
				case diags.HasErrors() && count.ok:
					fmt.Printf("wrong: %d %s in a %s are refused: %s\n", count.n, shape.name, name, diags)
				case !count.ok && (!diags.HasErrors() || diags.Errs()[0].(*hcl.Diagnostic).Summary != "Nested too deeply"):
					fmt.Printf("wrong: %d %s in a %s: %v\n", count.n, shape.name, name, diags)
				}
			}
		}
	}
	fmt.Println("all done")
}

// TestNoLimits checks that adjacent items do not count as nesting.
func TestNoLimits(t *testing.T) {
	const many = 60000
	for name, src := range map[string]string{
		"attributes":         strings.Repeat("b {\n  a = -1 + 1\n}\n", many),
		"dashes in names":    strings.Repeat("b-c-d {}\n", many),
		"elements":           "x = [\n" + strings.Repeat("-a[0] + a[*].b,\n", many) + "]\n",
		"items":              "x = {\n" + strings.Repeat("\"a\" = !b ? c : -d\n", many) + "}\n",
		"interpolations":     "x = <<E\n" + strings.Repeat("${-a + b}\n", many) + "E\n",
		"steps":              "x = a" + strings.Repeat(".b", many) + "\n",
		"parts of templates": `x = "` + strings.Repeat("${a[*]}", many) + "\"\n",
	} {
		if _, diags := hclwrite.ParseFile([]byte(src), ""); diags.HasErrors() {
			t.Errorf("%s: %s", name, diags)
		}
	}
}

// TestNestingAfterHeredoc checks that a heredoc ends with its marker, for any line before it.
func TestNestingAfterHeredoc(t *testing.T) {
	src := "a = <<E\n$${\nE\nb = " + strings.Repeat("[", 1200) + strings.Repeat("]", 1200) + "\n"
	if _, diags := hclwrite.ParseFile([]byte(src), ""); !diags.HasErrors() {
		t.Error("1200 brackets after a heredoc are not refused")
	}
}

// Templates that hclsyntax would read for minutes are read or refused without it.
func TestLargeTemplates(t *testing.T) {
	lone := strings.Repeat("$ ", 1<<18)
	e, diags := hclwrite.ParseTemplate("\r$${"+lone, "")
	if template, ok := e.(*hclwrite.Template); diags.HasErrors() || !ok || template.Text != "\r$${"+lone {
		t.Errorf("%T %v", e, diags)
	}
	if _, diags := hclwrite.ParseTemplate("${~a}\n"+lone, ""); !diags.HasErrors() {
		t.Error("a large template with a strip marker is taken")
	}
	f, diags := hclwrite.ParseFile([]byte("a = { "+strings.Repeat("1", 1<<20)+" = b }\n"), "")
	if diags.HasErrors() || !f.Body.Attribute("a").Expr.(*hclwrite.Object).Elements()[0].Key.Source {
		t.Error(diags)
	}
}

// TestCheckNil checks that a missing node in a tree is an error.
func TestCheckNil(t *testing.T) {
	body := func(item hclwrite.Item) *hclwrite.File {
		return &hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{item}}}
	}
	for name, f := range map[string]*hclwrite.File{
		"file":      nil,
		"item":      body(nil),
		"attribute": body((*hclwrite.Attribute)(nil)),
		"block":     body((*hclwrite.Block)(nil)),
		"value":     body(&hclwrite.Attribute{Name: "a"}),
		"native":    body(&hclwrite.Attribute{Name: "a", Expr: (*hclwrite.Native)(nil)}),
		"element":   body(&hclwrite.Attribute{Name: "a", Expr: &hclwrite.Tuple{Items: []hclwrite.CollectionItem{&hclwrite.Element{}}}}),
	} {
		if diags := hclwrite.Check(f, "x"); !diags.HasErrors() {
			t.Errorf("%s: no error", name)
		}
	}
}

// Every byte of a file can be an error, which shows its line: some of them are enough.
func TestErrorsOfOneFile(t *testing.T) {
	for _, text := range []string{"@", "\x01", "`\n"} {
		_, diags := hclwrite.ParseFile([]byte(strings.Repeat(text, 10_000)), "x.tf")
		if len(diags) == 0 || len(diags) > 100 {
			t.Errorf("%q: %d errors", text, len(diags))
		}
	}
}
