package registry

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
)

// installVariable names the address that a process of the test binary installs,
// as crypto/x509 reads SSL_CERT_FILE once in a process.
const installVariable = "REGISTRY_TEST_INSTALL"

func TestMain(m *testing.M) {
	if given := os.Getenv(installVariable); given != "" {
		os.Exit(installAndExit(given))
	}
	os.Exit(m.Run())
}

func installAndExit(given string) int {
	addr, _, err := ParseAddress(given, false)
	if err != nil {
		panic(err)
	}
	c, err := New(Options{AllowHosts: []string{string(addr.Hostname)}})
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if err := downloadNewest(c, addr, filepath.Join(dir, "package")); err != nil {
		_, _ = os.Stderr.WriteString(err.Error())
		return 1
	}
	return 0
}

// installInProcess installs a provider in a process with an environment.
func installInProcess(t *testing.T, addr string, environ ...string) (string, error) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append([]string{installVariable + "=" + addr, "HOME=" + t.TempDir(), "TMPDIR=" + t.TempDir()}, environ...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// startProxy starts an HTTP proxy that supports only CONNECT, and connects to one address.
func startProxy(t *testing.T, to string) (*httptest.Server, func() []string) {
	t.Helper()
	var mu sync.Mutex
	var asked []string
	p := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.Method+" "+r.Host+" "+r.Header.Get("Proxy-Authorization")+r.Header.Get("Authorization"))
		mu.Unlock()
		if r.Method != http.MethodConnect {
			http.Error(w, "only CONNECT", http.StatusMethodNotAllowed)
			return
		}
		server, err := net.Dial("tcp", to)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer server.Close()
		client, read, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer client.Close()
		_, _ = io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
		go func() {
			// The reader may have buffered data from the client.
			_, _ = io.Copy(server, read)
			server.Close()
		}()
		_, _ = io.Copy(client, server)
	}))
	t.Cleanup(p.Close)
	return p, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(asked)
	}
}

func TestProcessEnvironment(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return // SSL_CERT_FILE is not read there
	}
	s := registrytest.New(t)
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0", Zip: smallArchive})
	local, far := s.Host()+"/test/small", "sub.example.com/test/small" // for which the certificate is

	t.Run("SSL_CERT_FILE", func(t *testing.T) {
		if out, err := installInProcess(t, local, "SSL_CERT_FILE="+s.CAFile()); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("SSL_CERT_DIR", func(t *testing.T) {
		if out, err := installInProcess(t, local, "SSL_CERT_DIR="+filepath.Dir(s.CAFile())); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("no authority", func(t *testing.T) {
		if out, err := installInProcess(t, local); err == nil || !strings.Contains(out, "unknown authority") ||
			!strings.Contains(out, "SSL_CERT_FILE") {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("HTTPS_PROXY", func(t *testing.T) {
		p, asked := startProxy(t, s.Host())
		out, err := installInProcess(t, far, "SSL_CERT_FILE="+s.CAFile(), "HTTPS_PROXY="+p.URL, "TF_TOKEN_sub_example_com=s3cret")
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		for _, request := range asked() {
			if request != "CONNECT sub.example.com:443 " {
				t.Errorf("the proxy received the request %s", request)
			}
		}
		if len(asked()) == 0 {
			t.Error("the proxy was not used")
		}
	})
	t.Run("NO_PROXY", func(t *testing.T) {
		p, asked := startProxy(t, s.Host())
		out, err := installInProcess(t, "nowhere.registry.test/test/small", "SSL_CERT_FILE="+s.CAFile(), "https_proxy="+p.URL,
			"no_proxy=.registry.test")
		if err == nil || len(asked()) > 0 {
			t.Errorf("%v, the proxy received %v: %s", err, asked(), out)
		}
	})
}
