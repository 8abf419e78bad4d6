package registry

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
)

// Only registries of hosts that the user names receive requests.
func TestAllowedHosts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rc")
	config := `
		host "block.registry.test" { services = { "providers.v1" = "https://registry.test/v1/providers/" } }
		credentials "known.registry.test" { token = "s3cret" }
	`
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	for host, allowed := range map[string]bool{
		"registry.opentofu.org":   true,
		"registry.terraform.io":   true,
		"Given.registry.test":     true,
		"given.registry.test:444": false,
		"sub.given.registry.test": false,
		"block.registry.test":     true,
		"known.registry.test":     true,
		"token.registry.test":     true,
		"registry.test":           false,
		"localhost":               false,
		"127.0.0.1":               false,
	} {
		s := registrytest.New(t)
		s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0", Zip: smallArchive})
		environ := []string{"TF_CLI_CONFIG_FILE=" + file, "TF_TOKEN_token_registry_test=s3cret"}
		c := newClientWithHosts(t, s.Transport(), environ, "given.registry.test:443")
		addr := address(t, host+"/test/small")
		if !allowed {
			expectFailureOf(t, c, addr, isForbidden, addr.Hostname.ForDisplay()+" is not used",
				"--allow-host "+addr.Hostname.ForDisplay())
			if _, err := c.Download(context.Background(), addr, v120,
				filepath.Join(t.TempDir(), "p")); !isForbidden(err) {
				t.Errorf("%s: %v", host, err)
			}
			if n := len(s.Requests()); n > 0 {
				t.Errorf("%s: %d requests", host, n)
			}
			continue
		}
		// The server's certificate is not valid for the public ones.
		if _, err := c.Versions(context.Background(), addr); isForbidden(err) ||
			err != nil && !strings.HasPrefix(host, "registry.") {
			t.Errorf("%s: %v", host, err)
		}
	}
	if _, err := newClient(Options{AllowHosts: []string{"a b"}}, nil, nil, quickTimes); !isAddress(err) {
		t.Errorf("invalid host: %v", err)
	}
}

// An allowed registry can name other hosts for packages, but no other host for the registry.
func TestRedirectsToOtherHosts(t *testing.T) {
	for _, target := range []string{
		"file:///etc/passwd", "http://registry.test/", "ftp://registry.test/", "https://user:password@registry.test/",
		"gopher:x", "data:,x",
	} {
		for _, endpoint := range registrytest.Endpoints {
			s, addr := startPublished(t)
			s.Handle(endpoint, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, target, http.StatusFound) })
			c := newTestClient(t, s)
			expectFailureOf(t, c, addr, isRequest)
			for _, r := range s.Requests() {
				if r.Host != s.Host() {
					t.Errorf("%s of %s: %s received a request", target, endpoint, r.Host)
				}
			}
		}
	}
}
