//go:build !lean

package registry

import (
	"fmt"
	"net/http"
	"strings"

	tfaddr "github.com/hashicorp/terraform-registry-address"
)

// ConfigError is the error for a CLI configuration file that cannot be read. It
// repeats nothing of the file, which may hold tokens.
type ConfigError struct {
	File string
	// Line is where the problem is; 0 if it is not in one place.
	Line int
	Err  error
}

func (e *ConfigError) Error() string {
	at := e.File
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	return fmt.Sprintf("%s: the CLI configuration cannot be read: %s", at, e.Err)
}

func (e *ConfigError) Unwrap() error { return e.Err }

// HostError is the error for a host that has no provider registry.
type HostError struct {
	Host string
	Err  error
}

func (e *HostError) Error() string {
	return fmt.Sprintf("%s has no provider registry: %s; check the host in the provider's address", e.Host, e.Err)
}

func (e *HostError) Unwrap() error { return e.Err }

// ForbiddenError is the error for a host that nobody allowed to be asked.
type ForbiddenError struct{ Host string }

func (e *ForbiddenError) Error() string {
	return fmt.Sprintf("%s is not asked: by default, providers are fetched only from %s; if you trust it, "+
		"allow it with --allow-host %s, or with a block host or credentials of the CLI configuration",
		e.Host, strings.Join(PublicHosts, " and "), e.Host)
}

// InstallationError is the error for a provider that the CLI configuration does not
// let be fetched, or not from where hcljson reads.
type InstallationError struct {
	Provider tfaddr.Provider
	// File has the block provider_installation.
	File, Reason string
}

func (e *InstallationError) Error() string {
	return fmt.Sprintf("%s is not fetched, because of provider_installation in %s: %s; give its schema with "+
		"--provider-schema, or use what init has installed with --installed-schemas", e.Provider, e.File, e.Reason)
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

// VersionError is the error when no version of a provider can be taken.
type VersionError struct {
	Provider tfaddr.Provider
	// Constraints are those that were to be met; empty if any version would do.
	Constraints string
	Err         error
}

func (e *VersionError) Error() string {
	wanted := "version"
	if e.Constraints != "" {
		wanted = fmt.Sprintf("version %q", e.Constraints)
	}
	return fmt.Sprintf("there is no %s of %s that can be used: %s", wanted, e.Provider, e.Err)
}

func (e *VersionError) Unwrap() error { return e.Err }

// AuthError is the error for an answer 401 or 403.
type AuthError struct {
	Host   string
	URL    string
	Status int
	// HaveToken says whether a token is known for the host.
	HaveToken bool
	// Helper is the credentials helper of the CLI configuration, which was not
	// started.
	Helper string

	// variable is the one of the environment for a token, if one can be named after
	// the host.
	variable string
}

func (e *AuthError) Error() string {
	text := fmt.Sprintf("%s answers %s to %s", e.Host, status(e.Status), e.URL)
	if e.HaveToken {
		return text + fmt.Sprintf("; the token that is set for %s is wrong, has expired, or does not allow "+
			"this", e.Host)
	}
	text += fmt.Sprintf("; set a token for %s in ", e.Host)
	if e.variable != "" {
		text += fmt.Sprintf("the environment variable %s, or in ", e.variable)
	}
	text += fmt.Sprintf("a block credentials %q of the CLI configuration", e.Host)
	if e.Helper != "" {
		text += fmt.Sprintf("; the CLI configuration names the credentials helper %q, but hcljson does not start "+
			"programs to get tokens", e.Helper)
	}
	return text
}

// RequestError is the error for a request that got no usable answer: the network,
// TLS, a time-out, a redirect, a status.
type RequestError struct {
	URL string
	// Status is that of the answer; 0 if there was none.
	Status int
	Err    error
}

func (e *RequestError) Error() string {
	return fmt.Sprintf("GET %s: %s", e.URL, e.Err)
}

func (e *RequestError) Unwrap() error { return e.Err }

// ResponseError is the error for an answer that is not what the protocol says.
type ResponseError struct {
	URL string
	Err error
}

func (e *ResponseError) Error() string {
	return fmt.Sprintf("the answer of %s is not what the provider registry protocol says: %s; the registry must "+
		"correct that", e.URL, e.Err)
}

func (e *ResponseError) Unwrap() error { return e.Err }

// VerifyError is the error for a package that is not proven to be what its
// author published. Nothing of it was kept.
type VerifyError struct {
	Provider tfaddr.Provider
	Version  string
	// URL is what was checked.
	URL string
	Err error
}

func (e *VerifyError) Error() string {
	return fmt.Sprintf("the package of %s %s is not used: %s: %s; it may have been changed on the way, or be "+
		"published incorrectly: do not use it, and tell its publisher", e.Provider, e.Version, e.URL, e.Err)
}

func (e *VerifyError) Unwrap() error { return e.Err }

// PackageError is the error for a genuine package that cannot be unpacked.
// Nothing of it was kept.
type PackageError struct {
	Provider tfaddr.Provider
	Version  string
	URL      string
	Err      error
}

func (e *PackageError) Error() string {
	return fmt.Sprintf("the package of %s %s from %s cannot be unpacked: %s", e.Provider, e.Version, e.URL, e.Err)
}

func (e *PackageError) Unwrap() error { return e.Err }

func status(code int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", code, http.StatusText(code)))
}
