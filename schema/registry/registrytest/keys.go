//go:build !lean

package registrytest

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/hcljson/hcljson/internal/openpgp/openpgptest"
)

// Key is a key that signs.
type Key struct {
	*openpgptest.Key
	valid time.Duration
}

var (
	publisher = sync.OnceValue(func() *Key { return NewKey(time.Now().Add(-time.Hour), 0) })
	stranger  = sync.OnceValue(func() *Key { return NewKey(time.Now().Add(-time.Hour), 0) })
	// expired was valid when it signed, at the time of its making.
	expired = sync.OnceValue(func() *Key { return NewKey(time.Now().Add(-48*time.Hour), 24*time.Hour) })
)

// NewKey makes a signing key that was made at a time and is valid so long; 0 is
// for ever. It panics if that fails.
func NewKey(made time.Time, valid time.Duration) *Key { return &Key{openpgptest.Ed25519(made), valid} }

// Unending is the same key, valid for ever.
func (k *Key) Unending() *Key { return &Key{k.Key, 0} }

// PublicKey returns the key as a registry says it, ASCII-armored.
func PublicKey(key *Key) string { return openpgptest.Armor(key.Public(int64(key.valid.Seconds()))) }

// Sign returns a detached binary signature, made soon after the key was.
func Sign(key *Key, document []byte) []byte { return key.Detached(document, key.Made.Add(time.Second)) }

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

// certificates are an authority and what it certified.
type certificates struct {
	pem  []byte
	pool *x509.CertPool
	leaf tls.Certificate
}

func newCertificates() (*certificates, error) {
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	ca := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "registrytest authority"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	}
	caDER, err := x509.CreateCertificate(rand.Reader, ca, ca, caKey.Public(), caKey)
	if err != nil {
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		Subject:      pkix.Name{CommonName: "registrytest"},
		NotBefore:    ca.NotBefore,
		NotAfter:     ca.NotAfter,
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:     []string{"localhost", "registry.test", "*.registry.test"},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	}
	der, err := x509.CreateCertificate(rand.Reader, leaf, ca, key.Public(), caKey)
	if err != nil {
		return nil, err
	}
	c := &certificates{
		pem:  pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: caDER}),
		pool: x509.NewCertPool(),
		leaf: tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key},
	}
	c.pool.AppendCertsFromPEM(c.pem)
	return c, nil
}

func (c *certificates) server() *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{c.leaf}}
}

// transport trusts the authority, and connects to one address only.
func (c *certificates) transport(address string) http.RoundTripper {
	return &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: c.pool},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			var dialer net.Dialer
			return dialer.DialContext(ctx, network, address)
		},
	}
}
