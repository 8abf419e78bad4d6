// Command corpus converts every HCL file under a directory to the other syntax
// and back, and proves with internal/oracle that nothing has changed. It prints
// a line of counts for each repository, which is a directory right below the
// one it is given, and then every file that failed.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	target := flag.String("target", "opentofu", "product that reads .tf files, with an optional version as in opentofu@1.12")
	budget := flag.Duration("budget", 5*time.Second, "longest time for one conversion")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "Usage: corpus [options] DIR\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	report, err := run(flag.Arg(0), options{target: *target, budget: *budget, converter: hcljson})
	if err == nil {
		err = report.write(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if report.failed() {
		os.Exit(1)
	}
}
