package roundtrip

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

const (
	nativeSource = "# head\nlocals {\n  a = \"$${x}\"\n}\n"
	jsonSource   = "{\n  \"//\": \"head\",\n  \"locals\": {\n    \"a\": \"$${x}\"\n  }\n}\n"
	noComment    = `{"locals": {"a": "$${x}"}}`
)

// inTurn returns a converter that returns these results in order, for any file.
func inTurn(results ...string) convertFunc {
	var calls atomic.Int64
	return func([]byte, string, *schema.Dialect, convert.Options) ([]byte, hcl.Diagnostics) {
		return []byte(results[int(calls.Add(1)-1)%len(results)]), nil
	}
}

// byForm returns a converter with one result for the general form and one for the compact form.
func byForm(general, compact string) convertFunc {
	return func(_ []byte, _ string, _ *schema.Dialect, opts convert.Options) ([]byte, hcl.Diagnostics) {
		if opts.Form == convert.General {
			return []byte(general), nil
		}
		return []byte(compact), nil
	}
}

func refuse(src []byte, filename string, _ *schema.Dialect, _ convert.Options) ([]byte, hcl.Diagnostics) {
	return nil,
		hcl.Diagnostics{
			{Severity: hcl.DiagError, Summary: "No", Detail: "The converter failed.",
				Subject: &hcl.Range{Filename: filename, Start: hcl.InitialPos, End: hcl.InitialPos}}}
}

func nothing([]byte, string, *schema.Dialect, convert.Options) ([]byte, hcl.Diagnostics) {
	return nil, nil
}

func tofu(t *testing.T, filename string) dialects.File {
	t.Helper()
	file, err := dialects.ForFile(filename, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func kindsOf(r Result) string {
	var kinds []string
	for _, p := range r.Problems {
		kinds = append(kinds, p.Kind.String())
	}
	return strings.Join(kinds, " ")
}

const wrongJSON = `{"//": "head", "locals": {"a": "${x}"}}`

func TestProblems(t *testing.T) {
	tests := []struct {
		name, file    string
		toJSON, toHCL convertFunc
		kinds         string
		refused       bool
	}{
		{"good native", "a.tf", inTurn(jsonSource), inTurn(nativeSource), "", false},
		{"good JSON", "a.tf.json", inTurn(jsonSource), inTurn(nativeSource), "", false},
		{"refused native", "a.tf", refuse, inTurn(nativeSource), "refused", true},
		{"refused JSON", "a.tf.json", inTurn(jsonSource), refuse, "refused", true},
		{"result refused", "a.tf", inTurn(jsonSource), refuse, "refused", false},
		{"nothing", "a.tf", nothing, inTurn(nativeSource), "refused", true},
		{"no JSON", "a.tf", inTurn("{,}"), inTurn(nativeSource), "invalid", false},
		{"no native", "a.tf.json", inTurn(jsonSource), inTurn("a = = b\n"), "invalid", false},
		{"duplicate name", "a.tf", inTurn(`{"//": "head", "locals": {"a": "$${x}"}, "locals": {}}`), inTurn(nativeSource),
			"invalid", false},
		{"other meaning in JSON", "a.tf", inTurn(wrongJSON), inTurn(nativeSource), "different", false},
		{"the same difference elsewhere in the other form", "a.tf",
			byForm(wrongJSON, "\n"+wrongJSON), inTurn(nativeSource), "different", false},
		{"other meaning in native", "a.tf", inTurn(jsonSource), inTurn("# head\nlocals {\n  a = x\n}\n"), "different", false},
		{"other meaning of JSON", "a.tf.json", inTurn(jsonSource), inTurn("# head\nlocals {\n  a = x\n}\n"), "different",
			false},
		{"comment not in JSON", "a.tf", inTurn(noComment), inTurn(nativeSource), "comments", false},
		{"comment lost", "a.tf", inTurn(jsonSource), inTurn("locals {\n  a = \"$${x}\"\n}\n"), "comments", false},
		{"comment property lost", "a.tf.json", inTurn(noComment), inTurn(nativeSource), "comments", false},
		{"both", "a.tf", inTurn(`{"locals": {}}`), inTurn(nativeSource), "different comments", false},
		{"unformatted", "a.tf", inTurn(jsonSource), inTurn("# head\nlocals {\n a = \"$${x}\"\n}\n"), "unformatted", false},
		{"unstable JSON", "a.tf", inTurn(jsonSource, jsonSource, strings.TrimSpace(jsonSource)), inTurn(nativeSource),
			"unstable", false},
		{"unstable native", "a.tf", inTurn(jsonSource), inTurn(nativeSource, "\n"+nativeSource), "unstable", false},
		{"unstable native of JSON", "a.tf.json", inTurn(jsonSource), inTurn(nativeSource, "\n"+nativeSource), "unstable",
			false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			src := nativeSource
			if strings.HasSuffix(test.file, ".json") {
				src = jsonSource
			}
			result := check(test.file, []byte(src), tofu(t, test.file), Options{}, converter{test.toJSON, test.toHCL})
			if got := kindsOf(result); got != test.kinds {
				t.Errorf("kinds %q, want %q\n%s", got, test.kinds, result)
			}
			if result.Equal() != (test.kinds == "") || result.Refused() != test.refused {
				t.Errorf("Equal %t, Refused %t", result.Equal(), result.Refused())
			}
			for _, p := range result.Problems {
				for _, diag := range p.Diagnostics {
					if diag.Subject == nil || p.Files[diag.Subject.Filename] == nil {
						t.Errorf("no text for %v", diag)
					}
				}
			}
		})
	}
}

func TestRejected(t *testing.T) {
	conv := converter{inTurn("{}"), refuse}
	for _, test := range []struct {
		file, src string
		rejected  bool
	}{
		{"a.tf", "a = \n", true},
		{"a.tf.json", "{", true},
		{"a.tf.json", `{"locals": {"a": "${"}}`, true},
		// hashicorp/hcl rejects a constant that is too large.
		{"a.tf", "variable \"a\" {\n  default = -1e999999999\n}\n", false},
	} {
		r := check(test.file, []byte(test.src), tofu(t, test.file), Options{}, conv)
		accepted := test.rejected && test.file == "a.tf"
		if r.Rejected != test.rejected || r.Accepted != accepted || !r.Refused() || kindsOf(r) != "unreadable" {
			t.Errorf("%s: %+v", test.src, r)
		}
	}
}

// TestOutside checks that a file outside its language is reported as such, for any later result.
func TestOutside(t *testing.T) {
	src := []byte("variable \"a\" {\n  default = x # c\n}\n")
	for _, conv := range []converter{{refuse, refuse},
		{inTurn(`{"variable": {"a": {"default": "${x}"}}}`), inTurn("variable \"a\" {\n  default = \"$${x}\"\n}\n")}} {
		r := check("a.tf", src, tofu(t, "a.tf"), Options{}, conv)
		if len(r.Outside) != 1 || r.Rejected || r.Equal() {
			t.Errorf("%+v", r)
		}
	}
}

func TestForms(t *testing.T) {
	var forms []convert.Form
	toJSON := func(_ []byte, _ string, _ *schema.Dialect, opts convert.Options) ([]byte, hcl.Diagnostics) {
		forms = append(forms, opts.Form)
		return []byte(jsonSource), nil
	}
	check("a.tf.json", []byte(jsonSource), tofu(t, "a.tf.json"), Options{Forms: []convert.Form{convert.Compact}},
		converter{toJSON, inTurn(nativeSource)})
	if len(forms) != 1 || forms[0] != convert.Compact {
		t.Errorf("forms %v", forms)
	}
}

// A file that comes back byte by byte is not read by the proof again.
func TestReadOnce(t *testing.T) {
	lists := strings.Repeat("1, 2, 3, 4, 5, 6, 7, 8, 9, ", 2_000) + "0"
	// The conversion is not part of it.
	back := "locals {\n  x = [" + lists + "]\n}\n"
	json := `{"locals":{"x":[` + lists + `]}}`
	allocated := func(src string) uint64 {
		conv := converter{toJSON: inTurn(json, json, json), toHCL: inTurn(back, back)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		result := check("a.tf", []byte(src), tofu(t, "a.tf"), Options{Forms: []convert.Form{convert.General}}, conv)
		runtime.ReadMemStats(&after)
		if !result.Equal() {
			t.Fatal(result)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(back)
	once, twice := allocated(back), allocated("\n"+back)
	if once > twice*4/5 {
		t.Errorf("%d bytes, and %d if it has to be read again", once, twice)
	}
}

func TestNoDialect(t *testing.T) {
	for _, d := range []*schema.Dialect{nil, {}} {
		if r := Check("a.tf", nil, dialects.File{Dialect: d}, Options{}); len(r.Problems) != 1 || !r.Refused() || r.Rejected ||
			!strings.Contains(r.String(), languages.NoDialect) {
			t.Errorf("%+v", r)
		}
	}
}

func TestInvalidJSON(t *testing.T) {
	tests := []struct {
		src    string
		offset int
		valid  bool
	}{
		{`{"a": [{"a": 1, "b": "a"}, {"a": {"a": {}}}], "b": {"a": []}}`, 0, true},
		{`[{"a": "b", "b": "b"}, "a", {"a": 1}]`, 0, true},
		{`{"a": {"b": 1, "c": [{}], "b": 2}}`, 29, false},
		{`[{"a": [], "a": 1}]`, 14, false},
		{`{"a": 1} {}`, 10, false},
		{`{"a": 1,}`, 9, false},
		{`{"a": 1e999, "a": 1}`, 16, false},
		{`{"a": "a", "b": ["a", "a"], "c": "b", "d": {"a": "d"}}`, 0, true},
		{`[[{"a": 1}], {"a": 1, "b": [], "c": {}, "b": 1}]`, 43, false},
		{`[{}, "a", "a"]`, 0, true},
		{`"a"`, 0, true},
		{``, 0, false},
	}
	for _, test := range tests {
		offset, reason := invalidJSON([]byte(test.src))
		if offset != test.offset || (reason == "") != test.valid {
			t.Errorf("%s: %q at %d, want valid %t, %d", test.src, reason, offset, test.valid, test.offset)
		}
	}
}

// TestSteps checks that each step can fail, and that the later steps are then skipped.
func TestSteps(t *testing.T) {
	const (
		toJSON, back = "to JSON in general form", "to JSON in general form and back"
		native       = "to native syntax"
		again        = native + " and back to JSON in general form"
	)
	for _, test := range []struct {
		file   string
		good   int // calls before the one that fails
		step   string
		called int
	}{
		{"a.tf", 0, toJSON, 1}, {"a.tf", 1, back, 2}, {"a.tf", 2, back + ", twice", 3}, {"a.tf", 3, back + ", twice", 4},
		{"a.tf", 4, back + ", twice", 5}, {"a.tf", 5, "", 5},
		{"a.tf.json", 0, native, 1}, {"a.tf.json", 1, again, 2}, {"a.tf.json", 2, again + ", twice", 3},
		{"a.tf.json", 3, "", 3},
	} {
		calls := 0
		until := func(good string) convertFunc {
			return func(src []byte, filename string, d *schema.Dialect, opts convert.Options) ([]byte, hcl.Diagnostics) {
				if calls++; calls > test.good {
					return refuse(src, filename, d, opts)
				}
				return []byte(good), hcl.Diagnostics{{Severity: hcl.DiagWarning, Summary: "Take care", Detail: filename}}
			}
		}
		src := nativeSource
		if strings.HasSuffix(test.file, ".json") {
			src = jsonSource
		}
		result := check(test.file, []byte(src), tofu(t, test.file), Options{Forms: []convert.Form{convert.General}},
			converter{until(jsonSource), until(nativeSource)})
		var steps []string
		for _, p := range result.Problems {
			steps = append(steps, p.Step)
		}
		if strings.Join(steps, "; ") != test.step || calls != test.called {
			t.Errorf("%s, %d: %q after %d calls", test.file, test.good, steps, calls)
		}
		if len(result.Warnings) != test.good || result.Refused() != (test.good == 0) {
			t.Errorf("%s, %d: refused %t, %d warnings", test.file, test.good, result.Refused(), len(result.Warnings))
		}
	}
}

// TestNoSecondProblem checks that a rejected file is not also reported as a guess.
func TestNoSecondProblem(t *testing.T) {
	d := tofu(t, "a.tf.json")
	r := check("a.tf.json", []byte(jsonSource), d, Options{Strict: true}, converter{refuse, refuse})
	if kindsOf(r) != "refused" {
		t.Error(r)
	}
}

// TestPlaces checks that the fault of a text is reported with its position and the expected text.
func TestPlaces(t *testing.T) {
	one := Options{Forms: []convert.Form{convert.General}}
	long := strings.Repeat("a", 200)
	for _, test := range []struct {
		file          string
		toJSON, toHCL convertFunc
		want          string
	}{
		{"a.tf", nothing, nothing,
			"a.tf:1,1-1: No result; The converter gives neither a result nor an error. (to JSON in general form)"},
		{"a.tf", inTurn("{\"//\": \"é\",\n  \"a\" 1}"), nothing,
			"a.tf.json:2,8-8: Invalid JSON; invalid character '1' after object key (to JSON in general form)"},
		{"a.tf", inTurn(`{"//": "head", "locals": {"a": "$${x}", "a": 1}}`), nothing,
			`a.tf.json:1,44-44: Invalid JSON; An object has the name "a" twice. (to JSON in general form)`},
		{"a.tf", inTurn(jsonSource), inTurn("# head\nlocals {\n    a = \"$${x}\"\n}\n"),
			`a.tf (back):3,3-3: Unusual layout; hashicorp/hcl formats this differently: "  a = \"$${x}\"\n" instead of ` +
				`"    a = \"$${x}\"\n". (to JSON in general form and back)`},
		{"a.tf", inTurn(jsonSource), inTurn(nativeSource, nativeSource+"# é"+long+"\n"),
			`a.tf (back again):5,1-1: Text not stable; The previous round trip gave a different text: nothing instead of ` +
				`"# é` + long[:117] + `...". (to JSON in general form and back, twice)`},
		{"a.tf.json", inTurn(jsonSource), inTurn(nativeSource, nativeSource[:len(nativeSource)-2]),
			`a.tf (again):4,1-1: Text not stable; The previous round trip gave a different text: "}\n" instead of nothing. ` +
				`(to native syntax and back to JSON in general form, twice)`},
	} {
		src := nativeSource
		if strings.HasSuffix(test.file, ".json") {
			src = jsonSource
		}
		diags := check(test.file, []byte(src), tofu(t, test.file), one, converter{test.toJSON, test.toHCL}).Diagnostics()
		if len(diags) == 0 || diags[0].Error() != test.want {
			t.Errorf("got  %v\nwant %s", diags, test.want)
		}
	}
}
