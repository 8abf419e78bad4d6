// Package packernames counts how many names of Packer's plugins are told to be
// attributes or blocks as the plugins define them. For every map and every block
// in the *.hcl2spec.go files of checkouts it writes JSON, as somebody would write
// it, and reads that by the shape of the values alone, with the names in
// schema/packer, and with the plugin's schema.
//
// It reads the files of the checkouts, and runs nothing of them. A directory has the
// name of its repository, packer-plugin-NAME; the types of some blocks are in
// packer-plugin-sdk and packer-plugin-amazon, which must be among them.
package packernames

import (
	"flag"
	"io"
	"math"

	"github.com/hcljson/hcljson/internal/develop/measure"
)

// Main is the program; see package main.
func Main() {
	survey := flag.Bool("survey", false, "print the rows of schema/packer/survey.txt, and count nothing")
	components := flag.Bool("components", false, "print internal/packercomponents/components.txt, and count nothing")
	measure.Main("DIR...", math.MaxInt, func(out io.Writer, dirs []string) (bool, error) {
		return true, run(out, dirs, *survey, *components)
	})
}

func run(w io.Writer, dirs []string, survey, components bool) error {
	all, err := repositories(dirs)
	if err != nil {
		return err
	}
	switch {
	case components:
		return writeComponents(w, dirs, all)
	case survey:
		return writeSurvey(w, all)
	}
	return measureNames(w, all)
}
