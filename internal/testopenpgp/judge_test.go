// Package testopenpgp lets another library judge internal/openpgp.
package testopenpgp

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	judge "github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	pgperrors "github.com/ProtonMail/go-crypto/openpgp/errors"
	"github.com/ProtonMail/go-crypto/openpgp/packet"

	"github.com/hcljson/hcljson/internal/openpgp"
	"github.com/hcljson/hcljson/internal/openpgp/openpgptest"
)

var (
	now      = time.Unix(1_790_000_000, 0)
	document = []byte("a  line\nanother\r\n")
)

// verdict is what is said of a signature: who made it, and whether that has expired.
type verdict struct {
	id      string
	expired bool
}

// ours and theirs return both verdicts.
func ours(armored string, signature []byte) (verdict, error) {
	keys, err := openpgp.ReadKeys(armored)
	if err != nil {
		return verdict{}, err
	}
	s, err := keys.Verify(document, signature, now)
	return verdict{s.KeyID, s.Expired}, err
}

func theirs(armored string, signature []byte) (v verdict, err error) {
	// It panics on a key whose only signature on a user ID is a revocation.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	keys, err := judge.ReadArmoredKeyRing(strings.NewReader(armored))
	if err != nil {
		return verdict{}, err
	}
	config := &packet.Config{Time: func() time.Time { return now }}
	entity, err := judge.CheckDetachedSignature(keys, bytes.NewReader(document), bytes.NewReader(signature), config)
	expired := errors.Is(err, pgperrors.ErrKeyExpired) || errors.Is(err, pgperrors.ErrSignatureExpired)
	if err != nil && !(expired && entity != nil) {
		return verdict{}, err
	}
	return verdict{entity.PrimaryKey.KeyIdString(), expired}, nil
}

// same expects one verdict, and returns whether it is that the signature is right.
func same(t *testing.T, name, armored string, signature []byte) bool {
	t.Helper()
	a, aErr := ours(armored, signature)
	b, bErr := theirs(armored, signature)
	if (aErr == nil) != (bErr == nil) || aErr == nil && a != b {
		t.Errorf("%s:\nours:   %+v, %v\ntheirs: %+v, %v", name, a, aErr, b, bErr)
	}
	return aErr == nil
}

// armored returns the public key of an entity.
func armored(t *testing.T, e *judge.Entity) string {
	t.Helper()
	var out bytes.Buffer
	w, err := armor.Encode(&out, judge.PublicKeyType, nil)
	if err = errors.Join(err, e.Serialize(w), w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// made is an entity with what it was made with.
type made struct {
	*judge.Entity
	config *packet.Config
}

// entities makes a key of each kind, 30 days ago.
func entities(t *testing.T) map[string]made {
	t.Helper()
	all := map[string]made{}
	for name, config := range map[string]*packet.Config{
		"RSA":     {Algorithm: packet.PubKeyAlgoRSA, RSABits: 2048},
		"P-256":   {Algorithm: packet.PubKeyAlgoECDSA, Curve: packet.CurveNistP256},
		"P-384":   {Algorithm: packet.PubKeyAlgoECDSA, Curve: packet.CurveNistP384},
		"P-521":   {Algorithm: packet.PubKeyAlgoECDSA, Curve: packet.CurveNistP521},
		"EdDSA":   {Algorithm: packet.PubKeyAlgoEdDSA},
		"Ed25519": {Algorithm: packet.PubKeyAlgoEd25519},
		"short":   {Algorithm: packet.PubKeyAlgoEdDSA, KeyLifetimeSecs: 24 * 60 * 60},
	} {
		config.Time = func() time.Time { return now.Add(-30 * 24 * time.Hour) }
		e, err := judge.NewEntity(name, "", "nobody@registry.test", config)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = made{e, config}
	}
	return all
}

func (m made) sign(t *testing.T, text bool) []byte {
	t.Helper()
	var out bytes.Buffer
	sign := judge.DetachSign
	if text {
		sign = judge.DetachSignText
	}
	if err := sign(&out, m.Entity, bytes.NewReader(document), m.config); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// change makes an entity of each kind other than it was.
var changes = map[string]func(made) error{
	"as made": func(made) error { return nil },
	"signing subkey": func(m made) error {
		return m.AddSigningSubkey(m.config)
	},
	"short signing subkey": func(m made) error {
		config := *m.config
		config.KeyLifetimeSecs = 60
		return m.AddSigningSubkey(&config)
	},
	"revoked":     func(m made) error { return m.RevokeKey(packet.NoReason, "", m.config) },
	"compromised": func(m made) error { return m.RevokeKey(packet.KeyCompromised, "", m.config) },
	"revoked subkey": func(m made) error {
		if err := m.AddSigningSubkey(m.config); err != nil {
			return err
		}
		return m.RevokeSubkey(&m.Subkeys[len(m.Subkeys)-1], packet.NoReason, "", m.config)
	},
	"another user ID": func(m made) error { return m.AddUserId("another", "", "", m.config) },
}

func TestKinds(t *testing.T) {
	for change, apply := range changes {
		for name, m := range entities(t) {
			// The signature is made before the change as well: a revoked key signs nothing.
			before := m.sign(t, false)
			if err := apply(m); err != nil {
				t.Fatal(err)
			}
			keys := armored(t, m.Entity)
			right := same(t, name+", "+change, keys, before)
			if want := !strings.HasPrefix(change, "revoked") && change != "compromised"; change != "revoked subkey" &&
				right != want {
				t.Errorf("%s, %s: right is %v", name, change, right)
			}
			if _, can := m.SigningKey(m.config.Now()); can {
				same(t, name+", "+change+", after", keys, m.sign(t, false))
				same(t, name+", "+change+", text", keys, m.sign(t, true))
			}
		}
	}
}

// Each hash function gives the same, except SHA-1, which the other one takes.
func TestHashes(t *testing.T) {
	m := entities(t)["RSA"]
	keys := armored(t, m.Entity)
	for _, hash := range []crypto.Hash{crypto.SHA224, crypto.SHA256, crypto.SHA384, crypto.SHA512, crypto.SHA3_256,
		crypto.SHA3_512} {
		config := *m.config
		config.DefaultHash = hash
		if !same(t, hash.String(), keys, made{m.Entity, &config}.sign(t, false)) {
			t.Errorf("%s is not taken", hash)
		}
	}
}

// What the tests of internal/openpgp make is what the other library reads.
func TestMadeHere(t *testing.T) {
	at := now.Add(-30 * 24 * time.Hour)
	for name, key := range map[string]*openpgptest.Key{
		"EdDSA": openpgptest.Ed25519(at), "RSA": openpgptest.RSA(at, 1024), "ECDSA": openpgptest.ECDSA(at),
	} {
		for _, seconds := range []int64{0, 60} {
			keys, signature := openpgptest.Armor(key.Public(seconds)), key.Detached(document, at)
			if !same(t, name, keys, signature) {
				t.Errorf("%s is not taken", name)
			}
			signature[len(signature)-1] ^= 1
			if same(t, name+", changed", keys, signature) {
				t.Errorf("%s is taken with another signature", name)
			}
		}
	}
}

// GnuPG made what is in the testdata of internal/openpgp.
func TestGnuPG(t *testing.T) {
	dir := filepath.Join("..", "openpgp", "testdata")
	file := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	kept := document
	defer func() { document = kept }()
	document = file("document")
	names, err := filepath.Glob(filepath.Join(dir, "*.asc"))
	if err != nil || len(names) < 7 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		name = strings.TrimSuffix(filepath.Base(name), ".asc")
		if right := same(t, name, string(file(name+".asc")), file(name+".sig")); right != (name != "revoked") {
			t.Errorf("%s: right is %v", name, right)
		}
	}
}

// Whatever byte of a key or of a signature is changed: what is taken here, the other
// library takes for the same.
func TestChangedBytes(t *testing.T) {
	m := entities(t)["EdDSA"]
	for _, change := range []string{"signing subkey", "another user ID"} {
		if err := changes[change](m); err != nil {
			t.Fatal(err)
		}
	}
	var data bytes.Buffer
	if err := m.Serialize(&data); err != nil {
		t.Fatal(err)
	}
	key, signature := data.Bytes(), m.sign(t, false)
	taken := 0
	compare := func(name string, key, signature []byte) {
		keys := openpgptest.Armor(key)
		a, err := ours(keys, signature)
		if err != nil {
			return
		}
		taken++
		b, err := theirs(keys, signature)
		if errors.Is(err, io.ErrUnexpectedEOF) && name[0] == 'b' {
			return // It reads signatures of version 6, and here they are passed over.
		}
		if err != nil || a != b {
			t.Errorf("%s: ours %+v, theirs %+v, %v", name, a, b, err)
		}
	}
	for _, mask := range []byte{0x01, 0x02, 0x80, 0xff} {
		for i := range key {
			changed := bytes.Clone(key)
			changed[i] ^= mask
			compare(fmt.Sprintf("byte %d of the key ^ %#x", i, mask), changed, signature)
		}
		for i := range signature {
			changed := bytes.Clone(signature)
			changed[i] ^= mask
			compare(fmt.Sprintf("byte %d of the signature ^ %#x", i, mask), key, changed)
		}
	}
	for i := range key {
		compare(fmt.Sprintf("%d bytes of the key", i), key[:i], signature)
	}
	if taken == 0 {
		t.Error("nothing was compared")
	}
	t.Logf("%d changed ones are taken", taken)
}

// Keys that people have are read by both or by neither, except those that are not
// supported here: private ones, of version 6 and over other curves.
func TestRealKeys(t *testing.T) {
	dir := os.Getenv("HCLJSON_KEYS")
	if dir == "" {
		t.Skip("HCLJSON_KEYS names no directory")
	}
	count, read := 0, 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".asc" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		count++
		keys, aErr := openpgp.ReadKeys(string(data))
		entities, bErr := judge.ReadArmoredKeyRing(bytes.NewReader(data))
		if aErr == nil {
			read++
		}
		if (aErr == nil) != (bErr == nil) || len(keys) != len(entities) {
			t.Errorf("%s: ours %d, %v, theirs %d, %v", path, len(keys), aErr, len(entities), bErr)
		}
		return nil
	})
	if err != nil || count == 0 {
		t.Fatalf("%d keys: %v", count, err)
	}
	t.Logf("%d of %d are read", read, count)
}
