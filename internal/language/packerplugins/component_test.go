package packerplugins

import (
	"testing"
)

func TestComponent(t *testing.T) {
	schemas := Schemas{
		"github.com/hashicorp/amazon": buildersOf("1.10.0", "ebs", "ebs-surrogate"),
		"github.com/acme/amazon":      buildersOf("1.9.0", "ebs", "own"),
		"github.com/hashicorp/docker": buildersOf("3", DefaultComponent, "extra"),
		"github.com/acme/amazon-ebs":  buildersOf("4", "surrogate", "x"),
		"github.com/acme/nil":         nil,
		Core:                          buildersOf("core", "null", "docker-core", DefaultComponent),
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
		{nil, "amazon-own", ""}, // the last plugin of a name is the only one
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
	if schemas.Component(nil, Provisioner, "amazon-ebs") != nil || schemas.Component(nil, Kind("x"), "amazon-ebs") != nil {
		t.Error("a builder is found as something else")
	}
	if Schemas(nil).Component(aws, Builder, "aws-ebs") != nil {
		t.Error("found in nothing")
	}
}
