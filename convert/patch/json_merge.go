package patch

import (
	"hash/maphash"
	"slices"

	"github.com/hcljson/hcljson/convert/internal/jsonedit"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// merge makes a value of the file that of JSON that we wrote, as data, whatever it
// stands for. What is the same in both stays as it is.
func (p *jsonPatch) merge(v, to *jsontree.Value) {
	p.is.index()
	switch {
	case sameData(v, to):
	case v.Kind == jsontree.Object && to.Kind == jsontree.Object && !v.RepeatsName():
		p.mergeObject(v, to)
	case v.Kind == jsontree.Array && to.Kind == jsontree.Array:
		p.mergeArray(v, to)
	case v.Kind == jsontree.Object && len(to.Elems) == 1 && p.is.bodies[to.Elems[0].Start]:
		p.merge(v, &to.Elems[0])
	case to.Kind == jsontree.Object && p.is.bodies[to.Start] && len(v.Elems) == 1:
		p.merge(&v.Elems[0], to)
	default:
		p.text.Replace(v, p.node(to))
	}
}

// isBody reports whether an object of the JSON that we wrote is a body.
func (p *jsonPatch) isBody(v *jsontree.Value) bool {
	return p.is.bodies[v.Start] || v.Start == p.is.root.Start
}

func (p *jsonPatch) mergeObject(v, to *jsontree.Value) {
	index := make(map[string]int, len(v.Members))
	for i := range v.Members {
		index[v.Members[i].Name] = i
	}
	body := p.isBody(to)
	kept := make([]bool, len(v.Members))
	// added are the new members after each old one; those before all are the last.
	added := make([][]jsonedit.Part, len(v.Members)+1)
	last, arranged := len(v.Members), false
	for i := range to.Members {
		m := &to.Members[i]
		old, ok := index[m.Name]
		note := body && m.Name == noteName && !p.is.attributes[m.NameStart]
		if ok {
			kept[old], last = true, old
		}
		if ok && !note {
			p.merge(&v.Members[old].Value, &m.Value)
			continue
		}
		var node *jsonedit.Node
		switch {
		case ok && p.opts.DropComments:
			node = nodeOfNote(append(commentsOf(&v.Members[old].Value), p.noteParts(&m.Value, true)...))
		case body:
			node = p.partNode(m)
		default:
			node = p.node(&m.Value)
		}
		switch {
		case node == nil && ok:
			kept[old] = false
		case node == nil:
		case !ok:
			added[last], arranged = append(added[last], jsonedit.New(m.Name, node)), true
		case !sameData(&v.Members[old].Value, &m.Value):
			p.text.Replace(&v.Members[old].Value, node)
		}
	}
	parts := added[len(v.Members)]
	for i := range v.Members {
		if kept[i] || body && v.Members[i].Name == noteName && p.opts.DropComments {
			parts = append(parts, jsonedit.Kept(i))
		} else {
			arranged = true
		}
		parts = append(parts, added[i]...)
	}
	if arranged {
		p.text.Arrange(v, parts)
	}
}

func (p *jsonPatch) mergeArray(v, to *jsontree.Value) {
	pairs := (&sequence[*jsontree.Value]{
		olds: slices.Collect(v.Each()), news: slices.Collect(to.Each()), same: sameData,
		hash:  func(v *jsontree.Value) uint64 { return hashData(p.match.seed, v) },
		alike: func(a, b *jsontree.Value, sure bool) bool { return sure && a.Kind == b.Kind },
	}).match()
	parts := make([]jsonedit.Part, len(to.Elems))
	arranged := len(to.Elems) != len(v.Elems)
	for j := range to.Elems {
		i := pairs.ofNew[j]
		arranged = arranged || i != j
		if i < 0 {
			parts[j] = jsonedit.New("", p.node(&to.Elems[j]))
			continue
		}
		parts[j] = jsonedit.Kept(i)
		p.merge(&v.Elems[i], &to.Elems[j])
	}
	if arranged {
		p.text.Arrange(v, parts)
	}
}

// hashData is the same for values that are the same; the order of members does not
// count.
func hashData(seed maphash.Seed, v *jsontree.Value) uint64 {
	text := func(s string) uint64 { return mix(uint64(v.Kind), maphash.String(seed, s)) }
	switch v.Kind {
	case jsontree.Number:
		return text(numberText(v.Text))
	case jsontree.Array:
		h := uint64('[')
		for i := range v.Elems {
			h = mix(h, hashData(seed, &v.Elems[i]))
		}
		return h
	case jsontree.Object:
		h := uint64('{')
		for i := range v.Members {
			h += mix(maphash.String(seed, v.Members[i].Name), hashData(seed, &v.Members[i].Value))
		}
		return mix('{', h)
	}
	return text(v.Text)
}
