package configdir_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

// writeFiles creates a directory with these empty files.
func writeFiles(t *testing.T, files string) string {
	t.Helper()
	root := t.TempDir()
	for file := range strings.FieldsSeq(files) {
		path := filepath.Join(root, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func mustLink(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skip(err) // Windows asks for a privilege
	}
	if text, err := os.Readlink(path); err != nil || text != target {
		t.Skip("links cannot be read") // by Wine
	}
}

func mustWalk(t *testing.T, root string, opts configdir.Options) configdir.Found {
	t.Helper()
	found, err := configdir.Walk(root, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found.Files {
		if want := filepath.Join(root, file.Rel); file.Path != want {
			t.Errorf("path %s, want %s", file.Path, want)
		}
		if file.Dialect == nil || filepath.Dir(file.Counterpart) != filepath.Dir(file.Path) {
			t.Errorf("%s: counterpart %s, dialect %v", file.Path, file.Counterpart, file.Dialect)
		}
	}
	return found
}

// relativePaths returns the paths of the files below the root, in the form of the tests.
func relativePaths(found configdir.Found) string {
	var list []string
	for _, file := range found.Files {
		list = append(list, filepath.ToSlash(file.Rel))
	}
	return strings.Join(list, " ")
}

func relativeTo(t *testing.T, root string, paths []string) string {
	t.Helper()
	var list []string
	for _, path := range paths {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, filepath.ToSlash(rel))
	}
	return strings.Join(list, " ")
}

func TestWalk(t *testing.T) {
	forced := func(dialect string) dialects.Options { return dialects.Options{Dialect: dialect} }
	target := func(target string) dialects.Options { return dialects.Options{Target: target} }
	const mixed = "a.tf a.tofu a.tf.json b.pkr.hcl b.pkrvars.json c.hcl c.hcl.json d.tftest.hcl d.tofutest.hcl " +
		"docker-bake.hcl e.tfvars f.tfquery.hcl terragrunt.stack.hcl x.conf x.json x.tfmigrate.hcl"
	for _, test := range []struct {
		files         string
		opts          dialects.Options
		want, unclear string
	}{
		{"", dialects.Options{}, "", ""},
		{"README.md go.mod x.yaml package.json", dialects.Options{}, "", ""},
		{"main.tf z/a.tf a/z.tf a.tf a-b/x.tf", dialects.Options{}, "a/z.tf a-b/x.tf a.tf main.tf z/a.tf", ""},
		{".a.tf a.tf~ #a.tf# .#a.tf .a.tf.swp a.tf.swp .terraform.lock.hcl .tflint.hcl", dialects.Options{}, "", ""},
		{".terraform/modules/x/main.tf .git/x.tf a/.terragrunt-cache/x.tf a/b.tf", dialects.Options{}, "a/b.tf", ""},
		{"terragrunt.hcl a/x.hcl.json a/docker-bake.json", dialects.Options{}, "a/docker-bake.json terragrunt.hcl",
			"a/x.hcl.json"},
		{mixed, dialects.Options{},
			"a.tf a.tf.json a.tofu b.pkr.hcl b.pkrvars.json d.tftest.hcl d.tofutest.hcl docker-bake.hcl e.tfvars f.tfquery.hcl",
			"c.hcl c.hcl.json"},
		{mixed, target("terraform"), "a.tf a.tf.json d.tftest.hcl docker-bake.hcl e.tfvars f.tfquery.hcl",
			"c.hcl c.hcl.json"},
		{mixed, target("tofu@1.9"), "a.tf a.tf.json a.tofu d.tftest.hcl d.tofutest.hcl docker-bake.hcl e.tfvars",
			"c.hcl c.hcl.json"},
		{mixed, target("packer"), "b.pkr.hcl b.pkrvars.json docker-bake.hcl", "c.hcl c.hcl.json"},
		{mixed, forced("packer"), "b.pkr.hcl c.hcl c.hcl.json", ""},
		{mixed, forced("pkrvars"), "b.pkrvars.json c.hcl c.hcl.json", ""},
		{mixed, forced("opentofu"), "a.tf a.tf.json a.tofu c.hcl c.hcl.json", ""},
		{mixed, forced("terraform"), "a.tf a.tf.json c.hcl c.hcl.json", ""},
		{mixed, forced("test"), "c.hcl c.hcl.json d.tftest.hcl d.tofutest.hcl", ""},
		{mixed, dialects.Options{Dialect: "test", Target: "terraform"}, "c.hcl c.hcl.json d.tftest.hcl", ""},
		{mixed, forced("query"), "c.hcl c.hcl.json f.tfquery.hcl", ""},
		{mixed, forced("tfvars"), "c.hcl c.hcl.json e.tfvars", ""},
		{mixed, forced("generic"), "c.hcl c.hcl.json", ""},
		{mixed, forced("bake"), "c.hcl c.hcl.json docker-bake.hcl", ""},
	} {
		root := writeFiles(t, test.files)
		found := mustWalk(t, root, configdir.Options{Dialects: test.opts})
		if got := relativePaths(found); got != test.want {
			t.Errorf("%s, %+v:\n got %s\nwant %s", test.files, test.opts, got, test.want)
		}
		if got := relativeTo(t, root, found.Unclear); got != test.unclear {
			t.Errorf("%s, %+v: unclear %s, want %s", test.files, test.opts, got, test.unclear)
		}
		if len(found.Irregular)+len(found.Errors) > 0 {
			t.Errorf("%s: %+v", test.files, found)
		}
		for _, file := range found.Files {
			if forced := test.opts.Dialect; forced != "" && file.Dialect.Name != forced {
				t.Errorf("%s as %s is %s", file.Rel, forced, file.Dialect.Name)
			}
		}
	}
}

func TestWalkNames(t *testing.T) {
	t.Chdir(writeFiles(t, "main.tf a/b/x.tf"))
	for root, want := range map[string]string{
		".":         "a/b/x.tf main.tf",
		"./":        "a/b/x.tf main.tf",
		"a":         "a/b/x.tf",
		"./a":       "a/b/x.tf",
		"a/b/":      "a/b/x.tf",
		"../" + "a": "",
	} {
		found, err := configdir.Walk(root, configdir.Options{})
		if want == "" {
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v", root, err)
			}
			continue
		}
		var got []string
		for _, file := range found.Files {
			got = append(got, filepath.ToSlash(file.Path))
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%s: %q, %v; want %s", root, got, err, want)
		}
	}
}

func TestExclude(t *testing.T) {
	const files = "main.tf modules/a/main.tf modules/a/test/x.tf modules/b/main.tf test/x.tf test/y.tf x.auto.tfvars " +
		"[a].tf"
	for _, test := range []struct{ exclude, gone string }{
		{"nothing", ""},
		{"main.tf", "main.tf modules/a/main.tf modules/b/main.tf"},
		{"./main.tf", "main.tf"},
		{"/main.tf", ""},
		{"*.tfvars", "x.auto.tfvars"},
		{"test", "modules/a/test/x.tf test/x.tf test/y.tf"},
		{"test/", "modules/a/test/x.tf test/x.tf test/y.tf"},
		{"./test/", "test/x.tf test/y.tf"},
		{"test/**", "test/x.tf test/y.tf"},
		{"test/x.tf", "test/x.tf"},
		{"**/test/x.tf", "modules/a/test/x.tf test/x.tf"},
		{"**/x.tf", "modules/a/test/x.tf test/x.tf"},
		{"modules/*/main.tf", "modules/a/main.tf modules/b/main.tf"},
		{"modules/**", "modules/a/main.tf modules/a/test/x.tf modules/b/main.tf"},
		{"modules/[!a]/*", "modules/b/main.tf"},
		{"modules/{a,c}", "modules/a/main.tf modules/a/test/x.tf"},
		{"a/main.tf", ""},
		{"MAIN.tf", ""},
		{"tes", ""},
		{"?", "modules/a/main.tf modules/a/test/x.tf modules/b/main.tf"},
		{"[[]a].tf", "[a].tf"},
		{"test,main.tf,modules", "main.tf modules/a/main.tf modules/a/test/x.tf modules/b/main.tf test/x.tf test/y.tf"},
		{"**", files},
		{"*", files},
	} {
		root := writeFiles(t, files)
		globs := []string{test.exclude}
		if !strings.Contains(test.exclude, "{") {
			globs = strings.Split(test.exclude, ",")
		}
		gone := strings.Fields(files)
		for _, file := range mustWalk(t, root, configdir.Options{Exclude: globs}).Files {
			gone = slices.DeleteFunc(gone, func(name string) bool { return name == filepath.ToSlash(file.Rel) })
		}
		if got := strings.Join(gone, " "); got != test.gone {
			t.Errorf("%s leaves out %s, want %s", test.exclude, got, test.gone)
		}
	}
}

func TestValidateGlob(t *testing.T) {
	for glob, want := range map[string]bool{
		"*.tf": true, "a/**/b": true, "./a/": true, "{a,b}": true, "[!a]": true, "..a": true,
		"": false, "/": false, "./": false, ".": false, "[a": false, "{a": false, "a/[": false,
	} {
		if err := configdir.ValidateGlob(glob); (err == nil) != want {
			t.Errorf("%q: %v", glob, err)
		}
	}
}

func TestSkip(t *testing.T) {
	root := writeFiles(t, "a.tf out/b.tf c/out/d.tf")
	mustLink(t, filepath.Join(root, "out"), filepath.Join(root, "link"))
	for skip, want := range map[string]string{
		"out":     "a.tf c/out/d.tf",
		"link":    "a.tf c/out/d.tf",
		"c/out":   "a.tf out/b.tf",
		"missing": "a.tf c/out/d.tf out/b.tf",
		"":        "a.tf c/out/d.tf out/b.tf", // the root is entered all the same
	} {
		if got := relativePaths(mustWalk(t, root, configdir.Options{Skip: []string{filepath.Join(root, skip)}})); got != want {
			t.Errorf("without %q: %s, want %s", skip, got, want)
		}
	}
}

func TestLinks(t *testing.T) {
	root := writeFiles(t, "dir/a.tf dir/sub/b.tf")
	at := func(name string) string { return filepath.Join(root, "dir", name) }
	mustLink(t, "a.tf", at("l.tf"))
	mustLink(t, "l.tf", at("ll.tf"))
	mustLink(t, "a.tf", at("readme"))
	mustLink(t, "sub", at("linked"))
	mustLink(t, "sub", at("linked.tf"))
	mustLink(t, "..", at("sub/up"))
	mustLink(t, "missing", at("broken.tf"))
	mustLink(t, "missing", at("broken.txt"))
	mustLink(t, "loop.tf", at("loop.tf"))
	mustLink(t, "dir", filepath.Join(root, "alias"))
	for _, name := range []string{"dir", "alias"} {
		found := mustWalk(t, filepath.Join(root, name), configdir.Options{})
		if got := relativePaths(found); got != "a.tf l.tf ll.tf sub/b.tf" {
			t.Errorf("%s: %s", name, got)
		}
		if got := relativeTo(t, root, found.Irregular); got != name+"/broken.tf "+name+"/loop.tf" {
			t.Errorf("%s: irregular %s", name, got)
		}
		if len(found.Errors) > 0 {
			t.Error(found.Errors)
		}
	}
}

func TestUnreadableDirectory(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("every directory can be read")
	}
	root := writeFiles(t, "a.tf b/x.tf c.tf")
	if err := os.Chmod(filepath.Join(root, "b"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(filepath.Join(root, "b"), 0o700) })
	found := mustWalk(t, root, configdir.Options{})
	if got := relativePaths(found); got != "a.tf c.tf" {
		t.Error(got)
	}
	var pathErr *fs.PathError
	if len(found.Errors) != 1 || !errors.Is(found.Errors[0], fs.ErrPermission) ||
		!errors.As(found.Errors[0], &pathErr) || pathErr.Path != filepath.Join(root, "b") ||
		found.Errors[0].Dir != filepath.Join(root, "b") {
		t.Error(found.Errors)
	}
}

func TestWalkErrors(t *testing.T) {
	root := writeFiles(t, "a.tf")
	for _, test := range []struct {
		root string
		opts configdir.Options
		want string
	}{
		{filepath.Join(root, "missing"), configdir.Options{}, "missing"},
		{filepath.Join(root, "a.tf"), configdir.Options{}, "a.tf"},
		{root, configdir.Options{Exclude: []string{"ok", "[a"}}, `"[a" is not a glob`},
		{root, configdir.Options{Dialects: dialects.Options{Dialect: "hcl"}}, `unknown dialect "hcl"`},
		{root, configdir.Options{Dialects: dialects.Options{Target: "pulumi"}}, `unknown target "pulumi"`},
		{root, configdir.Options{Dialects: dialects.Options{Dialect: "packer", Target: "terraform"}},
			"target terraform does not read"},
	} {
		found, err := configdir.Walk(test.root, test.opts)
		if err == nil || !strings.Contains(err.Error(), test.want) || len(found.Files) > 0 {
			t.Errorf("%s, %+v: %+v, %v; want an error with %q", test.root, test.opts, found, err, test.want)
		}
	}
}
