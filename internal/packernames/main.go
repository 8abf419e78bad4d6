// Command packernames counts how many names of Packer's plugins are told to be
// attributes or blocks as the plugins define them. For every map and every block
// in the *.hcl2spec.go files of checkouts it writes JSON, as somebody would write
// it, and reads that by the shape of the values alone, with the names in
// schema/packer, and with the plugin's schema.
//
// It reads the files of the checkouts, and runs nothing of them. A directory has the
// name of its repository, packer-plugin-NAME; the types of some blocks are in
// packer-plugin-sdk and packer-plugin-amazon, which must be among them.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	survey := flag.Bool("survey", false, "print the rows of schema/packer/survey.go, and count nothing")
	components := flag.Bool("components", false, "print schema/packer/components/components.txt, and count nothing")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "Usage: packernames [options] DIR...\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, flag.Args(), *survey, *components); err != nil {
		fmt.Fprintln(os.Stderr, "packernames:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, dirs []string, survey, components bool) error {
	all, err := repositories(dirs)
	if err != nil {
		return err
	}
	if components {
		return writeComponents(w, dirs, all)
	}
	if survey {
		return writeSurvey(w, all)
	}
	return measure(w, all)
}
