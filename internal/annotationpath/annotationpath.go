// Package annotationpath implements the comment texts and paths of "//" annotations: it parses paths,
// finds values by path, and identifies the elements of lists by fingerprints. A fingerprint consists
// of a few bits of a hash of an element's JSON, so that comments follow their elements if others are
// inserted, removed or moved.
package annotationpath

import (
	"math"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// FingerprintSize is the number of characters of a fingerprint. The characters are from fingerprintLetters.
const FingerprintSize = 4

const fingerprintLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// UnknownFingerprint represents an unknown fingerprint.
const UnknownFingerprint = "...."

// hash is a hash (64-bit FNV-1a) of a JSON value. It ignores spelling, layout and the order of
// members, but not the order of elements.
type hash uint64

const emptyHash hash = 14695981039346656037

func (h hash) addByte(b byte) hash { return (h ^ hash(b)) * 1099511628211 }

func (h hash) addText(s string) hash {
	for i := range len(s) {
		h = h.addByte(s[i])
	}
	return h
}

func (h hash) addHash(other hash) hash {
	for shift := 0; shift < 64; shift += 8 {
		h = h.addByte(byte(other >> shift))
	}
	return h
}

// Fingerprinter finds values by path and computes fingerprints. It keeps its results.
type Fingerprinter struct {
	hashes  map[*jsontree.Value]hash
	members map[*jsontree.Value]map[string]*jsontree.Value
}

// appendFingerprint appends the characters of the fingerprint.
func (h hash) appendFingerprint(b []byte) []byte {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd // FNV-1a mixes the low bits poorly
	h ^= h >> 33
	for range FingerprintSize {
		b = append(b, fingerprintLetters[h&63])
		h >>= 6
	}
	return b
}

// NewFingerprinter returns a Fingerprinter for one text.
func NewFingerprinter() Fingerprinter {
	return Fingerprinter{map[*jsontree.Value]hash{}, map[*jsontree.Value]map[string]*jsontree.Value{}}
}

func (s *Fingerprinter) hashOf(v *jsontree.Value) hash {
	h, ok := s.hashes[v]
	if !ok {
		h = s.computeHash(v)
		if v.Kind == jsontree.Array || v.Kind == jsontree.Object {
			s.hashes[v] = h
		}
	}
	return h
}

func (s *Fingerprinter) computeHash(v *jsontree.Value) hash {
	h := emptyHash.addByte(byte(v.Kind))
	switch v.Kind {
	case jsontree.Number:
		// Programs may rewrite 1e3 as 1000.
		if f, err := strconv.ParseFloat(v.Text, 64); err == nil {
			return h.addHash(hash(math.Float64bits(f + 0)))
		}
		return h.addText(v.Text)
	case jsontree.Array:
		for i := range v.Elems {
			h = h.addHash(s.hashOf(&v.Elems[i]))
		}
	case jsontree.Object:
		var sum hash // independent of the order
		for i := range v.Members {
			sum += emptyHash.addText(v.Members[i].Name).addHash(s.hashOf(&v.Members[i].Value))
		}
		h = h.addHash(sum)
	default:
		h = h.addText(v.Text)
	}
	return h
}

// Fingerprints returns the concatenated fingerprints of the elements of a list.
func (s *Fingerprinter) Fingerprints(list []*jsontree.Value) string {
	b := make([]byte, 0, FingerprintSize*len(list))
	for _, v := range list {
		b = s.hashOf(v).appendFingerprint(b)
	}
	return string(b)
}

// Elements returns the elements of an array. For any other value, it returns the value as the only
// element.
func Elements(v *jsontree.Value) []*jsontree.Value {
	if v.Kind != jsontree.Array {
		return []*jsontree.Value{v}
	}
	list := make([]*jsontree.Value, len(v.Elems))
	for i := range v.Elems {
		list[i] = &v.Elems[i]
	}
	return list
}

// ValuesByName returns the values of the members of all objects of a body by name. If several objects have a name,
// its value is an array of the elements of all. The names in the map are escaped like keys of native
// syntax.
func ValuesByName(objects []*jsontree.Value) map[string]*jsontree.Value {
	all := make(map[string][]*jsontree.Value)
	for _, object := range objects {
		for i := range object.Members {
			m := &object.Members[i]
			name := hcltext.EscapeTemplate(m.Name)
			all[name] = append(all[name], &m.Value)
		}
	}
	found := make(map[string]*jsontree.Value, len(all))
	for name, list := range all {
		found[name] = list[0]
		if len(list) > 1 {
			joined := &jsontree.Value{Kind: jsontree.Array}
			for _, v := range list {
				for _, element := range Elements(v) {
					joined.Elems = append(joined.Elems, *element)
				}
			}
			found[name] = joined
		}
	}
	return found
}

// Step returns the value at a step of a path, or nil. The step is an index, or a key if index is
// negative.
func (s *Fingerprinter) Step(v *jsontree.Value, key string, index int) *jsontree.Value {
	switch {
	case v == nil:
		return nil
	case index < 0:
		members, ok := s.members[v]
		if !ok {
			members = ValuesByName(Elements(v))
			s.members[v] = members
		}
		if found := members[key]; found != nil {
			return found
		}
		return members[hcltext.EscapeTemplate(key)]
	case v.Kind == jsontree.Array && index < len(v.Elems):
		return &v.Elems[index]
	case v.Kind != jsontree.Array && index == 0:
		return v // a single block, or an omitted list
	}
	return nil
}

// SplitPath splits the first step from a path. The step is a key, or an index that is not negative.
// ok is false if the path is malformed.
func SplitPath(path string) (key string, index int, rest string, ok bool) {
	index = -1
	switch {
	case strings.HasPrefix(path, `["`):
		end := strings.Index(path, `"]`)
		for end > 0 && escapedQuote(path[:end]) {
			next := strings.Index(path[end+2:], `"]`)
			if next < 0 {
				return "", -1, "", false
			}
			end += 2 + next
		}
		if end < 0 {
			return "", -1, "", false
		}
		key, ok := jsontree.Unquote(path[1 : end+1])
		return key, -1, path[end+2:], ok
	case strings.HasPrefix(path, "["):
		end := strings.IndexByte(path, ']')
		if end < 0 {
			return "", -1, "", false
		}
		n, err := strconv.Atoi(path[1:end])
		return "", n, path[end+1:], err == nil && n >= 0
	}
	path = strings.TrimPrefix(path, ".")
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	return path[:end], -1, path[end:], end > 0
}

// escapedQuote reports whether a quote after s is escaped.
func escapedQuote(s string) bool {
	n := 0
	for i := len(s) - 1; i >= 0 && s[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

// AppendKey appends a key of an object to a path.
func AppendKey(path, key string) string {
	if hcltext.IsIdentifier(key) {
		return path + "." + key
	}
	return path + "[" + string(jsonemit.AppendString(nil, key)) + "]"
}

// AppendIndex appends an index of a tuple to a path.
func AppendIndex(path string, index int) string {
	return path + "[" + strconv.Itoa(index) + "]"
}

// BlockPath returns the path of a block from its type and labels.
func BlockPath(blockType string, labels []string) string {
	path := blockType
	for _, label := range labels {
		path = AppendKey(path, label)
	}
	return path
}

// ListHint returns the name, in the hint, of an attribute whose object value is in a list in JSON.
func ListHint(name string) string { return AppendIndex(name, 0) }
