package patch

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsonedit"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// restoreEdit reverts changes in edited JSON that programs make without intention; see [Apply].
// given is true if a program received the original. sorted is true if only the order was reverted.
func restoreEdit(
	edited, src equivalent.Source, dialect *schema.Dialect, given bool,
) (result equivalent.Source, sorted bool, diags hcl.Diagnostics) {
	if !edited.JSON {
		return edited, false, nil
	}
	edited.Bytes = withoutEmptyLabels(edited.Bytes, dialect)
	if !needsRestoring(edited.Bytes, src.Bytes) {
		return edited, false, nil
	}
	originals := [][]byte{src.Bytes}
	if !src.JSON {
		originals = nil
		for _, form := range []convert.Form{convert.Compact, convert.General} {
			text, _ := convert.ToJSON(src.Bytes, src.Filename, dialect, convert.Options{Form: form, ForTools: true})
			originals = append(originals, text)
		}
	}
	result = edited
	name := cmp.Or(src.Filename, "the text")
	digits := restoreText(edited.Bytes, false, originals...)
	places := hcltext.NewPositions(edited.Bytes)
	for _, v := range digits.ambiguous {
		rng := places.Range(edited.Filename, v.Start, v.End)
		diags = append(diags, diagnostic.ErrorAt(rng, "Rounded number", "%s stands for several numbers of %s, as written by "+
			"a program that cannot hold all digits. Make this edit in the file itself, or with a program that "+
			"keeps all digits.", v.Text, name))
	}
	if diags.HasErrors() {
		return result, false, diags
	}
	if result.Bytes = digits.text; digits.rounded {
		diags = append(diags, diagnostic.Warningf("Rounded numbers",
			"%s has numbers of %s with fewer digits, as written by a program that cannot hold more. "+
				"They are kept as they were.", edited.Filename, name))
	}
	withDigits := result
	result.Bytes = restoreText(result.Bytes, true, originals...).text
	switch {
	case bytes.Equal(result.Bytes, withDigits.Bytes):
		return result, false, diags
	case given || equivalent.Compare(withDigits, result, dialect, equivalent.Options{}).Equal():
		return result, !digits.rounded, diags
	}
	return result, false, append(diags, diagnostic.Warningf("Sorted members",
		"The members of all objects in %s are sorted, as by a program that does not keep their order. "+
			"The order matters here, so the order of %s is kept.", edited.Filename, name))
}

// needsRestoring reports whether an edited JSON text may contain unintended changes: its members are
// sorted, or the original contains numbers that may be rounded.
func needsRestoring(edited, original []byte) bool {
	if hasLongNumber(original) {
		return true
	}
	// The test is fast for most texts, which have unsorted members near the start.
	root, diags := jsontree.Parse(edited, "")
	return !diags.HasErrors() && isSorted(root)
}

// restoredText is an edited text after the order of members and the digits of numbers were restored.
type restoredText struct {
	text    []byte
	rounded bool
	// ambiguous contains rounded numbers of the edit for which several numbers of the original are
	// possible.
	ambiguous []*jsontree.Value
}

// restoreText restores the digits of numbers from the most similar original. If order is true and
// all members are sorted, it also restores their order. It does not change invalid JSON.
func restoreText(edited []byte, order bool, originals ...[]byte) restoredText {
	unchanged := restoredText{text: edited}
	root, diags := jsontree.Parse(edited, "")
	if diags.HasErrors() {
		return unchanged
	}
	var best *restorer
	for _, original := range originals {
		like, diags := jsontree.Parse(original, "")
		if diags.HasErrors() {
			continue
		}
		r := &restorer{
			text: string(edited), sorted: order && isSorted(root), places: make(map[*jsontree.Value]map[string]int),
			numbers: make(map[float64][]string),
		}
		r.addNumbers(like)
		r.writeValue(root, like, false)
		if best == nil || r.known > best.known {
			best = r
		}
	}
	if best == nil {
		return unchanged
	}
	// The text before and after the value stays the same.
	text := slices.Concat(edited[:root.Start], []byte(best.out.String()), edited[root.End:])
	return restoredText{text, best.rounded, best.ambiguous}
}

// reliableDigits is the number of decimal digits that a 64-bit floating-point number always keeps.
const reliableDigits = 15

// hasLongNumber reports whether a text contains digits that look like a number that some programs
// round: more than reliableDigits digits, or a large exponent.
func hasLongNumber(text []byte) bool {
	digits, exponent := 0, false
	for _, b := range text {
		switch {
		case '0' <= b && b <= '9':
			digits++
			if digits > reliableDigits || exponent && digits > 2 {
				return true
			}
		case b == '.':
		case digits > 0 && (b == 'e' || b == 'E'):
			digits, exponent = 0, true
		case exponent && digits == 0 && (b == '+' || b == '-'):
		default:
			digits, exponent = 0, false
		}
	}
	return false
}

// isSorted reports whether the members of all objects are sorted.
func isSorted(v *jsontree.Value) bool {
	for i := range v.Members {
		if i > 0 && v.Members[i-1].Name >= v.Members[i].Name || !isSorted(&v.Members[i].Value) {
			return false
		}
	}
	return !slices.ContainsFunc(v.Elems, func(elem jsontree.Value) bool { return !isSorted(&elem) })
}

// restorer writes a JSON text with the member order and the digits of an original. The text between
// members stays at its place.
type restorer struct {
	text string
	out  strings.Builder
	// sorted is true if the order must be restored. rounded is true if the digits of a number were
	// restored.
	sorted, rounded bool
	known           int // the number of members that the original also contains
	// places maps an object of the original to the indexes of its members, by name.
	places map[*jsontree.Value]map[string]int
	// numbers contains the long numbers of the original, by their value as float64.
	numbers   map[float64][]string
	ambiguous []*jsontree.Value
}

// addNumbers adds the long numbers in a value of the original.
func (r *restorer) addNumbers(v *jsontree.Value) {
	if v.Kind == jsontree.Number && hasLongNumber([]byte(v.Text)) {
		f := float64Of(v.Text)
		same := func(text string) bool { return jsontree.EqualNumbers(text, v.Text) }
		const many = 100 // no number is unique then
		if len(r.numbers[f]) < many && !slices.ContainsFunc(r.numbers[f], same) {
			r.numbers[f] = append(r.numbers[f], v.Text)
		}
	}
	for i := range v.Members {
		r.addNumbers(&v.Members[i].Value)
	}
	for i := range v.Elems {
		r.addNumbers(&v.Elems[i])
	}
}

// originalNumber returns the text of the number v with the digits of the original value like. If
// like is nil or unsure is true, it uses the only long number of the original that rounds to v.
func (r *restorer) originalNumber(v, like *jsontree.Value, unsure bool) string {
	texts := r.numbers[float64Of(v.Text)]
	same := func(text string) bool { return jsontree.EqualNumbers(v.Text, text) }
	switch rounded := like != nil && isRounded(v, like); {
	case like != nil && like.Kind == jsontree.Number && same(like.Text):
		return v.Text // unchanged
	case rounded && (!unsure || len(texts) < 2):
		r.rounded = true
		return like.Text
	case !rounded && !hasLongNumber([]byte(v.Text)), slices.ContainsFunc(texts, same):
		return v.Text // a short number, or a number of the original
	case len(texts) == 1:
		r.rounded = true
		return texts[0]
	case len(texts) > 1:
		r.ambiguous = append(r.ambiguous, v)
	}
	return v.Text
}

// writeValue writes the value v with the order and digits of the original value like, which may be
// nil. unsure is true if another value may be the original.
func (r *restorer) writeValue(v, like *jsontree.Value, unsure bool) {
	at := v.Start
	upTo := func(offset, next int) {
		r.out.WriteString(r.text[at:offset])
		at = next
	}
	switch {
	case v.Kind == jsontree.Number:
		r.out.WriteString(r.originalNumber(v, like, unsure))
		return
	case v.Kind == jsontree.Object && (like == nil || like.Kind == jsontree.Object):
		if like == nil {
			like = &jsontree.Value{}
		}
		for i, member := range r.originalOrder(v.Members, like) {
			slot := v.Members[i]
			upTo(slot.NameStart, slot.Value.End)
			r.out.WriteString(r.text[member.NameStart:member.Value.Start])
			r.writeValue(&member.Value, member.original, unsure)
		}
	case v.Kind == jsontree.Array && like != nil && like.Kind == jsontree.Array:
		pairs := pairedElems(v.Elems, like.Elems)
		certain := slices.EqualFunc(v.Elems, like.Elems, func(x, y jsontree.Value) bool { return equalUnsorted(&x, &y) })
		counts := make(map[uint64]int) // the numbers of equal elements of the original
		for i := 0; len(r.numbers) > 0 && !certain && i < len(like.Elems); i++ {
			counts[hashUnsorted(&like.Elems[i])]++
		}
		for i := range v.Elems {
			upTo(v.Elems[i].Start, v.Elems[i].End)
			original := pairs[i]
			isUnsure := len(counts) > 0 &&
				(original == nil || !equalUnsorted(&v.Elems[i], original) || counts[hashUnsorted(original)] > 1)
			r.writeValue(&v.Elems[i], original, unsure || isUnsure)
		}
	case v.Kind == jsontree.Array: // a new array, or an array that replaces a single object
		for i := range v.Elems {
			upTo(v.Elems[i].Start, v.Elems[i].End)
			r.writeValue(&v.Elems[i], like, unsure)
		}
	}
	upTo(v.End, v.End)
}

// restoredMember is a member, with the original of its value or nil.
type restoredMember struct {
	jsontree.Member
	original *jsontree.Value
}

// originalOrder returns members in the order of the original object like, if r.sorted is true. It
// keeps the order of an object with a new computed name, because the original may be source text
// instead of an object.
func (r *restorer) originalOrder(members []jsontree.Member, like *jsontree.Value) []restoredMember {
	index, known := r.places[like]
	if !known {
		index = make(map[string]int, len(like.Members))
		for i := range like.Members {
			index[like.Members[i].Name] = i
		}
		r.places[like] = index
	}
	result := make([]restoredMember, len(members))
	sorted := r.sorted
	for j, member := range members {
		result[j].Member = member
		if i, found := index[member.Name]; found {
			result[j].original = &like.Members[i].Value
			r.known++
		} else if hcltext.HasSequence(member.Name) {
			sorted = false
		}
	}
	if sorted {
		place := func(m restoredMember) int {
			switch {
			case m.original == nil && m.Name == annotation.Property:
				return -1
			case m.original == nil:
				return len(like.Members)
			}
			return index[m.Name]
		}
		slices.SortStableFunc(result, func(a, b restoredMember) int { return place(a) - place(b) })
	}
	return result
}

// pairedElems returns the original of each element, or nil. The originals are equal elements at the
// start and at the end. Between them, the original is the element with the same index.
func pairedElems(elems, like []jsontree.Value) []*jsontree.Value {
	result := make([]*jsontree.Value, len(elems))
	shorter := min(len(elems), len(like))
	start, end := 0, 0
	if len(elems) != len(like) {
		for start < shorter && equalUnsorted(&elems[start], &like[start]) {
			start++
		}
		for end < shorter-start && equalUnsorted(&elems[len(elems)-1-end], &like[len(like)-1-end]) {
			end++
		}
	}
	for i := range elems {
		switch {
		case i >= len(elems)-end:
			result[i] = &like[len(like)-(len(elems)-i)]
		case i < shorter-end:
			result[i] = &like[i]
		}
	}
	return result
}

// hashUnsorted returns the same number for values that are equal for [equalUnsorted].
func hashUnsorted(v *jsontree.Value) uint64 {
	text := v.Text
	if v.Kind == jsontree.Number {
		text = strconv.FormatFloat(float64Of(text), 'g', -1, 64)
	}
	h := jsontree.MixHashes(uint64(v.Kind), maphash.String(seed, text))
	for i := range v.Elems {
		h = jsontree.MixHashes(h, hashUnsorted(&v.Elems[i]))
	}
	for i := range v.Members {
		if m := &v.Members[i]; m.Name != annotation.Property {
			h += jsontree.MixHashes(maphash.String(seed, m.Name), hashUnsorted(&m.Value))
		}
	}
	return h
}

// seed is the seed of all hashes.
var seed = maphash.MakeSeed()

// equalUnsorted reports whether two values are equal. It ignores the order of members, comments and
// rounded digits.
func equalUnsorted(a, b *jsontree.Value) bool {
	if a.Kind != b.Kind || a.Text != b.Text && !isRounded(a, b) || len(a.Elems) != len(b.Elems) {
		return false
	}
	for i := range a.Elems {
		if !equalUnsorted(&a.Elems[i], &b.Elems[i]) {
			return false
		}
	}
	return slices.EqualFunc(dataMembers(a), dataMembers(b), func(x, y jsontree.Member) bool {
		return x.Name == y.Name && equalUnsorted(&x.Value, &y.Value)
	})
}

// dataMembers returns the members of an object without its annotation, sorted by name.
func dataMembers(v *jsontree.Value) []jsontree.Member {
	result := slices.DeleteFunc(slices.Clone(v.Members), func(m jsontree.Member) bool { return m.Name == "//" })
	slices.SortStableFunc(result, func(x, y jsontree.Member) int { return strings.Compare(x.Name, y.Name) })
	return result
}

// isRounded reports whether v is a different number than like, but both are equal as float64.
func isRounded(v, like *jsontree.Value) bool {
	if v.Kind != jsontree.Number || like.Kind != jsontree.Number || v.Text == like.Text {
		return false
	}
	return float64Of(v.Text) == float64Of(like.Text) && !jsontree.EqualNumbers(v.Text, like.Text)
}

// float64Of returns a number as float64. A number that is too large becomes the largest float64.
func float64Of(text string) float64 {
	f, _ := strconv.ParseFloat(text, 64)
	return min(max(f, -math.MaxFloat64), math.MaxFloat64)
}

// orderWarning returns a warning if the edit changes the order of members, but the result does not.
func orderWarning(src, edited, result equivalent.Source, dialect *schema.Dialect) hcl.Diagnostics {
	if !edited.JSON {
		return nil
	}
	root, diags := jsontree.Parse(edited.Bytes, "")
	if diags.HasErrors() {
		return nil
	}
	form := convert.Compact
	for i := range root.Members {
		m := &root.Members[i]
		if _, rule := dialect.Root.Lookup(m.Name); rule != nil && len(rule.Labels) > 0 && m.Value.Kind == jsontree.Array {
			form = convert.General
		}
	}
	moved := func(of equivalent.Source) *jsontree.Member {
		text := of.Bytes
		if !of.JSON {
			text, _ = convert.ToJSON(of.Bytes, of.Filename, dialect, convert.Options{Form: form, ForTools: true})
		}
		like, diags := jsontree.Parse(text, "")
		if diags.HasErrors() {
			return nil
		}
		return reorderedMember(root, like)
	}
	m := moved(src)
	if m == nil || moved(result) == nil {
		return nil
	}
	rng := hcltext.NewPositions(edited.Bytes).Range(edited.Filename, m.NameStart, m.NameEnd)
	return hcl.Diagnostics{diagnostic.WarningAt(rng, "Order not changed",
		"%q and others are in another order in %s, but the order of %s is kept. To change it, move the items in the "+
			"file, or convert the edited JSON as a whole.", m.Name, edited.Filename, src.Filename)}
}

// reorderedMember returns the first member of v whose place in the order differs from the original,
// or nil.
func reorderedMember(v, like *jsontree.Value) *jsontree.Member {
	members, originals := membersByName(v), membersByName(like)
	if members == nil || originals == nil {
		for i, original := range pairedElems(v.Elems, like.Elems) {
			if original != nil {
				if m := reorderedMember(&v.Elems[i], original); m != nil {
					return m
				}
			}
		}
		return nil
	}
	index := make(map[string]int, len(originals))
	for i, m := range originals {
		index[m.Name] = i
	}
	last := -1
	for _, m := range members {
		i, found := index[m.Name]
		if !found || m.Name == annotation.Property {
			continue
		}
		if i < last {
			return m
		}
		last = i
		if inner := reorderedMember(&m.Value, &originals[i].Value); inner != nil {
			return inner
		}
	}
	return nil
}

// membersByName returns the members of an object, or of all objects in an array. It returns nil if a
// name appears twice.
func membersByName(v *jsontree.Value) (list []*jsontree.Member) {
	known := make(map[string]bool)
	for object := range v.Each() {
		if object.Kind != jsontree.Object {
			return nil
		}
		for i := range object.Members {
			m := &object.Members[i]
			if known[m.Name] {
				return nil
			}
			known[m.Name] = true
			list = append(list, m)
		}
	}
	return list
}

// withoutEmptyLabels removes empty objects of labels from an edited JSON text. Such an object
// remains if the edit deletes its last block, and products refuse it.
func withoutEmptyLabels(text []byte, dialect *schema.Dialect) []byte {
	root, diags := jsontree.Parse(text, "")
	if diags.HasErrors() || languages.Missing(dialect) {
		return text
	}
	languages.Prepare(dialect)
	edit := jsonedit.NewText(text, root)
	if removeEmptyValues(edit, root, func(name string) int {
		if _, rule := dialect.Root.Lookup(name); rule != nil && rule.Optional == 0 {
			return len(rule.Labels)
		}
		return 0
	}) && root.Len() > 0 {
		edit.Arrange(root, nil)
	}
	if !edit.HasChanges() {
		return text
	}
	return edit.Bytes()
}

// removeEmptyValues removes empty objects of labels from v. levels returns the number of labels
// below the member with the given name. It reports whether v is empty afterwards.
func removeEmptyValues(edit *jsonedit.Text, v *jsontree.Value, levels func(name string) int) bool {
	var parts []jsonedit.Part
	for i := range v.Len() {
		name, part := v.Part(i)
		in, body := levels, false
		if v.Kind == jsontree.Object {
			n := levels(name)
			in, body = func(string) int { return n - 1 }, n == 0
		}
		collection := part.Kind == jsontree.Object || part.Kind == jsontree.Array
		if body || !collection || !removeEmptyValues(edit, part, in) {
			parts = append(parts, jsonedit.KeptPart(i))
		}
	}
	if len(parts) > 0 && len(parts) < v.Len() {
		edit.Arrange(v, parts)
	}
	return len(parts) == 0
}
