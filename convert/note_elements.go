package convert

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
)

// A place in a list is addressed by an index. So that comments follow their elements
// when others are added, removed or moved, the note has a sign of every element of
// such a list: a few bits of a hash of its JSON.

// signSize is the length of a sign, in the letters of signLetters.
const signSize = 4

const signLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// unsigned stands in place of a sign that is not known.
const unsigned = "...."

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

// signer finds values below others and makes their signs. It keeps what it has found.
type signer struct {
	hashes  map[*jsontree.Value]hash
	members map[*jsontree.Value]map[string]*jsontree.Value
}

// letters are the letters of a sign.
func (h hash) letters(b []byte) []byte {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd // the low bits tell little as they are
	h ^= h >> 33
	for range signSize {
		b = append(b, signLetters[h&63])
		h >>= 6
	}
	return b
}

func newSigner() signer {
	return signer{map[*jsontree.Value]hash{}, map[*jsontree.Value]map[string]*jsontree.Value{}}
}

func (s *signer) hash(v *jsontree.Value) hash {
	h, ok := s.hashes[v]
	if !ok {
		h = s.newHash(v)
		if v.Kind == jsontree.Array || v.Kind == jsontree.Object {
			s.hashes[v] = h
		}
	}
	return h
}

func (s *signer) newHash(v *jsontree.Value) hash {
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

// signs are those of the elements of a list.
func (s *signer) signs(list []*jsontree.Value) string {
	b := make([]byte, 0, signSize*len(list))
	for _, v := range list {
		b = s.hash(v).letters(b)
	}
	return string(b)
}

// elements are those of a list; what is no array is one element.
func elements(v *jsontree.Value) []*jsontree.Value {
	if v.Kind != jsontree.Array {
		return []*jsontree.Value{v}
	}
	list := make([]*jsontree.Value, len(v.Elems))
	for i := range v.Elems {
		list[i] = &v.Elems[i]
	}
	return list
}

// joined are the values of the names in the objects of a body; a name that stands in
// several of them has the elements of all. A name is found as it is, and as the key
// that it is in native syntax.
func joined(objects []*jsontree.Value) map[string]*jsontree.Value {
	found := make(map[string]*jsontree.Value)
	several := make(map[string]bool)
	for _, object := range objects {
		for i := range object.Members {
			m := &object.Members[i]
			name := hclwrite.EscapeTemplate(m.Name)
			switch v := found[name]; {
			case v == nil:
				found[name] = &m.Value
			case !several[name]:
				several[name] = true
				found[name] = &jsontree.Value{Kind: jsontree.Array, Elems: append(values(v), values(&m.Value)...)}
			default:
				v.Elems = append(v.Elems, values(&m.Value)...)
			}
		}
	}
	return found
}

func values(v *jsontree.Value) []jsontree.Value {
	if v.Kind == jsontree.Array {
		return slices.Clone(v.Elems)
	}
	return []jsontree.Value{*v}
}

// step returns the value that a step of a path leads to, or nil.
func (s *signer) step(v *jsontree.Value, key string, index int) *jsontree.Value {
	switch {
	case v == nil:
		return nil
	case index < 0:
		members, ok := s.members[v]
		if !ok {
			members = joined(elements(v))
			s.members[v] = members
		}
		if found := members[key]; found != nil {
			return found
		}
		return members[hclwrite.EscapeTemplate(key)]
	case v.Kind == jsontree.Array && index < len(v.Elems):
		return &v.Elems[index]
	case v.Kind != jsontree.Array && index == 0:
		return v // an only block, or a list that is left out
	}
	return nil
}

// signPlace is where the signs of a list belong in the JSON that is written, and the
// path of the list.
type signPlace struct {
	path          string
	offset, count int
}

// text is a stretch of the JSON that is written: the value of a name.
type text struct {
	name       string
	start, end int
}

// sign makes room for the signs of the elements of a list.
func (n *note) sign(path string, offset, count int) {
	n.signs = append(n.signs, signPlace{path, offset, count})
	if n.signed == nil {
		n.signed = make(map[string]bool)
	}
	name, _, _, _ := splitPath(path)
	n.signed[name] = true
}

// writeSigns puts the signs of lists into their places, when the body is written.
func (c *jsonWriter) writeSigns(n *note) {
	if len(n.signs) == 0 {
		return
	}
	signer := newSigner()
	objects := make(map[string]*jsontree.Value)
	for _, t := range n.texts {
		v, diags := jsontree.Parse(c.w.Written(t.start, t.end), "")
		if diags.HasErrors() {
			continue
		}
		if one := objects[t.name]; one != nil {
			v = &jsontree.Value{Kind: jsontree.Array, Elems: append(values(one), values(v)...)}
		}
		objects[t.name] = v
	}
	for _, s := range n.signs {
		name, _, rest, ok := splitPath(s.path)
		v := objects[name]
		for rest != "" && ok && v != nil {
			var key string
			var index int
			key, index, rest, ok = splitPath(rest)
			v = signer.step(v, key, index)
		}
		if v == nil || !ok {
			continue
		}
		if list := elements(v); len(list) == s.count {
			copy(c.w.Written(s.offset, s.offset+signSize*s.count), signer.signs(list))
		}
	}
}

// lists follows the elements of the lists of a note.
type lists struct {
	signer
	// signsAt are those of the elements that a list had, by its path; moved is where
	// they are now, or -1.
	signsAt map[string]string
	moved   map[string][]int
	// first are the values of the names that paths start with.
	first map[string]*jsontree.Value
}

// listsOf returns nil if the note has no signs.
func listsOf(n *note, objects []*jsontree.Value) *lists {
	var l *lists
	for i := range n.at {
		p := &n.at[i]
		if p.elements == "" || strings.Contains(p.elements, unsigned) {
			continue
		}
		if l == nil {
			l = &lists{
				signer:  newSigner(),
				signsAt: map[string]string{}, moved: map[string][]int{}, first: joined(objects),
			}
		}
		l.signsAt[p.path] = p.elements
	}
	return l
}

// follow returns the path at which a place is now. It reports false if it was in an
// element that is gone.
func (l *lists) follow(path string) (now string, ok bool) {
	name, _, rest, ok := splitPath(path)
	if !ok {
		return path, true
	}
	v := l.first[name]
	now = path[:len(path)-len(rest)]
	for rest != "" {
		before := path[:len(path)-len(rest)]
		key, index, after, ok := splitPath(rest)
		if !ok {
			return now + rest, true
		}
		step := rest[:len(rest)-len(after)]
		if signs := l.signsAt[before]; index >= 0 && signs != "" && v != nil {
			moved, ok := l.moved[before]
			if !ok {
				moved = match(signs, l.signs(elements(v)))
				l.moved[before] = moved
			}
			if index >= len(moved) || moved[index] < 0 {
				return "", false
			}
			index = moved[index]
			step = appendIndex("", index)
		}
		now += step
		v, rest = l.step(v, key, index), after
	}
	return now, true
}

// match finds where the elements of a list are, after an edit: equal ones first, in
// their order. An element that is not known is one that was there with another
// value, if it stands between the same neighbours or at the same index of as many.
func match(was, is string) []int {
	old, now := cutSigns(was), cutSigns(is)
	moved := make([]int, len(old))
	for i := range moved {
		moved[i] = -1
	}
	taken := make([]bool, len(now))
	pair := func(i, j int) { moved[i], taken[j] = j, true }
	start, end := 0, 0
	for start < min(len(old), len(now)) && old[start] == now[start] {
		pair(start, start)
		start++
	}
	for end < min(len(old), len(now))-start && old[len(old)-1-end] == now[len(now)-1-end] {
		end++
		pair(len(old)-end, len(now)-end)
	}
	waiting := map[string][]int{}
	for j := start; j < len(now)-end; j++ {
		waiting[now[j]] = append(waiting[now[j]], j)
	}
	for i := start; i < len(old)-end; i++ {
		if queue := waiting[old[i]]; len(queue) > 0 {
			pair(i, queue[0])
			waiting[old[i]] = queue[1:]
		}
	}
	for i := 0; i < len(old); i++ {
		first := i
		for i < len(old) && moved[i] < 0 {
			i++
		}
		if first < i {
			replaced(moved, taken, first, i)
		}
	}
	return moved
}

// replaced finds new values for a run of old elements that are not there any more.
func replaced(moved []int, taken []bool, first, end int) {
	left, right := -1, len(taken)
	if first > 0 {
		left = moved[first-1]
	}
	if end < len(moved) {
		right = moved[end]
	}
	if right-left-1 == end-first && !slices.Contains(taken[left+1:right], true) {
		for i := first; i < end; i++ {
			moved[i] = left + 1 + i - first
		}
		return
	}
	for i := first; i < end && len(moved) == len(taken); i++ {
		if !taken[i] {
			moved[i] = i
		}
	}
}

func cutSigns(s string) []string {
	list := make([]string, 0, len(s)/signSize)
	for ; len(s) >= signSize; s = s[signSize:] {
		list = append(list, s[:signSize])
	}
	return list
}
