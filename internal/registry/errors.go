package registry

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"
)

// configError is the error for a CLI configuration file that cannot be read, in a line if
// that is not 0. It repeats nothing of the file, which may hold tokens.
func configError(file string, line int, err error) error {
	if line > 0 {
		file = fmt.Sprintf("%s:%d", file, line)
	}
	return fmt.Errorf("%s: the CLI configuration cannot be read: %w", file, err)
}

// hostError is the error for a host that has no provider registry.
func hostError(host svchost.Hostname, err error) error {
	return fmt.Errorf("%s has no provider registry: %w; check the host in the provider's address",
		host.ForDisplay(), err)
}

// NotFoundError is the error for a provider that the registry does not know, or
// of which it has no package for the version and platform.
type NotFoundError struct {
	Provider tfaddr.Provider
	// Version and Platform are empty if the provider is not known.
	Version, Platform string
	URL               string
}

func (e *NotFoundError) Error() string {
	if e.Version == "" {
		return fmt.Sprintf("the registry has no provider %s: %s was not found; check the namespace and the type in "+
			"the address", e.Provider, e.URL)
	}
	return fmt.Sprintf("the registry has no package of %s %s for %s: %s was not found; choose another "+
		"version", e.Provider, e.Version, e.Platform, e.URL)
}

// versionError is the error when no version of a provider can be taken. The constraints
// that were to be met are empty if any version would do.
func versionError(addr tfaddr.Provider, constraints string, err error) error {
	wanted := "version"
	if constraints != "" {
		wanted = fmt.Sprintf("version %q", constraints)
	}
	return fmt.Errorf("there is no %s of %s that can be used: %w", wanted, addr, err)
}

// requestError is the error for a request that got no usable answer: the network, TLS, a
// time-out, a redirect, a status.
func requestError(at *url.URL, err error) error { return fmt.Errorf("GET %s: %w", shown(at), err) }

// responseError is the error for an answer that is not what the protocol says.
func responseError(at *url.URL, err error) error {
	return fmt.Errorf("the answer of %s is not what the provider registry protocol says: %w; the registry must "+
		"correct that", shown(at), err)
}

// packageError is the error for a genuine package that cannot be unpacked.
func packageError(p *Package, from string, err error) error {
	return fmt.Errorf("the package of %s %s from %s cannot be unpacked: %w", p.Address, p.Version, from, err)
}

func status(code int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", code, http.StatusText(code)))
}
