package verifycmd

import (
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/report"
)

// TestWarningsOfSource checks that, of the warnings of a conversion and its reverse, each warning
// about the file is shown once.
func TestWarningsOfSource(t *testing.T) {
	at := func(filename, summary string) *hcl.Diagnostic {
		diag := report.Warningf(summary, "")
		diag.Subject = &hcl.Range{Filename: filename}
		return diag
	}
	warnings := hcl.Diagnostics{
		report.Warningf("nowhere", ""), at("b", "other"), at("a", "one"), at("a", "two"), at("a", "one"), at("a", "three"),
	}
	got := ""
	for _, diag := range warningsAbout(warnings, "a") {
		got += diag.Summary + " "
	}
	if got != "one two three " {
		t.Error(got)
	}
}
