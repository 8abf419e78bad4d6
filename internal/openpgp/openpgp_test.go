package openpgp_test

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"encoding/binary"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hcljson/hcljson/internal/openpgp"
	. "github.com/hcljson/hcljson/internal/openpgp/openpgptest"
)

var (
	now      = time.Unix(1_790_000_000, 0)
	made     = now.Add(-30 * 24 * time.Hour)
	document = []byte("sum  name\nsum  other\r\n")

	primary = Ed25519(made)
	sub     = Ed25519(made.Add(time.Hour))
)

const (
	day  = 24 * 60 * 60
	sign = 2
)

// join returns one slice of several.
func join(parts ...[]byte) []byte { return slices.Concat(parts...) }

// verify reads keys, and checks a signature of the document.
func verify(keys, signature []byte) (openpgp.Signer, error) {
	ks, err := openpgp.ReadKeys(Armor(keys))
	if err != nil {
		return openpgp.Signer{}, err
	}
	return ks.Verify(document, signature, now)
}

// good expects that a signature is taken.
func good(t *testing.T, name string, keys, signature []byte, expired bool) {
	t.Helper()
	s, err := verify(keys, signature)
	if err != nil || s.Expired != expired || len(s.KeyID) != 16 {
		t.Errorf("%s: %+v, %v", name, s, err)
	}
}

// bad expects an error.
func bad(t *testing.T, name string, keys, signature []byte, want string) {
	t.Helper()
	if s, err := verify(keys, signature); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %+v, %v, and the error has to say %q", name, s, err, want)
	}
}

func TestAlgorithms(t *testing.T) {
	for name, k := range map[string]*Key{"Ed25519": primary, "RSA": RSA(made, 2048), "ECDSA": ECDSA(made)} {
		for hash := range Hashes {
			s := Packet(TagSignature, k.Signature(Binary, hash, made, nil, document))
			if hash == 2 {
				bad(t, name, k.Public(0), s, "SHA-1, is not safe")
				continue
			}
			good(t, name, k.Public(0), s, false)
			bad(t, name, primary.Public(0), Packet(TagSignature, RSA(made, 1024).Signature(Binary, hash, made, nil, document)),
				"another key")
			s[len(s)-1] ^= 1
			bad(t, name, k.Public(0), s, "the signature is wrong")
		}
	}
	text := primary.Signature(Text, 8, made, nil, bytes.ReplaceAll(document, []byte("name\n"), []byte("name\r\n")))
	good(t, "lines end as in texts", primary.Public(0), Packet(TagSignature, text), false)
	bad(t, "not as in texts", primary.Public(0), Packet(TagSignature, primary.Signature(Text, 8, made, nil, document)),
		"is wrong")
	old := primary.With(primary.Signature(Cert, 2, made, Property(KeyFlags, sign), primary.Hashed(), UserHashed(UserID)))
	good(t, "an old key, signed with SHA-1", old, primary.Detached(document, made), false)
	// crypto/rsa refuses such keys by itself; a program can allow them.
	t.Setenv("GODEBUG", "rsa1024min=0")
	weak := RSA(made, 1024)
	weak.Material = join(MPI(bytes.Repeat([]byte{0xff}, 64)), MPI([]byte{1, 0, 1}))
	bad(t, "a small key", weak.Public(0), weak.Detached(document, made), "wrong")
}

// binding makes a subkey that may sign.
func binding(properties ...[]byte) []byte {
	cross := sub.Signature(PrimaryBinding, 8, made, nil, primary.Hashed(), sub.Hashed())
	all := join(append(properties, Property(KeyFlags, sign), Property(Embedded, cross...))...)
	return Packet(TagSignature, primary.Signature(SubkeyBinding, 8, made, all, primary.Hashed(), sub.Hashed()))
}

func TestSubkeys(t *testing.T) {
	subkey := Packet(TagSubkey, sub.Body())
	key := join(primary.Public(0), subkey)
	s := sub.Detached(document, now)
	good(t, "a subkey", join(key, binding()), s, false)
	if signer, err := verify(join(key, binding()), s); err != nil || signer.KeyID != primary.ID() {
		t.Errorf("%+v, %v, and it is %s", signer, err, primary.ID())
	}
	good(t, "an expired subkey", join(key, binding(Seconds(KeyExpiration, day))), s, true)
	good(t, "an expired binding", join(key, binding(Seconds(Expiration, day))), s, true)
	bad(t, "one that nobody signed", key, s, "has not signed a subkey")
	bound := func(signer *Key, kind byte, properties ...[]byte) []byte {
		return Packet(TagSignature, signer.Signature(kind, 8, made, join(properties...), primary.Hashed(), sub.Hashed()))
	}
	revocation := bound(primary, SubkeyRevocation)
	bad(t, "a revoked one", join(key, binding(), revocation), s, "revoked")
	bad(t, "one that is revoked before", join(key, revocation, binding()), s, "revoked")
	bad(t, "one that signed itself", join(key, bound(sub, SubkeyBinding, Property(KeyFlags, sign))), s,
		"its signature on a subkey")
	bad(t, "one that did not sign", join(key, bound(primary, SubkeyBinding, Property(KeyFlags, sign))), s,
		"has not signed the key")
	bad(t, "one that may not sign", join(key, bound(primary, SubkeyBinding, Property(KeyFlags, 12))), s, "another key")
	bad(t, "one without flags", join(key, bound(primary, SubkeyBinding)), s, "another key")
	foreign := Ed25519(made).Signature(PrimaryBinding, 8, made, nil, primary.Hashed(), sub.Hashed())
	bad(t, "one that another one signed for",
		join(key, bound(primary, SubkeyBinding, Property(KeyFlags, sign), Property(Embedded, foreign...))), s,
		"its signature on a subkey")
	cross := sub.Signature(Binary, 8, made, nil, primary.Hashed(), sub.Hashed())
	bad(t, "one that signed something else",
		join(key, bound(primary, SubkeyBinding, Property(KeyFlags, sign), Property(Embedded, cross...))), s, "another type")
	bad(t, "a type that is not for subkeys", join(key, bound(primary, Cert)), s, "0x13 is on a subkey")
	bad(t, "its revocation is in a form that is not known",
		join(key, binding(), bound(primary, SubkeyRevocation, Property(0x80|99))), s, "revocation")
	// A subkey for another purpose, with an algorithm of its own.
	other := &Key{Made: made, Algorithm: 18, Material: []byte("anything")}
	encrypts := Packet(TagSignature,
		primary.Signature(SubkeyBinding, 8, made, Property(KeyFlags, 12), primary.Hashed(), other.Hashed()))
	good(t, "beside one that encrypts", join(primary.Public(0), Packet(TagSubkey, other.Body()), encrypts),
		primary.Detached(document, made), false)
}

func TestTimes(t *testing.T) {
	s := primary.Detached(document, made)
	later := Ed25519(now.Add(time.Hour))
	good(t, "valid", primary.Public(31*day), s, false)
	good(t, "expired", primary.Public(29*day), s, true)
	good(t, "not begun", later.Public(0), later.Detached(document, now), true)
	good(t, "signed later", primary.Public(0), primary.Detached(document, now.Add(time.Hour)), true)
	short := primary.Signature(Binary, 8, made, Seconds(Expiration, day), document)
	good(t, "an expired signature", primary.Public(0), Packet(TagSignature, short), true)
	self := func(at time.Time, properties ...[]byte) []byte {
		return primary.Signature(Cert, 8, at, join(properties...), primary.Hashed(), UserHashed(UserID))
	}
	flags := Property(KeyFlags, sign)
	good(t, "made longer", primary.With(self(made, flags, Seconds(KeyExpiration, day)), self(now, flags)), s, false)
	good(t, "made shorter", primary.With(self(now, flags, Seconds(KeyExpiration, day)), self(made, flags)), s, true)
	bad(t, "without flags", primary.With(self(made)), s, "another key")
	bad(t, "with other flags", primary.With(self(made, Property(KeyFlags, 0x0d))), s, "another key")
}

func TestRevoked(t *testing.T) {
	s := primary.Detached(document, made)
	revocation := func(by *Key, at time.Time, properties ...[]byte) []byte {
		return Packet(TagSignature, by.Signature(KeyRevocation, 8, at, join(properties...), primary.Hashed()))
	}
	head, rest := Packet(TagPublicKey, primary.Body()), primary.Public(0)[len(Packet(TagPublicKey, primary.Body())):]
	bad(t, "revoked", join(head, revocation(primary, made), rest), s, "revoked")
	bad(t, "revoked and expired", join(head, revocation(primary, made), primary.Public(day)[len(head):]), s, "revoked")
	good(t, "for some time", join(head, revocation(primary, made, Seconds(Expiration, day)), rest), s, false)
	bad(t, "for some time, as somebody else has it",
		join(head, revocation(primary, made, Seconds(Expiration, day), Property(Reason, 2)), rest), s, "revoked")
	bad(t, "by another", join(head, revocation(sub, made), rest), s, "its revocation")
	bad(t, "in a form that is not known", join(head, revocation(primary, made, Property(0x80|99)), rest), s, "revocation")
	v3 := Packet(TagSignature, append([]byte{3, 5, KeyRevocation}, make([]byte, 20)...))
	bad(t, "of version 3", join(head, v3, rest), s, "revocation")
	bad(t, "after a user ID", join(primary.Public(0), revocation(primary, made)), s, "0x20 is on a user ID")

	user := primary.Signature(CertificationRevocation, 8, now, nil, primary.Hashed(), UserHashed(UserID))
	bad(t, "its only user ID", join(primary.Public(0), Packet(TagSignature, user)), s, "revoked")
	bad(t, "nothing but revoked", primary.With(user), s, "another key")
	another := primary.Signature(Cert, 8, made, Property(KeyFlags, sign), primary.Hashed(), UserHashed("other"))
	good(t, "another user ID", join(primary.Public(0), Packet(TagSignature, user),
		Packet(TagUserID, []byte("other")), Packet(TagSignature, another)), s, false)
}

// What a key says has to be signed by it.
func TestForged(t *testing.T) {
	s := primary.Detached(document, made)
	stranger := Ed25519(made)
	certified := func(by *Key, signed ...[]byte) []byte {
		return by.Signature(Cert, 8, made, Property(KeyFlags, sign), signed...)
	}
	bad(t, "another user ID", primary.With(certified(primary, primary.Hashed(), UserHashed("other"))), s, "on a user ID")
	bad(t, "another key", primary.With(certified(primary, stranger.Hashed(), UserHashed(UserID))), s, "on a user ID")
	bad(t, "by another key alone", primary.With(certified(stranger, primary.Hashed(), UserHashed(UserID))), s,
		"no user ID")
	good(t, "by another key too", primary.With(certified(stranger, []byte("anything")),
		certified(primary, primary.Hashed(), UserHashed(UserID))), s, false)
	bad(t, "no user ID", Packet(TagPublicKey, primary.Body()), s, "no user ID")
	bad(t, "a type for documents", primary.With(primary.Signature(Binary, 8, made, nil, primary.Hashed())), s,
		"0x0 is on a user ID")
	// Anybody can write what is not hashed.
	open := join(Property(KeyFlags, sign), Seconds(KeyExpiration, 100*day), Seconds(Creation, made.Unix()))
	bad(t, "flags that are not hashed", primary.With(primary.SignatureWith(Cert, 8, Seconds(Creation, made.Unix()),
		join(open, Property(Issuer, primary.Fingerprint()[12:]...)), primary.Hashed(), UserHashed(UserID))), s, "another key")
	bad(t, "a time that is not hashed", primary.With(primary.SignatureWith(Cert, 8, Property(KeyFlags, sign), open,
		primary.Hashed(), UserHashed(UserID))), s, "when it was made")
}

// The signature itself.
func TestSignatures(t *testing.T) {
	keys := primary.Public(0)
	of := func(properties ...[]byte) []byte {
		return Packet(TagSignature, primary.Signature(Binary, 8, made, join(properties...), document))
	}
	good(t, "as it is", keys, of(), false)
	bad(t, "of a key", keys, Packet(TagSignature, primary.Signature(Cert, 8, made, nil, document)), "0x13")
	bad(t, "by a subkey's type", keys, Packet(TagSignature, primary.Signature(SubkeyBinding, 8, made, nil, document)),
		"0x18")
	bad(t, "nothing", keys, nil, "another key")
	bad(t, "a key", keys, keys, "something else")
	bad(t, "cut off", keys, of()[:50], "too soon")
	bad(t, "too long", keys, Packet(TagSignature, append(of()[6:], 0)), "1 bytes follow")
	bad(t, "in parts", keys, append([]byte{0xc2, 0xe1, 4}, of()...), "in parts")
	bad(t, "without a length", keys, append([]byte{0x8b}, of()[6:]...), "no length")
	bad(t, "no OpenPGP", keys, document, "OpenPGP format")
	bad(t, "a critical notation", keys, of(Property(0x80|20, 0, 0, 0, 0, 0, 1, 0, 0, 'x')), "critical notation")
	good(t, "a notation", keys, of(Property(20, 0, 0, 0, 0, 0, 1, 0, 0, 'x')), false)
	good(t, "a property that is not known", keys, of(Property(99)), false)
	bad(t, "a critical property that is not known", keys, of(Property(0x80|99)), "another key")
	bad(t, "no issuer", keys,
		Packet(TagSignature, primary.SignatureWith(Binary, 8, Seconds(Creation, made.Unix()), nil, document)), "which key")
	bad(t, "a property of no length", keys, of([]byte{0}), "wrong length")
	bad(t, "a property that is too long", keys, of([]byte{255, 255, 255, 255, 255}), "wrong length")
	bad(t, "a property of another length", keys, of(Property(Expiration, 1)), "has 1 bytes")
	bad(t, "another algorithm", RSA(made, 1024).Public(0), of(), "another key")
	claims := RSA(made, 1024)
	as := primary.SignatureWith(Binary, 8, Seconds(Creation, made.Unix()), Property(Issuer, claims.Fingerprint()[12:]...),
		document)
	bad(t, "the name of a key with another algorithm", claims.Public(0), Packet(TagSignature, as), "different algorithms")
	for _, version := range []byte{0, 3, 5, 6} {
		s := of()
		s[6] = version
		bad(t, "another version", keys, s, "another key")
	}
	good(t, "behind one by another key", keys, join(Ed25519(made).Detached(document, made), of()), false)
	md5 := of()
	md5[9] = 1
	bad(t, "MD5", keys, md5, "another key")
	if _, err := verify(keys, md5); !errors.Is(err, openpgp.ErrUnknownIssuer) {
		t.Error(err)
	}
}

// numbers returns a signature of the document with other numbers than its own.
func numbers(k *Key, all ...[]byte) []byte {
	with := *k
	with.Sign = func(crypto.Hash, []byte) []byte { return join(all...) }
	return with.Detached(document, made)
}

// Numbers that mathematics alone would take, or that are another form of right ones.
func TestNumbers(t *testing.T) {
	zero, one := MPI(nil), MPI([]byte{1})
	for name, k := range map[string]*Key{"Ed25519": primary, "ECDSA": ECDSA(made)} {
		bad(t, name+": zeros", k.Public(0), numbers(k, zero, zero), "wrong")
		bad(t, name+": ones", k.Public(0), numbers(k, one, one), "wrong")
		large := MPI(bytes.Repeat([]byte{0xff}, 8000))
		bad(t, name+": large ones", k.Public(0), numbers(k, large, large), "wrong")
	}

	// The second number of Ed25519 has one form: below the order of the group.
	order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	kept, malleable := primary.Sign, *primary
	malleable.Sign = func(hash crypto.Hash, sum []byte) []byte {
		s := kept(hash, sum)
		first := 2 + (int(binary.BigEndian.Uint16(s))+7)/8
		second := new(big.Int).SetBytes(s[first+2:]).FillBytes(make([]byte, 32))
		slices.Reverse(second)
		second = new(big.Int).Add(new(big.Int).SetBytes(second), order).FillBytes(make([]byte, 32))
		slices.Reverse(second)
		return join(s[:first], MPI(second))
	}
	bad(t, "Ed25519 in another form", primary.Public(0), malleable.Detached(document, made), "wrong")
}

func TestNumbersOfRSA(t *testing.T) {
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	with := func(exponent []byte, sign func(hash crypto.Hash, sum []byte) ([]byte, error)) *Key {
		return &Key{
			Made: made, Algorithm: 1, Material: join(MPI(private.N.Bytes()), MPI(exponent)),
			Sign: func(hash crypto.Hash, sum []byte) []byte {
				s, err := sign(hash, sum)
				if err != nil {
					t.Fatal(err)
				}
				return MPI(s)
			},
		}
	}
	whole := func(hash crypto.Hash, sum []byte) ([]byte, error) {
		return rsa.SignPKCS1v15(nil, private, hash, sum)
	}
	own := with([]byte{1, 0, 1}, whole)
	keys := own.Public(0)
	good(t, "RSA", keys, own.Detached(document, made), false)
	bad(t, "RSA without the name of its hash", keys,
		with([]byte{1, 0, 1}, func(_ crypto.Hash, sum []byte) ([]byte, error) {
			return whole(0, sum)
		}).Detached(document, made), "wrong")
	bad(t, "RSA with the name of another hash", keys,
		with([]byte{1, 0, 1}, func(_ crypto.Hash, sum []byte) ([]byte, error) {
			return whole(crypto.SHA512_256, sum)
		}).Detached(document, made), "wrong")
	bad(t, "RSA with another padding", keys, with([]byte{1, 0, 1}, func(hash crypto.Hash, sum []byte) ([]byte, error) {
		return rsa.SignPSS(rand.Reader, private, hash, sum, nil)
	}).Detached(document, made), "wrong")
	bad(t, "RSA with one number more than the key", keys, numbers(own, MPI(join([]byte{1}, private.N.Bytes()))), "wrong")

	// With the exponent 1, everybody can sign: the signature is what is signed.
	bad(t, "RSA without an exponent", with([]byte{1}, func(hash crypto.Hash, sum []byte) ([]byte, error) {
		s, err := whole(hash, sum)
		return new(big.Int).Exp(new(big.Int).SetBytes(s), big.NewInt(0x10001), private.N).Bytes(), err
	}).Public(0), own.Detached(document, made), "wrong")
}

func TestNumbersOfDSA(t *testing.T) {
	zero, one := MPI(nil), MPI([]byte{1})
	p := MPI(bytes.Repeat([]byte{0xff}, 256))
	q := MPI(bytes.Repeat([]byte{0xff}, 32))
	for name, material := range map[string][]byte{
		"p of 512 bits": join(MPI(bytes.Repeat([]byte{0xff}, 64)), q, MPI([]byte{2}), MPI([]byte{2})),
		"q is 1":        join(p, one, MPI([]byte{2}), MPI([]byte{2})),
		"g is 1":        join(p, q, one, MPI([]byte{2})),
		"y is 1":        join(p, q, MPI([]byte{2}), one),
		"y is p":        join(p, q, MPI([]byte{2}), p),
		"zeros":         join(zero, zero, zero, zero),
	} {
		dsa := &Key{Made: made, Algorithm: 17, Material: material}
		bad(t, "DSA: "+name, Packet(TagPublicKey, dsa.Body()), primary.Detached(document, made), "sizes that are not used")
	}
}

func TestCostly(t *testing.T) {
	s := primary.Detached(document, made)
	huge := &Key{Made: made, Algorithm: 17, Material: bytes.Repeat(MPI(bytes.Repeat([]byte{0xff}, 8191)), 4)}
	bad(t, "a key with large numbers", join(Packet(TagPublicKey, huge.Body()), primary.Public(0)), s, "the key has 32")
	bad(t, "a subkey with large numbers", join(primary.Public(0), Packet(TagSubkey, huge.Body())), s, "the key has 32")
	middle := &Key{Made: made, Algorithm: 17, Material: bytes.Repeat(MPI(bytes.Repeat([]byte{0xff}, 512)), 4)}
	bad(t, "DSA with large numbers", Packet(TagPublicKey, middle.Body()), s, "sizes that are not used")
	exponent := &Key{Made: made, Algorithm: 1, Material: bytes.Repeat(MPI(bytes.Repeat([]byte{0xff}, 256)), 2)}
	bad(t, "a large exponent", Packet(TagPublicKey, exponent.Body()), s, "exponent")
	bad(t, "a long user ID", join(Packet(TagPublicKey, primary.Body()), Packet(TagUserID, make([]byte, 9000))), s,
		"9000 bytes")
	self := primary.Signature(Cert, 8, made, nil, primary.Hashed(), UserHashed(UserID))
	bad(t, "many signatures", primary.With(slices.Repeat([][]byte{self}, 1001)...), s, "more than 1000 signatures")
	foreign := sub.Detached(document, made)
	many := 64 << 10 / len(foreign)
	good(t, "behind signatures by others", primary.Public(0), join(bytes.Repeat(foreign, many-1), s), false)
	bad(t, "behind too many", primary.Public(0), join(bytes.Repeat(foreign, many), s), "more than 65536 are not read")
	bad(t, "compressed", Packet(8, []byte{1, 0}), s, "compressed")
	nested := primary.Signature(PrimaryBinding, 8, made, nil)
	for range 100 {
		nested = primary.Signature(PrimaryBinding, 8, made, Property(Embedded, nested...))
	}
	bad(t, "signatures in one another", join(primary.Public(0), Packet(TagSubkey, sub.Body()), Packet(TagSignature,
		primary.Signature(SubkeyBinding, 8, made, Property(Embedded, nested...), primary.Hashed(), sub.Hashed()))), s,
		"more than one in it")
}

// Of several keys in a block, those are passed over that cannot be read.
func TestKeys(t *testing.T) {
	s := primary.Detached(document, made)
	broken := Packet(TagPublicKey, binary.BigEndian.AppendUint32([]byte{4}, 1))
	v6 := Packet(TagPublicKey, append([]byte{6}, make([]byte, 40)...))
	good(t, "behind others", join(broken, v6, sub.Public(0), primary.Public(0)), s, false)
	good(t, "before others", join(primary.Public(0), broken, Packet(TagUserID, nil)), s, false)
	good(t, "with packets that say nothing",
		join(Packet(10, []byte("PGP")), primary.Public(0), Packet(12, nil), Packet(60, nil)), s, false)
	good(t, "with a picture", join(primary.Public(0), Packet(17, []byte("picture")), Packet(TagSignature,
		sub.Signature(Cert, 8, made, nil))), s, false)
	bad(t, "a private key", Packet(5, primary.Body()), s, "does not start with a public key")
	bad(t, "of version 6", v6, s, "version 6")
	bad(t, "a message", join(primary.Public(0)[:len(primary.Body())+6], Packet(11, nil)), s, "kind 11")
	for _, text := range []string{"", "text", "-----BEGIN PGP PUBLIC KEY BLOCK-----",
		"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n",
		"-----BEGIN PGP PUBLIC KEY BLOCK-----\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----",
		strings.ReplaceAll(Armor(primary.Public(0)), "PUBLIC", "PRIVATE"),
		strings.Replace(Armor(primary.Public(0)), "\n\nx", "\n\n=", 1), Armor(primary.Public(0))[:200]} {
		if keys, err := openpgp.ReadKeys(text); err == nil {
			t.Errorf("%q has %d keys", text, len(keys))
		}
	}
	text := Armor(primary.Public(0))
	for _, text := range []string{"text\n" + text + "text", strings.ReplaceAll(text, "\n", "\r\n"),
		strings.Replace(text, "Comment: for a test\n", "", 1),
		strings.Replace(text, "\n-----END", "\n=AAAA\n-----END", 1)} {
		if _, err := openpgp.ReadKeys(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Whatever is changed in a key or a signature, it is no longer right.
func FuzzVerify(f *testing.F) {
	keys := join(primary.Public(0), Packet(TagSubkey, sub.Body()), binding())
	rsa := RSA(made, 1024)
	for _, k := range []*Key{primary, rsa, ECDSA(made)} {
		f.Add(k.Public(0), k.Detached(document, made))
	}
	f.Add(keys, sub.Detached(document, made))
	f.Add(join(primary.Public(0), rsa.Public(0)), join(sub.Detached(document, made), rsa.Detached(document, made)))
	other := []byte("another document")
	f.Fuzz(func(t *testing.T, keys, signature []byte) {
		ks, err := openpgp.ReadKeys(Armor(keys))
		if err != nil {
			return
		}
		if len(ks) == 0 {
			t.Error("there are no keys, and no error")
		}
		_, first := ks.Verify(document, signature, now)
		if _, second := ks.Verify(other, signature, now); first == nil && second == nil {
			t.Errorf("one signature of two documents: %x", signature)
		}
	})
}
