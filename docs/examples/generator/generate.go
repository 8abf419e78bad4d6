// Package generator is an example of a program that generates configuration.
package generator

import (
	"encoding/json"
	"fmt"
)

// Generate returns a main.tf.json with these buckets.
func Generate(buckets ...string) ([]byte, error) {
	type object = map[string]any
	resources, outputs := object{}, object{}
	for _, name := range buckets {
		resources[name] = object{"bucket": name}
		outputs[name] = object{"value": fmt.Sprintf("${aws_s3_bucket.%s.arn}", name)}
	}
	return json.MarshalIndent(object{
		"resource": object{"aws_s3_bucket": resources},
		"output":   outputs,
	}, "", "  ")
}
