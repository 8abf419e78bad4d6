package convert

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/internal/notepath"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
)

// A place in a list is addressed by an index. So that comments follow their elements
// when others are added, removed or moved, the note has a sign of every element of
// such a list: a few bits of a hash of its JSON.

// signs are those of the lists of one body, which are put into the note when the body
// is written.
type signs struct {
	lists []signedList
	// names are those that the paths of the lists start with, and texts where their
	// values are.
	names map[string]bool
	texts []text
}

// signedList is the path of a list, and where its signs belong in the JSON.
type signedList struct {
	path          string
	offset, count int
}

// text is a stretch of the JSON: the value of a name.
type text struct {
	name       string
	start, end int
}

func (s *signs) add(path string, offset, count int) {
	s.lists = append(s.lists, signedList{path, offset, count})
	if s.names == nil {
		s.names = make(map[string]bool)
	}
	name, _, _, _ := notepath.SplitPath(path)
	s.names[name] = true
}

// written is told where a member is.
func (s *signs) written(name string, start, end int) {
	if s.names != nil && s.names[name] {
		s.texts = append(s.texts, text{name, start, end})
	}
}

// write overwrites what is in place of the signs.
func (s *signs) write(w *jsonemit.Writer) {
	if len(s.lists) == 0 {
		return
	}
	signer := notepath.NewSigner()
	var body jsontree.Value
	for _, t := range s.texts {
		if v, diags := jsontree.Parse(w.Written(t.start, t.end), ""); !diags.HasErrors() {
			body.Members = append(body.Members, jsontree.Member{Name: t.name, Value: *v})
		}
	}
	members := notepath.Joined([]*jsontree.Value{&body})
	for _, l := range s.lists {
		name, _, rest, ok := notepath.SplitPath(l.path)
		v := members[name]
		for rest != "" && ok && v != nil {
			var key string
			var index int
			key, index, rest, ok = notepath.SplitPath(rest)
			v = signer.Step(v, key, index)
		}
		if v != nil && ok {
			if list := notepath.Elements(v); len(list) == l.count {
				copy(w.Written(l.offset, l.offset+notepath.SignSize*l.count), signer.Signs(list))
			}
		}
	}
}

// lists follows the elements of the lists of a note.
type lists struct {
	notepath.Signer
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
		if p.elements == "" || strings.Contains(p.elements, notepath.UnknownSign) {
			continue
		}
		if l == nil {
			l = &lists{
				Signer:  notepath.NewSigner(),
				signsAt: map[string]string{}, moved: map[string][]int{}, first: notepath.Joined(objects),
			}
		}
		l.signsAt[p.path] = p.elements
	}
	return l
}

// follow returns the path at which a place is now. It reports false if it was in an
// element that is gone.
func (l *lists) follow(path string) (now string, ok bool) {
	name, _, rest, ok := notepath.SplitPath(path)
	if !ok {
		return path, true
	}
	v := l.first[name]
	now = path[:len(path)-len(rest)]
	for rest != "" {
		before := path[:len(path)-len(rest)]
		key, index, after, ok := notepath.SplitPath(rest)
		if !ok {
			return now + rest, true
		}
		step := rest[:len(rest)-len(after)]
		if signs := l.signsAt[before]; index >= 0 && signs != "" && v != nil {
			moved, ok := l.moved[before]
			if !ok {
				moved = match(signs, l.Signs(notepath.Elements(v)))
				l.moved[before] = moved
			}
			if index >= len(moved) || moved[index] < 0 {
				return "", false
			}
			index = moved[index]
			step = appendIndex("", index)
		}
		now += step
		v, rest = l.Step(v, key, index), after
	}
	return now, true
}

// match finds where the elements of a list are, after an edit: equal ones first, in
// their order. An element that is not known is one that was there with another
// value, if it is between the same neighbours or at the same index of as many.
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
	list := make([]string, 0, len(s)/notepath.SignSize)
	for ; len(s) >= notepath.SignSize; s = s[notepath.SignSize:] {
		list = append(list, s[:notepath.SignSize])
	}
	return list
}
