package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// inFormat reports some diagnostics in a format.
func inFormat(t *testing.T, format string) string {
	t.Helper()
	var out bytes.Buffer
	r := New(Options{Format: format}, command.Streams{Err: &out, Getenv: func(string) string { return "" }})
	src := []byte("a = 1\nb = 2\n")
	placed := func(severity hcl.DiagnosticSeverity, name string, start, end int) *hcl.Diagnostic {
		diag := Errorf("100%, or: so", "First %s.\r\n\"Second\": 50%%, at least.", name)
		diag.Severity, diag.Subject = severity, diagnostic.RangeAt(name, src, start, end)
		return diag
	}
	r.Add("x.tf", src, placed(hcl.DiagError, "x.tf", 0, 1), placed(hcl.DiagWarning, "dir/a, b: 100%.tf", 4, 9))
	r.Add("/abs/y.tf", nil, Errorf("No such file", "There is no file."))
	r.Add("", nil, Errorf("Invalid command line", ""))
	r.Note("a note")
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGitHub(t *testing.T) {
	const want = "::error file=x.tf,line=1,endLine=1,col=1,endColumn=2,title=100%25%2C or%3A so::" +
		"First x.tf.%0A\"Second\": 50%25, at least.\n" +
		"::warning file=dir/a%2C b%3A 100%25.tf,line=1,endLine=2,col=5,title=100%25%2C or%3A so::" +
		"First dir/a, b: 100%25.tf.%0A\"Second\": 50%25, at least.\n" +
		"::error file=/abs/y.tf,title=No such file::There is no file.\n" +
		"::error title=Invalid command line::\n" +
		"a note\n"
	if got := inFormat(t, GitHub); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A name is the one from the root of the checkout, wherever the step runs.
func TestInWorkspace(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"b c", "bc"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(root, "b c"))
	outside := filepath.Join(root, "bc", "x.tf")
	for _, test := range []struct{ name, workspace, want string }{
		{"x.tf", root, "b c/x.tf"},
		{"d/../x.tf", root, "b c/x.tf"},
		{"../x.tf", root, "x.tf"},
		{filepath.Join(root, "b c", "x.tf"), root, "b c/x.tf"},
		{"x.tf", filepath.Join(root, "b c"), "x.tf"},
		{"x.tf", "", "x.tf"},
		{"../bc/x.tf", filepath.Join(root, "b c"), "../bc/x.tf"},
		{outside, filepath.Join(root, "b c"), filepath.ToSlash(outside)},
	} {
		if got := filepath.ToSlash(inWorkspace(test.name, test.workspace)); got != test.want {
			t.Errorf("%s in %s: got %s, want %s", test.name, test.workspace, got, test.want)
		}
	}
}

// TestSARIF compares a log. internal/develop/testsarif validates a similar log with the schema of
// SARIF 2.1.0.
func TestSARIF(t *testing.T) {
	var got bytes.Buffer
	if err := json.Indent(&got, []byte(inFormat(t, SARIF)), "", " "); err != nil {
		t.Fatal(err)
	}
	if want := `{
 "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
 "runs": [
  {
   "columnKind": "unicodeCodePoints",
   "results": [
    {
     "level": "error",
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "x.tf"
        },
        "region": {
         "endColumn": 2,
         "endLine": 1,
         "startColumn": 1,
         "startLine": 1
        }
       }
      }
     ],
     "message": {
      "text": "First x.tf.\r\n\"Second\": 50%, at least."
     },
     "ruleId": "100-or-so",
     "ruleIndex": 0
    },
    {
     "level": "warning",
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "dir/a,%20b:%20100%25.tf"
        },
        "region": {
         "endColumn": 4,
         "endLine": 2,
         "startColumn": 5,
         "startLine": 1
        }
       }
      }
     ],
     "message": {
      "text": "First dir/a, b: 100%.tf.\r\n\"Second\": 50%, at least."
     },
     "ruleId": "100-or-so",
     "ruleIndex": 0
    },
    {
     "level": "error",
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {
         "uri": "file:///abs/y.tf"
        }
       }
      }
     ],
     "message": {
      "text": "There is no file."
     },
     "ruleId": "no-such-file",
     "ruleIndex": 1
    },
    {
     "level": "error",
     "message": {
      "text": "Invalid command line"
     },
     "ruleId": "invalid-command-line",
     "ruleIndex": 2
    }
   ],
   "tool": {
    "driver": {
     "informationUri": "https://github.com/hcljson/hcljson",
     "name": "hcljson",
     "rules": [
      {
       "id": "100-or-so",
       "shortDescription": {
        "text": "100%, or: so"
       }
      },
      {
       "id": "no-such-file",
       "shortDescription": {
        "text": "No such file"
       }
      },
      {
       "id": "invalid-command-line",
       "shortDescription": {
        "text": "Invalid command line"
       }
      }
     ]
    }
   }
  }
 ],
 "version": "2.1.0"
}
`; got.String() != want {
		t.Errorf("got\n%s", got.String())
	}
}

// TestColumnsOfAnnotations checks columns after characters that consist of several code points.
func TestColumnsOfAnnotations(t *testing.T) {
	src := []byte("a = 1\nb = \"e\u0301\" x")
	place := hcl.Range{Filename: "x.tf",
		Start: hcl.Pos{Line: 2, Column: 9, Byte: 16}, End: hcl.Pos{Line: 2, Column: 10, Byte: 17}}
	if place.End.Byte != len(src) {
		t.Fatalf("the place does not end with the file, but at byte %d of %d", place.End.Byte, len(src))
	}
	for format, want := range map[string]string{
		GitHub: "col=10,endColumn=11,",
		SARIF:  `"endColumn":11,"endLine":2,"startColumn":10`,
		JSON:   `"column":9,`,
	} {
		var out bytes.Buffer
		r := New(Options{Format: format}, command.Streams{Err: &out, Getenv: func(string) string { return "" }})
		diag := Errorf("Missing newline", "")
		diag.Subject = &place
		r.Add("x.tf", src, diag)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: got %s, want %s", format, out.String(), want)
		}
	}
}
