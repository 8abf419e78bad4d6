package cli

import (
	"bytes"
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

// hook is an entry of .pre-commit-hooks.yaml.
type hook struct {
	id, entry, language string
	args                []string
	files, exclude      *regexp.Regexp
	names               bool // are given the names of files
	serial              bool
}

// readHooks reads .pre-commit-hooks.yaml, which is a list of maps with one line for each
// key, and strings in single quotes without a quote in them.
func readHooks(t *testing.T) []hook {
	src, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []hook
	for line := range strings.Lines(string(src)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "- "); ok {
			hooks = append(hooks, hook{names: true})
			line = "  " + rest
		}
		key, value, ok := strings.Cut(strings.TrimPrefix(line, "  "), ": ")
		if !ok || len(hooks) == 0 {
			t.Fatalf("cannot read %q", line)
		}
		h := &hooks[len(hooks)-1]
		switch key {
		case "id":
			h.id = value
		case "name":
		case "entry":
			h.entry = value
		case "language":
			h.language = value
		case "args":
			h.args = strings.Split(strings.Trim(value, "[]"), ", ")
		case "files":
			h.files = regexp.MustCompile(strings.Trim(value, "'"))
		case "exclude":
			h.exclude = regexp.MustCompile(strings.Trim(value, "'"))
		case "pass_filenames":
			h.names = value != "false"
		case "require_serial":
			h.serial = value == "true"
		default:
			t.Fatalf("%s has the unknown key %q", h.id, key)
		}
	}
	return hooks
}

// takes reports whether pre-commit would run the hook for a file: it searches for files
// in the path, and not for exclude.
func (h *hook) takes(path string) bool {
	return h.files.MatchString(path) && (h.exclude == nil || !h.exclude.MatchString(path))
}

// run runs the hook over the files of a repository as pre-commit does: from its root,
// once for a part of them, and all at the same time if the hook allows that. It returns
// what was printed if one of them fails or a file has changed; new files do not count,
// as they are not in the index.
func (h *hook) run(t *testing.T, dir string, files []string, args ...string) (failure string) {
	t.Helper()
	var taken []string
	for _, file := range files {
		if h.takes(file) {
			taken = append(taken, file)
		}
	}
	if len(taken) == 0 {
		return ""
	}
	if args == nil {
		args = h.args
	}
	words := append(strings.Fields(h.entry), args...)
	batches := [][]string{nil}
	if h.names {
		batches = [][]string{taken}
		if middle := (len(taken) + 1) / 2; !h.serial && len(taken) > 1 {
			batches = [][]string{taken[:middle], taken[middle:]}
		}
	}
	before := filesIn(t, dir)
	type process struct {
		cmd *exec.Cmd
		out bytes.Buffer
	}
	var running []*process
	for _, batch := range batches {
		p := &process{cmd: exec.Command(words[0], slices.Concat(words[1:], batch)...)}
		p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = dir, &p.out, &p.out
		if err := p.cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, p)
	}
	for _, p := range running {
		if err := p.cmd.Wait(); err != nil {
			failure += err.Error() + "\n" + p.out.String()
		}
	}
	after := filesIn(t, dir)
	maps.DeleteFunc(after, func(name, _ string) bool { _, ok := before[name]; return !ok })
	if failure == "" && !maps.Equal(after, before) {
		failure = "files were changed"
	}
	return failure
}

// repositoryFiles are the names of the files in a repository.
func repositoryFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	for path := range filesIn(t, dir) {
		name, err := filepath.Rel(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	slices.Sort(names)
	return names
}

func findHook(t *testing.T, id string) *hook {
	for _, h := range readHooks(t) {
		if h.id == id {
			return &h
		}
	}
	t.Fatalf("there is no hook %s", id)
	return nil
}

// Hooks that are given names take those that the program knows, and no others.
func TestHookFiles(t *testing.T) {
	names := []string{
		"main.tf", "a/main.tofu", "x.auto.tfvars", "a.tftest.hcl", "a.tofutest.hcl", "a.tfmock.hcl", "a.tfquery.hcl",
		"a.tfcomponent.hcl", "a.pkr.hcl", "a.auto.pkrvars.hcl", "docker-bake.hcl", "docker-bake.override.hcl", ".tflint.hcl",
		"a.hclschema.hcl", "live/terragrunt.hcl", "root.hcl", "job.nomad", "job.nomad.hcl", "any.hcl",
		"main.tf.json", "main.tofu.json", "x.tfvars.json", "a.tftest.json", "a.tofutest.json", "a.tfmock.json",
		"a.tfquery.json",
		"a.tfcomponent.json", "a.pkr.json", "a.pkrvars.json", "docker-bake.json", "a/docker-bake.override.json",
		".tflint.json",
		"a.hclschema.json", "terragrunt.hcl.json", "root.hcl.json", "job.nomad.json", "job.nomad.hcl.json", "any.hcl.json",
		".terraform.lock.hcl", "a.tfmigrate.hcl", "a.tfdeploy.hcl", "terragrunt.stack.hcl", "terragrunt.values.hcl",
		"terragrunt.autoinclude.hcl", "terragrunt.autoinclude.stack.hcl", "package.json", "tf.json", "terraform.tfstate",
		".terraformrc", "README.md", "main.tf.bak", "tsconfig.pkr.json5",
	}
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
	for _, h := range readHooks(t) {
		if h.language != "golang" || !h.serial && strings.Contains(h.entry, "--replace") {
			t.Errorf("%s: language %s, require_serial %v", h.id, h.language, h.serial)
		}
		for _, name := range names {
			file, err := dialects.ForFile(filepath.Base(name), dialects.Options{})
			known := err == nil
			switch {
			case strings.Contains(h.entry, "hcl2json --replace"):
				known = known && !file.JSON
			case strings.Contains(h.entry, "json2hcl --replace"):
				known = known && file.JSON
			case !h.names:
				if known && !h.takes(name) && !strings.Contains(h.id, "2") {
					t.Errorf("%s is not run for %s", h.id, name)
				}
				continue
			}
			if h.takes(name) != known {
				t.Errorf("%s: takes %s: %v, and the program: %v (%v)", h.id, name, h.takes(name), known, err)
			}
		}
	}
}

func TestHooks(t *testing.T) {
	write := func(dir, name, text string) { writeFile(t, filepath.Join(dir, name), text) }
	fails := func(t *testing.T, failure, want string) {
		t.Helper()
		if (want == "") != (failure == "") || !strings.Contains(failure, want) {
			t.Errorf("got %q, want %q", failure, want)
		}
	}
	texts := map[string]string{
		"main.tf":             "locals {\n  a = 1\n}\n",
		"outputs.tf":          "output \"a\" {\n  value = local.a\n}\n",
		"image/image.pkr.hcl": "variable \"x\" {\n  default = 1\n}\n",
		"package.json":        "{}\n",
	}
	native := func(t *testing.T) string {
		dir := t.TempDir()
		for name, text := range texts {
			write(dir, name, text)
		}
		return dir
	}
	t.Run("roundtrip", func(t *testing.T) {
		dir := native(t)
		h := findHook(t, "hcljson-roundtrip")
		fails(t, h.run(t, dir, repositoryFiles(t, dir)), "")
		write(dir, "bad.tf", "locals {")
		fails(t, h.run(t, dir, repositoryFiles(t, dir)), "bad.tf")
	})
	t.Run("verify", func(t *testing.T) {
		dir := native(t)
		h := findHook(t, "hcljson-verify")
		fails(t, h.run(t, dir, repositoryFiles(t, dir)), "")
		write(dir, "main.tf.json", `{"locals": {"a": 2}}`)
		fails(t, h.run(t, dir, repositoryFiles(t, dir)), "main.tf.json")
	})
	t.Run("another directory", func(t *testing.T) {
		dir := native(t)
		sources := repositoryFiles(t, dir)
		writes, checks := findHook(t, "hcl2json"), findHook(t, "hcl2json-check")
		fails(t, checks.run(t, dir, sources), "json/main.tf.json")
		fails(t, writes.run(t, dir, sources), "")
		fails(t, checks.run(t, dir, repositoryFiles(t, dir)), "")
		write(dir, "main.tf", "locals {\n  a = 2\n}\n")
		fails(t, checks.run(t, dir, repositoryFiles(t, dir)), "json/main.tf.json")
		fails(t, writes.run(t, dir, repositoryFiles(t, dir)), "files were changed")
		fails(t, writes.run(t, dir, repositoryFiles(t, dir), "-o", "other/", "image"), "")
		if _, err := os.Stat(filepath.Join(dir, "other/image.pkr.json")); err != nil {
			t.Error(err)
		}
	})
	t.Run("replace", func(t *testing.T) {
		dir := native(t)
		fails(t, findHook(t, "hcl2json-replace").run(t, dir, repositoryFiles(t, dir)), "files were changed")
		want := []string{"image/image.pkr.json", "main.tf.json", "outputs.tf.json", "package.json"}
		if got := repositoryFiles(t, dir); !slices.Equal(got, want) {
			t.Errorf("there are %q, want %q", got, want)
		}
		fails(t, findHook(t, "hcl2json-replace").run(t, dir, repositoryFiles(t, dir)), "")
		fails(t, findHook(t, "json2hcl-replace").run(t, dir, repositoryFiles(t, dir)), "files were changed")
		for path, text := range filesIn(t, dir) {
			name, _ := filepath.Rel(dir, path)
			if text != texts[filepath.ToSlash(name)] {
				t.Errorf("%s is now\n%s", name, text)
			}
		}
	})
	t.Run("json2hcl", func(t *testing.T) {
		dir := t.TempDir()
		write(dir, "main.tf.json", `{"locals": {"a": 1}}`)
		fails(t, findHook(t, "json2hcl-check").run(t, dir, repositoryFiles(t, dir)), "native/main.tf")
		fails(t, findHook(t, "json2hcl").run(t, dir, repositoryFiles(t, dir)), "")
		fails(t, findHook(t, "json2hcl-check").run(t, dir, repositoryFiles(t, dir)), "")
	})
}
