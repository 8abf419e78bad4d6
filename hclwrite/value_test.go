package hclwrite

import (
	"errors"
	"math/big"
	"reflect"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

func TestExprForValue(t *testing.T) {
	tenth, _, _ := big.ParseFloat("0.1234567890123456789012345678901234567890", 10, 512, big.ToNearestEven)
	for _, test := range []struct {
		value cty.Value
		want  string
	}{
		{cty.NullVal(cty.String), "null"},
		{cty.True, "true"},
		{cty.NumberIntVal(-5), "-5"},
		{cty.MustParseNumberVal("123456789012345678901234567890"), "123456789012345678901234567890"},
		{cty.NumberVal(tenth), "0.123456789012345678901234567890123456789"},
		{cty.StringVal("a ${b} %{c} \"d\""), `"a $${b} %%{c} \"d\""`},
		{cty.StringVal("one\ntwo\n"), "<<-EOT\n  one\n  two\nEOT"},
		{cty.ListValEmpty(cty.String), "[]"},
		{cty.TupleVal([]cty.Value{cty.Zero, cty.NullVal(cty.DynamicPseudoType)}), "[0, null]"},
		{cty.SetVal([]cty.Value{cty.StringVal("b"), cty.StringVal("a")}), `["a", "b"]`},
		{cty.MapVal(map[string]cty.Value{"b c": cty.True, "a": cty.False}), "{\n  a     = false\n  \"b c\" = true\n}"},
		{cty.EmptyObjectVal, "{}"},
		{cty.ObjectVal(map[string]cty.Value{"for": cty.True, "${x}": cty.EmptyTupleVal}), "{\n  \"$${x}\" = []\n  \"for\"   = true\n}"},
	} {
		e, err := ExprForValue(test.value)
		if err != nil {
			t.Errorf("%#v: %v", test.value, err)
			continue
		}
		text := ExprText(e)
		if text != test.want {
			t.Errorf("%#v is\n%s\ninstead of\n%s", test.value, text, test.want)
		}
		read, diags := hclsyntax.ParseConfig([]byte("x = "+text+"\n"), "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Errorf("%s: %v", text, diags)
			continue
		}
		got, _ := read.Body.(*hclsyntax.Body).Attributes["x"].Expr.Value(nil)
		if want := asLiteral(test.value); !got.RawEquals(want) {
			t.Errorf("%s evaluates to %#v instead of %#v", text, got, want)
		}
	}
}

// asLiteral returns a value in the types that literals have.
func asLiteral(v cty.Value) cty.Value {
	switch typ := v.Type(); {
	case v.IsNull():
		return cty.NullVal(cty.DynamicPseudoType)
	case typ.IsObjectType() || typ.IsMapType():
		attributes := make(map[string]cty.Value)
		for it := v.ElementIterator(); it.Next(); {
			name, value := it.Element()
			attributes[name.AsString()] = asLiteral(value)
		}
		return cty.ObjectVal(attributes)
	case v.CanIterateElements():
		var elements []cty.Value
		for it := v.ElementIterator(); it.Next(); {
			_, value := it.Element()
			elements = append(elements, asLiteral(value))
		}
		return cty.TupleVal(elements)
	}
	return v
}

func TestExprForValueErrors(t *testing.T) {
	capsule := cty.Capsule("file", reflect.TypeFor[int]())
	in := func(v cty.Value) cty.Value {
		return cty.ObjectVal(map[string]cty.Value{"a": cty.TupleVal([]cty.Value{cty.True, v})})
	}
	number := 1
	for _, value := range []cty.Value{
		cty.UnknownVal(cty.String), cty.DynamicVal, cty.True.Mark("secret"), cty.PositiveInfinity,
		cty.CapsuleVal(capsule, &number), cty.StringVal("\xff"),
	} {
		e, err := ExprForValue(in(value))
		var at cty.PathError
		if e != nil || !errors.As(err, &at) || len(at.Path) != 2 {
			t.Errorf("%#v: expression %v and error %v, not an error with its path", value, e, err)
		}
	}
	if e, err := ExprForValue(cty.NilVal); e != nil || err == nil {
		t.Errorf("no value: %v, %v", e, err)
	}
}

func TestNewTemplate(t *testing.T) {
	if got := ExprText(NewTemplate("${var.a}-b")); got != `"${var.a}-b"` {
		t.Error(got)
	}
}
