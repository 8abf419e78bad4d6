package annotation

import (
	"hash/maphash"
	"strings"

	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// ListTracker finds the current indexes of list elements to which an annotation refers.
type ListTracker struct {
	Fingerprinter
	// fingerprints maps the path of a list to the fingerprints of its elements in the annotation.
	// moved maps the path to the current indexes of these elements. The index of a removed element
	// is -1.
	fingerprints map[string]string
	moved        map[string][]int
	// first maps the first name of a path to its value.
	first map[string]*jsontree.Value
}

// CurrentPath converts a path of the annotation to the path with the current indexes. It returns
// false if an element of the path was removed.
func (l *ListTracker) CurrentPath(path string) (now string, ok bool) {
	name, _, rest, ok := SplitPath(path)
	if !ok {
		return path, true
	}
	v := l.first[name]
	now = path[:len(path)-len(rest)]
	for rest != "" {
		before := path[:len(path)-len(rest)]
		key, index, after, ok := SplitPath(rest)
		if !ok {
			return now + rest, true
		}
		step := rest[:len(rest)-len(after)]
		if signs := l.fingerprints[before]; index >= 0 && signs != "" && v != nil {
			moved, ok := l.moved[before]
			if !ok {
				moved = matchFingerprints(signs, l.Fingerprints(Elements(v)))
				l.moved[before] = moved
			}
			if index >= len(moved) || moved[index] < 0 {
				return "", false
			}
			index = moved[index]
			step = AppendIndex("", index)
		}
		now += step
		v, rest = l.Step(v, key, index), after
	}
	return now, true
}

// NewListTracker returns a tracker for the lists of an annotation. It returns nil if the annotation
// contains no fingerprints.
func NewListTracker(n *Annotation, objects []*jsontree.Value) *ListTracker {
	var l *ListTracker
	for i := range n.At {
		p := &n.At[i]
		if p.Elements == "" || strings.Contains(p.Elements, UnknownFingerprint) {
			continue
		}
		if l == nil {
			l = &ListTracker{
				Fingerprinter: NewFingerprinter(),
				fingerprints:  map[string]string{}, moved: map[string][]int{}, first: ValuesByName(objects),
			}
		}
		l.fingerprints[p.Path] = p.Elements
	}
	return l
}

// matchFingerprints returns the new indexes of the elements of a list after an edit, or -1 for
// removed elements. was and is are the old and new fingerprints. A changed element matches the old
// element between the same neighbors, or at the same index if the length of the list is unchanged.
func matchFingerprints(was, is string) []int {
	pairs := (&treediff.Sequence[string]{
		Old: splitFingerprints(was), New: splitFingerprints(is),
		Equal:   func(a, b string) bool { return a == b },
		Hash:    func(sign string) uint64 { return maphash.String(fingerprintSeed, sign) },
		Similar: func(_, _ string, sure bool) bool { return sure },
	}).Match()
	for i, j := range pairs.NewOf {
		if j < 0 && len(pairs.NewOf) == len(pairs.OldOf) && pairs.OldOf[i] < 0 {
			pairs.NewOf[i] = i
		}
	}
	return pairs.NewOf
}

var fingerprintSeed = maphash.MakeSeed()

func splitFingerprints(s string) []string {
	list := make([]string, 0, len(s)/FingerprintSize)
	for ; len(s) >= FingerprintSize; s = s[FingerprintSize:] {
		list = append(list, s[:FingerprintSize])
	}
	return list
}
