package openpgp

import (
	"crypto"
	"crypto/dsa" //lint:ignore SA1019 registries take such keys
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"time"
)

const (
	// maxKey bounds a key in bytes: the time to check a signature grows with the
	// cube of its numbers. RSA with 16,384 bits has 2,065.
	maxKey = 2560
	// minDSA and maxDSA bound the numbers of a DSA key in bits. Those of RSA keys
	// have at least 1,024 as well (package crypto/rsa).
	minDSA, maxDSA = 1024, 3072
)

// The algorithms of keys and signatures (RFC 9580, section 9.1).
const (
	algoRSA      = 1
	algoRSASign  = 3
	algoDSA      = 17
	algoECDSA    = 19
	algoEdDSA    = 22
	algoEd25519  = 27
	oidEd25519   = "\x2b\x06\x01\x04\x01\xda\x47\x0f\x01"
	nativePrefix = 0x40
)

// curves are those of ECDSA, by their names.
var curves = map[string]elliptic.Curve{
	"\x2a\x86\x48\xce\x3d\x03\x01\x07": elliptic.P256(),
	"\x2b\x81\x04\x00\x22":             elliptic.P384(),
	"\x2b\x81\x04\x00\x23":             elliptic.P521(),
}

// publicKey is a primary key or a subkey.
type publicKey struct {
	body        []byte
	made        time.Time
	algorithm   byte
	fingerprint [sha1.Size]byte
	// key is nil if its algorithm cannot be used here to check signatures.
	key crypto.PublicKey
}

// readPublicKey reads the body of the packet of a key.
func readPublicKey(body []byte) (*publicKey, error) {
	if len(body) > maxKey {
		return nil, fmt.Errorf("the key has %d bytes, and more than %d are not read", len(body), maxKey)
	}
	r := &reader{rest: body}
	if version := r.number(1); r.err == nil && version != 4 {
		return nil, fmt.Errorf("keys of version %d are not supported", version)
	}
	k := &publicKey{body: body, made: time.Unix(int64(r.number(4)), 0), algorithm: byte(r.number(1))}
	k.fingerprint = sha1.Sum(k.hashed())
	var err error
	switch k.algorithm {
	case algoRSA, algoRSASign:
		k.key, err = readRSA(r)
	case algoDSA:
		k.key, err = readDSA(r)
	case algoECDSA:
		k.key, err = readECDSA(r)
	case algoEdDSA:
		k.key, err = readEdDSA(r)
	case algoEd25519:
		k.key = ed25519.PublicKey(r.take(ed25519.PublicKeySize))
	default:
		return k, r.err
	}
	if err = errors.Join(err, r.end()); err != nil {
		return nil, fmt.Errorf("a key is not valid: %w", err)
	}
	return k, nil
}

func readRSA(r *reader) (crypto.PublicKey, error) {
	n, e := r.mpi(), r.mpi()
	if len(e) > 3 {
		return nil, errors.New("its exponent is too large")
	}
	return &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(new(big.Int).SetBytes(e).Int64())}, nil
}

func readDSA(r *reader) (crypto.PublicKey, error) {
	var numbers [4]*big.Int
	for i := range numbers {
		numbers[i] = new(big.Int).SetBytes(r.mpi())
	}
	p, q, g, y := numbers[0], numbers[1], numbers[2], numbers[3]
	one := big.NewInt(1)
	inside := func(x *big.Int) bool { return x.Cmp(one) > 0 && x.Cmp(p) < 0 }
	if p.BitLen() < minDSA || p.BitLen() > maxDSA || q.BitLen() < 160 || q.BitLen() > 256 || !inside(g) || !inside(y) {
		return nil, errors.New("its numbers have sizes that are not used")
	}
	return &dsa.PublicKey{Parameters: dsa.Parameters{P: p, Q: q, G: g}, Y: y}, nil
}

func readECDSA(r *reader) (crypto.PublicKey, error) {
	curve, point := curves[r.oid()], r.mpi()
	if curve == nil {
		return nil, nil
	}
	return ecdsa.ParseUncompressedPublicKey(curve, point)
}

func readEdDSA(r *reader) (crypto.PublicKey, error) {
	curve, point := r.oid(), r.mpi()
	switch {
	case curve != oidEd25519:
		return nil, nil
	case len(point) != 1+ed25519.PublicKeySize || point[0] != nativePrefix:
		return nil, errors.New("its point has a form that is not known")
	}
	return ed25519.PublicKey(point[1:]), nil
}

// hashed returns the key as signatures on it are made of it.
func (k *publicKey) hashed() []byte {
	return append([]byte{0x99, byte(len(k.body) >> 8), byte(len(k.body))}, k.body...)
}

// id is the short name of the key.
func (k *publicKey) id() uint64 { return binary.BigEndian.Uint64(k.fingerprint[sha1.Size-8:]) }

// expired says whether the time that a signature gives the key is over, or has
// not begun.
func (k *publicKey) expired(s *signature, now time.Time) bool {
	return over(k.made, s.keyLifetime, now)
}

// over says whether a time is not within some seconds after another; 0 is for ever.
func over(from time.Time, seconds uint32, now time.Time) bool {
	end := from.Add(time.Duration(seconds) * time.Second)
	return from.Unix() > now.Unix() || seconds != 0 && now.Unix() > end.Unix()
}

var errWrong = errors.New("the signature is wrong")

// check returns nil if the key made the signature, whose hash is sum.
func (k *publicKey) check(s *signature, sum []byte) error {
	if k.key == nil {
		return fmt.Errorf("keys with algorithm %d are not supported", k.algorithm)
	}
	if k.algorithm != s.algorithm {
		return errors.New("the key and the signature have different algorithms")
	}
	right := false
	switch key := k.key.(type) {
	case *rsa.PublicKey:
		right = checkRSA(key, s, sum)
	case *dsa.PublicKey:
		size := (key.Q.BitLen() + 7) / 8
		right = dsa.Verify(key, sum[:min(size, len(sum))], s.integer(0), s.integer(1))
	case *ecdsa.PublicKey:
		right = ecdsa.Verify(key, sum, s.integer(0), s.integer(1))
	case ed25519.PublicKey:
		right = ed25519.Verify(key, sum, s.together(ed25519.SignatureSize/2))
	}
	if !right {
		return errWrong
	}
	return nil
}

func checkRSA(key *rsa.PublicKey, s *signature, sum []byte) bool {
	size := key.Size()
	number := s.numbers[0]
	if len(number) > size {
		return false
	}
	padded := append(make([]byte, size-len(number)), number...)
	return rsa.VerifyPKCS1v15(key, s.hash, sum, padded) == nil
}
