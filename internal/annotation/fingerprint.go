package annotation

import (
	"math"
	"strconv"

	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
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
