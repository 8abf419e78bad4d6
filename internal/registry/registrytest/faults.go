//go:build !lean

package registrytest

import (
	"fmt"
	"net/http"
	"strings"
)

// Fault is a way in which an endpoint does not answer as it should.
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
	Truncated    Fault = "truncated"     // a body that is shorter than it said
	Oversized    Fault = "oversized"     // a body that says to be very large
	Endless      Fault = "endless"       // a body that goes on
	ToHTTP       Fault = "http-redirect" // a redirect to http
	Loop         Fault = "redirect-loop"
	NotJSON      Fault = "not-json"
	WrongShape   Fault = "wrong-shape" // JSON of another type
)

// DocumentFault is a way in which a package is published wrongly.
type DocumentFault string

// The faults of packages. ExpiredKey is none for the products.
const (
	WrongShasum      DocumentFault = "wrong-shasum"      // in the registry's answer
	WrongSums        DocumentFault = "wrong-sums"        // in SHA256SUMS
	UnlistedFile     DocumentFault = "unlisted-file"     // in SHA256SUMS
	WrongSignature   DocumentFault = "wrong-signature"   // of other text
	ForeignSignature DocumentFault = "foreign-signature" // by another key
	NoKeys           DocumentFault = "no-keys"
	UnreadableKey    DocumentFault = "unreadable-key"
	ExpiredKey       DocumentFault = "expired-key"
)

// Break lets endpoints fail, all of them if none is named. It panics for a fault
// that does not exist.
func (s *Server) Break(fault Fault, endpoints ...Endpoint) {
	if !fault.known() {
		panic(fmt.Sprintf("registrytest: no fault %q", fault))
	}
	if len(endpoints) == 0 {
		endpoints = Endpoints
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, endpoint := range endpoints {
		s.faults[endpoint] = fault
	}
}

// BreakPackages lets all packages be published wrongly.
func (s *Server) BreakPackages(fault DocumentFault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.document = fault
}

// Repair takes back Break, BreakPackages, Handle and Edit.
func (s *Server) Repair() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.faults)
	clear(s.handlers)
	s.document, s.edit = "", nil
}

var statuses = map[Fault]int{
	NotFound:     http.StatusNotFound,
	Unauthorized: http.StatusUnauthorized,
	Forbidden:    http.StatusForbidden,
	TooMany:      http.StatusTooManyRequests,
	Unavailable:  http.StatusServiceUnavailable,
}

func (f Fault) known() bool {
	switch f {
	case Hang, Stall, Truncated, Oversized, Endless, ToHTTP, Loop, NotJSON, WrongShape:
		return true
	}
	return statuses[f] != 0
}

func (s *Server) fail(fault Fault, w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch fault {
	case Hang:
		s.wait(r)
	case Stall:
		_, _ = w.Write([]byte(`{"`))
		_ = http.NewResponseController(w).Flush()
		s.wait(r)
	case Truncated:
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte(`{"`))
	case Oversized:
		w.Header().Set("Content-Length", fmt.Sprint(int64(1)<<40))
		_, _ = w.Write([]byte(`{"`))
		_ = http.NewResponseController(w).Flush()
	case Endless:
		s.endless(w, r)
	case ToHTTP:
		http.Redirect(w, r, "http://"+r.Host+r.URL.Path, http.StatusFound)
	case Loop:
		http.Redirect(w, r, r.URL.Path+"?again", http.StatusFound)
	case NotJSON:
		_, _ = w.Write([]byte("<html>hello</html>"))
	case WrongShape:
		_, _ = w.Write([]byte(`["versions"]`))
	default:
		http.Error(w, "as the test wants", statuses[fault])
	}
}

// wait returns when the client gives up or the server closes.
func (s *Server) wait(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-s.closed:
	}
}

func (s *Server) endless(w http.ResponseWriter, r *http.Request) {
	chunk := []byte(`"` + strings.Repeat("x", 64<<10) + `",`)
	for r.Context().Err() == nil {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}
