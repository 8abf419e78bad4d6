package module_test

import (
	"reflect"
	"testing"

	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/service/operations"
	"github.com/hcljson/hcljson/internal/wasm/module"
)

// TestUncertain converts with a service that knows no providers and with one that does:
// the first says nothing, or the same.
func TestUncertain(t *testing.T) {
	small, full := &service.Service{Uncertain: module.Uncertain}, operations.Service()
	native := func(typ, item string) string { return "resource \"" + typ + "\" \"x\" {\n  " + item + "\n}\n" }
	json := func(typ, member string) string { return `{"resource":{"` + typ + `":{"x":{` + member + "}}}}\n" }
	for _, tt := range []struct {
		name, text string
		absent     bool
	}{
		{"a.tf", native("aws_instance", `ami = "a"`), false},
		{"a.tf", native("aws_instance", "vpc_security_group_ids = [x]"), false},
		{"a.tf", native("aws_instance", "ebs_block_device {\n  }"), false},
		{"a.tf", native("aws_security_group", "ingress {\n  }"), true},
		{"a.tf", native("aws_security_group", "dynamic \"ingress\" {\n    for_each = x\n    content {\n    }\n  }"), true},
		{"a.tf", native("aws_security_group", "ingress /* c */ {\n  }"), true},
		{"a.tf", native("aws_security_group", "/*\n  */ ingress/**/{\n  }"), true},
		{"a.tf", native("aws_security_group", "dynamic\"in\\u0067ress\"{\n    for_each = x\n    content {\n    }\n  }"),
			true},
		{"a.tf", native("alicloud_ack_one_cluster", "network = x"), true},
		{"a.tf", native("datadog_action_connection", "asana = [x]"), true},
		{"a.tf", native("null_resource", "triggers {\n    a = b()\n  }"), true},
		{"a.tf", native("aws_instance", "zzz \"label\" {\n  }"), true},
		{"override.tf", native("aws_instance", `ami = "a"`), true},
		{"a.tf", "check \"c\" {\n  data \"null_data_source\" \"x\" {\n    inputs {\n    }\n  }\n}\n", true},
		{"a.tf", "terraform {\n  state_store \"x\" {\n    provider \"tls\" {\n      proxy = true\n    }\n  }\n}\n", true},
		{"a.tf", "variable \"network\" {\n  default = null\n}\n", false},
		{"a.tf.json", json("aws_instance", `"ami":"a"`), false},
		{"a.tf.json", json("cloudflare_zero_trust_gateway_policy", `"schedule":[{"a":1}]`), true},
		{"a.tf.json", json("alicloud_ack_one_cluster", `"network":"s"`), true},
		{"a.tf.json", json("alicloud_ack_one_cluster", `"network":[[{"a":1}]]`), true},
		{"a.tf.json", json("aws_instance", `"tags_all":null`), true},
		{"a.tf.json", json("aws_instance", `"tags_all":{"//":"c"}`), true},
		{"a.tf.json", json("aws_instance", `"\u0061mi":"c"`), true},
		{"a.tf.json", "{\"variable\":{\"network\":{\"default\":null}}}\n", false},
	} {
		for _, opts := range []service.Options{{}, {Form: "compact", Comments: "drop", Strict: true}} {
			opts.Target = "terraform" // which has stores for states
			request := service.Request{Operation: service.ToJSON, Name: tt.name, Text: tt.text, Options: opts}
			if service.LooksLikeJSON([]byte(tt.text)) {
				request.Operation, request.Options.Form = service.ToHCL, ""
			}
			got := small.Do(&request)
			if got.Absent && opts.Comments == "drop" {
				continue
			}
			if got.Absent != tt.absent {
				t.Errorf("%s: absent is %t", tt.text, got.Absent)
			}
			if want := full.Do(&request); !got.Absent && !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %+v, want %+v", tt.text, got, want)
			}
		}
	}
}
