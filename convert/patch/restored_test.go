package patch

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func TestRestoredOrder(t *testing.T) {
	for _, test := range []struct{ edited, original, want string }{
		{`{"a": 1, "b": 2}`, `{"b": 2, "a": 1}`, `{"b": 2, "a": 1}`},
		{" {\n  \"a\" : {\"c\": [], \"d\": 1},\n  \"b\": 2 }\n", `{"b":3,"a":{"d":1,"c":{}}}`,
			" {\n  \"b\": 2,\n  \"a\" : {\"d\": 1, \"c\": []} }\n"},
		// New members are last. Deleted members are ignored.
		{`{"a": 0, "b": 1, "d": 2}`, `{"d": 2, "c": 3, "b": 1}`, `{"d": 2, "b": 1, "a": 0}`},
		// Elements that were made from others.
		{`[{"a": 1, "b": 2}, {"c": 1, "d": 2}]`, `[{"b": 0, "a": 0}, {"d": 0, "c": 0}]`,
			`[{"b": 2, "a": 1}, {"d": 2, "c": 1}]`},
		{`[{"c": 1, "d": 2}]`, `[{"b": 0, "a": 0}, {"d": 2, "//": "", "c": 1}]`, `[{"d": 2, "c": 1}]`},
		{`[{"x": 1}, {"a": 1, "b": 2}, {"c": 1, "d": 2}]`, `[{"b": 2, "a": 1}, {"d": 2, "c": 1}]`,
			`[{"x": 1}, {"b": 2, "a": 1}, {"d": 2, "c": 1}]`},
		{`[{"a": 1, "b": 2}, {"c": 1, "d": 2}, {"x": 1}]`, `[{"b": 2, "a": 1}, {"d": 2, "c": 1}]`,
			`[{"b": 2, "a": 1}, {"d": 2, "c": 1}, {"x": 1}]`},
		// The order is intended, or the text is not an object or not JSON.
		{`{"b": 2, "a": 1}`, `{"a": 1, "b": 2}`, `{"b": 2, "a": 1}`},
		{`{"a": {"d": 1, "c": 2}, "b": 2}`, `{"b": 2, "a": 1}`, `{"a": {"d": 1, "c": 2}, "b": 2}`},
		{`{"a": 1, "a": 2}`, `{"b": 2, "a": 1}`, `{"a": 1, "a": 2}`},
		{`{"a": 1, "b": 2}`, `[]`, `{"a": 1, "b": 2}`},
		{`{"a": 1, "b": 2}`, `{`, `{"a": 1, "b": 2}`},
		{`{"a": 1, "b": }`, `{"b": 2, "a": 1}`, `{"a": 1, "b": }`},
	} {
		if got := restoreText([]byte(test.edited), true, []byte(test.original)).text; string(got) != test.want {
			t.Errorf("%s like %s: %s, want %s", test.edited, test.original, got, test.want)
		}
	}
	// The more similar form.
	forms := [][]byte{[]byte(`{`), []byte(`{"b": [{"y": 1, "x": 1}]}`), []byte(`{"b": {"y": 1, "x": 1}}`), []byte(`{}`)}
	for _, form := range forms[1:3] {
		edited := strings.Replace(string(form), `"y": 1, "x": 1`, `"x": 1, "y": 1`, 1)
		if got := restoreText([]byte(edited), true, forms...).text; string(got) != string(form) {
			t.Errorf("%s: %s", edited, got)
		}
	}
}

func TestRestoredNumbers(t *testing.T) {
	for _, test := range []struct{ edited, original, want string }{
		{`[12345678901234567000]`, `[12345678901234567890]`, `[12345678901234567890]`},
		{`{"x": 1, "a": [1.7976931348623157e+308]}`, `{"a": [1e1000], "y": 2}`, `{"x": 1, "a": [1e1000]}`},
		{`[0.1, 100]`, `[0.1000000000000000000001, 1e2]`, `[0.1000000000000000000001, 100]`},
		{`[0]`, `[1e-1000]`, `[1e-1000]`},
		{`[1, 2.5]`, `[1.0, 25e-1]`, `[1, 2.5]`},
		{`[12345678901234569000]`, `[12345678901234567890]`, `[12345678901234569000]`},
		{`["12345678901234567000"]`, `[12345678901234567890]`, `["12345678901234567000"]`},
	} {
		got := restoreText([]byte(test.edited), true, []byte(test.original))
		if string(got.text) != test.want || got.rounded != (test.want != test.edited) || len(got.ambiguous) > 0 {
			t.Errorf("%s like %s: %s, %t, want %s", test.edited, test.original, got.text, got.rounded, test.want)
		}
	}
}

// Numbers next to changed elements or names get their digits back, or cause an error.
func TestRestoredNumbersElsewhere(t *testing.T) {
	const (
		a, b, c = "12345678901234567890", "12345678901234567990", "22345678901234567890"
		ab, cc  = "12345678901234567000", "22345678901234570000" // rounded
	)
	for _, test := range []struct{ edited, original, want string }{
		{`[` + cc + `]`, `[` + a + `, ` + c + `]`, `[` + c + `]`},
		{`[` + cc + `, ` + ab + `]`, `[` + a + `, ` + c + `]`, `[` + c + `, ` + a + `]`},
		{`{"y": ` + ab + `}`, `{"x": ` + a + `}`, `{"y": ` + a + `}`},
		{`{"y": {"z": [` + ab + `]}}`, `{"x": ` + a + `}`, `{"y": {"z": [` + a + `]}}`},
		{`[{"id": ` + ab + `, "n": "y"}]`, `[{"id": ` + a + `, "n": "x"}, {"id": ` + b + `, "n": "y"}]`, `[{"id": ` + b + `, "n": "y"}]`},
		{`[{"id": ` + ab + `}, {"id": ` + ab + `}]`, `[{"id": ` + a + `}, {"id": ` + b + `}]`, `[{"id": ` + a + `}, {"id": ` + b + `}]`},
		{`[` + ab + `, 1]`, `[` + ab + `, ` + a + `, 1]`, `[` + ab + `, 1]`}, // the original has this one
		{`[0, 5]`, `[5, 1e-1000]`, `[0, 5]`},
		{`[10000000000000000000, 10000000000000000000]`, `[1e19, 10000000000000000001]`, `[10000000000000000000, 10000000000000000001]`},
		// Ambiguous: an error.
		{`[` + ab + `]`, `[` + a + `, ` + b + `]`, ``},
		{`[1, ` + ab + `, 2, ` + ab + `]`, `[1, ` + a + `, ` + b + `]`, ``},
		{`[{"id": ` + ab + `}]`, `[{"id": ` + a + `}, {"id": ` + b + `}]`, ``},
		{`{"y": ` + ab + `}`, `{"x": [` + a + `, ` + b + `]}`, ``},
	} {
		got := restoreText([]byte(test.edited), true, []byte(test.original))
		if test.want == "" && len(got.ambiguous) == 0 || test.want != "" && (string(got.text) != test.want || len(got.ambiguous) > 0) {
			t.Errorf("%s like %s: %s, %d ambiguous, want %s", test.edited, test.original, got.text, len(got.ambiguous), test.want)
		}
	}
}

func TestNeedsRestoring(t *testing.T) {
	for _, test := range []struct {
		edited, original string
		want             bool
	}{
		{`{"b": 1, "a": 2}`, `{"b": 1, "a": 2}`, false},
		{`{"a": 1, "b": 2}`, `{"b": 1, "a": 2}`, true},
		{`{"b": 1, "a": 2}`, "b = 123456789012345", false},
		{`{"b": 1, "a": 2}`, "b = 1234567890123456", true},
		{`{"b": 1, "a": 2}`, "b = 1234567890.123456", true},
		{`{"b": 1, "a": 2}`, "b = 1e-99 # 100", false},
		{`{"b": 1, "a": 2}`, "b = 1e-100", true},
		{`{"b": 1, "a": 2`, "b = 1", false},
	} {
		if got := needsRestoring([]byte(test.edited), []byte(test.original)); got != test.want {
			t.Errorf("%s, %s: %t", test.edited, test.original, got)
		}
	}
}

// Only the order of members changes, and it is restored completely.
func TestRestoredEqualsOriginal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		original := randomJSON(r, 4)
		var value any
		if err := json.Unmarshal([]byte(original), &value); err != nil {
			t.Fatal(err)
		}
		edited, err := json.Marshal(value) // encoding/json sorts
		if err != nil {
			t.Fatal(err)
		}
		if got := restoreText(edited, true, []byte(original)).text; string(got) != original {
			t.Fatalf("%s comes back as %s, want %s", edited, got, original)
		}
		other := restoreText(edited, true, []byte(randomJSON(r, 4))).text
		var again any
		if err := json.Unmarshal(other, &again); err != nil || !reflect.DeepEqual(again, value) {
			t.Fatalf("%s becomes %s, %v", edited, other, err)
		}
	}
}

func randomJSON(r *rand.Rand, depth int) string {
	n := r.IntN(4)
	kind := r.IntN(3)
	if depth == 0 {
		kind = 2
	}
	var parts []string
	switch kind {
	case 0:
		for _, i := range r.Perm(5)[:n] {
			parts = append(parts, `"`+string(rune('a'+i))+`":`+randomJSON(r, depth-1))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case 1:
		for range n {
			parts = append(parts, randomJSON(r, depth-1))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return []string{"1", `"x"`, "null", "true"}[r.IntN(4)]
}

func TestWithoutEmptyLabels(t *testing.T) {
	for _, test := range []struct{ edited, want string }{
		{`{"resource": {"a": {"b": {}}, "c": {}}, "x": {}}`, `{"resource": {"a": {"b": {}}}, "x": {}}`},
		{`{"locals": {}, "resource": {"a": {}}}`, `{"locals": {}}`},
		{`{"resource": [{"a": [{}]}, {"c": [{"d": [{}]}, {}]}]}`, `{"resource": [{"c": [{"d": [{}]}]}]}`},
		{`{"resource": {}}`, `{}`},
		{`{"resource": {"a": {"b": []}}, "variable": null}`, `{"resource": {"a": {"b": []}}, "variable": null}`},
		{`{"resource": {"a": "//"}}`, `{"resource": {"a": "//"}}`},
		{`{}`, `{}`},
		{`{`, `{`},
	} {
		if got := withoutEmptyLabels([]byte(test.edited), opentofu.Config(opentofu.Target{})); string(got) != test.want {
			t.Errorf("%s is %s, want %s", test.edited, got, test.want)
		}
		if got := withoutEmptyLabels([]byte(test.edited), &schema.Dialect{}); string(got) != test.edited {
			t.Errorf("%s is %s without a language", test.edited, got)
		}
	}
}
