package plansummary_test

import (
	"bytes"
	"flag"
	"testing"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	godiff "github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/plansummary"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

var rewrite = flag.Bool("update", false, "rewrite the summaries")

// canary is in every sensitive value of the goldens, and in nothing else.
const canary = "s3cr3t"

// Each archive has a document, and the summary of it.
func TestGolden(t *testing.T) {
	golden.CheckPairs(t, *rewrite, "summary.hcl", func(t *testing.T, source txtar.File) []byte {
		doc, diags := jsonformat.Read(source.Data, source.Name)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		got := plansummary.Summarize(doc)
		checkSummary(t, got)
		if !bytes.Equal(got, plansummary.Summarize(doc)) {
			t.Error("another summary the second time")
		}
		if bytes.Contains(got, []byte(canary)) {
			t.Errorf("a sensitive value is shown:\n%s", got)
		}
		return got
	})
}

// checkSummary checks the properties of every summary: it is HCL in canonical layout, cannot
// control a terminal, and contains no invisible characters.
func checkSummary(t *testing.T, text []byte) {
	t.Helper()
	if _, diags := hclsyntax.ParseConfig(text, "", hcl.InitialPos); diags.HasErrors() {
		t.Fatalf("the summary is no HCL: %s\n%s", diags, text)
	}
	file, diags := hclwrite.ParseFile(text, "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if canonical := file.Bytes(); !bytes.Equal(canonical, text) {
		t.Errorf("not in canonical layout:\n%s", godiff.Diff("summary", text, "canonical", canonical))
	}
	if at := bytes.IndexFunc(text, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 ||
			r != ' ' && r != '\u3000' &&
				unicode.In(r, unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp, unicode.Variation_Selector)
	}); at >= 0 {
		t.Errorf("a character that controls a terminal, or cannot be seen, at %d: %q", at, text[at:min(len(text), at+10)])
	}
}
