package registrytest

import (
	"fmt"
	"net/http"
	"strings"
)

// Fault is a kind of incorrect answer of an endpoint.
type Fault string

// The faults of endpoints.
const (
	NotFound     Fault = "not-found"
	Unauthorized Fault = "unauthorized"
	Forbidden    Fault = "forbidden"
	TooMany      Fault = "too-many-requests"
	Unavailable  Fault = "unavailable"
	Hang         Fault = "hang"          // no answer
	Stall        Fault = "stall"         // a body that stops after some bytes
	Truncated    Fault = "truncated"     // a body shorter than its declared size
	Oversized    Fault = "oversized"     // a body with a very large declared size
	Endless      Fault = "endless"       // a body without an end
	ToHTTP       Fault = "http-redirect" // a redirect to http
	Loop         Fault = "redirect-loop"
	NotJSON      Fault = "not-json"
	WrongShape   Fault = "wrong-shape" // JSON of another type
)

// DocumentFault is an error in the publication of a package.
type DocumentFault string

// The faults of packages. The products accept ExpiredKey.
const (
	WrongShasum      DocumentFault = "wrong-shasum"      // in the registry's answer
	WrongSums        DocumentFault = "wrong-sums"        // in SHA256SUMS
	UnlistedFile     DocumentFault = "unlisted-file"     // in SHA256SUMS
	WrongSignature   DocumentFault = "wrong-signature"   // of another text
	ForeignSignature DocumentFault = "foreign-signature" // by another key
	NoKeys           DocumentFault = "no-keys"
	UnreadableKey    DocumentFault = "unreadable-key"
	ExpiredKey       DocumentFault = "expired-key"
)

// Break makes an endpoint fail. It panics for an unknown fault.
func (s *Server) Break(fault Fault, endpoint Endpoint) {
	fail, ok := faults[fault]
	if !ok {
		panic(fmt.Sprintf("registrytest: no fault %q", fault))
	}
	s.Handle(endpoint, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fail(s, w, r)
	})
}

// BreakPackages makes all packages incorrect.
func (s *Server) BreakPackages(fault DocumentFault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.document = fault
}

// Repair resets Break, BreakPackages, Handle and Edit.
func (s *Server) Repair() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.handlers)
	s.document, s.edit = "", nil
}

var faults = map[Fault]func(s *Server, w http.ResponseWriter, r *http.Request){
	NotFound:     statusHandler(http.StatusNotFound),
	Unauthorized: statusHandler(http.StatusUnauthorized),
	Forbidden:    statusHandler(http.StatusForbidden),
	TooMany:      statusHandler(http.StatusTooManyRequests),
	Unavailable:  statusHandler(http.StatusServiceUnavailable),
	Hang:         func(s *Server, _ http.ResponseWriter, r *http.Request) { s.waitForEnd(r) },
	Stall: func(s *Server, w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`{"`))
		_ = http.NewResponseController(w).Flush()
		s.waitForEnd(r)
	},
	Truncated: truncatedHandler(1000),
	Oversized: truncatedHandler(1 << 40),
	Endless: func(_ *Server, w http.ResponseWriter, r *http.Request) {
		chunk := []byte(`"` + strings.Repeat("x", 64<<10) + `",`)
		for r.Context().Err() == nil {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	},
	ToHTTP: func(_ *Server, w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://"+r.Host+r.URL.Path, http.StatusFound)
	},
	Loop: func(_ *Server, w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"?again", http.StatusFound)
	},
	NotJSON:    bodyHandler("<html>hello</html>"),
	WrongShape: bodyHandler(`["versions"]`),
}

func statusHandler(status int) func(*Server, http.ResponseWriter, *http.Request) {
	return func(_ *Server, w http.ResponseWriter, _ *http.Request) { http.Error(w, "as the test wants", status) }
}

func bodyHandler(body string) func(*Server, http.ResponseWriter, *http.Request) {
	return func(_ *Server, w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }
}

// truncatedHandler returns a handler that declares a size and sends less.
func truncatedHandler(size int64) func(*Server, http.ResponseWriter, *http.Request) {
	return func(_ *Server, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(size))
		_, _ = w.Write([]byte(`{"`))
	}
}

// waitForEnd waits for the end of the request or of the server.
func (s *Server) waitForEnd(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-s.closed:
	}
}
