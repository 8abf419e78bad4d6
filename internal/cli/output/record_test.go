package output

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hcljson/hcljson/internal/cli/input"
)

// TestUnusableRecord reports each record that cannot be used, and does not wait for a pipe.
func TestUnusableRecord(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	getenv := func(name string) string {
		if name == "HCLJSON_CACHE_DIR" {
			return filepath.Join(dir, "cache")
		}
		return ""
	}
	open := func() (*Record, error) {
		r, err := OpenRecord(getenv, []string{"set", "-w", "a=1", "x"})
		return r, err
	}
	r, err := open()
	if err != nil {
		t.Fatal(err)
	}
	source := &input.Source{Name: "x", CanonicalDir: dir}
	task := Task{Source: source}
	r.addResults([]*Result{{Task: task, Src: []byte("old"), Converted: []byte("new")}})
	path := r.path()
	r.Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, content    string
		unusable, edited bool
	}{
		{"complete", string(content), false, true},
		{"incomplete last line", string(content[:len(content)-5]), false, false},
		{"incomplete line before another", string(content[:len(content)-5]) + string(content), false, true},
		{"start of a line", string(content) + "\n{\"K", false, true},
		{"garbled", "\x00\x01", true, false},
		{"garbled end", string(content) + "\nxyz", true, true},
	} {
		if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
			t.Fatal(err)
		}
		r, unusable := open()
		if (unusable != nil) != test.unusable {
			t.Errorf("%s: %v", test.name, unusable)
		}
		if _, edited := r.ContentBefore(source, []byte("new")); edited != test.edited {
			t.Errorf("%s: %t", test.name, edited)
		}
		r.Close()
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := makePipe(path); err != nil {
		t.Skip(err)
	}
	done := make(chan error)
	go func() {
		r, err := open()
		r.addResults(nil)
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil {
			t.Error("a pipe is a record")
		}
	case <-time.After(10 * time.Second):
		t.Error("opening a pipe waits")
	}
}
