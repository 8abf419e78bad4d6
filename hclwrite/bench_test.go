package hclwrite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

func BenchmarkRead(b *testing.B) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		b.Skip()
	}
	var list [][]byte
	total := 0
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".tf") && total < 10e6 {
			src, _ := os.ReadFile(path)
			if _, d := ParseFile(src, ""); d == nil {
				list = append(list, src)
				total += len(src)
			}
		}
		return nil
	})
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(total))
		b.ReportAllocs()
		for b.Loop() {
			for _, src := range list {
				ParseFile(src, "")
			}
		}
	})
	b.Run("upstream", func(b *testing.B) {
		b.SetBytes(int64(total))
		b.ReportAllocs()
		for b.Loop() {
			for _, src := range list {
				hclsyntax.ParseConfig(src, "", hcl.InitialPos)
			}
		}
	})
}
