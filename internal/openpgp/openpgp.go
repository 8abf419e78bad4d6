// Package openpgp checks detached OpenPGP signatures (RFC 9580, formerly RFC 4880)
// with the cryptography of the standard library.
//
// It knows keys and signatures of version 4 with RSA, DSA, ECDSA over the curves of
// NIST, and Ed25519, which is what the registries of providers have. It reads
// nothing else of the format, neither messages nor private keys.
package openpgp

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"time"
)

// ErrUnknownIssuer is the error of a signature by another key, or by one that may
// not sign.
var ErrUnknownIssuer = errors.New("it was made by another key")

// Signer is the key that made a signature.
type Signer struct {
	// KeyID is that of the primary key, 16 hexadecimal digits.
	KeyID string
	// Expired says that the time of the key or of a signature is over, or that it has
	// not begun.
	Expired bool
}

// candidate is a key that may have made a signature.
type candidate struct {
	key    *key
	public *publicKey
	// signed are the signatures that let it sign.
	signed []*signature
	// revocations are those of the subkey.
	revocations []*signature
}

// Verify checks a binary signature of a document at a time. A key has to say that it
// may sign. One that is revoked is an error, and one that has expired is not.
func (ks Keys) Verify(document, signature []byte, now time.Time) (Signer, error) {
	s, candidates, err := ks.find(signature)
	if err != nil {
		return Signer{}, err
	}
	switch {
	case s.hash == crypto.SHA1:
		return Signer{}, errors.New("its hash function, SHA-1, is not safe")
	case s.kind == typeText:
		document = bytes.ReplaceAll(bytes.ReplaceAll(document, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	case s.kind != typeBinary:
		return Signer{}, fmt.Errorf("its type %#x is not that of a document's signature", s.kind)
	}
	sum := s.sum(document)
	for _, c := range candidates {
		if err = c.public.check(s, sum); err == nil {
			return c.judge(s, now)
		}
	}
	return Signer{}, err
}

// maxSignatures bounds the signatures of a document in bytes: each of them is compared
// with each key. One with RSA of 16,384 bits has some 2,100.
const maxSignatures = 64 << 10

// find returns the first signature that a key here may have made, and these keys.
func (ks Keys) find(data []byte) (*signature, []candidate, error) {
	if len(data) > maxSignatures {
		return nil, nil, fmt.Errorf("it has %d bytes, and more than %d are not read", len(data), maxSignatures)
	}
	for r := (&reader{rest: data}); len(r.rest) > 0; {
		p, err := r.packet()
		switch {
		case err != nil:
			return nil, nil, err
		case p.tag == tagMarker || p.tag == tagTrust || p.tag >= tagPrivate:
			continue
		case p.tag != tagSignature:
			return nil, nil, errors.New("there is something else than a signature")
		}
		s, err := readSignature(p.body)
		switch {
		case errors.Is(err, errUnsupported):
			continue
		case err != nil:
			return nil, nil, err
		case s.issuer == nil:
			return nil, nil, errors.New("it does not say which key made it")
		}
		if candidates := ks.candidates(s); candidates != nil {
			return s, candidates, nil
		}
	}
	return nil, nil, ErrUnknownIssuer
}

// candidates returns the keys that a signature names, if they may sign.
func (ks Keys) candidates(s *signature) []candidate {
	var found []candidate
	for _, k := range ks {
		self := k.main().self
		if self == nil {
			continue
		}
		if s.by(k.primary) && self.flags&flagSign != 0 {
			found = append(found, candidate{key: k, public: k.primary, signed: []*signature{self}})
		}
		for _, sub := range k.subkeys {
			if s.by(sub.publicKey) && sub.binding.flags&flagSign != 0 && sub.binding.embedded != nil {
				found = append(found, candidate{
					key: k, public: sub.publicKey, revocations: sub.revocations,
					signed: []*signature{self, sub.binding, sub.binding.embedded},
				})
			}
		}
	}
	return found
}

// judge says whether a key that made a signature was allowed to.
func (c candidate) judge(s *signature, now time.Time) (Signer, error) {
	self := c.signed[0]
	expired := c.key.primary.expired(self, now)
	if len(c.signed) > 1 {
		expired = expired || c.public.expired(c.signed[1], now)
	}
	for _, s := range append(c.signed, s) {
		if s.notation {
			return Signer{}, errors.New("a critical notation of a signature is not known")
		}
		expired = expired || s.expired(now)
	}
	if c.key.revoked(now) || revokes(c.revocations, now) {
		return Signer{}, errors.New("the key is revoked")
	}
	return Signer{KeyID: fmt.Sprintf("%016X", c.key.primary.id()), Expired: expired}, nil
}
