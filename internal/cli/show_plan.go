package cli

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/convert/jsonformat/plansummary"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// showDocument returns the summary of a plan or state in the JSON output format,
// and an exit status; colored says whether it is to be coloured. The summary is nil
// if there is none, which has been reported, without the text around: that may be
// sensitive.
func (s *showRun) showDocument(name string, colored bool) ([]byte, int) {
	src, _, err := s.session.input(name)
	name = inputName(name)
	if err != nil {
		s.session.report.Add(name, nil, report.Errorf("Cannot read the file", "%s: %s.", name, report.Reason(err)))
		return nil, exitError
	}
	text, diags := guard(name, func() ([]byte, hcl.Diagnostics) {
		doc, diags := jsonformat.Read(src, name)
		if diag := notPlan(name, src); diag != nil && diags.HasErrors() {
			return nil, hcl.Diagnostics{diag}
		}
		if diags.HasErrors() {
			return nil, diags
		}
		return plansummary.Of(doc), diags
	})
	s.session.report.Add(name, nil, diags...)
	if diags.HasErrors() {
		return nil, exitError
	}
	if colored {
		text = paint(text)
	}
	return text, exitOK
}

type mark struct{ start, color string }

// marks are the colours of the comments in a summary, by what they start with.
var marks = []mark{
	{"# -/+ ", report.Yellow}, {"# +/- ", report.Yellow}, {"# +/. ", report.Yellow}, {"# ./+ ", report.Yellow},
	{"# + ", report.Green}, {"# - ", report.Red}, {"# ~ ", report.Yellow}, {"# . ", report.Yellow},
	{"# Planning failed", report.Red}, {"# <= ", report.Cyan}, {"# <- ", report.Cyan},
	{"# > ", report.Cyan}, {"# ! ", report.Cyan}, {"# (", report.Cyan},
}

// paint colours the comments of a summary.
func paint(text []byte) []byte {
	var out bytes.Buffer
	tokens, _ := hclsyntax.LexConfig(text, "", hcl.InitialPos)
	at := 0
	for _, token := range tokens {
		if token.Type != hclsyntax.TokenComment {
			continue
		}
		line := string(bytes.TrimSuffix(token.Bytes, []byte("\n")))
		isMark := func(m mark) bool { return strings.HasPrefix(line+" ", m.start) }
		if i := slices.IndexFunc(marks, isMark); i >= 0 {
			out.Write(text[at:token.Range.Start.Byte])
			out.WriteString(marks[i].color + line + report.Reset)
			at = token.Range.Start.Byte + len(line)
		}
	}
	out.Write(text[at:])
	return out.Bytes()
}
