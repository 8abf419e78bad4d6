// Command zzsame: conversions of a list of files, hashed.
package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hashicorp/hcl/v2"
)

func diagText(d hcl.Diagnostics) string {
	var b strings.Builder
	for _, x := range d {
		fmt.Fprintf(&b, "%d|%v\n", x.Severity, x.Subject)
	}
	return b.String()
}

func h(name string, kind string, out []byte, d hcl.Diagnostics) string {
	s := sha256.New()
	s.Write(out)
	s.Write([]byte(diagText(d)))
	return fmt.Sprintf("%s %s %x", name, kind, s.Sum(nil)[:8])
}

func one(name string) []string {
	src, err := os.ReadFile(name)
	if err != nil || len(src) > 3000000 {
		return nil
	}
	var res []string
	for _, target := range []string{"opentofu", "terraform@1.6"} {
		file, err := dialects.ForFile(name, dialects.Options{Target: target})
		if err != nil {
			return []string{name + " err " + err.Error()}
		}
		if file.JSON {
			for _, o := range []convert.Options{{}, {Strict: true}} {
				out, d := convert.ToHCL(src, name, file.Dialect, o)
				res = append(res, h(name, fmt.Sprint(target, "hcl", o.Strict), out, d))
			}
			continue
		}
		for _, o := range []convert.Options{{}, {Form: convert.Compact}, {DropComments: true}, {Layout: convert.KeepLayout}} {
			out, d := convert.ToJSON(src, name, file.Dialect, o)
			res = append(res, h(name, fmt.Sprint(target, "json", o.Form, o.DropComments, o.Layout), out, d))
			if d.HasErrors() {
				continue
			}
			back, d2 := convert.ToHCL(out, name+".json", file.Dialect, o)
			res = append(res, h(name, fmt.Sprint(target, "back", o.Form, o.DropComments, o.Layout), back, d2))
			_ = equivalent.Equal
		}
	}
	return res
}

func main() {
	var names []string
	s := bufio.NewScanner(os.Stdin)
	for s.Scan() {
		names = append(names, s.Text())
	}
	out := make([][]string, len(names))
	var wg sync.WaitGroup
	sem := make(chan struct{}, 2)
	for i := range names {
		wg.Add(1)
		sem <- struct{}{}
		go func() { defer func() { <-sem; wg.Done() }(); out[i] = one(names[i]) }()
	}
	wg.Wait()
	for _, o := range out {
		for _, l := range o {
			fmt.Println(l)
		}
	}
}
