package address

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// ParseScript parses a script with one change on each line, written as a command:
//
//	set [--create] [--default EXPRESSION] [--string | --json] ADDRESS=EXPRESSION
//	set ADDRESS~=s/OLD/NEW/
//	add [--before ADDRESS | --after ADDRESS] [--if-missing] [--string | --json] ADDRESS TEXT...
//	rm ADDRESS
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
			c, err = ParseCommand(words)
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

// ParseCommand parses one change of a script from its words.
func ParseCommand(words []string) (c Change, err error) {
	command := words[0]
	var texts []string
	flags, options := map[string]bool{}, map[string]string{}
	for i := 1; i < len(words); i++ {
		name, value, hasValue := strings.Cut(words[i], "=")
		switch {
		case words[i] == "--":
			texts, i = append(texts, words[i+1:]...), len(words)
		case !strings.HasPrefix(words[i], "--"):
			texts = append(texts, words[i])
		case strings.Contains(flagsOf[command], " "+name+" ") && !hasValue:
			flags[name] = true
		case strings.Contains(flagsOf[command], " "+name+"= ") && hasValue:
			options[name] = value
		case strings.Contains(flagsOf[command], " "+name+"= ") && i+1 < len(words):
			i++
			options[name] = words[i]
		default:
			return c, fmt.Errorf("%s has no option %s in a script", command, words[i])
		}
	}
	c.Create, c.Default, c.IfMissing, c.NoMoved, c.File = flags["--create"], options["--default"], flags["--if-missing"],
		flags["--no-moved"], options["--to"]
	switch {
	case flags["--string"]:
		c.Syntax = String
	case flags["--json"]:
		c.Syntax = JSON
	}
	for _, pair := range [][2]string{{"--string", "--json"}, {"--before", "--after"}} {
		if (flags[pair[0]] || options[pair[0]] != "") && (flags[pair[1]] || options[pair[1]] != "") {
			return c, fmt.Errorf("%s and %s exclude each other", pair[0], pair[1])
		}
	}
	if c.Default != "" && !c.Create {
		return c, errors.New("--default is for the values that --create adds")
	}
	wanted := map[string]int{"set": 1, "rm": 1, "sort": 1, "add": 2, "mv": 2, "cp": 2}[command]
	if c.File != "" {
		wanted = 1
	}
	switch {
	case wanted == 0:
		return c, fmt.Errorf("%q is no change; set, add, rm, mv, cp and sort are", command)
	case len(texts) < wanted || len(texts) > wanted && command != "add":
		plural := "s"
		if wanted == 1 {
			plural = ""
		}
		if c.File != "" {
			command += " --to " + word(c.File)
		}
		return c, fmt.Errorf("%s needs %d operand%s, not %d", command, wanted, plural, len(texts))
	case command == "set":
		made, err := Setting(texts[0], c.Syntax)
		made.Create, made.Default = c.Create, c.Default
		return made, err
	}
	if c.Address, err = Parse(texts[0]); err != nil {
		return c, err
	}
	c.Op = map[string]Op{"add": Add, "rm": Remove, "mv": Move, "cp": Copy, "sort": Sort}[command]
	switch {
	case c.File != "":
		c.Op = MoveToFile
	case command == "mv" || command == "cp":
		c.To, err = Parse(texts[1])
	case command == "add":
		c.Text = texts[1:]
		var next Address
		if next, err = Parse(cmp.Or(options["--before"], options["--after"], ".")); options["--before"] != "" {
			c.Before = &next
		} else if options["--after"] != "" {
			c.After = &next
		}
	}
	return c, err
}

// Options returns the options of a command in a script, such as --create. An option with a value ends
// with =.
func Options(command string) []string { return strings.Fields(flagsOf[command]) }

// flagsOf are the options of each command in a script. = marks options with a value.
var flagsOf = map[string]string{
	"set": " --create --default= --string --json ",
	"add": " --before= --after= --if-missing --string --json ",
	"mv":  " --no-moved --to= ",
}
