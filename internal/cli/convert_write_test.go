package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestLosses checks the reports about content that an overwrite would delete, and about changed
// values of arguments that a module can set only once.
func TestLosses(t *testing.T) {
	resource := func(body string) string { return "resource \"a\" \"b\" {\n" + body + "\n}\n" }
	for _, test := range []struct{ source, beside, lost, other string }{
		{resource("x = 1"), resource(""), "", ""},
		{resource("x = 1"), resource("x = 2"), "", `resource "a" "b" > x`},
		{resource("x = 1"), resource("x = 1\ny = 2"), `resource "a" "b" > y`, ""},
		{resource("x = { a = 1 }"), resource("x = { a = 2, b = 3 }"), `resource "a" "b" > x.b`, `resource "a" "b" > x.a`},
		{resource("n {}"), resource("n {\na = 1\n}"), `resource "a" "b" > n > a`, ""},
		{resource("n {}"), resource("n {}\nn {\na = 1\n}"), `resource "a" "b" > n`, ""},
		{resource("provisioner \"p\" {}\nprovisioner \"q\" {}"),
			resource("provisioner \"q\" {}\nprovisioner \"p\" {\na = 1\n}"),
			`resource "a" "b"`, ""},
		{"moved {\nfrom = a.b\nto = a.c\n}\n", "moved {\nfrom = a.c\nto = a.d\n}\n", "moved > from, moved > to", ""},
		{"import {\nto = a.b\nid = 1\n}\n", "import {\nto = a.b\nid = 2\n}\n", "", "import > id"},
		{"import {\nto = a.b\nid = 1\n}\n", "import {\nto = a.c\nid = 2\n}\n", "import > to", "import > id"},
		{"provider \"p\" {\nalias = \"a\"\n}\n", "provider \"p\" {\n}\n", `provider "p" > alias`, ""},
		{"terraform {\nbackend \"b\" {\na = 1\n}\n}\n", "terraform {\nbackend \"b\" {\na = 2\n}\n}\n", "",
			`terraform > backend "b" > a`},
		{"terraform {\nbackend \"b\" {}\n}\n", "terraform {\nbackend \"c\" {}\n}\n", `terraform > backend "c"`, ""},
		{"terraform {\nrequired_version = \"1\"\n}\n", "terraform {\nrequired_version = \"2\"\n}\n",
			"terraform > required_version", ""},
		{"# a\n# b\nlocals {}\n", "# a\nlocals {}\n# c\n", "The file", ""},
	} {
		dialect := opentofu.Config(opentofu.Target{})
		found := equivalent.Compare(equivalent.Source{Bytes: []byte(test.source), Filename: "a"},
			equivalent.Source{Bytes: []byte(test.beside), Filename: "b"}, dialect, equivalent.Options{Comments: true})
		if found.Diagnostics.HasErrors() {
			t.Fatalf("%s%s%s", test.source, test.beside, found.Diagnostics)
		}
		lost, other := output.SplitDifferences(found.Differences, dialect.Root, true)
		if paths(lost) != test.lost || paths(other) != test.other {
			t.Errorf("%s%slost: %s, other: %s", test.source, test.beside, paths(lost), paths(other))
		}
		if lost, other := output.SplitDifferences(found.Differences, dialect.Root, false); len(other) > 0 ||
			(len(lost) == 0) != (test.lost+test.other == "") {
			t.Errorf("%s%sof an override: %s, other: %s", test.source, test.beside, paths(lost), paths(other))
		}
	}
}

func paths(differences []equivalent.Difference) string {
	var list []string
	for _, d := range differences {
		list = append(list, d.Place())
	}
	return strings.Join(list, ", ")
}

func TestPlaces(t *testing.T) {
	var list []equivalent.Difference
	for i := range 7 {
		list = append(list, equivalent.Difference{Path: []string{fmt.Sprint("a", i)}, B: equivalent.Side{Value: "1"}})
	}
	if got := output.FormatPlaces(list); !strings.HasPrefix(got, "a0: 1 at ") || !strings.HasSuffix(got, ", and 2 more") ||
		strings.Contains(got, "a5") {
		t.Error(got)
	}
}
