package plugin_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hcljson/hcljson/schema/plugin"
)

// TestCommand runs a program in place of a product.
func TestCommand(t *testing.T) {
	executable, opts, notes := fake(t, "prints schema")
	dir := t.TempDir()
	schemas, err := plugin.Command(t.Context(), executable, dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	if got := schemas.Schemas["a.b/c/d"]; got == nil || got.ConfigSchema.Version != 7 {
		t.Errorf("got %s", indented(t, schemas))
	}
	if got := read(t, notes, "args"); got != "providers schema -json -no-color" {
		t.Errorf("it was run with %q", got)
	}
	if env := read(t, notes, "env"); !strings.Contains(env, "CHECKPOINT_DISABLE=1") || strings.Contains(env, "\nPATH=") {
		t.Errorf("its environment is\n%s", env)
	}
	got, err := filepath.EvalSymlinks(read(t, notes, "dir"))
	if err != nil {
		t.Fatal(err)
	}
	if want, err := filepath.EvalSymlinks(dir); err != nil || got != want {
		t.Errorf("it ran in %s, not in %s (%v)", got, want, err)
	}
	if hasGroups {
		allGone(t, notes)
	}
	if temp := read(t, notes, "temp"); temp == os.TempDir() {
		t.Errorf("it has its temporary files in %s", temp)
	} else if _, err := os.Lstat(temp); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is left (%v)", temp, err)
	}

	err = plugin.CommandWithLimit(t.Context(), executable, dir, opts, 20)
	if err == nil || !strings.Contains(err.Error(), "it printed more than 20 bytes") {
		t.Error(err)
	}
}

// TestCommandEnvironment sees what a product has of the program that starts it.
func TestCommandEnvironment(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a link to a program needs a privilege there")
	}
	for name, value := range map[string]string{
		"AWS_SECRET_ACCESS_KEY": "secret", "TF_TOKEN_example_com": "secret", "TF_VAR_x": "secret", "TF_CLI_ARGS": "secret",
		"TF_CLI_CONFIG_FILE": "/rc", "TF_DATA_DIR": "data", "TF_WORKSPACE": "one",
	} {
		t.Setenv(name, value)
	}
	executable, opts, _ := fake(t, "prints schema")
	link := filepath.Join(t.TempDir(), "fake-prints schema")
	if err := os.Symlink(executable, link); err != nil {
		t.Fatal(err)
	}
	if _, err := plugin.Command(t.Context(), link, t.TempDir(), plugin.Options{Memory: opts.Memory}); err != nil {
		t.Fatal(err)
	}
	env := read(t, filepath.Dir(link), "env")
	if strings.Contains(env, "secret") {
		t.Errorf("it has credentials:\n%s", env)
	}
	for _, want := range []string{"TF_CLI_CONFIG_FILE=/rc", "TF_DATA_DIR=data", "TF_WORKSPACE=one",
		"PATH=" + os.Getenv("PATH")} {
		if !strings.Contains("\n"+env+"\n", "\n"+want+"\n") {
			t.Errorf("it has no %s:\n%s", want, env)
		}
	}
}

// TestCommandFaults runs programs that print no schema.
func TestCommandFaults(t *testing.T) {
	for mode, want := range map[string]string{
		"fails": "it failed: exit status 1; init may have to be run first, and where it needs credentials, " +
			"which it does not get, give what it prints as a file\n" +
			"The end of what it wrote to standard error:\n  Error: no such thing",
		"exits":           "it failed: exit status 3",
		"garbage":         "it did not finish in 2s and was ended",
		"prints children": "it did not finish in 2s and was ended",
		"long garbage":    "it printed more than 1000000 bytes",
		"netrpc":          "it did not finish in 2s",
		"nothing":         "what it printed is not a schema",
		"other version":   "what it printed is not a schema: unsupported provider schema format version",
	} {
		if mode == "prints children" && !hasGroups {
			continue
		}
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			executable, opts, notes := fake(t, mode)
			timeout := strings.Contains(want, "did not finish")
			if timeout {
				opts.Timeout = 2 * time.Second
			}
			err := plugin.CommandWithLimit(t.Context(), executable, t.TempDir(), opts, 1_000_000)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %s", err, want)
			}
			if errors.Is(err, context.DeadlineExceeded) != timeout {
				t.Error("is it a time-out?")
			}
			allGone(t, notes)
		})
	}
	_, err := plugin.Command(t.Context(), filepath.Join(t.TempDir(), "tofu"), t.TempDir(), plugin.Options{})
	if err == nil || !strings.Contains(err.Error(), "it cannot be started") ||
		!strings.Contains(err.Error(), "install it") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	executable, opts, _ := fake(t, "prints schema")
	if _, err := plugin.Command(ctx, executable, t.TempDir(), opts); !errors.Is(err, context.Canceled) ||
		!strings.Contains(err.Error(), "it was ended") {
		t.Error(err)
	}
}
