package generic_test

import (
	"testing"

	"github.com/hcljson/hcljson/schema/generic"
	"github.com/hcljson/hcljson/schema/internal/schematest"
)

func TestConfig(t *testing.T) {
	schematest.CheckRows(t, []schematest.Row{
		{Path: "", Want: []string{""}},
		{Path: "x", Want: []string{"other template or block"}},
		{Path: "x.y.dynamic", Want: []string{"other template or block"}},
	}, generic.Config())
}
