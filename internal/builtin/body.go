package builtin

import (
	"slices"
	"strings"

	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/schema"
)

// said is how versions speak for one that may be another.
type said struct {
	// by is the one that counts first.
	by int
	// agree is how many must have a name, and enough how many bodies of the provider.
	agree, enough int
	// reason is why a name that the versions do not agree on is a guess.
	reason string
}

// body returns the body of a type that has these bodies in some versions, the one that
// counts first. known are the guesses for names that are not listed.
func (t *table) body(bodies []int, s said, known *schema.Names) *schema.Body {
	if one := distinct(bodies); len(one) == 1 && len(bodies) >= s.agree {
		bodies, s.agree = one, 1 // nobody says anything else
	}
	origin := t.origin(s.by)
	key := string(appendKey(nil, origin.Version+s.reason, append(slices.Clip(bodies), s.agree, s.enough)))
	if made, ok := t.made[key]; ok {
		return made
	}
	m := bodyMaker{
		table: t, said: s, known: known, divided: map[string]schema.Uses{}, untold: map[string]schema.Uses{},
		result: &schema.Body{Remain: schema.RemainUnknown, Dynamic: true, Origin: origin},
	}
	t.made[key] = m.result
	rows := t.rows(bodies)
	m.result.Attributes = make([]schema.Attribute, 0, len(rows))
	for _, row := range rows {
		m.add(row)
	}
	m.guess()
	return m.result
}

// bodyMaker makes a body of what several versions say about its names.
type bodyMaker struct {
	*table
	said
	known  *schema.Names
	result *schema.Body
	// divided are names that the versions do not agree on, untold those of which no
	// version tells enough, and inner the bodies of both.
	divided, untold map[string]schema.Uses
	inner           []int
}

// add adds a name, of which each version that has it has an entry in row.
func (m *bodyMaker) add(row []rawEntry) {
	if unknown := slices.ContainsFunc(row, rawEntry.unknown); unknown && !m.facts(m.by).blocks {
		onlyArguments(row)
	}
	// What the version that counts first lacks is not answered by another one.
	settled := row[0].from == 0 && len(row) >= m.agree
	first := row[0]
	if blocks := onlyBlocks(row); len(blocks) > 0 && blockLike(row) {
		// Blocks stand for the argument as well.
		first, row = blocks[0], blocks
	}
	if known := slices.IndexFunc(row, rawEntry.tellsElement); known > 0 && first.unknown() {
		first = row[known]
	}
	alike := !slices.ContainsFunc(row, func(e rawEntry) bool { return e.kind.Block() != first.kind.Block() })
	switch {
	case !settled, !alike:
		u := usesOf(row, m.facts(m.by).objects)
		if !settled || m.agree > 1 {
			// Whatever the value can be, it may be something else.
			measure := max(1, (u.Blocks+u.AsBlocks+u.Objects+u.Lists+u.Arrays)/doubt)
			u.Blocks, u.Objects, u.Lists = u.Blocks+measure, u.Objects+measure, u.Lists+measure
		}
		m.guessOf(m.divided, row, u)
	case first.unknown():
		m.guessOf(m.untold, row, usesOf(row, m.facts(m.by).objects))
	case first.kind.Block():
		indices := make([]int, len(row))
		for i, e := range row {
			indices[i] = e.index
		}
		m.result.Blocks = append(m.result.Blocks, block(first, m.body(indices, m.said, m.known)))
	default:
		a := schema.Attribute{Name: first.name, Origin: schema.FromTable}
		if first.kind == AttributeAsBlocks {
			m.asBlocks(&a, first.index, m.result.Origin, m.known)
		}
		m.result.Attributes = append(m.result.Attributes, a)
	}
}

// doubt is the share of all uses that another one has at least, so that none is sure.
const doubt = 10

func (m *bodyMaker) guessOf(guesses map[string]schema.Uses, row []rawEntry, u schema.Uses) {
	guesses[row[0].name] = u
	for _, e := range onlyBlocks(row) {
		m.inner = append(m.inner, e.index)
	}
}

// guess gives the body the guesses for names that are not in it.
func (m *bodyMaker) guess() {
	body := m.result
	body.PluginNames = m.known
	if len(m.inner) > 0 {
		body.RemainBody = &schema.Body{
			Remain: schema.RemainUnknown, Dynamic: true, Origin: schema.Origin{Kind: schema.FromTable},
			PluginNames: guessed(m.flat(m.inner)).WithReason(m.reason),
		}
		body.RemainBody.RemainBody = body.RemainBody
	}
	if len(m.divided) > 0 {
		body.PluginNames = uses(m.divided).WithReason(m.reason).WithGuesses(body.PluginNames)
	}
	if len(m.untold) > 0 {
		body.PluginNames = uses(m.untold).WithGuesses(body.PluginNames)
	}
}

func uses(names map[string]schema.Uses) *schema.Names {
	return schema.NewUses(func(name string) schema.Uses { return names[name] }, 1)
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

func (e rawEntry) unknown() bool { return e.kind == ObjectsOrBlocks }

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
		if !e.unknown() {
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

// blockLike reports whether a name may be written as blocks in all versions.
func blockLike(row []rawEntry) bool {
	return !slices.ContainsFunc(row, func(e rawEntry) bool { return e.kind != AttributeAsBlocks && !e.kind.Block() })
}

// onlyBlocks are the entries that are blocks.
func onlyBlocks(row []rawEntry) []rawEntry {
	return slices.DeleteFunc(slices.Clone(row), func(e rawEntry) bool { return !e.kind.Block() })
}

// rows are the entries of bodies by name, sorted; those of the first body first.
func (t *table) rows(bodies []int) [][]rawEntry {
	var rows [][]rawEntry
	index := map[string]int{}
	for i, body := range bodies {
		for _, e := range t.entries(body) {
			e.from = i
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
	row := schema.Block{Type: e.name, Origin: schema.FromTable, Body: body}
	switch e.kind {
	case SingleBlock:
		row.Single = true
	case ListBlock, UnknownBlock:
		row.Ordered = true
	}
	return row
}

// asBlocks puts into a row what an element is.
func (t *table) asBlocks(a *schema.Attribute, typ int, origin schema.Origin, known *schema.Names) {
	list, err := ctyjson.UnmarshalType([]byte(t.types[typ]))
	if err != nil {
		return
	}
	inner := schema.Origin{Kind: schema.FromPlugin, Name: origin.String()} // a type has all names of inner elements
	a.AsBlocks = schema.NewElement(list, inner, func(body *schema.Body) {
		body.Remain, body.Origin, body.PluginNames = schema.RemainUnknown, origin, known
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
