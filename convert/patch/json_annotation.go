package patch

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotationpath"
	"github.com/hcljson/hcljson/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/treediff"
)

// groupsAsComments marks the comments of an item as changed if the comment groups before it differ.
// The "//" property of a block contains these groups.
func (e *jsonEdit) groupsAsComments(s *treediff.Script, old, edited []hclwrite.Item) *treediff.Script {
	for i := 0; s != nil && i < len(s.Steps); i++ {
		step := &s.Steps[i]
		if !e.match.Comments || step.Old < 0 || step.New < 0 || hclwrite.IsCommentGroup(edited[step.New]) {
			continue
		}
		if slices.Equal(groupsBefore(old, step.Old), groupsBefore(edited, step.New)) {
			continue
		}
		if step.ChangesComments = true; step.Op == treediff.Keep {
			step.Op = treediff.Change
		}
	}
	return s
}

// groupsBefore returns the lines of the comment groups before item i. The last group comes first.
func groupsBefore(items []hclwrite.Item, i int) (lines []string) {
	for i--; i >= 0 && hclwrite.IsCommentGroup(items[i]); i-- {
		lines = append(append(lines, items[i].(*hclwrite.CommentGroup).Lines...), "")
	}
	if i < 0 && lines != nil {
		lines = append(lines, "inside") // the "//" property of the parent contains these groups
	}
	return lines
}

// eachAnnotation calls do for each "//" property in a value: with the object that contains it, and
// with its value.
func eachAnnotation(v *jsontree.Value, do func(body, note *jsontree.Value)) {
	for i := range v.Elems {
		eachAnnotation(&v.Elems[i], do)
	}
	for i := range v.Members {
		if m := &v.Members[i]; m.Name == annotationName {
			do(v, &m.Value)
		} else {
			eachAnnotation(&m.Value, do)
		}
	}
}

// annotationOf returns the value of the "//" property of a body, or nil.
func annotationOf(objects []*jsontree.Value) *jsontree.Value {
	for _, object := range objects {
		if note := object.Member(annotationName); note != nil {
			return note
		}
	}
	return nil
}

// annotationNode returns a new value for a "//" property with the given members. It returns nil if
// there are no members.
func annotationNode(parts []jsontree.Member) *jsonedit.Node {
	switch {
	case len(parts) == 0:
		return nil
	case len(parts) == 1 && parts[0].Name == "inside":
		return jsonedit.NodeOf(&parts[0].Value)
	}
	return jsonedit.NodeOf(newObject(parts))
}

// countsComments reports whether changes of comments are a part of the edit.
func (e *jsonEdit) countsComments() bool {
	return (e.style.hasAnnotations || e.opts.AddComments) && !e.opts.DropComments
}

// annotationParts returns the members of a "//" property that are a part of the edit. If order is
// false, it omits the member "order".
func (e *jsonEdit) annotationParts(v *jsontree.Value, order bool) []jsontree.Member {
	return annotationMembers(v, func(m jsontree.Member) bool {
		if isHint(m) {
			return e.style.hasHints && (order || m.Name != orderHint)
		}
		return e.countsComments()
	})
}

// annotationMembers returns the members of a "//" property for which counts returns true. It treats
// a string as the member "inside".
func annotationMembers(v *jsontree.Value, counts func(jsontree.Member) bool) (list []jsontree.Member) {
	if v == nil {
		return nil
	}
	members := v.Members
	if v.Len() == 0 || v.Kind != jsontree.Object {
		members = []jsontree.Member{{Name: "inside", Value: *v}}
	}
	for _, m := range members {
		if counts(m) {
			list = append(list, m)
		}
	}
	return list
}

func isHint(m jsontree.Member) bool {
	return slices.Contains(hintNames, m.Name) && (m.Value.Kind == jsontree.Array || m.Value.Kind == jsontree.Object)
}

// hintNames contains the names of members of a "//" object that contain hints (docs/comments.md).
var hintNames = []string{"attributes", "labels", "order", "blocks", "nulls"}

const orderHint = "order"

// isComments reports whether a member of a "//" object contains comments.
func isComments(m jsontree.Member) bool {
	named := func(p hclwrite.Position) bool { return p.Name == m.Name }
	return m.Name == atName || slices.ContainsFunc(hclwrite.Positions[:], named)
}

// annotationName is the name of the property with comments and hints.
const annotationName = "//"

// Other members of a "//" object (docs/comments.md).
const (
	atName       = "at"
	elementsName = "elements"
	endName      = "end"
)

// annotatedPlaces returns the places in the members of a "//" property. A place is a path with its
// comments.
func annotatedPlaces(members []jsontree.Member) []jsontree.Member {
	return membersOf(valueNamed(members, atName))
}

// membersOf returns the members of an object. The object may be nil.
func membersOf(v *jsontree.Value) []jsontree.Member {
	if v == nil {
		return nil
	}
	return v.Members
}

// valueNamed returns the value of the member with the given name, or nil.
func valueNamed(members []jsontree.Member, name string) *jsontree.Value {
	return newObject(members).Member(name)
}

func memberIndex(members []jsontree.Member, name string) int {
	return slices.IndexFunc(members, func(m jsontree.Member) bool { return m.Name == name })
}

func newObject(members []jsontree.Member) *jsontree.Value {
	return &jsontree.Value{Kind: jsontree.Object, Members: members}
}

// placesBelow returns the places whose paths start with a name.
func placesBelow(places []jsontree.Member, name string) (list []jsontree.Member) {
	for _, m := range places {
		if first, _, _, ok := annotationpath.SplitPath(m.Name); ok && first == name {
			list = append(list, m)
		}
	}
	return list
}

// fingerprintsAt returns the fingerprints of a place, or "".
func fingerprintsAt(place *jsontree.Member) string {
	if signs := place.Value.Member(elementsName); signs != nil {
		return signs.Text
	}
	return ""
}

func hasFingerprints(place jsontree.Member) bool { return fingerprintsAt(&place) != "" }

// isIndexed reports whether the path of a place contains an index.
func isIndexed(place jsontree.Member) bool {
	for rest := place.Name; rest != ""; {
		_, index, after, ok := annotationpath.SplitPath(rest)
		if !ok || index >= 0 {
			return ok
		}
		rest = after
	}
	return false
}

// isStale reports whether the fingerprints in places differ from the elements of the current value.
// All paths must start with the name of the value v.
func isStale(v *jsontree.Value, places []jsontree.Member) bool {
	signer := annotationpath.NewFingerprinter()
	return slices.ContainsFunc(places, func(place jsontree.Member) bool {
		signs := fingerprintsAt(&place)
		if signs == "" {
			return false
		}
		list := listAt(&signer, v, place.Name)
		return list == nil || signer.Fingerprints(annotationpath.Elements(list)) != signs
	})
}

// listAt returns the value at a path, or nil. v is the value of the first name of the path.
func listAt(signer *annotationpath.Fingerprinter, v *jsontree.Value, path string) *jsontree.Value {
	_, _, rest, ok := annotationpath.SplitPath(path)
	for ok && rest != "" && v != nil {
		var key string
		var index int
		if key, index, rest, ok = annotationpath.SplitPath(rest); ok {
			v = signer.Step(v, key, index)
		}
	}
	if !ok {
		return nil
	}
	return v
}

// fillFingerprints replaces the placeholders for fingerprints in a text.
func fillFingerprints(src []byte) []byte {
	if !bytes.Contains(src, []byte(annotationpath.UnknownFingerprint)) {
		return src
	}
	root, diags := jsontree.Parse(src, "")
	if diags.HasErrors() {
		return src
	}
	signer := annotationpath.NewFingerprinter()
	eachAnnotation(root, func(body, note *jsontree.Value) {
		var first map[string]*jsontree.Value
		for _, place := range annotatedPlaces(note.Members) {
			signs := place.Value.Member(elementsName)
			if signs == nil || !strings.HasPrefix(signs.Text, annotationpath.UnknownFingerprint) {
				continue
			}
			if first == nil {
				first = annotationpath.ValuesByName([]*jsontree.Value{body})
			}
			name, _, _, _ := annotationpath.SplitPath(place.Name)
			if list := listAt(&signer, first[name], place.Name); list != nil {
				text := signer.Fingerprints(annotationpath.Elements(list))
				if len(text) == signs.End-signs.Start-len(`""`) {
					copy(src[signs.Start+1:], text)
				}
			}
		}
	})
	return src
}
