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

// BenchmarkChanges makes changes in a file with 2,000 blocks. 2,000 changes take at most four times
// as long as 500 changes, and much less than 2,000 times as long as one change.
func BenchmarkChanges(b *testing.B) {
	text := resources(2000)
	for _, n := range []int{1, 500, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				benchmark(b, text, n)
			}
		})
	}
}

// BenchmarkMoves renames resources. 40 renames take at most four times as long as 10 renames.
func BenchmarkMoves(b *testing.B) {
	text := resources(2000)
	for _, n := range []int{1, 10, 40} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				m := module(b, text, "main.tf")
				for i := range n {
					c := address.Change{Op: address.Move, Address: parse(b, fmt.Sprintf("aws_instance.w%d", i)), To: parse(b, fmt.Sprintf("aws_instance.v%d", i))}
					if places, diags := m.Apply(&c); places != 1 || diags.HasErrors() {
						b.Fatal(places, diags)
					}
				}
				if _, diags := m.Results(); diags.HasErrors() {
					b.Fatal(diags)
				}
			}
		})
	}
}

// BenchmarkLarge makes one change in a file with 4 MB.
func BenchmarkLarge(b *testing.B) {
	text := resources(28000)
	b.ReportAllocs()
	for b.Loop() {
		benchmark(b, text, 1)
	}
}

// benchmark changes n blocks in one command.
func benchmark(b *testing.B, text string, n int) {
	m := module(b, text, "main.tf")
	for i := range n {
		c := address.Change{Address: parse(b, fmt.Sprintf("aws_instance.w%d.ami", i)), Text: []string{`"new"`}}
		if places, diags := m.Apply(&c); places != 1 || diags.HasErrors() {
			b.Fatal(places, diags)
		}
	}
	if _, diags := m.Results(); diags.HasErrors() {
		b.Fatal(diags)
	}
}
