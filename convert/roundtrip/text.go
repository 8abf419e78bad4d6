package roundtrip

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
)

// maxShown is how many diagnostics String tells in full.
const maxShown = 5

// String describes the problems, with the lines that they are about.
func (r Result) String() string {
	if r.Equal() {
		return r.Filename + " survives the round trip"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s does not survive the round trip\n", r.Filename)
	shown, rest := 0, 0
	for _, p := range r.Problems {
		for _, diag := range p.Diagnostics {
			if shown == maxShown {
				rest++
				continue
			}
			shown++
			fmt.Fprintf(&b, "\n%s, %s: %s\n", p.Kind, p.Step, diag.Summary)
			p.describe(&b, diag)
		}
	}
	if rest > 0 {
		fmt.Fprintf(&b, "\nand %d more\n", rest)
	}
	for i, diag := range r.Outside {
		if i == 0 {
			b.WriteString("\nThe file does not follow the rules of its language:\n")
		}
		if i == maxShown {
			fmt.Fprintf(&b, "    and %d more\n", len(r.Outside)-i)
			break
		}
		fmt.Fprintf(&b, "    %s\n", diag.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (p Problem) describe(b *strings.Builder, diag *hcl.Diagnostic) {
	difference, ok := diag.Extra.(equivalent.Difference)
	if !ok {
		detail := strings.ReplaceAll(diag.Detail, "\n\n", "\n")
		fmt.Fprintf(b, "    %s\n", strings.ReplaceAll(detail, "\n", "\n    "))
		if diag.Subject != nil {
			p.excerpt(b, *diag.Subject, "")
		}
		return
	}
	if len(difference.Path) > 0 {
		fmt.Fprintf(b, "    %s\n", difference.Place())
	}
	for _, side := range []equivalent.Side{difference.A, difference.B} {
		value := side.Value
		if value == "" {
			value = "nothing"
		}
		p.excerpt(b, side.Range, value)
	}
}

// excerpt writes a place, what is there, and the lines around it.
func (p Problem) excerpt(b *strings.Builder, rng hcl.Range, value string) {
	fmt.Fprintf(b, "    %s:%d:%d:", rng.Filename, rng.Start.Line, rng.Start.Column)
	if value != "" {
		b.WriteString(" " + strings.ReplaceAll(value, "\n", "\n        "))
	}
	b.WriteString("\n")
	file := p.Files[rng.Filename]
	if file == nil {
		return
	}
	lines := bytes.Split(file.Bytes, []byte{'\n'})
	for n := max(rng.Start.Line-1, 1); n <= min(rng.Start.Line+1, len(lines)); n++ {
		line := strings.TrimRight(string(lines[n-1]), "\r")
		if n == len(lines) && line == "" {
			break
		}
		mark, at := ' ', 0
		if n == rng.Start.Line {
			mark, at = '>', rng.Start.Column-1
		}
		fmt.Fprintf(b, "      %c %3d | %s\n", mark, n, strings.ReplaceAll(clip(line, at), "\t", "    "))
	}
}

// clip is the part of a long line that is near a character of it.
func clip(line string, at int) string {
	const before, after = 40, 80
	if utf8.RuneCountInString(line) <= before+after {
		return line
	}
	runes := []rune(line)
	head, tail := "...", "..."
	start := min(at, len(runes)) - before
	if start <= 0 {
		start, head = 0, ""
	}
	end := start + before + after
	if end >= len(runes) {
		end, tail = len(runes), ""
	}
	return head + string(runes[start:end]) + tail
}
