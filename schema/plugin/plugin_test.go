package plugin_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hcljson/hcljson/schema/plugin"
)

// fake returns this program, what makes it a fake, and the directory of its notes.
func fake(t *testing.T, mode string) (executable string, opts plugin.Options, notes string) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	notes = t.TempDir()
	// Sockets and coverage data are put here.
	temp := t.TempDir()
	env := []string{"FAKE=" + mode, "NOTES=" + notes, "TMPDIR=" + temp, "TEMP=" + temp, "GOCOVERDIR=" + temp, "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	return executable, plugin.Options{Env: env, Timeout: time.Minute}, notes
}

// allGone fails if a program that noted its number is still there.
func allGone(t *testing.T, notes string) {
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
		// A program that is killed takes a moment.
		for end := time.Now().Add(5 * time.Second); alive(pid); time.Sleep(5 * time.Millisecond) {
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

// TestOnlyTheSchemaIsAskedFor reads the schema in both protocols, and sees which
// requests the plugin got.
func TestOnlyTheSchemaIsAskedFor(t *testing.T) {
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
				answer = plugin.FromProtocol5(full5())
			}
			want, err := plugin.FromAnswer(answer)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := indented(t, schema), indented(t, want); got != want {
				t.Errorf("got %s\nwant %s", got, want)
			}
			calls := strings.Fields(read(t, notes, "calls"))
			calls = slices.DeleteFunc(calls, func(call string) bool {
				return slices.Contains([]string{"/plugin.GRPCStdio/StreamStdio", "/plugin.GRPCBroker/StartStream", "/plugin.GRPCController/Shutdown"}, call)
			})
			if !slices.Equal(calls, []string{method}) {
				t.Errorf("it was asked for %q", calls)
			}
			allGone(t, notes)
		})
	}
}

// TestFaults runs programs that do not answer as a plugin should.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		mode    string
		timeout time.Duration
		want    []string
	}{
		{mode: "exits", want: []string{"it ended and did not say how to reach it"}},
		{mode: "exits talking", want: []string{"it ended and did not", "standard error:\n  line 4988 xxx", "\n  line 4999 xxx"}},
		{mode: "silent", timeout: time.Second, want: []string{"it did not answer in 1s and was ended"}},
		{mode: "garbage", want: []string{`it is no provider plugin: it printed "usage: [31mthis is not a plugin"`}},
		{mode: "long garbage", want: []string{"it is no provider plugin: it printed \"xxxx"}},
		{mode: "version4", want: []string{"it speaks version 4 of the plugin protocol, and only 5 and 6", "providers schema -json"}},
		{mode: "version7", want: []string{"it speaks version 7 of the plugin protocol, and only 5 and 6"}},
		{mode: "netrpc", want: []string{"it speaks version 4"}},
		{mode: "netrpc5", want: []string{"it cannot be reached", "netrpc"}},
		{mode: "nowhere", want: []string{"it ended, or closed the connection"}},
		{mode: "bad address", want: []string{"it cannot be reached"}},
		{mode: "bad cert", want: []string{"it cannot be reached"}},
		{mode: "deaf", timeout: 2 * time.Second, want: []string{"it did not answer in 2s"}},
		{mode: "hangs", timeout: 2 * time.Second, want: []string{"it did not answer in 2s"}},
		{mode: "children", timeout: 3 * time.Second, want: []string{"it did not answer in 3s"}},
		{mode: "panics", want: []string{"it ended, or closed the connection", "panic: it [31mbroke"}},
		{mode: "error", want: []string{"it answered with an error: out of[31m order"}},
		{mode: "unknown request", want: []string{"unknown service"}},
		{mode: "refuses", want: []string{"its schema: the plugin refuses it: No schema today: Come backtomorrow."}},
		{mode: "empty", want: []string{"it has none for its own configuration"}},
		{mode: "deep", want: []string{`block "b": block "b": `, "more than 64 levels"}},
		{mode: "too deep", want: []string{"exceeded maximum recursion depth"}},
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
			start := time.Now()
			_, err := plugin.Schema(t.Context(), executable, opts)
			allGone(t, notes)
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
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// TestNoPlugin starts what cannot be started.
func TestNoPlugin(t *testing.T) {
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

// TestAnotherProgram starts a program that knows nothing of plugins.
func TestAnotherProgram(t *testing.T) {
	const program = "/bin/true"
	if _, err := os.Stat(program); err != nil {
		t.Skip(err)
	}
	_, err := plugin.Schema(t.Context(), program, plugin.Options{})
	if err == nil || !strings.Contains(err.Error(), "it is no provider plugin, or not one for this system") {
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
				allGone(t, notes)
			} else if _, err := os.Stat(filepath.Join(notes, "pid")); err == nil {
				t.Error("it was started")
			}
		})
	}
}

// TestLinger has plugins that answer and then do not stop.
func TestLinger(t *testing.T) {
	modes := []string{"lingers", "ignores goodbye"}
	if hasGroups {
		modes = append(modes, "leaves a child", "leaves a quiet child", "leaves a session")
	}
	for _, mode := range modes {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			executable, opts, notes := fake(t, mode)
			start := time.Now()
			if _, err := plugin.Schema(t.Context(), executable, opts); err != nil {
				t.Error(err)
			}
			if took := time.Since(start); took > 15*time.Second {
				t.Errorf("it took %s", took)
			}
			if mode != "leaves a session" {
				allGone(t, notes)
			}
		})
	}
}

// TestLimit has an answer that is larger than what gRPC reads without being told.
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
	allGone(t, notes)
}

// TestInherits sees what a plugin has of the program that starts it.
func TestInherits(t *testing.T) {
	t.Setenv("FROM_THE_TEST", "yes")
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
	opts.Dir = t.TempDir()
	stderr := &bytes.Buffer{}
	opts.Stderr = stderr
	if _, err := plugin.Schema(t.Context(), executable, opts); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(read(t, notes, "env"), "\n") {
		name, _, ok := strings.Cut(line, "=")
		if ok && strings.Contains(name, "FROM_THE_TEST") {
			t.Errorf("it has %s", line)
		}
	}
	if env := read(t, notes, "env"); !strings.Contains(env, "PLUGIN_CLIENT_CERT=") {
		t.Errorf("there is no certificate for the connection:\n%s", env)
	}
	if got := read(t, notes, "stdin"); got != "0 bytes" {
		t.Errorf("it read %s from standard input", got)
	}
	got, err := filepath.EvalSymlinks(read(t, notes, "dir"))
	if err != nil {
		t.Fatal(err)
	}
	if want, err := filepath.EvalSymlinks(opts.Dir); err != nil || got != want {
		t.Errorf("it ran in %s, not in %s (%v)", got, want, err)
	}
	if !strings.Contains(stderr.String(), "to standard error\n") {
		t.Errorf("it wrote %q", stderr)
	}

	for name, value := range map[string]string{"FAKE": "inherits", "NOTES": t.TempDir()} {
		t.Setenv(name, value)
	}
	if _, err := plugin.Schema(t.Context(), executable, plugin.Options{}); err != nil {
		t.Fatal(err)
	}
	if env := read(t, os.Getenv("NOTES"), "env"); !strings.Contains(env, "FROM_THE_TEST=yes") {
		t.Errorf("without Env it does not have the environment:\n%s", env)
	}
}

// TestNothingIsLeft sees that no socket is left in the directory for temporary
// files.
func TestNothingIsLeft(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("plugins have no sockets there")
	}
	// What the test itself needs is not made in the directory.
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
