package command

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// values are what the flags of a test program set.
type values struct {
	form, output, language string
	write, check           bool
	exclude                []string
	jobs                   int
}

// run runs a program with one command, which prints what it is given, and returns
// that, or the error, or what is printed instead.
func run(t *testing.T, operands Operands, args ...string) string {
	t.Helper()
	v := new(values)
	group := Group{Title: "Output:", Flags: []Flag{
		{Name: "output", Short: "o", To: &v.output, Usage: "write to `FILE`", Empty: "-o is empty"},
		{Name: "write", Short: "w", To: &v.write, Usage: "write",
			Not: []Conflict{{With: &v.output, Why: "-w and -o"}, {With: &v.exclude, Why: "-w and --exclude"}}},
		{Name: "check", To: &v.check, Usage: "check"},
		{Name: "form", To: &v.form, Choices: []string{"general", "compact"}, Usage: "shape"},
		{Name: "language", To: &v.language, Choices: []string{"a", "b"}, Open: true, Usage: "the `LANGUAGE`"},
		{Name: "exclude", To: &v.exclude, Usage: "leave out `GLOB`"},
		{Name: "jobs", Short: "j", To: &v.jobs, Default: "many", Usage: "`N` files",
			Check: func(operands []string) error {
				if v.jobs > len(operands) {
					return Usagef("%d jobs for %d operands", v.jobs, len(operands))
				}
				return nil
			}},
	}}
	say := func(call *Call) (int, error) {
		fmt.Fprintf(call.Out, "%v %q %q", *v, call.Operands, call.Behind)
		return 1, nil
	}
	sub := &Command{Name: "sub", Needs: "a thing", Operands: Required, Run: func(call *Call) (int, error) {
		fmt.Fprintf(call.Out, "sub %q", call.Operands)
		return 0, nil
	}}
	program := &Command{
		Name: "program", Usage: "be tested", Args: "PATH...", Operands: operands,
		Groups: []Group{group}, Run: say,
		Commands: []*Command{
			{Name: "with", Usage: "have subcommands", Groups: []Group{group.Only(&v.form)}, Operands: Required,
				Commands: []*Command{sub}},
			{Name: "word", Usage: "take a word", Args: "WORD", Forms: "twice WORD", Choices: []string{"x", "y"}, Run: say},
		},
	}
	var out, messages bytes.Buffer
	getenv := func(string) string { return "" }
	line := NewLine(program, args, Streams{In: strings.NewReader(""), Out: &out, Err: &messages, Getenv: getenv})
	line.Version = "program 1.0"
	status, err := line.Run()
	if err != nil {
		if usage := (UsageError{}); !errors.As(err, &usage) || status != StatusError || out.Len() > 0 {
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
		{Optional, []string{"--form", "tall"}, `error: --form cannot be "tall"; it is one of: general, compact`},
		{Optional, []string{"--form="}, `error: --form cannot be ""; it is one of: general, compact`},
		{Optional, []string{"--language", "c"}, `1 {general  c false false [] 0} [] []`},
		{Optional, []string{"-o", ""}, `error: -o is empty`},
		{Optional, []string{"-w", "--check"}, `1 {general   true true [] 0} [] []`},
		{Optional, []string{"-o", "x", "-w"}, `error: -w and -o`},
		{Optional, []string{"-w", "--exclude", "x,y"}, `error: -w and --exclude`},
		{Optional, []string{"-w=false", "-o", "x"}, `1 {general x  false false [] 0} [] []`},
		{Optional, []string{"--exclude", "x,y", "--exclude", "z"}, `1 {general   false false [x,y z] 0} [] []`},
		{Optional, []string{"-j", "1"}, `error: 1 jobs for 0 operands`},
		{Optional, []string{"-j1", "a"}, `1 {general   false false [] 1} ["a"] []`},
		{Optional, []string{"-", "a", "-"}, `error: standard input (-) is named twice`},
		{Optional, []string{"--version", "--form", "tall"}, "0 program 1.0\n"},
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

// Without operands that it needs, a command prints its help, with a status.
func TestHelpInPlaceOfOperands(t *testing.T) {
	for _, operands := range []Operands{Required, AndProgram} {
		if got := run(t, operands); !strings.HasPrefix(got, "2 NAME:") {
			t.Errorf("without operands: %s", got)
		}
	}
	if got := run(t, Optional, "--help"); !strings.HasPrefix(got, "0 NAME:") {
		t.Errorf("--help: %s", got)
	}
}

func TestGroups(t *testing.T) {
	var a, b string
	group := Group{Title: "T", Flags: []Flag{{Name: "a", To: &a, Usage: "x"}, {Name: "b", To: &b, Usage: "y"}}}
	names := func(g Group) (text string) {
		for _, f := range g.Flags {
			text += f.Name + "=" + f.Usage + " "
		}
		return text
	}
	for want, got := range map[string]Group{
		"b=y ":     group.Only(&b),
		"a=x ":     group.Without(&b),
		"a=x b=z ": group.Says(&b, "z"),
		"a=x b=y ": group, // none of these changes it
	} {
		if names(got) != want || got.Title != "T" {
			t.Errorf("got %q, want %q", names(got), want)
		}
	}
}

// The advice on an unknown option or word is the nearest name, or a command with such an option.
func TestAdvice(t *testing.T) {
	flags := func(names ...string) []Group {
		g := Group{}
		for _, name := range names {
			f := Flag{Name: name, To: new(bool)}
			if f.Name == "write" {
				f.Short = "w"
			}
			g.Flags = append(g.Flags, f)
		}
		return []Group{g}
	}
	ran := func(*Call) (int, error) { return 0, nil }
	program := &Command{Name: "program", Args: "PATH...", Groups: flags("form", "write", "recursive"), Run: ran,
		Commands: []*Command{
			{Name: "schema", Groups: flags("address", "both", "fetch", "all"), Run: ran},
			{Name: "show", Groups: flags("both", "all"), Run: ran},
			{Name: "verify", Groups: flags("all", "write"), Run: ran},
			{Name: "with", Commands: []*Command{{Name: "sub", Groups: flags("inner"), Run: ran}}},
		}}
	for _, test := range []struct{ command, option, want string }{
		{"", "json", ""},
		{"", "from", "did you mean --form?"}, {"", "for", "did you mean --form?"}, {"", "fom", "did you mean --form?"}, {"", "forms", "did you mean --form?"},
		{"", "frm", "did you mean --form?"}, {"", "formss", ""}, {"", "writ", "did you mean --write?"}, {"", "recursvie", "did you mean --recursive?"},
		{"", "recursi", ""}, {"", "recursiv", "did you mean --recursive?"}, {"", "reursiv", ""},
		{"", "recrusiev", "did you mean --recursive?"}, {"", "ecurivs", ""},
		{"", "address", `"program schema" has it`}, {"", "both", "the commands schema and show have it"},
		{"", "all", "the commands schema, show and verify have it"}, {"", "fetch", `"program schema" has it`},
		{"", "other", ""}, {"", "inner", `"program with sub" has it`},
		{"schema", "form", `"program PATH..." has it`}, {"schema", "both", "did you mean --both?"},
		{"show", "address", `"program schema" has it`}, {"schema", "write", `"program PATH..." has it`},
		{"schema", "w", `"program PATH..." has it`},
	} {
		on := program
		for _, sub := range program.Commands {
			if sub.Name == test.command {
				on = sub
			}
		}
		if got := program.AdviceOnOption(on, test.option); got != test.want {
			t.Errorf("%s --%s: %q, want %q", test.command, test.option, got, test.want)
		}
	}
	for word, want := range map[string]string{
		"convert": "", "shwo": `did you mean "program show"?`,
		"sohw": `did you mean "program show"?`, "wohs": "",
		"schem": `did you mean "program schema"?`, "shema": `did you mean "program schema"?`, "ohsw": "", "x": "", "": "",
		"veirfy": `did you mean "program verify"?`, "verifies": "", "shows": `did you mean "program show"?`,
	} {
		if got := program.AdviceOnWord(word); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}
