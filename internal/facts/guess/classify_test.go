package guess

import "testing"

// TestLabelsForm checks that a key that is not an identifier can be a label, except in bodies of
// providers and plugins.
func TestLabelsForm(t *testing.T) {
	for _, names := range []*Names{nil, NewNames(nil, nil, nil, false)} {
		if class := Classify("x", LabelsForm, nil, names); class.Kind != IsAttribute || class.Sure {
			t.Errorf("%+v", class)
		}
	}
	for _, names := range []*Names{NewNames(nil, nil, nil, true), NewUses(func(string) Uses { return Uses{} }, 5)} {
		if class := Classify("x", LabelsForm, nil, names); class.Kind != IsAttribute || !class.Sure {
			t.Errorf("blocks of plugins have no labels: %+v", class)
		}
	}
}

func TestGuess(t *testing.T) {
	listed := func(survey bool) *Names {
		return NewNames([]string{"a"}, []string{"_tags"}, []string{"b"}, survey)
	}
	counted := NewUses(func(name string) Uses {
		return map[string]Uses{
			"a": {Objects: 9, Lists: 9, Arrays: 9}, "b": {Blocks: 9}, "a1": {Objects: 10, Lists: 10, Arrays: 10},
			"b1": {Blocks: 10}, "ab": {Blocks: 1, Objects: 1, Lists: 2},
		}[name]
	}, 5)
	for _, test := range []struct {
		table string
		names *Names
		name  string
		guess string
	}{
		{"none", nil, "x", "AaabbbbbbbB.B.B"},
		{"listed", listed(false), "a", "AaaaaaaaaaB.aB"},
		{"listed", listed(false), "b", "AabbbbbbbbB.B.B"},
		{"listed", listed(false), "x_tags", "AaaaaaaaaaB.aB"},
		{"listed", listed(false), "x", "AaabbbbbbbB.B.B"},
		{"lists", listed(false).WithLists("b"), "b", "AaabbbbbbbB.B.B"},
		{"survey", listed(true), "a", "ABAAAAABAAAAB"},
		{"survey", listed(true), "b", "ABBBBBBBBBBBB"},
		{"survey", listed(true), "x", "AAAbbabBBbBaB"},
		{"counted", counted, "a", "ABAAAAAaAAAAB"},
		{"counted", counted, "b", "ABB.B.B.B.B.B.B.B.B.B.B"},
		{"counted", counted, "a1", "ABAAAAAaAAAAB"},
		{"counted", counted, "b1", "ABBBBBBBBBBBB"},
		{"counted", counted, "ab", "ABaaaaabaaB.aB"},
		{"counted", counted, "x", "ABabbbbbbbB.B.B"},
		{"listed before counted", listed(false).WithGuesses(counted), "a", "ABaaaaaaaaB.aB"},
		{"listed before counted", listed(false).WithGuesses(counted), "a1", "ABAAAAAaAAAAB"},
		{"counted before listed", counted.WithGuesses(listed(false)), "x_tags", "ABaaaaaaaaB.aB"},
		{"survey before listed", NewNames(nil, nil, nil, true).WithGuesses(listed(false)), "a", "ABAaaaaBBaBaB"},
		{"survey before listed", NewNames(nil, nil, nil, true).WithGuesses(listed(false)), "b", "ABbbbbbBBbBBB"},
	} {
		var got string
		for form := PlainForm; form <= BodyListForm; form++ {
			class := Classify(test.name, form, nil, test.names)
			letter := map[Kind]string{IsAttribute: "a", IsBlock: "b"}[class.Kind]
			if class.Sure {
				letter = map[Kind]string{IsAttribute: "A", IsBlock: "B"}[class.Kind]
			}
			got += letter
			switch {
			case class.Alone != class.Kind || class.Everywhere && !class.Sure:
				t.Errorf("%s: %s is certainly another thing in form %d", test.table, test.name, form)
			case class.Sure && !class.Everywhere:
				got += "."
			}
		}
		if got != test.guess {
			t.Errorf("%s: %s is %s, want %s", test.table, test.name, got, test.guess)
		}
	}
}
