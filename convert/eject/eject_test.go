package eject_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/eject"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func TestManifest(t *testing.T) {
	stacks, diags := eject.ReadManifest([]byte(`{
  "version": "0.21.0",
  "stacks": {
    "z": {"name": "z", "workingDirectory": "stacks/z", "synthesizedStackPath": "stacks/z/cdk.tf.json"},
    "a": {"name": "a", "workingDirectory": "stacks\\a", "synthesizedStackPath": "stacks\\a\\cdk.tf.json"},
    "root": {"name": "root", "workingDirectory": ".", "synthesizedStackPath": "main.tf.json"}
  }
}`), "manifest.json")
	want := []eject.Stack{
		{Name: "z", Dir: "stacks/z", File: "stacks/z/cdk.tf.json", Out: "z"},
		{Name: "a", Dir: "stacks/a", File: "stacks/a/cdk.tf.json", Out: "a"},
		{Name: "root", Dir: ".", File: "main.tf.json", Out: "root"},
	}
	if len(diags) > 0 || !slices.Equal(stacks, want) {
		t.Errorf("%v, %v", stacks, diags)
	}
}

func TestManifestFaults(t *testing.T) {
	stack := func(fields string) string { return `{"stacks": {"s": {` + fields + `}}}` }
	for src, summary := range map[string]string{
		``:                                    "Empty",
		`[]`:                                  "No stacks",
		`{"stacks": []}`:                      "No stacks",
		`{"stacks": {}}`:                      "No stacks",
		`{"stacks": {"s": 1}}`:                "No configuration",
		stack(``):                             "No configuration",
		stack(`"synthesizedStackPath": null`): "No configuration",
		stack(`"synthesizedStackPath": ""`):   "Path outside the directory",
		stack(`"synthesizedStackPath": "."`):  "Path outside the directory",
		stack(`"synthesizedStackPath": "/etc/cdk.tf.json"`):                        "Path outside the directory",
		stack(`"synthesizedStackPath": "a/../../cdk.tf.json"`):                     "Path outside the directory",
		stack(`"synthesizedStackPath": "..\\cdk.tf.json"`):                         "Path outside the directory",
		stack(`"synthesizedStackPath": "a:b/cdk.tf.json"`):                         "Path outside the directory",
		stack(`"synthesizedStackPath": "a\u0000/cdk.tf.json"`):                     "Path outside the directory",
		stack(`"synthesizedStackPath": "a/cdk.tf.json", "workingDirectory": ".."`): "Path outside the directory",
		stack(`"synthesizedStackPath": "a/cdk.tf.json", "workingDirectory": 1`):    "Path outside the directory",
		stack(`"synthesizedStackPath": "a/cdk.tf.json", "workingDirectory": "b"`):  "Another directory",
		`{"stacks": {"a/b": {"synthesizedStackPath": "cdk.tf.json"}}}`:             "Invalid directory name",
		`{"stacks": {"..": {"synthesizedStackPath": "cdk.tf.json"}}}`:              "Invalid directory name",
		`{"stacks": {"a": {"synthesizedStackPath": "x/s/c.tf.json"}, ` +
			`"b": {"synthesizedStackPath": "y/S/c.tf.json"}}}`: "Two stacks in the same place",
	} {
		_, diags := eject.ReadManifest([]byte(src), "manifest.json")
		switch {
		case !diags.HasErrors():
			t.Errorf("%s is accepted", src)
		case summary != "Empty" && diags[0].Summary != summary:
			t.Errorf("%s: %s", src, diags)
		case diags[0].Subject == nil:
			t.Errorf("%s: the error has no place", src)
		}
	}
}

// What a manifest says is never outside of its directory, whatever it says.
func FuzzManifest(f *testing.F) {
	f.Add(`stacks/a`, `stacks/a/cdk.tf.json`, "a")
	f.Add(`.`, `..\x`, "..")
	f.Fuzz(func(t *testing.T, dir, file, name string) {
		src := fmt.Sprintf(`{"stacks": {%s: {"workingDirectory": %s, "synthesizedStackPath": %s}}}`, quote(name), quote(dir),
			quote(file))
		stacks, diags := eject.ReadManifest([]byte(src), "manifest.json")
		if diags.HasErrors() {
			return
		}
		for _, path := range []string{stacks[0].Dir, stacks[0].File, stacks[0].Out} {
			for part := range strings.SplitSeq(path, "/") {
				if part == ".." || part == "" || strings.ContainsAny(part, "\\:\x00") {
					t.Fatalf("%q", stacks)
				}
			}
		}
	})
}

// quote writes a JSON string, in which any character may be escaped.
func quote(text string) string {
	var b strings.Builder
	for _, char := range text {
		if char > 0xffff {
			char = '?'
		}
		fmt.Fprintf(&b, `\u%04x`, char)
	}
	return `"` + b.String() + `"`
}

func TestLook(t *testing.T) {
	for name, test := range map[string]struct {
		src  string
		want []string
	}{
		"a backend of the machine": {
			"terraform {\n  backend \"local\" {\n    path = \"/home/me/app/x.tfstate\"\n  }\n}\n",
			[]string{`3 terraform > backend "local": path`},
		},
		"a backend beside it": {"terraform {\n  backend \"local\" {\n    path = \"x.tfstate\"\n  }\n}\n", nil},
		"a backend of Windows": {"terraform {\n  backend \"local\" {\n    path = \"C:\\\\app\\\\x.tfstate\"\n  }\n}\n",
			[]string{`3 terraform > backend "local": path`}},
		"a state of another": {"data \"terraform_remote_state\" \"a\" {\n  backend = \"s3\"\n}\n",
			[]string{`1 data "terraform_remote_state" "a"`}},
		"a computed path": {"data \"terraform_remote_state\" \"a\" {\n  config = { path = \"/a/${b.c.d}\" }\n}\n",
			[]string{`1 data "terraform_remote_state" "a"`}},
		"another data source": {"data \"x\" \"terraform_remote_state\" {\n  config = { path = \"/a/b/c\" }\n}\n", nil},
		"a path of the machine": {
			"terraform {\n  backend \"local\" {\n    path = \"/home/me/app/x.tfstate\"\n  }\n}\nlocals {\n  a = " +
				"[\"/home/me/app/b\", \"/home/me/application\", \"x/home/me/app\"]\n  c = file(\"/home/me/app/d\")\n}\n",
			[]string{`3 terraform > backend "local": path`, `7 locals: a`, `8 locals: c`},
		},
		"no directory of anybody": {
			"terraform {\n  backend \"local\" {\n    path = \"/srv/x.tfstate\"\n  }\n}\nlocals {\n  a = \"/srv/b\"\n}\n",
			[]string{`3 terraform > backend "local": path`},
		},
		"tokens": {
			"locals {\n  a = \"x-${TfToken[TOKEN.1]}\"\n  b = TfToken[TOKEN.2]\n  c = -1.8881545897087505e+289\n  d = { e = " +
				"\"#{Token[TOKEN.3]}\" }\n  f = 1e289\n" +
				"  g = {\n    \"${TfToken[TOKEN.4]}\" = 1\n    (TfToken[TOKEN.5]) = 2\n  }\n}\n",
			[]string{"2 locals: a", "3 locals: b", "4 locals: c", "5 locals: d.e", "8 locals: g", "9 locals: g"},
		},
		"secrets": {
			"resource \"x\" \"y\" {\n  password = \"hunter2\"\n  secret_arn = \"arn:x\"\n  token = var.token\n  " +
				"master_password = \"${var.p}\"\n  password_length = \"8\"\n  env = { API_KEY = \"k\", \"db-password\" = \"p\", " +
				"TOKEN = \"\" }\n  key = \"-----BEGIN RSA PRIVATE KEY-----\\nx\\n\"\n}\n",
			[]string{`2 resource "x" "y": password`, `7 resource "x" "y": env.API_KEY`, `7 resource "x" "y": env.db-password`,
				`8 resource "x" "y": key`},
		},
		"names beside secrets": {"locals {\n" + besideSecrets() + "}\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			notes, diags := eject.Look([]eject.File{{Name: "main.tf", Bytes: []byte(test.src)}}, opentofu.Looks())
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			var got []string
			for _, note := range notes {
				got = append(got, fmt.Sprintf("%d %s", note.Range.Start.Line, note.Place))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// besideSecrets are arguments about secrets that are not secrets themselves.
func besideSecrets() string {
	var b strings.Builder
	for name := range strings.FieldsSeq(`secret_id secret_ids secret_arn secret_name secret_names token_path token_file
		secret_ref password_key_vault secret_version password_length token_type token_ttl token_url token_uri
		token_endpoint password_policy token_duration token_period token_days token_hours token_validity
		password_manager secret_location secret_prefix secret_suffix password_wo_version password_enabled
		token_expiration token_mode token_method secret_description token_status`) {
		fmt.Fprintf(&b, "  %s = \"x\"\n", name)
	}
	return b.String()
}

func TestLookAtFaults(t *testing.T) {
	if _, diags := eject.Look([]eject.File{{Name: "main.tf", Bytes: []byte("a = ")}},
		opentofu.Looks()); !diags.HasErrors() {
		t.Error("there is no error")
	}
}

func TestPaths(t *testing.T) {
	file, diags := hclwrite.ParseFile([]byte(`module "a" {
  source = "./modules/a"
}

module "b" {
  source = "../b"
}

module "c" {
  source = "../c/${var.x}"
}

module "d" {
  source = "hashicorp/x/y"
}

resource "x" "y" {
  a      = "${path.module}/f.tpl"
  b      = ["./modules/a", "./../up", "./", "${path.module}/${var.x}", "/etc/x", "./a/./b"]
  source = "../e"
  f      = [file("../f"), "${file("../g")}-x"]
}
`), "main.tf")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if got, want := eject.Beside(&file.Body), []string{"modules/a", "f.tpl", "a/b"}; !slices.Equal(got, want) {
		t.Errorf("beside: %q, want %q", got, want)
	}
	if got, want := eject.Above(&file.Body), []string{"../b", "../e", "../f", "../g"}; !slices.Equal(got, want) {
		t.Errorf("above: %q, want %q", got, want)
	}
	was := string(file.Bytes())
	moves := eject.Relocate(&file.Body, opentofu.LocalSources(),
		func(path string) (string, bool) { return "../.." + path[2:], true })
	if len(moves) != 1 || moves[0].Before != "../b" || moves[0].After != "../../b" {
		t.Errorf("moves: %v", moves)
	}
	if got, want := string(file.Bytes()), strings.Replace(was, `"../b"`, `"../../b"`, 1); got != want {
		t.Errorf("got\n%s", got)
	}
	moves[0].Undo()
	if got := string(file.Bytes()); got != was {
		t.Errorf("undone\n%s", got)
	}
	moves[0].Redo()
	if !strings.Contains(string(file.Bytes()), `"../../b"`) {
		t.Error("not done again")
	}
}
