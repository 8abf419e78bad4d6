package toconfig

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// computedNames are attributes that most providers compute, for types whose schema
// is not at hand. An argument in some type stays out. They are looked at in the
// body of a resource only.
var computedNames = []string{
	"arn", "create_time", "created_at", "creation_timestamp", "etag", "hosted_zone_id", "id", "owner_id", "self_link",
	"tags_all", "terraform_labels", "unique_id", "unique_writer_identity", "update_time", "updated_at", "urn",
}

// guesses are those about one type.
type guesses struct {
	place jsonformat.Value
	// computed are attributes that are left out; the others are taken for blocks
	// or for arguments, which they may not be.
	computed, blocks, arguments map[string]bool
}

// guesses returns the guesses about the type of the resource.
func (w *walker) guesses() *guesses {
	found := w.g.guessed[w.typ]
	if found == nil {
		found = &guesses{w.Place, map[string]bool{}, map[string]bool{}, map[string]bool{}}
		w.g.guessed[w.typ] = found
	}
	return found
}

// reportGuesses reports the guesses, once for each type.
func (g *generator) reportGuesses() {
	for _, typ := range slices.Sorted(maps.Keys(g.guessed)) {
		found := g.guessed[typ]
		var text strings.Builder
		fmt.Fprintf(&text, "The schema of %s is not available, so all its attributes with a value are taken "+
			"for arguments, including those that the provider computes. Empty strings, lists and maps are left out.", typ)
		for _, part := range []struct {
			lead  string
			names map[string]bool
		}{
			{"Left out as computed", found.computed},
			{"Taken for blocks", found.blocks},
			{"Taken for arguments, though they may be blocks", found.arguments},
		} {
			if len(part.names) > 0 {
				fmt.Fprintf(&text, " %s: %s.", part.lead, join(slices.Sorted(maps.Keys(part.names))))
			}
		}
		g.report(found.place.Range(), g.guessSeverity(), "No schema", "%s", text.String())
	}
}

// withoutSpec fills in what the values of the resource say, by guessing.
func (w *walker) withoutSpec(v value) {
	w.guesses()
	w.finish(w.guessBody(v))
}

// guessBody makes the content of a body.
func (w *walker) guessBody(v value) *bodyWriter {
	content := &bodyWriter{}
	for name, m := range v.members() {
		w.push(jsonformat.Step{Name: name})
		switch {
		case m.isUnknown():
			w.noteUnknown()
		case len(w.path) == 1 && slices.Contains(computedNames, name):
			if !m.null() {
				w.guesses().computed[name] = true
			}
		case !hclwrite.ValidIdentifier(name):
			w.warn(hcl.DiagWarning, "Not a name",
				"%s has a value whose name cannot be that of an argument. It is left out.", w.typ)
		case m.null():
			w.noteUnknownIn(m.unknown)
		case !m.isSensitive() && empty(m.Value) && !m.holdsUnknown():
		case !m.isSensitive() && w.guessesBlock(name, m):
			content.blocks = append(content.blocks, w.guessBlocks(name, m)...)
		default:
			e, ok := w.expr(m)
			content.set(name, e, ok)
		}
		w.pop()
	}
	return content
}

// guessesBlock reports whether a value is taken for blocks, and notes a guess.
// What states have for blocks is a list of objects; only of timeouts it is an object.
func (w *walker) guessesBlock(name string, v value) bool {
	blocks := w.guesses().blocks
	form := schema.ObjectForm
	if v.Kind == jsontree.Array {
		form = schema.ListForm
	}
	switch table, sure := w.language.Known.Decide(name, form); {
	case table == schema.IsAttribute:
		return false
	case v.Kind == jsontree.Object && (table != schema.IsBlock || !sure) && name != opentofu.TimeoutsBlock:
		w.guesses().arguments[name] = true
		return false
	case v.Kind == jsontree.Object && w.bodyLike(v.Value):
		blocks[name] = true
		return true
	case v.Kind == jsontree.Array &&
		!slices.ContainsFunc(v.Elems,
			func(e jsontree.Value) bool { return e.Kind != jsontree.Object || !w.bodyLike(&e) }):
		blocks[name] = true
		return true
	}
	return false
}

// bodyLike reports whether an object can be the value of a block.
func (w *walker) bodyLike(object *jsontree.Value) bool {
	for i := range object.Members {
		if !hclwrite.ValidIdentifier(object.Members[i].Name) {
			return false
		}
	}
	return !w.g.hidesName(value{Value: object})
}

func (w *walker) guessBlocks(name string, v value) []*hclwrite.Block {
	if v.Kind == jsontree.Object {
		body := w.guessBody(v)
		if len(body.attributes)+len(body.blocks) == 0 {
			return nil
		}
		return []*hclwrite.Block{{Type: name, Body: body.body()}}
	}
	var blocks []*hclwrite.Block
	for i := range v.Elems {
		w.push(jsonformat.Step{Index: i, IsIndex: true})
		if e := v.element(i); e.isUnknown() {
			w.noteUnknown()
		} else {
			blocks = append(blocks, &hclwrite.Block{Type: name, Body: w.guessBody(e).body()})
		}
		w.pop()
	}
	return blocks
}
