package testjsonschema

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/provider"
)

// inInstance is the configuration that most mistakes are made in.
const inInstance = `{"resource": {"aws_instance": {"a": {"ami": "x", "network": {}, %s}}}}`

// mistaken is the schema by which they are judged.
func mistaken(t *testing.T) []byte {
	src, err := os.ReadFile("testdata/providers.json")
	if err != nil {
		t.Fatal(err)
	}
	documents, diags := provider.Read(src, "providers.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	file, err := dialects.ForFile("main.tf.json", dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	used := `{"resource": {"aws_instance": {"a": {}}, "aws_old": {"a": {}}}, "data": {"aws_ami": {"a": {}}}}`
	return schemaOf(t, file.Dialect, []byte(used), documents, false)
}

// TestMistakes checks that a mistake is one error at the wrong value.
func TestMistakes(t *testing.T) {
	schema := compiled(t, mistaken(t))
	for _, test := range []struct{ json, at string }{
		{`"tags": {"a": "b"}, "count": 2, "monitoring": "${var.x}", "count_of": "3", "instance_type": null`, ""},
		{`"amy": "x"`, "/resource/aws_instance/a"},
		{`"ebs_block_device": {"device_name": "x", "size": 1}`, "/resource/aws_instance/a/ebs_block_device"},
		{`"count_of": "many"`, "/resource/aws_instance/a/count_of"},
		{`"monitoring": "yes"`, "/resource/aws_instance/a/monitoring"},
		{`"instance_type": ["x"]`, "/resource/aws_instance/a/instance_type"},
		{`"security_groups": "sg"`, "/resource/aws_instance/a/security_groups"},
		{`"security_groups": [["sg"]]`, "/resource/aws_instance/a/security_groups/0"},
		{`"tags": ["a"]`, "/resource/aws_instance/a/tags"},
		{`"tags": {"a": {"b": 1}}`, "/resource/aws_instance/a/tags/a"},
		{`"ebs_block_device": "x"`, "/resource/aws_instance/a/ebs_block_device"},
		{`"ebs_block_device": [{"device_name": "x"}, "y"]`, "/resource/aws_instance/a/ebs_block_device/1"},
		{`"ebs_block_device": [{"device_name": "x"}, {}]`, "/resource/aws_instance/a/ebs_block_device/1"},
		{`"timeouts": [{}, {}]`, "/resource/aws_instance/a/timeouts"},
		{`"id": "x"`, "/resource/aws_instance/a/id"},
		{`"depends_on": ["${aws_instance.b}"]`, "/resource/aws_instance/a/depends_on/0"},
		{`"depends_on": "aws_instance.b"`, "/resource/aws_instance/a/depends_on"},
		{`"nested": [{"b": 1}]`, "/resource/aws_instance/a/nested/0"},
		{`"rules": [{"from": 1}]`, "/resource/aws_instance/a/rules/0"},
		{`"locals": {}`, "/resource/aws_instance/a"},
		{`"lifecycle": {"prevent_destoy": true}`, "/resource/aws_instance/a/lifecycle"},
		{`"lifecycle": {"ignore_changes": {"a": 1}}`, "/resource/aws_instance/a/lifecycle/ignore_changes"},
		{`"provisioner": {"local-exec": {"comand": "x", "command": "y"}}`, "/resource/aws_instance/a/provisioner/local-exec"},
		{`"dynamic": {"ebs_block_device": {"for_each": [1]}}`, "/resource/aws_instance/a/dynamic/ebs_block_device"},
		{`"dynamic": {"ebs": {"for_each": [1], "content": {}}}`, "/resource/aws_instance/a/dynamic"},
		{`"dynamic": {"ebs_block_device": {"for_each": [1], "content": {"device_name": "a", "x": 1}}}`,
			"/resource/aws_instance/a/dynamic/ebs_block_device/content"},
		{`{"resource": {"aws_instance": {"a": {"network": {}}}}}`, "/resource/aws_instance/a"},
		{`{"resource": {"aws_instance": {"a": {"ami": "x"}}}}`, "/resource/aws_instance/a"},
		{`{"resource": {"aws_instance": {"a": {"ami": "x", "network": [{}, {}, {}]}}}}`, "/resource/aws_instance/a/network"},
		{`{"resource": {"aws_instance": {"a": {"ami": "x", "network": []}}}}`, "/resource/aws_instance/a/network"},
		{`{"resource": {"aws_instance": {"a": [[{"ami": "x"}, {"network": {}, "amy": 1}]]}}}`,
			"/resource/aws_instance/a/0/1"},
		{`{"resource": {"aws_instance": {"a": [[{"ami": "x"}, "y"]]}}}`, "/resource/aws_instance/a/0/1"},
		{`{"resource": {"aws_instance": {"a": [[[{"ami": "x"}]]]}}}`, "/resource/aws_instance/a/0/0"},
		{`"timeouts": [[{"create": []}]]`, "/resource/aws_instance/a/timeouts/0/0/create"},
		{`{"resource": {"aws_instance": {"ami": "x"}}}`, "/resource/aws_instance/ami"},
		{`{"resource": {"ami": "x"}}`, "/resource/ami"},
		{`{"resource": {}}`, "/resource"},
		{`{"resource": ["aws_instance"]}`, "/resource/0"},
		{`{"resource": [{"aws_instance": [{"a": [{"ami": "x", "network": [{"ipp": 1}]}]}]}]}`,
			"/resource/0/aws_instance/0/a/0/network/0"},
		{`[{"locals": {}}, {"local": {}}]`, "/1"},
		{`{"$schema": "x"}`, ""},
		{`{"resources": {}}`, ""},
		{`{"locals": [[{"a": 1}]]}`, "/locals/0"},
		{`{"variable": {"a": {"sensitive": "perhaps"}}}`, "/variable/a/sensitive"},
		{`{"variable": {"a": {"typ": "string"}}}`, "/variable/a"},
		{`{"variable": {"a": {"type": {"a": 1}}}}`, "/variable/a/type"},
		{`{"output": {"a": {}}}`, "/output/a"},
		{`{"module": {"a": {"x": 1}}}`, "/module/a"},
		{`{"terraform": {"cloud": {}, "backend": {"local": {}}}}`, "/terraform/cloud"},
		{`{"terraform": {"backend": {"local": {}, "s3": {}}}}`, "/terraform/backend"},
		{`{"terraform": {"required_providers": {"aws": {"vesion": "1"}}}}`, "/terraform/required_providers/aws"},
		{`{"provider": {"aws": {"region": "r", "zone": "z"}}}`, "/provider/aws"},
	} {
		text := test.json
		if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
			text = strings.Replace(inInstance, "%s", text, 1)
		}
		var found []string
		wrong := (*jsonschema.ValidationError)(nil)
		if errors.As(judge(t, schema, []byte(text)), &wrong) {
			found = places(wrong)
		}
		if strings.HasPrefix(test.json, `"tags": {"a": "b"}`) != (len(found) == 0) || len(found) > 1 ||
			len(found) == 1 && found[0] != test.at {
			t.Errorf("%s: errors at %q, want one at %q", test.json, found, test.at)
		}
	}
}

// places returns the positions of the errors without causes.
func places(e *jsonschema.ValidationError) (list []string) {
	for _, cause := range e.Causes {
		list = append(list, places(cause)...)
	}
	if e.Causes == nil {
		list = append(list, strings.TrimSuffix("/"+strings.Join(e.InstanceLocation, "/"), "/"))
	}
	return slices.Compact(list)
}
