package operations_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/service/operations"
)

func TestRewrites(t *testing.T) {
	const stack = `{"//": {"metadata": {"stackName": "a", "version": "0.20"}}, "resource": {"terraform_data": {"web_1234ABCD": ` +
		`{"//": {"metadata": {"path": "a/web", "uniqueId": "web_1234ABCD"}}, "input": 1}}}}`
	for _, test := range []struct{ operation, name, text, want string }{
		{service.Upgrade, "a.json", `{"builders": [{"type": "null"}]}`, "source \"null\" \"null\" {"},
		{service.Upgrade, "", `{"builders": 1}`, ""},
		{service.Upgrade, "", "a = 1", ""},
		{service.Eject, "cdk.tf.json", stack, "resource \"terraform_data\" \"web\" {\n  input = 1\n}\n\nmoved {\n  from = terraform_data."},
		{service.Eject, "cdk.tf.json", `{"resource": `, ""},
		{service.Eject, "main.pkr.json", `{"builders": [{"type": "null"}]}`, ""},
	} {
		got := operations.Service().Do(&service.Request{Operation: test.operation, Name: test.name, Text: test.text})
		switch {
		case test.want == "" && (got.Text != nil || len(got.Diagnostics) == 0):
			t.Errorf("%s %s: no error", test.operation, test.text)
		case test.want != "" && (got.Text == nil || !strings.HasPrefix(*got.Text, test.want)):
			t.Errorf("%s %s: %+v", test.operation, test.text, got)
		}
	}
}
