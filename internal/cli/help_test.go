package cli

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
)

// all calls visit for a program and its commands, with the names of each.
func all(c *cli.Command, path []string, visit func(c *cli.Command, path []string)) {
	visit(c, path)
	for _, sub := range c.Subcommands {
		all(sub, append(path[:len(path):len(path)], sub.Name), visit)
	}
}

// Every help has examples, all options of the command, and lines of at most 80 columns.
func TestHelp(t *testing.T) {
	for _, name := range Names() {
		p := Program(name)
		all(p, nil, func(c *cli.Command, path []string) {
			for _, width := range []int{80, 100} {
				var help bytes.Buffer
				if known, err := command.WriteHelp(&help, width, p, path...); !known || err != nil {
					t.Fatal(path, known, err)
				}
				text := help.String()
				if !strings.Contains(text, "Examples:") {
					t.Errorf("the help of %s %q has no examples", name, path)
				}
				for line := range strings.Lines(text) {
					if len(line) > width+1 {
						t.Errorf("%s %q: %d columns: %s", name, path, len(line)-1, line)
					}
				}
				for _, f := range optionsOf(c) {
					if !strings.Contains(text, f) {
						t.Errorf("the help of %s %q lacks %s", name, path, f)
					}
				}
			}
		})
	}
}

// optionsOf are the options of a command, as they are typed.
func optionsOf(c *cli.Command) (names []string) {
	for _, f := range c.Flags {
		names = append(names, command.OptionOf(f).Names...)
	}
	return names
}

func TestExampleOptions(t *testing.T) {
	p := Program(env.ProgramName)
	call := regexp.MustCompile(`hcljson [^|#>\n]*`)
	used := 0
	all(p, nil, func(of *cli.Command, _ []string) {
		_, examples, _ := strings.Cut(of.Description, "Examples:")
		for _, line := range call.FindAllString(examples, -1) {
			line, _, _ = strings.Cut(line, " -- ")
			words := strings.Fields(line)[1:]
			c := p
			for _, word := range words {
				sub := c.Command(word)
				if sub == nil {
					break
				}
				c = sub
			}
			known := optionsOf(c)
			for _, word := range words {
				if strings.HasPrefix(word, "-") && word != "-" {
					used++
					if !slices.Contains(known, word) {
						t.Errorf("%s has no option %s: %s", c.Name, word, line)
					}
				}
			}
		}
	})
	if used < 10 {
		t.Errorf("only %d options", used)
	}
}

// The nearest option, command or value is suggested.
func TestAdvice(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--repalce main.tf", "did you mean --replace?"},
		{"hcl2json --form=compat main.tf", "did you mean compact?"},
		{"help Edit", `did you mean "edit"?`},
		{"help schema fetsch", `did you mean "schema fetch"?`},
		{"help diff x", "diff has no command x"},
		{"schema lst", `did you mean "schema list"?`},
		{"schema json-schema config --al", "did you mean --all?"},
		{"main.tf --source-map", "--source-map needs a value"},
		{"-j x main.tf", `-j cannot be "x"; it is a number`},
	} {
		var out, messages bytes.Buffer
		args := append([]string{"hcljson"}, strings.Fields(test.args)...)
		status := Main(args, strings.NewReader(""), &out, &messages, func(string) string { return "" })
		if status != 2 || !strings.Contains(messages.String(), test.want) || strings.Count(messages.String(), "\n") > 6 {
			t.Errorf("%s: status %d, %s", test.args, status, messages.String())
		}
	}
}
