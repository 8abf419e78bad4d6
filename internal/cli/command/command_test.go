package command

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// values are the values of the options of a test program.
type values struct {
	form, output, language string
	write, check           bool
	exclude                []string
	jobs                   int
}

// run runs a program with one command, which prints its values and operands. It returns the output
// and messages, or the error.
func run(t *testing.T, operands Operands, args ...string) string {
	t.Helper()
	v := new(values)
	flags := []cli.Flag{
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Destination: &v.output, Usage: "write to `FILE`",
			Action: func(_ *cli.Context, value string) error {
				if value == "" {
					return Usagef("-o is empty")
				}
				return nil
			}},
		&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Destination: &v.write, Usage: "write"},
		&cli.BoolFlag{Name: "check", Destination: &v.check, Usage: "check"},
		Choice(&v.form, "form", Conversion, "shape", "general", "compact"),
		OpenChoice(&v.language, "language", Conversion, "the `LANGUAGE`", "a", "b"),
		List(&v.exclude, cli.GenericFlag{Name: "exclude", Usage: "leave out `GLOB`"}),
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Destination: &v.jobs, Usage: "`N` files"},
	}
	say := func(call *Call) (int, error) {
		fmt.Fprintf(call.Out, "%v %q %q", *v, call.Operands, call.Behind)
		return 1, nil
	}
	conflicts := append(Conflicts("-w and -o", "write", "output"), Conflicts("-w and --exclude", "write", "exclude")...)
	program := Define(&cli.Command{Name: "program", Usage: "be tested", ArgsUsage: "PATH...", Flags: flags},
		Rules{Operands: operands, Conflicts: conflicts}, say)
	sub := Define(&cli.Command{Name: "sub"}, Rules{Needs: "a thing", Operands: Required}, func(call *Call) (int, error) {
		fmt.Fprintf(call.Out, "sub %q", call.Operands)
		return 0, nil
	})
	program.Subcommands = []*cli.Command{
		Parent(&cli.Command{Name: "with", Usage: "have subcommands", Subcommands: []*cli.Command{sub}}),
		Define(&cli.Command{Name: "word", Usage: "take a word", ArgsUsage: "WORD", UsageText: "twice WORD"},
			Rules{Words: []string{"x", "y"}}, say),
	}
	var out, messages bytes.Buffer
	getenv := func(string) string { return "" }
	line := NewLine(program, args, Streams{In: strings.NewReader(""), Out: &out, Err: &messages, Getenv: getenv})
	line.Version = "program 1.0"
	status, err := line.Run()
	if err != nil {
		if !IsUsage(err) || status != StatusError || out.Len() > 0 {
			t.Errorf("%q: status %d, error %v, output %q", args, status, err, out.String())
		}
		return "error: " + err.Error()
	}
	return fmt.Sprintf("%d %s%s", status, out.String(), messages.String())
}

func TestLine(t *testing.T) {
	for _, test := range []struct {
		operands Operands
		args     []string
		want     string
	}{
		{Optional, nil, `1 {general   false false [] 0} [] []`},
		{Optional, []string{"a", "--form", "compact", "b"}, `1 {compact   false false [] 0} ["a" "b"] []`},
		{Optional, []string{"--form", "tall"}, `error: --form cannot be "tall"; valid values: general, compact`},
		{Optional, []string{"--form="}, `error: --form cannot be ""; valid values: general, compact`},
		{Optional, []string{"--language", "c"}, `1 {general  c false false [] 0} [] []`},
		{Optional, []string{"-o", ""}, `error: -o is empty`},
		{Optional, []string{"-w", "--check"}, `1 {general   true true [] 0} [] []`},
		{Optional, []string{"-o", "x", "-w"}, `error: -w and -o`},
		{Optional, []string{"-w", "--exclude", "x,y"}, `error: -w and --exclude`},
		{Optional, []string{"-w=false", "-o", "x"}, `1 {general x  false false [] 0} [] []`},
		{Optional, []string{"--exclude", "x,y", "--exclude", "z"}, `1 {general   false false [x,y z] 0} [] []`},
		{Optional, []string{"-j", "x"},
			"error: -j cannot be \"x\"; it is a number\nRun 'program --help' for the options."},
		{Optional, []string{"-j1", "a"}, `1 {general   false false [] 1} ["a"] []`},
		{Optional, []string{"-", "a", "-"}, `error: standard input (-) is named twice`},
		{Optional, []string{"--version", "--form", "compact"}, "0 program 1.0\n"},
		{OrStdin, nil, `1 {general   false false [] 0} ["-"] []`},
		{OrStdin, []string{"a"}, `1 {general   false false [] 0} ["a"] []`},
		{AndProgram, []string{"a", "--", "b", "-w"}, `1 {general   false false [] 0} ["a"] ["b" "-w"]`},
		{Optional, []string{"a", "--", "b", "-w"}, `1 {general   false false [] 0} ["a" "b" "-w"] []`},
		{Optional, []string{"with", "sub", "a"}, `0 sub ["a"]`},
		{Optional, []string{"with", "sub"}, `error: with sub needs a thing`},
		{Optional, []string{"with", "other"}, `error: unknown command "with other"; there are sub`},
		{Optional, []string{"with", "-w"},
			"error: unknown option -w; \"program PATH...\" has it\nRun 'program with --help' for the options."},
		{Optional, []string{"--chek"},
			"error: unknown option --chek; did you mean --check?\nRun 'program --help' for the options."},
	} {
		if got := run(t, test.operands, test.args...); got != test.want {
			t.Errorf("%q:\ngot  %s\nwant %s", test.args, got, test.want)
		}
	}
}

// TestHelpWithoutOperands checks that a command without its required operands prints its brief
// help and exits with a status.
func TestHelpWithoutOperands(t *testing.T) {
	for _, operands := range []Operands{Required, AndProgram} {
		if got := run(t, operands); !strings.HasPrefix(got, "2 program - be tested\n\n  program [options] PATH...") {
			t.Errorf("without operands: %s", got)
		}
	}
	if got := run(t, Optional, "--help"); !strings.HasPrefix(got, "0 NAME:") {
		t.Errorf("--help: %s", got)
	}
}

func TestFlags(t *testing.T) {
	flags := func() []cli.Flag {
		return []cli.Flag{&cli.BoolFlag{Name: "a", Usage: "x"}, &cli.StringFlag{Name: "b", Usage: "y"}}
	}
	for want, got := range map[string][]cli.Flag{
		"-b=y ":      Only(flags(), "b"),
		"-a=x ":      Without(flags(), "b"),
		"-a=x -b=z ": Describe(flags(), "b", "z"),
	} {
		text := ""
		for _, f := range got {
			o := OptionOf(f)
			text += o.Names[0] + "=" + o.Usage + " "
		}
		if text != want {
			t.Errorf("got %q, want %q", text, want)
		}
	}
}

// The advice on an unknown option or word is the nearest name, or a command with such an option.
func TestAdvice(t *testing.T) {
	define := func(name string, options ...string) *cli.Command {
		c := &cli.Command{Name: name}
		for _, option := range options {
			f := &cli.BoolFlag{Name: option}
			if option == "write" {
				f.Aliases = []string{"w"}
			}
			c.Flags = append(c.Flags, f)
		}
		return c
	}
	program := define("program", "form", "write", "recursive")
	program.ArgsUsage = "PATH..."
	program.Subcommands = []*cli.Command{
		define("get"), define("list"), define("rm"),
		define("schema", "address", "both", "fetch", "all"), define("show", "both", "all"), define("verify", "all", "write"),
		{Name: "with", Subcommands: []*cli.Command{define("sub", "inner")}},
	}
	for _, test := range []struct{ command, option, want string }{
		{"", "json", ""}, {"", "other", ""}, {"", "from", "did you mean --form?"}, {"", "for", "did you mean --form?"},
		{"", "fom", "did you mean --form?"}, {"", "forms", "did you mean --form?"}, {"", "writ", "did you mean --write?"},
		{"", "recursvie", "did you mean --recursive?"}, {"", "reursiv", "did you mean --recursive?"},
		{"", "address", `"program schema" has it`}, {"", "both", "the commands schema and show have it"},
		{"", "all", "the commands schema, show and verify have it"}, {"", "inner", `"program with sub" has it`},
		{"schema", "form", `"program PATH..." has it`}, {"schema", "both", "did you mean --both?"},
		{"schema", "w", `"program PATH..." has it`}, {"show", "address", `"program schema" has it`},
		{"", "i", "use -w, which writes the files in place"}, {"verify", "in-place", "use -w, which writes the files in place"},
		{"schema", "r", ""}, {"show", "V", "--version prints the version"}, {"", "compact", "use --form compact"},
		{"schema", "compact", ""},
	} {
		on := program
		if test.command != "" {
			on = program.Command(test.command)
		}
		if got := adviceOnOption(program, on, test.option); got != test.want {
			t.Errorf("%s --%s: %q, want %q", test.command, test.option, got, test.want)
		}
	}
	for word, want := range map[string]string{
		"x": "", "": "", "attribute get": `use "program get"`, "block list x": `use "program list"`, "delete": `use "program rm"`,
		"convert": `the name of a file is enough, as in "hcljson main.tf"`, "shwo": `did you mean "program show"?`, "schem": `did you mean "program schema"?`,
		"shema": `did you mean "program schema"?`, "veirfy": `did you mean "program verify"?`,
	} {
		if got := AdviceOnWords(program, strings.Split(word, " ")); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// A completion has the values of an option, the options, or the commands and operands.
func TestComplete(t *testing.T) {
	for _, test := range []struct {
		args  []string
		files bool
		want  string
	}{
		{[]string{"--form", ""}, false, "general compact"}, {[]string{"--form=c"}, false, "--form=compact"},
		{[]string{"--form", "=", "c"}, false, "compact"}, {[]string{"--wr"}, false, "--write"},
		{[]string{" "}, true, "with word"}, {[]string{"wo"}, true, "word"}, {[]string{"a", ""}, true, ""},
		{[]string{"with", ""}, false, "sub"}, {[]string{"word", ""}, false, "x y"}, {[]string{"--", "w"}, true, ""},
	} {
		got := run(t, Optional, append(test.args, completionFlag)...)
		var words []string
		for line := range strings.Lines(got[2:]) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			words = append(words, word)
		}
		if files := got[0] == '0'; files != test.files || strings.Join(words, " ") != test.want {
			t.Errorf("%q: %q, files %v; want %q", test.args, words, files, test.want)
		}
	}
}
