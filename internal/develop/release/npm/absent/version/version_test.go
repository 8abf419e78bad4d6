package version

import (
	"testing"

	real "github.com/hashicorp/go-version"
)

func TestCheck(t *testing.T) {
	versions := []string{"0", "3", "4.0", "4.0.0", "4.5.3", "4.6.0", "4.999999.0", "5.0.0", "5.1"}
	for _, operator := range append([]string{" ~> ", "\t= "}, operators...) {
		for _, limit := range versions {
			text := operator + limit + " "
			if operator[0:min(1, len(operator))] == "\t" {
				mustPanic(t, text)
				continue
			}
			got, _ := NewConstraint(text)
			want := real.MustConstraints(real.NewConstraint(text))
			for _, v := range versions {
				version, _ := NewVersion(v)
				if got, want := got[0].Check(version), want[0].Check(real.Must(real.NewVersion(v))); got != want {
					t.Errorf("%q for %s: got %t", text, v, got)
				}
			}
		}
	}
	for _, a := range versions {
		for _, b := range versions {
			v, _ := NewVersion(a)
			other, _ := NewVersion(b)
			want := real.Must(real.NewVersion(a)).Compare(real.Must(real.NewVersion(b)))
			if v.Core().LessThan(other) != (want < 0) || v.Core().GreaterThan(other) != (want > 0) {
				t.Errorf("%s and %s", a, b)
			}
		}
	}
	for _, text := range []string{"1.0", "1.0 ", "1.0  "} {
		_, got := NewVersion(text)
		if _, want := real.NewVersion(text); (got == nil) != (want == nil) {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
	list, _ := NewConstraint(">= 1.0,< 3")
	if want := real.MustConstraints(real.NewConstraint(">= 1.0,< 3")); len(list) != len(want) ||
		list[1].String() != want[1].String() {
		t.Errorf("got %v, want %v", list, want)
	}
	for _, text := range []string{"", "x", "1.2.3-beta", "v1", "1..2", "1.+2", "1.2.3.4", "~>> 1", "1234567890", "1.0 0"} {
		mustPanic(t, text)
	}
}

func mustPanic(t *testing.T, text string) {
	t.Helper()
	defer func() {
		if _, ok := recover().(interface{ Absent() }); !ok {
			t.Errorf("%q is read", text)
		}
	}()
	_, _ = NewConstraint(text)
}
