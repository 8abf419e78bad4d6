package provider

import (
	"testing"

	tfaddr "github.com/hashicorp/terraform-registry-address"
)

func TestDisplayName(t *testing.T) {
	aws, err := ParseAddress("hashicorp/aws", false)
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[tfaddr.Provider]string{{}: "", aws: "hashicorp/aws"} {
		if got := displayName(address); got != want {
			t.Errorf("%#v: %s, want %s", address, got, want)
		}
	}
}
