//go:build !lean

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
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"
)

// Package is a provider's package, verified and unpacked.
type Package struct {
	Address tfaddr.Provider
	// Version is nil for what dev_overrides names.
	Version *version.Version
	// Dir is where it was unpacked, or where a mirror has it unpacked, and Executable
	// the provider in it.
	Dir, Executable string
	// SHA256 is the checksum of the archive in hexadecimal, if there was one.
	SHA256 string
	// SignedBy is the ID of the key that signed the checksums, in hexadecimal,
	// and Expired says that the key or the signature has expired since. The
	// products accept that, because old packages are not signed again. Nobody has
	// signed what a mirror has.
	SignedBy string
	Expired  bool
	// Protocols are those of the plugin protocol that the registry names.
	Protocols []string
}

// Download fetches the package of a version, as Select returns it, for the
// platform of the client, and unpacks it into a directory that is empty or does
// not exist; its parents are made. Before anything is unpacked, the archive's
// checksum must be the one that the registry says, and are in the
// SHA256SUMS document, which must be signed by one of the keys that the
// registry says (internal/getproviders/registry_client.go, PackageMeta, and
// package_authentication.go). After an error the directory is as it was.
//
// Where the CLI configuration has the provider come from a filesystem mirror, an
// archive there is unpacked as it is, and an unpacked package stays where it is.
//
// The error is a [*NotFoundError] if there is no such version for the platform, a
// [*VersionError] if it speaks neither plugin protocol 5 nor 6, a [*VerifyError]
// if the package is not proven genuine, a [*PackageError] if its archive is not
// acceptable or too large when unpacked, one of those of [Client.Select], or
// one of package os.
func (c *Client) Download(ctx context.Context, addr tfaddr.Provider, v *version.Version, dir string) (*Package, error) {
	if err := validAddress(addr); err != nil {
		return nil, err
	}
	methods, err := c.methods(addr)
	if err != nil {
		return nil, err
	}
	var missing *NotFoundError
	for _, m := range methods {
		var pack *Package
		switch m.kind {
		case direct:
			pack, err = c.fromRegistry(ctx, addr, v, dir)
		case filesystemMirror:
			pack, err = c.fromMirror(ctx, m, addr, v, dir)
		default:
			err = c.unread(addr, m)
		}
		if pack != nil || err != nil && !errors.As(err, &missing) {
			return pack, err
		}
	}
	if missing != nil {
		return nil, missing
	}
	return nil, c.nowhere(addr, methods)
}

// fromRegistry is Download from the registry.
func (c *Client) fromRegistry(ctx context.Context, addr tfaddr.Provider, v *version.Version,
	dir string) (*Package, error) {
	stage, err := newStage(dir)
	if err != nil {
		return nil, err
	}
	defer stage.discard()
	offer, err := c.offer(ctx, addr, v)
	if err != nil {
		return nil, err
	}
	signer, err := c.authenticate(ctx, offer)
	if err != nil {
		return nil, err
	}
	if signer.expired {
		c.log("the key %s, which signed %s %s, has expired", signer.id, addr, v)
	}
	archive, err := os.Create(filepath.Join(stage.temp, "package.zip"))
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	if err := c.archive(ctx, offer, archive); err != nil {
		return nil, err
	}
	pack := &Package{
		Address: addr, Version: v, Dir: dir, SHA256: hex.EncodeToString(offer.sum[:]),
		SignedBy: signer.id, Expired: signer.expired, Protocols: offer.Protocols,
	}
	return c.unpack(ctx, stage, archive, shown(offer.archive), pack)
}

// fromMirror is Download from a filesystem mirror; nil if that does not have the
// package.
func (c *Client) fromMirror(ctx context.Context, m method, addr tfaddr.Provider, v *version.Version,
	dir string) (*Package, error) {
	packages, err := c.inMirror(m, addr)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(packages, func(p mirrored) bool { return p.version.Equal(v) })
	if at < 0 {
		return nil, nil
	}
	path := packages[at].path
	pack := &Package{Address: addr, Version: v, Dir: dir}
	if packages[at].isDir {
		pack.Dir = path
		pack.Executable, err = executableIn(path, addr.Type)
		if err != nil {
			return nil, &PackageError{Provider: addr, Version: v.String(), URL: path, Err: err}
		}
		return pack, nil
	}
	archive, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, &untilDone{archive, ctx}); err != nil {
		return nil, err
	}
	pack.SHA256 = hex.EncodeToString(hash.Sum(nil))
	stage, err := newStage(dir)
	if err != nil {
		return nil, err
	}
	defer stage.discard()
	return c.unpack(ctx, stage, archive, path, pack)
}

// unpack unpacks an archive, which came from somewhere, into the package's directory.
func (c *Client) unpack(ctx context.Context, stage *stage, archive *os.File, from string,
	pack *Package) (*Package, error) {
	executable, err := stage.unpack(ctx, archive, pack.Address.Type, 4*c.maxDownload)
	var bad *archiveError
	if errors.As(err, &bad) {
		return nil, &PackageError{Provider: pack.Address, Version: pack.Version.String(), URL: from, Err: bad}
	}
	if err == nil {
		err = stage.commit()
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
			ID    string `json:"key_id"`
			Armor string `json:"ascii_armor"`
		} `json:"gpg_public_keys"`
	} `json:"signing_keys"`
}

// offer is that document, checked, with the URLs resolved.
type offer struct {
	offerDocument
	addr                     tfaddr.Provider
	version                  *version.Version
	at                       *url.URL
	archive, sums, signature *url.URL
	sum                      [sha256.Size]byte
}

func (c *Client) offer(ctx context.Context, addr tfaddr.Provider, v *version.Version) (*offer, error) {
	path := strings.Join([]string{addr.Namespace, addr.Type, v.Original(), "download", c.platform.OS, c.platform.Arch},
		"/")
	missing := &NotFoundError{Provider: addr, Version: v.String(), Platform: c.platform.String()}
	src, at, err := c.query(ctx, addr, path, missing)
	if err != nil {
		return nil, err
	}
	o, err := parseOffer(src, at, c.platform)
	if err != nil {
		return nil, &ResponseError{URL: shown(at), Err: err}
	}
	if !speaks(o.Protocols) {
		err := fmt.Errorf("%s speaks plugin protocol %s, and hcljson 5 and 6; choose another "+
			"version", v, strings.Join(o.Protocols, ", "))
		return nil, &VersionError{Provider: addr, Constraints: v.String(), Err: err}
	}
	o.addr, o.version = addr, v
	return o, nil
}

// parseOffer reads the document that came from the URL at.
func parseOffer(src []byte, at *url.URL, platform Platform) (*offer, error) {
	o := &offer{at: at}
	if err := json.Unmarshal(src, &o.offerDocument); err != nil {
		return nil, fmt.Errorf("it is not a JSON document about a package: %w", err)
	}
	if _, err := majors(o.Protocols); err != nil {
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
		if *link.to, err = resolve(at, link.given); err != nil {
			return nil, fmt.Errorf("%s: %w", link.name, err)
		}
	}
	return o, nil
}

func resolve(at *url.URL, given string) (*url.URL, error) {
	if given == "" {
		return nil, errors.New("it is missing")
	}
	u, err := url.Parse(given)
	if err != nil {
		return nil, fmt.Errorf("it is not a URL: %w", bare(err))
	}
	u = at.ResolveReference(u)
	if err := secure(u); err != nil {
		return nil, fmt.Errorf("%s is not used: %w", shown(u), err)
	}
	return u, nil
}

// authenticate fetches the checksums and their signature and checks both. As in
// the products, no token is sent for these nor for the archive.
func (c *Client) authenticate(ctx context.Context, o *offer) (signer, error) {
	if len(o.SigningKeys.GPG) == 0 {
		return signer{}, o.doubt(o.at, errors.New("it names no signing keys, so nothing proves who made the "+
			"package"))
	}
	sums, at, err := c.document(ctx, o.sums, nil)
	if err != nil {
		return signer{}, o.unavailable(err, "there are no checksums")
	}
	signature, signatureAt, err := c.document(ctx, o.signature, nil)
	if err != nil {
		return signer{}, o.unavailable(err, "there is no signature")
	}
	sum, err := findSum(sums, o.Filename)
	if err != nil {
		return signer{}, o.doubt(at, err)
	}
	if sum != o.sum {
		return signer{}, o.doubt(at, fmt.Errorf("it says that the checksum of %s is %x, and the registry that it "+
			"is %x", o.Filename, sum, o.sum))
	}
	armors := make([]string, 0, len(o.SigningKeys.GPG))
	for _, key := range o.SigningKeys.GPG {
		armors = append(armors, key.Armor)
	}
	s, err := verify(sums, signature, armors)
	if err != nil {
		return signer{}, o.doubt(signatureAt, err)
	}
	if s.expired && c.strictKeys {
		return signer{}, o.doubt(signatureAt, fmt.Errorf("the signing key %s or its signature has expired, and "+
			"OPENTOFU_ENFORCE_GPG_EXPIRATION is set", s.id))
	}
	return s, nil
}

func (o *offer) doubt(at *url.URL, err error) error {
	return &VerifyError{Provider: o.addr, Version: o.version.String(), URL: shown(at), Err: err}
}

// unavailable says of a document that was not found what it means; other errors
// stay as they are.
func (o *offer) unavailable(err error, meaning string) error {
	var status *statusError
	if errors.As(err, &status) && status.code == 404 {
		return o.doubt(status.at, fmt.Errorf("%s: %w", meaning, err))
	}
	return err
}

// archive downloads the archive into a file, whose checksum must be right.
func (c *Client) archive(ctx context.Context, o *offer, file *os.File) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.times.archive, errSlow)
	defer cancel()
	hash := sha256.New()
	arrived := &meter{Writer: io.MultiWriter(file, hash), total: -1,
		tell: func(done, total int64) { c.progress(o.addr, done, total) }}
	at, err := c.fetch(ctx, o.archive, nil, c.maxDownload, arrived)
	c.progress(o.addr, arrived.done, arrived.done)
	if err != nil {
		return err
	}
	if sum := [sha256.Size]byte(hash.Sum(nil)); sum != o.sum {
		return o.doubt(at, fmt.Errorf("its checksum is %x, but must be %x", sum, o.sum))
	}
	return nil
}

// meter tells how much was written, of how much.
type meter struct {
	io.Writer
	done, total int64
	tell        func(done, total int64)
}

func (m *meter) Write(p []byte) (int, error) {
	n, err := m.Writer.Write(p)
	m.done += int64(n)
	m.tell(m.done, m.total)
	return n, err
}

// mirrored is a package in a filesystem mirror: an archive, or a directory.
type mirrored struct {
	version *version.Version
	path    string
	isDir   bool
}

// inMirror lists the packages of a provider for the client's platform in a
// filesystem mirror, of either layout. Links are followed at the mirror itself and
// at a package (internal/getproviders/filesystem_search.go, SearchLocalDirectory).
func (c *Client) inMirror(m method, addr tfaddr.Provider) ([]mirrored, error) {
	unreadable := func(err error) error {
		return c.config.installation.refuse(addr, fmt.Sprintf("%s cannot be read: %s", m, pathless(err)))
	}
	dirs := []string{m.place}
	for _, isPart := range []func(name string) bool{
		func(name string) bool {
			host, err := svchost.ForComparison(name)
			return err == nil && host == addr.Hostname
		},
		func(name string) bool { return strings.EqualFold(name, addr.Namespace) },
		func(name string) bool { return strings.EqualFold(name, addr.Type) },
	} {
		var next []string
		for _, dir := range dirs {
			entries, err := os.ReadDir(dir)
			if err != nil {
				return nil, unreadable(err)
			}
			for _, entry := range entries {
				if entry.IsDir() && isPart(entry.Name()) {
					next = append(next, filepath.Join(dir, entry.Name()))
				}
			}
		}
		dirs = next
	}
	var packages []mirrored
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, unreadable(err)
		}
		for _, entry := range entries {
			p := mirrored{path: filepath.Join(dir, entry.Name())}
			name := entry.Name()
			if entry.IsDir() {
				p.path, p.isDir = filepath.Join(p.path, c.platform.String()), true
			} else if name = packedVersion(name, addr.Type, c.platform); name == "" {
				continue
			}
			v, err := version.NewVersion(name)
			if err != nil || strings.HasPrefix(name, "v") {
				continue
			}
			p.version = v
			info, err := os.Stat(p.path)
			if err == nil && (p.isDir && info.IsDir() || !p.isDir && info.Mode().IsRegular()) {
				packages = append(packages, p)
			}
		}
	}
	return packages, nil
}

// packedVersion is the version in the name of an archive,
// terraform-provider-TYPE_VERSION_OS_ARCH.zip; empty in that of another file.
func packedVersion(name, providerType string, platform Platform) string {
	name, isProvider := strings.CutPrefix(strings.ToLower(name), "terraform-provider-"+providerType+"_")
	name, isZip := strings.CutSuffix(name, ".zip")
	parts := strings.Split(name, "_")
	if !isProvider || !isZip || len(parts) < 3 || parts[1]+"_"+parts[2] != platform.String() {
		return ""
	}
	return parts[0]
}

// executableIn is executableOf for a directory.
func executableIn(dir, providerType string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	name := executableOf(names, providerType)
	if name == "" {
		return "", fmt.Errorf("it has no executable terraform-provider-%s", providerType)
	}
	return filepath.Join(dir, name), nil
}
