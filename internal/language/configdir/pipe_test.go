//go:build unix

package configdir_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/hcljson/hcljson/internal/language/configdir"
)

func TestPipe(t *testing.T) {
	root := writeFiles(t, "a.tf")
	for _, name := range []string{"pipe.tf", "pipe.txt"} {
		if err := syscall.Mkfifo(filepath.Join(root, name), 0o600); err != nil {
			t.Skip(err)
		}
	}
	mustLink(t, "pipe.tf", filepath.Join(root, "l.tf"))
	found := mustWalk(t, root, configdir.Options{})
	if got := relativePaths(found); got != "a.tf" {
		t.Error(got)
	}
	if got := relativeTo(t, root, found.Irregular); got != "l.tf pipe.tf" {
		t.Error(got)
	}
}
