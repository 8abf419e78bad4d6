package guess

import "testing"

// The most frequent kind of a name depends on the form of its value. The kind is sure if the other one is
// rare.
func TestUses(t *testing.T) {
	for _, test := range []struct {
		uses Uses
		form Form
		kind Kind
		sure bool
	}{
		{Uses{}, ObjectForm, Unlisted, false},
		{Uses{Blocks: 5}, ObjectForm, IsBlock, true},
		{Uses{Blocks: 4}, ObjectForm, IsBlock, false},
		{Uses{AsBlocks: 5}, ObjectForm, IsBlock, true},
		{Uses{Blocks: 2, Objects: 3}, ObjectForm, IsAttribute, false},
		{Uses{Objects: 5}, ObjectForm, IsAttribute, true},
		{Uses{Objects: 4}, ObjectForm, IsAttribute, false},
		{Uses{Lists: 5}, ObjectForm, Unlisted, false},
		// Most arguments that take an object are maps of strings.
		{Uses{Blocks: 2, Objects: 3}, DeepForm, IsBlock, false},
		{Uses{Blocks: 1, Objects: 3}, DeepForm, IsAttribute, false},
		{Uses{Blocks: 2, Objects: 9}, ListForm, IsBlock, false},
		{Uses{Blocks: 2, Lists: 2}, ListForm, IsAttribute, false},
		{Uses{Blocks: 2, Lists: 3}, NullsForm, IsAttribute, false},
		{Uses{Lists: 5}, NullsForm, IsAttribute, true},
		// An empty list for blocks is no evidence.
		{Uses{Blocks: 9, Arrays: 1}, EmptyForm, IsAttribute, false},
		{Uses{Blocks: 9, AsBlocks: 1}, EmptyForm, IsAttribute, false},
		{Uses{Blocks: 9, Lists: 1}, EmptyForm, IsAttribute, false},
		{Uses{Blocks: 9}, EmptyForm, IsBlock, true},
		{Uses{Blocks: 100, Arrays: 1}, EmptyForm, IsAttribute, false},
		{Uses{Blocks: 101, Arrays: 1}, EmptyForm, IsBlock, true},
		{Uses{Arrays: 5}, EmptyForm, IsAttribute, true},
		// One use in a hundred is not rare; fewer uses are rare.
		{Uses{Blocks: 100, Objects: 1}, ObjectForm, IsBlock, false},
		{Uses{Blocks: 101, Objects: 1}, ObjectForm, IsBlock, true},
		{Uses{Blocks: 1, Objects: 100}, ObjectForm, IsAttribute, false},
		{Uses{Blocks: 1, Objects: 101}, ObjectForm, IsAttribute, true},
	} {
		if kind, sure := test.uses.mostFrequentKind(test.form, 5); kind != test.kind || sure != test.sure {
			t.Errorf("%+v in form %d: %d, %t", test.uses, test.form, kind, sure)
		}
	}
	for _, test := range []struct {
		uses    Uses
		form    Form
		lasting bool
	}{
		{Uses{Blocks: 10}, ObjectForm, true},
		{Uses{Blocks: 9}, ObjectForm, false},
		{Uses{AsBlocks: 10}, ObjectForm, true},
		{Uses{Blocks: 100, Objects: 1}, ObjectForm, false},
		{Uses{Blocks: 100, Lists: 1}, ObjectForm, false},
		{Uses{Objects: 4, Lists: 6}, ListForm, true},
		{Uses{Blocks: 10, Arrays: 1}, ObjectForm, true},
		{Uses{Blocks: 10, Arrays: 1}, EmptyForm, false},
		{Uses{Blocks: 10, AsBlocks: 1}, EmptyForm, false},
		{Uses{AsBlocks: 3, Lists: 3, Arrays: 4}, EmptyForm, true},
	} {
		if got := test.uses.isLasting(test.form, 5); got != test.lasting {
			t.Errorf("%+v in form %d is lasting: %t", test.uses, test.form, got)
		}
	}
}

// Names in providers contain only lowercase letters, digits and underscores, so an object with other
// keys is not a body. Other tables have no such rule.
func TestOtherKeys(t *testing.T) {
	counted := NewUses(func(string) Uses { return Uses{} }, 5)
	for names, provider := range map[*Names]bool{nil: false, NewNames(nil, nil, nil, true): false, counted: true,
		NewNames(nil, nil, nil, false).WithGuesses(counted): true} {
		for form := ObjectForm; form <= BodyForm; form++ {
			other, plain := Classify("x", form|OtherKeys, nil, names), Classify("x", form, nil, names)
			if provider {
				plain = Classify("x", PlainForm, nil, names)
			}
			if other != plain {
				t.Errorf("%+v in form %d, provider %t: %+v", other, form, provider, plain)
			}
		}
	}
}
