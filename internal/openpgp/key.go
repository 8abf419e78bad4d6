package openpgp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"
)

const (
	// maxChecks bounds the signatures that are checked while keys are read.
	maxChecks = 1000
	// maxUserID bounds the text of a user ID in bytes: each signature on it hashes it.
	maxUserID = 8 << 10
)

// Keys are the keys of a block.
type Keys []*key

// key is a primary key with what it has signed about itself.
type key struct {
	primary     *publicKey
	revocations []*signature
	users       []*user
	subkeys     []*subkey
}

// user is a user ID with the newest signature and the revocations by its key.
type user struct {
	id          string
	self        *signature
	revocations []*signature
}

// subkey is a key that its primary key has signed.
type subkey struct {
	*publicKey
	binding     *signature
	revocations []*signature
}

// ReadKeys reads ASCII-armored public keys of version 4. All that a key says about
// itself has to be signed by it. Keys that are not as they have to be are passed
// over if there is another one; what would take too long to read is an error.
func ReadKeys(armored string) (Keys, error) {
	data, err := dearmor(armored)
	if err != nil {
		return nil, err
	}
	all, err := packets(data)
	if err != nil {
		return nil, err
	}
	p := &parser{rest: all}
	var keys Keys
	var problem error
	for len(p.rest) > 0 && !p.costly {
		k, err := p.key()
		if err == nil {
			keys = append(keys, k)
			continue
		}
		problem = err
		p.skip()
	}
	switch {
	case p.costly:
		return nil, problem
	case keys == nil && problem == nil:
		return nil, errors.New("there is no key in the block")
	case keys == nil:
		return nil, problem
	}
	return keys, nil
}

// parser takes keys off packets.
type parser struct {
	rest   []packet
	checks int
	// costly says that the error is about time.
	costly bool
}

// next takes a packet if it is of a kind.
func (p *parser) next(tag byte) ([]byte, bool) {
	if len(p.rest) == 0 || p.rest[0].tag != tag {
		return nil, false
	}
	body := p.rest[0].body
	p.rest = p.rest[1:]
	return body, true
}

// skip goes to the next primary key.
func (p *parser) skip() {
	i := slices.IndexFunc(p.rest, func(p packet) bool { return p.tag == tagPublicKey })
	if i < 0 {
		i = len(p.rest)
	}
	p.rest = p.rest[i:]
}

// publicKey reads a key.
func (p *parser) publicKey(body []byte) (*publicKey, error) {
	k, err := readPublicKey(body)
	p.costly = p.costly || len(body) > maxKey
	return k, err
}

// check checks a signature of what parts are together, as often as is allowed.
func (p *parser) check(k *publicKey, s *signature, parts ...[]byte) error {
	if p.checks++; p.checks > maxChecks {
		p.costly = true
		return fmt.Errorf("it has more than %d signatures", maxChecks)
	}
	return k.check(s, s.sum(parts...))
}

// key takes a primary key and all that follows it.
func (p *parser) key() (*key, error) {
	body, ok := p.next(tagPublicKey)
	if !ok {
		return nil, errors.New("it does not start with a public key")
	}
	primary, err := p.publicKey(body)
	if err != nil {
		return nil, err
	}
	k := &key{primary: primary}
	for len(p.rest) > 0 && p.rest[0].tag != tagPublicKey && err == nil {
		if body, ok := p.next(tagUserID); ok {
			err = p.user(k, string(body))
		} else if body, ok := p.next(tagPublicSubkey); ok {
			err = p.subkey(k, body)
		} else if s, more, problem := p.signature(); more {
			err = problem
			if s != nil && s.kind == typeKeyRevocation {
				k.revocations = append(k.revocations, s)
			}
		} else if _, ok := p.next(tagUserAttribute); !ok {
			err = fmt.Errorf("a packet of kind %d is in a key", p.rest[0].tag)
		}
	}
	if err != nil {
		return nil, err
	}
	for _, s := range k.revocations {
		if err := p.check(primary, s, primary.hashed()); err != nil {
			return nil, fmt.Errorf("its revocation: %w", err)
		}
	}
	if k.users == nil {
		return nil, errors.New("it has no user ID that it has signed")
	}
	return k, nil
}

// signature takes a signature, if there is one. It is nil if it is not supported,
// which a revocation of a key has to be.
func (p *parser) signature() (s *signature, more bool, err error) {
	body, more := p.next(tagSignature)
	if !more {
		return nil, false, nil
	}
	s, err = readSignature(body)
	if !errors.Is(err, errUnsupported) {
		return s, true, err
	}
	if s.kind == typeKeyRevocation || s.kind == typeSubkeyRevocation {
		return nil, true, fmt.Errorf("its revocation: %w", err)
	}
	return nil, true, nil
}

// user takes the signatures on a user ID. Those by others are not looked at.
func (p *parser) user(k *key, id string) error {
	if len(id) > maxUserID {
		return fmt.Errorf("a user ID has %d bytes, and more than %d are not read", len(id), maxUserID)
	}
	u := &user{id: id}
	signed := false
	for {
		s, more, err := p.signature()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if s == nil {
			continue
		}
		if (s.kind < typeGenericCert || s.kind > typePositiveCert) && s.kind != typeCertRevocation {
			return fmt.Errorf("a signature of type %#x is on a user ID", s.kind)
		}
		if !s.by(k.primary) {
			continue
		}
		text := append(binary.BigEndian.AppendUint32([]byte{0xb4}, uint32(len(id))), id...)
		if err := p.check(k.primary, s, k.primary.hashed(), text); err != nil {
			return fmt.Errorf("its signature on a user ID: %w", err)
		}
		signed = true
		if s.kind == typeCertRevocation {
			u.revocations = append(u.revocations, s)
		} else if u.self == nil || s.made.After(u.self.made) {
			u.self = s
		}
	}
	if signed {
		// Of several with one text, the last one counts.
		k.users = slices.DeleteFunc(k.users, func(u *user) bool { return u.id == id })
		k.users = append(k.users, u)
	}
	return nil
}

// subkey takes a subkey and the signatures on it.
func (p *parser) subkey(k *key, body []byte) error {
	public, err := p.publicKey(body)
	if err != nil {
		return err
	}
	sub := &subkey{publicKey: public}
	for {
		s, more, err := p.signature()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if s == nil {
			continue
		}
		if s.kind != typeSubkeyBinding && s.kind != typeSubkeyRevocation {
			return fmt.Errorf("a signature of type %#x is on a subkey", s.kind)
		}
		if err := p.bound(k.primary, public, s); err != nil {
			return fmt.Errorf("its signature on a subkey: %w", err)
		}
		if s.kind == typeSubkeyRevocation {
			sub.revocations = append(sub.revocations, s)
		} else if sub.binding == nil || s.made.After(sub.binding.made) {
			sub.binding = s
		}
	}
	if sub.binding == nil {
		return errors.New("it has not signed a subkey")
	}
	k.subkeys = append(k.subkeys, sub)
	return nil
}

// bound checks a signature of a key on a subkey. One that may sign has to have
// signed the key as well: otherwise anybody could call it theirs
// (RFC 9580, section 5.2.1.8).
func (p *parser) bound(primary, public *publicKey, s *signature) error {
	if err := p.check(primary, s, primary.hashed(), public.hashed()); err != nil {
		return err
	}
	switch {
	case s.flags&flagSign == 0 || public.key == nil: // It signs nothing here.
		return nil
	case s.embedded == nil:
		return errors.New("the subkey has not signed the key")
	}
	return p.check(public, s.embedded, primary.hashed(), public.hashed())
}

// main returns the user ID whose signature speaks for the key: one that is not
// revoked, marked as the first, or the newest, in this order.
func (k *key) main() *user {
	best := k.users[0]
	for _, u := range k.users[1:] {
		if u.before(best) {
			best = u
		}
	}
	return best
}

func (u *user) before(other *user) bool {
	switch {
	case len(u.revocations) != len(other.revocations):
		return len(u.revocations) < len(other.revocations)
	case other.self == nil:
		return true
	case u.self == nil:
		return false
	case u.self.primaryUser != other.self.primaryUser:
		return u.self.primaryUser
	}
	return u.self.made.After(other.self.made)
}

// revoked says whether the key, or the user ID that speaks for it, is.
func (k *key) revoked(now time.Time) bool {
	return revokes(k.revocations, now) || revokes(k.main().revocations, now)
}
