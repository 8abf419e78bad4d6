// Package registry is a client of the provider registry protocol: it lists the versions of a
// provider, and downloads, verifies and unpacks a package. It never runs a downloaded program.
//
// The protocol is OpenTofu's "Provider Registry Protocol", which Terraform shares: service discovery
// at /.well-known/terraform.json, the service providers.v1, and GET requests for JSON documents, a
// SHA256SUMS document, its detached OpenPGP signature and a zip archive. Comments in this package
// name the mirrored files in OpenTofu's repository, unless they name another one.
//
// The client is stricter than the products: every request, including redirects, uses HTTPS; it
// contacts only registries on allowed hosts; it sends a token only to the exact host of the token;
// it rejects packages without signing keys from every host; it limits sizes and times; and it does
// not start credentials helpers, which are programs.
package registry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"
)

// PublicHosts are the public registries.
var PublicHosts = []string{"registry.opentofu.org", "registry.terraform.io"}

// Options are the options of a [Client]. The zero value is ready to use.
type Options struct {
	// Terraform is true to read the CLI configuration of Terraform instead of OpenTofu.
	Terraform bool
	// AllowHosts are permitted registry hosts in addition to the [PublicHosts], to hosts in blocks
	// "host" and "credentials" of the CLI configuration, and to hosts with a token in the
	// environment. Without this list, the author of an address could choose any host, and thereby
	// the downloaded program.
	AllowHosts []string
	// Progress, if set, receives the received and the total size of a provider's archive in bytes.
	// An unknown total is -1. At the end both values are equal. Several goroutines can call it
	// concurrently.
	Progress func(p tfaddr.Provider, done, total int64)
	// Note, if set, receives a sentence about a choice that differs from the products.
	Note func(format string, args ...any)
}

// Client is a client of provider registries. It is safe for concurrent use.
type Client struct {
	platform Platform
	// maxDownload is the maximum size of a downloaded archive in bytes. The limit for its unpacked
	// files is four times larger.
	maxDownload int64
	strictKeys  bool
	http        *http.Client
	discovery   sync.Mutex
	discovered  map[svchost.Hostname]discoveryDocument
	config      *cliConfig
	progress    func(p tfaddr.Provider, done, total int64)
	times       times
	note        func(format string, args ...any)
	allowed     map[svchost.Hostname]bool
}

// times are the time limits of the client.
type times struct {
	document time.Duration   // for a document, including redirects and retries
	archive  time.Duration   // for an archive, including slow transfers
	stall    time.Duration   // for the next bytes of any transfer
	pauses   []time.Duration // before each retry
	longest  time.Duration   // maximum delay before a retry that a host can request
}

var defaultTimes = times{
	document: time.Minute,
	archive:  time.Hour,
	stall:    30 * time.Second,
	pauses:   []time.Duration{500 * time.Millisecond, 2 * time.Second},
	longest:  10 * time.Second,
}

// New returns a client with the settings of the CLI configuration.
func New(options Options) (*Client, error) {
	return newClient(options, os.Environ(), http.DefaultTransport, defaultTimes)
}

// newClient is New with the lines of an environment, which define tokens and the location of the CLI
// configuration. Proxies and certificate authorities come from the process and the transport.
func newClient(options Options, environ []string, base http.RoundTripper, t times) (*Client, error) {
	env := parseEnvironment(environ)
	c := &Client{
		platform:    Platform{OS: runtime.GOOS, Arch: runtime.GOARCH},
		maxDownload: 1 << 30,
		strictKeys:  env["OPENTOFU_ENFORCE_GPG_EXPIRATION"] == "true",
		progress:    options.Progress,
		times:       t,
		discovered:  map[svchost.Hostname]discoveryDocument{},
	}
	if c.note = options.Note; c.note == nil {
		c.note = func(string, ...any) {}
	}
	if c.progress == nil {
		c.progress = func(tfaddr.Provider, int64, int64) {}
	}
	var err error
	if c.config, err = readCLIConfig(env, options.Terraform); err != nil {
		return nil, err
	}
	if c.allowed, err = c.config.allowedHosts(options.AllowHosts); err != nil {
		return nil, err
	}
	c.http = &http.Client{Transport: &transport{base: base, times: t}, CheckRedirect: checkRedirect}
	return c, nil
}

// parseEnvironment returns the variables of an environment. The last value of a repeated name wins.
func parseEnvironment(lines []string) map[string]string {
	env := make(map[string]string, len(lines))
	for _, line := range lines {
		if name, value, ok := strings.Cut(line, "="); ok {
			env[name] = value
		}
	}
	return env
}

// Platform is an operating system and an architecture, in the form of GOOS and GOARCH.
type Platform struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
}

// String returns the platform in the form "linux_amd64".
func (p Platform) String() string { return p.OS + "_" + p.Arch }

// Available is a version in a registry.
type Available struct {
	Version *version.Version
	// Protocols are versions of the plugin protocol, such as "5.0". Platforms are the platforms with
	// a package. Both are empty if the registry omits them.
	Protocols []string
	Platforms []Platform
}

// Versions returns the versions of a provider in its registry, newest first.
func (c *Client) Versions(ctx context.Context, addr tfaddr.Provider) ([]Available, error) {
	if err := c.checkAllowed(addr); err != nil {
		return nil, err
	}
	src, at, err := c.queryRegistry(ctx, addr, addr.Namespace+"/"+addr.Type+"/versions", &NotFoundError{Provider: addr})
	if err != nil {
		return nil, err
	}
	list, err := parseVersions(src)
	if err != nil {
		return nil, responseError(at, err)
	}
	return list, nil
}

// parseVersions parses the document of the operation "List Available Versions".
func parseVersions(src []byte) ([]Available, error) {
	var document struct {
		Versions *[]struct {
			Version   string     `json:"version"`
			Protocols []string   `json:"protocols"`
			Platforms []Platform `json:"platforms"`
		} `json:"versions"`
	}
	if err := json.Unmarshal(src, &document); err != nil {
		return nil, fmt.Errorf("it is not a JSON document about versions: %w", err)
	}
	if document.Versions == nil {
		return nil, errors.New(`it has no list "versions"`)
	}
	list := make([]Available, 0, len(*document.Versions))
	for _, entry := range *document.Versions {
		v, err := version.NewVersion(entry.Version)
		if err != nil {
			return nil, fmt.Errorf("%q is not a version", entry.Version)
		}
		list = append(list, Available{Version: v, Protocols: entry.Protocols, Platforms: entry.Platforms})
	}
	slices.SortStableFunc(list, func(a, b Available) int { return b.Version.Compare(a.Version) })
	return list, nil
}

// majorVersions returns the major versions in a list of plugin protocols.
func majorVersions(protocols []string) ([]int, error) {
	var list []int
	for _, protocol := range protocols {
		major, _, _ := strings.Cut(protocol, ".")
		n, err := strconv.Atoi(major)
		if err != nil {
			return nil, fmt.Errorf("%q is not a version of the plugin protocol", protocol)
		}
		list = append(list, n)
	}
	return list, nil
}

// supportsProtocol reports whether a provider supports protocol 5 or 6, or lists no protocols. An
// invalid list affects only its version.
func supportsProtocol(protocols []string) bool {
	list, err := majorVersions(protocols)
	return err == nil && (len(list) == 0 || slices.Contains(list, 5) || slices.Contains(list, 6))
}

// Select returns the newest version that satisfies the constraints, supports plugin protocol 5 or 6
// and has a package for the platform. It accepts versions without a list of protocols or platforms.
// As in the products, a pre-release must be named exactly in a constraint. Nil constraints allow
// every version.
func (c *Client) Select(ctx context.Context, addr tfaddr.Provider,
	constraints version.Constraints) (*version.Version, error) {
	list, err := c.Versions(ctx, addr)
	if err != nil {
		return nil, err
	}
	v, newer, err := chooseVersion(list, constraints, c.platform)
	if err != nil {
		return nil, versionError(addr, constraints.String(), err)
	}
	if newer != nil {
		reason := "has no package for " + c.platform.String()
		if !supportsProtocol(newer.Protocols) {
			reason = "does not support plugin protocol 5 or 6"
		}
		c.note("%s: version %s is used, as the newer %s %s; OpenTofu and Terraform would choose %[3]s and fail.",
			addr.ForDisplay(), v, newer.Version, reason)
	}
	return v, nil
}

// chooseVersion returns the newest usable version, and a newer version that satisfies the constraints but
// is unusable, if one exists.
func chooseVersion(list []Available, constraints version.Constraints, platform Platform) (
	v *version.Version, newer *Available, err error,
) {
	if len(list) == 0 {
		return nil, nil, errors.New("it lists no versions")
	}
	var matching []Available
	for _, entry := range list {
		if satisfies(entry.Version, constraints) {
			matching = append(matching, entry)
		}
	}
	if len(matching) == 0 {
		return nil, nil, fmt.Errorf("the newest versions are %s (a pre-release must be named exactly); change the "+
			"constraints", newestNames(list))
	}
	var spoken []Available
	for _, entry := range matching {
		if supportsProtocol(entry.Protocols) {
			spoken = append(spoken, entry)
		}
	}
	if len(spoken) == 0 {
		return nil, nil, fmt.Errorf("the matching versions, %s, do not support plugin protocol 5 or 6, which hcljson requires; change "+
			"the constraints", newestNames(matching))
	}
	for _, entry := range spoken {
		if len(entry.Platforms) == 0 || slices.Contains(entry.Platforms, platform) {
			if matching[0].Version != entry.Version {
				newer = &matching[0]
			}
			return entry.Version, newer, nil
		}
	}
	return nil, nil, fmt.Errorf("the matching versions, %s, have no package for %s; change the constraints or the "+
		"platform", newestNames(spoken), platform)
}

// newestNames returns the names of the first versions of a list.
func newestNames(list []Available) string {
	var names []string
	for i, entry := range list {
		if i == 3 {
			names = append(names, "...")
			break
		}
		names = append(names, entry.Version.Original())
	}
	return strings.Join(names, ", ")
}

func satisfies(v *version.Version, constraints version.Constraints) bool {
	if v.Prerelease() != "" && !slices.ContainsFunc(constraints, func(c *version.Constraint) bool { return isExactly(c, v) }) {
		return false
	}
	return constraints.Check(v)
}

// isExactly reports whether a constraint is "1.2.3" or "= 1.2.3" for the version.
func isExactly(c *version.Constraint, v *version.Version) bool {
	exact, err := version.NewVersion(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(c.String()), "=")))
	return err == nil && exact.Equal(v)
}
