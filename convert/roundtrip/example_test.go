package roundtrip_test

import (
	"encoding/json"
	"fmt"

	"github.com/hcljson/hcljson/schema/dialects"

	"github.com/hcljson/hcljson/convert/roundtrip"
)

// bucket contains the generator's data about a bucket.
type bucket struct {
	Name, Region string
}

// generate writes main.tf.json.
func generate(buckets ...bucket) []byte {
	type object = map[string]any
	resources, outputs := object{}, object{}
	for _, b := range buckets {
		resources[b.Name] = object{
			"bucket": b.Name,
			"tags":   object{"Region": b.Region},
		}
		outputs[b.Name] = object{"value": fmt.Sprintf("${aws_s3_bucket.%s.arn}", b.Name)}
	}
	text, err := json.MarshalIndent(object{
		"//":       "Generated.",
		"resource": object{"aws_s3_bucket": resources},
		"output":   outputs,
	}, "", "  ")
	if err != nil {
		panic(err)
	}
	return text
}

// printer takes the place of the *testing.T that a test has.
type printer struct{}

func (printer) Helper() {}

func (printer) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }

// In a generator's test, t is the test's own *testing.T. The name of the second bucket makes an
// invalid reference.
func ExampleTest() {
	var t printer

	roundtrip.Test(t, "main.tf.json", generate(bucket{"logs", "eu-west-1"}), roundtrip.Options{})

	roundtrip.Test(t, "main.tf.json", generate(bucket{"old logs", "eu-west-1"}), roundtrip.Options{})

	// Output:
	// main.tf.json does not survive the round trip
	//
	// unreadable, the file itself: Extra characters after interpolation expression
	//     Expected a closing brace to end the interpolation expression, but found extra characters.
	//     This can happen when you include interpolation syntax for another language, such as shell scripting, but forget to escape the interpolation start token. If this is an embedded sequence for another language, escape it by starting with "$${" instead of just "${".
	//     main.tf.json:5:37:
	//           4 |     "old logs": {
	//       >   5 |       "value": "${aws_s3_bucket.old logs.arn}"
	//           6 |     }
}

// With Strict, a guess is a problem too.
func ExampleCheck() {
	src := []byte(`{"source": {"docker": {"base": {"image": "debian", "run": {"command": "date"}}}}}`)
	file, err := dialects.ForFile("image.pkr.json", dialects.Options{})
	if err != nil {
		panic(err)
	}
	result := roundtrip.Check("image.pkr.json", src, file, roundtrip.Options{Strict: true})
	fmt.Println("equal:", result.Equal(), "refused:", result.Refused())
	for _, problem := range result.Problems {
		fmt.Println(problem.Kind, problem.Diagnostics)
	}
	// Output:
	// equal: false refused: true
	// guess image.pkr.json:1,52-57: Attribute or block?; "run" is converted as an attribute, but this is a guess without the schema of the provider or plugin; it might be a block.
}
