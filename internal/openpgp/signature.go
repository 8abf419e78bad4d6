package openpgp

import (
	"bytes"
	"crypto"
	"crypto/sha1"
	"crypto/sha256"
	_ "crypto/sha3"
	_ "crypto/sha512"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"
)

// The types of signatures (RFC 9580, section 5.2.1).
const (
	typeBinary           = 0x00
	typeText             = 0x01
	typeGenericCert      = 0x10
	typePositiveCert     = 0x13
	typeSubkeyBinding    = 0x18
	typePrimaryBinding   = 0x19
	typeKeyRevocation    = 0x20
	typeSubkeyRevocation = 0x28
	typeCertRevocation   = 0x30
)

// The properties of signatures (RFC 9580, section 5.2.3.7).
const (
	subCreation      = 2
	subExpiration    = 3
	subExportable    = 4
	subKeyExpiration = 9
	subIssuer        = 16
	subNotation      = 20
	subPrimaryUser   = 25
	subKeyFlags      = 27
	subReason        = 29
	subEmbedded      = 32
	subFingerprint   = 33
)

// harmless are the properties that say nothing about what is asked here.
var harmless = []byte{5, 6, 11, 21, 22, 23, 24, 26, 28, 30, 35, 39}

// hashes are the functions of signatures. SHA-1 is only for those on keys, of
// which there are old ones.
var hashes = map[byte]crypto.Hash{
	2: crypto.SHA1, 8: crypto.SHA256, 9: crypto.SHA384, 10: crypto.SHA512, 11: crypto.SHA224,
	12: crypto.SHA3_256, 14: crypto.SHA3_512,
}

// errUnsupported are the errors of signatures that are passed over.
var errUnsupported = errors.New("is not supported")

const (
	flagSign          = 2
	reasonCompromised = 2
)

// signature is what a packet of one says.
type signature struct {
	kind      byte
	algorithm byte
	hash      crypto.Hash
	// suffix is hashed after what is signed.
	suffix []byte
	// numbers are the signature itself.
	numbers [][]byte

	made                  time.Time
	lifetime, keyLifetime uint32
	issuer                *uint64
	fingerprint           []byte
	flags                 byte
	primaryUser           bool
	compromised           bool
	// notation says that there is a critical one, none of which is known.
	notation bool
	// embedded is by the subkey that this one is on.
	embedded *signature
}

// readSignature reads the body of the packet of a signature. Only its kind is
// known if that is not supported.
func readSignature(body []byte) (*signature, error) {
	r := &reader{rest: body}
	s := &signature{}
	version := r.number(1)
	if r.err == nil && version != 4 {
		// Version 3 has the number of the bytes that are hashed before the type.
		if version == 3 {
			r.take(1)
		}
		s.kind = byte(r.number(1))
		return s, fmt.Errorf("a signature of version %d %w", version, errUnsupported)
	}
	s.kind, s.algorithm = byte(r.number(1)), byte(r.number(1))
	hash := byte(r.number(1))
	hashed := r.take(int(r.number(2)))
	unhashed := r.take(int(r.number(2)))
	r.take(2) // the start of the hash
	if r.err != nil {
		return s, r.err
	}
	s.hash = hashes[hash]
	if s.hash == 0 {
		return s, fmt.Errorf("hash function %d %w", hash, errUnsupported)
	}
	if err := s.readNumbers(r); err != nil {
		return s, err
	}
	s.suffix = slices.Clone(body[:6+len(hashed)])
	s.suffix = binary.BigEndian.AppendUint32(append(s.suffix, 4, 0xff), uint32(6+len(hashed)))
	if err := s.readProperties(hashed, true); err != nil {
		return s, err
	}
	if err := s.readProperties(unhashed, false); err != nil {
		return s, err
	}
	if s.made.IsZero() {
		return s, errors.New("a signature does not say when it was made")
	}
	return s, nil
}

// sum returns the hash of what is signed, in parts, with what the signature says.
func (s *signature) sum(parts ...[]byte) []byte {
	h := s.hash.New()
	for _, part := range parts {
		h.Write(part)
	}
	h.Write(s.suffix)
	return h.Sum(nil)
}

func (s *signature) readNumbers(r *reader) error {
	switch s.algorithm {
	case algoRSA, algoRSASign:
		s.numbers = [][]byte{r.mpi()}
	case algoDSA, algoECDSA, algoEdDSA:
		s.numbers = [][]byte{r.mpi(), r.mpi()}
	case algoEd25519:
		s.numbers = [][]byte{r.take(32), r.take(32)}
	default:
		return fmt.Errorf("algorithm %d %w", s.algorithm, errUnsupported)
	}
	return r.end()
}

// integer returns one of the numbers.
func (s *signature) integer(i int) *big.Int { return new(big.Int).SetBytes(s.numbers[i]) }

// together returns two numbers as one of twice so many bytes, or nothing if they
// have more.
func (s *signature) together(size int) []byte {
	whole := make([]byte, 2*size)
	for i, number := range s.numbers {
		if len(number) > size {
			return nil
		}
		copy(whole[(i+1)*size-len(number):], number)
	}
	return whole
}

// readProperties reads the properties of one of both areas. Of those that are not
// hashed, anybody can add some, so only what is checked by itself is taken.
func (s *signature) readProperties(area []byte, hashed bool) error {
	for r := (&reader{rest: area}); len(r.rest) > 0; {
		length := r.length(255)
		if length == 0 || int64(length) > int64(len(r.rest)) {
			return errors.Join(r.err, errors.New("a property of a signature has the wrong length"))
		}
		body := r.take(int(length))
		name, critical := body[0]&0x7f, body[0]&0x80 != 0
		if hashed || name == subIssuer || name == subFingerprint || name == subEmbedded {
			if err := s.readProperty(name, critical, body[1:]); err != nil {
				return err
			}
		}
	}
	return nil
}

// sizes are those of the properties that have always the same.
var sizes = map[byte]int{
	subCreation: 4, subExpiration: 4, subExportable: 1, subKeyExpiration: 4, subIssuer: 8, subPrimaryUser: 1,
}

func (s *signature) readProperty(name byte, critical bool, value []byte) error {
	if size, fixed := sizes[name]; fixed && len(value) != size {
		return fmt.Errorf("property %d of a signature has %d bytes", name, len(value))
	}
	switch name {
	case subCreation:
		s.made = time.Unix(int64(binary.BigEndian.Uint32(value)), 0)
	case subExpiration:
		s.lifetime = binary.BigEndian.Uint32(value)
	case subExportable:
		if value[0] == 0 {
			return fmt.Errorf("a signature for one person alone %w", errUnsupported)
		}
	case subKeyExpiration:
		s.keyLifetime = binary.BigEndian.Uint32(value)
	case subIssuer:
		id := binary.BigEndian.Uint64(value)
		s.issuer = &id
	case subFingerprint:
		return s.named(value)
	case subNotation:
		s.notation = s.notation || critical
	case subPrimaryUser:
		s.primaryUser = value[0] > 0
	case subKeyFlags:
		if len(value) > 0 {
			s.flags |= value[0]
		}
	case subReason:
		if len(value) == 0 {
			return errors.New("a revocation has an empty reason")
		}
		s.compromised = value[0] == reasonCompromised
	case subEmbedded:
		return s.embed(value)
	default:
		if critical && !slices.Contains(harmless, name) {
			return fmt.Errorf("the critical property %d of a signature %w", name, errUnsupported)
		}
	}
	return nil
}

// named reads the version and the fingerprint of the key that made the signature.
func (s *signature) named(value []byte) error {
	size := 1 + sha1.Size
	if len(value) > 0 && value[0] > 4 {
		size = 1 + sha256.Size
	}
	switch {
	case len(value) != size:
		return errors.New("the fingerprint in a signature has the wrong length")
	case value[0] != 4:
		return fmt.Errorf("a signature by a key of version %d %w", value[0], errUnsupported)
	}
	s.fingerprint = value[1:]
	id := binary.BigEndian.Uint64(value[size-8:])
	s.issuer = &id
	return nil
}

// embed reads the signature by which a subkey says that it belongs to its key.
func (s *signature) embed(body []byte) error {
	if s.embedded != nil || s.kind == typePrimaryBinding {
		return errors.New("a signature has more than one in it")
	}
	// The type is seen before anything is read: such a signature has none in it.
	if len(body) < 2 || body[1] != typePrimaryBinding {
		return errors.New("a signature has one of another type in it")
	}
	var err error
	s.embedded, err = readSignature(body)
	return err
}

// by says whether the signature names a key as the one that made it.
func (s *signature) by(k *publicKey) bool {
	if s.fingerprint != nil {
		return bytes.Equal(s.fingerprint, k.fingerprint[:])
	}
	return s.issuer != nil && *s.issuer == k.id()
}

// expired says whether the signature's time is over, or has not begun.
func (s *signature) expired(now time.Time) bool { return over(s.made, s.lifetime, now) }

// revokes says whether one of some revocations holds. Of a key that somebody else
// has, all do.
func revokes(revocations []*signature, now time.Time) bool {
	return slices.ContainsFunc(revocations, func(s *signature) bool { return s.compromised || !s.expired(now) })
}
