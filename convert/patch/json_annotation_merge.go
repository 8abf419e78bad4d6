package patch

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// changeAnnotation changes the "//" property of a body if the edit changes comments or the order of
// items.
func (b *jsonBody) changeAnnotation() {
	if b.schema != nil && b.schema.NoComments {
		return
	}
	was := b.dropStringAnnotations(b.annotationParts(annotationOf(b.oldObjects), false))
	is := b.dropStringAnnotations(b.annotationParts(annotationOf(b.editedObjects), false))
	foreign := len(is) == 1 && is[0].Name == "inside" && is[0].Value.Kind != jsontree.String
	if order := b.orderHint(); order != nil && !foreign {
		is = append(is, jsontree.Member{Name: orderHint, Value: *order})
	}
	olds := slices.DeleteFunc(b.membersNamed(annotationName), func(m *jsonMember) bool { return m.old == nil })
	old := newObject(nil)
	if len(olds) == 1 {
		old = &olds[0].old.Value
	}
	s := b.withFingerprints(old, annotationSides{was, is}, len(olds) != 1)
	if was, is = s.old, s.edited; jsontree.Equal(newObject(was), newObject(is)) {
		return
	}
	switch len(olds) {
	case 0:
		// The file did not need these hints, so the edit does not add them.
		is = slices.DeleteFunc(slices.Clone(is), func(m jsontree.Member) bool {
			return isHint(m) && slices.ContainsFunc(was, func(old jsontree.Member) bool {
				return old.Name == m.Name && jsontree.Equal(&old.Value, &m.Value)
			})
		})
	case 1:
		b.replaceAnnotation(olds[0], was, is)
		return
	default:
		// Several annotations have the meaning of one, so one annotation replaces them.
		for _, m := range olds {
			b.removeMember(m)
		}
	}
	if node := annotationNode(is); node != nil && len(b.objects) > 0 {
		object := b.objects[0]
		m := &jsonMember{object: object, index: -1, name: annotationName, value: node}
		m.at, object.isArranged = object.members.PushFront(m), true
	}
}

// dropStringAnnotations removes the annotations of expressions that remain JSON strings, because
// these strings contain the comments themselves.
func (b *jsonBody) dropStringAnnotations(members []jsontree.Member) []jsontree.Member {
	var places []jsontree.Member
	for _, place := range annotatedPlaces(members) {
		name, _, rest, ok := annotationpath.SplitPath(place.Name)
		var v *jsontree.Value
		for _, object := range b.objects {
			for m := range elementsOf[*jsonMember](object.members) {
				if m.old != nil && (m.name == name || m.old.Name == name) {
					v = &m.old.Value
				}
			}
		}
		for ok && v != nil && v.Kind != jsontree.String && rest != "" {
			var key string
			var index int
			if key, index, rest, ok = annotationpath.SplitPath(rest); index >= 0 {
				v = v.Elem(index)
			} else {
				v = v.Member(key)
			}
		}
		if v != nil && v.Kind == jsontree.String && b.changes.KeepsKind(v) {
			place.Value.Members = slices.DeleteFunc(slices.Clone(place.Value.Members), func(m jsontree.Member) bool {
				return rest != "" || m.Name != "above" && m.Name != "after"
			})
			if len(place.Value.Members) == 0 {
				continue
			}
		}
		places = append(places, place)
	}
	return withPlaces(members, places)
}

// orderHint returns the new value of the member "order": the names of the items in native order. It
// returns nil if the order is unchanged, or the body has no such member.
func (b *jsonBody) orderHint() *jsontree.Value {
	listed := false
	for _, object := range b.objects {
		if order := object.value.Member(annotationName).Member(orderHint); order != nil {
			listed = listed || isHint(jsontree.Member{Name: orderHint, Value: *order})
		}
	}
	if !b.changesOrder() || !listed {
		return nil
	}
	written := b.writtenOrder()
	// If the blocks of a type have another order in JSON, their paths are listed instead of their
	// type.
	byPath, last := make(map[string]bool), make(map[string]int)
	for _, j := range written {
		name := hclwrite.ItemName(b.edited[j])
		if before, ok := last[name]; ok && before > j {
			byPath[name] = true
		}
		last[name] = j
	}
	list := &jsontree.Value{Kind: jsontree.Array}
	for _, item := range b.edited {
		name := hclwrite.ItemName(item)
		if name == "" {
			continue // a comment group
		}
		if block, ok := item.(*hclwrite.Block); ok && byPath[name] {
			name = pathOf(block)
		}
		list.Elems = append(list.Elems, jsontree.Value{Kind: jsontree.String, Text: name})
	}
	return list
}

// pathOf returns the path of a block: its type and labels (docs/comments.md).
func pathOf(block *hclwrite.Block) string {
	path := block.Type
	for _, label := range block.Labels {
		if hcltext.IsIdentifier(label) {
			path += "." + label
		} else {
			path += "[" + string(jsonemit.AppendString(nil, label)) + "]"
		}
	}
	return path
}

// replaceAnnotation changes the existing "//" property m of a body. was and is are the old and new
// members, as this program writes them.
func (b *jsonBody) replaceAnnotation(m *jsonMember, was, is []jsontree.Member) {
	old := &m.old.Value
	node := annotationNode(is)
	ours := node == nil || node.Kind == jsontree.Object || node.Kind == jsontree.String
	switch {
	case old.Kind == jsontree.Object && hasOwnMembers(old, was) && ours:
		if b.mergeMembers(old, was, is) == 0 {
			b.removeMember(m)
		}
	case node == nil:
		b.removeMember(m)
	default:
		b.changes.Replace(old, node)
	}
}

// hasOwnMembers reports whether a "//" object contains the members that this program would write. If
// it does not, it is a foreign value.
func hasOwnMembers(old *jsontree.Value, was []jsontree.Member) bool {
	for i := range was {
		v := old.Member(was[i].Name)
		if !isHint(was[i]) && (v == nil || v.Kind != was[i].Value.Kind) {
			return false
		}
	}
	return true
}

// mergeMembers applies the changes between the members was and is to an object. It returns the new
// number of its members.
func (b *jsonBody) mergeMembers(old *jsontree.Value, was, is []jsontree.Member) int {
	var parts []jsonedit.Part
	arranged := false
	for i := range old.Members {
		m := &old.Members[i]
		if b.mergeMember(m, valueNamed(was, m.Name), valueNamed(is, m.Name)) {
			parts = append(parts, jsonedit.KeptPart(i))
		} else {
			arranged = true
		}
	}
	for i := range is {
		before := valueNamed(was, is[i].Name)
		if old.Member(is[i].Name) == nil && (before == nil || !jsontree.Equal(before, &is[i].Value)) {
			parts = append(parts, jsonedit.NewPart(is[i].Name, jsonedit.NodeOf(&is[i].Value)))
			arranged = true
		}
	}
	if arranged {
		b.changes.Arrange(old, parts)
	}
	return len(parts)
}

// mergeMember applies the change of a member, and reports whether the member stays. was and is may
// contain only some of the items. In lists and places, only the differences between them are
// applied.
func (b *jsonBody) mergeMember(m *jsontree.Member, was, is *jsontree.Value) (stays bool) {
	isObject := func(v *jsontree.Value) bool { return v != nil && v.Kind == jsontree.Object }
	switch hint := isHint(*m); {
	case hint && m.Name == orderHint && is != nil:
		b.mergeArray(&m.Value, is)
	case equalValues(was, is):
	case hint && m.Value.Kind == jsontree.Array:
		return b.mergeList(&m.Value, was, is) > 0 || is != nil
	case isObject(&m.Value) && (m.Name == atName || m.Name == "labels" || !hint && isObject(was) && isObject(is)):
		return b.mergeMembers(&m.Value, membersOf(was), membersOf(is)) > 0
	case is == nil:
		return false
	default:
		b.replace(&m.Value, is)
	}
	return true
}

// mergeList applies the changes between the lists was and is to the list old. It returns the new
// length.
func (b *jsonBody) mergeList(old, was, is *jsontree.Value) int {
	if is == nil {
		is = &jsontree.Value{}
	}
	has := func(list *jsontree.Value, name string) bool {
		return list != nil && slices.ContainsFunc(list.Elems, func(v jsontree.Value) bool { return v.Text == name })
	}
	var parts []jsonedit.Part
	for i := range old.Elems {
		if name := old.Elems[i].Text; !has(was, name) || has(is, name) {
			parts = append(parts, jsonedit.KeptPart(i))
		}
	}
	for i := range is.Elems {
		if name := is.Elems[i].Text; !has(old, name) {
			parts = append(parts, jsonedit.NewPart("", jsonedit.NodeOf(&is.Elems[i])))
		}
	}
	b.changes.Arrange(old, parts)
	return len(parts)
}

// hasDisplacedComments reports whether the "//" property of a body contains comments that this
// program would write at another place. They are comments of missing items, or of a block that can
// have its own annotation.
func (b *jsonBody) hasDisplacedComments(objects []*jsontree.Value) bool {
	note := annotationOf(objects)
	if note == nil {
		return false
	}
	known := make(map[string]bool)
	for _, item := range b.old {
		if a, ok := item.(*hclwrite.Attribute); ok {
			known[a.Name] = true
		}
	}
	for _, place := range annotatedPlaces(b.annotationParts(annotationOf(b.oldObjects), false)) {
		known[place.Name] = true
	}
	for _, place := range annotatedPlaces(b.annotationParts(note, false)) {
		name := place.Name
		if i := strings.IndexAny(name, ".["); i > 0 && !known[name] {
			name = name[:i]
		}
		if !known[name] {
			return true
		}
	}
	return false
}

// withFingerprints corrects the places in lists, and their fingerprints, on both sides. In the file,
// an index refers to the element with the same index in the fingerprints. This element can have
// moved since. all is true if the whole annotation is written.
func (b *jsonBody) withFingerprints(old *jsontree.Value, s annotationSides, all bool) annotationSides {
	olds, was, is := annotatedPlaces(old.Members), annotatedPlaces(s.old), annotatedPlaces(s.edited)
	if !b.countsComments() || !slices.ContainsFunc(slices.Concat(olds, was, is), hasFingerprints) {
		return s
	}
	var names []string
	for _, place := range slices.Concat(olds, was, is) {
		if name, _, _, ok := annotationpath.SplitPath(place.Name); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	values := make([]*jsontree.Value, len(b.objects))
	for i, object := range b.objects {
		values[i] = object.value
	}
	here, before, after := annotationpath.ValuesByName(values), annotationpath.ValuesByName(b.oldObjects), annotationpath.ValuesByName(b.editedObjects)
	var stale []string
	moved := false
	for _, name := range names {
		if isStale(here[name], placesBelow(olds, name)) && (before[name] != nil || after[name] != nil) {
			stale = append(stale, name)
			moved = moved || !equalPlaces(was, is, name) || !equalValues(before[name], after[name])
		}
	}
	var to annotationSides
	for _, name := range names {
		o, w, i := placesBelow(olds, name), placesBelow(was, name), placesBelow(is, name)
		signed := !b.style.lacksFingerprints && (slices.ContainsFunc(o, hasFingerprints) || !slices.ContainsFunc(o, isIndexed))
		switch {
		case moved && slices.Contains(stale, name):
			w, i = o, withNewFingerprints(i, true)
		case !signed:
			w, i = withNewFingerprints(w, false), withNewFingerprints(i, false)
		case all || !equalPlaces(was, is, name):
			i = withNewFingerprints(i, true)
		}
		to.old, to.edited = append(to.old, w...), append(to.edited, i...)
	}
	s.old, s.edited = withPlaces(s.old, to.old), withPlaces(s.edited, to.edited)
	if moved {
		// The member "end" can contain the comments of removed elements.
		s.old = slices.DeleteFunc(s.old, func(m jsontree.Member) bool { return m.Name == endName })
		if end := old.Member(endName); end != nil {
			s.old = append(s.old, jsontree.Member{Name: endName, Value: *end})
		}
	}
	return s
}

// annotationSides contains the members of a "//" property in the file and in the edit, as this
// program writes them.
type annotationSides struct{ old, edited []jsontree.Member }

func equalPlaces(was, is []jsontree.Member, name string) bool {
	return jsontree.Equal(newObject(placesBelow(was, name)), newObject(placesBelow(is, name)))
}

func equalValues(a, b *jsontree.Value) bool {
	return a == nil && b == nil || a != nil && b != nil && jsontree.Equal(a, b)
}

// withPlaces returns the members of a "//" object after its places are replaced.
func withPlaces(members, places []jsontree.Member) []jsontree.Member {
	members = slices.Clone(members)
	i := memberIndex(members, atName)
	switch {
	case i < 0 && len(places) > 0:
		return append(members, jsontree.Member{Name: atName, Value: *newObject(places)})
	case i >= 0 && len(places) == 0:
		return slices.Delete(members, i, i+1)
	case i >= 0:
		members[i].Value.Members = places
	}
	return members
}

// withNewFingerprints returns places in which placeholders replace the fingerprints. If signed is
// false, it removes the fingerprints instead.
func withNewFingerprints(places []jsontree.Member, signed bool) (list []jsontree.Member) {
	for _, place := range places {
		signs := fingerprintsAt(&place)
		if signs == "" {
			list = append(list, place)
			continue
		}
		members := slices.Clone(place.Value.Members)
		i := memberIndex(members, elementsName)
		if signed {
			members[i].Value.Text = strings.Repeat(annotationpath.UnknownFingerprint, len(signs)/annotationpath.FingerprintSize)
		} else {
			members = slices.Delete(members, i, i+1)
		}
		if place.Value.Members = members; len(members) > 0 {
			list = append(list, place)
		}
	}
	return list
}
