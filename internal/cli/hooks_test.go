package cli

import (
	"cmp"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

// hook is an entry of .pre-commit-hooks.yaml: values by key.
type hook map[string]string

// readHooks returns the hooks of .pre-commit-hooks.yaml by id. The file has one line for each key, and
// strings in single quotes without escapes.
func readHooks(t *testing.T) map[string]hook {
	src, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	hooks := map[string]hook{}
	for _, text := range strings.Split(string(src), "- id: ")[1:] {
		h := hook{}
		for _, m := range regexp.MustCompile(`(?m)^  (\w+): (.*)$`).FindAllStringSubmatch(text, -1) {
			h[m[1]] = strings.Trim(m[2], "'[]")
		}
		id, _, _ := strings.Cut(text, "\n")
		hooks[id] = h
	}
	return hooks
}

// takes reports whether pre-commit runs the hook for a file: files matches the path, and exclude does not.
func (h hook) takes(path string) bool {
	exclude := h["exclude"] != "" && regexp.MustCompile(h["exclude"]).MatchString(path)
	return regexp.MustCompile(h["files"]).MatchString(path) && !exclude
}

// run runs the hook for all files of a repository, as pre-commit does. It returns the output of a failure,
// or a message if the hook changed a file. New files do not count, because they are not in the index.
func (h hook) run(t *testing.T, dir, args string) (failure string) {
	t.Helper()
	before := contents(t, dir)
	words := strings.Fields(h["entry"] + " " + strings.ReplaceAll(args, ",", ""))
	taken := slices.DeleteFunc(slices.Sorted(maps.Keys(before)), func(name string) bool { return !h.takes(name) })
	if len(taken) == 0 {
		return ""
	}
	if h["pass_filenames"] != "false" {
		words = append(words, taken...)
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return err.Error() + "\n" + string(out)
	}
	after := contents(t, dir)
	maps.DeleteFunc(before, func(name, text string) bool { got, ok := after[name]; return ok && got == text })
	if len(before) > 0 {
		return "files were changed"
	}
	return ""
}

// TestHookFiles checks that hooks run for the files that the program supports, and for no others.
func TestHookFiles(t *testing.T) {
	names := strings.Fields(`
		main.tf a/main.tofu x.auto.tfvars a.tftest.hcl a.tofutest.hcl a.tfmock.hcl a.tfquery.hcl a.tfcomponent.hcl
		a.pkr.hcl a.auto.pkrvars.hcl docker-bake.hcl docker-bake.override.hcl .tflint.hcl a.hclschema.hcl
		live/terragrunt.hcl root.hcl job.nomad job.nomad.hcl any.hcl main.tf.json main.tofu.json x.tfvars.json
		a.tftest.json a.tofutest.json a.tfmock.json a.tfquery.json a.tfcomponent.json a.pkr.json a.pkrvars.json
		docker-bake.json a/docker-bake.override.json .tflint.json a.hclschema.json terragrunt.hcl.json root.hcl.json
		job.nomad.json job.nomad.hcl.json any.hcl.json .terraform.lock.hcl a.tfmigrate.hcl a.tfdeploy.hcl
		terragrunt.stack.hcl terragrunt.values.hcl terragrunt.autoinclude.hcl terragrunt.autoinclude.stack.hcl
		package.json tf.json terraform.tfstate .terraformrc README.md main.tf.bak tsconfig.pkr.json5`)
	for _, e := range loading.Files {
		names = append(names, "a"+e.Native, "a"+e.JSON)
	}
	for _, l := range dialects.Described() {
		for _, p := range l.Head().Files {
			names = append(names, p.NativeName("a"))
			if p.JSON != "" {
				names = append(names, strings.Replace(p.JSON, "*", "a", 1))
			}
		}
	}
	for id, h := range readHooks(t) {
		if h["language"] != "golang" || strings.Contains(h["entry"], "--replace") && h["require_serial"] != "true" {
			t.Errorf("%s: %v", id, h)
		}
		for _, name := range names {
			file, err := dialects.ForFile(filepath.Base(name), dialects.Options{})
			known := err == nil
			if strings.HasSuffix(id, "-replace") {
				known = known && file.JSON == strings.HasPrefix(id, "json2hcl")
			}
			takes := h.takes(name)
			// Without file names, a hook runs for the whole module, so it may run for other files.
			if takes != known && (h["pass_filenames"] != "false" || known && id == "hcljson-verify") {
				t.Errorf("%s runs for %s: %t (%v)", id, name, takes, err)
			}
		}
	}
}

// TestHooks runs the hooks in one directory, each after a change of its files.
func TestHooks(t *testing.T) {
	dir, hooks := t.TempDir(), readHooks(t)
	const bad, changed = "locals {", "files were changed"
	native := map[string]string{"main.tf": "locals {\n  a = 2\n}\n", "outputs.tf": "output \"a\" {\n  value = local.a\n}\n",
		"image/image.pkr.hcl": "variable \"x\" {\n  default = 1\n}\n", "package.json": "{}\n"}
	for name, text := range native {
		writeFile(t, filepath.Join(dir, name), text)
	}
	for i, step := range []struct{ file, text, hook, args, want string }{ // an empty text removes the file
		{hook: "hcljson-roundtrip"},
		{file: "bad.tf", text: bad, hook: "hcljson-roundtrip", want: "bad.tf"},
		{file: "bad.tf", hook: "hcljson-verify"},
		{file: "main.tf.json", text: `{"locals": {"a": 3}}`, hook: "hcljson-verify", want: "main.tf.json"},
		{file: "main.tf.json", hook: "hcl2json-check", want: "json/main.tf.json"},
		{hook: "hcl2json"},
		{hook: "hcl2json-check"},
		{file: "main.tf", text: "locals {\n  a = 1\n}\n", hook: "hcl2json-check", want: "json/main.tf.json"},
		{hook: "hcl2json", want: changed},
		{file: "json", hook: "hcl2json", args: "-o other/ image"},
		{file: "other/image.pkr.json", hook: "hcl2json-replace", want: changed},
		{hook: "hcl2json-replace"},
		{hook: "json2hcl-check", want: "native/main.tf"},
		{hook: "json2hcl"},
		{hook: "json2hcl-check"},
		{file: "native", hook: "json2hcl-replace", want: changed},
	} {
		if path := filepath.Join(dir, step.file); step.text != "" {
			writeFile(t, path, step.text)
		} else if step.file != "" {
			if err := os.Rename(path, filepath.Join(t.TempDir(), "removed")); err != nil {
				t.Fatal(err)
			}
		}
		h := hooks[step.hook]
		if got := h.run(t, dir, cmp.Or(step.args, h["args"])); (step.want == "") != (got == "") || !strings.Contains(got, step.want) {
			t.Fatalf("step %d, %s: got %q, want %q", i, step.hook, got, step.want)
		}
	}
	native["main.tf"] = "locals {\n  a = 1\n}\n"
	if got := contents(t, dir); !maps.Equal(got, native) {
		t.Errorf("got %q, want %q", got, native)
	}
}
