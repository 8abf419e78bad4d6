package registry

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	svchost "github.com/hashicorp/terraform-svchost"

	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
)

func TestEnvironmentTokens(t *testing.T) {
	for _, test := range []struct{ variable, host string }{
		{"TF_TOKEN_example_com", "example.com"},
		{"TF_TOKEN_example.com", "example.com"},
		{"TF_TOKEN_EXAMPLE_COM", "example.com"},
		{"TF_TOKEN_my__own_example_com", "my-own.example.com"},
		{"TF_TOKEN_my-own_example_com", "my-own.example.com"},
		{"TF_TOKEN_xn____caf__dma_fr", "xn--caf-dma.fr"},
		{"TF_TOKEN_xn--caf-dma_fr", "xn--caf-dma.fr"},
		{"TF_TOKEN_café_fr", "xn--caf-dma.fr"},
		{"TF_TOKEN_localhost:1234", "localhost:1234"},
		{"TF_TOKEN_", ""},
		{"TF_TOKEN__com", ""},
		{"TOKEN_example_com", ""},
	} {
		tokens := environmentTokens(map[string]string{test.variable: "t0ken"})
		if test.host == "" && len(tokens) == 0 {
			continue
		}
		if len(tokens) != 1 || tokens[svchost.Hostname(test.host)] != "t0ken" {
			t.Errorf("%s: %v", test.variable, tokens)
		}
	}
	if got := tokenVariable("localhost:1234"); got != "" {
		t.Error(got)
	}
	if got := tokenVariable("xn--caf-dma.fr"); got != "TF_TOKEN_xn____caf__dma_fr" {
		t.Error(got)
	}
	for range 20 {
		tokens := environmentTokens(map[string]string{"TF_TOKEN_a.b": "2", "TF_TOKEN_a_b": "1", "TF_TOKEN_A_B": "3"})
		if tokens["a.b"] != "1" {
			t.Fatalf("of several spellings %v was taken", tokens)
		}
	}
}

func TestTokenIsSent(t *testing.T) {
	s, addr := startPublished(t)
	s.RequireToken("s3cret")
	file := filepath.Join(t.TempDir(), "rc")
	if err := os.WriteFile(file, []byte(`credentials "`+s.Host()+`" { token = "s3cret" }`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, environ := range [][]string{
		{"TF_TOKEN_" + s.Host() + "=s3cret"},
		{"TF_CLI_CONFIG_FILE=" + file},
	} {
		c := newTestClient(t, s, environ...)
		if err := downloadNewest(c, addr, filepath.Join(t.TempDir(), "p")); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range s.Requests(registrytest.Sums, registrytest.Signature, registrytest.Archive) {
		if r.Authorization != "" {
			t.Errorf("%s got a token", r.Path)
		}
	}
	// The variable comes before the file.
	c := newTestClient(t, s, "TF_CLI_CONFIG_FILE="+file, "TF_TOKEN_"+s.Host()+"=wr0ng")
	err := downloadNewest(c, addr, filepath.Join(t.TempDir(), "p"))
	if !isAuth(err) || !strings.Contains(err.Error(), "is wrong, has expired") || strings.Contains(err.Error(), "wr0ng") {
		t.Error(err)
	}
}

func TestCredentialsHelper(t *testing.T) {
	s, addr := startPublished(t)
	s.RequireToken("s3cret")
	file := filepath.Join(t.TempDir(), "rc")
	if err := os.WriteFile(file, []byte(`credentials_helper "vault" { args = ["--x"] }`), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newTestClient(t, s, "TF_CLI_CONFIG_FILE="+file)
	expectFailureOf(t, c, addr, isAuth, `names the credentials helper "vault"`, "does not start programs")
	s.RequireToken("")
	if err := downloadNewest(c, addr, filepath.Join(t.TempDir(), "p")); err != nil {
		t.Errorf("where no token is needed: %s", err)
	}
}

// tokensByEndpoint returns the credentials that each host and endpoint received.
func tokensByEndpoint(s *registrytest.Server) map[string]string {
	got := map[string]string{}
	for _, r := range s.Requests() {
		got[r.Host+" "+string(r.Endpoint)] += r.Authorization + ";"
	}
	return got
}

// No host after a redirect receives the token. Another port and a subdomain are other hosts.
func TestTokenAcrossRedirects(t *testing.T) {
	for _, other := range []string{"sub.registry.test", "localhost", "registry.test:444"} {
		for _, endpoint := range []registrytest.Endpoint{registrytest.Discovery, registrytest.Versions,
			registrytest.Download} {
			t.Run(other+" "+string(endpoint), func(t *testing.T) {
				s := registrytest.New(t)
				s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0", Zip: smallArchive})
				s.Handle(endpoint, redirectOnce(s, endpoint, other))
				c := newTestClient(t, s, "TF_TOKEN_registry_test=s3cret")
				if err := downloadNewest(c, address(t, "registry.test/test/small"), filepath.Join(t.TempDir(), "p")); err != nil {
					t.Fatal(err)
				}
				got := tokensByEndpoint(s)
				if got["registry.test "+string(endpoint)] != "Bearer s3cret;;;" {
					t.Errorf("the host itself got %v", got)
				}
				for at, token := range got {
					if !strings.HasPrefix(at, "registry.test ") && strings.Contains(token, "s3cret") {
						t.Errorf("%s got the token", at)
					}
				}
			})
		}
	}
}

// redirectOnce redirects from registry.test to another host, and from there back.
func redirectOnce(s *registrytest.Server, endpoint registrytest.Endpoint, other string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Host == other:
			http.Redirect(w, r, "https://registry.test"+r.URL.Path+"?back", http.StatusFound)
		case r.URL.RawQuery == "back":
			s.Handle(endpoint, nil)
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		default:
			http.Redirect(w, r, "https://"+other+r.URL.Path, http.StatusFound)
		}
	}
}

// A host can name the registry of another host. The other host receives no token: neither the token of
// the first host nor its own.
func TestTokenForAnotherBase(t *testing.T) {
	for _, base := range []string{"https://api.registry.test/v1/", "https://registry.test:444/v1/",
		"//api.registry.test/v1/"} {
		for _, redirected := range []bool{false, true} {
			s := registrytest.New(t)
			s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0", Zip: smallArchive})
			s.SetBase(base)
			if redirected {
				s.Handle(registrytest.Discovery, func(w http.ResponseWriter, r *http.Request) {
					s.Handle(registrytest.Discovery, nil)
					http.Redirect(w, r, "https://evil.registry.test"+r.URL.Path, http.StatusFound)
				})
			}
			c := newTestClient(t, s, "TF_TOKEN_registry_test=s3cret", "TF_TOKEN_api_registry_test=s3cret")
			addr := address(t, "registry.test/test/small")
			for range 2 {
				if err := downloadNewest(c, addr, filepath.Join(t.TempDir(), "p")); err != nil {
					t.Fatal(err)
				}
			}
			for at, token := range tokensByEndpoint(s) {
				if at != "registry.test discovery" && strings.Contains(token, "s3cret") {
					t.Errorf("%s, redirected %v: %s got a token", base, redirected, at)
				}
			}
		}
	}
}

func TestTokenOfAnotherHost(t *testing.T) {
	s, addr := startPublished(t)
	c := newTestClient(t, s, "TF_TOKEN_example_com=s3cret", "TF_TOKEN_localhost=s3cret",
		"TF_TOKEN_localhost_localdomain=s3cret")
	if err := downloadNewest(c, addr, filepath.Join(t.TempDir(), "p")); err != nil {
		t.Fatal(err)
	}
	for at, got := range tokensByEndpoint(s) {
		if strings.Contains(got, "s3cret") {
			t.Errorf("%s got another host's token", at)
		}
	}
}

// If the user's configuration names the registry of another host, that host receives its own token.
func TestHostServices(t *testing.T) {
	s := registrytest.New(t)
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0", Zip: smallArchive})
	file := filepath.Join(t.TempDir(), "rc")
	config := `host "internal.registry.test" {
		services = { "providers.v1" = "https://mirror.registry.test/x/", "other.v1" = ["list"] }
	}`
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newTestClient(t, s, "TF_CLI_CONFIG_FILE="+file, "TF_TOKEN_internal_registry_test=0ther",
		"TF_TOKEN_mirror_registry_test=s3cret")
	if err := downloadNewest(c, address(t, "internal.registry.test/test/small"), filepath.Join(t.TempDir(), "p")); err != nil {
		t.Fatal(err)
	}
	if n := len(s.Requests(registrytest.Discovery)); n != 0 {
		t.Errorf("%d requests for discovery", n)
	}
	if got := tokensByEndpoint(s)["mirror.registry.test versions"]; got != "Bearer s3cret;" {
		t.Errorf("the registry got %q", got)
	}
}

func TestPunycodeHost(t *testing.T) {
	s := registrytest.New(t)
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0", Zip: smallArchive})
	s.RequireToken("s3cret")
	c := newTestClient(t, s)
	addr := address(t, "Café.registry.test/test/small")
	expectFailureOf(t, c, addr, isAuth, "TF_TOKEN_xn____caf__dma_registry_test", `credentials "café.registry.test"`)
	c = newTestClient(t, s, "TF_TOKEN_xn____caf__dma_registry_test=s3cret")
	if err := downloadNewest(c, addr, filepath.Join(t.TempDir(), "p")); err != nil {
		t.Fatal(err)
	}
}
