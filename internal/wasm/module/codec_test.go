package module

import (
	"encoding/binary"
	"reflect"
	"testing"

	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/service"
)

func TestDecode(t *testing.T) {
	e := &encoder{}
	for _, text := range []string{"patch", "main.tf", "a = 1", "d", "t", "f", "c", "l"} {
		e.string(text)
	}
	e.flag(true)
	e.flag(true)
	for _, name := range []string{"other", "file", "schema", "provider"} {
		e.number(1)
		e.string(name)
		e.string("ü")
	}
	e.flag(true)
	e.number(2)
	file := func(name string) []service.File { return []service.File{{Name: name, Text: "ü"}} }
	want := &service.Request{Operation: "patch", Name: "main.tf", Text: "a = 1", Options: service.Options{
		Dialect: "d", Target: "t", Form: "f", Comments: "c", Layout: "l", Strict: true, NoTable: true,
		Other: &file("other")[0], Files: file("file"), Schemas: file("schema"), ProviderSchemas: file("provider"),
		SourceMap: true, Verify: new(bool),
	}}
	if got := decode(e.out); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The head of a response is what tells the other side what follows; packages/npm/test reads
// the rest.
func TestEncode(t *testing.T) {
	text := "é"
	out := encode(&service.Response{Text: &text, Diagnostics: []diagnostic.Diagnostic{{Severity: "error"}}})
	if n := binary.LittleEndian.Uint32(out); int(n) != len(out)-4 {
		t.Errorf("the length is %d, and %d bytes follow", n, len(out)-4)
	}
	want := []byte{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0xc3, 0xa9}
	if got := out[4 : 4+len(want)]; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
