package registry

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// The registry has 1.2.0, and HOST is the registry's. Terraform installs the same from the registry.
func TestInstallation(t *testing.T) {
	s, addr := startPublished(t)
	for name, test := range map[string]struct{ config, want string }{
		"nothing":           {``, "1.2.0"},
		"direct":            {`direct {}`, "1.2.0"},
		"no method":         {` `, "no other method is there"},
		"excluded":          {`direct { exclude = ["HOST/test/*"] }`, "direct excludes it"},
		"excluded by type":  {`direct { exclude = ["HOST/test/small"] }`, "direct excludes it"},
		"all excluded":      {`direct { exclude = ["*/*/*"] }`, "direct excludes it"},
		"another excluded":  {`direct { exclude = ["HOST/other/*", "test/small"] }`, "1.2.0"},
		"not included":      {`direct { include = ["*/*"] }`, "direct does not include it"},
		"included":          {`direct { include = ["HOST/TEST/small"] }`, "1.2.0"},
		"excluded included": {`direct { include = ["HOST/*/*"] exclude = ["HOST/test/*"] }`, "direct excludes it"},
		"mirror": {`filesystem_mirror { path = "/mirror" }`,
			`it comes from filesystem_mirror "/mirror", and only init reads mirrors`},
		"excluded mirror": {`filesystem_mirror {
			path    = "/mirror"
			exclude = ["HOST/test/*"]
		}`, `filesystem_mirror "/mirror" excludes it`},
		"mirror and direct":          {`filesystem_mirror { path = "/mirror" } direct {}`, "only init reads mirrors"},
		"excluded mirror and direct": {"filesystem_mirror {\npath = \"/mirror\"\nexclude = [\"*/*\", \"HOST/*/*\"]\n} direct {}", "1.2.0"},
		"network mirror": {`network_mirror { url = "https://HOST/mirror/" }`,
			`it comes from network_mirror "https://HOST/mirror/", and only init reads mirrors`},
	} {
		t.Run(name, func(t *testing.T) {
			replace := strings.NewReplacer("HOST", s.Host())
			file := filepath.Join(t.TempDir(), "cli.tfrc")
			config := "provider_installation {\n" + strings.ReplaceAll(test.config, "} direct", "}\ndirect") + "\n}\n"
			if test.config == "" {
				config = ""
			}
			writeFiles(t, filepath.Dir(file), map[string]string{"cli.tfrc": replace.Replace(config)})
			c := newTestClient(t, s, "TF_CLI_CONFIG_FILE="+file)
			before := len(s.Requests())
			v, err := c.Select(t.Context(), addr, nil)
			got := ""
			if err == nil {
				got = v.String()
			}
			if asked := len(s.Requests()) > before; asked && test.want != "1.2.0" {
				t.Error("the registry received a request")
			}
			if test.want != "1.2.0" {
				want := replace.Replace(test.want)
				_, other := c.Download(t.Context(), addr, v120, filepath.Join(t.TempDir(), "p"))
				for _, err := range []error{err, other} {
					if !isInstallation(err) || !strings.Contains(err.Error(), want) ||
						!strings.Contains(err.Error(), file) {
						t.Errorf("want %q: %v", want, err)
					}
				}
			} else if got != test.want {
				t.Fatalf("got %s, %v", got, err)
			} else {
				pack, err := c.Download(t.Context(), addr, v, filepath.Join(t.TempDir(), "p"))
				if err != nil {
					t.Fatal(err)
				}
				if _, err := os.Stat(pack.Executable); err != nil {
					t.Error(err)
				}
			}
			if oracles.Available("terraform") && !strings.Contains(test.want, "mirror") {
				if installed := terraformInstalledVersion(t, s, file); installed != got {
					t.Errorf("terraform installs %q, and %q is had here", installed, got)
				}
			}
		})
	}
}

// terraformInstalledVersion returns the version of test/small that init installs, or nothing.
func terraformInstalledVersion(t *testing.T, s *registrytest.Server, config string) string {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"main.tf": "terraform {\n  required_providers {\n    small = {\n      source = \"" +
		s.Host() + "/test/small\"\n    }\n  }\n}\n"})
	cmd := exec.CommandContext(t.Context(), oracles.Program(t, "terraform"), "init", "-input=false", "-no-color")
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + t.TempDir(), "CHECKPOINT_DISABLE=1", "SSL_CERT_FILE=" + s.CAFile(),
		"TF_CLI_CONFIG_FILE=" + config}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Logf("terraform init: %s", out)
		return ""
	}
	found, _ := filepath.Glob(filepath.Join(dir, ".terraform/providers/*/test/small/*"))
	if len(found) != 1 {
		t.Fatal(found)
	}
	return filepath.Base(found[0])
}

// A provider in dev_overrides is found by its address, without requests.
func TestOverride(t *testing.T) {
	s, addr := startPublished(t)
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"p/terraform-provider-small": "x", "cli.tfrc": "provider_installation {\n" +
		"  dev_overrides {\n    \"" + s.Host() + "/test/small\" = \"" + filepath.ToSlash(dir) + "/p/\"\n" +
		"    \"test/other\" = \"/not/there\"\n  }\n  direct {}\n}\n"})
	c := newTestClient(t, s, "TF_CLI_CONFIG_FILE="+filepath.Join(dir, "cli.tfrc"))
	pack, err := c.Override(addr)
	if err != nil || pack.Executable != filepath.Join(dir, "p", "terraform-provider-small") || pack.Version != nil {
		t.Errorf("%+v, %v", pack, err)
	}
	expectFailureOf(t, c, addr, isInstallation, "dev_overrides names "+filepath.Join(dir, "p")+" for it")
	if pack, err := c.Override(address(t, "test/other")); pack != nil || !isInstallation(err) {
		t.Errorf("%+v, %v", pack, err)
	}
	if pack, err := c.Override(address(t, "test/small")); pack != nil || err != nil {
		t.Errorf("%+v, %v", pack, err)
	}
	if n := len(s.Requests()); n > 0 {
		t.Errorf("%d requests", n)
	}
}

func TestInvalidInstallation(t *testing.T) {
	for src, says := range map[string]string{
		"provider_installation {\n  direct {}\n}\nprovider_installation {\n}\n":     "there is more than one",
		"provider_installation \"x\" {\n}\n":                                        "not a block of blocks",
		"provider_installation = 1\n":                                               "not a block of blocks",
		"provider_installation {\n  direct = 1\n}\n":                                "must be a block without labels",
		"provider_installation {\n  direct \"x\" {\n  }\n}\n":                       "must be a block without labels",
		"provider_installation {\n  pigeon {}\n}\n":                                 "pigeon: this method does not exist",
		"provider_installation {\n  filesystem_mirror {}\n}\n":                      "the location of the mirror is missing",
		"provider_installation {\n  network_mirror {}\n}\n":                         "the location of the mirror is missing",
		"provider_installation {\n  direct {}\n  dev_overrides {}\n}\n":             "it must be the first block",
		"provider_installation {\n  dev_overrides {\n    \"a b\" = \"/\"\n  }\n}\n": "dev_overrides: ",
		"provider_installation {\n  direct {\n    exclude = \"a/b\"\n  }\n}\n":      "direct: ",
		"provider_installation {\n  direct {\n    exclude = [\"a\"]\n  }\n}\n":      `"a" is not a pattern`,
		"provider_installation {\n  direct {\n    exclude = [\"*/x\"]\n  }\n}\n":    `"*/x" is not a pattern`,
		"provider_installation {\n  direct {\n    exclude = [\"*/a/b\"]\n  }\n}\n":  `"*/a/b" is not a pattern`,
		"provider_installation {\n  direct {\n    exclude = [\"a/b!\"]\n  }\n}\n":   `"a/b!" is not a pattern`,
		`{"provider_installation": [1]}`:                                            "",
		`{"provider_installation": {"direct": 1}}`:                                  "",
	} {
		_, err := parseConfig(src)
		if !isConfig(err) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", src, err)
		}
	}
	cfg, err := parseConfig(`{"provider_installation": {"filesystem_mirror": [{"path": "/m"}], ` +
		`"direct": [{"exclude": ["a/*"]}]}}`)
	if err != nil || len(cfg.installation.methods) != 2 {
		t.Errorf("%+v, %v", cfg, err)
	}
	if err := cfg.addFile("other", []byte("provider_installation {\n}\n"), false); !isConfig(err) {
		t.Error(err)
	}
}
