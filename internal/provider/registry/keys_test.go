package registry

import (
	"crypto/dsa" //lint:ignore SA1019 such keys are what a test is about
	"errors"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/packet"

	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
)

// Keys that take hours to verify are rejected.
func TestCostlyKeys(t *testing.T) {
	// Numbers as large as the format allows.
	n := new(big.Int).Lsh(big.NewInt(1), 65534)
	huge := packet.NewDSAPublicKey(time.Unix(0, 0), &dsa.PublicKey{Parameters: dsa.Parameters{P: n, Q: n, G: n}, Y: n})
	behind := func(start ...byte) string {
		return registrytest.Armor(func(w io.Writer) error {
			_, err := w.Write(start)
			return errors.Join(err, huge.Serialize(w))
		})
	}
	for _, test := range []struct {
		armors []string
		want   string
	}{
		{[]string{behind()}, "have 65535 and 65535 bits"},
		{[]string{behind(0xc0|60, 1, 0)}, "have 65535"},      // a packet that is not known
		{[]string{behind(0xc0|33, 1, 0)}, "have 65535"},      // one that has to be
		{[]string{behind(0xc0|8, 1, 0)}, "have 65535"},       // compressed data by no method
		{[]string{behind(0xc0|6, 3, 4, 0, 0)}, "have 65535"}, // a key that is cut off
		{[]string{registrytest.Armor(func(w io.Writer) error {
			return registrytest.NewKey(time.Now(), 0).SerializePrivate(w, nil)
		})}, "private"},
		{[]string{behind(0x80|5<<2, 1, 0)}, "private"}, // in the old format
		{[]string{strings.Repeat("x", maxKeys+1)}, "not read"},
		{slices.Repeat([]string{"x"}, maxBlocks+1), "101 keys"},
	} {
		if _, err := verifySignature([]byte("x"), []byte("y"), test.armors); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
	if _, err := verifySignature([]byte("x"), make([]byte, maxSignature+1), []string{"x"}); err == nil ||
		!strings.Contains(err.Error(), "not read") {
		t.Errorf("a large signature: %v", err)
	}
}

// The signed properties of a key determine its validity.
func TestKeyValidity(t *testing.T) {
	config := &packet.Config{Algorithm: packet.PubKeyAlgoEdDSA}
	document := []byte("sum  name\n")
	// again signs the user ID of a key again with another key, after a change.
	again := func(by, key *openpgp.Entity, kind packet.SignatureType) error {
		self := key.PrimaryIdentity().SelfSignature
		self.SigType = kind
		return self.SignUserId(key.PrimaryIdentity().Name, key.PrimaryKey, by.PrivateKey, config)
	}
	for _, test := range []struct {
		name   string
		subkey bool // signs the document
		change func(key *openpgp.Entity) error
		want   string
	}{
		{"as made", false, func(*openpgp.Entity) error { return nil }, ""},
		{"as made", true, func(*openpgp.Entity) error { return nil }, ""},
		{"revoked", false, func(key *openpgp.Entity) error { return key.RevokeKey(packet.NoReason, "", config) }, "revoked"},
		{"expired and revoked", false, func(key *openpgp.Entity) error {
			second := uint32(1)
			key.PrimaryIdentity().SelfSignature.KeyLifetimeSecs = &second
			return errors.Join(again(key, key, packet.SigTypePositiveCert), key.RevokeKey(packet.NoReason, "", config))
		}, "revoked"},
		{"revoked", true, func(key *openpgp.Entity) error {
			return key.RevokeSubkey(&key.Subkeys[len(key.Subkeys)-1], packet.NoReason, "", config)
		}, "revoked"},
		{"not for signatures", false, func(key *openpgp.Entity) error {
			key.PrimaryIdentity().SelfSignature.FlagSign = false
			return again(key, key, packet.SigTypePositiveCert)
		}, "another key"},
		{"signed by another key alone", false, func(key *openpgp.Entity) error {
			return again(registrytest.NewKey(time.Now(), 0), key, packet.SigTypePositiveCert)
		}, "without any identities"},
		{"changed after it was signed", false, func(key *openpgp.Entity) error {
			key.PrimaryIdentity().UserId.Id = "another"
			return nil
		}, "self-signature invalid"},
		{"a subkey that has not signed the key", true, func(key *openpgp.Entity) error {
			sub := key.Subkeys[len(key.Subkeys)-1]
			sub.Sig.EmbeddedSignature = nil
			return sub.Sig.SignKey(sub.PublicKey, key.PrivateKey, config)
		}, "cross-signature"},
		// The library panics, because all signatures of the key are revoked.
		{"nothing but revoked", true, func(key *openpgp.Entity) error {
			return again(key, key, packet.SigTypeCertificationRevocation)
		}, "cannot be used"},
	} {
		key := registrytest.NewKey(time.Now().Add(-time.Hour), 0)
		if test.subkey {
			config := &packet.Config{Algorithm: config.Algorithm, Time: func() time.Time { return key.PrimaryKey.CreationTime }}
			if err := key.AddSigningSubkey(config); err != nil {
				t.Fatal(err)
			}
		}
		signature := registrytest.Sign(key, document)
		if err := test.change(key); err != nil {
			t.Fatal(err)
		}
		s, err := verifySignature(document, signature, []string{registrytest.PublicKey(key)})
		if test.want == "" && (err != nil || s.id != key.PrimaryKey.KeyIdString()) ||
			test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s, signed by a subkey is %v: %+v, %v", test.name, test.subkey, s, err)
		}
	}
}

// These are from GnuPG 2.2: an RSA key with a signature by SHA-1, which the products accept, and a DSA
// key of the usual size.
func TestGnuPG(t *testing.T) {
	file := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("testdata", "gnupg", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	document := file("document")
	for _, name := range []string{"rsa", "dsa"} {
		keys, signature := []string{string(file(name + ".asc"))}, file(name+".sig")
		if _, err := verifySignature(document, signature, keys); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := verifySignature(append(document, ' '), signature, keys); err == nil {
			t.Errorf("%s: a signature of other text is taken", name)
		}
	}
}

func TestArmor(t *testing.T) {
	key := registrytest.NewKey(time.Now().Add(-time.Hour), 0)
	document := []byte("sum  name\n")
	text, signature := registrytest.PublicKey(key), registrytest.Sign(key, document)
	for _, text := range []string{text, "text\n" + text + "text", strings.ReplaceAll(text, "\n", "\r\n"),
		strings.Replace(text, "\n\n", "\nComment: for a test\n\n", 1)} {
		if _, err := verifySignature(document, signature, []string{text}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "text", "-----BEGIN PGP PUBLIC KEY BLOCK-----", text[:200],
		strings.ReplaceAll(text, "PUBLIC KEY BLOCK", "MESSAGE"),
		"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----"} {
		if s, err := verifySignature(document, signature, []string{text}); err == nil {
			t.Errorf("%q: %+v", text, s)
		}
	}
}
