package registry

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// writeFiles writes files below a directory.
func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestConfigFiles checks that the paths equal the products' paths. Each file contains the token of
// one host.
func TestConfigFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		return
	}
	for _, test := range []struct {
		name      string
		terraform bool
		files     []string
		env       map[string]string
		want      string
	}{
		{"tofu", false, []string{".tofurc"}, nil, ".tofurc"},
		{"tofu before terraform", false, []string{".tofurc", ".terraformrc"}, nil, ".tofurc"},
		{"terraform's for tofu", false, []string{".terraformrc"}, nil, ".terraformrc"},
		{"terraform", true, []string{".tofurc", ".terraformrc"}, nil, ".terraformrc"},
		{"only tofu's for terraform", true, []string{".tofurc"}, nil, ""},
		{"directory", false,
			[]string{".tofurc", ".terraform.d/credentials.tfrc.json", ".terraform.d/b.tfrc", ".terraform.d/c.hcl"}, nil,
			".tofurc .terraform.d/b.tfrc .terraform.d/credentials.tfrc.json"},
		{"terraform's directory", true, []string{".terraform.d/credentials.tfrc.json"}, nil,
			".terraform.d/credentials.tfrc.json"},
		{"xdg", false, []string{"xdg/opentofu/tofurc", "xdg/opentofu/credentials.tfrc.json"},
			map[string]string{"XDG_CONFIG_HOME": "xdg"},
			"xdg/opentofu/tofurc xdg/opentofu/credentials.tfrc.json"},
		{"xdg after home", false,
			[]string{"xdg/opentofu/tofurc", "xdg/opentofu/a.tfrc", ".terraformrc", ".terraform.d/b.tfrc"},
			map[string]string{"XDG_CONFIG_HOME": "xdg"},
			".terraformrc .terraform.d/b.tfrc"},
		{"no xdg for terraform", true, []string{"xdg/opentofu/tofurc", "xdg/opentofu/a.tfrc"},
			map[string]string{"XDG_CONFIG_HOME": "xdg"}, ""},
		{"named", false, []string{".tofurc", ".terraform.d/b.tfrc", "other"},
			map[string]string{"TF_CLI_CONFIG_FILE": "other"}, "other"},
		{"named as before", true, []string{".terraformrc", "other"}, map[string]string{"TERRAFORM_CONFIG": "other"}, "other"},
		{"named twice", true, []string{"a", "b"}, map[string]string{"TERRAFORM_CONFIG": "a", "TF_CLI_CONFIG_FILE": "b"}, "b"},
		{"named and not there", false, []string{".tofurc"}, map[string]string{"TF_CLI_CONFIG_FILE": "other"}, ""},
		{"none", false, nil, nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			home := t.TempDir()
			content := map[string]string{}
			for i, file := range test.files {
				content[file] = fmt.Sprintf(`credentials "host%d" { token = %q }`, i, file)
				if strings.HasSuffix(file, ".json") {
					content[file] = fmt.Sprintf(`{"credentials": {"host%d": {"token": %q}}}`, i, file)
				}
			}
			writeFiles(t, home, content)
			env := map[string]string{"HOME": home}
			for name, value := range test.env {
				env[name] = filepath.Join(home, value)
			}
			cfg, err := readCLIConfig(env, test.terraform)
			if err != nil {
				t.Fatal(err)
			}
			got := slices.Sorted(maps.Values(cfg.tokens))
			want := strings.Fields(test.want)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestConfigOrder(t *testing.T) {
	if runtime.GOOS == "windows" {
		return
	}
	home := t.TempDir()
	writeFiles(t, home, map[string]string{
		".tofurc":                            `credentials "example.com" { token = "main" }`,
		".terraform.d/a.tfrc":                `credentials "EXAMPLE.com" { token = "a" }`,
		".terraform.d/credentials.tfrc.json": `{"credentials": {"example.com": {"token": "json"}}}`,
	})
	cfg, err := readCLIConfig(map[string]string{"HOME": home}, false)
	if err != nil || cfg.tokens["example.com"] != "json" || len(cfg.tokens) != 1 {
		t.Errorf("%v, %v", cfg, err)
	}
}

// A file with all settings of the products is accepted, and unused settings are ignored.
func TestConfigContent(t *testing.T) {
	cfg, err := parseConfig(`
plugin_cache_dir   = "$HOME/.cache"
disable_checkpoint = true
provider_installation {
  dev_overrides {
    "hashicorp/x" = "/opt/x"
  }
  direct {}
}
credentials "app.terraform.io" {
  token = "one"
}
credentials "no-token.example" {
  other = "x"
}
"credentials" "quoted.example" {
  token = "two ${three}"
}
credentials_helper "x" {
  args = []
}
host "example.com" {
  services = {
    "providers.v1" = "https://example.net/"
    "login.v1" = { client = "x" }
  }
}
`)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.tokens["app.terraform.io"] != "one" || cfg.helper != "x" || cfg.tokens["no-token.example"] != "" ||
		cfg.tokens["quoted.example"] != "two ${three}" {
		t.Errorf("%+v", cfg)
	}
	if got := cfg.services["example.com"]["providers.v1"]; got != "https://example.net/" || len(cfg.services) != 1 {
		t.Errorf("%v", cfg.services)
	}
	cfg, err = parseConfig("\n" +
		`{"credentials": {"a.example": {"token": "1"}, "b.example": {"token": "2", "x": {}}}, "host": {"c.example": ` +
		`{"services": {"providers.v1": "/x"}}}}`)
	if err != nil || cfg.tokens["a.example"] != "1" || cfg.tokens["b.example"] != "2" ||
		cfg.services["c.example"]["providers.v1"] != "/x" {
		t.Errorf("%+v, %v", cfg, err)
	}
}

func parseConfig(src string) (*cliConfig, error) {
	cfg, err := readCLIConfig(map[string]string{"TF_CLI_CONFIG_FILE": os.DevNull}, false)
	if err != nil {
		return nil, err
	}
	return cfg, cfg.addFile("rc", []byte(src), false)
}

// No message contains a token.
func TestConfigErrors(t *testing.T) {
	const notText = "rc: the CLI configuration cannot be read: the token of example.com is not a string"
	const invalid = "the CLI configuration cannot be read: it is not the HCL 1 or JSON that the products read"
	for src, says := range map[string]string{
		"credentials \"example.com\" {\n  token = s3cret\n}":        "rc:2: " + invalid,
		"credentials \"example.com\" {\n  token = [\"s3cret\"]\n}":  notText,
		"credentials \"example.com\" {\n  token = \"s3cret\n}":      "rc:2: " + invalid,
		"credentials \"s3cret com\" {\n}":                           "\"s3cret com\" is not a host name",
		"host \"two words\" {\n}":                                   "\"two words\" is not a host name",
		"credentials = \"s3cret\"":                                  invalid,
		"host \"example.com\" {\n  services = \"s3cret\"\n}":        invalid,
		"{\"credentials\": {\"example.com\": {\"token\": s3cret}}}": invalid,
		"{\"credentials\": \"s3cret\"}":                             invalid,
		strings.Repeat("[", maxConfig):                              "more than 1000 brackets",
		"a = " + strings.Repeat("[", maxBrackets):                   invalid,
		"{\"a\":" + strings.Repeat("[", maxBrackets-1):              invalid,
	} {
		_, err := parseConfig(src)
		short := src[:min(len(src), 80)]
		if err == nil || !isConfig(err) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", short, err)
			continue
		}
		if strings.Contains(err.Error(), "s3cret") && !strings.Contains(src, "s3cret com") {
			t.Errorf("%s: the error repeats it: %s", short, err)
		}
	}
}

func TestUnreadableConfigFiles(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"large": strings.Repeat(" ", maxConfig+1)})
	for name, says := range map[string]string{
		"large": "larger than 65536 bytes",
		".":     "is a directory",
	} {
		file := filepath.Join(dir, name)
		_, err := newClient(Options{}, []string{"TF_CLI_CONFIG_FILE=" + file}, nil, quickTimes)
		if !isConfig(err) || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
