package builtin

import (
	"testing"

	"github.com/hcljson/hcljson/internal/schema/tables"
)

// BenchmarkRead measures the first file with one type of a large provider.
func BenchmarkRead(b *testing.B) {
	for range b.N {
		t := loadTable("hashicorp/aws")
		t.findBody([]int{0}, t.bodiesOf(tables.Resource, "aws_instance")).Prepare()
	}
}
