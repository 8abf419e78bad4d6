package registry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"
)

// Package is the verified and unpacked package of a provider.
type Package struct {
	Address tfaddr.Provider
	// Version is the version; nil for an override by dev_overrides.
	Version *version.Version
	// Dir is the directory of the package, and Executable the provider in it.
	Dir, Executable string
	// SHA256 is the checksum of the archive in hexadecimal; empty without an archive.
	SHA256 string
}

// Download downloads the package of a version for the platform of the client, and unpacks it into a
// new directory below dir. The caller must remove this directory, also after an error. Before it
// unpacks anything, it requires that the archive's checksum equals the checksums in the registry's
// answer and in the SHA256SUMS document, and that one of the keys in the answer signed this document
// (internal/getproviders/registry_client.go, PackageMeta, and package_authentication.go).
func (c *Client) Download(ctx context.Context, addr tfaddr.Provider, v *version.Version, dir string) (*Package, error) {
	if err := c.checkAllowed(addr); err != nil {
		return nil, err
	}
	offer, err := c.fetchOffer(ctx, addr, v)
	if err != nil {
		return nil, err
	}
	if err := c.authenticate(ctx, offer); err != nil {
		return nil, err
	}
	archive, err := os.Create(dir + ".zip")
	if err != nil {
		return nil, err
	}
	defer os.Remove(archive.Name())
	defer archive.Close()
	if err := c.fetchArchive(ctx, offer, archive); err != nil {
		return nil, err
	}
	pack := &Package{Address: addr, Version: v, Dir: dir, SHA256: hex.EncodeToString(offer.sum[:])}
	return c.unpackArchive(ctx, archive, displayURL(offer.archive), pack)
}

// unpackArchive unpacks an archive into the package's directory. from is the source of the archive in
// messages.
func (c *Client) unpackArchive(ctx context.Context, archive *os.File, from string, pack *Package) (*Package, error) {
	executable, err := unpack(ctx, archive, pack.Dir, pack.Address.Type, 4*c.maxDownload)
	if bad := (*archiveError)(nil); errors.As(err, &bad) {
		return nil, packageError(pack, from, bad)
	}
	if err != nil {
		return nil, err
	}
	pack.Executable = filepath.Join(pack.Dir, executable)
	return pack, nil
}

// offerDocument is the answer of the operation "Find a Provider Package".
type offerDocument struct {
	Protocols []string `json:"protocols"`
	Platform
	Filename     string `json:"filename"`
	DownloadURL  string `json:"download_url"`
	SumsURL      string `json:"shasums_url"`
	SignatureURL string `json:"shasums_signature_url"`
	Sum          string `json:"shasum"`
	SigningKeys  struct {
		GPG []struct {
			Armor string `json:"ascii_armor"`
		} `json:"gpg_public_keys"`
	} `json:"signing_keys"`
}

// offer is the checked document with resolved URLs.
type offer struct {
	offerDocument
	addr                     tfaddr.Provider
	version                  *version.Version
	at                       *url.URL
	archive, sums, signature *url.URL
	sum                      [sha256.Size]byte
}

func (c *Client) fetchOffer(ctx context.Context, addr tfaddr.Provider, v *version.Version) (*offer, error) {
	path := strings.Join([]string{addr.Namespace, addr.Type, v.Original(), "download", c.platform.OS, c.platform.Arch},
		"/")
	missing := &NotFoundError{Provider: addr, Version: v.String(), Platform: c.platform.String()}
	src, at, err := c.queryRegistry(ctx, addr, path, missing)
	if err != nil {
		return nil, err
	}
	o, err := parseOffer(src, at, c.platform)
	if err != nil {
		return nil, responseError(at, err)
	}
	if !supportsProtocol(o.Protocols) {
		err := fmt.Errorf("%s speaks plugin protocol %s, and hcljson 5 and 6; choose another "+
			"version", v, strings.Join(o.Protocols, ", "))
		return nil, versionError(addr, v.String(), err)
	}
	o.addr, o.version = addr, v
	return o, nil
}

// parseOffer parses the document at a URL.
func parseOffer(src []byte, at *url.URL, platform Platform) (*offer, error) {
	o := &offer{at: at}
	if err := json.Unmarshal(src, &o.offerDocument); err != nil {
		return nil, fmt.Errorf("it is not a JSON document about a package: %w", err)
	}
	if _, err := majorVersions(o.Protocols); err != nil {
		return nil, err
	}
	if o.Platform != platform {
		return nil, fmt.Errorf("it is for a package for %q, but one for %q was requested", o.Platform, platform)
	}
	if o.Filename == "" || o.Filename == "." || o.Filename == ".." || strings.ContainsAny(o.Filename, "/\\\x00") {
		return nil, fmt.Errorf("filename %q is not a file name", o.Filename)
	}
	sum, err := hex.DecodeString(o.Sum)
	if err != nil || len(sum) != sha256.Size {
		return nil, fmt.Errorf("shasum %q is not a SHA-256 checksum", o.Sum)
	}
	o.sum = [sha256.Size]byte(sum)
	for _, link := range []struct {
		name, given string
		to          **url.URL
	}{
		{"download_url", o.DownloadURL, &o.archive},
		{"shasums_url", o.SumsURL, &o.sums},
		{"shasums_signature_url", o.SignatureURL, &o.signature},
	} {
		if *link.to, err = resolveURL(at, link.given); err != nil {
			return nil, fmt.Errorf("%s: %w", link.name, err)
		}
	}
	return o, nil
}

func resolveURL(at *url.URL, given string) (*url.URL, error) {
	if given == "" {
		return nil, errors.New("it is missing")
	}
	u, err := url.Parse(given)
	if err != nil {
		return nil, fmt.Errorf("it is not a URL: %w", unwrapURLError(err))
	}
	u = at.ResolveReference(u)
	if err := checkSecure(u); err != nil {
		return nil, fmt.Errorf("%s is not used: %w", displayURL(u), err)
	}
	return u, nil
}

// authenticate downloads the checksums and their signature, and verifies both. As in the products,
// these requests and the request for the archive contain no token.
func (c *Client) authenticate(ctx context.Context, o *offer) error {
	if len(o.SigningKeys.GPG) == 0 {
		return o.unverifiedError(o.at, errors.New("it names no signing keys, so nothing proves who made the "+
			"package"))
	}
	sums, at, err := c.fetchDocument(ctx, o.sums, "")
	if err != nil {
		return o.explainMissing(err, "the checksums are missing")
	}
	signature, signatureAt, err := c.fetchDocument(ctx, o.signature, "")
	if err != nil {
		return o.explainMissing(err, "the signature is missing")
	}
	sum, err := findSum(sums, o.Filename)
	if err != nil {
		return o.unverifiedError(at, err)
	}
	if sum != o.sum {
		return o.unverifiedError(at, fmt.Errorf("the checksum of %s in it is %x, but in the registry it "+
			"is %x", o.Filename, sum, o.sum))
	}
	armors := make([]string, 0, len(o.SigningKeys.GPG))
	for _, key := range o.SigningKeys.GPG {
		armors = append(armors, key.Armor)
	}
	s, err := verifySignature(sums, signature, armors)
	if err != nil {
		return o.unverifiedError(signatureAt, err)
	}
	if s.expired && c.strictKeys {
		return o.unverifiedError(signatureAt, fmt.Errorf("the signing key %s or its signature has expired, and "+
			"OPENTOFU_ENFORCE_GPG_EXPIRATION is set", s.id))
	}
	return nil
}

// unverifiedError returns the error for a package without proof that its author published it, because
// of the content of a URL. All its files were discarded.
func (o *offer) unverifiedError(at *url.URL, err error) error {
	return fmt.Errorf("the package of %s %s is not used: %s: %w; it was changed on the way, or "+
		"published incorrectly: do not use it, and inform its publisher", o.addr, o.version, displayURL(at), err)
}

// explainMissing adds the meaning of a missing document to its error. It returns other errors
// unchanged.
func (o *offer) explainMissing(err error, meaning string) error {
	var status *statusError
	if errors.As(err, &status) && status.code == 404 {
		return o.unverifiedError(status.at, fmt.Errorf("%s: %w", meaning, err))
	}
	return err
}

// fetchArchive downloads the archive into a file, and verifies its checksum.
func (c *Client) fetchArchive(ctx context.Context, o *offer, file *os.File) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.times.archive, errSlow)
	defer cancel()
	hash := sha256.New()
	arrived := &meter{Writer: io.MultiWriter(file, hash), total: -1,
		tell: func(done, total int64) { c.progress(o.addr, done, total) }}
	at, err := c.fetch(ctx, o.archive, "", c.maxDownload, arrived)
	c.progress(o.addr, arrived.done, arrived.done)
	if err != nil {
		return err
	}
	if sum := [sha256.Size]byte(hash.Sum(nil)); sum != o.sum {
		return o.unverifiedError(at, fmt.Errorf("its checksum is %x, but must be %x", sum, o.sum))
	}
	return nil
}

// meter reports the progress of a download: the received and the total size.
type meter struct {
	io.Writer
	done, total int64
	tell        func(done, total int64)
}

// Write writes p and reports the progress.
func (m *meter) Write(p []byte) (int, error) {
	n, err := m.Writer.Write(p)
	m.done += int64(n)
	m.tell(m.done, m.total)
	return n, err
}
