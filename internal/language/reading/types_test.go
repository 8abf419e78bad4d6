package reading_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/language/reading"
)

// Short types can have many levels of nesting, and long types few.
func TestCheckTypes(t *testing.T) {
	nested := func(levels, size int) string {
		object := `["object",{` + strings.Repeat(`"a[{":"string",`, size/15) + `"b":"string"}]`
		return strings.Repeat(`["list",`, levels) + object + strings.Repeat("]", levels)
	}
	for name, test := range map[string]struct {
		src  string
		fine bool
	}{
		"short and deep":     {nested(180, 1000), true},
		"as deep as it goes": {nested(190, 100), true},
		"too deep":           {nested(191, 100), false},
		"long":               {nested(7, 2_000_000), true},
		"long and deep":      {nested(180, 2_000_000), false},
		"a little deeper":    {nested(9, 4_000_000), false},
		"many, each short":   {"[" + strings.Repeat(nested(180, 1000)+",", 1000) + "1]", false},
		"objects alone":      {strings.Repeat(`{"a":`, 1000) + "1" + strings.Repeat("}", 1000), true},
		"text":               {`{"a":"` + strings.Repeat("[", 1_000_000) + `\"["}`, true},
		"broken":             {`]]}}["\`, true},
	} {
		if err := reading.CheckTypes([]byte(test.src)); (err == nil) != test.fine {
			t.Errorf("%s: %v", name, err)
		}
	}
}
