package plugin_test

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	"golang.org/x/mod/sumdb/dirhash"

	"github.com/hcljson/hcljson/internal/provider/plugin"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

const platform = runtime.GOOS + "_" + runtime.GOARCH

// noEnv returns the values of an environment without variables.
func noEnv(string) string { return "" }

// install creates a package of one file as init does, and returns the hash of its directory.
func install(t *testing.T, providersDir, address, version string) string {
	t.Helper()
	dir := filepath.Join(providersDir, filepath.FromSlash(address), version, platform)
	kind := address[strings.LastIndex(address, "/")+1:]
	write(t, filepath.Join(dir, "terraform-provider-"+kind+"_v"+version), "program of "+address)
	write(t, filepath.Join(dir, "LICENSE"), "text")
	hash, err := dirhash.HashDir(dir, "", dirhash.Hash1)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// locked returns a block of a lock file.
func locked(address, version string, hashes ...string) string {
	return "provider \"" + address + "\" {\n  version = \"" + version +
		"\"\n  constraints = \">= 1.0.0\"\n  hashes = [\n    \"" +
		strings.Join(hashes, "\",\n    \"") + "\",\n  ]\n}\n"
}

// installed returns the plugins of a module in the order of their addresses, and the errors of the lock
// file and of the plugins.
func installed(
	dir string, getenv func(string) string,
) (all []*plugin.Installed, diags hcl.Diagnostics, missing []error) {
	lock := plugin.FindLock(dir)
	if lock == "" {
		return nil, nil, []error{errors.New("no lock file")}
	}
	locks, diags := plugin.ReadLock(lock)
	addresses := slices.SortedFunc(maps.Keys(locks), func(a, b tfaddr.Provider) int {
		return strings.Compare(a.String(), b.String())
	})
	for _, address := range addresses {
		i, err := locks[address].FindInstalled(filepath.Dir(lock), address, getenv)
		if err != nil {
			missing = append(missing, err)
			continue
		}
		all = append(all, i)
	}
	return all, diags, missing
}

// found returns addresses, versions and executables, or errors.
func found(t *testing.T, dir string, getenv func(string) string) string {
	t.Helper()
	all, diags, missing := installed(dir, getenv)
	none(t, diags)
	var lines []string
	for _, i := range all {
		if filepath.Dir(i.Executable) != i.Dir {
			t.Errorf("%s is not in %s", i.Executable, i.Dir)
		}
		lines = append(lines, i.Address.String()+" "+i.Version.String()+" "+filepath.Base(i.Executable))
	}
	for _, err := range missing {
		lines = append(lines, err.Error())
	}
	return strings.Join(lines, "\n")
}

func none(t *testing.T, diags hcl.Diagnostics) {
	t.Helper()
	for _, d := range diags {
		t.Error(d)
	}
}

// TestFindInstalled searches from several directories of a tree of modules.
func TestFindInstalled(t *testing.T) {
	root := filepath.Join(t.TempDir(), "root")
	data := filepath.Join(root, ".terraform", "providers")
	install(t, data, "example.com/test/small", "1.2.3")
	install(t, data, "example.com/test/small", "1.3.0")
	install(t, data, "registry.opentofu.org/hashicorp/x", "2.0.0-beta1")
	install(t, data, "example.com/test/not-locked", "1.0.0")
	write(t, filepath.Join(root, ".terraform.lock.hcl"),
		"# Comment\n"+locked("registry.opentofu.org/hashicorp/x", "2.0.0-beta1", "zh:00")+
			locked("example.com/test/small", "1.2.3", "zh:00", "h1:xx"))
	write(t, filepath.Join(root, ".git"), "gitdir: elsewhere")
	write(t, filepath.Join(root, "modules", "inner", "main.tf"), "")
	other := filepath.Join(root, "other")
	install(t, filepath.Join(other, "data", "providers"), "example.com/test/small", "1.3.0")
	write(t, filepath.Join(other, ".terraform.lock.hcl"), locked("example.com/test/small", "1.3.0", "h1:xx"))
	write(t, filepath.Join(root, "repository", ".git", "HEAD"), "")
	write(t, filepath.Join(root, "locked", ".terraform.lock.hcl"), locked("example.com/test/small", "1.3.0", "h1:xx"))

	all := "example.com/test/small 1.2.3 terraform-provider-small_v1.2.3\nregistry.opentofu.org/hashicorp/x " +
		"2.0.0-beta1 terraform-provider-x_v2.0.0-beta1"
	const none = "with the plugins that its lock file names"
	for _, test := range []struct {
		dir, dataDir, want string
	}{
		{"", "", all},
		{"modules/inner", "", all},
		{"modules/missing", "", all},
		{"other", "", none},
		{"locked", "", none},
		{"repository", "", "no lock file"},
		{"other", "data", "example.com/test/small 1.3.0 terraform-provider-small_v1.3.0"},
		{"other", filepath.Join(other, "data"), "example.com/test/small 1.3.0 terraform-provider-small_v1.3.0"},
		{"", "nowhere", none},
	} {
		got := found(t, filepath.Join(root, filepath.FromSlash(test.dir)), func(name string) string {
			if name != "TF_DATA_DIR" {
				t.Errorf("it read %s", name)
			}
			return test.dataDir
		})
		if got != test.want && (test.want != none || !strings.Contains(got, none)) {
			t.Errorf("in %q with %q: got\n%s\nwant\n%s", test.dir, test.dataDir, got, test.want)
		}
	}

	if list, _, _ := installed(root, noEnv); strings.Join(list[0].Hashes, " ") != "zh:00 h1:xx" {
		t.Errorf("hashes %s", list[0].Hashes)
	}
	// Without a repository, the owner of the parent directories is unknown.
	if err := os.Remove(filepath.Join(root, ".git")); err != nil {
		t.Fatal(err)
	}
	if got := found(t, filepath.Join(root, "modules"), noEnv); got != "no lock file" {
		t.Errorf("outside of a repository: got %s", got)
	}
	write(t, filepath.Join(root, ".git"), "")
	t.Chdir(filepath.Join(root, "modules"))
	if got := found(t, ".", noEnv); got != all {
		t.Errorf("in .: got %s", got)
	}
}

// TestLockFaults reads invalid lock files and directories.
func TestLockFaults(t *testing.T) {
	const small = "example.com/test/small"
	good := locked(small, "1.2.3", "h1:xx")
	for _, test := range []struct {
		name, lock string
		found      int
		line       int
		want       string
	}{
		{"syntax", "provider {\n", 0, 1, ""},
		{"no label", "provider {\n}\n" + good, 1, 1, "label"},
		{"address", locked("test/small", "1.2.3", "h1:x") + good, 1, 1, "is not the full address"},
		{"path", locked("example.com/../small", "1.2.3", "h1:x"), 0, 1, "is not the full address"},
		{"version", good + locked("example.com/test/b", "../1", "h1:x"), 1, 8, "is not valid"},
		{"no version", good + "provider \"example.com/test/b\" {\n}\n", 1, 8, "version"},
		{"hashes", good + "provider \"example.com/test/b\" {\n  version = \"1.0.0\"\n  hashes = {}\n}\n", 1,
			10, ""},
		{"no hashes", good + "provider \"example.com/test/b\" {\n  version = \"1.0.0\"\n  hashes = []\n}\n", 1,
			10, "has no hash"},
		{"expression", good + "provider \"example.com/test/b\" {\n  version = upper(\"1.0.0\")\n}\n", 1, 9,
			""},
		{"twice", good + good, 1, 8, "is listed twice"},
		{"not installed", good + locked("example.com/test/b", "1.0.0", "h1:x"), 1, 0,
			"but there is no plugin of it for " + platform},
		{"other version", locked(small, "1.2.4", "h1:x"), 0, 0, "example.com/test/small 1.2.4"},
		{"no program", locked("example.com/test/bare", "1.0.0", "h1:x"), 0, 0,
			"has no file terraform-provider-bare"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			data := filepath.Join(dir, ".terraform", "providers")
			install(t, data, small, "1.2.3")
			bare := filepath.Join(data, "example.com", "test", "bare", "1.0.0", platform)
			write(t, filepath.Join(bare, "terraform-provider-bareness"), "")
			write(t, filepath.Join(bare, "terraform-provider-bare", "directory"), "")
			write(t, filepath.Join(dir, ".terraform.lock.hcl"), test.lock)
			all, diags, missing := installed(dir, noEnv)
			if len(all) != test.found {
				t.Errorf("found %d", len(all))
			}
			if test.line == 0 {
				if len(missing) != 1 || !strings.Contains(missing[0].Error(), test.want) || diags != nil {
					t.Errorf("%v, %v", missing, diags)
				}
				return
			}
			if !diags.HasErrors() {
				t.Fatal("no diagnostic")
			}
			d := diags[0]
			if !strings.Contains(d.Summary+d.Detail, test.want) {
				t.Error(d)
			}
			if d.Subject == nil || d.Subject.Start.Line != test.line ||
				filepath.Base(d.Subject.Filename) != ".terraform.lock.hcl" {
				t.Errorf("%v is at %v", d, d.Subject)
			}
		})
	}
	t.Run("unreadable", func(t *testing.T) {
		dir := t.TempDir()
		install(t, filepath.Join(dir, ".terraform", "providers"), small, "1.2.3")
		if err := os.Mkdir(filepath.Join(dir, ".terraform.lock.hcl"), 0o700); err != nil {
			t.Fatal(err)
		}
		if _, diags, _ := installed(dir, noEnv); !diags.HasErrors() ||
			!strings.Contains(diags.Error(), "not a regular file") {
			t.Error(diags)
		}
	})
}

// TestVerify checks packages, directly and through a symbolic link.
func TestVerify(t *testing.T) {
	const address, version = "example.com/test/small", "1.2.3"
	dir := t.TempDir()
	data := filepath.Join(dir, ".terraform", "providers")
	hash := install(t, data, address, version)
	pack := filepath.Join(data, filepath.FromSlash(address), version, platform)
	check := func(hashes ...string) error {
		t.Helper()
		write(t, filepath.Join(dir, ".terraform.lock.hcl"), locked(address, version, hashes...))
		all, diags, _ := installed(dir, noEnv)
		none(t, diags)
		if len(all) != 1 {
			t.Fatalf("found %d", len(all))
		}
		return all[0].Verify()
	}
	refuses := func(err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	const wrong = "is not the package of example.com/test/small 1.2.3"
	if err := check("h1:00", "zh:00", hash); err != nil {
		t.Error(err)
	}
	refuses(check("h1:00"), wrong)
	refuses(check("zh:"+strings.TrimPrefix(hash, "h1:")), `has no "h1:" hash`)
	refuses((plugin.Installed{Dir: pack}).Verify(), `has no "h1:" hash`)

	moved := filepath.Join(dir, "cache")
	if err := os.Rename(pack, moved); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(moved, pack); err != nil {
		t.Skip(err)
	}
	if err := check(hash); err != nil {
		t.Error(err)
	}
	write(t, filepath.Join(moved, "LICENSE"), "other text")
	refuses(check(hash), wrong)
	write(t, filepath.Join(moved, "LICENSE"), "text")
	write(t, filepath.Join(moved, "more"), "")
	refuses(check(hash), wrong)
	if err := os.Remove(filepath.Join(moved, "more")); err != nil {
		t.Fatal(err)
	}
	if err := check(hash); err != nil {
		t.Error(err)
	}
	// A link to a directory is not followed.
	if err := os.Symlink(dir, filepath.Join(moved, "more")); err != nil {
		t.Fatal(err)
	}
	refuses(check(hash), "not a regular file")
	if err := os.Remove(filepath.Join(moved, "more")); err != nil {
		t.Fatal(err)
	}
	if mkfifo(filepath.Join(moved, "more")) {
		refuses(check(hash), "not a regular file")
	}
}

// TestInit installs the providers from a directory with the products, and reads their schemas.
func TestInit(t *testing.T) {
	eachProduct(t, testInit)
}

func testInit(t *testing.T, product string) {
	framework, protocol5 := oracles.Providers(t)
	for _, cached := range []bool{false, true} {
		dir := t.TempDir()
		mirror := filepath.Join(dir, "mirror")
		for address, executable := range map[string]string{oracles.SmallProvider: framework, oracles.FiveProvider: protocol5} {
			data, err := os.ReadFile(executable)
			if err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(mirror, filepath.FromSlash(address), oracles.ProviderVersion, platform, filepath.Base(executable))
			write(t, to, string(data))
			if err := os.Chmod(to, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		config := "provider_installation {\n  filesystem_mirror {\n    path = \"" + filepath.ToSlash(mirror) + "\"\n  }\n}\n"
		if cached {
			config += "plugin_cache_dir = \"" + filepath.ToSlash(filepath.Join(dir, "cache")) + "\"\n"
			write(t, filepath.Join(dir, "cache", "empty"), "")
		}
		write(t, filepath.Join(dir, "cli.tfrc"), config)
		root := filepath.Join(dir, "root")
		write(t, filepath.Join(root, "main.tf"), rootModule)
		write(t, filepath.Join(root, ".git"), "")
		cmd := exec.Command(product, "init", "-no-color", "-input=false")
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE="+filepath.Join(dir, "cli.tfrc"),
			"TF_DATA_DIR=")
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}

		all, diags, _ := installed(filepath.Join(root, "modules", "inner"), noEnv)
		none(t, diags)
		if len(all) != 2 || all[0].Address.String() != oracles.FiveProvider ||
			all[1].Address.String() != oracles.SmallProvider {
			t.Fatalf("found %v", all)
		}
		for _, i := range all {
			if err := i.Verify(); err != nil {
				t.Error(err)
			}
			schema, err := plugin.Schema(t.Context(), i.Executable, plugin.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(schema.ResourceSchemas) < 2 {
				t.Errorf("%s has %d resources", i.Address, len(schema.ResourceSchemas))
			}
		}
		write(t, filepath.Join(all[0].Dir, "more"), "")
		if err := all[0].Verify(); err == nil {
			t.Error("a package with another file is taken for the same")
		}
	}
}

func TestExecutable(t *testing.T) {
	for _, test := range []struct {
		names []string
		want  string
	}{
		{[]string{"terraform-provider-small"}, "terraform-provider-small"},
		{[]string{"terraform-provider-small.exe"}, "terraform-provider-small.exe"},
		{[]string{"terraform-provider-small_v2", "README", "terraform-provider-small_v1_x5"},
			"terraform-provider-small_v1_x5"},
		{[]string{"Terraform-provider-small"}, ""},
		{[]string{"terraform-provider-small-x"}, ""},
	} {
		if got := plugin.ExecutableOf(test.names, "small"); got != test.want {
			t.Errorf("%q: got %q", test.names, got)
		}
	}
}
