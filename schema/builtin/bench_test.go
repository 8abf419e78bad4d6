package builtin

import (
	"testing"

	"github.com/hcljson/hcljson/schema"
)

func BenchmarkRead(b *testing.B) {
	src, err := files.ReadFile("tables/hashicorp+aws.table")
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		t, err := read(string(src))
		if err != nil {
			b.Fatal(err)
		}
		t.find([]int{4, 3, 2, 1, 0}, schema.Resource, "aws_instance").Prepare()
	}
}
