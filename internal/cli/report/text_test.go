package report

import (
	"os"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/command"
)

func TestUseColor(t *testing.T) {
	for _, test := range []struct {
		when string
		env  map[string]string
		want bool
	}{
		{"auto", nil, false},
		{"always", nil, true},
		{"never", nil, false},
		{"auto", map[string]string{"FORCE_COLOR": "1"}, true},
		{"auto", map[string]string{"FORCE_COLOR": "true"}, true},
		{"auto", map[string]string{"FORCE_COLOR": "0"}, false},
		{"auto", map[string]string{"FORCE_COLOR": "false"}, false},
		{"auto", map[string]string{"FORCE_COLOR": "1", "TERM": "dumb"}, true},
		{"auto", map[string]string{"FORCE_COLOR": "1", "NO_COLOR": "1"}, false},
		{"auto", map[string]string{"CLICOLOR_FORCE": "1"}, true},
		{"auto", map[string]string{"CLICOLOR_FORCE": "0"}, false},
		{"auto", map[string]string{"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, false},
		{"auto", map[string]string{"CLICOLOR_FORCE": "1", "FORCE_COLOR": "0"}, false},
		{"always", map[string]string{"NO_COLOR": "1"}, true},
		{"never", map[string]string{"FORCE_COLOR": "1"}, false},
	} {
		getenv := func(name string) string { return test.env[name] }
		if got := UseColor(test.when, nil, getenv); got != test.want {
			t.Errorf("--color %s with %v: %v, want %v", test.when, test.env, got, test.want)
		}
	}
}

func TestUseColorOnTerminal(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil || !command.IsTerminal(terminal) {
		t.Skip("no terminal to be had")
	}
	defer terminal.Close()
	for _, test := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, true},
		{map[string]string{"TERM": "xterm"}, true},
		{map[string]string{"TERM": "dumb"}, false},
		{map[string]string{"NO_COLOR": "1"}, false},
		{map[string]string{"NO_COLOR": ""}, true},
		{map[string]string{"FORCE_COLOR": "0"}, false},
	} {
		getenv := func(name string) string { return test.env[name] }
		if got := UseColor("auto", terminal, getenv); got != test.want {
			t.Errorf("%v: %v, want %v", test.env, got, test.want)
		}
	}
}

func TestColorDiff(t *testing.T) {
	const diff = "diff a b\n--- a\n+++ b\n@@ -1,3 +1,3 @@\n same\n--- item\n+++ item\n-x"
	const want = "\x1b[1mdiff a b\x1b[0m\n\x1b[1m--- a\x1b[0m\n\x1b[1m+++ b\x1b[0m\n\x1b[36m@@ -1,3 +1,3 @@\x1b[0m\n" +
		" same\n\x1b[31m--- item\x1b[0m\n\x1b[32m+++ item\x1b[0m\n\x1b[31m-x\x1b[0m"
	if got := string(colorDiff([]byte(diff))); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
