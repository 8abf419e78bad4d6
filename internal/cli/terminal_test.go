//go:build linux

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hcljson/hcljson/internal/cli/env"
)

// runInTerminal returns the lines that the program prints in a terminal of a width.
func runInTerminal(t *testing.T, width uint16, args ...string) []string {
	t.Helper()
	program, err := exec.LookPath(env.ProgramName)
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.tf":   "locals {\n  a = \"x\"\n}\n",
		"wrong.tf":  "locals {\n  a = 1 + + " + strings.Repeat("abc + ", 50) + "1\n}\n",
		"plan.json": `{"format_version":"1.2","planned_values":{}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	output := inTerminal(t, dir, width, append([]string{program}, args...), "")
	return strings.Split(strings.ReplaceAll(output, "\r\n", "\n"), "\n")
}

// TestTerminalWidth checks that help and diagnostics fit into the terminal. Only the command lines of examples may be
// longer.
func TestTerminalWidth(t *testing.T) {
	for _, width := range []uint16{60, 80, 120} {
		for _, args := range [][]string{
			{"help"}, {"help", "json2hcl"}, {"help", "mv"}, {"schema", "--help"}, {},
			{"wrong.tf"}, {"plan.json"}, {"get", "local.b", "main.tf"}, {"--unknown", "main.tf"}, {"main.tf", "nosuch.tf"},
		} {
			lines := runInTerminal(t, width, args...)
			if len(lines) < 3 {
				t.Errorf("%q prints %q", args, lines)
			}
			for _, line := range lines {
				isExample := strings.HasPrefix(line, "  hcljson ") || strings.HasPrefix(line, "    hcljson ")
				if utf8.RuneCountInString(withoutColors(line)) > int(width) && !(isExample && width < 80) {
					t.Errorf("%q at %d columns: %s", args, width, line)
				}
			}
		}
	}
}

// withoutColors removes the escape sequences of colors.
func withoutColors(line string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(line, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, line, _ = strings.Cut(after, "m")
	}
}

// TestStringInTerminal checks that a printed string ends with a line end in a terminal, and only there.
func TestStringInTerminal(t *testing.T) {
	if lines := runInTerminal(t, 80, "get", "--string", "local.a", "main.tf"); len(lines) != 2 || lines[0] != "x" {
		t.Errorf("in a terminal: %q", lines)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "main.tf")
	if err := os.WriteFile(name, []byte("locals {\n  a = \"x\"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	output, err := exec.Command(env.ProgramName, "get", "--string", "local.a", name).Output()
	if err != nil || string(output) != "x" {
		t.Errorf("in a pipe: %q, %v", output, err)
	}
}
