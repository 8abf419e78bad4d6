package builtin

import (
	"slices"
	"strings"

	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// evidence are the parameters for a body that several versions define.
type evidence struct {
	// by is the index of the preferred version.
	by int
	// agree is the number of versions that must define a name. enough is the number of the
	// provider's bodies that must agree on a name.
	agree, enough int
	// reason is the reason for a guess of a name that differs between the versions.
	reason string
}

// body returns the body of a type that has these bodies in some versions, the preferred one first.
// known are the guesses for unlisted names.
func (t *table) body(bodies []int, s evidence, known *guess.Names) *tables.Body {
	if one := uniqueNumbers(bodies); len(one) == 1 && len(bodies) >= s.agree {
		bodies, s.agree = one, 1 // all versions are equal
	}
	origin := t.origin(s.by)
	key := string(appendKey(nil, origin.Version+s.reason, append(slices.Clip(bodies), s.agree, s.enough)))
	if made, ok := t.made[key]; ok {
		return made
	}
	m := bodyMaker{
		table: t, evidence: s, known: known, divided: map[string]guess.Uses{},
		result: &tables.Body{Remain: tables.RemainUnknown, Dynamic: true, Origin: origin},
	}
	t.made[key] = m.result
	rows := t.rows(bodies)
	m.result.Attributes = make([]tables.Attribute, 0, len(rows))
	for _, row := range rows {
		m.addRow(row)
	}
	m.setGuesses()
	return m.result
}

// bodyMaker builds a body from the definitions of several versions.
type bodyMaker struct {
	*table
	evidence
	known  *guess.Names
	result *tables.Body
	// divided are the names that differ between the versions. inner are their nested bodies.
	divided map[string]guess.Uses
	inner   []int
}

// addRow adds a name. row contains the entry of each version that defines it.
func (m *bodyMaker) addRow(row []rawEntry) {
	if unknown := slices.ContainsFunc(row, rawEntry.isUnknown); unknown && !m.countsOf(m.by).blocks {
		dropBlocks(row)
	}
	// Other versions are no evidence for a name that the preferred version lacks.
	defined := row[0].from == 0 && len(row) >= m.agree
	first := row[0]
	if blocks := blockEntries(row); len(blocks) > 0 && acceptsBlocks(row) {
		// Blocks can represent the argument as well.
		first, row = blocks[0], blocks
	}
	if known := slices.IndexFunc(row, rawEntry.hasElement); known > 0 && first.isUnknown() {
		first = row[known]
	}
	sameKind := !slices.ContainsFunc(row, func(e rawEntry) bool { return e.kind.IsBlock() != first.kind.IsBlock() })
	switch {
	case !defined, !sameKind:
		u := usesOf(row, m.countsOf(m.by).objects)
		if !defined || m.agree > 1 {
			// Add a share of doubt for kinds of values that the versions lack.
			measure := max(1, (u.Blocks+u.AsBlocks+u.Objects+u.Lists+u.Arrays)/doubtDivisor)
			u.Blocks, u.Objects, u.Lists = u.Blocks+measure, u.Objects+measure, u.Lists+measure
		}
		m.addGuess(row, u)
	case first.isUnknown():
		// JSON is always the argument.
		m.result.Attributes = append(m.result.Attributes, tables.Attribute{
			Name: first.name, Origin: tables.FromTable, Kind: tables.ListValue, AsBlocks: unknownElement,
		})
	case first.kind.IsBlock():
		indices := make([]int, len(row))
		for i, e := range row {
			indices[i] = e.index
		}
		m.result.Blocks = append(m.result.Blocks, newBlock(first, m.body(indices, m.evidence, m.known)))
	default:
		a := tables.Attribute{Name: first.name, Origin: tables.FromTable, Kind: first.kind.valueKind()}
		if first.kind == AttributeAsBlocks {
			m.setElement(&a, first.index, m.result.Origin, m.known)
		}
		m.result.Attributes = append(m.result.Attributes, a)
	}
}

// valueKind returns the kind of the values of an argument.
func (k Kind) valueKind() tables.ValueKind {
	switch k {
	case ListAttribute, ObjectsAttribute, AttributeAsBlocks, ObjectsOrBlocks:
		return tables.ListValue
	case MapAttribute, ObjectAttribute:
		return tables.MapValue
	}
	return tables.AnyValue
}

// unknownElement is the element of an argument for which no version defines whether it may be written as
// blocks, and with which arguments.
var unknownElement = func() *tables.Element {
	body := &tables.Body{Remain: tables.RemainUnknown, Dynamic: true, Origin: tables.Origin{Kind: tables.FromTable}}
	body.Prepare()
	return tables.ElementOf(body)
}()

// doubtDivisor is the divisor for the minimum share of the other kinds of use, so that no guess is certain.
const doubtDivisor = 10

func (m *bodyMaker) addGuess(row []rawEntry, u guess.Uses) {
	m.divided[row[0].name] = u
	for _, e := range blockEntries(row) {
		m.inner = append(m.inner, e.index)
	}
}

// setGuesses sets the guesses for names that the body does not contain.
func (m *bodyMaker) setGuesses() {
	body := m.result
	body.PluginNames = m.known
	if len(m.inner) > 0 {
		body.RemainBody = &tables.Body{
			Remain: tables.RemainUnknown, Dynamic: true, Origin: tables.Origin{Kind: tables.FromTable},
			PluginNames: guessTable(m.flatEntries(m.inner)).WithReason(m.Source, m.reason),
		}
		body.RemainBody.RemainBody = body.RemainBody
	}
	if len(m.divided) > 0 {
		names := namesOfUses(m.divided).WithReason(m.Source, m.reason)
		body.PluginNames = names.WithGuesses(body.PluginNames)
	}
}

func namesOfUses(names map[string]guess.Uses) *guess.Names {
	return guess.NewUses(func(name string) guess.Uses { return names[name] }, 1)
}

// dropBlocks changes the row for a provider without blocks.
func dropBlocks(row []rawEntry) {
	for i := range row {
		if row[i].kind == ObjectsOrBlocks {
			row[i].kind = ObjectsAttribute
		}
	}
}

func (e rawEntry) hasElement() bool { return e.kind == AttributeAsBlocks }

func (e rawEntry) isUnknown() bool { return e.kind == ObjectsOrBlocks }

// usesOf returns the uses of a name that differs between versions. A kind of value that is
// impossible in all versions but one is certain; otherwise the first version has the largest weight.
func usesOf(row []rawEntry, framework bool) (u guess.Uses) {
	for i, e := range row {
		weight := 100
		if i == 0 {
			weight *= len(row)
		}
		e.kind.count(&u, weight)
		if !e.isUnknown() {
			continue
		}
		// The blocks can omit parts of the unknown element.
		u.Lists += weight
		if !framework {
			u.AsBlocks += weight
		}
	}
	return u
}

// acceptsBlocks reports whether all versions accept blocks for a name.
func acceptsBlocks(row []rawEntry) bool {
	return !slices.ContainsFunc(row, func(e rawEntry) bool { return e.kind != AttributeAsBlocks && !e.kind.IsBlock() })
}

// blockEntries returns the block entries.
func blockEntries(row []rawEntry) []rawEntry {
	return slices.DeleteFunc(slices.Clone(row), func(e rawEntry) bool { return !e.kind.IsBlock() })
}

// rows returns the entries of bodies by name, sorted, with the entry of the first body first.
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

func newBlock(e rawEntry, body *tables.Body) tables.Block {
	row := tables.Block{Type: e.name, Origin: tables.FromTable, Body: body}
	switch e.kind {
	case SingleBlock:
		row.Single = true
	case ListBlock, UnknownBlock:
		row.Ordered = true
	}
	return row
}

// setElement sets the element of a row.
func (t *table) setElement(a *tables.Attribute, typ int, origin tables.Origin, known *guess.Names) {
	list, err := ctyjson.UnmarshalType([]byte(t.types[typ]))
	if err != nil {
		return
	}
	inner := tables.Origin{Kind: tables.FromPlugin, Name: origin.String()} // a type lists all names of nested elements
	a.AsBlocks = tables.NewElement(list, inner, func(body *tables.Body) {
		body.Remain, body.Origin, body.PluginNames = tables.RemainUnknown, origin, known
	})
}

// guessTable returns a table of guesses for entries.
func guessTable(entries []rawEntry) *guess.Names {
	var attributes, blocks []string
	for _, e := range entries {
		if e.kind.IsBlock() {
			blocks = append(blocks, e.name)
		} else {
			attributes = append(attributes, e.name)
		}
	}
	return guess.NewNames(attributes, nil, blocks, false)
}

// uniqueNumbers returns the numbers of a list without repetitions and negative numbers.
func uniqueNumbers(list []int) []int {
	var result []int
	for _, n := range list {
		if n >= 0 && !slices.Contains(result, n) {
			result = append(result, n)
		}
	}
	return result
}
