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

// exchange is what a request and the redirects after it have in common.
type exchange struct {
	limit   int64  // bytes of a body
	alive   func() // called when something arrived
	status  int    // of the last answer
	url     *url.URL
	cut     error // why a body ended too early
	crossed bool  // there was a redirect to another host
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

// redirect allows a redirect to another place on HTTPS. The token stays with the
// first host, which net/http alone does not see to: it takes ports and
// subdomains for the same host.
func redirect(r *http.Request, via []*http.Request) error {
	if err := secure(r.URL); err != nil {
		return fmt.Errorf("the redirect to %s is not followed: %w", shown(r.URL), err)
	}
	if len(via) > maxRedirects {
		return fmt.Errorf("more than %d redirects", maxRedirects)
	}
	x := exchangeOf(r.Context())
	if !sameHost(r.URL, via[0].URL) {
		x.crossed = true
	}
	if x.crossed {
		r.Header.Del("Authorization")
	}
	r.Header.Del("Referer")
	return nil
}

// secure returns why nothing is requested from a URL.
func secure(u *url.URL) error {
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

func sameHost(a, b *url.URL) bool {
	return strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string { return cmp.Or(u.Port(), "443") }

// shown is a URL for people. Its query may be a signature that lets anyone
// download, so it is left out.
func shown(u *url.URL) string {
	show := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}
	return show.String()
}

// transport tries again when a host is busy, and bounds the bodies.
type transport struct {
	base  http.RoundTripper
	times times
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := secure(r.URL); err != nil {
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
		pause, again := t.pause(resp, attempt)
		if !again {
			return x.bound(resp)
		}
		resp.Body.Close()
		if err := x.sleep(r.Context(), pause); err != nil {
			return nil, err
		}
	}
}

// pause says whether a request is made again, and after what time.
func (t *transport) pause(resp *http.Response, attempt int) (time.Duration, bool) {
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
	x.beat()
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		x.beat()
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (x *exchange) beat() {
	if x.alive != nil {
		x.alive()
	}
}

// bound returns the response with a body that ends in an error at the limit. A
// body that says to be larger is refused at once.
func (x *exchange) bound(resp *http.Response) (*http.Response, error) {
	x.beat()
	if resp.ContentLength > x.limit && resp.StatusCode == http.StatusOK {
		resp.Body.Close()
		return nil, x.tooLarge()
	}
	resp.Body = &boundBody{http.MaxBytesReader(nil, resp.Body, x.limit), x}
	return resp, nil
}

// tooLarge is the error for a body above its limit.
func (x *exchange) tooLarge() error {
	return fmt.Errorf("it is larger than %d bytes, which is more than is read", x.limit)
}

type boundBody struct {
	io.ReadCloser
	exchange *exchange
}

func (b *boundBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.exchange.beat()
	}
	if errors.As(err, new(*http.MaxBytesError)) {
		err = b.exchange.tooLarge()
	}
	if err != nil && err != io.EOF {
		b.exchange.cut = err
	}
	return n, err
}

// hosts returns the hosts of the registries that may be asked: the public ones,
// those given, and those that the configuration speaks of.
func (cfg *cliConfig) hosts(given []string) (map[svchost.Hostname]bool, error) {
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

// environmentTokens reads the variables TF_TOKEN_<host>, in which "_" stands for
// a dot and "__" for a dash, and punycode for itself
// (internal/command/cliconfig/credentials.go, collectCredentialsFromEnv). As
// there, a variable whose name holds no host is ignored.
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
		// Two spellings of one host: the same one wins each time.
		if _, given := tokens[host]; !given || name == tokenVariable(host) {
			tokens[host] = value
		}
	}
	return tokens
}

// tokenVariable is the name of the variable that holds the token of a host; empty for
// one with a port, as no shell sets a variable with a colon in its name.
func tokenVariable(host svchost.Hostname) string {
	if strings.Contains(string(host), ":") {
		return ""
	}
	return tokenPrefix + strings.NewReplacer("-", "__", ".", "_").Replace(string(host))
}
