package providertable

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"maps"
	"slices"

	"github.com/hcljson/hcljson/internal/provider/builtin"
)

// encode writes the table of a provider, of whose versions all are the bodies, in
// the format that package builtin describes.
func encode(p builtin.Provider, all []types) ([]byte, error) {
	e := &encoder{names: map[string]int{}, types: map[string]int{}, bodies: map[string]int{}}
	e.count(all)
	parts := e.parts(all)
	head, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	out := append(head, '\n')
	out = appendTexts(out, e.nameList)
	out = appendTexts(out, e.typeList)
	out = appendTexts(out, e.bodyList)
	return append(out, parts...), nil
}

type encoder struct {
	names, types, bodies map[string]int
	nameList, typeList   []string
	bodyList             []string
}

// count numbers names and types; frequent ones get small numbers.
func (e *encoder) count(all []types) {
	var count func(tree builtin.Tree)
	count = func(tree builtin.Tree) {
		for _, entry := range tree {
			e.names[entry.Name]++
			if entry.Type != "" {
				e.types[entry.Type]++
			}
			count(entry.Body)
		}
	}
	for _, t := range all {
		for _, bodies := range t {
			for _, tree := range bodies {
				count(tree)
			}
		}
	}
	e.nameList, e.typeList = frequent(e.names), frequent(e.types)
}

// frequent sorts the keys, of which the most frequent come first, and gives each its
// place for a count.
func frequent(counts map[string]int) []string {
	list := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	})
	for i, key := range list {
		counts[key] = i
	}
	return list
}

// body returns the index of a body. Equal bodies have one index.
func (e *encoder) body(tree builtin.Tree) int {
	text := binary.AppendUvarint(nil, uint64(len(tree)))
	for _, entry := range tree {
		text = binary.AppendUvarint(text, uint64(e.names[entry.Name]*builtin.Kinds+int(entry.Kind)))
		switch {
		case entry.Kind.IsBlock():
			text = binary.AppendUvarint(text, uint64(e.body(entry.Body)))
		case entry.Kind == builtin.AttributeAsBlocks:
			text = binary.AppendUvarint(text, uint64(e.types[entry.Type]))
		}
	}
	index, ok := e.bodies[string(text)]
	if !ok {
		index = len(e.bodyList)
		e.bodies[string(text)] = index
		e.bodyList = append(e.bodyList, string(text))
	}
	return index
}

func (e *encoder) parts(all []types) []byte {
	var out []byte
	for _, part := range builtin.Parts {
		names := map[string]bool{}
		for _, t := range all {
			for name := range t[part] {
				names[name] = true
			}
		}
		var text []byte
		before := ""
		for _, name := range slices.Sorted(maps.Keys(names)) {
			n := common(before, name)
			text = binary.AppendUvarint(text, uint64(n))
			text = appendText(text, name[n:])
			before = name
			last := builtin.Absent
			for _, t := range all {
				next := builtin.Absent
				if tree, ok := t[part][name]; ok {
					next = builtin.FirstBody + e.body(tree)
				}
				if next == last {
					text = append(text, builtin.Same)
				} else {
					text = binary.AppendUvarint(text, uint64(next))
				}
				last = next
			}
		}
		out = appendText(out, string(text))
	}
	return out
}

func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func appendTexts(out []byte, texts []string) []byte {
	out = binary.AppendUvarint(out, uint64(len(texts)))
	for _, text := range texts {
		out = appendText(out, text)
	}
	return out
}

func appendText(out []byte, text string) []byte {
	out = binary.AppendUvarint(out, uint64(len(text)))
	return append(out, text...)
}
