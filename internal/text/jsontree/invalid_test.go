package jsontree_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// An error names the invalid text and has its position.
func TestInvalid(t *testing.T) {
	const (
		comment = ` Comment in JSON; JSON has no comments. In a body, a property named "//" is ignored and can hold one.`
		half    = " is half of a character. The products would read it as U+FFFD, another character; write both halves."
		utf16   = " JSON is not UTF-8; The file starts with the byte order mark of UTF-16. Save it as UTF-8 without one."
		invalid = " JSON is not UTF-8; The byte 0xff is not part of a UTF-8 character. Save the file as UTF-8."
		extra   = " Extra characters after JSON value; The file's JSON value ends before this character. " +
			"A file holds one value."
		keyword = " Invalid JSON keyword; JSON has the keywords true, false and null, in lower case."
		newline = ` Newline in JSON string; A JSON string cannot hold a line break; write \n. ` +
			"A closing quote may be missing."
		unterminated = " Unterminated JSON string; The string that starts here has no closing quote."
		hex          = ` Invalid escape in JSON string; \u needs four hexadecimal digits.`
		ends         = " Unexpected end of JSON; The file ends where "
		zero         = " JSON number; A JSON number cannot start with 0 and another digit."
		control      = "Control character in JSON string; A JSON string cannot hold the character U+0001 " +
			"as it is; write \\u0001."
	)
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
		"\ufeff{}": "1,1-2: Byte order mark in JSON; JSON text cannot start with a byte order mark. " +
			"Save the file as UTF-8 without one.",
		"\xff\xfe{":    "1,1-3:" + utf16,
		"\xfe\xff{":    "1,1-3:" + utf16,
		" \r\n\t":      "2,2-2: Missing JSON value; The text is empty; an object was expected.",
		"{} // x":      `1,4-5:` + comment,
		"{} # x":       `1,4-5:` + comment,
		"\n{} /* x */": `2,4-5:` + comment,
		"[1, // x\n2]": `1,5-6:` + comment,
		"[/* */ 1]":    `1,2-3:` + comment,
		"{# x\n}":      `1,2-3:` + comment,
		"[1 #]":        `1,4-5:` + comment,
		"{} {}":        "1,4-5:" + extra,
		"1 é":          "1,3-4:" + extra,
		"{}\xff":       "1,3-4:" + extra,
		"[":            "1,2-2:" + ends + "a value was expected.",
		"{":            "1,2-2:" + ends + "a property name in double quotes was expected.",
		`{"a"`:         "1,5-5:" + ends + "a colon after the property name was expected.",
		`{"a":`:        "1,6-6:" + ends + "a value was expected.",
		"[1":           "1,3-3:" + ends + "a comma or a closing bracket was expected.",
		`{"a":1`:       "1,7-7:" + ends + "a comma or a closing brace was expected.",
		"[1,":          "1,4-4:" + ends + "a value was expected.",
		`{"a":1,`:      "1,8-8:" + ends + "a property name in double quotes was expected.",
		"['a']":        "1,2-3: Invalid JSON string; JSON strings are in double quotes.",
		"[\x7f]":       "1,2-3: Invalid JSON; Found the control character U+007F where a value was expected.",
		"[/]":          "1,2-3: Invalid JSON; Found '/' where a value was expected.",
		"[NaN]":        "1,2-5: Invalid JSON number; JSON has no NaN.",
		"[Infinity]":   "1,2-10: Invalid JSON number; JSON has no Infinity.",
		"[-Infinity]":  "1,3-4: Invalid JSON; Found 'I' where a digit was expected.",
		"[TRUE]":       "1,2-6:" + keyword,
		"[None]":       "1,2-6:" + keyword,
		"[False, 1]":   "1,2-7:" + keyword,
		"[tru_e1]": "1,2-8: Invalid JSON keyword; Found tru_e1 where a value was expected; " +
			"a string must be in double quotes.",
		"tru e": "1,1-4: Invalid JSON keyword; Found tru where a value was expected; " +
			"a string must be in double quotes.",
		"-":      "1,2-2:" + ends + "a digit was expected.",
		"[-x]":   "1,3-4: Invalid JSON; Found 'x' where a digit was expected.",
		"01":     "1,1-3: Invalid" + zero,
		"[-01]":  "1,2-5: Invalid" + zero,
		"1.":     "1,3-3:" + ends + "a digit after the decimal point was expected.",
		"[1.x]":  "1,4-5: Invalid JSON; Found 'x' where a digit after the decimal point was expected.",
		"1e":     "1,3-3:" + ends + "a digit of the exponent was expected.",
		"[1e+]":  "1,5-6: Invalid JSON; Found ']' where a digit of the exponent was expected.",
		"[1E-x]": "1,5-6: Invalid JSON; Found 'x' where a digit of the exponent was expected.",
		`{"a": 1,}`: "1,8-9: Trailing comma in JSON; JSON allows no comma after the last property of an object. " +
			"Remove it.",
		`{"a" 1}`:         "1,6-7: Invalid JSON; Found '1' where a colon after the property name was expected.",
		`{"a": }`:         "1,7-8: Invalid JSON; Found '}' where a value was expected.",
		`{"a": 1, b: 2}`:  "1,10-11: Invalid JSON; Found 'b' where a property name in double quotes was expected.",
		`["a`:             "1,2-3:" + unterminated,
		`["a\n`:           "1,2-3:" + unterminated,
		"[\"a\nb\"]":      `1,2-4:` + newline,
		"[\"\\ta\nb\"]":   `1,2-6:` + newline,
		"[\"é\xff\xfe\"]": "1,4-5:" + invalid,
		"{\"\x02\": 1}": `1,3-4: Control character in JSON string; A JSON string cannot hold the character U+0002 ` +
			`as it is; write \u0002.`,
		"{\"a\xff\": 1}": "1,4-5:" + invalid,
		`["\q"]`:         `1,3-5: Invalid escape in JSON string; JSON has no escape \q. A backslash itself is written \\.`,
		`["\é"]`: `1,3-5: Invalid escape in JSON string; JSON has no escape \é. ` +
			`A backslash itself is written \\.`,
		`["\`:              "1,4-4:" + ends + "the rest of an escape was expected.",
		`["\u12"]`:         `1,3-7:` + hex,
		`["\u12`:           `1,3-7:` + hex,
		`["\u12g4"]`:       `1,3-7:` + hex,
		`["\ud83d"]`:       `1,3-9: Lone surrogate in JSON string; \ud83d` + half,
		`["\ud83d\u0041"]`: `1,3-9: Lone surrogate in JSON string; \ud83d` + half,
		`["\ud83d\u12"]`:   `1,9-13:` + hex,
		`["\ud83d\n"]`:     `1,3-9: Lone surrogate in JSON string; \ud83d` + half,
		`["\udc00"]`:       `1,3-9: Lone surrogate in JSON string; \udc00` + half,
		`["\u+123"]`:       `1,3-5:` + hex,
		`["\u1é"]`:         "1,3-6:" + hex,
	} {
		_, diags := jsontree.Parse([]byte(src), "x")
		if got := diags.Error(); got != "x:"+want {
			t.Errorf("%q: %q", src, got)
		}
	}
}

// A number of many digits is checked by its exponent alone.
func TestReadable(t *testing.T) {
	long := strings.Repeat("1", 1001)
	for number, want := range map[string]bool{
		"1": true, long: true, "1e999999": true, "1e9999999999": false, "-1E+99999999999999999999": false,
		long + "e500000000": true, long + "e500000001": false, long + "e-500000000": true, long + "e-500000001": false,
		long + "E+99999999999999999999": false,
	} {
		if got := jsontree.IsReadableNumber(number); got != want {
			t.Errorf("%.40s... of %d characters: %t", number, len(number), got)
		}
	}
}

// The errors of an outline never quote text that may be secret, not even an invalid word.
func TestInvalidOutline(t *testing.T) {
	const other = "; A string must be in double quotes; all other values are numbers, true, false or null."
	for src, want := range map[string]string{
		`{"a": {"b": secret}}`: "x:1,13-19: Invalid JSON keyword" + other,
		`{"a": [NaN]}`:         "x:1,8-11: Invalid JSON number" + other,
		`{"a": TRUE}`:          "x:1,7-11: Invalid JSON keyword" + other,
	} {
		if _, diags := jsontree.ParseOutline(src, "x", 1); diags.Error() != want {
			t.Errorf("%s: %v", src, diags)
		}
	}
}

// The outer values of a large document are limited, because a small compressed file can contain many.
func TestLongOutline(t *testing.T) {
	for _, src := range []string{
		`{` + strings.Repeat(`"a":0,`, 200_000) + `"a":0}`, `[` + strings.Repeat(`0,`, 200_000) + `0]`,
		`[` + strings.Repeat(`[0],`, 100_000) + `0]`, `{"a": ` + strings.Repeat(`{"a":0,"b":`, 500) + `[` +
			strings.Repeat(`0,`, 199_000) + `0]` + strings.Repeat(`}`, 501),
	} {
		_, diags := jsontree.ParseOutline(src, "x", 600)
		if !strings.Contains(diags.Error(), "Too many values") {
			t.Errorf("%.10s: %v", src, diags)
		}
	}
	if _, diags := jsontree.ParseOutline(`{"a": [`+strings.Repeat(`0,`, 400_000)+`0]}`, "x", 1); diags.HasErrors() {
		t.Error(diags)
	}
}

// Parts are found by name and by index.
func TestParts(t *testing.T) {
	parsed := func(text string) *jsontree.Value {
		v, diags := jsontree.Parse([]byte(text), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return v
	}
	v := parsed(`{"a": [1, [true]], "b": null, "a": "x", "c": {"d": false}, "b": {}, "a": 3}`)
	var repeated []string
	for m := range v.RepeatedMembers() {
		repeated = append(repeated, m.Name+m.Value.Text)
	}
	for range v.RepeatedMembers() {
		break
	}
	if got := strings.Join(repeated, " "); got != "ax b a3" || !v.HasRepeatedName() ||
		parsed(`{"a": 1, "b": 1}`).HasRepeatedName() {
		t.Errorf("repeated are %s", got)
	}
	if v.Member("a").Text != "3" || v.Member("b").Kind != jsontree.Object || v.Member("d") != nil ||
		(*jsontree.Value)(nil).Member("a") != nil {
		t.Error("Member finds another value")
	}
	list := &v.Members[0].Value
	if list.Elem(0).Text != "1" || list.Elem(1).Kind != jsontree.Array || list.Elem(2) != nil || list.Elem(-1) != nil ||
		(*jsontree.Value)(nil).Elem(0) != nil {
		t.Error("Elem finds another value")
	}
	for text, want := range map[string][2]bool{
		`true`: {true, true}, `false`: {}, `"true"`: {}, `[false, {"a": [true]}]`: {false, true}, `[{"a": false}]`: {},
		`{}`: {},
	} {
		if v := parsed(text); v.IsTrue() != want[0] || v.ContainsTrue() != want[1] {
			t.Errorf("%s is true: %t; holds true: %t", text, v.IsTrue(), v.ContainsTrue())
		}
	}
	if (*jsontree.Value)(nil).IsTrue() || (*jsontree.Value)(nil).ContainsTrue() {
		t.Error("nothing is true")
	}
	for text, want := range map[string]string{`"a\n\u00e9"`: "a\né", `""`: ""} {
		if got, ok := jsontree.Unquote(text); !ok || got != want {
			t.Errorf("%s is %q", text, got)
		}
	}
	for _, text := range []string{`1`, `"a`, `"a" "b"`, `["a"]`} {
		if got, ok := jsontree.Unquote(text); ok || got != "" {
			t.Errorf("%s is the string %q", text, got)
		}
	}
	var kinds []string
	for each := range parsed(`[null, true, 1, "", [], {}]`).Each() {
		kinds = append(kinds, each.Kind.String())
	}
	if got := strings.Join(kinds, ", "); got != "null, a boolean, a number, a string, an array, an object" {
		t.Errorf("kinds are %s", got)
	}
	for each := range parsed(`[1, 2]`).Each() {
		if each.Text != "1" {
			t.Error("it goes on after the end")
		}
		break
	}
	for each := range v.Each() {
		if each != v {
			t.Error("an object is another element than itself")
		}
	}
}

// The positions of an expanded value refer to the whole text.
func TestExpand(t *testing.T) {
	const src = `{"a": {"b": ["x", 1.5]}, "c": 1}`
	want, _ := jsontree.Parse([]byte(src), "")
	v, _ := jsontree.ParseOutline(src, "", 1)
	a := v.Members[0].Value
	got := jsontree.Expand(src, a.Start, a.End)
	if !reflect.DeepEqual(got, &want.Members[0].Value) {
		t.Errorf("got %v, want %v", got, want.Members[0].Value)
	}
}
