package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
)

// isErrorOf reports whether an error has a type.
func isErrorOf[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// errorContains returns a function that reports whether an error contains a text.
func errorContains(text string) func(error) bool {
	return func(err error) bool { return err != nil && strings.Contains(err.Error(), text) }
}

// The kinds of errors.
var (
	isAddress      = errorContains("is no address of a provider in a registry: ")
	isConfig       = errorContains(": the CLI configuration cannot be read: ")
	isHost         = errorContains(" has no provider registry: ")
	isForbidden    = errorContains(" is not used: by default, providers are fetched only from ")
	isInstallation = errorContains(" is not fetched, because of provider_installation in ")
	isVersion      = errorContains(" can be used: ")
	isAuth         = errorContains(" answers 40")
	isRequest      = errorContains("GET https://")
	isResponse     = errorContains(" violates the provider registry protocol: ")
	isVerify       = errorContains(" it was changed on the way, ")
	isPackage      = errorContains(" cannot be unpacked: ")
)

// downloadNewest selects and downloads a provider, as a user's command does.
func downloadNewest(c *Client, addr tfaddr.Provider, dir string) error {
	v, err := c.Select(context.Background(), addr, nil)
	if err == nil {
		_, err = c.Download(context.Background(), addr, v, dir)
	}
	return err
}

// expectFailure expects an error of a kind that contains texts, and no remaining files.
func expectFailure(t *testing.T, s *registrytest.Server, addr tfaddr.Provider, kind func(error) bool, says ...string) {
	t.Helper()
	c := newTestClient(t, s)
	c.maxDownload = 1 << 18
	expectFailureOf(t, c, addr, kind, says...)
}

func expectFailureOf(t *testing.T, c *Client, addr tfaddr.Provider, kind func(error) bool, says ...string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "package")
	err := downloadNewest(c, addr, dir)
	if err == nil {
		t.Fatal("no error")
	}
	if !kind(err) {
		t.Errorf("the error is another: %s", err)
	}
	for _, part := range says {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in: %s", part, err)
		}
	}
}

func TestPackageFaults(t *testing.T) {
	s, addr := startPublished(t)
	for _, test := range []struct {
		fault registrytest.DocumentFault
		says  []string
	}{
		{registrytest.WrongShasum,
			[]string{"_SHA256SUMS: the checksum of terraform-provider-small_1.2.0", "do not use it"}},
		{registrytest.WrongSums, []string{"_SHA256SUMS: the checksum of"}},
		{registrytest.UnlistedFile, []string{`_SHA256SUMS: it has no checksum of "terraform-provider-small_1.2.0`}},
		{registrytest.WrongSignature,
			[]string{"_SHA256SUMS.sig: it is not a valid signature by any of the registry's 1 keys (key 1: "}},
		{registrytest.ForeignSignature,
			[]string{"_SHA256SUMS.sig: it is not a valid signature", "it was made by another key"}},
		{registrytest.NoKeys, []string{"it names no signing keys"}},
		{registrytest.UnreadableKey, []string{"key 1: the key cannot be read"}},
	} {
		t.Run(string(test.fault), func(t *testing.T) {
			s.BreakPackages(test.fault)
			expectFailure(t, s, addr, isVerify, append(test.says, "test/small 1.2.0", s.Host())...)
		})
	}
	t.Run("archive", func(t *testing.T) {
		s.Repair()
		s.Handle(registrytest.Archive, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "another archive") })
		expectFailure(t, s, addr, isVerify, ".zip: its checksum is ", "but must be")
	})
	t.Run("signature not there", func(t *testing.T) {
		s.Repair()
		s.Break(registrytest.NotFound, registrytest.Signature)
		expectFailure(t, s, addr, isVerify, "the signature is missing")
	})
	t.Run("sums not there", func(t *testing.T) {
		s.Repair()
		s.Break(registrytest.NotFound, registrytest.Sums)
		expectFailure(t, s, addr, isVerify, "the checksums are missing")
	})
	t.Run("empty signature", func(t *testing.T) {
		s.Repair()
		s.Handle(registrytest.Signature, func(http.ResponseWriter, *http.Request) {})
		expectFailure(t, s, addr, isVerify, "the signature is empty")
	})
}

// As in the products, an expired key is accepted, unless the environment forbids it.
func TestExpiredKey(t *testing.T) {
	s, addr := startPublished(t)
	s.BreakPackages(registrytest.ExpiredKey)
	c := newTestClient(t, s)
	if _, err := c.Download(context.Background(), addr, v120, filepath.Join(t.TempDir(), "p")); err != nil {
		t.Fatal(err)
	}
	c = newTestClient(t, s, "OPENTOFU_ENFORCE_GPG_EXPIRATION=true")
	expectFailureOf(t, c, addr, isVerify, "has expired, and OPENTOFU_ENFORCE_GPG_EXPIRATION is set")
}

func TestEndpointFaults(t *testing.T) {
	s, addr := startPublished(t)
	request, response := isRequest, isResponse
	documents := []registrytest.Endpoint{registrytest.Discovery, registrytest.Versions, registrytest.Download}
	files := []registrytest.Endpoint{registrytest.Sums, registrytest.Signature, registrytest.Archive}
	for _, test := range []struct {
		fault registrytest.Fault
		at    []registrytest.Endpoint
		kind  func(error) bool
		says  []string
	}{
		{registrytest.ToHTTP, registrytest.Endpoints, request,
			[]string{"the redirect to http://", "is not followed", "only https is safe"}},
		{registrytest.Loop, registrytest.Endpoints, request, []string{"more than 5 redirects"}},
		{registrytest.NotFound, documents[:1], isHost,
			[]string{"does not name a service providers.v1", "check the host"}},
		{registrytest.NotFound, documents[1:2], isErrorOf[*NotFoundError],
			[]string{"no provider " + s.Host() + "/test/small", "/versions was not found"}},
		{registrytest.NotFound, documents[2:], isErrorOf[*NotFoundError],
			[]string{"no package of " + s.Host() + "/test/small 1.2.0 for ", "choose another version"}},
		{registrytest.NotFound, []registrytest.Endpoint{registrytest.Archive}, request,
			[]string{"404 Not Found; the registry lists a file that does not exist"}},
		{registrytest.Unauthorized, documents, isAuth,
			[]string{"401 Unauthorized", "; set a token for " + s.Host() + " in a block credentials \"" + s.Host()}},
		{registrytest.Forbidden, documents, isAuth, []string{"403 Forbidden", "set a token for 127.0.0.1:"}},
		{registrytest.Unauthorized, files, request,
			[]string{"401 Unauthorized; as in the products, no token is sent for files"}},
		{registrytest.TooMany, registrytest.Endpoints, request, []string{"429 Too Many Requests; try again later"}},
		{registrytest.Unavailable, registrytest.Endpoints, request, []string{"503 Service Unavailable; try again later"}},
		{registrytest.Truncated, registrytest.Endpoints, request,
			[]string{"the answer is cut off: unexpected EOF; try again"}},
		{registrytest.Oversized, registrytest.Endpoints, request, []string{"larger than "}},
		{registrytest.Endless, registrytest.Endpoints, request, []string{"larger than "}},
		{registrytest.NotJSON, documents, response, []string{"invalid character '<'"}},
		{registrytest.WrongShape, documents, response, []string{"cannot unmarshal array"}},
		{registrytest.NotJSON, []registrytest.Endpoint{registrytest.Signature}, isVerify,
			[]string{"not a valid signature"}},
	} {
		for _, endpoint := range test.at {
			t.Run(string(test.fault)+" "+string(endpoint), func(t *testing.T) {
				s.Repair()
				s.Break(test.fault, endpoint)
				expectFailure(t, s, addr, test.kind, append(test.says, s.Host())...)
			})
		}
	}
}

func TestTimeouts(t *testing.T) {
	s, addr := startPublished(t)
	for _, fault := range []registrytest.Fault{registrytest.Hang, registrytest.Stall} {
		for _, endpoint := range registrytest.Endpoints {
			t.Run(string(fault)+" "+string(endpoint), func(t *testing.T) {
				s.Repair()
				s.Break(fault, endpoint)
				c := newTestClient(t, s)
				c.times.stall = 150 * time.Millisecond
				if endpoint == registrytest.Discovery {
					c.times.document = c.times.stall
				}
				expectFailureOf(t, c, addr, isRequest, "time-out: ", "check the network")
			})
		}
	}
}

// endsWithContext answers with a body that ends without an error at the end of its context, as after a
// closed connection.
type endsWithContext struct{}

func (endsWithContext) RoundTrip(r *http.Request) (*http.Response, error) {
	body, w := io.Pipe()
	context.AfterFunc(r.Context(), func() { w.Close() })
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, ContentLength: -1, Body: body, Request: r}, nil
}

func TestBodyThatEndsWithTheContext(t *testing.T) {
	c := newClientWithHosts(t, endsWithContext{}, nil)
	c.times.stall = 20 * time.Millisecond
	_, err := c.fetch(context.Background(), &url.URL{Scheme: "https", Host: "registry.test"}, "", 1, io.Discard)
	if !isRequest(err) || !errors.Is(err, errStalled) {
		t.Error(err)
	}
}

// unreadResponses first responds with a temporary error, then with a body above the size limit. It
// counts open bodies.
type unreadResponses struct{ asked, open int }

func (u *unreadResponses) RoundTrip(r *http.Request) (*http.Response, error) {
	u.asked++
	u.open++
	status := http.StatusOK
	if u.asked == 1 {
		status = http.StatusServiceUnavailable
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, ContentLength: 2, Body: u, Request: r}, nil
}

func (u *unreadResponses) Read([]byte) (int, error) { return 0, io.EOF }

func (u *unreadResponses) Close() error {
	u.open--
	return nil
}

func TestUnreadBodiesAreClosed(t *testing.T) {
	u := &unreadResponses{}
	c := newClientWithHosts(t, u, nil)
	_, err := c.fetch(context.Background(), &url.URL{Scheme: "https", Host: "registry.test"}, "", 1, io.Discard)
	if !isRequest(err) || u.asked != 2 || u.open != 0 {
		t.Errorf("%d requests, %d open bodies, %v", u.asked, u.open, err)
	}
}

// sendSlowly sends single bytes with pauses.
func sendSlowly(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		fmt.Fprint(w, " ")
		_ = http.NewResponseController(w).Flush()
		time.Sleep(10 * time.Millisecond)
	}
}

// A host that sends single bytes does not stall, but the total time of a document is limited.
func TestSlowDocument(t *testing.T) {
	s, addr := startPublished(t)
	s.Handle(registrytest.Versions, sendSlowly)
	c := newTestClient(t, s)
	c.times.document = 300 * time.Millisecond
	expectFailureOf(t, c, addr, isRequest, "time-out: it took too long")
}

// The total time of an archive is limited too.
func TestEndlessArchive(t *testing.T) {
	s, addr := startPublished(t)
	s.Handle(registrytest.Archive, sendSlowly)
	c := newTestClient(t, s)
	c.maxDownload = 1 << 10
	c.times.archive = 300 * time.Millisecond
	expectFailureOf(t, c, addr, isRequest, "time-out: it took too long")
}

// An archive can take longer than a document while bytes arrive.
func TestSlowArchive(t *testing.T) {
	s, addr := startPublished(t)
	c := newTestClient(t, s)
	o, err := c.fetchOffer(context.Background(), addr, v120)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "package.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c.times.document = time.Nanosecond
	if err := c.fetchArchive(context.Background(), o, file); err != nil {
		t.Error(err)
	}
	if _, _, err := c.fetchDocument(context.Background(), o.sums, ""); !errors.Is(err, errSlow) {
		t.Errorf("a document: %v", err)
	}
}

func TestCancel(t *testing.T) {
	s, addr := startPublished(t)
	for _, endpoint := range registrytest.Endpoints {
		s.Repair()
		ctx, cancel := context.WithCancel(context.Background())
		s.Handle(endpoint, func(_ http.ResponseWriter, r *http.Request) {
			cancel()
			<-r.Context().Done()
		})
		c := newTestClient(t, s)
		dir := filepath.Join(t.TempDir(), "package")
		_, err := c.Versions(ctx, addr)
		if err == nil {
			_, err = c.Download(ctx, addr, v120, dir)
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", endpoint, err)
		}
		cancel()
	}
}

// TestRetries checks that a busy host receives at most three requests, separated by the requested
// pauses.
func TestRetries(t *testing.T) {
	s, addr := startPublished(t)
	busy := func(times int, header string) {
		s.Repair()
		s.Handle(registrytest.Versions, func(w http.ResponseWriter, _ *http.Request) {
			if times--; times < 0 {
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprint(w, `{"versions":[{"version":"1.2.0"}]}`)
				return
			}
			w.Header().Set("Retry-After", header)
			w.WriteHeader(http.StatusServiceUnavailable)
		})
	}
	for _, test := range []struct {
		times  int
		header string
		fine   bool
		asked  int
	}{{2, "", true, 3}, {3, "", false, 3}, {1, "1", true, 2}, {1, "60", false, 1}, {1, "99999999999", false, 1}} {
		busy(test.times, test.header)
		c := newTestClient(t, s)
		before, start := len(s.Requests(registrytest.Versions)), time.Now()
		_, err := c.Versions(context.Background(), addr)
		if asked := len(s.Requests(registrytest.Versions)) - before; (err == nil) != test.fine || asked != test.asked {
			t.Errorf("%+v: asked %d times, %v", test, asked, err)
		}
		if test.header == "1" && time.Since(start) < time.Second {
			t.Error("the client did not wait for the requested time")
		}
	}
}

func TestParseOffer(t *testing.T) {
	s, addr := startPublished(t)
	for _, test := range []struct {
		member string
		value  any
		kind   func(error) bool
		says   string
	}{
		{"os", "plan9", isResponse, `it is for a package for "plan9_`},
		{"arch", "z80", isResponse, `_z80", but one for `},
		{"filename", "../x.zip", isResponse, `filename "../x.zip" is not a file name`},
		{"filename", `..\x.zip`, isResponse, "is not a file name"},
		{"filename", "..", isResponse, "is not a file name"},
		{"filename", "", isResponse, "is not a file name"},
		{"shasum", "abc", isResponse, `shasum "abc" is not a SHA-256`},
		{"shasum", strings.Repeat("ab", 33), isResponse, "is not a SHA-256"},
		{"download_url", "http://localhost/x.zip", isResponse,
			"download_url: http://localhost/x.zip is not used: its scheme is \"http\""},
		{"download_url", "file:///etc/passwd", isResponse, `its scheme is "file"`},
		{"download_url", "https://user:secret@localhost/x.zip", isResponse, "user name or password"},
		{"download_url", "", isResponse, "download_url: it is missing"},
		{"download_url", "https://[", isResponse, "download_url: it is not a URL"},
		{"shasums_url", "http://localhost/s", isResponse, "shasums_url: http://localhost/s is not used"},
		{"shasums_url", "", isResponse, "shasums_url: it is missing"},
		{"shasums_signature_url", "http://localhost/s", isResponse, "shasums_signature_url: "},
		{"shasums_signature_url", "", isResponse, "shasums_signature_url: it is missing"},
		{"protocols", []string{"4.0"}, isVersion, "speaks plugin protocol 4.0"},
		{"protocols", []string{"five"}, isResponse, `"five" is not a version of the plugin protocol`},
		{"signing_keys", map[string]any{}, isVerify, "no signing keys"},
		{"signing_keys", nil, isVerify, "no signing keys"},
		{"signing_keys", "x", isResponse, "not a JSON document about a package"},
	} {
		t.Run(fmt.Sprintf("%s %v", test.member, test.value), func(t *testing.T) {
			s.Edit(func(d map[string]any) { d[test.member] = test.value })
			before := len(s.Requests(registrytest.Archive))
			expectFailure(t, s, addr, test.kind, test.says)
			if len(s.Requests(registrytest.Archive)) != before {
				t.Error("the archive was fetched")
			}
		})
	}
}

func TestDiscoveryDocuments(t *testing.T) {
	s, addr := startPublished(t)
	for _, test := range []struct {
		document string
		kind     func(error) bool
		says     string
	}{
		{`{}`, isHost, "does not name a service providers.v1"},
		{`{"modules.v1": "/m/"}`, isHost, "does not name a service providers.v1"},
		{`{"providers.v2": "/p/"}`, isHost, "lists another version of the service providers"},
		{`{"providers.v1": 1}`, isHost, "providers.v1"},
		{`{"providers.v1": "http://localhost/v1/"}`, isResponse, `its scheme is "http"`},
		{`{"providers.v1": "ftp://localhost/v1/"}`, isResponse, `its scheme is "ftp"`},
		{`{"providers.v1": "https://user:pw@localhost/v1/"}`, isResponse, "it holds a user name or password"},
		{`{"providers.v1": "https:///v1/"}`, isResponse, "it has no host"},
		{`{"providers.v1": "https://["}`, isResponse, "the address of providers.v1 is not valid"},
	} {
		t.Run(test.document, func(t *testing.T) {
			s.Handle(registrytest.Discovery, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprint(w, test.document)
			})
			expectFailure(t, s, addr, test.kind, test.says, addr.Hostname.ForDisplay())
		})
	}
}

// Errors omit the query of a URL, because it can be a signature.
func TestQueriesAreSecret(t *testing.T) {
	s, addr := startPublished(t)
	for _, fault := range []registrytest.Fault{registrytest.NotFound, registrytest.ToHTTP, registrytest.Truncated,
		registrytest.Loop} {
		s.Repair()
		s.Edit(func(d map[string]any) { d["download_url"] = d["download_url"].(string) + "?X-Signature=s3cret" })
		s.Break(fault, registrytest.Archive)
		c := newTestClient(t, s)
		err := downloadNewest(c, addr, filepath.Join(t.TempDir(), "p"))
		if err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", fault, err)
		}
	}
}

func TestUnknownAuthority(t *testing.T) {
	_, addr := startPublished(t)
	c := newClientWithHosts(t, http.DefaultTransport, nil, string(addr.Hostname))
	expectFailureOf(t, c, addr, isRequest, "unknown authority", "SSL_CERT_FILE")
}
