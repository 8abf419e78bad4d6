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
	// maxKeys is the maximum size of a package's keys in bytes, and maxBlocks is their maximum
	// number. Reading a key verifies each signature on it.
	maxKeys   = 1 << 20
	maxBlocks = 100
	// maxSignature is the maximum size of the signatures of a document in bytes. Each signature is
	// compared with each key.
	maxSignature = 64 << 10
)

// signer is the key of a signature.
type signer struct {
	// id is the id of the primary key, 16 hexadecimal digits.
	id string
	// expired is true if the key or the signature has expired or is not valid yet.
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

// verifySignature verifies a detached binary signature of a document. One of the ASCII-armored keys must have
// made it. As in the products, an expired key is accepted if no other key matches
// (internal/getproviders/package_authentication.go, findSigningKey). An unreadable key is an error
// only if no other key matches.
func verifySignature(document, signature []byte, armors []string) (signer, error) {
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
		s, err := verifyWithKey(document, signature, text)
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

// verifyWithKey accepts the same algorithms as OpenTofu, which also uses the library without a
// configuration. This includes signatures with SHA-1.
func verifyWithKey(document, signature []byte, text string) (s signer, err error) {
	// The library panics for a key whose only signature revokes its user ID.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the key cannot be used: %v", p)
		}
	}()
	if err := checkKeyCost(text); err != nil {
		return signer{}, err
	}
	keys, err := openpgp.ReadArmoredKeyRing(strings.NewReader(text))
	if err != nil {
		return signer{}, fmt.Errorf("the key cannot be read: %w", err)
	}
	entity, err := openpgp.CheckDetachedSignature(keys, bytes.NewReader(document), bytes.NewReader(signature), nil)
	// The library returns these two errors together with the entity, after it verified the signature
	// itself.
	expired := errors.Is(err, pgperrors.ErrKeyExpired) || errors.Is(err, pgperrors.ErrSignatureExpired)
	switch {
	case errors.Is(err, pgperrors.ErrUnknownIssuer):
		return signer{}, errors.New("it was made by another key")
	case err != nil && !(expired && entity != nil):
		return signer{}, err
	}
	return signer{id: entity.PrimaryKey.KeyIdString(), expired: expired}, nil
}

// checkKeyCost rejects keys with a verification time of hours: DSA keys, whose numbers have no maximum
// size, and private keys, which are verified when they are read. openpgp reports other errors of
// keys.
func checkKeyCost(text string) error {
	block, err := armor.Decode(strings.NewReader(text))
	if err != nil {
		return nil
	}
	data, _ := io.ReadAll(block.Body)
	for r := bytes.NewReader(data); r.Len() > 0; {
		// The first byte contains the kind, in one of two formats (RFC 9580, section 4.2).
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
