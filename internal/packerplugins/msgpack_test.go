package packerplugins

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
)

// peerStream has an answer, and keeps what it was asked.
type peerStream struct {
	io.Reader
	asked bytes.Buffer
}

func (p *peerStream) Write(data []byte) (int, error) { return p.asked.Write(data) }

// Each form of a value that MessagePack has is passed over beside those that are asked for,
// and each form that a text or a number may have is read.
func TestForms(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	others := []string{
		"\x00", "\x7f", "\xe0", "\xff", "\xc0", "\xc2", "\xc3", "\xca" + x(4), "\xcb" + x(8),
		"\xcc" + x(1), "\xcd" + x(2), "\xce" + x(4), "\xcf" + x(8), "\xd0" + x(1), "\xd1" + x(2), "\xd2" + x(4),
		"\xd3" + x(8),
		"\xd4\x01" + x(1), "\xd5\x01" + x(2), "\xd6\x01" + x(4), "\xd7\x01" + x(8), "\xd8\x01" + x(16),
		"\xc7\x03\x01" + x(3), "\xc8\x01\x00\x01" + x(256), "\xc9\x00\x01\x00\x00\x01" + x(1<<16),
		"\x90", "\x9f" + x(15), "\x92\x01\x91\x02", "\xdc\x00\x10" + x(16), "\xdd\x00\x01\x00\x00" + x(1<<16),
		"\x80", "\x8f" + x(30), "\x81\xa1a\x81\xa1b\x01", "\xde\x00\x10" + x(32), "\xdf\x00\x01\x00\x00" + x(1<<17),
	}
	texts := map[string]string{
		"\xa0": "", "\xbf" + x(31): x(31), "\xd9\xff" + x(255): x(255), "\xda\x01\x00" + x(256): x(256),
		"\xdb\x00\x01\x00\x00" + x(1<<16): x(1 << 16), "\xc4\x00": "", "\xc4\xff" + x(255): x(255),
		"\xc5\x01\x00" + x(256): x(256), "\xc6\x00\x01\x00\x00" + x(1<<16): x(1 << 16), "\xc0": "",
	}
	others = slices.AppendSeq(others, maps.Keys(texts))
	ones := []string{"\x01", "\xcc\x01", "\xcd\x00\x01", "\xce\x00\x00\x00\x01", "\xcf\x00\x00\x00\x00\x00\x00\x00\x01",
		"\xd0\x01", "\xd1\x00\x01", "\xd2\x00\x00\x00\x01", "\xd3\x00\x00\x00\x00\x00\x00\x00\x01"}
	specs := slices.Sorted(maps.Keys(texts))
	for i, other := range others {
		spec := specs[i%len(specs)]
		head := "\x83\xa1A" + other + "\xa3Seq" + ones[i%len(ones)] + "\xa1Z" + other
		body := "\x83\xa1A" + other + "\xaaConfigSpec" + spec + "\xa1Z" + other
		stream := &peerStream{Reader: strings.NewReader(head + body)}
		if got, err := call(stream, "Builder.ConfigSpec"); err != nil || string(got) != texts[spec] {
			t.Errorf("beside %.20q: %d bytes instead of %d, %v", other, len(got), len(texts[spec]), err)
		}
		if asked := stream.asked.String(); asked != "\x82\xadServiceMethod\xb2Builder.ConfigSpec\xa3Seq\x01\xc0" {
			t.Errorf("asked %q", asked)
		}
	}
}

// What is nested without end, or claims more than there is, is an error.
func TestBadAnswers(t *testing.T) {
	for name, answer := range map[string]string{
		"empty":         "",
		"no byte":       "\xc1",
		"array":         "\x90",
		"name":          "\x81\x01\x01",
		"cut":           "\x81\xa3Se",
		"cut number":    "\x81\xa3Seq\xcd\x01",
		"text":          "\x81\xa3Seq\xa11",
		"number":        "\x81\xa5Error\x01",
		"claims":        "\x81\xa5Error\xdb\xff\xff\xff\xff",
		"claims values": "\x81\xa1x\xdd\xff\xff\xff\xff\x01",
		"deep":          "\x81\xa1x" + strings.Repeat("\x91", 1<<20),
		"properties":    "\xdf\xff\xff\xff\xff\xa1x\x01",
	} {
		if got, err := call(&peerStream{Reader: strings.NewReader(answer)}, "Builder.ConfigSpec"); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}
