package plugin_test

import (
	"context"
	"errors"
	"path/filepath"
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

	err = plugin.CommandWithLimit(t.Context(), executable, dir, opts, 20)
	if err == nil || !strings.Contains(err.Error(), "it printed more than 20 bytes") {
		t.Error(err)
	}
}

// TestCommandFaults runs programs that print no schema.
func TestCommandFaults(t *testing.T) {
	for mode, want := range map[string]string{
		"fails":           "it failed: exit status 1; init may have to be run first\nThe end of what it wrote to standard error:\n  Error: no such thing",
		"exits":           "it failed: exit status 3",
		"garbage":         "it did not finish in 2s and was ended",
		"prints children": "it did not finish in 2s and was ended",
		"long garbage":    "it printed more than 1000000 bytes",
		"netrpc":          "it did not finish in 2s",
		"nothing":         "what it printed is no schema",
		"other version":   "what it printed is no schema: unsupported provider schema format version",
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
	if err == nil || !strings.Contains(err.Error(), "it cannot be started") || !strings.Contains(err.Error(), "install it") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	executable, opts, _ := fake(t, "prints schema")
	if _, err := plugin.Command(ctx, executable, t.TempDir(), opts); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "it was ended") {
		t.Error(err)
	}
}
