package kinds

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/shape"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// guessKind guesses the kind of a property from its value and its name.
func (r *Body) guessKind(p *Property) guess.Kind {
	m := p.Member
	form := shape.Of(shape.JSON{Value: &m.Value})
	class := r.Schema.Classify(m.Name, form)
	isNothing := form == guess.EmptyForm || form == guess.NullForm && class.Kind == guess.IsAttribute
	if class.Sure && !isNothing {
		return class.Kind
	}
	kind, reason := guess.IsAttribute, class.Reason
	switch r.strengthOf(m.Name) {
	case certainAttribute:
		return guess.IsAttribute
	case certainBlock:
		return guess.IsBlock
	case guessedBlock:
		kind = guess.IsBlock
	}
	if class.Sure && class.Kind == kind {
		return kind
	}
	about := cmp.Or(class.Provider, reason)
	g := r.File.guesses[about]
	if g == nil {
		was, other := "an attribute", "a block"
		if kind == guess.IsBlock {
			was, other = other, was
		} else if key := labelKey(&m.Value); key != "" {
			other += fmt.Sprintf(" with the label %q", key)
		}
		r.reportGuess(p, "Attribute or block?", "%q is converted as %s, but this is a guess without the schema of the "+
			"provider or plugin; it might be %s.%s", m.Name, was, other, asSentence(reason))
		g = r.File.firstGuess(about)
	}
	if !slices.Contains(g.reasons, reason) {
		g.reasons = append(g.reasons, reason)
	}
	g.addGuess(kind, m.Name, r.File.Range(m.NameStart, m.NameEnd).Start.Line)
	return kind
}

// labelKey returns the first key of an object that is not an identifier. Such a key is a label,
// because it cannot be the name of an argument. It returns "" if there is none.
func labelKey(v *jsontree.Value) string {
	for i := 0; v.Kind == jsontree.Object && i < len(v.Members); i++ {
		if name := v.Members[i].Name; name != annotation.Property && !hcltext.IsIdentifier(name) {
			return name
		}
	}
	return ""
}

// guesses contains the guesses of a file for one provider, or for one reason if the provider is unknown. The
// diagnostic about the first guess reports all of them.
type guesses struct {
	first              *hcl.Diagnostic
	reasons            []string
	blocks, attributes guessedNames
}

// firstGuess returns a new guesses for a provider or a reason. Its diagnostic is the last one.
func (c *File) firstGuess(about string) *guesses {
	if c.guesses == nil {
		c.guesses = map[string]*guesses{}
	}
	g := &guesses{first: c.Diags[len(c.Diags)-1]}
	if about != "" { // without a reason, each guess has a diagnostic of its own
		c.guesses[about] = g
	}
	return g
}

func (g *guesses) addGuess(kind guess.Kind, name string, line int) {
	all := g.first.Extra.(*report.Details)
	is := "attribute"
	if kind == guess.IsBlock {
		is = "block"
	}
	all.Guesses = append(all.Guesses, report.Guess{Name: name, Kind: is, Line: line})
	if kind == guess.IsBlock {
		g.blocks.addName(name, line)
	} else {
		g.attributes.addName(name, line)
	}
}

// ReportGuesses adds the guesses to the diagnostics about their providers.
func (c *File) ReportGuesses() {
	for _, g := range c.guesses {
		if len(g.first.Extra.(*report.Details).Guesses) == 1 {
			continue
		}
		count, are := len(g.blocks.list)+len(g.attributes.list), "names are"
		if count == 1 {
			are = "name is"
		}
		g.first.Detail = fmt.Sprintf("%d %s guessed without the schema of the provider or plugin.%s%s%s",
			count, are, g.blocks.describe("blocks"), g.attributes.describe("attributes"),
			asSentence(strings.Join(g.reasons, ". ")))
	}
}

// guessedNames contains the names with the same guessed kind.
type guessedNames struct {
	list  []guessedName
	index map[string]int // by name
}

// guessedName is a guessed name with its first line and the number of its repetitions.
type guessedName struct {
	name       string
	line, more int
}

// maxListedNames is the maximum number of names in a message.
const maxListedNames = 10

func (names *guessedNames) addName(name string, line int) {
	if i, ok := names.index[name]; ok {
		names.list[i].more++
		return
	}
	if names.index == nil {
		names.index = map[string]int{}
	}
	names.index[name] = len(names.list)
	names.list = append(names.list, guessedName{name: name, line: line})
}

// describe returns the names as a sentence about their guessed kind.
func (names *guessedNames) describe(kind string) string {
	var text strings.Builder
	listed := names.list[:min(len(names.list), maxListedNames)]
	for i, n := range listed {
		if i > 0 {
			text.WriteString(", ")
		}
		fmt.Fprintf(&text, "%q (line %d%s)", n.name, n.line, moreText(n.more))
	}
	if text.Len() == 0 {
		return ""
	}
	return asSentence("Taken for " + kind + ": " + text.String() + moreText(len(names.list)-len(listed)))
}

func moreText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// asSentence returns a space and the text as a sentence. It returns "" if the text is empty.
func asSentence(text string) string {
	if text == "" {
		return ""
	}
	return " " + text + "."
}
