package edits

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
)

func TestChangedLines(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a\nb\n", "a\nb\n", 0}, {"a\n", "b\n", 2}, {"a\nb\nc\n", "a\nc\n", 1},
		{"a\nb\nc\nd\n", "a\nx\nc\ny\nd\n", 3}, {"a\n", "a", 2}, {"", "a\n", 1},
		{"a\na\nb\n", "a\nb\na\nb\n", 1},
	} {
		if got := changedLines([]byte(test.a), []byte(test.b)); got != test.want {
			t.Errorf("%q, %q: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

// TestEditsOfText checks the reference edits: each is the edit that a person would make.
func TestEditsOfText(t *testing.T) {
	const text = `# one
variable "a" {
  type    = string
  default = "x" # why
}

# two
resource "null_resource" "b" {
  count = 1

  # three
  triggers = {
    list = ["p", "q"]
  }
}
`
	for kind, wants := range map[string][]string{
		changeValue:     {`default = "x-changed" # why`, `count = 4711`},
		addAttribute:    {"\n  added = \"x\"\n}", "\n  added_by_a_program = \"x\"\n}", "  }\n  added = \"x\"\n}"},
		removeAttribute: {"= string\n}", "{\n  default = \"x\" # why", "{\n  # three\n  triggers", "count = 1\n}"},
		addElement:      {`["p", "q", "added"]`},
		removeElement:   {`["p"]`, `["q"]`},
		addBlock:        {"}\n\nresource \"terraform_data\" \"added\" {\n  input = \"x\"\n}\n"},
		removeBlock:     {"}\n", "# two\nresource"},
	} {
		s := newSubject("main.tf", []byte(text), mustDialect(t, "main.tf"))
		met := map[string]bool{}
		for range 20 {
			for _, e := range s.candidates(kind) {
				edited, err := inOrder(s.json, e)
				for _, made := range e.texts {
					// Without its only block, a type stays in the JSON.
					if found := s.compare(edited, made); kind != removeBlock && (err != nil || !found.Equal()) {
						t.Errorf("%s: %v, %v: %s\n%s", kind, err, found.Messages(), edited, made)
					}
					for _, want := range wants {
						if bytes.Contains(made, []byte(want)) || kind == removeBlock && strings.HasPrefix(string(made), want) {
							met[want] = true
						}
					}
				}
			}
		}
		for _, want := range wants {
			if !met[want] {
				t.Errorf("%s: nothing has %q", kind, want)
			}
		}
	}
}

// TestNewBlock checks that a resource is added next to any form of other resources in the JSON, and
// also as the first resource of its type.
func TestNewBlock(t *testing.T) {
	const added = "resource \"terraform_data\" \"added\" {\n  input = \"x\"\n}\n"
	const x, y = "resource \"x\" \"a\" {}\n", "resource \"y\" \"b\" {}\n"
	for _, test := range []struct{ name, text, want string }{
		{"main.tf", "", added},
		{"main.tf", "locals {}\n", "locals {}\n\n" + added},
		{"main.tf", "locals {}", ""},
		{"main.tf", x, x + "\n" + added},
		{"main.tf", x + y + x, x + y + x + "\n" + added},
		{"main.tf", "resource \"terraform_data\" \"a\" {}\n", ""},
		{"x.pkr.hcl", "locals {}\n", ""},
	} {
		s := newSubject(test.name, []byte(test.text), mustDialect(t, test.name))
		made := s.candidates(addBlock)
		if len(made) != min(len(test.want), 1) {
			t.Errorf("%q: %d edits", test.text, len(made))
			continue
		}
		for _, e := range made {
			edited, err := inOrder(s.json, e)
			if string(e.texts[0]) != test.want || err != nil || !s.compare(edited, e.texts[0]).Equal() {
				t.Errorf("%q: %v: got\n%s\nand\n%s", test.text, err, e.texts[0], edited)
			}
		}
	}
}

func mustDialect(t *testing.T, name string) *schema.Dialect {
	t.Helper()
	file, err := dialects.ForFile(name, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return file.Dialect
}

// Lists are edited in each layout: with lines and a comma after all, without one, and in an object.
func TestEditsOfLists(t *testing.T) {
	const text = "locals {\n  a = [\n    \"x\", # c\n    # above\n    \"y\" # d\n  ]\n" +
		"  b = [\n    \"x\",\n    \"z\",\n  ]\n" +
		"  c = { l = [1], m = [[\"p\"], [\"q\", \"r\"]] }\n  d = [\"s\", \"t\", ]\n  e = [upper(\"u\"), \"v\"]\n}\n"
	s := newSubject("main.tf", []byte(strings.Replace(text, ", ]", "]", 1)), mustDialect(t, "main.tf"))
	made := func(kind string) string {
		all := map[string]bool{}
		for range 40 {
			for _, e := range s.candidates(kind) {
				for _, text := range e.texts {
					a, b := strings.SplitAfter(string(s.src), "\n"), strings.SplitAfter(string(text), "\n")
					for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
						a, b = a[1:], b[1:]
					}
					for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
						a, b = a[:len(a)-1], b[:len(b)-1]
					}
					all[strings.Join(a, "")+"=>\n"+strings.Join(b, "")] = true
				}
			}
		}
		return strings.Join(slices.Sorted(maps.Keys(all)), "")
	}
	const added = `    "y" # d
=>
    "y", # d
    "added"
  c = { l = [1], m = [["p"], ["q", "r"]] }
=>
  c = { l = [1], m = [["p", "added"], ["q", "r"]] }
  c = { l = [1], m = [["p"], ["q", "r"]] }
=>
  c = { l = [1], m = [["p"], ["q", "r", "added"]] }
  d = ["s", "t"]
=>
  d = ["s", "t", "added"]
  e = [upper("u"), "v"]
=>
  e = [upper("u"), "v", "added"]
=>
    "added",
`
	if got := made(addElement); got != added {
		t.Errorf("got\n%s\nwant\n%s", got, added)
	}
	const removed = `    "x",
=>
    "x", # c
=>
    "z",
=>
    # above
    "y" # d
=>
  c = { l = [1], m = [["p"], ["q", "r"]] }
=>
  c = { l = [1], m = [["p"], ["q"]] }
  c = { l = [1], m = [["p"], ["q", "r"]] }
=>
  c = { l = [1], m = [["p"], ["r"]] }
  c = { l = [1], m = [["p"], ["q", "r"]] }
=>
  c = { l = [1], m = [["p"]] }
  c = { l = [1], m = [["p"], ["q", "r"]] }
=>
  c = { l = [1], m = [["q", "r"]] }
  d = ["s", "t"]
=>
  d = ["s"]
  d = ["s", "t"]
=>
  d = ["t"]
  e = [upper("u"), "v"]
=>
  e = ["v"]
  e = [upper("u"), "v"]
=>
  e = [upper("u")]
`
	if got := made(removeElement); got != removed {
		t.Errorf("got\n%s\nwant\n%s", got, removed)
	}
}
