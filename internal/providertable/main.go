// Command providertable makes the tables of package builtin from the schemas of
// providers, which sources.txt names. They are
//
//	document  what "providers schema -json" or "hcljson schema export" prints
//	go        checkouts of repositories that have the schema of each type in a Go file
//	npm       bindings for JavaScript that are generated from schemas
//	fields    checkouts of providers that list the fields of their resources
//
// It reads facts of them alone: names, and what they are. The files are in a
// directory, into which -fetch downloads what it does not have; documents are put
// there by hand, as PROVIDER@VERSION.json.gz with a + for the slash.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/hcljson/hcljson/schema/builtin"
)

func main() {
	var o options
	flag.StringVar(&o.list, "list", "internal/providertable/sources.txt", "the `FILE` with the sources")
	flag.StringVar(&o.out, "o", "schema/builtin/tables", "the `DIR` of the tables")
	flag.StringVar(&o.uses, "uses", "", "write to `FILE` how often each name is what")
	flag.BoolVar(&o.fetch, "fetch", false, "download the sources that DIR does not have; needs git and the network")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "Usage: providertable [options] DIR\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	o.dir = flag.Arg(0)
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "providertable:", err)
		os.Exit(1)
	}
}

type options struct {
	dir, list, out, uses string
	fetch                bool
}

func (o options) run() error {
	list, err := readList(o.list)
	if err != nil {
		return err
	}
	if o.fetch {
		if err := fetch(o.dir, list); err != nil {
			return err
		}
	}
	uses := io.Discard
	if o.uses != "" {
		file, err := os.Create(o.uses)
		if err != nil {
			return err
		}
		defer file.Close()
		uses = file
	}
	tables := map[string][]byte{}
	for len(list) > 0 {
		n := 0
		for n < len(list) && list[n].provider == list[0].provider {
			n++
		}
		p := list[0].provider
		if tables[p], err = o.table(list[:n], uses); err != nil {
			return err
		}
		list = list[n:]
	}
	return o.write(tables)
}

// write writes the tables when all of them are there, and removes others.
func (o options) write(tables map[string][]byte) error {
	old, err := filepath.Glob(filepath.Join(o.out, "*"+ending))
	if err != nil {
		return err
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	for source, table := range tables {
		if err := os.WriteFile(filepath.Join(o.out, fileName(source)), table, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// table makes the table of a provider.
func (o options) table(list []source, uses io.Writer) ([]byte, error) {
	p := builtin.Provider{Source: list[0].provider, Formerly: formerly[list[0].provider]}
	var all []types
	var before types
	for len(list) > 0 {
		n := 0
		for n < len(list) && list[n].major() == list[0].major() {
			n++
		}
		v, t, err := merged(o.dir, list[:n], before)
		if err != nil {
			return nil, err
		}
		if err := writeUses(uses, p.Source, v, t); err != nil {
			return nil, err
		}
		p.Versions = append(p.Versions, v)
		all = append(all, t)
		before = t
		list = list[n:]
	}
	return encode(p, all)
}

// formerly are the addresses that a provider had before.
var formerly = map[string][]string{
	"aliyun/alicloud":       {"hashicorp/alicloud"},
	"databricks/databricks": {"databrickslabs/databricks"},
	"snowflakedb/snowflake": {"snowflake-labs/snowflake", "chanzuckerberg/snowflake"},
	"vmware/vsphere":        {"hashicorp/vsphere"},
}

const ending = ".table"

// fileName is the name of the file of a table.
func fileName(source string) string { return strings.ReplaceAll(source, "/", "+") + ending }
