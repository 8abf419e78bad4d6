package roundtrip

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	upstream "github.com/hashicorp/hcl/v2/hclwrite"
)

func TestString(t *testing.T) {
	tests := []struct {
		name, file, src string
		conv            converter
		want            string
	}{
		{
			name: "difference and comment", file: "a.tf", src: nativeSource,
			conv: converter{inTurn(noComment), inTurn("# head\nlocals {\n  a = x\n  b = 1\n}\n")},
			want: `
a.tf does not survive the round trip

comments, to JSON in general form: Comment lost
    a.tf:1:1: # head
      >   1 | # head
          2 | locals {
    a.tf.json:1:26: nothing
      >   1 | {"locals": {"a": "$${x}"}}

different, to JSON in general form and back: Different value
    locals > a
    a.tf:3:7: "$${x}"
          2 | locals {
      >   3 |   a = "$${x}"
          4 | }
    a.tf (back):3:7: x
          2 | locals {
      >   3 |   a = x
          4 |   b = 1

different, to JSON in general form and back: Added attribute
    locals > b
    a.tf:2:8: nothing
          1 | # head
      >   2 | locals {
          3 |   a = "$${x}"
    a.tf (back):4:3: 1
          3 |   a = x
      >   4 |   b = 1
          5 | }
`,
		},
		{
			name: "one line", file: "a.tf.json",
			src: `{"locals": {"a": "` + strings.Repeat("long ", 20) + `", "b": "${1 +", "c": "` + strings.Repeat("long ", 20) +
				`"}}`,
			conv: converter{refuse, refuse},
			want: `
a.tf.json does not survive the round trip

unreadable, the file itself: Missing expression
    Expected the start of an expression, but found the end of the file.
    a.tf.json:1:133:
      >   1 | ... long long long long long ", "b": "${1 +", "c": "long long long long long long long long long long long long long long l...
`,
		},
		{
			name: "many", file: "a.tf", src: "locals {\n  a = 1\n  b = 2\n  c = 3\n  d = 4\n  e = 5\n  f = 6\n  g = 7\n}\n",
			conv: converter{inTurn(`{"locals": {"f": 6, "g": 7}}`), refuse},
			want: `
a.tf does not survive the round trip

different, to JSON in general form: Missing attribute
    locals > a
    a.tf:2:3: 1
          1 | locals {
      >   2 |   a = 1
          3 |   b = 2
    a.tf.json:1:27: nothing
      >   1 | {"locals": {"f": 6, "g": 7}}
...
and 1 more
`,
		},
		{
			name: "outside", file: "a.tf", src: "variable \"a\" {\n  default = x\n}\n",
			conv: converter{refuse, refuse},
			want: `
a.tf does not survive the round trip

refused, to JSON in general form: No
    The converter failed.
    a.tf:1:1:
      >   1 | variable "a" {
          2 |   default = x

The file does not follow the rules of its language:
    a.tf:2,13-14: Not in the schema; The language requires a constant here; the expression is compared as written.
`,
		},
		{
			name: "much outside", file: "a.tf", src: "variable \"a\" {\n  default = [t, u, v, w, x, y, z]\n}\n",
			conv: converter{refuse, refuse},
			want: `
a.tf does not survive the round trip

refused, to JSON in general form: No
...
and 2 more
`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := "\n" + check(test.file, []byte(test.src), tofu(t, test.file), Options{}, test.conv).String() + "\n"
			start, end, cut := strings.Cut(test.want, "...\nand")
			if cut {
				end = "and" + end
			}
			if (!cut && got != test.want) || !strings.HasPrefix(got, start) || !strings.HasSuffix(got, end) {
				t.Errorf("got%swant%s", got, test.want)
			}
		})
	}
}

// TestDiagnostics checks that each message of a result names the step, because messages can be read
// alone.
func TestDiagnostics(t *testing.T) {
	r := check("a.tf", []byte(nativeSource), tofu(t, "a.tf"), Options{},
		converter{inTurn(jsonSource), inTurn("# head\nlocals {\n  a = x\n}\n")})
	const want = `a.tf:3,7-14: Different value; locals > a: "$${x}" at a.tf:3,7-14, but x at a.tf (back):3,7-8. (to ` +
		`JSON in general form and back)`
	if diags := r.Diagnostics(); len(diags) != 1 || diags[0].Error() != want {
		t.Errorf("got %v, want %s", diags, want)
	}
}

func TestKinds(t *testing.T) {
	if got := Unreadable.String() + " " + Unstable.String() + " " + (Unstable + 1).String(); got != "unreadable unstable Kind(8)" {
		t.Error(got)
	}
}

// TestStringOfSuccess checks that success is reported too, and that a position outside of the text
// has no source lines.
func TestStringOfSuccess(t *testing.T) {
	r := Result{Filename: "a.tf"}
	if got, want := r.String(), "a.tf survives the round trip"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	diag := func(subject *hcl.Range) *hcl.Diagnostic {
		return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "No", Detail: "One.\n\nTwo.", Subject: subject}
	}
	r.Problems = []Problem{{Kind: Refused, Step: "x", Diagnostics: hcl.Diagnostics{
		diag(nil), diag(&hcl.Range{Filename: "b", Start: hcl.InitialPos, End: hcl.InitialPos})}}}
	const want = `a.tf does not survive the round trip

refused, x: No
    One.
    Two.

refused, x: No
    One.
    Two.
    b:1:1:`
	if got := r.String(); got != want {
		t.Errorf("got %s", got)
	}
}

func TestClip(t *testing.T) {
	long := strings.Repeat("é", 300)
	part := func(n int) string { return strings.Repeat("é", n) }
	for at, want := range map[int]string{
		0: part(120) + "...", 10: part(120) + "...", 40: part(120) + "...", 41: "..." + part(120) + "...",
		219: "..." + part(120) + "...", 220: "..." + part(120), 299: "..." + part(41), 1000: "..." + part(40),
	} {
		if got := clip(long, at); got != want {
			t.Errorf("at %d: %s", at, got)
		}
	}
	if short := part(120); clip(short, 100) != short {
		t.Error("a short line is truncated")
	}
}

// Large texts are formatted in pieces.
func TestIsFormatted(t *testing.T) {
	block := "a {\n  b = [\n    1,\n  ]\n}\n\n"
	large := strings.Repeat(block, 3*formatSize/len(block))
	for _, test := range []struct {
		text string
		want bool
	}{
		{"", true}, {"a = 1\n", true}, {"a=1\n", false}, {large, true}, {large + "a=1\n", false}, {"a=1\n" + large, false},
		{large + "a= 1\n\n" + large, false}, {large + "a   = 1\nbbb = 2\n" + large, true}, {large + "a = 1\nbbb = 2\n", false},
	} {
		if got := isFormatted([]byte(test.text)); got != test.want {
			t.Errorf("%d bytes, %.20q: %t", len(test.text), test.text, got)
		}
		if same := string(upstream.Format([]byte(test.text))) == test.text; same != test.want {
			t.Errorf("%d bytes, %.20q: hashicorp/hcl: %t", len(test.text), test.text, same)
		}
	}
}
