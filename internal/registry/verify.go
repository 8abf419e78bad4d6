package registry

import (
	"bytes"
	"crypto/dsa" //lint:ignore SA1019 registries have such keys
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	pgperrors "github.com/ProtonMail/go-crypto/openpgp/errors"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
)

const (
	// maxKeys bounds the keys of a package in bytes, and maxBlocks their number.
	// Each signature on them is checked when they are read.
	maxKeys   = 1 << 20
	maxBlocks = 100
	// maxSignature bounds the signatures of a list in bytes. Each is compared with
	// each key.
	maxSignature = 64 << 10
)

// signer is the key that made a signature.
type signer struct {
	// id is that of the primary key, 16 hexadecimal digits.
	id string
	// expired says that the time of the key or of a signature is over, or has not begun.
	expired bool
}

// findSum returns the checksum of a file in a SHA256SUMS document
// (internal/getproviders/package_authentication.go, NewMatchingChecksumAuthentication).
func findSum(document []byte, filename string) ([sha256.Size]byte, error) {
	for line := range bytes.Lines(document) {
		fields := bytes.Fields(line)
		if len(fields) < 2 || string(fields[1]) != filename {
			continue
		}
		sum, err := hex.DecodeString(string(fields[0]))
		if err != nil || len(sum) != sha256.Size {
			return [sha256.Size]byte{}, fmt.Errorf("%q, its checksum of %s, is not a SHA-256 "+
				"checksum", fields[0], filename)
		}
		return [sha256.Size]byte(sum), nil
	}
	return [sha256.Size]byte{}, fmt.Errorf("it has no checksum of %q", filename)
}

// verify checks a detached binary signature of a document with ASCII-armored
// keys, one of which must have made it. A key that has expired is taken if
// there is no other, as in the products
// (internal/getproviders/package_authentication.go, findSigningKey). A key that
// cannot be read is only an error if no other key fits.
func verify(document, signature []byte, armors []string) (signer, error) {
	if len(signature) == 0 {
		return signer{}, errors.New("the signature is empty")
	}
	if len(signature) > maxSignature {
		return signer{},
			fmt.Errorf("the signature has %d bytes, and more than %d are not read", len(signature), maxSignature)
	}
	size := 0
	for _, text := range armors {
		size += len(text)
	}
	if size > maxKeys {
		return signer{}, fmt.Errorf("the registry's keys have %d bytes, and more than %d are not read", size, maxKeys)
	}
	if len(armors) > maxBlocks {
		return signer{},
			fmt.Errorf("the registry names %d keys, and more than %d are not read", len(armors), maxBlocks)
	}
	var expired *signer
	var problems []string
	for i, text := range armors {
		s, err := verifyWith(document, signature, text)
		switch {
		case err == nil && !s.expired:
			return s, nil
		case err == nil && expired == nil:
			expired = &s
		case err != nil:
			problems = append(problems, fmt.Sprintf("key %d: %s", i+1, err))
		}
	}
	if expired != nil {
		return *expired, nil
	}
	return signer{}, fmt.Errorf("it is not a valid signature by any of the registry's %d keys "+
		"(%s)", len(armors), strings.Join(problems, "; "))
}

// verifyWith takes what OpenTofu takes, which passes no configuration either: the
// library decides on algorithms, so a list signed by means of SHA-1 is taken.
func verifyWith(document, signature []byte, text string) (s signer, err error) {
	// The library panics on a key that has signed nothing but a revocation of its user ID.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the key cannot be used: %v", p)
		}
	}()
	if err := checkCost(text); err != nil {
		return signer{}, err
	}
	keys, err := openpgp.ReadArmoredKeyRing(strings.NewReader(text))
	if err != nil {
		return signer{}, fmt.Errorf("the key cannot be read: %w", err)
	}
	entity, err := openpgp.CheckDetachedSignature(keys, bytes.NewReader(document), bytes.NewReader(signature), nil)
	// These two errors come with the entity, after the signature itself was right.
	expired := errors.Is(err, pgperrors.ErrKeyExpired) || errors.Is(err, pgperrors.ErrSignatureExpired)
	switch {
	case errors.Is(err, pgperrors.ErrUnknownIssuer):
		return signer{}, errors.New("it was made by another key")
	case err != nil && !(expired && entity != nil):
		return signer{}, err
	}
	return signer{id: entity.PrimaryKey.KeyIdString(), expired: expired}, nil
}

// checkCost refuses keys that take hours to check: those of DSA with numbers of any
// size, and private ones, which are checked as they are read. What else is wrong with a
// key, openpgp says.
func checkCost(text string) error {
	block, err := armor.Decode(strings.NewReader(text))
	if err != nil {
		return nil
	}
	data, _ := io.ReadAll(block.Body)
	for r := bytes.NewReader(data); r.Len() > 0; {
		// The kind is in the first byte, in one of two formats (RFC 9580, section 4.2).
		tag := data[len(data)-r.Len()] & 0x7f
		if tag&0x40 == 0 {
			tag = tag>>2 | 0x40
		}
		if tag == 0x40|5 || tag == 0x40|7 {
			return errors.New("the key is a private one")
		}
		p, _ := packet.Read(r)
		public, ok := p.(*packet.PublicKey)
		if !ok {
			continue
		}
		key, ok := public.PublicKey.(*dsa.PublicKey)
		if ok && (key.P.BitLen() > 3072 || key.Q.BitLen() > 256) {
			return fmt.Errorf("the numbers of the DSA key have %d and %d bits, and more than 3072 and 256 are not used",
				key.P.BitLen(), key.Q.BitLen())
		}
	}
	return nil
}
