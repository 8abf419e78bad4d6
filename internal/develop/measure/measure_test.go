package measure

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
)

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b/a.tf", "a.tf", "a.json", "b/.git/a.tf"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(name), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	var read []string
	collect := func(_ string, src []byte) error {
		read = append(read, string(src))
		return nil
	}
	if err := Files(dir, Ending(".tf"), collect); err != nil || !slices.Equal(read, []string{"a.tf", "b/a.tf"}) {
		t.Errorf("%v, %v", read, err)
	}
	failed := errors.New("no")
	if err := Files(dir, Ending(""), func(string, []byte) error { return failed }); err != failed {
		t.Errorf("the error is %v", err)
	}
	if err := Files(filepath.Join(dir, "gone"), Ending(""), collect); err == nil {
		t.Error("a missing directory is no error")
	}
}

func TestEach(t *testing.T) {
	var sum atomic.Int64
	Each(func(emit func(int)) {
		for i := range 101 {
			emit(i)
		}
	}, func(i int) { sum.Add(int64(i)) })
	if sum.Load() != 5050 {
		t.Errorf("the sum is %d", sum.Load())
	}
}

func TestAdd(t *testing.T) {
	sums := map[string]*[2]int{}
	for range 2 {
		Add(At(sums, "a")[:], []int{1, 2})
	}
	if *sums["a"] != [2]int{2, 4} {
		t.Errorf("%v", *sums["a"])
	}
}
