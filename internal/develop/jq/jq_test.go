package jq_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/develop/jq"
)

func TestEdits(t *testing.T) {
	const input = `{"b": [1.50, {"x": "<", "//": "y"}], "a": {"//": 1, "c": null}}`
	for _, test := range []struct{ args, want string }{
		{"", `{ "b": [ 1.50, { "x": "<", "//": "y" } ], "a": { "//": 1, "c": null } }`},
		{"forget", `{ "a": { "c": null }, "b": [ 1.50, { "x": "<" } ] }`},
		{"set b/1/x {} del a/c add b []", `{ "b": [ 1.50, { "x": {}, "//": "y" }, [] ], "a": { "//": 1 } }`},
		{"del b/0 set a/d 1e400", `{ "b": [ { "x": "<", "//": "y" } ], "a": { "//": 1, "c": null, "d": 1e400 } }`},
	} {
		var out bytes.Buffer
		if err := jq.Main(strings.Fields(test.args), strings.NewReader(input), &out); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(out.String()), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.args, got, test.want)
		}
	}
	for _, wrong := range []string{"set", "add a 1", "del b/7", "set x/y 1", "turn", "set a {"} {
		if err := jq.Main(strings.Fields(wrong), strings.NewReader(input), &bytes.Buffer{}); err == nil {
			t.Errorf("%s: no error", wrong)
		}
	}
	if err := jq.Main(nil, strings.NewReader("{} {}"), &bytes.Buffer{}); err == nil {
		t.Error("two values are taken")
	}
}
