// Package registrytest serves a provider registry for tests over TLS on the loopback interface, with
// valid archives, checksums and signatures. Tests can select many kinds of faults.
package registrytest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Endpoint is the kind of a request.
type Endpoint string

// The requests of the protocol, in their usual order.
const (
	Discovery Endpoint = "discovery"
	Versions  Endpoint = "versions"
	Download  Endpoint = "download"
	Sums      Endpoint = "sums"
	Signature Endpoint = "signature"
	Archive   Endpoint = "archive"
)

// Endpoints are all endpoints.
var Endpoints = []Endpoint{Discovery, Versions, Download, Sums, Signature, Archive}

// Release is a package of a provider.
type Release struct {
	Namespace, Type, Version string
	// Protocols are the versions of the plugin protocol; the default is 5.0.
	Protocols []string
	// OS and Arch are the platform; the default is the platform of the process.
	OS, Arch string
	// Zip is the archive.
	Zip []byte
}

func (r Release) filename() string {
	return fmt.Sprintf("terraform-provider-%s_%s_%s_%s.zip", r.Type, r.Version, r.OS, r.Arch)
}

// Request is a received request.
type Request struct {
	Endpoint      Endpoint
	Host, Path    string
	Authorization string
}

// Server is a registry. Its methods are safe to use while it runs.
type Server struct {
	server *httptest.Server
	ca     string
	closed chan struct{}

	mu       sync.Mutex
	releases []Release
	base     string
	token    string
	handlers map[Endpoint]http.HandlerFunc
	document DocumentFault
	edit     func(map[string]any)
	requests []Request
}

// New starts a registry without providers. It stops at the end of the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{
		closed:   make(chan struct{}),
		base:     "/v1/providers/",
		handlers: map[Endpoint]http.HandlerFunc{},
	}
	s.server = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.server.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.server.StartTLS()
	t.Cleanup(func() {
		close(s.closed)
		s.server.Close()
	})
	s.ca = filepath.Join(t.TempDir(), "ca.pem")
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.server.Certificate().Raw})
	if err := os.WriteFile(s.ca, ca, 0o644); err != nil {
		t.Fatal(err)
	}
	return s
}

// Host returns the host of the registry in the form of an address: "127.0.0.1:12345".
func (s *Server) Host() string { return s.server.Listener.Addr().String() }

// Port returns the port of the registry.
func (s *Server) Port() string {
	_, port, _ := net.SplitHostPort(s.Host())
	return port
}

// CAFile returns the name of a PEM file with the server's certificate, for SSL_CERT_FILE.
func (s *Server) CAFile() string { return s.ca }

// Transport returns a transport without a proxy that trusts the server. It connects to the server
// regardless of the host in a URL.
func (s *Server) Transport() http.RoundTripper {
	transport := s.server.Client().Transport.(*http.Transport).Clone()
	transport.TLSClientConfig.ServerName = "example.com" // the name in httptest's certificate
	transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		var dialer net.Dialer
		return dialer.DialContext(ctx, network, s.Host())
	}
	return transport
}

// Add publishes a package. The list of versions has the order of the calls.
func (s *Server) Add(r Release) {
	r.OS, r.Arch = cmp.Or(r.OS, runtime.GOOS), cmp.Or(r.Arch, runtime.GOARCH)
	if r.Protocols == nil {
		r.Protocols = []string{"5.0"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.releases = append(s.releases, r)
}

// SetBase sets the address of providers.v1 in the discovery document. The default is
// "/v1/providers/".
func (s *Server) SetBase(base string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.base = base
}

// RequireToken makes discovery, lists and descriptions of downloads fail with status 401 without
// this token.
func (s *Server) RequireToken(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token = token
}

// Handle sets the handler of an endpoint; nil restores the default handler.
func (s *Server) Handle(endpoint Endpoint, handler http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handlers[endpoint] = handler
}

// Edit changes the members in each description of a download.
func (s *Server) Edit(edit func(map[string]any)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.edit = edit
}

// Requests returns the received requests at the endpoints, or at all endpoints without arguments.
func (s *Server) Requests(endpoints ...Endpoint) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Request
	for _, r := range s.requests {
		if len(endpoints) == 0 || slices.Contains(endpoints, r.Endpoint) {
			list = append(list, r)
		}
	}
	return list
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	endpoint, ok := endpointOf(r.URL.Path)
	if !ok {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests,
		Request{Endpoint: endpoint, Host: r.Host, Path: r.URL.Path, Authorization: r.Header.Get("Authorization")})
	handler, token := s.handlers[endpoint], s.token
	s.mu.Unlock()
	locked := endpoint == Discovery || endpoint == Versions || endpoint == Download
	switch {
	case handler != nil:
		handler(w, r)
	case locked && token != "" && r.Header.Get("Authorization") != "Bearer "+token:
		http.Error(w, "no token", http.StatusUnauthorized)
	default:
		s.serveEndpoint(endpoint, w, r)
	}
}

func endpointOf(path string) (Endpoint, bool) {
	switch {
	case path == "/.well-known/terraform.json":
		return Discovery, true
	case strings.HasSuffix(path, "/versions"):
		return Versions, true
	case strings.Contains(path, "/download/"):
		return Download, true
	case strings.HasSuffix(path, "_SHA256SUMS"):
		return Sums, true
	case strings.HasSuffix(path, "_SHA256SUMS.sig"):
		return Signature, true
	case strings.HasSuffix(path, ".zip"):
		return Archive, true
	}
	return "", false
}

func (s *Server) serveEndpoint(endpoint Endpoint, w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch endpoint {
	case Discovery:
		writeJSON(w, map[string]any{"providers.v1": s.base})
	case Versions:
		s.serveVersions(w, r)
	case Download:
		s.serveDownload(w, r)
	case Sums, Signature:
		s.serveChecksums(endpoint, w, r)
	case Archive:
		s.serveArchive(w, r)
	}
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// serveVersions answers .../NAMESPACE/TYPE/versions.
func (s *Server) serveVersions(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/")
	var list []map[string]any
	for _, release := range s.releases {
		if release.Namespace != parts[len(parts)-3] || release.Type != parts[len(parts)-2] {
			continue
		}
		platform := map[string]string{"os": release.OS, "arch": release.Arch}
		at := slices.IndexFunc(list, func(v map[string]any) bool { return v["version"] == release.Version })
		if at >= 0 {
			list[at]["platforms"] = append(list[at]["platforms"].([]map[string]string), platform)
			continue
		}
		list = append(list, map[string]any{
			"version":   release.Version,
			"protocols": release.Protocols,
			"platforms": []map[string]string{platform},
		})
	}
	if list == nil {
		http.NotFound(w, r)
		return
	}
	writeJSON(w, map[string]any{"versions": list})
}

// serveDownload answers .../NAMESPACE/TYPE/VERSION/download/OS/ARCH.
func (s *Server) serveDownload(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/")
	parts = parts[max(0, len(parts)-6):]
	for _, release := range s.releases {
		if !slices.Equal(parts,
			[]string{release.Namespace, release.Type, release.Version, "download", release.OS, release.Arch}) {
			continue
		}
		files := fmt.Sprintf("/files/%s/%s/%s/", release.Namespace, release.Type, release.Version)
		sums := files + fmt.Sprintf("terraform-provider-%s_%s_SHA256SUMS", release.Type, release.Version)
		document := map[string]any{
			"protocols":             release.Protocols,
			"os":                    release.OS,
			"arch":                  release.Arch,
			"filename":              release.filename(),
			"download_url":          "https://" + r.Host + files + release.filename(),
			"shasums_url":           sums,
			"shasums_signature_url": sums + ".sig",
			"shasum":                fmt.Sprintf("%x", sha256.Sum256(release.Zip)),
			"signing_keys":          map[string]any{"gpg_public_keys": s.signingKeys()},
		}
		if s.document == WrongShasum {
			document["shasum"] = fmt.Sprintf("%x", sha256.Sum256([]byte("another archive")))
		}
		if s.edit != nil {
			s.edit(document)
		}
		writeJSON(w, document)
		return
	}
	http.NotFound(w, r)
}

// signingKeys returns the signing keys for the selected fault.
func (s *Server) signingKeys() []map[string]string {
	key := publisherKey
	switch s.document {
	case NoKeys:
		return []map[string]string{}
	case UnreadableKey:
		return []map[string]string{{"key_id": "0000000000000000", "ascii_armor": "-----BEGIN PGP PUBLIC KEY " +
			"BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----"}}
	case ExpiredKey:
		key = expiredKey
	}
	return []map[string]string{{"key_id": key().PrimaryKey.KeyIdString(), "ascii_armor": PublicKey(key())}}
}

// serveChecksums answers /files/NAMESPACE/TYPE/VERSION/..._SHA256SUMS and its signature.
func (s *Server) serveChecksums(endpoint Endpoint, w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/")
	if len(parts) != 6 {
		http.NotFound(w, r)
		return
	}
	var sums bytes.Buffer
	for _, release := range s.releases {
		if !slices.Equal(parts[2:5], []string{release.Namespace, release.Type, release.Version}) {
			continue
		}
		sum := sha256.Sum256(release.Zip)
		switch s.document {
		case WrongSums:
			sum[0] ^= 1
		case UnlistedFile:
			fmt.Fprintf(&sums, "%x  another-%s\n", sum, release.filename())
			continue
		}
		fmt.Fprintf(&sums, "%x  %s\n", sum, release.filename())
	}
	if endpoint == Sums {
		_, _ = w.Write(sums.Bytes())
		return
	}
	signed, key := sums.Bytes(), publisherKey
	switch s.document {
	case WrongSignature:
		signed = append(signed, "something else\n"...)
	case ForeignSignature:
		key = strangerKey
	case ExpiredKey:
		key = expiredKey
	}
	_, _ = w.Write(Sign(key(), signed))
}

// serveArchive answers /files/NAMESPACE/TYPE/VERSION/FILE.zip.
func (s *Server) serveArchive(w http.ResponseWriter, r *http.Request) {
	for _, release := range s.releases {
		if path.Base(r.URL.Path) == release.filename() && strings.Contains(r.URL.Path, "/"+release.Namespace+"/") {
			w.Header().Set("Content-Type", "application/zip")
			_, _ = w.Write(release.Zip)
			return
		}
	}
	http.NotFound(w, r)
}
