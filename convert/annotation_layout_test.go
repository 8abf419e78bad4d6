package convert_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	upstream "github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// shaken is a JSON value of which an edit has taken something away, doubled elements,
// or exchanged values. The notes stay.
func shaken(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, 0, len(v)+1)
		for _, elem := range v {
			switch r.IntN(12) {
			case 0:
			case 1:
				list = append(list, shaken(r, elem), elem)
			default:
				list = append(list, shaken(r, elem))
			}
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if name == "//" {
				object[name] = v[name]
			} else if r.IntN(12) > 0 {
				object[name] = shaken(r, v[name])
			}
		}
		return object
	case string:
		if r.IntN(12) == 0 {
			return []any{"x", "one\ntwo\n", "${var.x}", []any{}, []any{"a"}, map[string]any{}, map[string]any{"k": "v"},
				1}[r.IntN(8)]
		}
	}
	return v
}

// withoutLayout removes the layout annotations from a JSON value, except for the markers of
// comments.
func withoutLayout(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = withoutLayout(v[i])
		}
	case map[string]any:
		for name, value := range v {
			note, ok := value.(map[string]any)
			if name == "//" && ok {
				layout, _ := note["layout"].(map[string]any)
				if own, _ := layout[""].(string); strings.Contains(own, "slashes") {
					note["layout"] = map[string]any{"": "slashes"}
				} else if delete(note, "layout"); len(note) == 0 {
					delete(v, name)
				}
			} else {
				v[name] = withoutLayout(value)
			}
		}
	}
	return v
}

func inCanonicalLayout(t *testing.T, native []byte) []byte {
	t.Helper()
	file, diags := hclwrite.ParseFile(native, "")
	if diags.HasErrors() {
		t.Fatalf("%s\nin\n%s", diags, native)
	}
	return file.Bytes()
}

// After any edit, the recorded layout changes only the layout, and the result is formatted.
func TestLayoutOfEdits(t *testing.T) {
	checked := 0
	for _, g := range golden.ReadAll(t) {
		src, ok := g.File(g.Input)
		d := g.Targets[0].Dialect
		_, provided := g.File(golden.Providers)
		if provided = provided || g.Providers != ""; !ok || g.JSON || d.Roots != nil || provided {
			continue // an edit may choose another provider, which takes a "//" for data
		}
		noted, diags := convert.ToJSON(src, g.Input, d, convert.Options{Layout: convert.KeepLayout})
		for seed := range uint64(4) {
			if !diags.HasErrors() && layoutOfEdit(t, g, noted, seed) {
				checked++
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d edits could be converted", checked)
	}
}

// layoutOfEdit checks one edit, and reports whether it could be converted.
func layoutOfEdit(t *testing.T, g *golden.Golden, noted []byte, seed uint64) bool {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(noted))
	decoder.UseNumber()
	var document any
	if err := decoder.Decode(&document); err != nil {
		t.Fatal(err)
	}
	document = shaken(rand.New(rand.NewPCG(seed, 7)), document)
	with, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	without, err := json.Marshal(withoutLayout(document))
	if err != nil {
		t.Fatal(err)
	}
	kept, diags := convert.ToHCL(with, g.Counterpart, g.Targets[0].Dialect, convert.Options{})
	canonical, others := convert.ToHCL(without, g.Counterpart, g.Targets[0].Dialect, convert.Options{})
	if len(diags) != len(others) {
		t.Errorf("%s: with notes about the layout: %s\nwithout: %s\n%s", g.Name, diags, others, with)
	}
	if diags.HasErrors() || others.HasErrors() {
		return false
	}
	if !bytes.Equal(upstream.Format(kept), kept) {
		t.Errorf("%s: hashicorp/hcl's formatter changes\n%s", g.Name, kept)
	}
	if !bytes.Equal(inCanonicalLayout(t, kept), inCanonicalLayout(t, canonical)) {
		t.Errorf("%s: the notes about the layout change\n%s\nto\n%s", g.Name, canonical, kept)
	}
	return true
}
