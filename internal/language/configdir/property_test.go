package configdir_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

var (
	stems   = []string{"a", "b", "a-b", "a_override", "override", "terraform", "docker-bake", ".a"}
	natives = []string{
		".tf", ".tofu", ".tftest.hcl", ".tofutest.hcl", ".tfquery.hcl", ".tfmock.hcl", ".tfcomponent.hcl", ".tfvars",
		".auto.tfvars",
		".pkr.hcl", ".pkrvars.hcl", ".auto.pkrvars.hcl", ".hcl", ".override.hcl",
	}
)

// decodeNames returns a list of different names for any bytes, and for each name whether it is converted.
func decodeNames(data []byte) (names []string, chosen map[string]bool) {
	chosen = map[string]bool{}
	for ; len(data) >= 2; data = data[2:] {
		name := stems[int(data[0])%len(stems)] + natives[int(data[1])%len(natives)]
		if data[0]&0x40 != 0 {
			file, err := dialects.ForFile(name, dialects.Options{})
			if err != nil {
				panic(err)
			}
			name = file.Counterpart
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
			chosen[name] = data[0]&0x80 != 0
		}
	}
	return names, chosen
}

func FuzzHazards(f *testing.F) {
	f.Add([]byte("\x00\x00\x80\x01"))
	f.Add([]byte("\x80\x0b\x01\x0b\x42\x0b"))
	f.Add([]byte("\x83\x00\x04\x00\x44\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		names, chosen := decodeNames(data[:min(len(data), 60)])
		var convert []string
		for _, name := range names {
			if chosen[name] {
				convert = append(convert, name)
			}
		}
		list := changesOf(t, convert...)
		hazards := configdir.Hazards(names, list, "", nil)
		for _, h := range hazards {
			check(t, h, convert)
		}
		checkReversible(t, names, list, hazards)
		for _, toJSON := range []bool{true, false} {
			checkWholeSyntax(t, names, toJSON)
		}
	})
}

// checkReversible checks that a safe conversion is also safe in the other direction.
func checkReversible(t *testing.T, names []string, list []configdir.Change, hazards []configdir.Hazard) {
	if len(hazards) > 0 {
		return
	}
	after := slices.Clone(names)
	back := make([]configdir.Change, len(list))
	for i, c := range list {
		after[slices.Index(names, c.From)] = c.To
		back[i] = configdir.Change{From: c.To, To: c.From}
	}
	if got := configdir.Hazards(after, back, "", nil); len(got) > 0 {
		t.Errorf("%+v convert without a hazard, %q back with %+v", list, after, got)
	}
}

// checkWholeSyntax checks that the conversion of all files of one syntax neither hides nor unhides
// a file, if the files in the other syntax have other names. The order can
// change only for Packer, when there are both.
func checkWholeSyntax(t *testing.T, names []string, toJSON bool) {
	var convert []string
	taken := map[string]bool{}
	for _, name := range names {
		if strings.HasSuffix(name, ".json") != toJSON {
			convert = append(convert, name)
		} else {
			stem, _, _ := strings.Cut(strings.TrimPrefix(name, "."), ".")
			taken[stem] = true
		}
	}
	alone := len(taken) == 0
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		stem, _, _ := strings.Cut(strings.TrimPrefix(name, "."), ".")
		return taken[stem] && slices.Contains(convert, name)
	})
	convert = slices.DeleteFunc(convert, func(name string) bool { return !slices.Contains(names, name) })
	for _, h := range configdir.Hazards(names, changesOf(t, convert...), "", nil) {
		if h.Kind != configdir.Reordered || h.Product != "Packer" || alone {
			t.Errorf("of %q convert %q: %+v", names, convert, h)
		}
	}
}
