package packerplugins

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	thisSystem = "_" + runtime.GOOS + "_" + runtime.GOARCH
	exe        = map[bool]string{true: ".exe"}[runtime.GOOS == "windows"]
)

// install writes a file and one with its sum, as Packer does.
func install(t *testing.T, dir, name string) string {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name)+exe)
	write(t, file, name)
	sum := sha256.Sum256([]byte(name))
	write(t, file+"_SHA256SUM", hex.EncodeToString(sum[:]))
	return file
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func environment(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}

func TestFindInstalled(t *testing.T) {
	dir := t.TempDir()
	good := func(name string) { install(t, dir, name+thisSystem) }
	good("github.com/hashicorp/amazon/packer-plugin-amazon_v1.9.0_x5.0")
	good("github.com/hashicorp/amazon/packer-plugin-amazon_v1.10.0_x5.0")
	good("github.com/hashicorp/amazon/packer-plugin-amazon_v1.10.0-dev_x5.0")
	good("github.com/hashicorp/amazon/packer-plugin-amazon_v1.11.0_x4.0")      // another API
	good("github.com/hashicorp/amazon/packer-plugin-amazon_v1.11.0_x6.0")      // another API
	good("github.com/hashicorp/amazon/packer-plugin-amazon_v1.12_x5.0")        // not canonical
	good("github.com/hashicorp/amazon/packer-plugin-amazon_v1.13.0+meta_x5.0") // metadata
	good("github.com/hashicorp/amazon/packer-plugin-amazon_vx_x5.0")           // no version
	good("github.com/hashicorp/amazon/packer-plugin-amazon_1.14.0_x5.0")       // no v
	good("github.com/hashicorp/amazon/packer-plugin-docker_v1.14.0_x5.0")      // another name
	good("github.com/hashicorp/amazon/packer-plugin-amazon_v1.14.0")           // no API
	install(t, dir, "github.com/hashicorp/amazon/packer-plugin-amazon_v1.15.0_x5.0_plan9_mips")
	if err := os.Remove(install(t, dir, "github.com/hashicorp/amazon/packer-plugin-amazon_v1.16.0_x5.0"+thisSystem) +
		"_SHA256SUM"); err != nil {
		t.Fatal(err)
	}
	good("github.com/hashicorp/docker/packer-plugin-docker_v1.0.0-dev_x5.0")
	good("github.com/hashicorp/docker/packer-plugin-docker_v1.0.0-dev_x5.2")
	good("example.com/a/b/c/x/packer-plugin-x_v0.1.0_x5.1")
	good("packer-plugin-root_v1.0.0_x5.0")
	good(strings.Repeat("d/", 15) + "deep/packer-plugin-deep_v1.0.0_x5.0")
	good(strings.Repeat("d/", 16) + "deeper/packer-plugin-deeper_v1.0.0_x5.0")
	// A directory, with a sum next to it and a file below it.
	folder := install(t, dir, "h/o/dir/packer-plugin-dir_v1.0.0_x5.0"+thisSystem)
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "file"), "")

	want := []string{
		strings.Repeat("d/", 15) + "deep 1.0.0",
		"example.com/a/b/c/x 0.1.0",
		"github.com/hashicorp/amazon 1.10.0",
		"github.com/hashicorp/docker 1.0.0-dev",
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, link} {
		found, err := FindInstalled(environment(map[string]string{"PACKER_PLUGIN_PATH": path}))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, installed := range found {
			got = append(got, installed.Source+" "+installed.Version)
			if _, err := os.Stat(installed.Executable); err != nil || installed.SumFile != installed.Executable+"_SHA256SUM" {
				t.Errorf("%+v: %v", installed, err)
			}
			if err := installed.verify(); err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if !strings.HasSuffix(found[3].Executable, "_x5.2"+thisSystem+exe) {
			t.Errorf("not the newest API: %s", found[3].Executable)
		}
	}
}

func TestSourceOf(t *testing.T) {
	dir := t.TempDir()
	inside := install(t, dir, "github.com/acme/net/packer-plugin-net_v1.0.0_x5.0"+thisSystem)
	other := install(t, t.TempDir(), "github.com/acme/net/packer-plugin-net_v1.0.0_x5.0"+thisSystem)
	link := filepath.Join(t.TempDir(), "packer-plugin-net")
	if err := os.Symlink(inside, link); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		inside: "github.com/acme/net", link: "github.com/acme/net", other: "", filepath.Join(dir, "none"): "",
	} {
		if got := SourceOf(file, environment(map[string]string{"PACKER_PLUGIN_PATH": dir})); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	for _, nowhere := range []string{filepath.Join(dir, "none"), "a" + string(os.PathListSeparator) + "b"} {
		if got := SourceOf(inside, environment(map[string]string{"PACKER_PLUGIN_PATH": nowhere})); got != "" {
			t.Errorf("%s: %q", nowhere, got)
		}
	}
}

func TestFindInstalledNowhere(t *testing.T) {
	found, err := FindInstalled(environment(map[string]string{"PACKER_PLUGIN_PATH": filepath.Join(t.TempDir(), "none")}))
	if err != nil || len(found) > 0 {
		t.Errorf("got %v, %v", found, err)
	}
	several := "a" + string(os.PathListSeparator) + "b"
	if _, err := FindInstalled(environment(map[string]string{"PACKER_PLUGIN_PATH": several})); err == nil ||
		!strings.Contains(err.Error(), "one directory only") {
		t.Errorf("got %v", err)
	}
	if _, err := FindInstalled(environment(nil)); err == nil || !strings.Contains(err.Error(), "PACKER_PLUGIN_PATH") {
		t.Errorf("got %v", err)
	}
	home := t.TempDir()
	file := install(t, filepath.Join(home, ".config", "packer", "plugins"), "h/o/x/packer-plugin-x_v1.0.0_x5.0"+thisSystem)
	if runtime.GOOS != "windows" {
		found, err := FindInstalled(environment(map[string]string{"HOME": home}))
		if err != nil || len(found) != 1 ||
			!strings.HasSuffix(file, filepath.FromSlash("h/o/x/")+filepath.Base(found[0].Executable)) {
			t.Errorf("got %v, %v", found, err)
		}
	}
}

func TestConfigDir(t *testing.T) {
	home, old := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(old, ".packer.d"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		goos, config, home, xdg, appData, want string
	}{
		{"linux", "/c", home, "/x", "", "/c/.packer.d"},
		{"linux", "", home, "/x", "", "/x/packer"},
		{"linux", "", home, "", "", home + "/.config/packer"},
		{"linux", "", old, "/x", "", old + "/.packer.d"},
		{"windows", "/c", home, "/x", "/a", "/c/packer.d"},
		{"windows", "", home, "/x", "/a", "/a/packer.d"},
		{"windows", "", home, "/x", "", home + "/packer.d"},
	} {
		got, err := configDir(environment(map[string]string{
			"PACKER_CONFIG_DIR": test.config, "HOME": test.home, "XDG_CONFIG_HOME": test.xdg, "APPDATA": test.appData,
		}), test.goos)
		if err != nil || filepath.ToSlash(got) != filepath.ToSlash(test.want) {
			t.Errorf("%+v: got %s, %v", test, got, err)
		}
	}
	for _, goos := range []string{"linux", "windows"} {
		if _, err := configDir(environment(map[string]string{"XDG_CONFIG_HOME": "/x"}), goos); err == nil {
			t.Errorf("%s: no error without a home", goos)
		}
	}
}

// installPeer makes a plugin of the test binary that is installed under a name.
func installPeer(t *testing.T, version string) (*peerRun, Installed) {
	t.Helper()
	run := newPeer(t, "good")
	dir := t.TempDir()
	name := "h/o/test-good/packer-plugin-test-good_v" + version + "_x5.0" + thisSystem
	file := install(t, dir, name)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(run.started, file); err != nil {
		t.Fatal(err)
	}
	sum, err := sumOf(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file+"_SHA256SUM", hex.EncodeToString(sum)+"\n")
	found, err := FindInstalled(environment(map[string]string{"PACKER_PLUGIN_PATH": dir}))
	if err != nil || len(found) != 1 {
		t.Fatalf("found %v, %v", found, err)
	}
	return run, found[0]
}

func TestInstalledDescribe(t *testing.T) {
	run, installed := installPeer(t, "1.2.3")
	plugin, err := installed.Describe(t.Context(), run.options(0))
	if err != nil || plugin.Version != "1.2.3" || plugin.Builders["x"] == nil {
		t.Errorf("got %v, %v", plugin, err)
	}

	run, installed = installPeer(t, "1.2.4")
	if _, err := installed.Describe(t.Context(), run.options(0)); err == nil ||
		!strings.Contains(err.Error(), `version "1.2.3", and its name says "1.2.4"`) {
		t.Errorf("got %v", err)
	}
	if args := run.lines("args"); len(args) != 1 {
		t.Errorf("started with %q", args)
	}
	installed.Version, installed.api = "1.2.3", "x5.9"
	if _, err := installed.Describe(t.Context(), run.options(0)); err == nil ||
		!strings.Contains(err.Error(), `API version "x5.0", and its name says "x5.9"`) {
		t.Errorf("got %v", err)
	}
}

// A plugin whose sum is not the one next to it is never started.
func TestInstalledSum(t *testing.T) {
	zeros := strings.Repeat("0", 64)
	for name, test := range map[string]struct {
		change func(installed *Installed) error
		want   string
	}{
		"another sum": {func(i *Installed) error { return os.WriteFile(i.SumFile, []byte(zeros), 0o600) }, "says " + zeros},
		"half a sum":  {func(i *Installed) error { return os.Truncate(i.SumFile, 32) }, "holds no SHA-256 sum"},
		"two sums": {func(i *Installed) error { return os.WriteFile(i.SumFile, []byte(zeros+zeros), 0o600) },
			"holds no SHA-256 sum"},
		"no sum": {func(i *Installed) error { return os.WriteFile(i.SumFile, []byte("text"), 0o600) },
			"holds no SHA-256 sum"},
		"no file":   {func(i *Installed) error { return os.Remove(i.SumFile) }, "sum cannot be read"},
		"no plugin": {func(i *Installed) error { return os.Remove(i.Executable) }, "no such file"},
		"directory": {func(i *Installed) error { i.Executable = filepath.Dir(i.Executable); return nil },
			"not a regular file"},
	} {
		t.Run(name, func(t *testing.T) {
			run, installed := installPeer(t, "1.2.3")
			if err := test.change(&installed); err != nil {
				t.Fatal(err)
			}
			_, err := installed.Describe(t.Context(), run.options(time.Minute))
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "packer init") {
				t.Errorf("got %v", err)
			}
			if args := run.lines("args"); len(args) > 0 {
				t.Errorf("started with %q", args)
			}
		})
	}
}
