package fromconfig_test

import (
	"fmt"
	"math/big"
	"path"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat/fromconfig"
)

// calls is a file that calls a module n times.
func calls(n int, source string) []byte {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "module \"m%d\" {\n  source = %q\n}\n", i, source)
	}
	return []byte(out.String())
}

// A few small files can call for more modules than memory has room for.
func TestLimit(t *testing.T) {
	deep := tree{}
	for i := range 200 {
		deep[strings.Repeat("d/", i)+"main.tf"] = calls(1, "./d")
	}
	for name, test := range map[string]struct {
		files   tree
		summary string
		size    int
	}{
		"modules": {
			tree{"main.tf": calls(300, "./a"), "a/main.tf": calls(300, "../b"), "b/main.tf": []byte("variable \"v\" {}\n")},
			"Too many modules", 20000},
		"blocks": {tree{"main.tf": calls(30, "./a"), "a/main.tf": calls(30, "../b"), "b/main.tf": variables(2000)},
			"Too many modules", 131},
		"text": {
			tree{"main.tf": calls(100, "./a"),
				"a/main.tf": []byte("output \"o\" {\n  value = \"" + strings.Repeat("x", 1<<20) + "\"\n}\n")}, "Too many modules",
			33},
		"deep": {deep, "levels deep", 101},
		"doubled": {
			tree{"main.tf": append(calls(1, "./a"), []byte("module \"n\" {\n  source = \"./a\"\n}\n")...),
				"a/main.tf": calls(2, "../")}, "Module calls itself", 3},
	} {
		t.Run(name, func(t *testing.T) {
			c, diags := load(t, test.files, goldens["opentofu.json"], nil)
			if c == nil {
				t.Fatal(diags)
			}
			if !strings.Contains(describe(diags), test.summary) {
				t.Errorf("no warning contains %q: %s", test.summary, describe(diags))
			}
			modules := strings.Count(text(t, c), `"module": {`) + 1
			if modules != test.size {
				t.Errorf("got %d modules, want %d", modules, test.size)
			}
		})
	}
}

func variables(n int) []byte {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "variable \"v%d\" {}\n", i)
	}
	return []byte(out.String())
}

// Each step of a reference is shown with all those before.
func TestLongReference(t *testing.T) {
	src := "output \"o\" {\n  value = local.a" + strings.Repeat(".b", 20000) + "\n}\n"
	c, diags := load(t, tree{"main.tf": []byte(src)}, goldens["opentofu.json"], nil)
	if c == nil || !strings.Contains(describe(diags), "main.tf:2,11-40018: Reference too long") {
		t.Fatal(describe(diags))
	}
	e, _ := c.Root.Outputs[0].Expression.Expression()
	shown := e.References
	if len(shown) != 101 || shown[0] != "local.a"+strings.Repeat(".b", 100) || shown[100] != "local.a" {
		t.Errorf("%d references are shown, from %s", len(shown), shown[0])
	}
}

// A directory may have other names, by which its module calls itself.
func TestOtherNames(t *testing.T) {
	files := tree{
		"main.tf": append(calls(2, "./link"),
			"module \"me\" {\n  source = \"../me\"\n}\nmodule \"child\" {\n  source = \"./child\"\n}\n"...),
		"child/main.tf": calls(1, "../link/child"),
	}
	resolve := func(dir string) string {
		dir = strings.Replace(dir+"/", "../me/", "", 1)
		return "/me/" + strings.TrimPrefix(strings.ReplaceAll("/"+dir, "/link/", "/"), "/")
	}
	c, diags := fromconfig.Load(".", fromconfig.Options{
		Target:  goldens["opentofu.json"],
		Resolve: func(dir string) string { return path.Clean(resolve(dir)) },
		ReadDir: func(dir string) ([]fromconfig.File, error) {
			return files.readDir(path.Join(".", strings.TrimPrefix(resolve(dir), "/me/")))
		},
	})
	if c == nil {
		t.Fatal(diags)
	}
	if count := strings.Count(describe(diags), "Module calls itself"); count != 4 ||
		strings.Count(text(t, c), `"module": {`) != 1 {
		t.Errorf("%d modules are reported as recursive, of %s\n%s", count, text(t, c), describe(diags))
	}
}

// TestStaticLimits checks that a source has a bounded number of values, references and characters.
func TestStaticLimits(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "l%d = local.l%d\n", i, i+1)
		}
		return fmt.Sprintf("%sl%d = \"./m\"\n}\nmodule \"m\" {\n  source = local.l0\n}\n", &b, n)
	}
	for name, test := range map[string]struct {
		most int
		src  func(n int) string
	}{
		"depth": {19, chain},
		"references": {100, func(n int) string {
			return "a = \"\"\n}\nmodule \"m\" {\n  source = \"./m" + strings.Repeat("${local.a}", n) + "\"\n}\n"
		}},
		"characters": {4092, func(n int) string {
			return "a = \"./" + strings.Repeat("m", n) + "\"\n}\nmodule \"m\" {\n  source = local.a\n}\n"
		}},
		"exponents": {4088, func(n int) string {
			return fmt.Sprintf("b = [\"./m\", %s]\n}\nmodule \"m\" {\n  source = local.b[0]\n}\n",
				new(big.Int).Lsh(big.NewInt(1), uint(n)))
		}},
	} {
		for n, known := range map[int]bool{test.most: true, test.most + 1: false} {
			c, diags := load(t, tree{"main.tf": []byte("locals {\n" + test.src(n))}, goldens["opentofu.json"], nil)
			if got := c.Root.Calls[0].Source != ""; got != known {
				t.Errorf("%s: with %d, the source is known: %t, %s", name, n, got, describe(diags))
			}
		}
	}
}
