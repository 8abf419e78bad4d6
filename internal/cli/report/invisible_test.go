package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// TestInvisible prints names and texts with control characters in each format, and no such character.
func TestInvisible(t *testing.T) {
	const invisible = "\x1b\x07\x7f\u0085\u009b\u202e\u2066\u200f\u2028\u2029"
	for _, format := range Formats() {
		var out bytes.Buffer
		r := New(Options{Format: format}, command.Streams{Err: &out, Getenv: func(string) string { return "" }})
		name, src := "a"+invisible+".tf", "x = \""+invisible+"\"\n"
		diag := Errorf("Wrong", "The text %s is wrong.", invisible)
		diag.Subject = &hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.Pos{Line: 1, Column: 2, Byte: 1}}
		r.Add(name, []byte(src), diag, Errorf("Other", "%s", invisible))
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(out.String(), invisible) {
			t.Errorf("%s: %q", format, &out)
		}
		if format == JSON || format == SARIF {
			var document any
			if err := json.Unmarshal(out.Bytes(), &document); err != nil {
				t.Error(err)
			}
		}
	}
}
