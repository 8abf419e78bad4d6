package command

import (
	"slices"
	"testing"

	"github.com/urfave/cli/v2"
)

func testProgram() *cli.Command {
	c := Define(&cli.Command{Name: "hcljson", Flags: []cli.Flag{
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}}, &cli.StringFlag{Name: "color"},
		&cli.BoolFlag{Name: "write", Aliases: []string{"w"}}, &cli.BoolFlag{Name: "list", Aliases: []string{"l"}},
		&cli.BoolFlag{Name: "check"}, &cli.StringFlag{Name: "error-format"},
	}}, Rules{}, nil)
	c.Subcommands = []*cli.Command{{Name: "hcl2json"}, {Name: "json2hcl"}}
	return c
}

func TestArrange(t *testing.T) {
	program := testProgram()
	for _, test := range []struct {
		args     []string
		flags    []string // for the library, after the program name
		operands []string
	}{
		{nil, nil, nil},
		{[]string{"a.tf"}, nil, []string{"a.tf"}},
		{[]string{"a.tf", "-w"}, []string{"-w"}, []string{"a.tf"}},
		{[]string{"a.tf", "-o", "out", "b.tf"}, []string{"-o=out"}, []string{"a.tf", "b.tf"}},
		{[]string{"a.tf", "-o=out"}, []string{"-o=out"}, []string{"a.tf"}},
		{[]string{"a.tf", "-oout"}, []string{"-o=out"}, []string{"a.tf"}},
		{[]string{"--output", "out", "a.tf"}, []string{"--output=out"}, []string{"a.tf"}},
		{[]string{"-output", "out", "a.tf"}, []string{"-output=out"}, []string{"a.tf"}},
		{[]string{"--output=a=b"}, []string{"--output=a=b"}, nil},
		{[]string{"--output="}, []string{"--output="}, nil},
		{[]string{"a.tf", "--output"}, []string{"--output"}, []string{"a.tf"}},
		{[]string{"-o", "--", "a.tf"}, []string{"-o=--"}, []string{"a.tf"}},
		{[]string{"-o", "-"}, []string{"-o=-"}, nil},
		{[]string{"-wl", "a.tf"}, []string{"-w", "-l"}, []string{"a.tf"}},
		{[]string{"-wlo", "out", "a.tf"}, []string{"-w", "-l", "-o=out"}, []string{"a.tf"}},
		{[]string{"-lo=out"}, []string{"-l", "-o=out"}, nil},
		{[]string{"-wlo"}, []string{"-w", "-l", "-o"}, nil},
		{[]string{"--check=false", "a.tf"}, []string{"--check=false"}, []string{"a.tf"}},
		{[]string{"--check", "false"}, []string{"--check"}, []string{"false"}},
		{[]string{"-wz", "a.tf"}, []string{"-w", "-z"}, []string{"a.tf"}},
		{[]string{"-zw", "a.tf"}, []string{"-zw"}, []string{"a.tf"}},
		{[]string{"--unknown", "a.tf", "--strange=1"}, []string{"--unknown", "--strange=1"}, []string{"a.tf"}},
		{[]string{"-", "-w"}, []string{"-w"}, []string{"-"}},
		{[]string{""}, nil, []string{""}},
		{[]string{"-w", "--", "-l", "--", "a.tf"}, []string{"-w"}, []string{"-l", "--", "a.tf"}},
		{[]string{"hcl2json", "a.tf", "-w"}, []string{"hcl2json", "-w"}, []string{"a.tf"}},
		{[]string{"-w", "json2hcl", "a.tf"}, []string{"json2hcl", "-w"}, []string{"a.tf"}},
		{[]string{"-o", "hcl2json", "a.tf"}, []string{"-o=hcl2json"}, []string{"a.tf"}},
		{[]string{"a.tf", "hcl2json"}, nil, []string{"a.tf", "hcl2json"}},
		{[]string{"hcl2json", "hcl2json"}, []string{"hcl2json"}, []string{"hcl2json"}},
		{[]string{"--", "hcl2json"}, nil, []string{"hcl2json"}},
		{[]string{"a.tf", "-h"}, []string{"-h"}, []string{"a.tf"}},
		{[]string{"-wh"}, []string{"-w", "-h"}, nil},
	} {
		got := arrange(test.args, program)
		if flags := got.forLibrary("hcljson")[1:]; !slices.Equal(flags, test.flags) {
			t.Errorf("%q: the library gets %q, want %q", test.args, flags, test.flags)
		}
		if !slices.Equal(got.operands, test.operands) {
			t.Errorf("%q: operands %q, want %q", test.args, got.operands, test.operands)
		}
	}
}

func TestArgumentsValue(t *testing.T) {
	program := testProgram()
	args := []string{"--color", "never", "a.tf", "--unknown", "--color=always", "--", "--error-format=json"}
	got := arrange(args, program)
	if value := got.value("color"); value != "always" {
		t.Errorf("color is %q, want the last value", value)
	}
	if value := got.value("error-format"); value != "" {
		t.Errorf("error-format is %q, but it stands after --", value)
	}
}
