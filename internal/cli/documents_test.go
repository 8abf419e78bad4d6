package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
)

// documentFiles are files that a user could give to the wrong command, with the expected message.
var documentFiles = map[string]struct{ text, want string }{
	"state.json": {
		`{"format_version": "1.0", "terraform_version": "1.9.0", "values": {"root_module": {}, "s": "secret"}}`,
		`"hcljson show state.json" summarizes it`,
	},
	"state.tf.json": {
		`{"format_version": "1.0", "terraform_version": "1.9.0", "values": {"root_module": {}, "s": "secret"}}`,
		`"hcljson show state.tf.json" summarizes it`,
	},
	"plan.json": {
		`{"format_version": "1.2", "terraform_version": "1.9.0", "planned_values": {"s": "secret"}}`,
		`"hcljson generate plan.json" writes configuration`,
	},
	"schemas.json": {
		`{"format_version": "1.0", "provider_schemas": {"example.com/a/b": {}}}`,
		`"hcljson schema add schemas.json" keeps it`,
	},
	"terraform.tfstate": {
		`{"version": 4, "terraform_version": "1.9.0", "serial": 1, "lineage": "x", "outputs": {"s": "secret"}}`,
		`"tofu show -json terraform.tfstate > state.json"`,
	},
	// Truncated documents are recognized too: a message must not print a line, which could be a
	// secret.
	"cut.json": {
		`{"format_version": "1.0", "terraform_version": "1.9.0", "values": {"root_module": {}, "s": "secret"`,
		`"hcljson show cut.json" summarizes it`,
	},
	"cut.tf.json": {
		`{"format_version": "1.0", "terraform_version": "1.9.0", "values": {"root_module": {}, "s": "secret`,
		`"hcljson show cut.tf.json" summarizes it`,
	},
	"cut.tf": {
		`{"format_version": "1.2", "terraform_version": "1.9.0", "variables": {"s": "secret",, `,
		`"hcljson show cut.tf" summarizes it`,
	},
	"cut.tfstate": {
		`{"version": 4, "terraform_version": "1.9.0", "serial": 1, "lineage": "x", "outputs": {"s": "secret"`,
		`"tofu show -json cut.tfstate > state.json"`,
	},
	"tfplan": {"PK\x03\x04\x00\x00secret", `"tofu show -json tfplan > plan.json"`},
	"json.tf": {
		`{"locals": {"a": 1}}`,
		`"hcljson json2hcl --stdin-filepath json.tf.json - < json.tf"`,
	},
	"native.tf.json": {
		"locals {\n  a = 1\n}\n",
		`"hcljson hcl2json --stdin-filepath native.tf - < native.tf.json"`,
	},
	"manifest.json": {
		`{"version": "0.20.0", "stacks": {"p": {"name": "p", "synthesizedStackPath": "stacks/p/cdk.tf.json"}}}`,
		`"hcljson eject manifest.json" writes`,
	},
	"legacy.json": {`{"builders": [{"type": "null"}]}`, `hcljson upgrade -w legacy.json`},
}

// TestDocuments runs each command with each file. If the file does not fit, the message must name
// the command for it.
func TestDocuments(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, file := range documentFiles {
		if err := os.WriteFile(name, []byte(file.text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("good.tf", []byte("locals {\n  a = 1\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const native, other = "native.tf.json", "is configuration"
	wrong := func(files ...string) map[string]string {
		m := map[string]string{}
		for _, name := range files {
			m[name] = other
		}
		return m
	}
	backwards := map[string]string{
		native: "Convert it with json2hcl", "state.tf.json": "Convert it with json2hcl", "cut.tf.json": "Convert it with json2hcl",
	}
	wayBack := map[string]string{"json.tf": "Convert it with hcl2json", "cut.tf": "Convert it with hcl2json"}
	read := []string{"state.json", "state.tf.json", "plan.json", "cut.json", "cut.tf.json", "cut.tf"}
	for _, test := range []struct {
		args string // FILE is the file
		// right are the files that the command is for, instead are other messages.
		right   []string
		instead map[string]string
	}{
		{args: "FILE"},
		{args: "hcl2json FILE", instead: backwards},
		{args: "hcl2json --merge FILE", instead: backwards},
		{args: "json2hcl FILE", instead: wayBack},
		{args: "json2hcl --tidy all FILE", instead: wayBack},
		{args: "verify --roundtrip FILE"},
		{args: "verify good.tf FILE"},
		{args: "patch FILE good.tf"},
		{args: "edit FILE -- go version"},
		{args: "diff good.tf FILE"},
		{args: "diff FILE good.tf"},
		{args: "show FILE", right: read, instead: wrong("json.tf", native)},
		{args: "generate FILE", right: read, instead: wrong("json.tf", native)},
		{args: "eject FILE", right: []string{"manifest.json"},
			instead: map[string]string{"json.tf": "Already native syntax", "cut.tf": "Already native syntax"}},
		{args: "upgrade FILE", right: []string{"legacy.json"}, instead: wrong("json.tf", native)},
		{
			args: "schema add FILE", right: []string{"schemas.json"},
			instead: map[string]string{"json.tf": "Not a schema", native: "Unreadable schema"},
		},
		{
			args:    "--schema FILE good.tf",
			instead: map[string]string{"json.tf": "locals", native: "Invalid JSON"},
		},
		{
			args: "--provider-schema FILE good.tf", right: []string{"schemas.json"},
			instead: map[string]string{"json.tf": "Not a schema", native: "Unreadable schema"},
		},
	} {
		for name, file := range documentFiles {
			var out, errs bytes.Buffer
			args := strings.Fields(env.ProgramName + " " + strings.Replace(test.args, "FILE", name, 1))
			Main(args, strings.NewReader(""), &out, &errs, func(name string) string {
				if name == pluginschemas.CacheVariable {
					return filepath.Join(dir, "cache")
				}
				return ""
			})
			want, message := file.want, errs.String()
			if text, ok := test.instead[name]; ok {
				want = text
			}
			for _, right := range test.right {
				if right == name {
					want = ""
				}
			}
			switch {
			case want == "" && strings.Contains(message, file.want):
				t.Errorf("%s: %s", args, message)
			case !strings.Contains(message, want), want != "" && out.Len() > 0, strings.Contains(message, "secret"):
				t.Errorf("%s: want %s, got %s%s", args, want, out.String(), message)
			}
		}
	}
}
