package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/schema/builtin"
)

func TestDump(t *testing.T) {
	want := os.Getenv("DUMP")
	if want == "" {
		t.Skip()
	}
	source, typ, _ := strings.Cut(want, ":")
	var show func(tree builtin.Tree, in string)
	show = func(tree builtin.Tree, in string) {
		for _, e := range tree {
			fmt.Println(in+e.Name, e.Kind, e.Type)
			if len(in) < 8 {
				show(e.Body, in+"  ")
			}
		}
	}
	for _, p := range builtin.List() {
		if p.Source != source {
			continue
		}
		for i, v := range p.Versions {
			for _, part := range builtin.Parts {
				if tree, ok := p.Tree(i, part, typ); ok {
					fmt.Println(v.Version, part)
					show(tree, "  ")
				}
			}
		}
	}
}
