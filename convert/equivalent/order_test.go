package equivalent_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

// Blocks whose order has a meaning differ in another order: also blocks that the product merges.
func TestMeaningOfOrder(t *testing.T) {
	for _, test := range []struct {
		name, target, first, second string
		override, same              bool
	}{
		{"main.tf", "", "resource \"a\" \"b\" {\n  n = 1\n}\n", "resource \"a\" \"b\" {\n  n = 2\n}\n", true, false},
		{"main.tf", "", "resource \"a\" \"b\" {\n  n = 1\n}\n", "resource \"a\" \"b\" {\n  n = 2\n}\n", false, true},
		{"main.tf", "", "locals {\n  n = 1\n}\n", "locals {\n  n = 2\n}\n", true, false},
		{"main.tf", "", "locals {\n  n = 1\n}\n", "locals {\n  m = 2\n}\n", true, true},
		{"main.tf", "", "variable \"b\" {\n  default = 1\n}\n", "variable \"b\" {\n  default = 2\n}\n", true, false},
		{"main.tf", "", "variable \"b\" {\n  default = 1\n}\n", "variable \"c\" {\n  default = 2\n}\n", true, true},
		{"main.tf", "", "module \"b\" {\n  a = 1\n}\n", "module \"b\" {\n  a = 2\n}\n", true, false},
		{"main.tf", "", "provider \"b\" {\n  a = 1\n}\n", "provider \"b\" {\n  a = 2\n}\n", true, false},
		{"main.tf", "", "terraform {\n  backend \"a\" {}\n}\n", "terraform {\n  backend \"b\" {}\n}\n", true, false},
		{"terragrunt.hcl", "", "include \"a\" {\n  path = \"a\"\n}\n", "include \"b\" {\n  path = \"b\"\n}\n", false, false},
		{"docker-bake.hcl", "", "target \"a\" {\n  n = 1\n}\n", "target \"a\" {\n  n = 2\n}\n", false, false},
		{"docker-bake.hcl", "", "target \"a\" {\n  n = 1\n}\n", "target \"b\" {\n  n = 2\n}\n", false, true},
	} {
		file, err := dialects.ForFile(test.name, dialects.Options{Target: test.target})
		if err != nil {
			t.Fatal(err)
		}
		source := func(text string) equivalent.Source {
			return equivalent.Source{Bytes: []byte(text), Filename: test.name, Override: test.override}
		}
		a, b := source(test.first+test.second), source(test.second+test.first)
		if found := equivalent.Compare(a, b, file.Dialect, equivalent.Options{}); found.Equal() != test.same {
			t.Errorf("%s, override %v: %s in another order: %v", test.name, test.override, a.Bytes, found.Messages())
		}
		if found := equivalent.Compare(a, a, file.Dialect, equivalent.Options{}); !found.Equal() {
			t.Errorf("%s: %s differs from itself: %v", test.name, a.Bytes, found.Messages())
		}
	}
	file, err := dialects.ForFile("main.tf", dialects.Options{Target: "terraform@1.16"})
	if err != nil {
		t.Fatal(err)
	}
	triggers := func(first, second string) equivalent.Source {
		return equivalent.Source{Bytes: []byte(`resource "terraform_data" "a" {
  lifecycle {
    action_trigger {
      events  = [` + first + `]
      actions = [action.a.b]
    }
    action_trigger {
      events  = [` + second + `]
      actions = [action.a.c]
    }
  }
}
`), Filename: "main.tf"}
	}
	if equivalent.Compare(triggers("after_create", "before_create"), triggers("before_create", "after_create"), file.Dialect,
		equivalent.Options{}).Equal() {
		t.Error("action_trigger blocks in another order are equal")
	}
}

// An override file of a module is compared with override files only.
func TestOverrideFilesOfModule(t *testing.T) {
	base := equivalent.Source{Bytes: []byte("variable \"a\" {\n  default = 1\n}\n"), Filename: "main.tf"}
	change := equivalent.Source{Bytes: []byte("variable \"a\" {\n  default = 2\n}\n"), Filename: "main_override.tf", Override: true}
	swapped := []equivalent.Source{{Bytes: change.Bytes, Filename: "main.tf"},
		{Bytes: base.Bytes, Filename: "main_override.tf", Override: true}}
	file, err := dialects.ForFile("main.tf", dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if equivalent.CompareModules([]equivalent.Source{base, change}, swapped, file.Dialect, equivalent.Options{}).Equal() {
		t.Error("the content of an override file and of another file can be exchanged")
	}
	if found := equivalent.CompareModules([]equivalent.Source{base, change}, []equivalent.Source{change, base}, file.Dialect,
		equivalent.Options{}); !found.Equal() {
		t.Error(found.Messages())
	}
}
