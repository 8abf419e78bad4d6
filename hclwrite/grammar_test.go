package hclwrite

import (
	"math/rand/v2"
	"strings"
)

// grammar makes files and expressions by chance that follow the grammar of native syntax,
// or nearly so, with blanks, newlines and comments wherever they can be.
type grammar struct {
	*rand.Rand
	// inside: newlines are blank; depth is how many expressions are open.
	inside bool
	depth  int
}

func (g *grammar) one(of ...string) string { return of[g.IntN(len(of))] }

// gap returns random text between two tokens.
func (g *grammar) gap() string {
	switch n := g.IntN(40); {
	case n < 24:
		return ""
	case n < 32:
		return " "
	case n == 32:
		return "/* c */"
	case n == 33:
		return g.one("/*\n*/", " /* c\n */ ", "/*\n  c\n\n*/")
	case !g.inside:
		return ""
	case n == 34:
		return g.one(" # c\n", "// c\n", "\n# c\n\n", "#\n")
	}
	return g.one("\n", "\n", "\n\n", "\r\n")
}

// each puts gaps between parts, which are texts or make one.
func (g *grammar) each(inside bool, parts ...any) string {
	defer func(was bool) { g.inside = was }(g.inside)
	g.inside = inside
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			b.WriteString(g.gap())
		}
		if text, ok := part.(string); ok {
			b.WriteString(text)
		} else {
			b.WriteString(part.(func() string)())
		}
	}
	return b.String()
}

func (g *grammar) name() string {
	return g.one("a", "b", "for", "for", "in", "if", "é", "null", "true", "f-1", "for-a", "formal", "endif", "x")
}

func (g *grammar) expr() string {
	if g.depth == 5 {
		return g.one("a", "1", "for", `"s"`, "null")
	}
	g.depth++
	defer func() { g.depth-- }()
	operators := []string{"+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||"}
	switch g.IntN(26) {
	case 0, 1:
		return g.one("1", "1.50", "-1", "007", "1e5", "true", "null")
	case 2, 3:
		return g.name()
	case 4, 5, 6:
		return g.string()
	case 7, 8:
		return g.list("[", "]")
	case 9, 10:
		return g.object()
	case 11, 12:
		return g.list(g.name()+g.gap()+"(", g.one(")", ")", "...)"))
	case 13:
		return g.each(true, "(", g.expr, ")")
	case 14:
		return g.each(g.inside, g.expr, g.one(operators...), g.expr)
	case 15:
		return g.each(g.inside, g.expr, "?", g.expr, ":", g.expr)
	case 16:
		return g.each(g.inside, g.one("-", "!"), g.expr)
	case 17, 18:
		return g.each(g.inside, g.expr, ".", g.one(g.name(), "0", "*", "1 .5"))
	case 19, 20:
		return g.expr() + g.gap() + g.each(true, "[", g.expr, "]")
	case 21:
		return g.expr() + g.gap() + g.each(true, "[", "*", "]")
	case 22:
		return g.each(true, "[", "for "+g.name(), " in ", g.expr, ":", g.expr, "]")
	case 23:
		return g.each(true, "{", "for "+g.name()+g.one("", ",v"), " in ", g.expr, ":", g.expr, "=>", g.expr,
			g.one("", "...", " if x"), "}")
	}
	return g.heredoc()
}

// list returns a list whose elements are separated by commas, with an optional trailing comma.
func (g *grammar) list(open, closing string) string {
	parts := []any{open}
	for n := g.IntN(4); n > 0; n-- {
		parts = append(parts, g.expr)
		if n > 1 || closing != "...)" && g.IntN(3) == 0 {
			parts = append(parts, ",")
		}
	}
	return g.each(true, append(parts, closing)...)
}

func (g *grammar) object() string {
	text := "{" + g.each(true, "", "")
	for range g.IntN(4) {
		key := g.name()
		switch g.IntN(6) {
		case 0:
			key = g.each(true, "(", g.expr, ")")
		case 1:
			key = g.each(false, g.string)
		case 2:
			key = g.each(false, g.expr)
		}
		text += g.each(false, key, g.one("=", ":"), g.expr, g.one(",", "\n", " # c\n", ",\n", " # c\n\n  # d\n", "\n\n")) +
			g.each(true, "", "")
	}
	return text + "}"
}

func (g *grammar) string() string {
	text := ""
	for range g.IntN(4) {
		text += g.one(`\n`, " ", "s", `\"`, "$", "$${", `\u007b`, "é", "{", "~", "EOT") + g.one("", g.sequence())
	}
	return `"` + g.one(text, g.interpolation(), text+`\n`) + `"`
}

func (g *grammar) interpolation() string {
	return g.each(true, g.one("${", "${", "${~"), g.expr, g.one("}", "}", "~}"))
}

func (g *grammar) sequence() string {
	switch g.IntN(8) {
	case 0:
		return g.each(true, "%{if", " ", g.expr, "}") + g.one("", "s") + g.one("", "%{else}", "%{~ else ~}") +
			g.one("%{endif}", "%{~endif~}", "%{\nendif}")
	case 1:
		return g.each(true, "%{", "for a", " in ", g.expr, "~}") + g.one("", "s") + "%{endfor}"
	}
	return g.interpolation()
}

func (g *grammar) heredoc() string {
	marker := g.one("E", "EOT", "EOT", "EOT2")
	text := "<<" + g.one("", "-") + marker + "\n"
	for range g.IntN(4) {
		text += g.one("", "", "  ", "    ", "\t", " \u00a0")
		for range g.IntN(3) {
			text += g.one("s", " ", "\\", `"`, "$${", "EOT", "E", "#", "", "  ") + g.one("", g.sequence())
		}
		text += g.one("\n", "\n", "\n", "\r\n")
	}
	return text + g.one("", "  ") + marker + "\n"
}

// body is the body of a file, or of a block.
func (g *grammar) body(depth int) string {
	text := ""
	used := map[string]bool{}
	for range 1 + g.IntN(3) {
		text += g.one("", "", "", "\n", "# c\n", "/* c */", "/* c\n */", "// c\n\n")
		name := g.name()
		if g.IntN(4) == 0 && depth < 3 {
			text += name + g.one("", ` "l"`, ` "$${" m`) + " {" + g.one("\n", " # c\n", "\n\n# c\n\n") + g.body(depth+1) + "}\n"
			continue
		}
		if used[name] {
			continue
		}
		used[name] = true
		if text += g.each(false, name, "=", g.expr, ""); !strings.HasSuffix(text, "\n") {
			text += g.one("\n", "\n", " # d\n", "/* c */\n", "\n\n")
		}
	}
	return text
}
