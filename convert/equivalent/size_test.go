package equivalent

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// times writes a text n times, each with its number.
func times(n int, format string) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, format, i)
	}
	return text.String()
}

// listed is the same, with commas between.
func listed(n int, format string) string { return strings.TrimSuffix(times(n, format+","), ",") }

// shapes are files of n things of a kind: the two sides of a comparison.
var shapes = map[string]func(n int) (a, b string){
	"blocks that represent one object": func(n int) (string, string) {
		return times(n, "locals {\n  a%d = 1\n}\n"), `{"locals": [` + listed(n, `{"a%d": 1}`) + `]}`
	},
	"blocks that represent one object (JSON)": func(n int) (string, string) {
		text := `{"locals": [` + listed(n, `{"a%d": 1}`) + `]}`
		return text, text
	},
	"blocks without labels": func(n int) (string, string) {
		return times(n, "moved {\n  from = a%d\n}\n"), `{"moved": [` + listed(n, `{"from": "a%d"}`) + `]}`
	},
	"blocks with one missing": func(n int) (string, string) {
		return times(n+1, "moved {\n  from = a%d\n}\n"), `{"moved": [` + listed(n, `{"from": "a%[1]d"}`) + `]}`
	},
	"blocks with labels": func(n int) (string, string) {
		return times(n, "variable \"a%d\" {}\n"), `{"variable": [` + listed(n, `{"a%d": [{}]}`) + `]}`
	},
	"blocks with the same label": func(n int) (string, string) {
		return times(n, "variable \"a\" {\n  default = %d\n}\n"),
			`{"variable": {"a": [` + listed(n, `{"default": %d}`) + `]}}`
	},
	"blocks in order": func(n int) (string, string) {
		return "resource \"a\" \"b\" {\n" + times(n, "  provisioner \"p%d\" {}\n") + "}\n",
			`{"resource": {"a": {"b": {"provisioner": [` + listed(n, `{"p%d": {}}`) + `]}}}}`
	},
	"types of blocks": func(n int) (string, string) {
		return "any {\n" + times(n, "  a%d {}\n") + "}\n", `{"any": {` + listed(n, `"a%d": {}`) + `}}`
	},
	"arguments": func(n int) (string, string) {
		return "locals {\n" + times(n, "  a%d = 1\n") + "}\n", `{"locals": {` + listed(n, `"a%d": 1`) + `}}`
	},
	"names that nothing decides": func(n int) (string, string) {
		text := `{"any": {` + listed(n, `"a%d": [{}]`) + `}}`
		return text, text
	},
	"hints": func(n int) (string, string) {
		return "any {\n" + times(n, "  a%d {}\n") + "}\n",
			`{"any": {"//": {"blocks": [` + listed(n, `"a%d"`) + `]},` + listed(n, `"a%d": [{}]`) + `}}`
	},
	"elements": func(n int) (string, string) {
		return inLocal("[" + times(n, "%d, ") + "]"), inLocalJSON("[" + listed(n, "%d") + "]")
	},
	"keys": func(n int) (string, string) {
		return inLocal("{" + times(n, "a%d = 1, ") + "}"), inLocalJSON("{" + listed(n, `"a%d": 1`) + "}")
	},
	"computed keys": func(n int) (string, string) {
		text := "{" + times(n, "(a%d) = 1, ") + "}"
		return inLocal(text), inLocalJSON(`"${` + text + `}"`)
	},
	"sequences": func(n int) (string, string) {
		text := times(n, "${a%d}")
		return inLocal(`"` + text + `"`), inLocalJSON(`"` + text + `"`)
	},
	"steps": func(n int) (string, string) {
		text := "a" + times(n, ".b%d")
		return inLocal(text), inLocalJSON(`"${` + text + `}"`)
	},
	"comments": func(n int) (string, string) {
		return times(n, "# c%d\n"), `{"//": {"inside": "` + times(n, `c%d\n`) + `"}}`
	},
}

// TestLinearCost checks that the memory of a comparison is linear in the size of the files.
func TestLinearCost(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			golden.CheckLinearMemory(t, oracles.Rounds(250, 1000), func(n int) func() {
				a, b := shape(n)
				return func() {
					found := compare(a, b)
					if found.Verdict() == Unknown || len(found.Differences) > 1 {
						t.Fatal(found.Messages())
					}
				}
			})
		})
	}
}

// allocates returns the bytes that an operation allocates.
func allocates(do func()) uint64 {
	bytes, _ := golden.Allocated(do)
	return bytes
}

// TestSourceTextIsNotCopied checks that the text of a reference is found in the source, not in a copy.
func TestSourceTextIsNotCopied(t *testing.T) {
	golden.CheckLinearMemory(t, 1000, func(n int) func() {
		source := Source{Bytes: []byte(times(n, "include \"i%d\" {\n  path = \"${NOMAD_DIR}/a\"\n}\n")),
			Filename: "a.hcl"}
		return func() {
			if diags := Compare(source, source, shapeDialect(), Options{}).Messages(); diags.HasErrors() {
				t.Fatal(diags)
			}
		}
	})
}

// A template that both sides have by the byte is read by hashicorp/hcl once.
func TestTemplateIsReadOnce(t *testing.T) {
	text := strings.Repeat("${a} ", 2000)
	read := func(a, b string) uint64 {
		c := Source{Bytes: []byte(a), Filename: "a.hcl"}
		return allocates(func() {
			if diags := Compare(c, source("b", b), testDialect(), Options{}).Messages(); diags.HasErrors() {
				t.Fatal(diags)
			}
		})
	}
	for name, native := range map[string][2]string{
		"quoted":  {`"` + text + `"`, `"\u0020` + text[:len(text)-1] + `"`},
		"heredoc": {"<<EOT\n" + text + "\nEOT", "<<-EOT\n" + text + "\nEOT"},
	} {
		json := inLocalJSON(`"` + text + `"`)
		if name == "heredoc" {
			json = inLocalJSON(`"` + text + `\n"`)
		}
		once := read(inLocal(native[0]), json)
		if name == "quoted" {
			json = inLocalJSON(`" ` + text[:len(text)-1] + `"`)
		}
		if twice := read(inLocal(native[1]), json); once > twice*3/4 {
			t.Errorf("%s: %d bytes, and %d if it has to be read twice", name, once, twice)
		}
	}
}

// trials compares two files, and returns the number of trials.
func trials(t *testing.T, a, b string, want Verdict) int {
	t.Helper()
	o := Read([]Source{source("a", a)}, testDialect(), Options{})
	o.load()
	c := o.newComparer(o.budget)
	c.compareBodies(o.bodies, o.parse(c, []Source{source("b", b)}, true), o.dialect.Root, nil)
	if c.Verdict() != want {
		t.Errorf("%d, not %d: %s", c.Verdict(), want, c.Messages())
	}
	return maxTrials - c.trials
}

// TestManyEqualBlocks checks that the counterparts of many blocks of one type are found without
// trials of all others, in the same order and in the reverse order.
func TestManyEqualBlocks(t *testing.T) {
	const n = 2000
	text := times(n, "moved {\n  from = a\n  to = b%d\n}\n")
	natives := strings.SplitAfter(text, "}\n")
	slices.Reverse(natives)
	if spent := trials(t, text, strings.Join(natives, ""), Equal); spent != 0 {
		t.Errorf("%d trials for blocks with the same texts", spent)
	}
	blocks := strings.SplitAfter(times(n, "{\"to\": \"b%d\", \"from\": \"a\"}\n"), "\n")[:n]
	json := func() string { return `{"moved": [` + strings.Join(blocks, ", ") + `]}` }
	if spent := trials(t, text, json(), Equal); spent != 0 {
		t.Errorf("%d trials", spent)
	}
	slices.Reverse(blocks)
	if spent := trials(t, text, json(), Equal); spent > 4*n {
		t.Errorf("%d trials in the opposite order", spent)
	}
}

// TestTrialsAreShort checks that a trial ends with the first difference and creates no message, so
// that the cost of all trials is bounded, for any size of the blocks.
func TestTrialsAreShort(t *testing.T) {
	if !oracles.Enabled() {
		t.Skip("takes all the trials that a comparison may")
	}
	used := func(value string) uint64 {
		text := times(400, "moved {\n  from = b%d\n  to = "+value+"\n}\n")
		json := `{"moved": [` + listed(400, `{"from": "c%d", "to": `+value+`}`) + `]}`
		return allocates(func() { trials(t, text, json, Unknown) })
	}
	if short, long := used("1"), used("["+strings.Repeat("12345, ", 40)+"1]"); long > 2*short {
		t.Errorf("%d bytes, and %d with long values", short, long)
	}
}

// TestMemoryOfUnreadText checks that text beyond the limits is not parsed: it takes less than a tenth of
// the memory of parsed text, per byte.
func TestMemoryOfUnreadText(t *testing.T) {
	const n = 1_000_000
	parsed := inLocal("a" + strings.Repeat("[*]", 1000))
	used := allocates(func() {
		if found := compare(parsed, "{}"); found.Verdict() != Different {
			t.Error(found.Messages())
		}
	})
	perByte := float64(used) / float64(len(parsed))
	for name, src := range map[string]string{
		"splats":    inLocal("a" + strings.Repeat("[*]", n)),
		"indexes":   inLocal("a" + strings.Repeat("[b]", n)),
		"operators": inLocal("a" + strings.Repeat("+a", n)),
		"steps":     inLocal("a" + strings.Repeat(".b", n)),
		"dollars":   inLocal(`"` + strings.Repeat("$", 5*n) + `"`),
		"JSON":      inLocalJSON(`"${a` + strings.Repeat("[*]", n) + `}"`),
	} {
		t.Run(name, func(t *testing.T) {
			used := allocates(func() {
				if found := compare(src, "{}"); found.Verdict() != Unknown && name != "JSON" {
					t.Error(found.Messages())
				}
			})
			if got := float64(used) / float64(len(src)); got > perByte/10 {
				t.Errorf("%.0f bytes per byte of the text, %.0f for parsed text", got, perByte)
			}
		})
	}
}

// TestReadOnce checks that a file with several comparisons is parsed once.
func TestReadOnce(t *testing.T) {
	a := source("a", times(1000, "locals {\n  a%d = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n}\n"))
	var o *Baseline
	read := allocates(func() {
		o = Read([]Source{a}, testDialect(), Options{})
		o.load()
	})
	again := allocates(func() { o.parse(o.newComparer(o.budget), []Source{a}, true) })
	if again > read/100 {
		t.Errorf("%d bytes to read it, %d again", read, again)
	}
	if diags := o.Compare([]Source{a}).Messages(); len(diags) > 0 {
		t.Error(diags)
	}
	a.Bytes = append(a.Bytes, "moved {}\n"...)
	if found := o.Compare([]Source{a}); len(found.Differences) != 1 {
		t.Errorf("the change is not seen: %s", found.Messages())
	}
}

// TestTrialsAreCounted checks the cost of a trial: one for the trial, one for each item of the
// body, and more for long values. A trial of equal blocks costs nothing.
func TestTrialsAreCounted(t *testing.T) {
	long := `"` + strings.Repeat("a", bytesPerTrial-2) + `"`
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"moved {\n  from = a\n  to = b\n}\nmoved {\n  from = c\n  to = b\n}\n",
			`{"moved": [{"from": "c", "to": "b"}, {"from": "a", "to": "b"}]}`, 3},
		{"moved {\n  to = b\n}\nmoved {\n  to = c\n}\n", `{"moved": [{"to": "c"}, {"to": "b"}]}`, 2},
		{"moved {\n  to = " + long + "\n}\nmoved {\n  to = c\n}\n",
			`{"moved": [{"to": "c"}, {"to": ` + long + `}]}`, 3},
		{"parts {\n  part = [" + long + "]\n}\nparts {\n  part {}\n}\n",
			`{"parts": [{"part": [{"n": null}]}, {"part": [` + long + `]}]}`, 3},
		{"moved {}\nmoved {\n  to = c\n}\n", `{"moved": [{"to": "c"}, {}]}`, 2},
	} {
		if spent := trials(t, test.a, test.b, Equal); spent != test.want {
			t.Errorf("%d, not %d: %s\nand\n%s", spent, test.want, test.a, test.b)
		}
	}
}

// A text is read up to the exact limits of depth, operators and steps, at any position.
func TestExcessOfText(t *testing.T) {
	repeated := func(before, part, after string) func(int) string {
		return func(n int) string { return before + strings.Repeat(part, n) + after }
	}
	nested := func(open, inner, end string) func(int) string {
		return func(n int) string { return "a = " + strings.Repeat(open, n) + inner + strings.Repeat(end, n) + "\n" }
	}
	type limit struct {
		text  func(n int) string
		limit int
	}
	tests := map[string]limit{
		"brackets":  {nested("[", "", "]"), maxDepth - 1},
		"parens":    {nested("(", "a", ")"), maxDepth - 1},
		"braces":    {nested("{b=", "a", "}"), maxDepth - 1},
		"templates": {nested(`"${`, "a", `}"`), (maxDepth - 1) / 2},
		"heredocs":  {nested("<<E\n${", "a", "}\nE\n"), (maxDepth - 1) / 2},
		"control":   {nested(`"%{if `, "a", ` }%{endif}"`), (maxDepth - 1) / 2},
		"blocks":    {func(n int) string { return strings.Repeat("a {\n", n) + strings.Repeat("}\n", n) }, maxDepth - 1},

		"attributes":      {repeated("a = b", ".c", "\n"), maxChain},
		"namespaces":      {repeated("a = b", "::c", "()\n"), maxChain},
		"legacy":          {repeated("a = b", ".c.0", "\n"), maxChain / 2},
		"indexes":         {repeated("a = b", "[c]", "\n"), maxChain},
		"splats":          {repeated("a = b", "[*]", "\n"), maxChain - 1}, // the star is one,
		"directives":      {repeated(`a = "`, "%{if b}", "\"\n"), maxChain},
		"conditionals":    {repeated("a = ", "b ? c : ", "d\n"), maxChain},
		"lines in parens": {repeated("a = (b\n", "+b\n", ")\n"), maxChain},
		"lines of for":    {repeated("a = {for b in c : d =>\n", "-\n", "b}\n"), maxChain},
		"sum of levels": {func(n int) string {
			return "a = " + strings.Repeat("-", n/2) + "(" + strings.Repeat("-", n-n/2) + "b)\n"
		}, maxChain},

		"elements":    {repeated("a = [", "-b.c[0], ", "]\n"), 0},
		"items":       {repeated("a = {", "b = -c\n", "}\n"), 0},
		"lines":       {repeated("", "a = -b # c\n", ""), 0},
		"sequences":   {repeated(`a = "`, "${-a}", "\"\n"), 0},
		"in brackets": {repeated("a = [", "(-b.c)(-c.d)", "]\n"), 0},
	}
	for _, operator := range strings.Fields("+ - * / % || && == != < <= > >=") {
		tests[operator] = limit{repeated("a = b", " "+operator+" b", "\n"), maxChain}
	}
	for _, operator := range strings.Fields("! -") {
		tests["unary "+operator] = limit{repeated("a = ", operator, "b\n"), maxChain}
	}
	for i, name := range slices.Sorted(maps.Keys(tests)) {
		if i%oracles.Rounds(3, 1) > 0 {
			continue
		}
		test := tests[name]
		most := test.limit
		if most == 0 {
			most = maxChain + 1
		}
		excess := func(n int) *excess {
			l := newBudget()
			_, found := l.lex([]byte(test.text(n)), "", hcl.InitialPos, configSyntax)
			return found
		}
		if found := excess(most); found != nil {
			t.Errorf("%s: %v", name, found)
		}
		if found := excess(most + 1); test.limit > 0 && (found == nil || found.reason == tooSlowReason || found.rng.Empty()) {
			t.Errorf("%s: one more is read: %v", name, found)
		}
	}
	for json, want := range map[string]bool{
		strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth):                      true,
		strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1):                  false,
		strings.Repeat(`{"[":`, maxDepth+1) + "1" + strings.Repeat("}", maxDepth+1):        false,
		`["` + strings.Repeat("[", maxDepth+1) + `"]`:                                      true,
		`["\"` + strings.Repeat("[", maxDepth+1) + `\\"` + strings.Repeat(",[]", maxDepth): true,
	} {
		l := newBudget()
		if found := l.excessOfJSON([]byte(json)); (found == nil) != want {
			t.Errorf("%.20s: %v", json, found)
		}
	}
}

// The work on a text is counted exactly: with a budget of this amount the text is read, and with one
// less it is refused, with the position of the excess.
func TestWorkOfText(t *testing.T) {
	n := 2 * digitsPerByte
	digits, text := strings.Repeat("1", n), strings.Repeat("a", 10)
	for _, test := range []struct {
		src   string
		work  int
		place string
	}{
		{"a = 1\n", 0, ""},
		{"a = " + digits + "\n", 2 * n, "1,5"},
		{"a = " + digits[2:] + "\n", n - 2, "1,5"},
		{"\na = -" + digits + "." + digits + "\n", 2 * (2*n + 1) * 2, "2,6"},
		{"a = [" + digits + ", " + digits + "]\n", 4 * n, ""},
		{"a = <<E\n" + text + "\n" + text + "\nE\n", 22 + bytesPerPiece, "1,5"},
		{"a = <<E\n" + text + "\n${x}" + text + "\nE\n", 0, ""},
		{"a = \"" + text + "${x}" + text + "$" + text + "\"\n", 11 + 21 + 2*5/2*bytesPerPiece, "1,5"},
		{"a = \"$$\"\n", 2 + bytesPerPiece, "1,5"},
		{"a = \"${\"$$\"}\"\n", 2 + bytesPerPiece, "1,8"},
		{`{"a": 1}`, 0, ""},
		{`{"a": "\"` + digits + `"}`, 0, ""},
		{`{"a": ` + digits + `}`, 2 * n, "1," + fmt.Sprint(6+n)},
		{"{\"é\":\n  \"é\", \"b\": [" + digits + "]}", 2 * n, "2," + fmt.Sprint(13+n)},
		{`{"a": ` + digits + "." + digits + `}`, 4 * n, ""},
	} {
		excess := func(work int) (*excess, int) {
			l := budget{work: work}
			if test.src[0] == '{' {
				return l.excessOfJSON([]byte(test.src)), l.work
			}
			_, found := l.lex([]byte(test.src), "", hcl.InitialPos, configSyntax)
			return found, l.work
		}
		if found, left := excess(test.work); found != nil || left != 0 {
			t.Errorf("%.20q: %v, %d left", test.src, found, left)
		}
		if test.work == 0 {
			continue
		}
		found, _ := excess(test.work - 1)
		if found == nil || found.reason != tooSlowReason {
			t.Errorf("%.20q: %v", test.src, found)
		} else if at := found.rng.Start; test.place != "" && fmt.Sprintf("%d,%d", at.Line, at.Column) != test.place {
			t.Errorf("%.20q: the place is %v", test.src, at)
		}
	}
}

// The work on a template is the copied text: nothing for one piece between two sequences.
func TestPiecesOfTemplate(t *testing.T) {
	for _, test := range []struct {
		lengths []int // 0 is a sequence
		copied  int
		joined  int
		work    int
	}{
		{nil, 0, 0, 0},
		{[]int{5}, 0, 0, 0},
		{[]int{5, 0, 7, 0}, 0, 0, 0},
		{[]int{5, 7}, 12, 1, 12 + bytesPerPiece},
		{[]int{1, 1, 1}, 2 + 3, 2, 5 + 2*3/2*bytesPerPiece},
		{[]int{5, 7, 2, 0, 3, 1}, 12 + 14 + 4, 3, 30 + 3*6/2*bytesPerPiece},
	} {
		var p pieceCounter
		for _, length := range test.lengths {
			if length == 0 {
				p.addSequence()
			} else {
				p.addLiteral(length)
			}
		}
		if p.copied != test.copied || p.joined != test.joined || p.work() != test.work {
			t.Errorf("%v: %+v, %d", test.lengths, p, p.work())
		}
	}
}

// TestLongTemplates checks that templates with thousands of lines, and with any number of plain
// lines, are compared. Other templates that hashicorp/hcl parses in many seconds are not compared,
// which is one error in both syntaxes.
func TestLongTemplates(t *testing.T) {
	for _, line := range []string{"text\n", "x ${a}\n", "%{ if a }x%{ endif } $ y\n", " x $${a} % y $\n"} {
		for lines, want := range map[int]Verdict{2000: Equal, 40_000: Unknown} {
			if line == "text\n" {
				want = Equal
			}
			native := inLocal("<<E\n" + strings.Repeat(line, lines) + "E")
			text, _ := json.Marshal(strings.Repeat(line, lines))
			other := source("b.json", inLocalJSON(string(text)))
			other.JSON = true
			for _, b := range []Source{source("b", native+" "), other} {
				got := Compare(source("a", native), b, testDialect(), Options{})
				if got.Verdict() != want {
					t.Errorf("%d times %q and %s: %v", lines, line, b.Filename, got.Verdict())
				}
				if len(got.Messages()) > 1 {
					t.Error(got.Messages())
				}
				for _, d := range got.Messages() {
					if want == Unknown && (d.Summary != undecidedSummary || d.Subject == nil || !strings.Contains(d.Detail, tooSlowReason)) {
						t.Error(d)
					}
				}
			}
		}
	}
}

// An argument that the other side lacks is not looked for among all others.
func TestManyMissingArguments(t *testing.T) {
	golden.CheckLinear(t, 4000, func(n int) func() {
		a, b := "locals {\n"+times(n, "  b%d = 1\n")+"}\n", `{"locals": {`+listed(n, `"c%d": 1`)+`}}`
		return func() {
			if found := compare(a, b); len(found.Differences) != 2*n {
				t.Fatal(found.Messages())
			}
		}
	})
}

// TestManyEmptyArguments checks the time for many missing arguments with null or empty lists, which
// can represent no blocks.
func TestManyEmptyArguments(t *testing.T) {
	for _, value := range []string{"null", "[]"} {
		golden.CheckLinear(t, 4000, func(n int) func() {
			text := `{"resource": {"x_y": {"z": {%s}}}}`
			with, d := fmt.Sprintf(text, listed(n, `"c%d": `+value)), opentofu.Config(opentofu.Target{})
			return func() {
				found := Compare(source("a", with), source("b", fmt.Sprintf(text, "")), d, Options{})
				if found.Equal() != (value == "null") {
					t.Fatal(found.Messages())
				}
			}
		})
	}
}
