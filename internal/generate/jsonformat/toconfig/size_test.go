package toconfig_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// one returns a state with one resource.
func one(typ, values, marks string) []byte {
	return fmt.Appendf(nil,
		`{"format_version":"1.0","values":{"root_module":{"resources":[{"mode":"managed","type":%q,"name":"x",`+
			`"provider_name":"example.com/a/b","values":%s,"sensitive_values":%s}]}}}`, typ, values, marks)
}

// TestDepth checks that the deepest permitted nesting is generated and can be read, and that deeper
// nesting is an error.
func TestDepth(t *testing.T) {
	nested := func(open, inner, end string, n int) string {
		return `{"a":` + strings.Repeat(open, n) + inner + strings.Repeat(end, n) + `}`
	}
	forms := bothForms[:oracles.Rounds(1, 2)]
	for name, test := range map[string]struct {
		open, end string
		levels    int // of JSON in one of open
	}{
		"arrays":  {"[", "]", 1},
		"objects": {`{"b c":`, "}", 1},
		"blocks":  {`[{"b":`, "}]", 2},
	} {
		t.Run(name, func(t *testing.T) {
			const most = 798
			run(t, one("aws_x", nested(test.open, `"v"`, test.end, most/test.levels), "{}"),
				toconfig.Options{Dialect: language(t)}, forms)
			run(t, one("aws_x", nested(test.open, `"secret value"`, test.end, most/test.levels),
				nested(test.open, "true", test.end, most/test.levels)), toconfig.Options{Dialect: language(t)}, forms)
			for _, n := range []int{most/test.levels + 1, 4900} {
				_, diags := run(t, one("aws_x", nested(test.open, `"v"`, test.end, n), "{}"),
					toconfig.Options{Dialect: language(t)}, forms)
				if !diags.HasErrors() || diags[0].Summary != "Nested too deeply" {
					t.Errorf("%d levels: %v", n, diags)
				}
			}
		})
	}
	t.Run("outputs", func(t *testing.T) {
		for _, n := range []int{799, 800} {
			output := fmt.Sprintf(`"values":{"outputs":{"o":{"sensitive":false,"value":%s"v"%s}},`,
				strings.Repeat("[", n), strings.Repeat("]", n))
			src := bytes.Replace(one("aws_x", "{}", "{}"), []byte(`"values":{`), []byte(output), 1)
			_, diags := run(t, src, toconfig.Options{Dialect: language(t), Outputs: true},
				bothForms)
			if diags.HasErrors() != (n > 799) {
				t.Errorf("%d levels: %v", n, diags)
			}
		}
	})
	t.Run("modules", func(t *testing.T) {
		state := func(n int) []byte {
			inner := `{"resources":[{"mode":"managed","type":"terraform_data","name":"x",` +
				`"provider_name":"terraform.io/builtin/terraform","values":{"input":"v"},"sensitive_values":{"input":true}}],` +
				`"address":"module.m"}`
			return []byte(`{"format_version":"1.0","values":{"root_module":` +
				strings.Repeat(`{"address":"module.m","child_modules":[`, n) + inner + strings.Repeat("]}", n) + "}}")
		}
		if files, diags := run(t, state(100), toconfig.Options{Dialect: language(t), Single: true},
			bothForms); len(files) != 101 {
			t.Errorf("%d files: %v", len(files), diags)
		}
		if _, diags := run(t, state(101), toconfig.Options{Dialect: language(t)}, bothForms); !diags.HasErrors() {
			t.Error("no error")
		}
	})
}

func BenchmarkGenerate(b *testing.B) {
	var src strings.Builder
	src.WriteString(`{"format_version":"1.0","values":{"root_module":{"resources":[`)
	for i := range 1000 {
		if i > 0 {
			src.WriteByte(',')
		}
		fmt.Fprintf(&src,
			`{"address":"aws_instance.i%d","mode":"managed","type":"aws_instance","name":"i%d",`+
				`"provider_name":"registry.terraform.io/hashicorp/aws","schema_version":1,"values":{"ami":"ami-%08d",`+
				`"id":"i-%08d","ebs_block_device":[{"device_name":"/dev/sdf","volume_size":100}],"instance_type":"t3.micro",`+
				`"tags":{"Name":"web-%d"},"user_data":"user data %d","vpc_security_group_ids":["sg-1","sg-2"]},`+
				`"sensitive_values":{"user_data":true}}`, i, i, i, i, i, i)
	}
	src.WriteString("]}}}")
	for name, json := range map[string]bool{"native": false, "json": true} {
		b.Run(name, func(b *testing.B) {
			opts := toconfig.Options{Dialect: language(b), JSON: json}
			b.SetBytes(int64(src.Len()))
			for b.Loop() {
				doc, _ := jsonformat.Read([]byte(src.String()), "state.json")
				if _, diags := toconfig.Generate(doc, opts); diags.HasErrors() {
					b.Fatal(diags)
				}
			}
		})
	}
}
