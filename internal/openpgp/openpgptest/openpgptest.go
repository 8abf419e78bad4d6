// Package openpgptest makes OpenPGP keys and signatures, right ones and wrong ones,
// for tests.
package openpgptest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	_ "crypto/sha256" // for the hashes of signatures
	_ "crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// The types of packets, of signatures and of their properties that tests name.
const (
	TagSignature, TagPublicKey, TagUserID, TagSubkey = 2, 6, 13, 14

	Binary, Text, Cert, SubkeyBinding, PrimaryBinding        = 0x00, 0x01, 0x13, 0x18, 0x19
	KeyRevocation, SubkeyRevocation, CertificationRevocation = 0x20, 0x28, 0x30

	Creation, Expiration, KeyExpiration, Issuer, PrimaryUser = 2, 3, 9, 16, 25
	KeyFlags, Reason, Embedded, Fingerprint                  = 27, 29, 32, 33
)

// Key is a key that can sign.
type Key struct {
	Made      time.Time
	Algorithm byte
	// Material is what follows the algorithm in the packet of the key.
	Material []byte
	// Sign returns what follows the start of the hash in a signature.
	Sign func(hash crypto.Hash, sum []byte) []byte
}

// must panics if something cannot be made.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// MPI writes a number.
func MPI(number []byte) []byte {
	n := new(big.Int).SetBytes(number)
	return append(binary.BigEndian.AppendUint16(nil, uint16(n.BitLen())), n.Bytes()...)
}

// Ed25519 makes a key of the kind that GnuPG makes.
func Ed25519(made time.Time) *Key {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	must(public, err)
	return &Key{
		Made: made, Algorithm: 22,
		Material: append([]byte("\x09\x2b\x06\x01\x04\x01\xda\x47\x0f\x01"), MPI(append([]byte{0x40}, public...))...),
		Sign: func(_ crypto.Hash, sum []byte) []byte {
			s := ed25519.Sign(private, sum)
			return append(MPI(s[:32]), MPI(s[32:])...)
		},
	}
}

// RSA makes a key.
func RSA(made time.Time, bits int) *Key {
	private := must(rsa.GenerateKey(rand.Reader, bits))
	return &Key{
		Made: made, Algorithm: 1,
		Material: append(MPI(private.N.Bytes()), MPI(big.NewInt(int64(private.E)).Bytes())...),
		Sign: func(hash crypto.Hash, sum []byte) []byte {
			return MPI(must(rsa.SignPKCS1v15(rand.Reader, private, hash, sum)))
		},
	}
}

// ECDSA makes a key with P-256.
func ECDSA(made time.Time) *Key {
	private := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	return &Key{
		Made: made, Algorithm: 19,
		Material: append([]byte("\x08\x2a\x86\x48\xce\x3d\x03\x01\x07"), MPI(must(private.PublicKey.Bytes()))...),
		Sign: func(_ crypto.Hash, sum []byte) []byte {
			r, s, err := ecdsa.Sign(rand.Reader, private, sum)
			must(r, err)
			return append(MPI(r.Bytes()), MPI(s.Bytes())...)
		},
	}
}

// Body is the content of the key's packet.
func (k *Key) Body() []byte {
	body := binary.BigEndian.AppendUint32([]byte{4}, uint32(k.Made.Unix()))
	return append(append(body, k.Algorithm), k.Material...)
}

// Hashed is what signatures on the key are made of.
func (k *Key) Hashed() []byte {
	body := k.Body()
	return append(binary.BigEndian.AppendUint16([]byte{0x99}, uint16(len(body))), body...)
}

// Fingerprint is the long name of the key.
func (k *Key) Fingerprint() []byte {
	sum := sha1.Sum(k.Hashed())
	return sum[:]
}

// ID is the short name of the key.
func (k *Key) ID() string { return fmt.Sprintf("%X", k.Fingerprint()[12:]) }

// UserHashed is what signatures on a user ID are made of, behind the key.
func UserHashed(id string) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{0xb4}, uint32(len(id))), id...)
}

// Property is one of a signature. With 0x80 in its name, it is critical.
func Property(name byte, value ...byte) []byte {
	length := len(value) + 1
	if length < 192 {
		return append([]byte{byte(length), name}, value...)
	}
	return append(append(binary.BigEndian.AppendUint32([]byte{255}, uint32(length)), name), value...)
}

// Seconds is a property with a time or a number of seconds.
func Seconds(name byte, n int64) []byte {
	return Property(name, binary.BigEndian.AppendUint32(nil, uint32(n))...)
}

// Hashes are the numbers of the functions that signatures can be made with here.
var Hashes = map[byte]crypto.Hash{2: crypto.SHA1, 8: crypto.SHA256, 10: crypto.SHA512}

// Signature makes the body of the packet of a signature of what signed is together.
// Beside the properties it has those with its time and key.
func (k *Key) Signature(kind, hash byte, made time.Time, properties []byte, signed ...[]byte) []byte {
	hashed := append(Seconds(Creation, made.Unix()), Property(Fingerprint, append([]byte{4}, k.Fingerprint()...)...)...)
	return k.SignatureWith(kind, hash, append(hashed, properties...), Property(Issuer, k.Fingerprint()[12:]...), signed...)
}

// SignatureWith makes one with these properties alone.
func (k *Key) SignatureWith(kind, hash byte, hashed, unhashed []byte, signed ...[]byte) []byte {
	body := binary.BigEndian.AppendUint16([]byte{4, kind, k.Algorithm, hash}, uint16(len(hashed)))
	body = append(body, hashed...)
	h := Hashes[hash].New()
	for _, part := range signed {
		h.Write(part)
	}
	h.Write(body)
	h.Write(binary.BigEndian.AppendUint32([]byte{4, 0xff}, uint32(len(body))))
	sum := h.Sum(nil)
	body = append(binary.BigEndian.AppendUint16(body, uint16(len(unhashed))), unhashed...)
	return append(append(body, sum[:2]...), k.Sign(Hashes[hash], sum)...)
}

// Packet writes one.
func Packet(tag byte, body []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{0xc0 | tag, 255}, uint32(len(body))), body...)
}

// UserID is the one of the keys that [Key.Public] makes.
const UserID = "Nobody <nobody@registry.test>"

// Public returns the packets of a key that may sign, made at a time and valid for so
// many seconds; 0 is for ever.
func (k *Key) Public(seconds int64) []byte {
	properties := Property(KeyFlags, 3)
	if seconds > 0 {
		properties = append(properties, Seconds(KeyExpiration, seconds)...)
	}
	return k.With(k.Signature(Cert, 8, k.Made, properties, k.Hashed(), UserHashed(UserID)))
}

// With returns the packets of a key with these bodies of signatures on its user ID.
func (k *Key) With(signatures ...[]byte) []byte {
	all := append(Packet(TagPublicKey, k.Body()), Packet(TagUserID, []byte(UserID))...)
	for _, s := range signatures {
		all = append(all, Packet(TagSignature, s)...)
	}
	return all
}

// Detached makes the packet of a signature of a document.
func (k *Key) Detached(document []byte, made time.Time) []byte {
	return Packet(TagSignature, k.Signature(Binary, 8, made, nil, document))
}

// Armor writes packets as text.
func Armor(data []byte) string {
	text := base64.StdEncoding.EncodeToString(data)
	var lines strings.Builder
	lines.WriteString("-----BEGIN PGP PUBLIC KEY BLOCK-----\nComment: for a test\n\n")
	for ; len(text) > 64; text = text[64:] {
		lines.WriteString(text[:64] + "\n")
	}
	return lines.String() + text + "\n-----END PGP PUBLIC KEY BLOCK-----\n"
}
