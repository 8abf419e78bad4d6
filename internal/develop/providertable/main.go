// Package providertable makes the tables of package builtin from the schemas of providers.
// sources.txt lists the sources, of these kinds:
//
//	document  the output of "providers schema -json" or "hcljson schema export"
//	go        checkouts of repositories with the schema of each type in a Go file
//	npm       bindings for JavaScript, generated from schemas
//	code      checkouts of providers with the schema in code, which is interpreted and not run
//	fields    checkouts of providers that list the fields of their resources
//
// It only reads facts: names and their kinds. The files are in a directory. -fetch downloads
// missing files; documents must be added by hand, as PROVIDER@VERSION.json.gz with + instead of the
// slash.
package providertable

import (
	"flag"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/internal/provider/builtin"
)

// Main is the program; see package main.
func Main() {
	var o options
	flag.StringVar(&o.list, "list", "providertable/sources.txt", "the `FILE` with the sources")
	flag.StringVar(&o.out, "o", "../../internal/provider/builtin/tables", "the `DIR` of the tables")
	flag.StringVar(&o.only, "only", "", "make the tables of these `PROVIDERS` alone, by commas")
	flag.BoolVar(&o.fetch, "fetch", false, "download the sources that DIR does not have; needs git and the network")
	late := flag.Bool("behind", false, "list the providers of which there are newer versions; needs git and the network")
	ranked := flag.Bool("used", false, "list the providers that most of the repositories in `DIR`s require")
	measure.Main("DIR...", math.MaxInt, func(out io.Writer, args []string) (bool, error) {
		if *late {
			return true, behind(out, builtin.List())
		}
		if *ranked {
			return true, used(out, args)
		}
		o.dir = args[0]
		return true, o.run()
	})
}

type options struct {
	dir, list, out, only string
	fetch                bool
}

func (o options) run() error {
	list, err := readList(o.list)
	if err != nil {
		return err
	}
	if o.only != "" {
		list = slices.DeleteFunc(list, func(s source) bool {
			return !slices.Contains(strings.Split(o.only, ","), s.provider)
		})
	}
	if o.fetch {
		if err := fetch(o.dir, list); err != nil {
			return err
		}
	}
	tables := map[string][]byte{}
	for versions := range runs(list, func(s source) string { return s.provider }) {
		if tables[versions[0].provider], err = o.table(versions); err != nil {
			return err
		}
	}
	return o.write(tables)
}

// write writes the tables when all of them are there, and removes others if all are made.
func (o options) write(tables map[string][]byte) error {
	old, err := filepath.Glob(filepath.Join(o.out, fileName("*")))
	if o.only != "" {
		old = nil
	}
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
func (o options) table(list []source) ([]byte, error) {
	p := builtin.Provider{Source: list[0].provider, Formerly: formerly[list[0].provider]}
	var all []types
	var before types
	for sources := range runs(list, source.series) {
		v, t, err := merged(o.dir, sources, before)
		if err != nil {
			return nil, err
		}
		p.Versions = append(p.Versions, v)
		all = append(all, t)
		before = t
	}
	return encode(p, all)
}

// runs returns the stretches of a list whose sources have the same key.
func runs[K comparable](list []source, key func(source) K) iter.Seq[[]source] {
	return func(yield func([]source) bool) {
		for len(list) > 0 {
			n := slices.IndexFunc(list, func(s source) bool { return key(s) != key(list[0]) })
			if n < 0 {
				n = len(list)
			}
			if !yield(list[:n]) {
				return
			}
			list = list[n:]
		}
	}
}

// formerly are the addresses that a provider had before.
var formerly = map[string][]string{
	"aliyun/alicloud":           {"hashicorp/alicloud"},
	"argoproj-labs/argocd":      {"oboukili/argocd"},
	"cloudfoundry/cloudfoundry": {"sap/cloudfoundry"},
	"databricks/databricks":     {"databrickslabs/databricks"},
	"goharbor/harbor":           {"bestseller/harbor"},
	"keycloak/keycloak":         {"mrparkers/keycloak"},
	"oracle/oci":                {"hashicorp/oci"},
	"outscale/outscale":         {"outscale-dev/outscale"},
	"packethost/packet":         {"terraform-providers/packet"},
	"snowflakedb/snowflake":     {"snowflake-labs/snowflake", "chanzuckerberg/snowflake"},
	"vmware/vsphere":            {"hashicorp/vsphere"},
}

// fileName is the name of the file of a table.
func fileName(source string) string { return strings.ReplaceAll(source, "/", "+") + ".table" }
