package reading_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/language/source"
)

// Only a literal string is a constant, regardless of the value of an expression. A key can also be an
// identifier.
func TestConstant(t *testing.T) {
	const none = "-"
	for src, want := range map[string]struct{ constant, key string }{
		`a = "b"`: {"b", "b"}, `a = ""`: {"", ""}, `a = null`: {none, "null"}, `a = 1`: {none, none}, `a = b`: {none, "b"},
		`a = "${"b"}"`: {none, none}, `a = "b${1}"`: {none, none}, `a = ("b")`: {none, none}, `a = b.c`: {none, none},
		`a = ["b"]`: {none, none}, `{"a": "b"}`: {"b", "b"}, `{"a": ""}`: {"", ""}, `{"a": null}`: {none, none},
		`{"a": 1}`: {none, none}, `{"a": ["b"]}`: {none, none}, `{"a": "b${1}"}`: {"b${1}", "b${1}"},
	} {
		body, diags := reading.Body([]byte(src), "f", strings.HasPrefix(src, "{"))
		if body == nil {
			t.Fatal(diags)
		}
		attributes, _ := body.JustAttributes()
		text := func(s string, ok bool) string {
			if !ok && s == "" {
				return none
			}
			return s
		}
		e := attributes["a"].Expr
		if got := text(reading.Constant(e)); got != want.constant {
			t.Errorf("%s is the constant %q, want %q", src, got, want.constant)
		}
		if got := text(reading.Key(e)); got != want.key {
			t.Errorf("%s is the key %q, want %q", src, got, want.key)
		}
	}
}

// The extracted blocks equal the blocks of the file, with the same positions.
func TestBlockBodies(t *testing.T) {
	const native = "# é\nterraform {\n  a = 1\n}\nresource \"x\" \"y\" {\n  b = \"terraform {\"\n}\n  terraform { b = " +
		"2 }\nother {}\n"
	for name, c := range map[string]struct {
		src    string
		json   bool
		bodies int
		want   string
	}{
		"native":  {native, false, 2, "a at 3,3-8 b at 8,15-20"},
		"broken":  {"terraform {\n  a = 1\n}\nx = = 1\n", false, 1, "a at 2,3-8"},
		"nothing": {"x {}\n", false, 0, ""},
		"json": {
			"{\n\"é\": \"}\\\"{\", \"terraform\": {\"a\": 1}, \"x\": [{\"terraform\": 1}],\n \"terraform\" : [{\"b\": 2}]}",
			true, 2, "a at 2,28-31 b at 3,18-21"},
		"json twice":  {`{"terraform":{"a":1},"terraform":{"b":2}}`, true, 2, "a at 1,15-18 b at 1,35-38"},
		"json array":  {`[{"terraform":{"a":1}}]`, true, 1, "a at 1,16-19"},
		"json broken": {`{"terraform":{"a":1}`, true, 0, ""},
		"json empty":  {`{}`, true, 0, ""},
		"json escape": {`{"x":"\\","terraform":{"a":1}}`, true, 1, "a at 1,24-27"},
		"json null":   {`{"terraform":null}`, true, 1, ""},
	} {
		bodies := reading.BlockBodies(source.New(c.src, "f", c.json), "terraform")
		var found []string
		for _, body := range bodies {
			content, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "terraform"}}})
			for _, block := range content.Blocks {
				attributes, _ := block.Body.JustAttributes()
				for _, a := range attributes {
					rng := a.Range
					if c.json {
						rng = a.NameRange
					}
					found = append(found, a.Name+" at "+strings.TrimPrefix(rng.String(), "f:"))
				}
			}
		}
		if got := strings.Join(found, " "); len(bodies) != c.bodies || got != c.want {
			t.Errorf("%s: %d bodies, %s; want %d, %s", name, len(bodies), got, c.bodies, c.want)
		}
	}
}

func FuzzMembers(f *testing.F) {
	for _, src := range []string{`{"a":{"b":[1,"]"]},"c":"\""}`, `{"a"`, `"\`, `]]{"a":1,`, `[{"a":1}]`} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for m := range reading.Members(src) {
			if m.Start < 0 || m.End > len(src) || m.Start >= m.End {
				t.Fatalf("%q: %s", src, fmt.Sprint(m))
			}
		}
		reading.BlockBodies(source.FromBytes(src, "f", true), "terraform")
		reading.BlockBodies(source.FromBytes(src, "f", false), "terraform")
	})
}
