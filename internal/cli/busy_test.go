//go:build darwin || freebsd || linux || netbsd || openbsd

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hashicorp/hcl/v2"
)

// A second run says once that there is another one, whether it finds that out at
// its beginning or when it comes to write.
func TestBusy(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		dir := filepath.Join(root, name, ".hcljson-replace")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(root, name, "main.tf"), "")
		lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer lock.Close()
		if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			t.Fatal(err)
		}
	}
	check := func(status int, stderr string) {
		t.Helper()
		if status != exitError || strings.Count(stderr, "is replacing files here") != 1 {
			t.Errorf("exit status %d: %s", status, stderr)
		}
	}
	status, _, stderr := hcljson(t, "--replace", root)
	check(status, stderr)

	// Beside links of the other run, what is written finds it out late.
	status, _, stderr = hcljson(t, "-o", filepath.Join(root, "out")+"/", filepath.Join(root, "a"), filepath.Join(root, "b"))
	check(status, stderr)
}

// What the modules of one run report alike is reported once.
func TestReportedOnce(t *testing.T) {
	var text strings.Builder
	r := newReporter(&options{}, streams{err: &text, getenv: func(string) string { return "" }})
	for _, name := range []string{"a.tf", "a.tf", "b.tf"} {
		r.add(name, nil, hcl.Diagnostics{errorf("Summary", "detail")})
	}
	if got := strings.Count(text.String(), "Error: Summary"); got != 2 {
		t.Errorf("%d times:\n%s", got, text.String())
	}
}
