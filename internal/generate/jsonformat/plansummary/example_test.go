package plansummary_test

import (
	"fmt"
	"log"
	"os"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/plansummary"
)

func ExampleSummarize() {
	src := []byte(`{"format_version": "1.2", "resource_changes": [{
		"address": "t_disk.main", "mode": "managed", "type": "t_disk", "name": "main",
		"change": {"actions": ["update"], "before": {"id": "d-1", "size": 10, "key": "secret"}, "after": {"id": "d-1", "size": 20, "key": "secret"},
			"before_sensitive": {"key": true}, "after_sensitive": {"key": true}}}]}`)
	doc, diags := jsonformat.Read(src, "plan.json")
	if diags.HasErrors() {
		log.Fatal(diags)
	}
	if _, err := os.Stdout.Write(plansummary.Summarize(doc)); err != nil {
		log.Fatal(err)
	}
	fmt.Println(plansummary.Count(doc.Plan).Update)
	// Output:
	// # ~ t_disk.main will be updated in place
	// resource "t_disk" "main" {
	//   id   = "d-1"
	//   key  = sensitive_value
	//   size = 20 # ~ was 10
	// }
	//
	// # Plan: 0 to add, 1 to change, 0 to destroy.
	// 1
}
