package toconfig_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
)

// FuzzGenerate checks that the generated configuration is valid and deterministic, and that both
// syntaxes have the same meaning.
func FuzzGenerate(f *testing.F) {
	for _, archive := range archives(f, "testdata/golden") {
		if archive.Files[0].Name != sourceName {
			continue
		}
		// The smaller, the faster.
		var src bytes.Buffer
		if err := json.Compact(&src, archive.Files[0].Data); err != nil {
			f.Fatal(err)
		}
		f.Add(src.Bytes(), byte(0))
		f.Add(src.Bytes(), byte(0xff))
	}
	known, dialect := spec(f), language(f)
	f.Fuzz(func(t *testing.T, src []byte, bits byte) {
		on := func(bit int) bool { return bits&(1<<bit) != 0 }
		opts := toconfig.Options{Dialect: dialect, Data: on(0), Outputs: on(1), Import: on(2), Single: on(3), JSON: on(6)}
		if on(4) {
			opts.Spec = known
		}
		if on(5) {
			opts.From = toconfig.Prior
		}
		form := bothForms[0]
		if on(7) {
			form = bothForms[1]
		}
		run(t, src, opts, []convert.Form{form})
	})
}
