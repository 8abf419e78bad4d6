package registry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	svchost "github.com/hashicorp/terraform-svchost"
)

const (
	maxRedirects = 5
	userAgent    = "hcljson (+https://github.com/hcljson/hcljson)"
)

// exchange is the common state of a request and its redirects.
type exchange struct {
	limit   int64  // maximum size of a body in bytes
	alive   func() // called after each received part
	status  int    // of the last response
	url     *url.URL
	cut     error // reason for an incomplete body
	crossed bool  // true after a redirect to another host
}

type exchangeKey struct{}

func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

func exchangeOf(ctx context.Context) *exchange {
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return x
	}
	return &exchange{limit: maxDocument}
}

// checkRedirect permits redirects to HTTPS URLs. It sends the token only to the first host. net/http
// would also send it to other ports and to subdomains.
func checkRedirect(r *http.Request, via []*http.Request) error {
	if err := checkSecure(r.URL); err != nil {
		return fmt.Errorf("the redirect to %s is not followed: %w", displayURL(r.URL), err)
	}
	if len(via) > maxRedirects {
		return fmt.Errorf("more than %d redirects", maxRedirects)
	}
	x := exchangeOf(r.Context())
	if !isSameHost(r.URL, via[0].URL) {
		x.crossed = true
	}
	if x.crossed {
		r.Header.Del("Authorization")
	}
	r.Header.Del("Referer")
	return nil
}

// checkSecure returns an error if a request to a URL would be insecure.
func checkSecure(u *url.URL) error {
	switch {
	case u.Scheme != "https":
		return fmt.Errorf("its scheme is %q, and only https is safe", u.Scheme)
	case u.Host == "":
		return errors.New("it has no host")
	case u.User != nil:
		return errors.New("it holds a user name or password")
	}
	return nil
}

func isSameHost(a, b *url.URL) bool {
	return strings.EqualFold(a.Hostname(), b.Hostname()) && portOf(a) == portOf(b)
}

func portOf(u *url.URL) string { return cmp.Or(u.Port(), "443") }

// displayURL returns a URL for messages. It omits the query, which can contain a signature with access to
// the download.
func displayURL(u *url.URL) string {
	show := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}
	return show.String()
}

// transport retries requests to busy hosts, and limits the bodies.
type transport struct {
	base  http.RoundTripper
	times times
}

// RoundTrip sends a request, and again if the host is busy.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := checkSecure(r.URL); err != nil {
		return nil, err
	}
	x := exchangeOf(r.Context())
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", userAgent)
	for attempt := 0; ; attempt++ {
		resp, err := t.base.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		x.status, x.url = resp.StatusCode, r.URL
		pause, again := t.retryDelay(resp, attempt)
		if !again {
			return x.boundResponse(resp)
		}
		resp.Body.Close()
		if err := x.sleep(r.Context(), pause); err != nil {
			return nil, err
		}
	}
}

// retryDelay returns the delay before the next attempt, and reports whether to retry.
func (t *transport) retryDelay(resp *http.Response, attempt int) (time.Duration, bool) {
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
	default:
		return 0, false
	}
	if attempt >= len(t.times.pauses) {
		return 0, false
	}
	pause := t.times.pauses[attempt]
	if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && seconds > 0 {
		asked := time.Duration(min(seconds, 3600)) * time.Second
		if asked > t.times.longest {
			return 0, false
		}
		pause = max(pause, asked)
	}
	return pause, true
}

func (x *exchange) sleep(ctx context.Context, pause time.Duration) error {
	x.resetStall()
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		x.resetStall()
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (x *exchange) resetStall() {
	if x.alive != nil {
		x.alive()
	}
}

// boundResponse returns the response with a body that fails at the limit. It fails immediately if the
// declared size of the body exceeds the limit.
func (x *exchange) boundResponse(resp *http.Response) (*http.Response, error) {
	x.resetStall()
	if resp.ContentLength > x.limit && resp.StatusCode == http.StatusOK {
		resp.Body.Close()
		return nil, x.tooLargeError()
	}
	resp.Body = &limitedBody{http.MaxBytesReader(nil, resp.Body, x.limit), x}
	return resp, nil
}

// tooLargeError returns the error for a body above its limit.
func (x *exchange) tooLargeError() error {
	return fmt.Errorf("it is larger than %d bytes, which is more than is read", x.limit)
}

// limitedBody is the body of a response with limits.
type limitedBody struct {
	io.ReadCloser
	exchange *exchange
}

// Read fails after the limit of the exchange.
func (b *limitedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.exchange.resetStall()
	}
	if errors.As(err, new(*http.MaxBytesError)) {
		err = b.exchange.tooLargeError()
	}
	if err != nil && err != io.EOF {
		b.exchange.cut = err
	}
	return n, err
}

// allowedHosts returns the permitted registry hosts: the public hosts, the given hosts, and the hosts in
// the configuration.
func (cfg *cliConfig) allowedHosts(given []string) (map[svchost.Hostname]bool, error) {
	allowed := map[svchost.Hostname]bool{}
	for _, name := range slices.Concat(PublicHosts, given) {
		host, err := svchost.ForComparison(name)
		if err != nil {
			return nil, addressError(name, err)
		}
		allowed[host] = true
	}
	for host := range cfg.tokens {
		allowed[host] = true
	}
	for host := range cfg.services {
		allowed[host] = true
	}
	return allowed, nil
}

const tokenPrefix = "TF_TOKEN_"

// environmentTokens returns the tokens in the variables TF_TOKEN_<host>. In these names, "_"
// represents a dot, "__" represents a dash, and punycode is not encoded
// (internal/command/cliconfig/credentials.go, collectCredentialsFromEnv). As in this function,
// variables without a valid host in their name are ignored.
func environmentTokens(env map[string]string) map[svchost.Hostname]string {
	tokens := map[svchost.Hostname]string{}
	for name, value := range env {
		raw, ok := strings.CutPrefix(name, tokenPrefix)
		if !ok || value == "" {
			continue
		}
		raw = strings.ReplaceAll(strings.ReplaceAll(raw, "__", "-"), "_", ".")
		host, err := svchost.ForComparison(svchost.ForDisplay(raw))
		if err != nil {
			continue
		}
		// Among two spellings of a host, always prefer the same one.
		if _, given := tokens[host]; !given || name == tokenVariable(host) {
			tokens[host] = value
		}
	}
	return tokens
}

// tokenVariable returns the name of the variable with the token of a host; empty for a host with a
// port, because shells do not permit colons in names of variables.
func tokenVariable(host svchost.Hostname) string {
	if strings.Contains(string(host), ":") {
		return ""
	}
	return tokenPrefix + strings.NewReplacer("-", "__", ".", "_").Replace(string(host))
}
