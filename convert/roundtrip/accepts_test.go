package roundtrip_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/schema/dialects"
)

// TestRefusedValues checks that content that Terraform rejects fails in both syntaxes: wrong
// keywords, types and kinds of values, templates in literal text, and names that are not
// identifiers.
func TestRefusedValues(t *testing.T) {
	for _, src := range []string{
		`{"resource":{"terraform_data":{"a":{"provisioner":[{"local-exec":{"command":"x","when":"destry"}}]}}}}`,
		`{"resource":{"terraform_data":{"a":{"provisioner":[{"local-exec":{"command":"x","on_failure":"fial"}}]}}}}`,
		`{"resource":{"terraform_data":{"a":{"lifecycle":{"ignore_changes":"al"}}}}}`,
		`{"resource":{"terraform_data":{"a":{"lifecycle":{"replace_triggered_by":"terraform_data.b"}}}}}`,
		`{"variable":{"a":{"type":"strng"}}}`,
		`{"variable":{"a":{"type":"foo(string)"}}}`,
		`{"variable":{"a":{"type":"list(string, number)"}}}`,
		`{"variable":{"a":{"type":"optional(string)"}}}`,
		`{"variable":{"a":{"type":"object(string)"}}}`,
		`{"resource":{"terraform_data":{"a":{"depends_on":"terraform_data.b"}}}}`,
		`{"resource":{"terraform_data":{"a":{"provider":"aws.x.y"}}}}`,
		`{"module":{"m":{"source":"./m","providers":{"aws":"aws.a.b"}}}}`,
		`{"resource":{"terraform_data":{"":{}}}}`,
		`{"resource":{"terraform_data":{"1a":{}}}}`,
		`{"resource":{"terraform_data":{"b c":{}}}}`,
		`{"variable":{"1a":{}}}`,
		`{"variable":{"version":{}}}`,
		`{"output":{"b c":{"value":1}}}`,
		`{"module":{"1a":{"source":"./m"}}}`,
		`{"resource":{"1terraform":{"a":{}}}}`,
		`{"check":{"1a":{"assert":{"condition":true,"error_message":"x"}}}}`,
		`{"terraform":{"required_version":"${var.x}"}}`,
		`{"terraform":{"required_version":"foo"}}`,
		`{"provider":{"null":{"version":"${var.x}"}}}`,
		`{"terraform":{"required_providers":{"null":{"source":"${var.x}"}}}}`,
		`{"terraform":{"required_providers":{"null":{"source":"hashicorp/null","version":"${var.x}"}}}}`,
		`{"resource":{"terraform_data":{"a":{"lifecycle":{"prevent_destroy":"${var.x}"}}}}}`,
		`{"resource":{"terraform_data":{"a":{"lifecycle":{"prevent_destroy":"yes"}}}}}`,
		`{"resource":{"terraform_data":{"a":{"lifecycle":{"create_before_destroy":"${var.x}"}}}}}`,
		`{"provider":{"null":{"alias":"${var.x}"}}}`,
		`{"provider":{"null":{"alias":"1a"}}}`,
		`{"variable":{"a":{"sensitive":"${var.x}"}}}`,
		`{"resource":{"terraform_data":{"a":{"lifecycle":{"ignore_changes":["*"]}}}}}`,
		`{"resource":{"terraform_data":{"a":{"lifecycle":{"replace_triggered_by":["terraform_data"]}}}}}`,
		`{"resource":{"terraform_data":{"a":{"depends_on":["*"]}}}}`,
		`{"resource":{"terraform_data":{"a":{"depends_on":["terraform_data"]}}}}`,
		`{"output":{"o":{"value":1,"depends_on":["module"]}}}`,
		`{"module":{"m":{"source":"./m","providers":"aws"}}}`,
		`{"module":{"m":{"source":"./m","providers":{"aws.a.b":"aws"}}}}`,
		`{"moved":{"from":"a","to":"b.c"}}`,
		`{"import":{"to":"a","id":"x"}}`,
	} {
		check(t, src, true)
	}
	for _, src := range []string{
		`{"variable":{"a":{"type":"object({a=string,b=optional(number,1)})"}}}`,
		`{"variable":{"a":{"type":"list"}}}`,
		`{"variable":{"a":{"description":"${var.x}"}}}`,
		`{"variable":{"a":{"type":"map(list(string))","sensitive":"true","nullable":false}}}`,
		`{"resource":{"terraform_data":{"a":{"lifecycle":{"ignore_changes":"all","prevent_destroy":null},"provider":"aws.west","provisioner":[{"local-exec":{"command":"x","when":"destroy","on_failure":"continue"}}]}}}}`,
		`{"resource":{"terraform_data":{"a":{"lifecycle":{"ignore_changes":["input"],"replace_triggered_by":["terraform_data.b"]},"depends_on":["module.m"]}}}}`,
		`{"terraform":{"required_version":"~> 1.5, != 1.6.1","required_providers":{"a":{"source":"app.terraform.io/my_org/a","version":">= 1.0.0-beta1"},"b":"~> 2.0"}}}`,
		`{"module":{"m":{"source":"./m","version":"1.0.0","providers":{"aws.peer":"aws.east"}}}}`,
		`{"output":{"o":{"value":1,"depends_on":["module.m.out","path.module","var.x","data.a.b"]}}}`,
		`{"moved":[{"from":"module.a","to":"module.b[0]"}],"import":{"to":"terraform_data.a[\"x\"]","id":"x"}}`,
		`{"output":{"o":{"value":1,"sensitive":true,"depends_on":[]}},"check":{"c":{"assert":{"condition":"${var.x}","error_message":"x"}}}}`,
	} {
		check(t, src, false)
	}
}

func check(t *testing.T, src string, refused bool) {
	t.Helper()
	described, err := dialects.ForFile("main.tf.json", dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	result := roundtrip.Check("main.tf.json", []byte(src), described, roundtrip.Options{})
	failed := false
	for _, diag := range result.Warnings {
		extra, is := diag.Extra.(*convert.Extra)
		failed = failed || is && extra.Refused
	}
	if failed != refused || !result.Equal() {
		t.Errorf("%s: %s", src, result)
	}
	native, diags := convert.ToHCL(src, "main.tf.json", described.Dialect, convert.Options{})
	if diags.HasErrors() {
		t.Errorf("%s: %s", src, diags)
		return
	}
	if _, diags := convert.ToJSON(native, "main.tf", described.Dialect, convert.Options{Strict: true}); diags.HasErrors() != refused {
		t.Errorf("%s: %s", native, diags)
	}
}
