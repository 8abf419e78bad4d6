package extent

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

// valueSize is the size of a value: its elements and the characters in it.
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

// What is evaluated is no larger than its bound, and the bound is not a guess from
// the length of the source.
func TestBound(t *testing.T) {
	long := `"` + strings.Repeat("x", 330) + `"`
	for _, test := range []struct {
		src  string
		most int
	}{
		{`1`, 10},
		{long, 340},
		{`[for a in [1, 2] : [for b in [3, 4] : ` + long + `]]`, 4 * 400},
		{`[for a in [1] : [for b in [1] : [for c in [1] : c]]]`, 100},
		{`[for a in ["1", "2", "3"] : [for b in ["` + strings.Repeat("y", 300) + `"] : "${a}${b}"]]`, 3 * 1000},
		{`{ for k, v in { a = 1, b = "` + strings.Repeat("y", 300) + `" } : k => [v, v] }`, 4000},
		{`[for a in [[1, 2], [3]] : [for b in a : b]]`, 300},
		{`[{ a = "x" }, { a = "y" }][*].a`, 200},
		{`"x"[*]`, 20},
		{`[for i in [] : i]`, 20},
		{`[1, [2, "` + strings.Repeat("z", 100) + `"]][1][1]`, 400},
		{`true ? [1] : []`, 20},
		{`"a${1 + 1}b%{ for x in ["u", "v"] }${x}%{ endfor }"`, 200},
	} {
		e := parse(t, test.src)
		value, diags := e.Value(nil)
		if diags.HasErrors() {
			t.Fatalf("%s: %s", test.src, diags)
		}
		if got, size := Of(e), valueSize(value); got < size || got > test.most {
			t.Errorf("%.60s: the bound is %d, the size %d; at most %d is expected", test.src, got, size, test.most)
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
		`"${1e400000}"`,
		// What a variable stands for counts wherever it is.
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

// Each of many values is small enough, but not all of them.
func TestBudget(t *testing.T) {
	e := parse(t, strings.Repeat("[for x in [1,2,3,4,5,6,7,8,9,0] : ", 4)+"x"+strings.Repeat("]", 4))
	var b Budget
	for range total / Of(e) {
		if _, diags := b.Evaluate(e); diags.HasErrors() {
			t.Fatal(diags)
		}
	}
	if _, diags := b.Evaluate(e); !diags.HasErrors() {
		t.Error("there is no end")
	}
}

// A bound takes one step for each part of an expression, however they nest.
func TestBoundIsLinear(t *testing.T) {
	src := "[1]"
	for range 200 {
		src = "[for a in " + src + " : a]"
	}
	if got := Of(parse(t, src)); got > 100_000 {
		t.Errorf("the bound is %d", got)
	}
}

// Each level of nested splats has a scope of its own, of the same size.
func TestNestedScopes(t *testing.T) {
	allocated := func(levels int) uint64 {
		expr := parse(t, "a"+strings.Repeat("[*]", levels))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Of(expr)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := allocated(1000), allocated(4000); many > 6*few {
		t.Errorf("%d bytes for 1000 levels, %d for 4000", few, many)
	}
}
