package hclwrite

import "strings"

// Most expressions in real configuration are references, calls and simple
// operators, written with the usual blanks. canonical recognises those, so that
// they need neither hclsyntax to be checked nor upstream's formatter to be laid
// out; whatever it does not recognise goes the long way.

// canonical is a recogniser for a subset of HCL expressions on one line, in the
// spacing that upstream's formatter leaves alone.
type canonical struct {
	s     string
	i     int
	depth int
}

const canonicalDepth = 50

// canonicalExpr reports whether s is an expression of the subset.
func canonicalExpr(s string) bool {
	c := canonical{s: s}
	return c.expr() && c.i == len(s)
}

// soleReference returns the text inside a template that is one interpolation of
// an expression that the tree has as *Native.
func soleReference(template string) (string, bool) {
	if len(template) < 4 || template[0] != '$' || template[1] != '{' || template[len(template)-1] != '}' {
		return "", false
	}
	inner := template[2 : len(template)-1]
	switch inner {
	case "true", "false", "null":
		return "", false
	}
	if c := inner[0]; c != '!' && !identStart(c) {
		return "", false
	}
	return inner, canonicalExpr(inner)
}

// canonicalTemplate reports whether a template that is not a sole interpolation
// consists of literal text and interpolations of the subset.
func canonicalTemplate(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != '$' && c != '%' {
			continue
		}
		opener := sequenceStart(s, i)
		if opener < 0 {
			i += 2
			continue
		} else if opener == 0 {
			continue
		}
		if s[i] == '%' {
			return false
		}
		c := canonical{s: s, i: opener}
		if !c.expr() || !c.eat("}") || i == 0 && c.i == len(s) {
			return false
		}
		i = c.i - 1
	}
	return true
}

// CanonicalTraversal reports whether s is a static reference in its usual
// spelling: a.b[0].c["key"].
func CanonicalTraversal(s string) bool {
	c := canonical{s: s}
	if !c.ident() {
		return false
	}
	for c.i < len(s) {
		switch {
		case c.eat("."):
			if !c.ident() {
				return false
			}
		case c.eat("["):
			if !c.number() && !c.plainString() || !c.eat("]") {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func identStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func (c *canonical) eat(s string) bool {
	if strings.HasPrefix(c.s[c.i:], s) {
		c.i += len(s)
		return true
	}
	return false
}

func (c *canonical) ident() bool {
	start := c.i
	if c.i >= len(c.s) || !identStart(c.s[c.i]) {
		return false
	}
	for c.i < len(c.s) && (identStart(c.s[c.i]) || c.s[c.i] >= '0' && c.s[c.i] <= '9' || c.s[c.i] == '-') {
		c.i++
	}
	if c.i < len(c.s) && c.s[c.i] >= 0x80 {
		return false
	}
	switch c.s[start:c.i] {
	case "for", "in":
		return false
	}
	return true
}

func (c *canonical) number() bool {
	start := c.i
	for c.i < len(c.s) && c.s[c.i] >= '0' && c.s[c.i] <= '9' {
		c.i++
	}
	return c.i > start && c.i-start < 16 && !c.at('.') && !c.at('e') && !c.at('E') && (c.i == len(c.s) || !identStart(c.s[c.i]))
}

func (c *canonical) at(b byte) bool { return c.i < len(c.s) && c.s[c.i] == b }

// plainString is a quoted string without escapes and sequences.
func (c *canonical) plainString() bool {
	if !c.eat(`"`) {
		return false
	}
	for ; c.i < len(c.s); c.i++ {
		switch b := c.s[c.i]; {
		case b == '"':
			c.i++
			return true
		case b == '\\' || b == '$' || b == '%' || b < ' ' || b == 0x7f:
			return false
		}
	}
	return false
}

// quoted is a quoted string with interpolations of the subset.
func (c *canonical) quoted() bool {
	if !c.eat(`"`) {
		return false
	}
	for c.i < len(c.s) {
		switch b := c.s[c.i]; {
		case b == '"':
			c.i++
			return true
		case b == '\\':
			if c.i+1 >= len(c.s) || strings.IndexByte(`nrt"\`, c.s[c.i+1]) < 0 {
				return false
			}
			c.i += 2
		case b == '$':
			if !c.eat("${") || !c.expr() || !c.eat("}") {
				return false
			}
		case b == '%' || b < ' ' || b == 0x7f:
			return false
		default:
			c.i++
		}
	}
	return false
}

func (c *canonical) expr() bool {
	if c.depth++; c.depth > canonicalDepth {
		return false
	}
	defer func() { c.depth-- }()
	if !c.operands() {
		return false
	}
	if c.eat(" ? ") {
		return c.expr() && c.eat(" : ") && c.expr()
	}
	return true
}

// operators are listed so that none is hidden by a shorter one before it.
var operators = []string{" == ", " != ", " <= ", " >= ", " < ", " > ", " && ", " || ", " + ", " - ", " * ", " / ", " % "}

func (c *canonical) operands() bool {
	for {
		if !c.operand() {
			return false
		}
		if !c.at(' ') {
			return true
		}
		found := false
		for _, op := range operators {
			if c.eat(op) {
				found = true
				break
			}
		}
		if !found {
			return true
		}
	}
}

func (c *canonical) operand() bool {
	if c.at('!') {
		c.i++
		if c.at('!') {
			return false
		}
	}
	if c.i >= len(c.s) {
		return false
	}
	switch b := c.s[c.i]; {
	case b == '"':
		return c.quoted()
	case b >= '0' && b <= '9':
		return c.number()
	case b == '(':
		c.i++
		return c.expr() && c.eat(")") && c.steps()
	case b == '[':
		c.i++
		return c.eat("]") || c.list("]")
	case !c.ident():
		return false
	}
	for c.eat("::") {
		if !c.ident() {
			return false
		}
		if !c.at(':') && !c.at('(') {
			return false
		}
	}
	if c.eat("(") {
		if !c.eat(")") && !c.list(")") {
			return false
		}
	}
	return c.steps()
}

// list is one or more expressions and the closing bracket.
func (c *canonical) list(closer string) bool {
	for {
		if !c.expr() {
			return false
		}
		if closer == ")" && c.eat("...") {
			return c.eat(closer)
		}
		if c.eat(closer) {
			return true
		}
		if !c.eat(", ") {
			return false
		}
	}
}

// steps are attribute, index and splat steps.
func (c *canonical) steps() bool {
	for {
		switch {
		case c.eat("[*]"):
		case c.eat("["):
			if !c.expr() || !c.eat("]") {
				return false
			}
		case c.at('.'):
			c.i++
			if !c.ident() {
				return false
			}
		default:
			return true
		}
	}
}
