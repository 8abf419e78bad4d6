package corpus

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestFetch(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	// The user's own settings must not matter.
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	source := t.TempDir()
	upstream := filepath.Join(source, "o", "a")
	write(t, upstream, "a.tf", "# one\n")
	write(t, upstream, ".gitattributes", "*.tf eol=crlf\n")
	write(t, upstream, ".git/info/attributes", plain)
	run := func(args ...string) string {
		t.Helper()
		command := exec.Command("git",
			append([]string{"-C", upstream, "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"},
				args...)...)
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, output)
		}
		return strings.TrimSpace(string(output))
	}
	run("init", "-q")
	run("add", ".")
	run("commit", "-q", "-m", "one")
	commit := run("rev-parse", "HEAD")
	write(t, upstream, "a.tf", "# two\n")
	run("commit", "-q", "-a", "-m", "two")

	dir := t.TempDir()
	list := []entry{{"o/gone", commit}, {"o/a", commit}}
	base := "file://" + filepath.ToSlash(source) + "/"
	for _, want := range []string{"o/a " + commit, "o/a exists"} {
		var out strings.Builder
		if fetch(dir, base, list, &out) {
			t.Error("fetch does not report a missing repository")
		}
		if text := out.String(); !strings.Contains(text, want) || !strings.Contains(text, "o/gone: git fetch") ||
			!strings.Contains(text, "1 of 2 repositories are missing") {
			t.Errorf("the output is not %q:\n%s", want, text)
		}
	}
	if !fetch(dir, base, list[1:], new(strings.Builder)) {
		t.Error("fetch reports an existing repository as missing")
	}
	if text, err := os.ReadFile(filepath.Join(dir, "o", "a", "a.tf")); err != nil || string(text) != "# one\n" {
		t.Errorf("%q, %v, want the bytes of the commit", text, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "o", ".fetch-*")); err != nil || len(left) > 0 {
		t.Errorf("remaining files: %v, %v", left, err)
	}
}
