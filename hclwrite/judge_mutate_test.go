package hclwrite

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestJudgeMutations(t *testing.T) {
	dir, n := os.Getenv("HCLJSON_CORPUS"), 200000
	if dir == "" {
		t.Skip("HCLJSON_CORPUS is not set")
	}
	if s := os.Getenv("HCLJSON_MUTATIONS"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	var files []string
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(path, ".json") {
			if info, err := d.Info(); err == nil && info.Size() < 3000 {
				files = append(files, path)
			}
		}
		return nil
	})
	r := rand.New(rand.NewPCG(7, uint64(n)))
	accepted := 0
	var src string
	for i := range n {
		if i%100 == 0 {
			b, err := os.ReadFile(files[r.IntN(len(files))])
			if err != nil {
				t.Fatal(err)
			}
			src = string(b)
		}
		if src == "" {
			continue
		}
		at := r.IntN(len(src))
		mutated := src
		switch r.IntN(5) {
		case 0:
			mutated = src[:at] + src[at+1:]
		case 1:
			mutated = src[:at] + ingredients[r.IntN(len(ingredients))] + src[at:]
		case 2:
			mutated = src[:at]
		case 3:
			to := r.IntN(len(src))
			b := []byte(src)
			b[at], b[to] = b[to], b[at]
			mutated = string(b)
		case 4:
			to := min(len(src), at+r.IntN(20))
			mutated = src[:at] + src[to:]
		}
		if judged(t, mutated) {
			accepted++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d accepted", accepted, n)
}
