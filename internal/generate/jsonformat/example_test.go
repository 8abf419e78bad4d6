package jsonformat_test

import (
	"fmt"
	"log"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
)

func ExampleRead() {
	doc, diags := jsonformat.Read([]byte(`{"format_version": "1.0", "values": {"root_module": {"resources": [
		{"address": "t_disk.main", "values": {"id": "d-1", "size": 10.50}}]}}}`), "state.json")
	if diags.HasErrors() {
		log.Fatal(diags)
	}
	for _, r := range doc.State.Values.Root.Resources {
		for _, m := range r.Values.Members() {
			fmt.Println(r.Address, m.Name, m.Value.JSON(), m.Value.Range())
		}
	}
	// Output:
	// t_disk.main id "d-1" state.json:2,47-52
	// t_disk.main size 10.50 state.json:2,62-67
}
