package schema

import "testing"

// What a name most often is depends on the form of its value, and is sure where the
// other kind is rare or never there.
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
		// An empty list for blocks says nothing.
		{Uses{Blocks: 9, Arrays: 1}, EmptyForm, IsAttribute, false},
		{Uses{Blocks: 9, AsBlocks: 1}, EmptyForm, IsAttribute, false},
		{Uses{Blocks: 9, Lists: 1}, EmptyForm, IsAttribute, false},
		{Uses{Blocks: 9}, EmptyForm, IsBlock, true},
		{Uses{Blocks: 100, Arrays: 1}, EmptyForm, IsAttribute, false},
		{Uses{Blocks: 101, Arrays: 1}, EmptyForm, IsBlock, true},
		{Uses{Arrays: 5}, EmptyForm, IsAttribute, true},
		// One in a hundred is not rare, and less is.
		{Uses{Blocks: 100, Objects: 1}, ObjectForm, IsBlock, false},
		{Uses{Blocks: 101, Objects: 1}, ObjectForm, IsBlock, true},
		{Uses{Blocks: 1, Objects: 100}, ObjectForm, IsAttribute, false},
		{Uses{Blocks: 1, Objects: 101}, ObjectForm, IsAttribute, true},
	} {
		if kind, sure := test.uses.decide(test.form, 5); kind != test.kind || sure != test.sure {
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
		if got := test.uses.lasting(test.form, 5); got != test.lasting {
			t.Errorf("%+v in form %d is lasting: %t", test.uses, test.form, got)
		}
	}
}

// A table over another one says what it lists, and leaves other names, and which blocks are
// lists, to the one below.
func TestOver(t *testing.T) {
	base := NewNames([]string{"a", "b"}, nil, []string{"c"}, false).WithLists("l")
	top := NewNames(nil, nil, []string{"a", "l"}, false).WithLists("a")
	middle := NewNames([]string{"m"}, nil, []string{"b"}, false)
	for _, test := range []struct {
		table *Names
		name  string
		form  Form
		want  Kind
	}{
		{top.over(nil), "a", ObjectForm, IsBlock}, {top.over(nil), "a", EmptyForm, IsAttribute},
		{(*Names)(nil).over(base), "a", ObjectForm, IsAttribute}, {(*Names)(nil).over(nil), "a", ObjectForm, Unlisted},
		{top.over(base), "a", ObjectForm, IsBlock}, {top.over(base), "b", ObjectForm, IsAttribute},
		{top.over(base), "c", ObjectForm, IsBlock}, {top.over(base), "l", EmptyForm, IsAttribute},
		{top.over(base), "a", EmptyForm, IsBlock}, {top.WithGuesses(middle).over(base), "b", ObjectForm, IsBlock},
		{top.WithGuesses(middle).over(base), "c", ObjectForm, IsBlock},
		{top.WithGuesses(middle).over(base), "m", ObjectForm, IsAttribute},
		{top, "c", ObjectForm, Unlisted}, {middle, "c", ObjectForm, Unlisted},
	} {
		if got, _ := test.table.Decide(test.name, test.form); got != test.want {
			t.Errorf("%s in form %d is %d, want %d", test.name, test.form, got, test.want)
		}
	}
}

// Names of providers have only small letters, digits and underscores; other tables say
// nothing of that.
func TestPossible(t *testing.T) {
	counted := NewUses(func(string) Uses { return Uses{} }, 5)
	for table, names := range map[*Names]string{nil: "aZ-", NewNames(nil, nil, nil, true): "aZ-", counted: "a",
		NewNames(nil, nil, nil, false).WithGuesses(counted): "a"} {
		for _, name := range []string{"az_09", "aZ", "a-z", ""} {
			want := names == "aZ-" || name == "az_09" || name == ""
			if got := table.Possible(name); got != want {
				t.Errorf("%q is possible: %t", name, got)
			}
		}
	}
}

// A name is no block if it is an attribute as an object, and none as a list of objects.
func TestNeverBlock(t *testing.T) {
	uses := NewUses(func(name string) Uses {
		return map[string]Uses{"o": {Objects: 1}, "l": {Objects: 2, Blocks: 1}, "b": {Blocks: 1},
			"f": {Objects: 1, Lists: 1}}[name]
	}, 5)
	for name, want := range map[string]bool{"o": true, "l": false, "b": false, "f": true, "x": false} {
		if got := uses.NeverBlock(name); got != want {
			t.Errorf("%s is never a block: %t", name, got)
		}
	}
}
