// Package address finds parts of a configuration by addresses, such as
// aws_instance.web.root_block_device.volume_size, and changes them.
//
// [Parse] parses an [Address]; https://github.com/hcljson/hcljson/blob/main/docs/addresses.md defines the grammar.
// [Read] reads the files of a module in either syntax, and [Module.Get] finds places in them. [Module.Apply] changes the trees.
// [Module.Results] returns the texts after the changes. It checks that only the changed places
// differ, and keeps all other bytes. Like package convert, this package uses no files, no
// environment and no network.
package address

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// Address selects places in a module.
type Address struct {
	text  string
	steps []step
}

// String returns the source text of the address.
func (a Address) String() string { return a.text }

type kind uint8

const (
	// name selects a block type, a label, an argument or a key.
	name kind = iota
	// pattern selects names with *.
	pattern
	// deep selects any number of steps.
	deep
	// index selects one of several parts, from the end if it is negative.
	index
	// all selects all of several parts.
	all
	// where selects those of several parts that meet a condition.
	where
)

type step struct {
	kind  kind
	text  string
	like  *regexp.Regexp
	index int
	// narrows is true for a condition after another one: it selects among the same places.
	narrows bool
	// inBrackets is true for a name in brackets, which can be an instance key.
	inBrackets bool
	// The place, the value and the negation of a condition. For ~, like matches the text of a string.
	place []step
	value hclwrite.Expr
	not   bool
}

// matches reports whether the step selects a name.
func (s *step) matches(text string) bool {
	return s.kind == name && s.text == text || s.kind == pattern && s.like.MatchString(text)
}

func (s *step) isName() bool { return s.kind == name || s.kind == pattern }

// Parse parses an address: names separated by dots, where * selects all names of one level, ** those of any depth, and
// [0] an element. The address "." is the whole module. Examples: var.size, aws_instance.web.tags.Name, **.tags.
func Parse(text string) (Address, error) {
	p := &parser{text: text, used: &usage{}}
	steps, err := p.address()
	if err == nil && p.pos < len(text) {
		err = p.errorf("%q is no part of an address", text[p.pos:])
	}
	return Address{text, steps}, err
}

// parseSetting parses ADDRESS=TEXT for Set or ADDRESS~=s/OLD/NEW/ for Substitute. The value is the whole text after the
// =, including spaces.
func (c *Change) parseSetting(text string) error {
	p := &parser{text: text, used: &usage{}}
	steps, err := p.address()
	if err != nil {
		return err
	}
	c.Address = Address{strings.TrimSpace(text[:p.pos]), steps}
	rest := strings.TrimLeft(text[p.pos:], " ")
	if command, ok := strings.CutPrefix(rest, "~="); ok {
		c.Op, c.Text = Substitute, []string{strings.TrimSpace(command)}
		_, err = parseSubstitution(c.Text[0])
		return err
	}
	value, ok := strings.CutPrefix(rest, "=")
	if !ok {
		return p.errorf("= and an expression must follow the address")
	}
	if c.Syntax != String {
		if value = strings.TrimSpace(value); value == "" {
			return p.errorf("an expression must follow =; an empty string is '\"\"'")
		}
	}
	c.Text = []string{value}
	return nil
}

// parser parses an address up to the first character that cannot be part of one.
type parser struct {
	text string
	pos  int
	// used is shared with the parsers of conditions.
	used *usage
	// depth is the number of enclosing conditions.
	depth int
}

// usage counts the steps. It contains an error if there are too many steps.
type usage struct {
	steps int
	up    error
}

// maxConditions is the maximum nesting of conditions.
const maxConditions = 10

// maxShown is the maximum length of an address in messages.
const maxShown = 200

func (p *parser) errorf(format string, args ...any) error {
	text := p.text
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "..."
	}
	return fmt.Errorf("%s: %s", cmp.Or(text, `""`), fmt.Sprintf(format, args...))
}

func (p *parser) address() (steps []step, err error) {
	if strings.TrimSpace(p.text) == "." {
		p.pos = len(p.text)
		return nil, nil // the file
	}
	for err == nil {
		var s step
		switch next := p.text[p.pos:]; {
		case strings.HasPrefix(next, "["):
			s, err = p.brackets()
			s.narrows = s.kind == where && len(steps) > 0 && steps[len(steps)-1].kind == where
		case strings.HasPrefix(next, ".") && len(steps) > 0:
			p.pos++
			s, err = p.name()
		case len(steps) == 0:
			s, err = p.name()
		default:
			return steps, nil
		}
		if p.used.steps++; p.used.steps > limits.Steps {
			p.used.up = p.errorf("an address may have at most %d steps", limits.Steps)
			return nil, p.used.up
		}
		if n := len(steps); n == 0 || s.kind != deep || steps[n-1].kind != deep { // ** twice is ** once
			steps = append(steps, s)
		}
	}
	return nil, err
}

// name parses a name with or without quotes.
func (p *parser) name() (step, error) {
	if text, ok := p.quoted(); ok {
		return step{kind: name, text: text}, nil
	}
	text := p.text[p.pos:]
	if end := strings.IndexAny(text, ".[]=~\"' \t\n"); end >= 0 {
		text = text[:end]
	}
	p.pos += len(text)
	switch {
	case text == "" && p.pos == 0 && len(p.text) > 1 && p.text[0] == '.':
		return step{}, p.errorf("an address starts without a dot")
	case text == "":
		return step{}, p.errorf("a name is missing at character %d", p.pos+1)
	case text == "**":
		return step{kind: deep}, nil
	case !strings.Contains(text, "*"):
		return step{kind: name, text: text}, nil
	}
	return step{kind: pattern, text: text, like: glob(text)}, nil
}

// glob returns the expression for a text in which * represents any characters.
func glob(text string) *regexp.Regexp {
	return regexp.MustCompile("(?s)^" + strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, ".*") + "$")
}

// quoted parses a string in double quotes.
func (p *parser) quoted() (string, bool) {
	quoted, err := strconv.QuotedPrefix(p.text[p.pos:])
	if err != nil || quoted[0] != '"' {
		return "", false
	}
	text, err := strconv.Unquote(quoted)
	p.pos += len(quoted)
	return text, err == nil
}

// brackets parses [0], [*], ["key"] or [name == "x"].
func (p *parser) brackets() (step, error) {
	end := closing(p.text[p.pos:])
	if end < 0 {
		return step{}, p.errorf("a ] is missing")
	}
	inner := strings.TrimSpace(p.text[p.pos+1 : p.pos+end])
	p.pos += end + 1
	if p.depth == maxConditions {
		p.used.up = p.errorf("conditions may be nested at most %d deep", maxConditions)
		return step{}, p.used.up
	}
	key := &parser{text: inner}
	if n, err := strconv.Atoi(inner); err == nil {
		return step{kind: index, index: n}, nil
	} else if inner == "*" {
		return step{kind: all}, nil
	} else if text, ok := key.quoted(); ok && key.pos == len(inner) {
		return step{kind: name, text: text, inBrackets: true}, nil
	}
	s, c := step{kind: where}, &parser{text: inner, used: p.used, depth: p.depth + 1}
	var err error
	if !strings.HasPrefix(inner, "=") && !strings.HasPrefix(inner, "!") && !strings.HasPrefix(inner, "~") {
		if s.place, err = c.address(); p.used.up != nil {
			return step{}, p.used.up
		}
	}
	text, equal := strings.CutPrefix(strings.TrimSpace(inner[c.pos:]), "==")
	if !equal {
		text, s.not = strings.CutPrefix(text, "!=")
	}
	globs := false
	if !equal && !s.not {
		text, globs = strings.CutPrefix(text, "~")
	}
	if err != nil || !equal && !s.not && !globs {
		return step{}, p.errorf(`[%s] is no index, no key and no condition like [name == "x"]`, inner)
	}
	var diags hcl.Diagnostics
	if s.value, diags = hclwrite.ParseExpr(strings.TrimSpace(text)+"\n", ""); diags.HasErrors() {
		return step{}, p.errorf("[%s]: %s is not an expression: %s", inner, strings.TrimSpace(text), diags[0].Summary)
	}
	if native, ok := s.value.(*hclwrite.Native); ok && joinsConditions(native.Text) {
		return step{}, p.errorf(`[%s]: a condition is a single comparison; write [a == 1][b == 2] for places that meet both`, inner)
	}
	if t, ok := s.value.(*hclwrite.Template); globs && ok && !hcltext.HasSequence(t.Text) {
		s.like = glob(hcltext.TemplateText(t.Text))
	} else if globs {
		return step{}, p.errorf("[%s]: a string in quotes must follow ~, in which * represents any characters", inner)
	}
	return s, nil
}

// joinsConditions reports whether the text after the operator of a condition contains another condition, as in
// "x" && n == 1.
func joinsConditions(text string) bool {
	expr, _ := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl.InitialPos)
	binary, ok := expr.(*hclsyntax.BinaryOpExpr)
	if !ok || binary.Op != hclsyntax.OpLogicalAnd && binary.Op != hclsyntax.OpLogicalOr {
		return false
	}
	right, ok := binary.RHS.(*hclsyntax.BinaryOpExpr)
	left := binary.LHS.Range().SliceBytes([]byte(text))
	return len(binary.LHS.Variables()) == 0 || ok && (right.Op == hclsyntax.OpEqual || right.Op == hclsyntax.OpNotEqual) ||
		joinsConditions(string(left))
}

// closing returns the offset of the bracket that closes the first one of a text, or -1.
func closing(text string) int {
	// The bracket is usually near, so the rest of the text is not read.
	for size := 64; ; size *= 2 {
		tokens, _ := hclsyntax.LexExpression([]byte(text[:min(size, len(text))]), "", hcl.InitialPos)
		open := 0
		for _, token := range tokens {
			switch token.Type {
			case hclsyntax.TokenOBrack:
				open++
			case hclsyntax.TokenCBrack:
				if open--; open == 0 {
					return token.Range.Start.Byte
				}
			}
		}
		if size >= len(text) {
			return -1
		}
	}
}

// withName returns an address with one more name or key.
func withName(at, text string) string {
	if name := hcltext.Address(text); at == "" || name[0] == '[' {
		return at + name
	} else {
		return at + "." + name
	}
}

func withIndex(at string, i int) string { return at + "[" + strconv.Itoa(i) + "]" }
