package providertable

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/provider/builtin"
)

func TestNewer(t *testing.T) {
	p := builtin.Provider{Source: "acme/net", Versions: []builtin.Version{
		{Version: "1.9.0", Date: "2024-01-01"}, {Version: "2.10.0", Date: "2025-01-01"},
	}}
	var out strings.Builder
	const tags = "0 refs/tags/v1.9.0\n1 refs/tags/v2.9.0\n2 refs/tags/v2.11.0\n3 refs/tags/v3.0.0-rc1\n" +
		"4 refs/tags/v4.0.0\n5 refs/tags/5.0.0\n6 refs/tags/nightly\n"
	if err := newer(&out, p, tags); err != nil {
		t.Fatal(err)
	}
	const want = "acme/net 2.10.0 of 2025-01-01: 2.11.0\nacme/net: 4.0.0 is a new major version\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
