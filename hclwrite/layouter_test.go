package hclwrite

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	upstream "github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// sameTokens reports whether two texts have the same tokens.
func sameTokens(a, b []byte) bool {
	as, _ := hclsyntax.LexConfig(a, "", hcl.InitialPos)
	bs, _ := hclsyntax.LexConfig(b, "", hcl.InitialPos)
	return slices.EqualFunc(as, bs, func(a, b hclsyntax.Token) bool {
		return a.Type == b.Type && bytes.Equal(a.Bytes, b.Bytes)
	})
}

// laidOut checks that the layout of a text equals the output of upstream's formatter, unless the
// formatter changes its tokens, and that the layout is a fixpoint.
func laidOut(t *testing.T, l *hcltext.Layouter, src string) {
	t.Helper()
	got := l.AppendCanonical(nil, src)
	if !sameTokens([]byte(src), got) {
		t.Errorf("%q is laid out as\n%q\nwhich has other tokens", src, got)
	}
	if want := upstream.Format([]byte(src)); !bytes.Equal(got, want) && sameTokens([]byte(src), want) {
		t.Errorf("%q is laid out as\n%q\nand by upstream's formatter as\n%q", src, got, want)
	}
	if again := l.AppendCanonical(nil, string(got)); !bytes.Equal(got, again) {
		t.Errorf("%q is laid out as\n%q\nand that as\n%q", src, got, again)
	}
	text, ok := strings.CutSuffix(src, "\n")
	if ok && strings.HasPrefix(src, attributeStart) && !strings.ContainsAny(text, "\r\n") {
		text = strings.TrimPrefix(text, attributeStart)
		line, whole := l.AppendOneLine(nil, text)
		if whole && strings.TrimSpace(text) != "" && attributeStart+string(line)+"\n" != string(got) {
			t.Errorf("%q is laid out as\n%q\nand on one line as\n%q", src, got, line)
		}
	}
}

// accepted reports whether text is configuration without a byte order mark. Other text is never
// formatted.
func accepted(src string) bool {
	p := newParser(src)
	return utf8.ValidString(src) && p.pos == 0 && p.body(&Body{}, nil, true)
}

// FuzzLayout compares the layout of configuration, and of expressions alone, with
// upstream's.
func FuzzLayout(f *testing.F) {
	natives(f, func(src []byte) { f.Add(string(src)) })
	expressions(f, func(src string) { f.Add(attributeStart + src + "\n") })
	var l hcltext.Layouter
	f.Fuzz(func(t *testing.T, src string) {
		if accepted(src) {
			laidOut(t, &l, src)
		}
	})
}

func TestLayoutOfRandomTexts(t *testing.T) {
	n := oracles.Rounds(4000, 20_000)
	if s := os.Getenv("HCLJSON_SOUP"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	r := rand.New(rand.NewPCG(3, uint64(n)))
	wide := []string{"é", "e\u0301", "\u0301", "漢", "\U0001f469\u200d\U0001f469"}
	count := 0
	var l hcltext.Layouter
	for range n {
		src := strings.ReplaceAll(soup(r), "é", wide[r.IntN(len(wide))])
		for _, frame := range [][2]string{{"", ""}, {attributeStart, "\n"}, {"b {\na = [", "]\nccc = 1 # c\n}\n"},
			{"a = \"", "\"\n"}, {"a = {\nb=\"${", "}\" # c\nddé = -1 # e\n}\n"}, {"a = <<E\n", "\nE\n"}} {
			if text := frame[0] + src + frame[1]; accepted(text) {
				count++
				laidOut(t, &l, text)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d laid out", count, n)
}

// TestLayoutCorpus lays out the files that HCLJSON_CORPUS holds, as they are and
// without their indentation and spaces.
func TestLayoutCorpus(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS is not set")
	}
	var l hcltext.Layouter
	count := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".json") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if text := string(src); accepted(text) {
			count++
			laidOut(t, &l, text)
			if t.Failed() {
				t.Fatal(path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files laid out", count)
}
