package plugin_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hcljson/hcljson/internal/provider/plugin"
)

// fake returns the path of this program, the environment that makes it a fake, and the directory of its
// notes.
func fake(t *testing.T, mode string) (executable string, opts plugin.Options, notes string) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	notes = t.TempDir()
	// Sockets and coverage data are put here.
	temp := t.TempDir()
	env := []string{"FAKE=" + mode, "NOTES=" + notes, "TMPDIR=" + temp, "TEMP=" + temp, "GOCOVERDIR=" + temp,
		"SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	opts = plugin.Options{Env: env, Timeout: time.Minute}
	if race {
		opts.Memory = math.MaxUint64
	}
	return executable, opts, notes
}

// checkAllEnded fails if a program that noted its process ID still runs.
func checkAllEnded(t *testing.T, notes string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(notes, "pid"))
	// On a slow machine it may have been ended before.
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, field := range strings.Fields(string(data)) {
		pid, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		// The operating system needs a moment to end a killed program.
		for end := time.Now().Add(time.Minute); isAlive(pid); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Errorf("process %d is still there", pid)
				break
			}
		}
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

func indented(t *testing.T, v any) string {
	t.Helper()
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestRequests reads the schema in both protocols, and checks the requests to the plugin.
func TestRequests(t *testing.T) {
	for mode, method := range map[string]string{
		"good":  "/tfplugin6.Provider/GetProviderSchema",
		"good5": "/tfplugin5.Provider/GetSchema",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			executable, opts, notes := fake(t, mode)
			schema, err := plugin.Schema(t.Context(), executable, opts)
			if err != nil {
				t.Fatal(err)
			}
			answer := full6()
			if mode == "good5" {
				answer = full5()
			}
			want, err := fromAnswer(answer)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := indented(t, schema), indented(t, want); got != want {
				t.Errorf("got %s\nwant %s", got, want)
			}
			calls := strings.Fields(read(t, notes, "calls"))
			calls = slices.DeleteFunc(calls, func(call string) bool {
				return slices.Contains([]string{"/plugin.GRPCStdio/StreamStdio", "/plugin.GRPCController/Shutdown"}, call)
			})
			if !slices.Equal(calls, []string{method}) {
				t.Errorf("the plugin received the requests %q", calls)
			}
			checkAllEnded(t, notes)
		})
	}
}

// TestFaults runs programs with incorrect answers.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		mode    string
		timeout time.Duration
		want    []string
	}{
		{mode: "exits", want: []string{"it ended without its address"}},
		{mode: "exits talking",
			want: []string{"it ended without its", "standard error:\n  line 4988 xxx", "\n  line 4999 xxx"}},
		{mode: "silent", timeout: time.Second, want: []string{"it did not answer in 1s and was ended"}},
		{mode: "garbage", want: []string{`it is not a provider plugin: it printed "usage: [31mthis is not a plugin"`}},
		{mode: "long garbage", want: []string{"it is not a provider plugin: it printed \"xxxx"}},
		{mode: "version4",
			want: []string{"it uses version 4 of the plugin protocol, but only 5 and 6", "providers schema -json"}},
		{mode: "version7", want: []string{"it uses version 7 of the plugin protocol, but only 5 and 6"}},
		{mode: "netrpc", want: []string{"it uses version 4"}},
		{mode: "netrpc5", want: []string{"it cannot be reached", "netrpc"}},
		{mode: "nowhere", want: []string{"it ended, or closed the connection"}},
		{mode: "bad address", want: []string{"it cannot be reached", `an unknown network, "carrier pigeon"`}},
		{mode: "bad cert", want: []string{"it cannot be reached"}},
		{mode: "deaf", timeout: 2 * time.Second, want: []string{"it did not answer in 2s"}},
		{mode: "hangs", timeout: 2 * time.Second, want: []string{"it did not answer in 2s"}},
		{mode: "children", timeout: 3 * time.Second, want: []string{"it did not answer in 3s"}},
		{mode: "panics", want: []string{"it ended, or closed the connection", "panic: it [31mbroke"}},
		{mode: "error", want: []string{"it answered with an error: out of[31m order"}},
		{mode: "unknown request", want: []string{"it does not support the request", "unknown service"}},
		{mode: "refuses", want: []string{"its schema: the plugin refuses it: No schema today: Come backtomorrow."}},
		{mode: "empty", want: []string{"it has none for its own configuration"}},
		{mode: "deep", want: []string{`block "b": block "b": `, "more than 64 levels"}},
		{mode: "too deep", want: []string{"on more than 1000 levels"}},
		{mode: "is heard", want: []string{"it answered with an error: no schema", "standard error:\n  a line of its log"}},
		{mode: "claims much", want: []string{"its schema is too large (it has 4294967295 bytes, and more than 67108864"}},
		{mode: "claims and ends", want: []string{"unexpected EOF"}},
		{mode: "half a prefix", want: []string{"unexpected EOF"}},
		{mode: "compresses", want: []string{"its answer is compressed"}},
		{mode: "no answer", want: []string{"it sent no answer"}},
		{mode: "two answers", want: []string{"it sent more than one answer"}},
		{mode: "no message", want: []string{"a message has a field with a wrong number"}},
		{mode: "endless answers", want: []string{"more than one answer"}},
		{mode: "half an answer", timeout: 2 * time.Second, want: []string{"it did not answer in 2s"}},
		{mode: "a page", want: []string{`its answer is of type "text/html`}},
		{mode: "not found", want: []string{"it answered 404"}},
		{mode: "redirects", want: []string{"it answered 302"}},
		{mode: "no status", want: []string{"its answer has no status"}},
		{mode: "much header", want: []string{"it ended, or closed the connection"}},
		{mode: "much trailer", want: []string{"it ended, or closed the connection"}},
		{mode: "hints", want: []string{"it ended, or closed the connection"}},
		{mode: "answer and error", want: []string{"it answered with an error: after all"}},
		{mode: "answer and no end", timeout: 2 * time.Second, want: []string{"it did not answer in 2s"}},
		{mode: "answer and reset", want: []string{"it ended, or closed the connection"}},
		{mode: "no number", want: []string{"its answer has no status"}},
		{mode: "long message", want: []string{"it answered with an error: no no no", "n...; give"}},
		{mode: "many lines", want: []string{"it ended, or closed the connection"}},
		{mode: "no certificate", want: []string{"it ended, or closed the connection", "certificate"}},
		{mode: "plain", want: []string{"it ended, or closed the connection"}},
		{mode: "http/1.1", want: []string{"it ended, or closed the connection"}},
		{mode: "other key", want: []string{"it ended, or closed the connection", "certificate"}},
		{mode: "badtype", want: []string{`resource "x": attribute "y": type "[\"list\"": `}},
	} {
		if test.mode == "children" && !hasGroups {
			continue
		}
		t.Run(test.mode, func(t *testing.T) {
			t.Parallel()
			executable, opts, notes := fake(t, test.mode)
			if test.timeout > 0 {
				opts.Timeout = test.timeout
			}
			_, err := plugin.Schema(t.Context(), executable, opts)
			checkAllEnded(t, notes)
			if err == nil {
				t.Fatal("no error")
			}
			t.Log(err)
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error does not have %q", want)
				}
			}
			if strings.ContainsRune(err.Error(), '\x1b') || len(err.Error()) > 10_000 {
				t.Errorf("the error is not fit to be shown: %q", err)
			}
			if strings.Contains(err.Error(), "before\n") {
				t.Error("the error starts before the panic")
			}
			if got := errors.Is(err, context.DeadlineExceeded); got != (test.timeout > 0) {
				t.Errorf("is it a time-out? %v", got)
			}
		})
	}
}

// TestNotExecutable checks the error for files without execute permission and for directories.
func TestNotExecutable(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{text, filepath.Dir(text), text + "-missing", "sh"} {
		_, err := plugin.Schema(t.Context(), name, plugin.Options{})
		if err == nil || !strings.Contains(err.Error(), "it cannot be started: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAnotherProgram checks the error for an executable that is not a provider plugin.
func TestAnotherProgram(t *testing.T) {
	const program = "/bin/true"
	if _, err := os.Stat(program); err != nil {
		t.Skip(err)
	}
	_, err := plugin.Schema(t.Context(), program, plugin.Options{})
	if err == nil || !strings.Contains(err.Error(), "it is not a provider plugin, or not one for this system") {
		t.Error(err)
	}
}

// TestCancel cancels before the start, during the start, and during the request.
func TestCancel(t *testing.T) {
	for mode, after := range map[string]time.Duration{"good": 0, "silent": time.Second, "hangs": 2 * time.Second} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			executable, opts, notes := fake(t, mode)
			ctx, cancel := context.WithCancel(t.Context())
			if after == 0 {
				cancel()
			}
			timer := time.AfterFunc(after, cancel)
			defer timer.Stop()
			_, err := plugin.Schema(ctx, executable, opts)
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "it was ended: ") {
				t.Error(err)
			}
			if after > 0 {
				checkAllEnded(t, notes)
			} else if _, err := os.Stat(filepath.Join(notes, "pid")); err == nil {
				t.Error("it was started")
			}
		})
	}
}

// TestSlowStop runs plugins that answer and then do not stop.
func TestSlowStop(t *testing.T) {
	modes := []string{"lingers", "ignores goodbye"}
	if hasGroups {
		modes = append(modes, "leaves a child", "leaves a quiet child")
	}
	for _, mode := range modes {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			executable, opts, notes := fake(t, mode)
			if _, err := plugin.Schema(t.Context(), executable, opts); err != nil {
				t.Error(err)
			}
			checkAllEnded(t, notes)
		})
	}
}

// TestLimit reads an answer above the default limit of gRPC.
func TestLimit(t *testing.T) {
	executable, opts, notes := fake(t, "large")
	schema, err := plugin.Schema(t.Context(), executable, opts)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(schema.ResourceSchemas); n != 9 {
		t.Errorf("%d resources", n)
	}
	err = plugin.AskWithLimit(t.Context(), executable, opts, 8<<20)
	if err == nil || !strings.Contains(err.Error(), "its schema is too large") {
		t.Error(err)
	}
	checkAllEnded(t, notes)
}

// TestInheritedState checks the environment and standard input of a plugin.
func TestInheritedState(t *testing.T) {
	for name, value := range map[string]string{
		"FROM_THE_TEST": "secret", "AWS_SECRET_ACCESS_KEY": "secret", "TF_TOKEN_example_com": "secret", "TF_VAR_x": "secret",
		"HOME": t.TempDir(), "HTTPS_PROXY": "http://proxy.example", "LC_ALL": "C",
	} {
		t.Setenv(name, value)
	}
	input := filepath.Join(t.TempDir(), "input")
	write(t, input, "text")
	file, err := os.Open(input)
	if err != nil {
		t.Fatal(err)
	}
	defer func(stdin *os.File) {
		os.Stdin = stdin
		_ = file.Close()
	}(os.Stdin)
	os.Stdin = file
	executable, opts, notes := fake(t, "inherits")
	if _, err := plugin.Schema(t.Context(), executable, opts); err != nil {
		t.Fatal(err)
	}
	env := read(t, notes, "env")
	if strings.Contains(env, "secret") || strings.Contains(env, "HTTPS_PROXY=") {
		t.Errorf("the plugin inherited other variables:\n%s", env)
	}
	if !strings.Contains(env, "PLUGIN_CLIENT_CERT=") {
		t.Errorf("the connection has no certificate:\n%s", env)
	}
	if got := read(t, notes, "stdin"); got != "0 bytes" {
		t.Errorf("it read %s from standard input", got)
	}
	checkOwnDirectory(t, notes)

	if runtime.GOOS == "windows" {
		t.Skip("a link to a program needs a privilege there")
	}
	// The fake selects its mode by the name of the link.
	link := filepath.Join(t.TempDir(), "fake-inherits")
	if err := os.Symlink(executable, link); err != nil {
		t.Fatal(err)
	}
	if _, err := plugin.Schema(t.Context(), link, plugin.Options{Memory: opts.Memory}); err != nil {
		t.Fatal(err)
	}
	env = read(t, filepath.Dir(link), "env")
	if strings.Contains(env, "secret") {
		t.Errorf("it has credentials:\n%s", env)
	}
	for _, want := range []string{"HOME=" + os.Getenv("HOME"), "PATH=" + os.Getenv("PATH"),
		"HTTPS_PROXY=http://proxy.example", "LC_ALL=C"} {
		if !strings.Contains("\n"+env+"\n", "\n"+want+"\n") {
			t.Errorf("it has no %s:\n%s", want, env)
		}
	}
	checkOwnDirectory(t, filepath.Dir(link))
}

// checkOwnDirectory fails unless a plugin ran in an empty directory, and both this directory and the
// directory for temporary files are removed.
func checkOwnDirectory(t *testing.T, notes string) {
	t.Helper()
	if got := read(t, notes, "files"); got != "0 files" {
		t.Errorf("the working directory contains %s", got)
	}
	dir, temp := read(t, notes, "dir"), read(t, notes, "temp")
	if here, err := os.Getwd(); err != nil || dir == here || temp == os.TempDir() {
		t.Errorf("it worked in %s, with temporary files in %s (%v)", dir, temp, err)
	}
	for _, dir := range []string{dir, temp} {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is left (%v)", dir, err)
		}
	}
}

// TestHostile runs programs that ignore signals, write without end, or use links to other directories.
func TestHostile(t *testing.T) {
	for _, test := range []struct {
		mode    string
		timeout bool
		want    string // empty: the schema is read
	}{
		{mode: "talks and serves"},
		{mode: "talks", timeout: true, want: "it did not answer in"},
		{mode: "sends unasked"},
		{mode: "closes"},
		{mode: "closes all", timeout: true, want: "it did not answer in"},
		{mode: "stubborn", timeout: true, want: "it did not answer in"},
		{mode: "locks"},
		{mode: "outside", want: "outside its directory"},
		{mode: "beside", want: "outside its directory"},
		{mode: "abstract", want: "outside its directory"},
		{mode: "links to a directory", want: "outside its directory"},
		{mode: "links to a socket", want: "outside its directory"},
		{mode: "remote", want: "not on this machine's loopback network"},
		{mode: "forks", timeout: true, want: "it did not answer in"},
	} {
		if !hasGroups && (test.mode == "forks" || test.mode == "locks") {
			continue
		}
		t.Run(test.mode, func(t *testing.T) {
			t.Parallel()
			executable, opts, notes := fake(t, test.mode)
			if test.timeout {
				opts.Timeout = 2 * time.Second
			}
			_, err := plugin.Schema(t.Context(), executable, opts)
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want %q", err, test.want)
			case errors.Is(err, context.DeadlineExceeded) != test.timeout:
				t.Errorf("is it a time-out? %v", err)
			case err != nil && len(err.Error()) > 10_000:
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
			checkAllEnded(t, notes)
			if temp, err := os.ReadFile(filepath.Join(notes, "temp")); err == nil {
				if _, err := os.Lstat(strings.TrimSpace(string(temp))); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("the directory is left (%v)", err)
				}
			}
		})
	}
}

// TestSession runs a plugin whose child process has its own session and keeps the pipes. Schema does not
// wait for the child process.
func TestSession(t *testing.T) {
	if !hasGroups {
		t.Skip("requires sessions")
	}
	for _, mode := range []string{"leaves a session", "session and silent"} {
		executable, opts, notes := fake(t, mode)
		if mode != "leaves a session" {
			opts.Timeout = 2 * time.Second
		}
		_, err := plugin.Schema(t.Context(), executable, opts)
		if (err != nil) != (opts.Timeout < time.Minute) {
			t.Error(err)
		}
		pids := strings.Fields(read(t, notes, "pid"))
		left, err := strconv.Atoi(pids[len(pids)-1])
		if err != nil || len(pids) != 2 {
			t.Fatalf("processes %v, %v", pids, err)
		}
		if !isAlive(left) {
			t.Error("it was waited for")
		}
		if process, err := os.FindProcess(left); err == nil {
			_ = process.Kill()
		}
	}
}

// TestMemory runs a plugin above the limit of memory, and one below.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" || race {
		t.Skip("requires memory limits")
	}
	executable, opts, notes := fake(t, "eats")
	opts.Memory = 512 << 20
	_, err := plugin.Schema(t.Context(), executable, opts)
	if err == nil ||
		!strings.Contains(err.Error(), "out of memory") && !strings.Contains(err.Error(), "cannot allocate memory") {
		t.Errorf("got %v", err)
	}
	checkAllEnded(t, notes)
	executable, opts, _ = fake(t, "good")
	opts.Memory = 512 << 20
	if _, err := plugin.Schema(t.Context(), executable, opts); err != nil {
		t.Error(err)
	}
}

// TestNoRemainingSocket checks that no socket remains in the directory for temporary files.
func TestNoRemainingSocket(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("plugins have no sockets there")
	}
	// Create the test's own temporary directory before the check.
	t.TempDir()
	// The path of a socket must not be long.
	temp, err := os.MkdirTemp("", "t")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(temp) }()
	t.Setenv("TMPDIR", temp)
	for mode, fails := range map[string]bool{"good": false, "panics": true, "exits": true, "lingers": false} {
		executable, opts, _ := fake(t, mode)
		if _, err := plugin.Schema(t.Context(), executable, opts); (err != nil) != fails {
			t.Error(err)
		}
		entries, err := os.ReadDir(temp)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			t.Errorf("%s left %s", mode, entry.Name())
		}
	}
	if _, err := plugin.Schema(t.Context(), temp, plugin.Options{}); err == nil {
		t.Error("a directory was started")
	}
	if entries, err := os.ReadDir(temp); err != nil || len(entries) > 0 {
		t.Errorf("what did not start left %v (%v)", entries, err)
	}
}
