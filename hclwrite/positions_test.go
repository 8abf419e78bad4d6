package hclwrite_test

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/apparentlymart/go-textseg/v15/textseg"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// TestPositions compares the position of every offset with a count from the start of the text.
func TestPositions(t *testing.T) {
	for _, text := range []string{
		"", "a", "a\n", "\n\n", "a = 1\r\nb = 2\r\n", "\ufeffa\nb", "e\u0301x", "👩‍👩‍👧 1\n é\n",
		strings.Repeat("x", 1000) + "\n" + strings.Repeat("é", 1000) + "y", strings.Repeat("a\u0301b", 500), "\r\r\n",
	} {
		p := hcltext.NewPositions([]byte(text))
		for offset := range len(text) + 1 {
			before := strings.TrimPrefix(text[:offset], "\ufeff")
			if strings.HasPrefix(text, "\ufeff") && offset < len("\ufeff") {
				before = ""
			}
			line := before[strings.LastIndexByte(before, '\n')+1:]
			columns, _ := textseg.TokenCount([]byte(line), textseg.ScanGraphemeClusters)
			want := hcl.Pos{Line: 1 + strings.Count(before, "\n"), Column: 1 + columns, Byte: offset}
			if got := p.At(offset); got != want {
				t.Fatalf("%.20q at %d: %v, want %v", text, offset, got, want)
			}
		}
		if end := p.At(len(text) + 7); end != p.At(len(text)) {
			t.Errorf("%.20q: after the end is %v", text, end)
		}
	}
}

// Positions take little memory, however many lines there are.
func TestPositionsAreSparse(t *testing.T) {
	text := strings.Repeat("\n", 1_000_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	hcltext.NewPositions(text)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > uint64(len(text)/4) {
		t.Errorf("%d bytes for %d", used, len(text))
	}
}

// TestHeader checks that types and labels have the positions of hclsyntax.
func TestHeader(t *testing.T) {
	src := []byte("a {}\nb \"c\" d/**/\"\\\"{\" { x = 1 }\r\né-1 ü \"$${e}\" {\r\n  f {}\r\n}\n")
	file, diags := hclwrite.ParseFile(src, "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	parsed, _ := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	for i, block := range parsed.Body.(*hclsyntax.Body).Blocks {
		got := file.Header(file.Body.Items[i].(*hclwrite.Block))
		want := append([]hcl.Range{block.TypeRange}, block.LabelRanges...)
		if len(got) != len(want) {
			t.Fatalf("%s has %v", block.Type, got)
		}
		for j := range want {
			if text := src[got[j].Start:got[j].End]; !bytes.Equal(text, want[j].SliceBytes(src)) ||
				got[j].Start != want[j].Start.Byte {
				t.Errorf("%s has %q at %v", block.Type, text, got[j])
			}
		}
	}
	for _, text := range []string{"", strings.Repeat("(", len(src)), "a " + strings.Repeat("(", len(src))} {
		other := &hclwrite.File{}
		if text != "" {
			other, _ = hclwrite.ParseFile([]byte("/*"+text+"*/"), "")
		}
		if got := other.Header(file.Body.Items[0].(*hclwrite.Block)); got != nil {
			t.Errorf("a block of another file has %v", got)
		}
	}
	if got := file.Header(hclwrite.NewBlock("made", "in memory")); got != nil {
		t.Errorf("a block that was not read has %v", got)
	}
}
