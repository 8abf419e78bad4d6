package registry

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"
)

const (
	maxDocument  = 16 << 20
	maxDiscovery = 1 << 20 // as in the products
)

var (
	errStalled = errors.New("nothing arrived for too long")
	errSlow    = errors.New("it took too long")
)

// service is the provider registry of a host.
type service struct {
	base  *url.URL
	token string // "" if it is unknown, or must not be sent there
}

// discover returns the provider registry of a host, according to the remote service discovery
// protocol (https://opentofu.org/docs/internals/remote-service-discovery/).
func (c *Client) discover(ctx context.Context, host svchost.Hostname) (*service, error) {
	if !c.allowed[host] {
		return nil, fmt.Errorf("%s is not used: by default, providers are fetched only from %s; if you trust it, "+
			"allow it with --allow-host %[1]s, or with a block host or credentials of the CLI configuration",
			host.ForDisplay(), strings.Join(PublicHosts, " and "))
	}
	at := &url.URL{Scheme: "https", Host: string(host), Path: "/.well-known/terraform.json"}
	services, from, err := c.services(ctx, host, at)
	if err != nil {
		return nil, err
	}
	base, err := providersURL(host, at, services, from)
	if err != nil {
		return nil, err
	}
	if err := checkSecure(base); err != nil {
		return nil, responseError(at, fmt.Errorf("the address of providers.v1 is %s, but %w", displayURL(base), err))
	}
	s := &service{base: base}
	if owner, ok := c.tokenHost(host, at, base); ok {
		s.token = c.config.tokens[owner]
	}
	return s, nil
}

// services returns the services of a host, from the CLI configuration or its discovery document, and
// the base URL of their addresses. It downloads each document once.
func (c *Client) services(ctx context.Context, host svchost.Hostname, at *url.URL) (map[string]any, *url.URL, error) {
	if services, configured := c.config.services[host]; configured {
		return services, at, nil
	}
	c.discovery.Lock()
	defer c.discovery.Unlock()
	if known, ok := c.discovered[host]; ok {
		return known.services, known.from, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.times.document, errSlow)
	defer cancel()
	var content bytes.Buffer
	from, err := c.fetch(ctx, at, c.config.tokens[host], maxDiscovery, &content)
	var services map[string]any
	malformed := json.Unmarshal(content.Bytes(), &services)
	var status *statusError
	switch {
	case errors.As(err, &status) && status.code == http.StatusNotFound:
		from = at // it offers none
	case errors.As(err, &status) && (status.code == http.StatusUnauthorized || status.code == http.StatusForbidden):
		return nil, nil, c.authError(host, status.at, status.code)
	case err != nil:
		return nil, nil, err
	case malformed != nil:
		return nil, nil, responseError(at, fmt.Errorf("the discovery document is no JSON object: %w", malformed))
	}
	c.discovered[host] = discoveryDocument{services, from}
	return services, from, nil
}

// discoveryDocument is a discovery document and its final URL.
type discoveryDocument struct {
	services map[string]any
	from     *url.URL
}

// providersURL returns the URL of the registry among the services of a host.
func providersURL(host svchost.Hostname, at *url.URL, services map[string]any, from *url.URL) (*url.URL, error) {
	const service = "providers.v1"
	text, ok := services[service].(string)
	if !ok {
		for name := range services {
			if strings.HasPrefix(name, "providers.") {
				return nil, hostError(host, fmt.Errorf("%s lists another version of the service providers than providers.v1",
					displayURL(at)))
			}
		}
		return nil, hostError(host, fmt.Errorf("%s does not name a service providers.v1", displayURL(at)))
	}
	base, err := url.Parse(text)
	if err != nil {
		return nil, responseError(at, fmt.Errorf("the address of providers.v1 is not valid: %w", unwrapURLError(err)))
	}
	base = from.ResolveReference(base)
	base.Fragment = ""
	return base, nil
}

// tokenHost returns the host whose token the client sends to a registry, and reports whether it
// sends one. A discovery document can name the registry of another host. It must not cause requests
// to that host in the user's name, so the host of the registry must be the host of the document.
// Only the user's CLI configuration can name another host.
func (c *Client) tokenHost(host svchost.Hostname, discovery, base *url.URL) (svchost.Hostname, bool) {
	if isSameHost(discovery, base) {
		return host, true
	}
	if _, configured := c.config.services[host]; !configured {
		return "", false
	}
	owner, err := svchost.ForComparison(svchost.ForDisplay(base.Host)) // the URL can contain punycode
	return owner, err == nil
}

// statusError is the error of fetch for a status other than 200.
type statusError struct {
	code int
	at   *url.URL
}

// Error returns the message with the status.
func (e *statusError) Error() string {
	text := "the host answers " + statusText(e.code)
	switch {
	case e.code == http.StatusTooManyRequests || e.code >= 500:
		text += "; try again later"
	case e.code == http.StatusUnauthorized || e.code == http.StatusForbidden:
		text += "; as in the products, no token is sent for files"
	case e.code == http.StatusNotFound:
		text += "; the registry lists a file that does not exist"
	}
	return text
}

// fetch writes the content of a URL to a writer, and returns the final URL after redirects.
func (c *Client) fetch(ctx context.Context, from *url.URL, token string, limit int64,
	to io.Writer) (*url.URL, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	watch := time.AfterFunc(c.times.stall, func() { stop(errStalled) })
	defer watch.Stop()
	x := &exchange{limit: limit, alive: func() { watch.Reset(c.times.stall) }}

	r, err := http.NewRequestWithContext(withExchange(ctx, x), http.MethodGet, from.String(), nil)
	if err != nil {
		return nil, requestError(from, unwrapURLError(err))
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return nil, requestError(from, failureReason(ctx, err))
	}
	defer resp.Body.Close()
	at := resp.Request.URL
	if resp.StatusCode != http.StatusOK {
		return nil, requestError(at, &statusError{resp.StatusCode, at})
	}
	if m, ok := to.(*meter); ok {
		m.total = resp.ContentLength
	}
	_, err = io.Copy(to, resp.Body)
	if err != nil && x.cut == nil {
		return nil, err // an error of the writer
	}
	if err == nil {
		// If the context closes the connection, the body can appear complete.
		err = ctx.Err()
	}
	if err != nil {
		return nil, requestError(at, failureReason(ctx, err))
	}
	return at, nil
}

// fetchDocument downloads a document into memory, with limits of size and time.
func (c *Client) fetchDocument(ctx context.Context, from *url.URL, token string) ([]byte, *url.URL, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.times.document, errSlow)
	defer cancel()
	var content bytes.Buffer
	at, err := c.fetch(ctx, from, token, maxDocument, &content)
	return content.Bytes(), at, err
}

// queryRegistry requests a JSON document from the registry of a provider. It returns the error missing for
// status 404.
func (c *Client) queryRegistry(ctx context.Context, addr tfaddr.Provider, path string,
	missing *NotFoundError) ([]byte, *url.URL, error) {
	s, err := c.discover(ctx, addr.Hostname)
	if err != nil {
		return nil, nil, err
	}
	content, at, err := c.fetchDocument(ctx, s.base.ResolveReference(&url.URL{Path: path}), s.token)
	var status *statusError
	if errors.As(err, &status) {
		switch status.code {
		case http.StatusNotFound:
			missing.URL = displayURL(status.at)
			err = missing
		case http.StatusUnauthorized, http.StatusForbidden:
			err = c.authError(addr.Hostname, status.at, status.code)
		}
	}
	return content, at, err
}

// authError is the error for status 401 or 403.
func (c *Client) authError(host svchost.Hostname, at *url.URL, code int) error {
	name := host.ForDisplay()
	text := fmt.Sprintf("%s answers %s to %s", name, statusText(code), displayURL(at))
	if c.config.tokens[host] != "" {
		return fmt.Errorf("%s; the token for %s is wrong, has expired, or does not allow this", text, name)
	}
	text += fmt.Sprintf("; set a token for %s in ", name)
	if variable := tokenVariable(host); variable != "" {
		text += fmt.Sprintf("the environment variable %s, or in ", variable)
	}
	text += fmt.Sprintf("a block credentials %q of the CLI configuration", name)
	if c.config.helper != "" {
		text += fmt.Sprintf("; the CLI configuration names the credentials helper %q, but hcljson does not start "+
			"programs to get tokens", c.config.helper)
	}
	return errors.New(text)
}

// unwrapURLError removes the wrapping of net/http and net/url from an error, because it repeats the URL with
// its query.
func unwrapURLError(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// failureReason returns the cause of a failed request with its remedy.
func failureReason(ctx context.Context, err error) error {
	err = unwrapURLError(err)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	var authority x509.UnknownAuthorityError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, errStalled), errors.Is(err, errSlow), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("time-out: %w; check the network and the proxy settings, and try again", err)
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &authority):
		return fmt.Errorf("%w; if the host has a certificate of a private authority, name that authority's file in "+
			"SSL_CERT_FILE", err)
	case errors.As(err, &certificate):
		return fmt.Errorf("%w; the connection is not safe", err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the answer is cut off: %w; try again", err)
	}
	return err
}
