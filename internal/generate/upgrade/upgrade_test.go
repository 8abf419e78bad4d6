package upgrade_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/generate/upgrade"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// Invalid JSON is neither a template nor a file of values.
func TestInvalidJSON(t *testing.T) {
	if result, diags := upgrade.Template([]byte("{"), "a.json", upgrade.Options{}); result != nil ||
		!diags.HasErrors() || diags[0].Subject.Filename != "a.json" {
		t.Errorf("%v, %v", result, diags)
	}
	if file, diags := upgrade.VariableFile([]byte("{"), "a.json", upgrade.Options{}); file != nil ||
		!diags.HasErrors() || diags[0].Subject.Filename != "a.json" {
		t.Errorf("%v, %v", file, diags)
	}
}

func TestIsVariableFile(t *testing.T) {
	for src, want := range map[string]bool{
		`{"a": "b"}`: true, `{"a": 1}`: true, `{"min_packer_version": "1"}`: true,
		`{"builders": "x"}`: false, `{"Variables": "y"}`: false, `{"Provisioners": "x"}`: false,
		`{}`: false, `[]`: false, `"a"`: false, `{`: false, `{"a": "b", "builders": []}`: false,
		`{"a": "b", "variables": {}}`: false, `{"a": "b", "VARIABLES": null}`: false, `{"provisioners": null}`: false,
	} {
		if got := upgrade.IsVariableFile([]byte(src)); got != want {
			t.Errorf("%s: %t", src, got)
		}
	}
}

// The schema of the installed plugin has priority over the built-in table.
func TestComponentSchemas(t *testing.T) {
	attributes := map[string]*typespec.Attribute{}
	for name, typ := range map[string]cty.Type{
		"flags": cty.List(cty.Bool), "numbers": cty.Map(cty.Number), "lists": cty.List(cty.List(cty.String)),
		"maps": cty.List(cty.Map(cty.String)), "nested": cty.Map(cty.List(cty.String)), "any": cty.DynamicPseudoType,
	} {
		attributes[name] = &typespec.Attribute{Type: typ}
	}
	opts := upgrade.Options{Components: func(part tables.Part, typ string) (*typespec.Body, error) {
		switch {
		case typ == "null" && part == tables.Builder:
			return &typespec.Body{Attributes: attributes}, nil
		case typ == "broken":
			return nil, errors.New("it is broken")
		}
		return nil, nil
	}}
	const inexact = " has no exact form in HCL2. "
	for arguments, want := range map[string]string{
		`"flags": [true, null, "f", 1]`:      "flags = [true, false, false, true]",
		`"flags": "t,0"`:                     "flags = [true, false]",
		`"flags": ["t", ""]`:                 "\"flags\"" + inexact + `A list of other values contains an empty string.`,
		`"flags": "t,,f"`:                    "\"flags\"" + inexact + `A list of other values contains an empty string.`,
		`"flags": "t,x"`:                     `"x" does not have the required type.`,
		`"numbers": {"a": "0x10", "b": 1.5}`: "numbers = {\n    a = 16\n    b = 1.5\n  }",
		`"numbers": [{"a": 1}, {"b": 2}]`:    "numbers = {\n    a = 1\n    b = 2\n  }",
		`"numbers": {"a": ""}`:               "\"numbers\"" + inexact + `A map of other values contains an empty string.`,
		`"numbers": {"a": [1]}`: "\"numbers\"" + inexact +
			`In HCL2, the component accepts only strings in this map.`,
		`"lists": "a,b"`:                   `lists = [["a"], ["b"]]`,
		`"lists": ["a,b", {}, null, [1]]`:  `lists = [["a", "b"], [], [], [1]]`,
		`"maps": {"a": 1}`:                 "maps = [\n    {\n      a = 1\n    },\n  ]",
		`"nested": {"a": "b,c", "d": [1]}`: "nested = {\n    a = [\"b\", \"c\"]\n    d = [1]\n  }",
		`"communicator": "none"`:           "\"communicator\"" + inexact + `The component has no argument "communicator" in HCL2.`,
	} {
		src := `{"builders": [{"type": "null", ` + arguments + `}]}`
		result, diags := upgrade.Template([]byte(src), "a.json", opts)
		got := ""
		if result != nil {
			_, got, _ = strings.Cut(string(result.File().Bytes()), "{\n  ")
			got, _, _ = strings.Cut(got, "\n}")
		} else {
			got = strings.TrimSuffix(diags[0].Detail, " With the option partial it becomes a comment.")
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", arguments, got, want)
		}
	}
	for src, want := range map[string]string{
		`{"builders": [{"type": "null", "communicator": "none"}], "provisioners": [{"type": "broken"}]}`: "" +
			`a.json:1,84-92: Invalid legacy template; The schema of "broken" cannot be used: it is broken.`,
		// Built-in component facts apply.
		`{"builders": [{"type": "file", "target": 1, "content": [1]}]}`: "" +
			`a.json:1,56-59: Invalid legacy template; This must be a string, not an array.`,
	} {
		_, diags := upgrade.Template([]byte(src), "a.json", opts)
		if got := diags[len(diags)-1].Error(); got != want {
			t.Errorf("%s: got %s, want %s", src, got, want)
		}
	}
}

// For a list outside the table, it is unknown when the plugin splits the text.
func TestUnknownSplitOrder(t *testing.T) {
	opts := upgrade.Options{Components: func(tables.Part, string) (*typespec.Body, error) {
		return &typespec.Body{Attributes: map[string]*typespec.Attribute{"list": {Type: cty.List(cty.String)}}}, nil
	}}
	for value, want := range map[string]int{"a,b": 1, "{{user `x`}}": 2} { // one says that the plugin is unknown
		src := "{\"builders\": [{\"type\": \"thing\", \"list\": \"" + value + "\"}]}"
		_, diags := upgrade.Template([]byte(src), "a.json", opts)
		if len(diags) != want || want == 2 && !strings.Contains(diags[1].Error(), "splits the text") {
			t.Errorf("%s: %v", value, diags)
		}
	}
}

// TestDeepCalls checks that calls nested beyond HCL's limit are an error at every position.
func TestDeepCalls(t *testing.T) {
	for name, template := range map[string]string{
		"a variable": `{"variables": {"v": "CALLS"}, "builders": [{"type": "null"}]}`,
		"a text":     `{"builders": [{"type": "null", "ssh_host": "CALLS"}]}`,
		"a number":   `{"builders": [{"type": "null", "ssh_port": "CALLS"}]}`,
		"a list":     `{"builders": [{"type": "amazon-ebs", "ami_users": "CALLS"}]}`,
		"a key":      `{"builders": [{"type": "amazon-ebs", "tags": {"CALLS": "x"}}]}`,
		"a name":     `{"builders": [{"type": "null", "name": "CALLS", "ssh_host": "{{build_name}}"}]}`,
	} {
		for n, ok := range map[int]bool{10: true, 998: name != "a list" && name != "a key", 1000: false} {
			src := strings.ReplaceAll(template, "CALLS", "{{user `x`"+strings.Repeat(" | upper", n)+"}}")
			result, diags := upgrade.Template([]byte(src), "a.json", upgrade.Options{})
			said := ok || strings.Contains(diags[len(diags)-1].Error(), "The limit is 1000 levels")
			if (result != nil) != ok || !said {
				t.Errorf("%s, %d: %v", name, n, diags)
			}
		}
	}
}
