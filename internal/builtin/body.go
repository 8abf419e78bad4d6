package builtin

import (
	"slices"
	"strings"

	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/schema"
)

// body returns the body of a type of which the table knows a body for each of some
// versions, the one that counts first, which is that of a version. What another one has as
// something else is a guess. known are the guesses for names that are not listed.
func (t *table) body(bodies []int, version int, known *schema.Names) *schema.Body {
	bodies = distinct(bodies)
	definer := t.definer(version)
	key := keyOf(definer, bodies...)
	if made, ok := t.made[key]; ok {
		return made
	}
	m := bodyMaker{
		table: t, version: version, known: known, guesses: map[string]schema.Uses{},
		result: &schema.Body{Rest: schema.RestUnknown, Dynamic: true, BuiltIn: true, Definer: definer},
	}
	t.made[key] = m.result
	for _, row := range t.rows(bodies) {
		m.add(row)
	}
	m.guess()
	return m.result
}

// bodyMaker makes a body of what several versions say about its names.
type bodyMaker struct {
	*table
	version int
	known   *schema.Names
	result  *schema.Body
	guesses map[string]schema.Uses
	// labels are blocks that have a label in some versions only, and inner the bodies of
	// the names in guesses.
	labels []rawEntry
	inner  []int
}

// add adds a name, of which each version has an entry in row.
func (m *bodyMaker) add(row []rawEntry) {
	unknown := slices.ContainsFunc(row, func(e rawEntry) bool { return e.kind == ObjectsOrBlocks })
	if unknown && !m.facts(m.version).blocks {
		onlyArguments(row)
	}
	first := row[0]
	if blocks := onlyBlocks(row); len(blocks) > 0 && blockLike(row) {
		// Blocks stand for the argument as well.
		first, row = blocks[0], blocks
	}
	if known := slices.IndexFunc(row, rawEntry.tellsElement); known > 0 && first.kind == ObjectsOrBlocks {
		first = row[known]
	}
	alike := !slices.ContainsFunc(row, func(e rawEntry) bool { return !e.kind.like(first.kind) })
	switch {
	case !alike && len(onlyBlocks(row)) == len(row):
		m.labels = append(m.labels, first)
	case !alike, first.kind == ObjectsOrBlocks:
		m.guesses[first.name] = usesOf(row, m.facts(m.version).objects)
		for _, e := range onlyBlocks(row) {
			m.inner = append(m.inner, e.index)
		}
	case first.kind.Block():
		indices := make([]int, len(row))
		for i, e := range row {
			indices[i] = e.index
		}
		m.result.Blocks = append(m.result.Blocks, block(first, m.body(indices, m.version, m.known)))
	default:
		a := schema.Attribute{Name: first.name, Outside: true}
		if first.kind == AttributeAsBlocks {
			m.asBlocks(&a, first.index, m.result.Definer, m.known)
		}
		m.result.Attributes = append(m.result.Attributes, a)
	}
}

// guess gives the body the guesses for names that are not in it.
func (m *bodyMaker) guess() {
	body := m.result
	body.Known = m.known
	if len(m.inner) > 0 {
		body.RestBody = &schema.Body{Rest: schema.RestUnknown, Dynamic: true, BuiltIn: true, Known: guessed(m.flat(m.inner))}
		body.RestBody.RestBody = body.RestBody
	}
	if len(m.guesses) > 0 {
		body.Known = schema.NewUses(func(name string) schema.Uses { return m.guesses[name] }, 1).WithGuesses(body.Known)
	}
	if len(m.labels) > 0 {
		body.Known = guessed(m.labels).WithGuesses(body.Known)
	}
}

// onlyArguments changes the row of a provider that takes no blocks at all.
func onlyArguments(row []rawEntry) {
	for i := range row {
		if row[i].kind == ObjectsOrBlocks {
			row[i].kind = ObjectsAttribute
		}
	}
}

func (e rawEntry) tellsElement() bool { return e.kind == AttributeAsBlocks }

// usesOf are the uses of a name that is not the same in all versions. What its value
// can be in none but one of the ways leaves no doubt, otherwise the first version
// counts most.
func usesOf(row []rawEntry, framework bool) (u schema.Uses) {
	for i, e := range row {
		weight := 100
		if i == 0 {
			weight *= len(row)
		}
		e.kind.count(&u, weight)
		if e.kind != ObjectsOrBlocks {
			continue
		}
		// Blocks need not have all that an element has, which is not known.
		u.Lists += weight
		if !framework {
			u.AsBlocks += weight
		}
	}
	return u
}

// like reports whether a configuration is read alike for two kinds.
func (k Kind) like(other Kind) bool {
	return k.Block() == other.Block() && (k == MapBlock) == (other == MapBlock)
}

// blockLike reports whether a name may be written as blocks without labels in all
// versions.
func blockLike(row []rawEntry) bool {
	return !slices.ContainsFunc(row, func(e rawEntry) bool {
		return e.kind != AttributeAsBlocks && (!e.kind.Block() || e.kind == MapBlock)
	})
}

// onlyBlocks are the entries that are blocks.
func onlyBlocks(row []rawEntry) []rawEntry {
	return slices.DeleteFunc(slices.Clone(row), func(e rawEntry) bool { return !e.kind.Block() })
}

// rows are the entries of bodies by name, sorted; those of the first body first.
func (t *table) rows(bodies []int) [][]rawEntry {
	var rows [][]rawEntry
	index := map[string]int{}
	for _, body := range bodies {
		for _, e := range t.entries(body) {
			at, ok := index[e.name]
			if !ok {
				at = len(rows)
				index[e.name] = at
				rows = append(rows, nil)
			}
			rows[at] = append(rows[at], e)
		}
	}
	slices.SortFunc(rows, func(a, b []rawEntry) int { return strings.Compare(a[0].name, b[0].name) })
	return rows
}

func block(e rawEntry, body *schema.Body) schema.Block {
	row := schema.Block{Type: e.name, Outside: true, Body: body}
	switch e.kind {
	case SingleBlock, GroupBlock:
		row.Single = true
	case ListBlock, UnknownBlock:
		row.Ordered = true
	case MapBlock:
		row.Labels = []string{"key"}
	}
	return row
}

// asBlocks puts into a row what an element is.
func (t *table) asBlocks(a *schema.Attribute, typ int, definer string, known *schema.Names) {
	list, err := ctyjson.UnmarshalType([]byte(t.types[typ]))
	if err != nil {
		return
	}
	a.AsBlocks = schema.NewElement(list, definer, func(body *schema.Body) {
		body.Rest, body.BuiltIn, body.Known = schema.RestUnknown, true, known
	})
}

// guessed is a table of guesses.
func guessed(entries []rawEntry) *schema.Names {
	var attributes, blocks []string
	for _, e := range entries {
		if e.kind.Block() {
			blocks = append(blocks, e.name)
		} else {
			attributes = append(attributes, e.name)
		}
	}
	return schema.NewNames(attributes, nil, blocks, false)
}

// distinct are the numbers of a list without those that are there already, and
// without those that are negative.
func distinct(list []int) []int {
	var result []int
	for _, n := range list {
		if n >= 0 && !slices.Contains(result, n) {
			result = append(result, n)
		}
	}
	return result
}
