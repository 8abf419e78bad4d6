package plansummary_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/plansummary"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// largePlan is a plan with n changes of resources, each of which has marks and
// unknown values.
func largePlan(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		values := func(name, size string) string {
			return fmt.Sprintf(
				`{"id":"thing-%d","name":%q,"password":"password-%d","size":%s,"tags":{"Name":"thing","Owner":"nobody",`+
					`"Index":"%d"},"list":["a","b","c"],"policy":"{\"Statement\":[{\"Action\":[\"s3:%s\"],\"Effect\":\"Allow\"}]}",`+
					`"script":"#!/bin/sh\necho %s\nexit\n","block":[{"device":"a","size":%s},{"device":"b","size":1}],`+
					`"nothing":null,"on":true}`,
				i, name, i, size, i, name, name, size)
		}
		marks := `{"password":true,"tags":{},"list":[false,false,false],"block":[{},{}]}`
		change := `"actions":["update"],"before":` + values("old", "1") + `,"after":` + values("new", "2") +
			`,"after_unknown":{"output":true,"tags":{},"list":[false,false,false],"block":[{},{}]},"before_sensitive":` + marks +
			`,"after_sensitive":` + marks
		switch i % 4 {
		case 0:
			change = `"actions":["create"],"before":null,"after":` + values("new", "2") +
				`,"after_unknown":{"output":true,"tags":{},"list":[false,false,false],"block":[{},{}]},"before_sensitive":false,` +
				`"after_sensitive":` + marks
		case 1:
			change = `"actions":["delete"],"before":` + values("old", "2") +
				`,"after":null,"after_unknown":{},"before_sensitive":` + marks + `,"after_sensitive":false`
		}
		fmt.Fprintf(&b,
			`{"address":"module.m[%d].test_thing.all[\"%d\"]","module_address":"module.m[%d]","mode":"managed",`+
				`"type":"test_thing","name":"all","index":"%d","provider_name":"registry.terraform.io/example/test","change":{%s}}`,
			i%10, i, i%10, i, change)
	}
	b.WriteString(
		`],"configuration":{"root_module":{"module_calls":{"m":{"module":{"resources":[{"address":"test_thing.all",` +
			`"mode":"managed","type":"test_thing","name":"all",` +
			`"expressions":{"block":[{"device":{"constant_value":"a"}}]}}]}}}}}}`)
	return []byte(b.String())
}

// HCLJSON_WRITE_PLAN=FILE go test -run TestWriteLargePlan writes a plan with 50,000
// changes to measure a whole process with.
func TestWriteLargePlan(t *testing.T) {
	name := os.Getenv("HCLJSON_WRITE_PLAN")
	if name == "" {
		t.Skip("HCLJSON_WRITE_PLAN names no file")
	}
	if err := os.WriteFile(name, largePlan(50_000), 0o600); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkSummary(b *testing.B) {
	src := largePlan(5_000)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		doc, diags := jsonformat.Read(src, "plan.json")
		if diags.HasErrors() {
			b.Fatal(diags)
		}
		if text := plansummary.Summarize(doc); !strings.HasSuffix(string(text),
			"# Plan: 1250 to add, 2500 to change, 1250 to destroy.\n") {
			b.Fatalf("%s", text[len(text)-100:])
		}
	}
}

// TestLargeValues checks that the time of a summary is linear in the size of the plan: a list of
// many elements, and many secrets with a common prefix.
func TestLargeValues(t *testing.T) {
	var before, after, marks strings.Builder
	const n = 20_000
	for i := range n {
		fmt.Fprintf(&before, `"password-%d",`, i)
		fmt.Fprintf(&after, `"password-%d",`, (i*7919)%n)
		fmt.Fprintf(&marks, `%v,`, i%2 == 0)
	}
	src := `{"format_version":"1.2","resource_changes":[{"address":"a.b","change":{"actions":["update"],"before":{"a":[` +
		strings.TrimSuffix(before.String(), ",") +
		`]},"after":{"a":[` + strings.TrimSuffix(after.String(), ",") + `],"b":"` + strings.Repeat("password", n) +
		`"},"before_sensitive":{"a":[` + strings.TrimSuffix(marks.String(), ",") + `]}}}]}`
	doc, diags := jsonformat.Read([]byte(src), "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	checkSummary(t, plansummary.Summarize(doc))
}

// TestManyPaths checks that the time is linear in the number of paths that force a replacement.
func TestManyPaths(t *testing.T) {
	var before, after, all strings.Builder
	n := oracles.Rounds(20_000, 100_000)
	for i := range n {
		fmt.Fprintf(&before, `,"key-%d":1`, i)
		fmt.Fprintf(&after, `,"key-%d":2`, i)
		fmt.Fprintf(&all, `,["m","key-%d"]`, i)
	}
	src := `{"format_version":"1.2","resource_changes":[{"address":"a.b","mode":"managed","type":"a","name":"b",` +
		`"change":{"actions":["delete","create"],"before":{"m":{` + before.String()[1:] +
		`}},"after":{"m":{` + after.String()[1:] + `}},"replace_paths":[` + all.String()[1:] + `]}}]}`
	doc, diags := jsonformat.Read([]byte(src), "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	text := string(plansummary.Summarize(doc))
	if found := strings.Count(text, "# ~ was 1, forces replacement\n"); found != n {
		t.Errorf("%d of %d values are marked as forcing the replacement", found, n)
	}
}
