package registry

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"
)

// configError is the error for an unreadable CLI configuration file, in a line unless it is 0. It
// contains no text of the file, which can contain tokens.
func configError(file string, line int, err error) error {
	if line > 0 {
		file = fmt.Sprintf("%s:%d", file, line)
	}
	return fmt.Errorf("%s: the CLI configuration cannot be read: %w", file, err)
}

// hostError is the error for a host without a provider registry.
func hostError(host svchost.Hostname, err error) error {
	return fmt.Errorf("%s has no provider registry: %w; check the host in the provider's address",
		host.ForDisplay(), err)
}

// NotFoundError is the error for an unknown provider, or for a version without a package for the
// platform.
type NotFoundError struct {
	Provider tfaddr.Provider
	// Version and Platform are empty for an unknown provider.
	Version, Platform string
	URL               string
}

// Error returns the message with the address of the request.
func (e *NotFoundError) Error() string {
	if e.Version == "" {
		return fmt.Sprintf("the registry has no provider %s: %s was not found; check the namespace and the type in "+
			"the address", e.Provider, e.URL)
	}
	return fmt.Sprintf("the registry has no package of %s %s for %s: %s was not found; choose another "+
		"version", e.Provider, e.Version, e.Platform, e.URL)
}

// versionError is the error for a provider without a suitable version. constraints are the required
// constraints; empty if every version is suitable.
func versionError(addr tfaddr.Provider, constraints string, err error) error {
	wanted := "version"
	if constraints != "" {
		wanted = fmt.Sprintf("version %q", constraints)
	}
	return fmt.Errorf("no %s of %s can be used: %w", wanted, addr, err)
}

// requestError is the error for a failed request: because of the network, TLS, a timeout, a
// redirect, or a status.
func requestError(at *url.URL, err error) error { return fmt.Errorf("GET %s: %w", displayURL(at), err) }

// responseError is the error for an answer that violates the protocol.
func responseError(at *url.URL, err error) error {
	return fmt.Errorf("the answer of %s violates the provider registry protocol: %w; the registry must "+
		"correct it", displayURL(at), err)
}

// packageError is the error for an authentic package that cannot be unpacked.
func packageError(p *Package, from string, err error) error {
	return fmt.Errorf("the package of %s %s from %s cannot be unpacked: %w", p.Address, p.Version, from, err)
}

func statusText(code int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", code, http.StatusText(code)))
}
