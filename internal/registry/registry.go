// Package registry is a client of the provider registry protocol: it finds the
// versions of a provider, and downloads, verifies and unpacks a package. It runs
// nothing of what it downloads.
//
// The protocol is OpenTofu's "Provider Registry Protocol", which Terraform
// shares: service discovery at /.well-known/terraform.json, the service
// providers.v1, and GET requests for JSON documents, a SHA256SUMS document, its
// detached OpenPGP signature and a zip archive. What a rule mirrors is a file of
// OpenTofu's repository unless the comment says otherwise.
//
// Where the client is stricter than the products: every request goes over HTTPS,
// redirects included; only the registries of hosts that are allowed are asked; a
// token is sent to the very host that it is for; a package without signing keys is refused, whatever the
// host; sizes and times are bounded; and a credentials helper, which is a
// program, is not started.
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

// PublicHosts are the registries that anyone may publish in and fetch from.
var PublicHosts = []string{"registry.opentofu.org", "registry.terraform.io"}

// Options are the settings of a [Client]. The zero value is ready for use.
type Options struct {
	// Terraform says whose CLI configuration is read: that of Terraform, or
	// that of OpenTofu.
	Terraform bool
	// AllowHosts are the hosts of registries that may be asked besides the
	// [PublicHosts] and those that the CLI configuration has a block "host" or
	// "credentials" for, or the environment a token. An address names its host, so
	// that whoever writes an address would else choose whose programs are fetched.
	AllowHosts []string
	// Progress, if set, is told how many bytes of a provider's archive have arrived, of
	// how many; -1 if that is not known. When nothing more comes, both are equal. It
	// may be called by several goroutines at once.
	Progress func(p tfaddr.Provider, done, total int64)
	// Note, if set, is told in a sentence of a choice that the products would not make.
	Note func(format string, args ...any)
}

// Client talks to provider registries. It may be used by several goroutines at
// once.
type Client struct {
	platform Platform
	// maxDownload is the largest archive in bytes that is downloaded. What is unpacked
	// may be four times as much.
	maxDownload int64
	strictKeys  bool
	http        *http.Client
	discovery   sync.Mutex
	discovered  map[svchost.Hostname]document
	config      *cliConfig
	progress    func(p tfaddr.Provider, done, total int64)
	times       times
	note        func(format string, args ...any)
	allowed     map[svchost.Hostname]bool
}

// times bound how long the client waits.
type times struct {
	document time.Duration   // for a document, with all redirects and retries
	archive  time.Duration   // for an archive, however it trickles
	stall    time.Duration   // for the next bytes of anything
	pauses   []time.Duration // before each retry
	longest  time.Duration   // that a host may ask for before a retry
}

var defaultTimes = times{
	document: time.Minute,
	archive:  time.Hour,
	stall:    30 * time.Second,
	pauses:   []time.Duration{500 * time.Millisecond, 2 * time.Second},
	longest:  10 * time.Second,
}

// New returns a client. It reads the CLI configuration.
func New(options Options) (*Client, error) {
	return newClient(options, os.Environ(), http.DefaultTransport, defaultTimes)
}

// newClient is New with the lines of an environment: tokens and the place of the CLI
// configuration. Proxies and authorities are those of the process and of the transport.
func newClient(options Options, environ []string, base http.RoundTripper, t times) (*Client, error) {
	env := environment(environ)
	c := &Client{
		platform:    Platform{OS: runtime.GOOS, Arch: runtime.GOARCH},
		maxDownload: 1 << 30,
		strictKeys:  env["OPENTOFU_ENFORCE_GPG_EXPIRATION"] == "true",
		progress:    options.Progress,
		times:       t,
		discovered:  map[svchost.Hostname]document{},
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
	if c.allowed, err = c.config.hosts(options.AllowHosts); err != nil {
		return nil, err
	}
	c.http = &http.Client{Transport: &transport{base: base, times: t}, CheckRedirect: redirect}
	return c, nil
}

// environment returns the variables of an environment; of a name that is in
// it twice, the last counts.
func environment(lines []string) map[string]string {
	env := make(map[string]string, len(lines))
	for _, line := range lines {
		if name, value, ok := strings.Cut(line, "="); ok {
			env[name] = value
		}
	}
	return env
}

// Platform is an operating system and an architecture, as GOOS and GOARCH.
type Platform struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
}

// String returns the platform as "linux_amd64".
func (p Platform) String() string { return p.OS + "_" + p.Arch }

// Available is a version that a registry lists.
type Available struct {
	Version *version.Version
	// Protocols are versions of the plugin protocol, such as "5.0", and Platforms
	// those that there are packages for. A registry need not say either; they are
	// empty then.
	Protocols []string
	Platforms []Platform
}

// Versions returns the versions of a provider that its registry lists, newest
// first.
func (c *Client) Versions(ctx context.Context, addr tfaddr.Provider) ([]Available, error) {
	if err := c.refused(addr); err != nil {
		return nil, err
	}
	src, at, err := c.query(ctx, addr, addr.Namespace+"/"+addr.Type+"/versions", &NotFoundError{Provider: addr})
	if err != nil {
		return nil, err
	}
	list, err := parseVersions(src)
	if err != nil {
		return nil, responseError(at, err)
	}
	return list, nil
}

// parseVersions reads the document of the operation "List Available Versions".
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

// majors returns the major versions of the plugin protocol.
func majors(protocols []string) ([]int, error) {
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

// speaks says whether a provider speaks protocol 5 or 6, or does not say. What is
// wrong in the list concerns its version alone.
func speaks(protocols []string) bool {
	list, err := majors(protocols)
	return err == nil && (len(list) == 0 || slices.Contains(list, 5) || slices.Contains(list, 6))
}

// Select returns the newest version that meets the constraints, speaks plugin
// protocol 5 or 6 and has a package for the platform, as far as the registry says
// so. A pre-release is only taken if a constraint names exactly it, as in the
// products. Nil constraints allow every version.
func (c *Client) Select(ctx context.Context, addr tfaddr.Provider,
	constraints version.Constraints) (*version.Version, error) {
	list, err := c.Versions(ctx, addr)
	if err != nil {
		return nil, err
	}
	v, newer, err := choose(list, constraints, c.platform)
	if err != nil {
		return nil, versionError(addr, constraints.String(), err)
	}
	if newer != nil {
		reason := "has no package for " + c.platform.String()
		if !speaks(newer.Protocols) {
			reason = "does not speak plugin protocol 5 or 6"
		}
		c.note("%s: version %s is used, as the newer %s %s; OpenTofu and Terraform would choose %[3]s and fail.",
			addr.ForDisplay(), v, newer.Version, reason)
	}
	return v, nil
}

// choose returns the newest version that can be used, and the one that matches and is newer, if
// there is one.
func choose(list []Available, constraints version.Constraints, platform Platform) (
	v *version.Version, newer *Available, err error,
) {
	if len(list) == 0 {
		return nil, nil, errors.New("it lists no versions")
	}
	var matching []Available
	for _, entry := range list {
		if meets(entry.Version, constraints) {
			matching = append(matching, entry)
		}
	}
	if len(matching) == 0 {
		return nil, nil, fmt.Errorf("the newest versions are %s (a pre-release must be named exactly); change the "+
			"constraints", newest(list))
	}
	var spoken []Available
	for _, entry := range matching {
		if speaks(entry.Protocols) {
			spoken = append(spoken, entry)
		}
	}
	if len(spoken) == 0 {
		return nil, nil, fmt.Errorf("those that match, %s, do not speak plugin protocol 5 or 6, as hcljson does; change "+
			"the constraints", newest(matching))
	}
	for _, entry := range spoken {
		if len(entry.Platforms) == 0 || slices.Contains(entry.Platforms, platform) {
			if matching[0].Version != entry.Version {
				newer = &matching[0]
			}
			return entry.Version, newer, nil
		}
	}
	return nil, nil, fmt.Errorf("those that match, %s, have no package for %s; change the constraints or the "+
		"platform", newest(spoken), platform)
}

// newest names the first versions of a list.
func newest(list []Available) string {
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

func meets(v *version.Version, constraints version.Constraints) bool {
	if v.Prerelease() != "" && !slices.ContainsFunc(constraints, func(c *version.Constraint) bool { return names(c, v) }) {
		return false
	}
	return constraints.Check(v)
}

// names says whether a constraint is "1.2.3" or "= 1.2.3" for the version.
func names(c *version.Constraint, v *version.Version) bool {
	exact, err := version.NewVersion(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(c.String()), "=")))
	return err == nil && exact.Equal(v)
}
