package openpgp

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// The packets that a key or a signature may consist of (RFC 9580, section 5).
const (
	tagSignature     = 2
	tagPublicKey     = 6
	tagCompressed    = 8
	tagMarker        = 10
	tagTrust         = 12
	tagUserID        = 13
	tagPublicSubkey  = 14
	tagUserAttribute = 17
	// From here on, what is not known is passed over.
	tagPrivate = 40
)

// packet is the content of one, and what it is.
type packet struct {
	tag  byte
	body []byte
}

const (
	armorBegin = "-----BEGIN PGP PUBLIC KEY BLOCK-----"
	armorEnd   = "-----END "
)

// dearmor returns what is in the first block of keys (RFC 9580, section 6). The
// checksum is not compared, as the standard says now: the signatures are.
func dearmor(text string) ([]byte, error) {
	lines := strings.Lines(text)
	begun, headers := false, false
	var data strings.Builder
	for line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case !begun:
			begun = line == armorBegin
			headers = begun
		case headers && line == "":
			headers = false
		case headers && !strings.Contains(line, ":"):
			return nil, errors.New("no empty line stands before the data of the key block")
		case headers:
		case strings.HasPrefix(line, armorEnd), len(line) == 5 && line[0] == '=':
			return base64.StdEncoding.DecodeString(data.String())
		default:
			data.WriteString(line)
		}
	}
	if !begun {
		return nil, errors.New("there is no line " + armorBegin)
	}
	return base64.StdEncoding.DecodeString(data.String())
}

// reader takes numbers and bytes off some data. After an error, err says it and
// nothing more is there.
type reader struct {
	rest []byte
	err  error
}

var errShort = errors.New("it ends too soon")

// take returns the next n bytes, or nil.
func (r *reader) take(n int) []byte {
	if r.err == nil && n > len(r.rest) {
		r.err, r.rest = errShort, nil
	}
	if r.err != nil {
		return nil
	}
	taken := r.rest[:n:n]
	r.rest = r.rest[n:]
	return taken
}

// number returns the next n bytes as a number.
func (r *reader) number(n int) uint32 {
	var wide [4]byte
	copy(wide[4-n:], r.take(n))
	return binary.BigEndian.Uint32(wide[:])
}

// mpi returns the bytes of the next number of any length, which may start with 0.
func (r *reader) mpi() []byte { return r.take((int(r.number(2)) + 7) / 8) }

// oid returns the next name of a curve.
func (r *reader) oid() string { return string(r.take(int(r.number(1)))) }

// end returns the first error, or one if there is more.
func (r *reader) end() error {
	if r.err == nil && len(r.rest) > 0 {
		return fmt.Errorf("%d bytes follow its end", len(r.rest))
	}
	return r.err
}

// packet returns the next packet. Lengths that are not given at the start, which
// only data may have, are errors.
func (r *reader) packet() (packet, error) {
	first := byte(r.number(1))
	var p packet
	var length uint32
	switch {
	case r.err != nil:
	case first&0x80 == 0:
		r.err = errors.New("it is not in the OpenPGP format")
	case first&0x40 == 0: // the old format
		p.tag = first >> 2 & 0xf
		if size := 1 << (first & 3); size <= 4 {
			length = r.number(size)
		} else {
			r.err = errors.New("a packet has no length")
		}
	default:
		p.tag = first & 0x3f
		length = r.length(224)
	}
	if int64(length) > int64(len(r.rest)) && r.err == nil {
		r.err = errShort
	}
	p.body = r.take(int(length))
	return p, r.err
}

// length returns the next length. First bytes from wide on do not start one of
// two bytes; 255 starts one of four.
func (r *reader) length(wide uint32) uint32 {
	switch first := r.number(1); {
	case first < 192:
		return first
	case first < wide:
		return (first-192)<<8 + r.number(1) + 192
	case first == 255:
		return r.number(4)
	}
	r.err = errors.New("a packet comes in parts")
	return 0
}

// packets returns all packets of some data, without those that say nothing.
func packets(data []byte) ([]packet, error) {
	var all []packet
	for r := (&reader{rest: data}); len(r.rest) > 0; {
		p, err := r.packet()
		switch {
		case err != nil:
			return nil, err
		case p.tag == tagCompressed:
			return nil, errors.New("the key is compressed, which no key has to be")
		case p.tag == tagMarker || p.tag == tagTrust || p.tag >= tagPrivate:
		default:
			all = append(all, p)
		}
	}
	return all, nil
}
