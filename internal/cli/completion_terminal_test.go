//go:build linux

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"golang.org/x/sys/unix"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// shellNames are untrusted file names, with each character that a shell interprets.
var shellNames = []string{
	"`./evil`", "$(./evil)", "${x:-$(./evil)}", "a;./evil", "a|./evil", "a&./evil", "a&&./evil", "a>pwned", "a</dev/null", "!!", "!a",
	"#a", "*", "?", "[a-z]*", "~", "~root", "{a,b}", "'", "''`./evil`", "\"", "\"`./evil`", "\\", "\\`./evil`", "a b", "(./evil)", "^a^b",
	"$HOME", "a=b", "%", "@", "-a", "a\n./evil", "a\r./evil\r", "\x1b[A", "\u2018`./evil`", "\u202e", "é", "$'`./evil`'",
}

// interactive starts a shell with the completion script, without files of the user.
var interactive = map[string][]string{
	"bash": {"bash", "--norc", "--noprofile", "-i"},
	"zsh":  {"zsh", "-f", "-i"},
	"fish": {"fish", "-N", "-i"},
}

// TestCompletedWords completes a name in a terminal and presses Enter. The program gets the name as an
// operand, and the shell runs nothing else.
func TestCompletedWords(t *testing.T) {
	program, err := exec.LookPath(env.ProgramName)
	if err != nil {
		t.Skip(err)
	}
	names := shellNames
	if !oracles.Enabled() {
		names = names[:4]
	}
	for shell, words := range interactive {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("requires %s", shell)
			}
			dump := filepath.Join(t.TempDir(), "dump") // compinit reads it faster than it makes it
			for _, name := range names {
				dir := t.TempDir()
				content, _ := json.Marshal(map[string]any{"variable": map[string]any{name: map[string]any{}}})
				script, _ := exec.Command(program, "completion", shell).Output()
				for file, text := range map[string]string{
					"main.tf.json": string(content), "completion": string(script), "evil": "#!/bin/sh\ntouch pwned\n",
					env.ProgramName: "#!/bin/sh\nfor last; do :; done\ncase $last in --generate-bash-completion) exec " + program +
						" \"$@\" ;; esac\nprintf '%s\\n' \"$@\" >operands.$1\n",
				} {
					if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o700); err != nil {
						t.Fatal(err)
					}
				}
				// A file name cannot contain a slash; the directory is on the PATH.
				if err := os.WriteFile(filepath.Join(dir, "q"+strings.ReplaceAll(name, "/", "")), nil, 0o600); err != nil {
					t.Fatal(err)
				}
				offer, err := exec.Command(program, "get", "--complete", "-e", "variable.", dir).Output()
				if err != nil {
					t.Fatal(err)
				}
				init := ". ./completion"
				if shell == "zsh" {
					init = "autoload -Uz compinit; compinit -C -d " + dump + "; . ./completion"
				}
				output := inTerminal(t, dir, 200, words, init+"\rhcljson get variable.\t\rhcljson verify q\t\rexit\r")
				if _, err := os.Stat(filepath.Join(dir, "pwned")); err == nil {
					t.Errorf("%q runs a program", name)
				}
				got, err := os.ReadFile(filepath.Join(dir, "operands.get"))
				if want := "get\n" + string(offer); err != nil || len(offer) > 0 && string(got) != want {
					t.Errorf("%q: the operands are %q, want %q\n%s", name, got, want, output)
				}
				got, err = os.ReadFile(filepath.Join(dir, "operands.verify"))
				if want := "verify\nq" + strings.ReplaceAll(name, "/", "") + "\n"; (err != nil || string(got) != want) && !strings.Contains(name, "\n") {
					t.Errorf("file %q: the operands are %q, want %q\n%s", name, got, want, output)
				}
			}
		})
	}
}

// TestPowerShellQuotes checks the patterns of the script for PowerShell: a word with a special character is
// quoted, and each character that PowerShell takes as a single quote is doubled.
func TestPowerShellQuotes(t *testing.T) {
	script, err := command.Completion("powershell")
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile(`-match '([^']*)'\) \{ \$text = "'" \+ \(\$word -replace "([^"]*)", '\$0\$0'\) \+ "'" \}`).
		FindStringSubmatch(script)
	if parts == nil {
		t.Fatal(script)
	}
	special := regexp.MustCompile(parts[1])
	quotes := regexp.MustCompile(regexp.MustCompile(`\\u([0-9A-F]{4})`).ReplaceAllString(parts[2], `\x{$1}`))
	for char := rune(1); char < 0x3000; char++ {
		isPlain := unicode.IsLetter(char) || unicode.IsDigit(char) || strings.ContainsRune("_./:=+-", char)
		if text := string(char); char < 0x80 && special.MatchString(text) == isPlain {
			t.Errorf("%q: special %t", text, !isPlain)
		} else if strings.ContainsRune("'\u2018\u2019\u201a\u201b", char) != quotes.MatchString(text) {
			t.Errorf("%q: quote %t", text, quotes.MatchString(text))
		}
	}
}

// inTerminal runs a command in a terminal of a width and types keys. It returns the output.
func inTerminal(t *testing.T, dir string, width uint16, words []string, keys string) string {
	t.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	number, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(terminal.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: width})
	}
	if err != nil {
		t.Skip(err)
	}
	side, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	command := exec.Command(words[0], words[1:]...)
	command.Dir, command.Stdin, command.Stdout, command.Stderr = dir, side, side, side
	command.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "TERM=xterm",
		"INPUTRC=/dev/null", "LC_ALL=C.UTF-8", "HISTFILE="}
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	side.Close()
	var output bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = output.ReadFrom(terminal)
	}()
	if _, err := terminal.WriteString(keys); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(20*time.Second, func() { _ = command.Process.Kill() })
	_ = command.Wait()
	timer.Stop()
	select {
	case <-read:
	case <-time.After(time.Second):
		terminal.Close()
		<-read
	}
	return strings.ToValidUTF8(output.String(), "?")
}
