package cli

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// screen is how many lines of help a screen can take.
const screen = 40

// Every help fits a screen and has examples, with options that the command has.
func TestHelp(t *testing.T) {
	for _, name := range Names() {
		p := Program(name)
		for _, c := range append([]*command.Command{p}, p.Commands...) {
			topic := c.Name
			if c == p {
				topic = ""
			}
			var text bytes.Buffer
			if known, err := p.WriteHelp(&text, topic); !known || err != nil {
				t.Fatal(c.Name, known, err)
			}
			if n := strings.Count(text.String(), "\n"); n > screen {
				t.Errorf("the help of %s has %d lines", c.Name, n)
			}
			if !strings.Contains(text.String(), "EXAMPLES:") {
				t.Errorf("the help of %s has no examples", c.Name)
			}
			for line := range strings.Lines(text.String()) {
				if len(line) > 101 {
					t.Errorf("%s: %d characters: %s", c.Name, len(line), line)
				}
			}
		}
	}
}

// flagsOf are the options of a command, as they are typed.
func flagsOf(c *command.Command) (names []string) {
	for _, group := range c.Groups {
		for _, f := range group.Flags {
			names = append(names, "--"+f.Name, "-"+f.Short)
		}
	}
	return append(names, "--help", "--version")
}

func TestExampleOptions(t *testing.T) {
	p := Program(programName)
	call := regexp.MustCompile(`hcljson [^|#>\n]*`)
	used := 0
	for _, of := range append([]*command.Command{p}, p.Commands...) {
		for _, line := range call.FindAllString(of.Examples, -1) {
			line, _, _ = strings.Cut(line, " -- ")
			words := strings.Fields(line)[1:]
			c := p
			if i := slices.IndexFunc(p.Commands, func(sub *command.Command) bool { return sub.Name == words[0] }); i >= 0 {
				c = p.Commands[i]
			}
			known := flagsOf(c)
			for _, word := range words {
				if strings.HasPrefix(word, "-") && word != "-" {
					used++
					if !slices.Contains(known, word) {
						t.Errorf("%s has no option %s: %s", c.Name, word, line)
					}
				}
			}
		}
	}
	if used < 10 {
		t.Errorf("only %d options", used)
	}
}

// No option that writes, removes or starts something is suggested.
func TestAdvice(t *testing.T) {
	p := Program(programName)
	var acts []string
	for _, c := range append([]*command.Command{p}, p.Commands...) {
		for _, group := range c.Groups {
			for _, f := range group.Flags {
				if f.Acts {
					acts = append(acts, "--"+f.Name, "-"+f.Short)
				}
			}
		}
	}
	acts = slices.DeleteFunc(acts, func(name string) bool { return name == "-" })
	for _, name := range []string{"write", "output", "replace", "force", "no-verify", "follow-links", "fetch-schemas"} {
		for i := range name {
			typed := name[:i] + name[i+1:]
			got := p.AdviceOnOption(p, typed)
			if slices.ContainsFunc(acts, func(act string) bool { return strings.Contains(got+" ", act+"?") }) {
				t.Errorf("--%s: %s", typed, got)
			}
		}
	}
}
