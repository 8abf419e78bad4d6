package tfaddr

import (
	"testing"

	real "github.com/hashicorp/terraform-registry-address"
)

func TestParse(t *testing.T) {
	for source, read := range map[string]bool{
		"aws": true, "hashicorp/aws": true, "Azure/azapi": true, "google-beta": true, "1password/onepassword": true,
		"registry.terraform.io/hashicorp/aws": true, "Registry.OpenTofu.org/a/B": true, "terraform": true,
		"terraform.io/builtin/terraform": true, "example.com/a-b/c1": true,
		"": false, "-/aws": false, "a--b/c": false, "hashicorp/terraform-x": false, "a/b/c/d": false, "a_b/c": false,
		"é/a": false, "a.b": false, "example.com:80/a/b": false, "a//b": false, "x./a/b": false, "aws ": false,
	} {
		func() {
			defer func() {
				if _, absent := recover().(interface{ Absent() }); absent == read {
					t.Errorf("%q: absent is %t", source, absent)
				}
			}()
			got, _ := ParseProviderSource(source)
			want, err := real.ParseProviderSource(source)
			if got.Hostname == "" {
				want.Hostname = ""
			}
			if err != nil || got.Type != want.Type || got.Namespace != want.Namespace || got.Hostname != want.Hostname {
				t.Errorf("%q: got %+v, want %v, %v", source, got, want, err)
			}
		}()
	}
	if UnknownProviderNamespace != real.UnknownProviderNamespace || BuiltInProviderHost != real.BuiltInProviderHost ||
		BuiltInProviderNamespace != real.BuiltInProviderNamespace {
		t.Error("the constants differ")
	}
}
