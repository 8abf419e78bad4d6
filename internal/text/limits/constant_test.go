package limits

import (
	"runtime"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

func parse(t *testing.T, src string) hclsyntax.Expression {
	t.Helper()
	e, diags := hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%s: %s", src, diags)
	}
	return e
}

// valueSize returns the size of a value: the number of its elements and characters.
func valueSize(value cty.Value) int {
	switch t := value.Type(); {
	case value.IsNull():
		return 1
	case t == cty.String:
		return 1 + len(value.AsString())
	case t.IsPrimitiveType():
		return 1
	}
	total := 1
	for it := value.ElementIterator(); it.Next(); {
		key, element := it.Element()
		total += valueSize(element)
		if key.Type() == cty.String {
			total += valueSize(key)
		}
	}
	return total
}

// TestBound checks that a value does not exceed its bound, and that the bound does not exceed its
// value in earlier releases, because accepted files would be rejected.
func TestBound(t *testing.T) {
	long := `"` + strings.Repeat("x", 330) + `"`
	for _, test := range []struct {
		src   string
		bound int
	}{
		{`1`, 2},
		{`null`, 1},
		{`"x"`, 3},
		{`""`, 2},
		{`1000`, 11},
		{`0.5`, 513},
		{`-1000`, 11},
		{`!true`, 1},
		{"(" + long + ")", 332},
		{long, 332},
		{`[for a in [1, 2] : [for b in [3, 4] : ` + long + `]]`, 1356},
		{`[for a in [1] : [for b in [1] : [for c in [1] : c]]]`, 14},
		{`[for a in ["1", "2", "3"] : [for b in [` + long + `] : "${a}${b}"]]`, 2023},
		{`[for b in [` + long + `] : [for a in ["1", "2", "3"] : "${a}${b}"]]`, 1355},
		{`[for a in [` + long + `] : [for a in ["1", "2"] : a]]`, 349},
		{`{ for k, v in { a = 1, b = ` + long + ` } : k => [v, v] }`, 2347},
		{`{ for v in [` + long + `] : "${v}${v}" => 1 }`, 1001},
		{`[for v in [1, 2] : v if "${v}" != ` + long + `]`, 686},
		{`[for a in [[1, 2], [3]] : [for b in a : b]]`, 109},
		{`[{ a = "x" }, { a = "y" }][*].a`, 39},
		{`[{ a = [1, ` + long + `] }, { a = [] }][*].a[*]`, 236327},
		{`"x"[*]`, 12},
		{`[for i in [] : i]`, 3},
		{`{}`, 1},
		{`[1, [2, ` + long + `]][1][1]`, 339},
		{`{ a = { b = ` + long + ` } }.a.b`, 338},
		{`{ (` + long + `) = 1, b = 2 }`, 341},
		{`{ "${` + long + `}${` + long + `}" = 1 }`, 669},
		{`true ? [1] : [2]`, 9},
		{`1000 + 1000 * 2`, 27},
		{`"${` + long + `}" == ` + long, 665},
		{`"a${1 + 1}b%{ for x in ["u", ` + long + `] }${x}%{ endfor }"`, 1014},
		{`[for a in [{ b = ` + long + ` }] : a.b]`, 672},
	} {
		e := parse(t, test.src)
		value, diags := e.Value(nil)
		if diags.HasErrors() {
			t.Fatalf("%s: %s", test.src, diags)
		}
		if got, size := SizeOf(e), valueSize(value); got < size || got != test.bound {
			t.Errorf("%.60s: the bound is %d, the size %d; want %d", test.src, got, size, test.bound)
		}
	}
}

func TestTooLarge(t *testing.T) {
	ten := "[for x in [1,2,3,4,5,6,7,8,9,0] : "
	for _, src := range []string{
		strings.Repeat(ten, 7) + "x" + strings.Repeat("]", 7),
		`1e999999999 + 1`,
		`-1e999999999`,
		`1e400000 + 1`,
		`1e-400000 + 1`,
		`"${1e-300000}"`,
		`"${1e400000}"`,
		// The size of a variable's value counts at every position.
		`[for a in ["` + strings.Repeat("x", 1000) + `"] : [` + strings.Repeat("a,", 2000) + `]]`,
	} {
		var b Budget
		if _, diags := b.Evaluate(parse(t, src)); !diags.HasErrors() || diags[0].Extra != (TooLarge{}) ||
			diags[0].Subject == nil {
			t.Errorf("%.60s is evaluated: %v", src, diags)
		}
		if b.spent != 0 {
			t.Errorf("%.60s is not evaluated, but counted", src)
		}
	}
	var b Budget
	if value, diags := b.Evaluate(parse(t, `1e1000 + 1`)); diags.HasErrors() || value.AsBigFloat().IsInf() {
		t.Errorf("a number is refused: %s", diags)
	}
}

// Each of many values is below the limit, but their sum is not.
func TestBudget(t *testing.T) {
	text := strings.Repeat("x", Value)
	e := &hclsyntax.LiteralValueExpr{Val: cty.StringVal(text[1:])}
	larger := &hclsyntax.LiteralValueExpr{Val: cty.StringVal(text)}
	var b Budget
	if _, diags := b.Evaluate(larger); SizeOf(e) != Value || !diags.HasErrors() {
		t.Errorf("the largest value has the size %d, a larger one: %v", SizeOf(e), diags)
	}
	for range totalBudget / Value {
		if _, diags := b.Evaluate(e); diags.HasErrors() {
			t.Fatal(diags)
		}
	}
	if _, diags := b.Evaluate(parse(t, "1")); !diags.HasErrors() {
		t.Error("the bound is unlimited")
	}
}

// The time of a bound is linear in the number of parts of an expression, with any nesting.
func TestBoundIsLinear(t *testing.T) {
	src := "[1]"
	for range 200 {
		src = "[for a in " + src + " : a]"
	}
	if got := SizeOf(parse(t, src)); got > 100_000 {
		t.Errorf("the bound is %d", got)
	}
}

// Each level of nested splats has its own scope, of the same size.
func TestNestedScopes(t *testing.T) {
	allocated := func(levels int) uint64 {
		expr := parse(t, "a"+strings.Repeat("[*]", levels))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		SizeOf(expr)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	// Other goroutines can allocate too.
	if few, many := allocated(1000), allocated(4000); many > 6*max(few, 100<<10) {
		t.Errorf("%d bytes for 1000 levels, %d for 4000", few, many)
	}
}
