package jsoncall_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsoncall"
)

func TestArgument(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":[1,2.5,null,true],"b":"\u003c"}`: true,
		`[]`:                                   true,
		`{}`:                                   true,
		// jsonencode would write it in another way.
		`{"a": 1}`:                        false,
		`{"b":1,"a":2}`:                   false,
		`{"a":1,"a":2}`:                   false,
		`{"a":"<"}`:                       false,
		`{"a":1.0}`:                       false,
		`{"a":1e3}`:                       false,
		`{"a":1}` + "\n":                  false,
		`{"a":"first\nsecond\n"}`:         false,
		`{"a":1`:                          false,
		`"text"`:                          false,
		`1`:                               false,
		``:                                false,
		`{`:                               false,
		"[" + strings.Repeat("1", 9):      false,
		"[\"e\u0301\"]":                   false,
		"{\"e\u0301\":1}":                 false,
		"[\"\\u003c\u0338\"]":             false, // one character, as HCL normalizes it
		"[\"\u00e9\"]":                    true,
		`[{"a":"b\n"}]`:                   false,
		`{"b\n":"a\nb"}`:                  true,
		`[1,2]`:                           true,
		`[0.1,-5,12345678901234567890.5]`: true,
		`[-0]`:                            true,
		strings.Repeat("[", 100) + strings.Repeat("]", 100):           true,
		strings.Repeat(`{"a":`, 99) + "1" + strings.Repeat("}", 99):   true,
		strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100): false,
		strings.Repeat("[", 101) + strings.Repeat("]", 101):           false,
		strings.Repeat("[", 50000) + strings.Repeat("]", 50000):       false,
	} {
		if got := jsoncall.Argument(text); (got != nil) != want {
			t.Errorf("%.40q: %v, want %v", text, got != nil, want)
		}
	}
}
