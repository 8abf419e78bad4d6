package registry

import (
	"bytes"
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
	// maxKeys bounds the keys of a package in bytes. Each signature on them is
	// checked when they are read.
	maxKeys = 1 << 20
	// maxKey bounds a key in bytes: the time to check a signature grows with the
	// cube of its numbers. RSA with 16,384 bits has 2,065.
	maxKey = 2560
)

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

// signer is the key that made a signature.
type signer struct {
	id      string
	expired bool
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
	size := 0
	for _, text := range armors {
		size += len(text)
	}
	if size > maxKeys {
		return signer{}, fmt.Errorf("the registry's keys have %d bytes, and more than %d are not read", size, maxKeys)
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

func verifyWith(document, signature []byte, text string) (signer, error) {
	if err := checkKeys(text); err != nil {
		return signer{}, err
	}
	keys, err := openpgp.ReadArmoredKeyRing(strings.NewReader(text))
	if err != nil {
		return signer{}, fmt.Errorf("the key cannot be read: %w", err)
	}
	entity, err := openpgp.CheckDetachedSignature(keys, bytes.NewReader(document), bytes.NewReader(signature), nil)
	// These two come with the entity after the signature itself was right.
	expired := errors.Is(err, pgperrors.ErrKeyExpired) || errors.Is(err, pgperrors.ErrSignatureExpired)
	switch {
	case errors.Is(err, pgperrors.ErrUnknownIssuer):
		return signer{}, errors.New("it was made by another key")
	case err != nil && !(expired && entity != nil):
		return signer{}, err
	}
	return signer{id: entity.PrimaryKey.KeyIdString(), expired: expired}, nil
}

// checkKeys returns why it would take too long to read a key. What else is wrong with
// it, openpgp says.
func checkKeys(text string) error {
	block, err := armor.Decode(strings.NewReader(text))
	if err != nil {
		return nil
	}
	for {
		read, err := packet.Read(block.Body)
		if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		switch read := read.(type) {
		case *packet.Compressed:
			return errors.New("the key is compressed, which no key needs to be")
		case *packet.PublicKey:
			var size bytes.Buffer
			if err := read.Serialize(&size); err == nil && size.Len() > maxKey {
				return fmt.Errorf("the key has %d bytes, and more than %d are not read", size.Len(), maxKey)
			}
		}
	}
}
