package address_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
)

// resources returns a file with n blocks.
func resources(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "resource \"aws_instance\" \"w%d\" {\n  ami           = \"ami-%d\"\n  instance_type = \"t3.micro\"\n\n"+
			"  tags = {\n    Name = \"w%d\"\n    Team = \"shop\"\n  }\n}\n\n", i, i, i)
	}
	return b.String()
}

// sets changes n of the blocks in one command.
func sets(t testing.TB, text, name string, n int) {
	m := module(t, text, name)
	for i := range n {
		c := address.Change{Address: parse(t, fmt.Sprintf("aws_instance.w%d.ami", i)), Text: []string{`"new"`}}
		if places, diags := m.Apply(&c); places != 1 || diags.HasErrors() {
			t.Fatal(places, diags)
		}
	}
	if _, diags := m.Results(); diags.HasErrors() {
		t.Fatal(diags)
	}
}

func BenchmarkSets(b *testing.B) {
	text := resources(2000)
	for _, n := range []int{1, 500, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				sets(b, text, "main.tf", n)
			}
		})
	}
}

func BenchmarkLarge(b *testing.B) {
	text := resources(28000)
	b.ReportAllocs()
	for b.Loop() {
		sets(b, text, "main.tf", 1)
	}
}
