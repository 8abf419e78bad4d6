//go:build !lean

package plugins

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// kind says what a value of MessagePack is.
type kind int

const (
	isOther kind = iota // of a size, and of no use here
	isNull
	isNumber
	isText // a string or binary data, which older encoders do not tell apart
	isArray
	isObject
)

// maxNesting is how deep values may be in one another. The messages of net/rpc are
// flat.
const maxNesting = 16

var errMessagePack = errors.New("its answer is not a message of net/rpc in MessagePack")

// unpacker reads MessagePack. What it reads is limited by the connection.
type unpacker struct{ in *bufio.Reader }

// heads has, for the values from 0xc0 to 0xdf, how many bytes of a number follow, and
// what is added to it for the size.
var heads = [...]struct {
	kind  kind
	bytes int
	size  uint64
}{
	{isNull, 0, 0}, {}, {isOther, 0, 0}, {isOther, 0, 0}, // nil, none, false, true
	{isText, 1, 0}, {isText, 2, 0}, {isText, 4, 0}, // binary
	{isOther, 1, 1}, {isOther, 2, 1}, {isOther, 4, 1}, // extensions, with their type
	{isOther, 0, 4}, {isOther, 0, 8}, // floating point
	{isNumber, 1, 0}, {isNumber, 2, 0}, {isNumber, 4, 0}, {isNumber, 8, 0},
	{isNumber, 1, 0}, {isNumber, 2, 0}, {isNumber, 4, 0}, {isNumber, 8, 0}, // signed
	{isOther, 0, 2}, {isOther, 0, 3}, {isOther, 0, 5}, {isOther, 0, 9}, {isOther, 0, 17}, // extensions
	{isText, 1, 0}, {isText, 2, 0}, {isText, 4, 0},
	{isArray, 2, 0}, {isArray, 4, 0},
	{isObject, 2, 0}, {isObject, 4, 0},
}

// head reads how a value begins: a number itself, or how many bytes, values or
// properties follow.
func (u unpacker) head() (kind, uint64, error) {
	first, err := u.in.ReadByte()
	if err != nil {
		return isOther, 0, err
	}
	switch {
	case first < 0x80, first >= 0xe0:
		return isNumber, uint64(first), nil
	case first < 0x90:
		return isObject, uint64(first & 0x0f), nil
	case first < 0xa0:
		return isArray, uint64(first & 0x0f), nil
	case first < 0xc0:
		return isText, uint64(first & 0x1f), nil
	case first == 0xc1:
		return isOther, 0, errMessagePack
	}
	head := heads[first-0xc0]
	var buffer [8]byte
	if _, err := io.ReadFull(u.in, buffer[8-head.bytes:]); err != nil {
		return isOther, 0, err
	}
	return head.kind, binary.BigEndian.Uint64(buffer[:]) + head.size, nil
}

// bytes reads a string or binary data.
func (u unpacker) bytes() ([]byte, error) {
	kind, n, err := u.head()
	if err != nil || kind == isNull {
		return nil, err
	}
	if kind != isText {
		return nil, errMessagePack
	}
	var out bytes.Buffer
	// What is claimed is no reason to allocate as much.
	_, err = io.CopyN(&out, u.in, int64(n))
	return out.Bytes(), err
}

// number reads a number that is not negative.
func (u unpacker) number() (uint64, error) {
	kind, n, err := u.head()
	if err == nil && kind != isNumber {
		err = errMessagePack
	}
	return n, err
}

// fields calls one for each property of an object, to read its value; nil has none.
func (u unpacker) fields(one func(name string) error) error {
	kind, n, err := u.head()
	if err != nil || kind == isNull {
		return err
	}
	if kind != isObject {
		return errMessagePack
	}
	for ; n > 0; n-- {
		name, err := u.bytes()
		if err != nil {
			return err
		}
		if err := one(string(name)); err != nil {
			return fmt.Errorf("%.100q: %w", name, err)
		}
	}
	return nil
}

// skip passes over a value.
func (u unpacker) skip(depth int) error {
	if depth > maxNesting {
		return errMessagePack
	}
	kind, n, err := u.head()
	switch {
	case err != nil:
		return err
	case kind == isText || kind == isOther:
		_, err = io.CopyN(io.Discard, u.in, int64(n))
		return err
	case kind == isObject:
		n *= 2
	case kind != isArray:
		n = 0
	}
	for ; n > 0 && err == nil; n-- {
		err = u.skip(depth + 1)
	}
	return err
}
