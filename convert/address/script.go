package address

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ParseScript parses a script with one change on each line, written as a command:
//
//	set [--create] [--if-supported] [--default EXPRESSION] [--string | --json] ADDRESS=EXPRESSION
//	set ADDRESS~=s/OLD/NEW/
//	add [--before ADDRESS | --after ADDRESS] [--if-missing] [--if-supported] [--string | --json] ADDRESS TEXT...
//	rm [--forget] ADDRESS
//	mv [--no-moved] ADDRESS ADDRESS
//	mv ADDRESS --to FILE
//	cp ADDRESS NAME
//	sort ADDRESS
//
// Words are quoted as in a shell: with single quotes, double quotes or a backslash. A word in
// single quotes may span lines. A line that starts with # is a comment.
func ParseScript(text string) (list []Change, err error) {
	line := 1
	for text != "" {
		words, rest, err := commandWords(text)
		if err == nil && len(words) > 0 {
			var c Change
			c, err = parseCommand(words)
			c.line = line
			list = append(list, c)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		line += strings.Count(text[:len(text)-len(rest)], "\n")
		text = rest
	}
	return list, nil
}

// commandWords returns the words of the command at the start of a script, and the rest of the script.
func commandWords(text string) (words []string, rest string, err error) {
	var word strings.Builder
	inWord := false
	end := func() {
		if inWord {
			words = append(words, word.String())
		}
		word.Reset()
		inWord = false
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			end()
			return words, text[i+1:], nil
		case c == ' ' || c == '\t' || c == '\r':
			end()
		case c == '#' && !inWord:
			_, rest, _ = strings.Cut(text[i:], "\n")
			return words, rest, nil
		case c == '\'':
			n := strings.IndexByte(text[i+1:], '\'')
			if n < 0 {
				return nil, "", errors.New("a ' has no end")
			}
			word.WriteString(text[i+1 : i+1+n])
			i, inWord = i+1+n, true
		case c == '"':
			closed := false
			for i++; i < len(text) && !closed; i++ {
				switch {
				case text[i] == '"':
					closed = true
				case text[i] == '\\' && i+1 < len(text) && strings.IndexByte("\"\\$`\n", text[i+1]) >= 0:
					if i++; text[i] != '\n' {
						word.WriteByte(text[i])
					}
				default:
					word.WriteByte(text[i])
				}
			}
			if !closed {
				return nil, "", errors.New(`a " has no end`)
			}
			i, inWord = i-1, true
		case c == '\\' && i+1 < len(text):
			if i++; text[i] != '\n' {
				word.WriteByte(text[i])
				inWord = true
			}
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	end()
	return words, "", nil
}

// parseCommand parses one change of a script from its words.
func parseCommand(words []string) (c Change, err error) {
	command, allowed := words[0], scriptOptions[words[0]]
	var operands []string
	options := map[string]string{}
	for i := 1; i < len(words); i++ {
		name, value, hasValue := strings.Cut(words[i], "=")
		switch {
		case words[i] == "--":
			operands, i = append(operands, words[i+1:]...), len(words)
		case !strings.HasPrefix(words[i], "--"):
			operands = append(operands, words[i])
		case slices.Contains(allowed, name) && !hasValue:
			options[name] = name
		case slices.Contains(allowed, name+"=") && hasValue:
			options[name] = value
		case slices.Contains(allowed, name+"=") && i+1 < len(words):
			i++
			options[name] = words[i]
		default:
			return c, fmt.Errorf("%s has no option %s in a script", command, words[i])
		}
	}
	for _, pair := range [][2]string{{"--string", "--json"}, {"--before", "--after"}} {
		if options[pair[0]] != "" && options[pair[1]] != "" {
			return c, fmt.Errorf("%s and %s exclude each other", pair[0], pair[1])
		}
	}
	c = Change{
		Create: options["--create"] != "", Default: options["--default"], IfMissing: options["--if-missing"] != "",
		NoMoved: options["--no-moved"] != "", Forget: options["--forget"] != "", IfSupported: options["--if-supported"] != "", File: options["--to"],
	}
	switch {
	case options["--string"] != "":
		c.Syntax = String
	case options["--json"] != "":
		c.Syntax = JSON
	}
	for name, to := range map[string]**Address{"--before": &c.Before, "--after": &c.After} {
		if text := options[name]; text != "" {
			next, err := Parse(text)
			if err != nil {
				return c, err
			}
			*to = &next
		}
	}
	return NewChange(command, c, operands...)
}

// scriptOptions are the options of each command in a script. = marks options with a value.
var scriptOptions = map[string][]string{
	"set": {"--create", "--if-supported", "--default=", "--string", "--json"},
	"add": {"--before=", "--after=", "--if-missing", "--if-supported", "--string", "--json"},
	"rm":  {"--forget"},
	"mv":  {"--no-moved", "--to="},
}

// NewChange returns the change of a command (set, add, rm, mv, cp or sort) with its operands, as in [ParseScript]. For
// set, these are also the address and the value as two operands. options contains the optional fields of the result: all
// except Op, Address, To and Text. mv with one operand and a File moves blocks to this file.
func NewChange(command string, options Change, operands ...string) (c Change, err error) {
	ops := map[string]Op{"set": Set, "add": Add, "rm": Remove, "mv": Move, "cp": Copy, "sort": Sort}
	op, ok := ops[command]
	count := map[Op]int{Add: 2, Move: 2, Copy: 2}[op]
	if c = options; c.File != "" || count == 0 {
		count = 1
	}
	n := len(operands)
	switch {
	case !ok:
		return c, fmt.Errorf("%q is no change; set, add, rm, mv, cp and sort are", command)
	case c.Default != "" && !c.Create:
		return c, errors.New("--default is for the values that --create adds")
	case n < count || n > count && op != Add && (op != Set || n > 2):
		plural := "s"
		if count == 1 {
			plural = ""
		}
		if c.File != "" {
			command += " --to " + word(c.File)
		}
		return c, fmt.Errorf("%s needs %d operand%s, not %d", command, count, plural, n)
	case op == Set && n == 1:
		return c, c.parseSetting(operands[0])
	}
	c.Op = op
	if c.Address, err = Parse(operands[0]); err != nil {
		return c, err
	}
	switch {
	case c.File != "":
		c.Op = MoveToFile
	case op == Move || op == Copy:
		c.To, err = Parse(operands[1])
	default:
		c.Text = operands[1:]
	}
	return c, err
}
