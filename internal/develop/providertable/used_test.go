package providertable

import (
	"strings"
	"testing"
)

// A provider is ranked by the repositories that require it, under the name that the
// table has for it.
func TestUsed(t *testing.T) {
	one, other := t.TempDir(), t.TempDir()
	writeCode(t, one, map[string]string{
		"a/main.tf": `terraform {
  required_providers {
    argocd = { source = "oboukili/argocd" }
    own    = { source = "example.com/acme/own" }
  }
}`,
		"b/versions.tf": "terraform {\n  required_providers {\n    net = { source = \"acme/net\" }\n  }\n}\n",
		"b/main.tf":     "terraform {\n  required_providers {\n    time = {}\n  }\n}\n",
		"c/main.tf":     "terraform {\n  required_providers {\n    net = { source = \"acme/net\" }\n  }\n}\n",
	})
	writeCode(t, other, map[string]string{
		"main.tf": "terraform {\n  required_providers {\n    argocd = { source = \"argoproj-labs/argocd\" }\n  }\n}\n",
	})
	var out strings.Builder
	if err := used(&out, []string{one, other}); err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(out.String(), "\n")
	const want = "1\targoproj-labs/argocd\t2\t2\t4 5 6 7\n2\tacme/net\t1\t2\tnone\n3\thashicorp/time\t1\t1\t0\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
