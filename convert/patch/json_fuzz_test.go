package patch

import (
	"bytes"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
)

// FuzzPatchJSON checks that nothing changes without an edit, and that the JSON after an edit has
// the meaning of the edited file.
func FuzzPatchJSON(f *testing.F) {
	var languages []*schema.Dialect
	index := map[string]byte{}
	for _, name := range []string{"a.tf.json", "a.pkr.json", "a.hcl.json", "a.nomad.hcl.json", "terragrunt.hcl.json"} {
		described, err := dialects.ForFile(name, dialects.Options{})
		if err != nil {
			f.Fatal(err)
		}
		index[described.Dialect.Name] = byte(len(languages))
		languages = append(languages, described.Dialect)
	}
	for k, g := range golden.ReadSample(f, 15) {
		for _, name := range []string{golden.General, golden.Compact, g.Input} {
			if src, ok := g.File(name); ok && (name != g.Input || g.JSON) {
				f.Add(src, index[g.Targets[0].Dialect.Name], []byte{byte(k), byte(k / len(jsonEdits))})
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, language byte, choices []byte) {
		d := languages[int(language)%len(languages)]
		file, diags := convert.ReadJSON(src, "", d, convert.Options{})
		if diags.HasErrors() || len(src) > 1<<13 {
			return
		}
		unchanged := file.Bytes()
		if again, diags := convert.ToJSON(unchanged, "", d, convert.Options{}); diags.HasErrors() || again == nil {
			return
		}
		repaired := proof(src, unchanged, d).HasErrors()
		got, diags := JSON(src, "", unchanged, "", d, Options{})
		if !repaired && (diags.HasErrors() || !bytes.Equal(got, src)) {
			t.Fatalf("%s\n%s\nwith\n%s\nbecomes\n%s", diags, src, unchanged, got)
		}
		for i := 0; i+1 < len(choices) && i < 6; i += 2 {
			jsonEdits[int(choices[i])%len(jsonEdits)].edit(file, int(choices[i+1]))
			// Added blocks share their content, so parse it again.
			again, diags := hclwrite.ParseFile(file.Bytes(), "")
			if diags.HasErrors() {
				return
			}
			file = again
		}
		edited := file.Bytes()
		written, diags := convert.ToJSON(edited, "", d, convert.Options{})
		if diags.HasErrors() || proof(written, edited, d).HasErrors() {
			return
		}
		checkJSON(t, "edited", "", src, edited, d, repaired)
	})
}
