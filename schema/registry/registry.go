//go:build !lean

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
//
// Discovery uses github.com/opentofu/svchost and not
// github.com/hashicorp/terraform-svchost, as only the former takes a context
// and the HTTP client that enforces all this. Addresses keep the host name type
// of the latter, because terraform-registry-address does.
package registry

import (
	"cmp"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"
	tofuhost "github.com/opentofu/svchost"
	"github.com/opentofu/svchost/disco"
)

// PublicHosts are the registries that anyone may publish in and fetch from.
var PublicHosts = []string{"registry.opentofu.org", "registry.terraform.io"}

// Options are the settings of a [Client]. The zero value is ready for use.
type Options struct {
	// Environ is the environment as lines NAME=VALUE: tokens, the place of the
	// CLI configuration, proxies. Nil is that of the process. The variables
	// SSL_CERT_FILE and SSL_CERT_DIR are always those of the process, as
	// crypto/x509 reads them.
	Environ []string
	// Terraform says whose CLI configuration is read: that of Terraform, or
	// that of OpenTofu.
	Terraform bool
	// HTTPClient makes the requests. Its CheckRedirect is not used. Nil is a
	// client that goes by the environment's proxies.
	HTTPClient *http.Client
	// OS and Arch name the platform of packages, as GOOS and GOARCH. Empty is
	// that of the process.
	OS, Arch string
	// AllowHosts are the hosts of registries that may be asked besides the
	// [PublicHosts] and those that the CLI configuration has a block "host" or
	// "credentials" for, or the environment a token. An address names its host, so
	// that whoever writes an address would else choose whose programs are fetched.
	AllowHosts []string
	// MaxDownload is the largest archive in bytes that is downloaded; 0 is 1 GiB.
	// What is unpacked may be four times as much.
	MaxDownload int64
	// MaxTotal is how many bytes the client downloads in all; 0 is 8 GiB.
	MaxTotal int64
	// Log, if set, is told of each request and of what is worth a warning. It is
	// never given a token, nor the query of a URL, which may be a signature. It
	// may be called by several goroutines at once.
	Log func(format string, args ...any)
	// Progress, if set, is told how many bytes of a provider's archive have arrived, of
	// how many; -1 if that is not known. When nothing more comes, both are equal. It
	// may be called by several goroutines at once.
	Progress func(p tfaddr.Provider, done, total int64)
}

// Client talks to provider registries. It may be used by several goroutines at
// once.
type Client struct {
	platform    Platform
	maxDownload int64
	strictKeys  bool
	http        *http.Client
	disco       *disco.Disco
	config      *cliConfig
	log         func(format string, args ...any)
	progress    func(p tfaddr.Provider, done, total int64)
	times       times
	allowed     map[svchost.Hostname]bool
	total       *total
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

// New returns a client. It reads the CLI configuration, and returns a
// [*ConfigError] if that cannot be read.
func New(options Options) (*Client, error) {
	return newClient(options, defaultTimes)
}

func newClient(options Options, t times) (*Client, error) {
	env := environment(options.Environ)
	c := &Client{
		platform:    Platform{OS: cmp.Or(options.OS, runtime.GOOS), Arch: cmp.Or(options.Arch, runtime.GOARCH)},
		maxDownload: options.MaxDownload,
		strictKeys:  env["OPENTOFU_ENFORCE_GPG_EXPIRATION"] == "true",
		log:         options.Log,
		progress:    options.Progress,
		times:       t,
		total:       &total{limit: cmp.Or(options.MaxTotal, 8<<30)},
	}
	if c.maxDownload <= 0 {
		c.maxDownload = 1 << 30
	}
	if c.log == nil {
		c.log = func(string, ...any) {}
	}
	if c.progress == nil {
		c.progress = func(tfaddr.Provider, int64, int64) {}
	}
	var err error
	if c.config, err = readCLIConfig(env, options.Terraform, c.log); err != nil {
		return nil, err
	}
	if c.allowed, err = c.config.hosts(options.AllowHosts); err != nil {
		return nil, err
	}
	c.http = c.httpClient(options.HTTPClient, env)
	c.disco = disco.New(disco.WithHTTPClient(c.http), disco.WithCredentials(c.config))
	for host, services := range c.config.services {
		c.disco.ForceHostServices(tofuhost.Hostname(host), services)
	}
	return c, nil
}

// environment returns the variables of an environment; of a name that is in
// it twice, the last counts.
func environment(lines []string) map[string]string {
	if lines == nil {
		lines = os.Environ()
	}
	env := make(map[string]string, len(lines))
	for _, line := range lines {
		if name, value, ok := strings.Cut(line, "="); ok {
			env[name] = value
		}
	}
	return env
}
