// Package notepath knows the texts of comments in a "//" property and its paths, finds values
// by them, and tells the elements of lists by signs. A sign is a few bits of a hash of the
// JSON of an element, so that comments follow their elements when others are added, removed
// or moved.
package notepath

import (
	"math"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// SignSize is the length of a sign, in the letters of signLetters.
const SignSize = 4

const signLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// UnknownSign is in place of a sign that is not known.
const UnknownSign = "...."

// hash is a hash (64-bit FNV-1a) of a JSON value: of how it is spelled and laid out
// only the order of elements counts.
type hash uint64

const newHash hash = 14695981039346656037

func (h hash) byte(b byte) hash { return (h ^ hash(b)) * 1099511628211 }

func (h hash) text(s string) hash {
	for i := range len(s) {
		h = h.byte(s[i])
	}
	return h
}

func (h hash) add(other hash) hash {
	for shift := 0; shift < 64; shift += 8 {
		h = h.byte(byte(other >> shift))
	}
	return h
}

// Signer finds values below others and makes their signs. It keeps what it has found.
type Signer struct {
	hashes  map[*jsontree.Value]hash
	members map[*jsontree.Value]map[string]*jsontree.Value
}

// letters are the letters of a sign.
func (h hash) letters(b []byte) []byte {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd // the low bits tell little as they are
	h ^= h >> 33
	for range SignSize {
		b = append(b, signLetters[h&63])
		h >>= 6
	}
	return b
}

// NewSigner returns one for one text.
func NewSigner() Signer {
	return Signer{map[*jsontree.Value]hash{}, map[*jsontree.Value]map[string]*jsontree.Value{}}
}

func (s *Signer) hash(v *jsontree.Value) hash {
	h, ok := s.hashes[v]
	if !ok {
		h = s.newHash(v)
		if v.Kind == jsontree.Array || v.Kind == jsontree.Object {
			s.hashes[v] = h
		}
	}
	return h
}

func (s *Signer) newHash(v *jsontree.Value) hash {
	h := newHash.byte(byte(v.Kind))
	switch v.Kind {
	case jsontree.Number:
		// Programs write 1e3 as 1000.
		if f, err := strconv.ParseFloat(v.Text, 64); err == nil {
			return h.add(hash(math.Float64bits(f + 0)))
		}
		return h.text(v.Text)
	case jsontree.Array:
		for i := range v.Elems {
			h = h.add(s.hash(&v.Elems[i]))
		}
	case jsontree.Object:
		var sum hash // of any order
		for i := range v.Members {
			sum += newHash.text(v.Members[i].Name).add(s.hash(&v.Members[i].Value))
		}
		h = h.add(sum)
	default:
		h = h.text(v.Text)
	}
	return h
}

// Signs are those of the elements of a list.
func (s *Signer) Signs(list []*jsontree.Value) string {
	b := make([]byte, 0, SignSize*len(list))
	for _, v := range list {
		b = s.hash(v).letters(b)
	}
	return string(b)
}

// Elements returns the elements of a list; what is not an array is one element.
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

// Joined are the values of the names in the objects of a body; a name that is in
// several of them has the elements of all. A name is found as it is, and as the key
// that it is in native syntax.
func Joined(objects []*jsontree.Value) map[string]*jsontree.Value {
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

// Step returns the value that a step of a path leads to, or nil.
func (s *Signer) Step(v *jsontree.Value, key string, index int) *jsontree.Value {
	switch {
	case v == nil:
		return nil
	case index < 0:
		members, ok := s.members[v]
		if !ok {
			members = Joined(Elements(v))
			s.members[v] = members
		}
		if found := members[key]; found != nil {
			return found
		}
		return members[hcltext.EscapeTemplate(key)]
	case v.Kind == jsontree.Array && index < len(v.Elems):
		return &v.Elems[index]
	case v.Kind != jsontree.Array && index == 0:
		return v // an only block, or a list that is left out
	}
	return nil
}

// SplitPath cuts the first step off a path: a key, or an index that is not
// negative. It reports false when the path is not well formed.
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

// escapedQuote reports whether the quote after s is escaped.
func escapedQuote(s string) bool {
	n := 0
	for i := len(s) - 1; i >= 0 && s[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

// AppendKey adds a step into an object.
func AppendKey(path, key string) string {
	if hcltext.ValidIdentifier(key) {
		return path + "." + key
	}
	return path + "[" + string(jsonemit.AppendString(nil, key)) + "]"
}

// AppendIndex adds a step into a tuple.
func AppendIndex(path string, index int) string {
	return path + "[" + strconv.Itoa(index) + "]"
}

// BlockPath names a block by type and labels.
func BlockPath(blockType string, labels []string) string {
	path := blockType
	for _, label := range labels {
		path = AppendKey(path, label)
	}
	return path
}

// InList is the name in the hint for an attribute whose value is an object that
// is in a list in JSON.
func InList(name string) string { return AppendIndex(name, 0) }
