package jsontree

import (
	"strings"
	"testing"
)

// What is no JSON is named, at its place.
func TestInvalid(t *testing.T) {
	const control = "Control character in JSON string; A JSON string cannot hold the character U+0001 " +
		"as it is; write \\u0001."
	for src, want := range map[string]string{
		`{"a": 1 "b": 2}`: "1,9-10: Invalid JSON; Found a string where a comma or a closing brace was expected.",
		`["a" "b"]`:       "1,6-7: Invalid JSON; Found a string where a comma or a closing bracket was expected.",
		`{'a': 1}`:        "1,2-3: Invalid JSON; Found a single quote where a property name in double quotes was expected.",
		`{1: 2}`:          "1,2-3: Invalid JSON; Found '1' where a property name in double quotes was expected.",
		"[\xff]":          "1,2-3: Invalid JSON; Found the invalid byte 0xff where a value was expected.",
		"[\x01]":          "1,2-3: Invalid JSON; Found the control character U+0001 where a value was expected.",
		`[é]`:             "1,2-3: Invalid JSON; Found 'é' where a value was expected.",
		"[\"a\x01\"]":     "1,4-5: " + control,
		"[\"\\n\x01\"]":   "1,5-6: " + control,
		"[\"\\n\xff\"]": "1,5-6: JSON is not UTF-8; The byte 0xff is not part of a UTF-8 character. " +
			"Save the file as UTF-8.",
		`[1,]`: "1,3-4: Trailing comma in JSON; JSON allows no comma after the last element of an array. Remove it.",
		`[nul]`: "1,2-5: Invalid JSON keyword; Found nul where a value was expected; " +
			"a string must be in double quotes.",
		``: "1,1-1: Missing JSON value; The text is empty; an object was expected.",
	} {
		_, diags := Parse([]byte(src), "x")
		if got := diags.Error(); got != "x:"+want {
			t.Errorf("%q: %q", src, got)
		}
	}
}

// A number of many digits is not computed: its exponent alone decides.
func TestReadable(t *testing.T) {
	long := strings.Repeat("1", maxDigits+1)
	for number, want := range map[string]bool{
		"1": true, long: true, "1e999999": true, "1e9999999999": false, "-1E+99999999999999999999": false,
		long + "e500000000": true, long + "e500000001": false, long + "e-500000000": true, long + "e-500000001": false,
		long + "E+99999999999999999999": false,
	} {
		if got := Readable(number); got != want {
			t.Errorf("%.40s... of %d characters: %t", number, len(number), got)
		}
	}
}
