package registry

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	tfaddr "github.com/hashicorp/terraform-registry-address"
)

func TestParseAddress(t *testing.T) {
	for _, test := range []struct {
		given       string
		terraform   bool
		want        string
		constraints string
	}{
		{"aws", false, "registry.opentofu.org/hashicorp/aws", ""},
		{"aws", true, "registry.terraform.io/hashicorp/aws", ""},
		{"hashicorp/aws", false, "registry.opentofu.org/hashicorp/aws", ""},
		{"hashicorp/aws", true, "registry.terraform.io/hashicorp/aws", ""},
		{"registry.terraform.io/hashicorp/aws", false, "registry.terraform.io/hashicorp/aws", ""},
		{"Example.COM/NS/Type", false, "example.com/ns/type", ""},
		{"example.com:443/ns/type", false, "example.com/ns/type", ""},
		{"localhost:12345/test/small", false, "localhost:12345/test/small", ""},
		{"CAFÉ.fr/ns/type", false, "café.fr/ns/type", ""},
		{"a_b/google-beta", false, "registry.opentofu.org/a_b/google-beta", ""},
		{"aws@5.0.0", false, "registry.opentofu.org/hashicorp/aws", "5.0.0"},
		{"hashicorp/aws@~> 5.0, != 5.1.0", false, "registry.opentofu.org/hashicorp/aws", "~> 5.0, != 5.1.0"},
		{"aws@1.0.0-beta1", false, "registry.opentofu.org/hashicorp/aws", "1.0.0-beta1"},
	} {
		addr, constraints, err := ParseAddress(test.given, test.terraform)
		if err != nil {
			t.Errorf("%s: %s", test.given, err)
			continue
		}
		// go-version joins constraints with a bare comma.
		if got := strings.ReplaceAll(constraints.String(), ",", ", "); addr.String() != test.want ||
			strings.Join(strings.Fields(got), " ") != test.constraints {
			t.Errorf("%s: got %s %q, want %s %q", test.given, addr, got, test.want, test.constraints)
		}
		if (constraints == nil) != (test.constraints == "") {
			t.Errorf("%s: constraints %#v", test.given, constraints)
		}
	}
}

func TestParseInvalidAddress(t *testing.T) {
	for given, says := range map[string]string{
		"":                               "[hostname/][namespace/]name",
		"a/b/c/d":                        "[hostname/][namespace/]name",
		"a//b":                           "[hostname/][namespace/]name",
		"hashicorp/aws@":                 `what follows "@"`,
		"hashicorp/aws@latest":           `what follows "@"`,
		"hashicorp/aws@1.0@2.0":          `what follows "@"`,
		"terraform":                      "built into the product",
		"terraform.io/builtin/terraform": "built into the product",
		"-/aws":                          "write NAMESPACE/TYPE",
		"registry.terraform.io/-/aws":    "write NAMESPACE/TYPE",
		"example.com/-/aws":              "legacy provider namespace",
		"hashicorp/terraform-provider-x": `Did you mean`,
		"hashicorp/a_b":                  "Invalid provider type",
		"hash..icorp/aws":                "Invalid provider namespace",
		"https://example.com/ns/type":    "[hostname/][namespace/]name",
		"xn--caf-dma.fr/ns/type":         "punycode",
		"example.com:port/ns/type":       "port",
	} {
		_, _, err := ParseAddress(given, false)
		if err == nil || !isAddress(err) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", given, err)
		}
	}
}

// An address from another source than ParseAddress can contain any text, also "..".
func TestUnparsedAddress(t *testing.T) {
	s, good := startPublished(t)
	c := newTestClient(t, s)
	for _, change := range []func(*tfaddr.Provider){
		func(p *tfaddr.Provider) { *p = tfaddr.Provider{} },
		func(p *tfaddr.Provider) { p.Namespace = ".." },
		func(p *tfaddr.Provider) { p.Type = "../../x" },
		func(p *tfaddr.Provider) { p.Type = "Small" },
		func(p *tfaddr.Provider) { p.Namespace = "?" },
		func(p *tfaddr.Provider) { p.Namespace = "-" },
		func(p *tfaddr.Provider) { p.Hostname = "example.com/path" },
		func(p *tfaddr.Provider) { p.Hostname = "user@example.com" },
		func(p *tfaddr.Provider) { p.Hostname, p.Namespace = "terraform.io", "builtin" },
	} {
		addr := good
		change(&addr)
		if _, err := c.Versions(context.Background(), addr); !isAddress(err) {
			t.Errorf("versions of %#v: %v", addr, err)
		}
		if _, err := c.Download(context.Background(), addr, v120, filepath.Join(t.TempDir(), "p")); !isAddress(err) {
			t.Errorf("download of %#v: %v", addr, err)
		}
	}
	if n := len(s.Requests()); n != 0 {
		t.Errorf("%d requests were made", n)
	}
}
