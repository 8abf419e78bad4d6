package patch

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/notepath"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// The members of a "//" object that are about lists (docs/comments.md).
const (
	atName       = "at"
	elementsName = "elements"
	endName      = "end"
)

// sides are the members of a "//" property that we would write of the file as it was
// and as it is.
type sides struct{ was, is []jsontree.Member }

// placesOf are the places at which a "//" property has comments.
func placesOf(members []jsontree.Member) []jsontree.Member {
	if m := memberNamed(members, atName); m != nil {
		return m.Value.Members
	}
	return nil
}

func memberIndex(members []jsontree.Member, name string) int {
	return slices.IndexFunc(members, func(m jsontree.Member) bool { return m.Name == name })
}

// memberNamed is the first member of a name, or nil.
func memberNamed(members []jsontree.Member, name string) *jsontree.Member {
	if i := memberIndex(members, name); i >= 0 {
		return &members[i]
	}
	return nil
}

// below are the places below a name.
func below(places []jsontree.Member, name string) (list []jsontree.Member) {
	for _, m := range places {
		if first, _, _, ok := notepath.SplitPath(m.Name); ok && first == name {
			list = append(list, m)
		}
	}
	return list
}

// signsAt are the signs that a place has, or "".
func signsAt(place *jsontree.Member) string {
	if m := memberNamed(place.Value.Members, elementsName); m != nil {
		return m.Value.Text
	}
	return ""
}

func isSigned(place jsontree.Member) bool { return signsAt(&place) != "" }

// isIndexed reports whether a place is in a list.
func isIndexed(place jsontree.Member) bool {
	for rest := place.Name; rest != ""; {
		_, index, after, ok := notepath.SplitPath(rest)
		if !ok || index >= 0 {
			return ok
		}
		rest = after
	}
	return false
}

// resigned are places with other signs: none, or ones to be filled in when the values
// are there that they are of.
func resigned(places []jsontree.Member, signed bool) (list []jsontree.Member) {
	for _, place := range places {
		signs := signsAt(&place)
		if signs == "" {
			list = append(list, place)
			continue
		}
		members := slices.Clone(place.Value.Members)
		i := memberIndex(members, elementsName)
		if signed {
			members[i].Value.Text = strings.Repeat(notepath.UnknownSign, len(signs)/notepath.SignSize)
		} else {
			members = slices.Delete(members, i, i+1)
		}
		if place.Value.Members = members; len(members) > 0 {
			list = append(list, place)
		}
	}
	return list
}

// withSigns makes the two sides right about lists: indexes in the file are about the
// elements that its signs tell, which may be elsewhere by now. all: everything is
// written, not only what is different.
func (e *jsonBody) withSigns(old *jsontree.Value, s sides, all bool) sides {
	olds, was, is := placesOf(old.Members), placesOf(s.was), placesOf(s.is)
	if !e.comments() || !slices.ContainsFunc(slices.Concat(olds, was, is), isSigned) {
		return s
	}
	var names []string
	for _, place := range slices.Concat(olds, was, is) {
		if name, _, _, ok := notepath.SplitPath(place.Name); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	values := make([]*jsontree.Value, len(e.objects))
	for i, object := range e.objects {
		values[i] = object.value
	}
	here, before, after := notepath.Joined(values), notepath.Joined(e.wasObjects), notepath.Joined(e.isObjects)
	var stale []string
	moved := false
	for _, name := range names {
		if isStale(here[name], below(olds, name)) && (before[name] != nil || after[name] != nil) {
			stale = append(stale, name)
			moved = moved || !samePlaces(was, is, name) || !sameValue(before[name], after[name])
		}
	}
	var to sides
	for _, name := range names {
		o, w, i := below(olds, name), below(was, name), below(is, name)
		signed := !e.unsigned && (slices.ContainsFunc(o, isSigned) || !slices.ContainsFunc(o, isIndexed))
		switch {
		case moved && slices.Contains(stale, name):
			w, i = o, resigned(i, true)
		case !signed:
			w, i = resigned(w, false), resigned(i, false)
		case all || !samePlaces(was, is, name):
			i = resigned(i, true)
		}
		to.was, to.is = append(to.was, w...), append(to.is, i...)
	}
	s.was, s.is = notePlaces(s.was, to.was), notePlaces(s.is, to.is)
	if moved {
		// The comments of elements that are gone have come to be there.
		s.was = slices.DeleteFunc(s.was, func(m jsontree.Member) bool { return m.Name == endName })
		if end := memberNamed(old.Members, endName); end != nil {
			s.was = append(s.was, *end)
		}
	}
	return s
}

func samePlaces(was, is []jsontree.Member, name string) bool {
	return sameData(object(below(was, name)), object(below(is, name)))
}

func sameValue(a, b *jsontree.Value) bool {
	return a == nil && b == nil || a != nil && b != nil && sameData(a, b)
}

// notePlaces are the members of a "//" object with other places.
func notePlaces(members, places []jsontree.Member) []jsontree.Member {
	members = slices.Clone(members)
	i := memberIndex(members, atName)
	switch {
	case i < 0 && len(places) > 0:
		return append(members, jsontree.Member{Name: atName, Value: *object(places)})
	case i >= 0 && len(places) == 0:
		return slices.Delete(members, i, i+1)
	case i >= 0:
		members[i].Value.Members = places
	}
	return members
}

// isStale reports whether signs below a name are not those of the elements that are
// there.
func isStale(v *jsontree.Value, places []jsontree.Member) bool {
	signer := notepath.NewSigner()
	return slices.ContainsFunc(places, func(place jsontree.Member) bool {
		signs := signsAt(&place)
		if signs == "" {
			return false
		}
		list := listAt(&signer, v, place.Name)
		return list == nil || signer.Signs(notepath.Elements(list)) != signs
	})
}

// listAt is the value that a path leads to below that of its name, or nil.
func listAt(signer *notepath.Signer, v *jsontree.Value, path string) *jsontree.Value {
	_, _, rest, ok := notepath.SplitPath(path)
	for ok && rest != "" && v != nil {
		var key string
		var index int
		if key, index, rest, ok = notepath.SplitPath(rest); ok {
			v = signer.Step(v, key, index)
		}
	}
	if !ok {
		return nil
	}
	return v
}

// fillSigns puts the signs of lists into a text where there is room for them.
func fillSigns(src []byte) []byte {
	if !bytes.Contains(src, []byte(notepath.UnknownSign)) {
		return src
	}
	root, diags := jsontree.Parse(src, "")
	if diags.HasErrors() {
		return src
	}
	signer := notepath.NewSigner()
	eachNote(root, func(body, note *jsontree.Value) {
		var first map[string]*jsontree.Value
		for _, place := range placesOf(note.Members) {
			signs := memberNamed(place.Value.Members, elementsName)
			if signs == nil || !strings.HasPrefix(signs.Value.Text, notepath.UnknownSign) {
				continue
			}
			if first == nil {
				first = notepath.Joined([]*jsontree.Value{body})
			}
			name, _, _, _ := notepath.SplitPath(place.Name)
			list, room := listAt(&signer, first[name], place.Name), &signs.Value
			if list != nil {
				if signs := signer.Signs(notepath.Elements(list)); len(signs) == room.End-room.Start-len(`""`) {
					copy(src[room.Start+1:], signs)
				}
			}
		}
	})
	return src
}

// eachNote calls do with each "//" property in a value, and the object that it is in.
func eachNote(v *jsontree.Value, do func(body, note *jsontree.Value)) {
	for i := range v.Elems {
		eachNote(&v.Elems[i], do)
	}
	for i := range v.Members {
		if m := &v.Members[i]; m.Name == noteName {
			do(v, &m.Value)
		} else {
			eachNote(&m.Value, do)
		}
	}
}
