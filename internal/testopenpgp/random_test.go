package testopenpgp

import (
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"github.com/hcljson/hcljson/internal/openpgp/openpgptest"
)

// dice makes keys and signatures by chance, right ones and wrong ones.
type dice struct {
	*rand.Rand
	keys []*openpgptest.Key
	// second lets no two signatures have the same time.
	second int64
}

func (d *dice) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d *dice, all ...T) T { return all[d.IntN(len(all))] }

func (d *dice) time() int64 {
	d.second++
	day := int64(24 * 60 * 60)
	return now.Unix() + day*pick[int64](d, -40, -30, -20, -20, -10, -1, -1, 5) + d.second
}

// property is one by chance, mostly one that says something.
func (d *dice) property() []byte {
	day := int64(24 * 60 * 60)
	critical := pick[byte](d, 0, 0, 0x80)
	switch d.IntN(14) {
	case 0, 1, 2, 3:
		return openpgptest.Property(critical|openpgptest.KeyFlags, pick[byte](d, 2, 2, 3, 3, 1, 0x0c))
	case 4:
		return openpgptest.Seconds(critical|openpgptest.KeyExpiration, day*pick[int64](d, 0, 5, 25, 100))
	case 5:
		return openpgptest.Seconds(critical|openpgptest.Expiration, day*pick[int64](d, 0, 5, 25, 100))
	case 6:
		return openpgptest.Property(critical|openpgptest.PrimaryUser, byte(d.IntN(2)))
	case 7:
		return openpgptest.Property(critical|openpgptest.Reason, pick[byte](d, 0, 1, 2, 3, 32))
	case 8:
		return openpgptest.Property(critical|20, 0x80, 0, 0, 0, 0, 1, 0, 0, 'x')
	case 9: // Names that nobody has given a meaning.
		return openpgptest.Property(critical|pick[byte](d, 1, 8, 13, 40, 44, 100, 127), make([]byte, d.IntN(10))...)
	case 10: // What says nothing here.
		return openpgptest.Property(critical|pick[byte](d, 11, 21, 22, 23, 24, 26, 28, 30), make([]byte, 2)...)
	case 11:
		return openpgptest.Property(4, byte(d.IntN(2)))
	}
	return nil
}

// signature is one of what signed is together, or nearly.
func (d *dice) signature(by *openpgptest.Key, kind byte, hashed []byte, signed ...[]byte) []byte {
	hash := pick[byte](d, 8, 8, 8, 8, 10, 2)
	var open []byte
	if !d.chance(4) {
		hashed = append(hashed, openpgptest.Seconds(openpgptest.Creation, d.time())...)
	}
	for range d.IntN(3) {
		if d.chance(60) {
			hashed = append(hashed, d.property()...)
		} else {
			open = append(open, d.property()...)
		}
	}
	named := by
	if d.chance(4) {
		named = pick(d, d.keys...)
	}
	issuer := openpgptest.Property(openpgptest.Issuer, named.Fingerprint()[12:]...)
	whole := openpgptest.Property(openpgptest.Fingerprint, append([]byte{4}, named.Fingerprint()...)...)
	switch d.IntN(6) {
	case 0:
		hashed = append(hashed, issuer...)
	case 1:
		open = append(open, issuer...)
	case 2, 3:
		hashed, open = append(hashed, whole...), append(open, issuer...)
	case 4:
		open = append(open, whole...)
	case 5:
		open = append(append(open, issuer...), whole...)
	}
	if d.chance(3) {
		signed = append(signed, []byte("x"))
	}
	return openpgptest.Packet(openpgptest.TagSignature, by.SignatureWith(kind, hash, hashed, open, signed...))
}

// by is a key, mostly the one that should be.
func (d *dice) by(right *openpgptest.Key) *openpgptest.Key {
	if d.chance(95) {
		return right
	}
	return pick(d, d.keys...)
}

func (d *dice) user(k *openpgptest.Key) []byte {
	id := pick(d, "a", "b", "")
	out := openpgptest.Packet(openpgptest.TagUserID, []byte(id))
	for range d.IntN(3) + d.IntN(2) {
		kind := byte(openpgptest.Cert - d.IntN(4))
		if d.chance(8) {
			kind = openpgptest.CertificationRevocation
		}
		if d.chance(2) {
			kind = pick[byte](d, 0x00, 0x18, 0x1f, 0x20, 0x28, 0x50)
		}
		var hashed []byte
		if d.chance(70) {
			hashed = openpgptest.Property(openpgptest.KeyFlags, 3)
		}
		out = append(out, d.signature(d.by(k), kind, hashed, k.Hashed(), openpgptest.UserHashed(id))...)
	}
	return out
}

func (d *dice) subkey(k *openpgptest.Key) []byte {
	sub := pick(d, d.keys...)
	out := openpgptest.Packet(openpgptest.TagSubkey, sub.Body())
	for range 1 + d.IntN(2) {
		kind := byte(openpgptest.SubkeyBinding)
		if d.chance(10) {
			kind = openpgptest.SubkeyRevocation
		}
		if d.chance(2) {
			kind = pick[byte](d, 0x00, 0x10, 0x19, 0x20)
		}
		var hashed []byte
		if d.chance(80) {
			hashed = openpgptest.Property(openpgptest.KeyFlags, pick[byte](d, 2, 2, 2, 3, 12))
		}
		if kind == openpgptest.SubkeyBinding && d.chance(90) {
			kind := pick[byte](d, 0x19, 0x19, 0x19, 0x19, 0x19, 0x19, 0x18)
			cross := d.signature(d.by(sub), kind, nil, k.Hashed(), sub.Hashed())
			hashed = append(hashed, openpgptest.Property(openpgptest.Embedded, cross[6:]...)...)
		}
		out = append(out, d.signature(d.by(k), kind, hashed, k.Hashed(), sub.Hashed())...)
	}
	return out
}

// key is a primary key with some of all that may follow it.
func (d *dice) key(k *openpgptest.Key) []byte {
	out := openpgptest.Packet(openpgptest.TagPublicKey, k.Body())
	on := func(kind byte) []byte { return d.signature(d.by(k), kind, nil, k.Hashed()) }
	if d.chance(6) {
		out = append(out, on(openpgptest.KeyRevocation)...)
	}
	if d.chance(10) {
		out = append(out, on(0x1f)...)
	}
	for range 1 + d.IntN(2) {
		out = append(out, d.user(k)...)
	}
	for range d.IntN(3) {
		out = append(out, d.subkey(k)...)
	}
	switch d.IntN(40) {
	case 0:
		out = append(out, on(openpgptest.KeyRevocation)...)
	case 1:
		out = append(out, openpgptest.Packet(pick[byte](d, 10, 12, 40, 63), []byte("PGP"))...)
	case 2:
		out = append(out, d.user(k)...)
	}
	return out
}

// What keys and signatures by chance are taken for here, the other library takes them
// for too. What it takes and is refused here is listed.
func TestByChance(t *testing.T) {
	const day = 24 * time.Hour
	d := &dice{Rand: rand.New(rand.NewPCG(1, 2))}
	for _, age := range []time.Duration{41 * day, 35 * day, 15 * day} {
		d.keys = append(d.keys, openpgptest.Ed25519(now.Add(-age)))
	}
	d.keys = append(d.keys, openpgptest.ECDSA(now.Add(-41*day)))
	taken, refused, stricter := 0, 0, 0
	for i := range 3000 {
		k := pick(d, d.keys...)
		ring := d.key(k)
		var signatures []byte
		for range 1 + d.IntN(2) {
			kind := pick[byte](d, 0, 0, 0, 0, 0, 0, 1, 2, 0x10, 0x18)
			signed := document
			if kind == openpgptest.Text {
				signed = []byte("a  line\r\nanother\r\n")
			}
			signatures = append(signatures, d.signature(pick(d, k, k, pick(d, d.keys...)), kind, nil, signed)...)
		}
		keys := openpgptest.Armor(ring)
		a, aErr := ours(keys, signatures)
		b, bErr := theirs(keys, signatures)
		switch {
		case aErr != nil && bErr != nil:
			refused++
		case aErr == nil && bErr == nil && a == b:
			taken++
		case aErr != nil && refusedHere.MatchString(aErr.Error()):
			stricter++
		default:
			t.Errorf("%d:\nours:   %+v, %v\ntheirs: %+v, %v\n%x\n%x", i, a, aErr, b, bErr, ring, signatures)
		}
	}
	if taken < 100 || refused < 100 {
		t.Errorf("%d are taken, %d refused", taken, refused)
	}
	t.Logf("%d are taken, %d refused, %d refused here alone", taken, refused, stricter)
}

// refusedHere are the errors for what the other library takes.
var refusedHere = regexp.MustCompile("SHA-1, is not safe|^its revocation: .* not supported$|one of another type in it$")
