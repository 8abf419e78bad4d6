package bench

import (
	"bytes"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

//go:embed grammar.txt
var grammar string

// generate returns Terraform source of at least size bytes, up to the end of a
// block. The same size gives the same text.
func generate(size int) []byte {
	g := &generator{rules: readGrammar(), r: rand.New(rand.NewPCG(20, 26))}
	var out bytes.Buffer
	for out.Len() < size {
		g.blocks++
		var block strings.Builder
		g.expand(&block, "block")
		out.Write(hclwrite.Format([]byte(block.String())))
	}
	return out.Bytes()
}

// rule defines the text for a name of the grammar: a random alternative, by the weights,
// or a random word.
type rule struct {
	alternatives []alternative
	total        int
	words        []string
	// lines: the texts are whole lines.
	lines bool
	// word is the index of the last word.
	word int
}

type alternative struct {
	weight int
	text   string
}

func readGrammar() map[string]*rule {
	rules := map[string]*rule{}
	var last *rule
	for line := range strings.Lines(grammar) {
		rest, indented := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "\t")
		weight, text, _ := strings.Cut(rest, "\t")
		n, err := strconv.Atoi(weight)
		switch {
		case line[0] == '#':
		case line == "\n" || indented && weight == "":
			last.alternatives[len(last.alternatives)-1].text += "\n" + text
		case !indented:
			name, lines := strings.CutSuffix(rest, ":")
			last = &rule{lines: lines}
			rules[name] = last
		case err == nil:
			last.alternatives = append(last.alternatives, alternative{n, text})
			last.total += n
		default:
			last.words = append(last.words, strings.Fields(rest)...)
		}
	}
	return rules
}

type generator struct {
	rules map[string]*rule
	r     *rand.Rand
	// blocks counts the root blocks, so that no two have one address.
	blocks int
}

// placeholder matches a rule with its number of repetitions, or a number.
var placeholder = regexp.MustCompile(`<([a-z_]*) ?(?:(\d+)-(\d+))?>`)

// expand writes the text of a rule.
func (g *generator) expand(out *strings.Builder, name string) {
	if name == "address" {
		g.expand(out, "name")
		fmt.Fprintf(out, "_%d", g.blocks)
		return
	}
	r := g.rules[name]
	if r.words != nil {
		// Each word follows the last one at a small distance, so that neighbors differ.
		r.word = (r.word + 1 + g.r.IntN(3)) % len(r.words)
		out.WriteString(r.words[r.word])
		return
	}
	text := r.pick(g.r.IntN(r.total))
	at := 0
	for _, m := range placeholder.FindAllStringSubmatchIndex(text, -1) {
		out.WriteString(text[at:m[0]])
		at = m[1]
		n := 1
		if m[4] >= 0 {
			low, _ := strconv.Atoi(text[m[4]:m[5]])
			high, _ := strconv.Atoi(text[m[6]:m[7]])
			n = low + g.r.IntN(high-low+1)
		}
		inner := text[m[2]:m[3]]
		if inner == "" {
			out.WriteString(strconv.Itoa(n))
			continue
		}
		for range n {
			g.expand(out, inner)
		}
	}
	out.WriteString(text[at:])
}

// pick returns the text of the alternative at an offset in the sum of the weights.
func (r *rule) pick(n int) string {
	i := 0
	for n -= r.alternatives[0].weight; n >= 0; n -= r.alternatives[i].weight {
		i++
	}
	text := r.alternatives[i].text
	if r.lines && text != "" {
		text += "\n"
	}
	return text
}
