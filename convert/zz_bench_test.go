package convert_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func BenchmarkZZ(b *testing.B) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		b.Skip()
	}
	d := opentofu.Config(opentofu.Target{})
	var list, js [][]byte
	total, jt := 0, 0
	filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".tf") && total < 10e6 {
			src, _ := os.ReadFile(path)
			if out, dd := convert.ToJSON(src, "", d, convert.Options{}); !dd.HasErrors() {
				list = append(list, src)
				js = append(js, out)
				total += len(src)
				jt += len(out)
			}
		}
		return nil
	})
	b.Run("ToJSON", func(b *testing.B) {
		b.SetBytes(int64(total))
		b.ReportAllocs()
		for b.Loop() {
			for _, src := range list {
				convert.ToJSON(src, "", d, convert.Options{})
			}
		}
	})
	b.Run("ToHCL", func(b *testing.B) {
		b.SetBytes(int64(jt))
		b.ReportAllocs()
		for b.Loop() {
			for _, src := range js {
				convert.ToHCL(src, "", d, convert.Options{})
			}
		}
	})
}
