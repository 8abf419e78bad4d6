package edits

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
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

// The edits that are compared with are those that a person would make.
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
		addAttribute:    {"\n  added   = \"x\"\n}", "\n  added_by_a_program = \"x\"\n}", "  }\n  added = \"x\"\n}"},
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
				for _, made := range e.texts {
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

func mustDialect(t *testing.T, name string) *schema.Dialect {
	t.Helper()
	file, err := dialects.ForFile(name, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return file.Dialect
}
