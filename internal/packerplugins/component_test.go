package packerplugins

import (
	"strings"
	"testing"
)

func TestComponent(t *testing.T) {
	schemas := Schemas{
		"github.com/hashicorp/amazon": builders("1.10.0", "ebs", "ebs-surrogate"),
		"github.com/acme/amazon":      builders("1.9.0", "ebs", "own"),
		"github.com/hashicorp/docker": builders("3", DefaultComponent, "extra"),
		"github.com/acme/amazon-ebs":  builders("4", "surrogate", "x"),
		"github.com/acme/nil":         nil,
		Core:                          builders("core", "null", "docker-core", DefaultComponent),
	}
	aws := map[string]string{"aws": "github.com/hashicorp/amazon"}
	own := map[string]string{"amazon": "github.com/acme/amazon"}
	two := map[string]string{"amazon": "github.com/hashicorp/amazon", "amazon-ebs": "github.com/acme/amazon-ebs"}
	missing := map[string]string{"amazon": "github.com/else/amazon", "docker": "github.com/acme/nil"}
	for _, test := range []struct {
		requirements map[string]string
		typ, want    string
	}{
		{nil, "amazon-ebs", "1.10.0 ebs"},
		{nil, "amazon-own", ""}, // the newest plugin of a name is the only one
		{nil, "amazon-ebs-surrogate", "4 surrogate"},
		{nil, "amazon-ebs-x", "4 x"},
		{nil, "amazon", ""},
		{nil, "amazon-", ""},
		{nil, "ebs", ""},
		{nil, "docker", "3 " + DefaultComponent},
		{nil, "docker-extra", "3 extra"},
		{nil, "docker-" + DefaultComponent, "3 " + DefaultComponent},
		{nil, "docker-core", "core docker-core"},
		{nil, "null", "core null"},
		{nil, "packer-null", ""},
		{nil, "packer", ""},
		{nil, "nil", ""},
		{aws, "aws-ebs", "1.10.0 ebs"},
		{aws, "amazon-ebs", "1.10.0 ebs"},
		{aws, "aws", ""},
		{own, "amazon-ebs", "1.9.0 ebs"},
		{own, "amazon-own", "1.9.0 own"},
		{own, "docker", "3 " + DefaultComponent},
		{two, "amazon-ebs-surrogate", "4 surrogate"},
		{two, "amazon-ebs", "1.10.0 ebs"},
		{missing, "amazon-ebs", ""},
		{missing, "docker", ""},
		{missing, "null", "core null"},
		{map[string]string{"null": "github.com/hashicorp/docker"}, "null", "core null"},
	} {
		got := ""
		if block := schemas.Component(test.requirements, Builder, test.typ); block != nil {
			got = block.Description
		}
		if got != test.want {
			t.Errorf("%v %s: got %q, want %q", test.requirements, test.typ, got, test.want)
		}
	}
	if schemas.Component(nil, Provisioner, "amazon-ebs") != nil || schemas.Component(nil, Kind(9), "amazon-ebs") != nil {
		t.Error("a builder is found as something else")
	}
	if Schemas(nil).Component(aws, Builder, "aws-ebs") != nil {
		t.Error("found in nothing")
	}
}

func TestElsewhere(t *testing.T) {
	schemas := Schemas{
		"github.com/hashicorp/dump":  builders("1.0.0", "x", "only", DefaultComponent),
		"github.com/other/dump":      builders("2.0.0", "x"),
		"github.com/acme/complete":   builders("1.0.0", "x"),
		"github.com/hashicorp/dumps": builders("1.0.0", "x"),
		Core:                         builders("core", "x"),
	}
	for _, test := range []struct {
		local, source, typ string
		required           string
		others             string
	}{
		{"dump", "github.com/acme/dump", "dump-x", "github.com/acme/dump", "github.com/hashicorp/dump github.com/other/dump"},
		{"dump", "github.com/acme/dump", "dump-only", "github.com/acme/dump", "github.com/hashicorp/dump"},
		{"dump", "github.com/acme/dump", "dump", "github.com/acme/dump", "github.com/hashicorp/dump"},
		// The local name may be another, and the plugin may be one of that name.
		{"my", "github.com/acme/dump", "my-only", "github.com/acme/dump", "github.com/hashicorp/dump"},
		{"dump", "github.com/acme/my", "dump-only", "github.com/acme/my", "github.com/hashicorp/dump"},
		{"complete", "github.com/acme/complete", "complete-y", "github.com/acme/complete", ""},
		// Nothing has it, or nothing requires it.
		{"dump", "github.com/acme/dump", "dump-y", "", ""},
		{"dump", "github.com/acme/dump", "other-x", "", ""},
		{"dump", "github.com/acme/dump", "dumps-x", "", ""},
		{"unheard", "github.com/acme/unheard", "unheard-x", "", ""},
	} {
		required, others := schemas.Elsewhere(map[string]string{test.local: test.source}, Builder, test.typ)
		if required != test.required || strings.Join(others, " ") != test.others {
			t.Errorf("%s as %s, %s: got %q, %q", test.source, test.local, test.typ, required, others)
		}
	}
	requirements := map[string]string{"dump": "github.com/acme/dump"}
	if required, _ := schemas.Elsewhere(requirements, Provisioner, "dump-x"); required != "" {
		t.Error("a builder is found as a provisioner")
	}
}

func TestCompareVersions(t *testing.T) {
	ordered := []string{"", "1.0.0-dev", "1.0.0", "1.9.0", "1.10.0"}
	for i, a := range ordered {
		for j, b := range ordered {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := compareVersions(a, b); got != want {
				t.Errorf("%q and %q: got %d, want %d", a, b, got, want)
			}
		}
	}
	if compareVersions("x", "") != 0 {
		t.Error("two that are no versions differ")
	}
}
