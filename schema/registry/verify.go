//go:build !lean

package registry

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hcljson/hcljson/internal/openpgp"
)

// maxKeys bounds the keys of a package in bytes, and maxBlocks their number. Each
// signature on them is checked when they are read.
const (
	maxKeys   = 1 << 20
	maxBlocks = 100
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

// verify checks a detached binary signature of a document with ASCII-armored
// keys, one of which must have made it. A key that has expired is taken if
// there is no other, as in the products
// (internal/getproviders/package_authentication.go, findSigningKey). A key that
// cannot be read is only an error if no other key fits.
func verify(document, signature []byte, armors []string) (openpgp.Signer, error) {
	if len(signature) == 0 {
		return openpgp.Signer{}, errors.New("the signature is empty")
	}
	size := 0
	for _, text := range armors {
		size += len(text)
	}
	if size > maxKeys {
		return openpgp.Signer{}, fmt.Errorf("the registry's keys have %d bytes, and more than %d are not read", size, maxKeys)
	}
	if len(armors) > maxBlocks {
		return openpgp.Signer{},
			fmt.Errorf("the registry names %d keys, and more than %d are not read", len(armors), maxBlocks)
	}
	var expired *openpgp.Signer
	var problems []string
	for i, text := range armors {
		s, err := verifyWith(document, signature, text)
		switch {
		case err == nil && !s.Expired:
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
	return openpgp.Signer{}, fmt.Errorf("it is not a valid signature by any of the registry's %d keys "+
		"(%s)", len(armors), strings.Join(problems, "; "))
}

func verifyWith(document, signature []byte, text string) (openpgp.Signer, error) {
	keys, err := openpgp.ReadKeys(text)
	if err != nil {
		return openpgp.Signer{}, fmt.Errorf("the key cannot be read: %w", err)
	}
	return keys.Verify(document, signature, time.Now())
}
