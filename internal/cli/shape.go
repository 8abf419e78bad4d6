package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

// whole refuses an edit whose result is no file like the one that is edited, as what is printed
// of a part of it.
func (e *editing) whole(edited equivalent.Source) bool {
	before, after := e.items(e.c.text(e.c.src)), e.items(edited)
	if e.opts.force || after == nil { // what cannot be read is said later
		return true
	}
	e.dialect.Prepare()
	const format = "%s%s --force takes it as it is."
	if foreign := foreignItem(before, after, e.dialect.Root); foreign != nil {
		what := fmt.Sprintf("At its root, a file of %s has nothing of the name %s, and %s had not either.",
			e.dialect.Product, foreign.ItemName(), e.c.name)
		advice := e.meant(edited, true)
		if slices.ContainsFunc(before, func(item hclwrite.Item) bool { return hasItem(after, item.ItemName()) }) {
			advice = " Correct the name."
		}
		diag := report.Errorf(notWhole, format, what, advice)
		span := foreign.ItemSpan()
		diag.Subject = diagnostic.RangeAt(edited.Filename, edited.Bytes, span.Start, span.End)
		e.c.log.AddWith(map[string][]byte{edited.Filename: edited.Bytes}, diag)
		e.c.failed = true
		return false
	}
	if gone := allGone(before, after); gone != "" {
		what := fmt.Sprintf("None of the %s of the file is left.", gone)
		e.c.fail(nil, report.Errorf(notWhole, format, what, e.meant(edited, false)))
		return false
	}
	return true
}

const notWhole = "Not the whole file"

// items are what is in a source; nil if it cannot be read.
func (e *editing) items(s equivalent.Source) []hclwrite.Item {
	file, diags := guard(s.Filename, func() (*hclwrite.File, hcl.Diagnostics) {
		if s.JSON {
			return convert.ReadJSON(s.Bytes, s.Filename, e.dialect, convert.Options{})
		}
		return hclwrite.ParseFile(s.Bytes, s.Filename)
	})
	if diags.HasErrors() {
		return nil
	}
	return append([]hclwrite.Item{}, file.Body.Items...)
}

// foreignItem returns the first item that a language does not have at the root of a file, and
// that the file did not have before; nil if there is none.
func foreignItem(before, after []hclwrite.Item, root *schema.Body) hclwrite.Item {
	for _, item := range after {
		attribute, block := root.Lookup(item.ItemName())
		if root.Rest == schema.RestNone && attribute == nil && block == nil && !hasItem(before, item.ItemName()) {
			return item
		}
	}
	return nil
}

// allGone says what of a file is all gone: its blocks; or, without blocks, its arguments, where
// there are none now, or some that were in the values of these.
func allGone(before, after []hclwrite.Item) string {
	isArgument := func(item hclwrite.Item) bool {
		_, is := item.(*hclwrite.Attribute)
		return is
	}
	kept := func(item hclwrite.Item) bool { return hasItem(after, item.ItemName()) }
	blocks := slices.DeleteFunc(slices.Clone(before), isArgument)
	switch {
	case slices.ContainsFunc(blocks, kept):
		return ""
	case len(blocks) > 0:
		return "blocks"
	case len(before) == 0 || slices.ContainsFunc(before, kept):
		return ""
	}
	inside := len(after) == 0
	hclwrite.Walk(&hclwrite.Body{Items: before}, func(node any) bool {
		item, is := node.(*hclwrite.ObjectItem)
		inside = inside || is && hasItem(after, item.Key)
		return !inside
	})
	if inside {
		return "arguments"
	}
	return ""
}

func hasItem(items []hclwrite.Item, name string) bool {
	return slices.ContainsFunc(items, func(item hclwrite.Item) bool { return item.ItemName() == name })
}

// meant says how to print all of a file where a part of it was printed, as is certain or as a
// filter says; empty if nothing does.
func (e *editing) meant(edited equivalent.Source, part bool) string {
	for i, word := range e.words {
		if filter := wholeFilter(word); filter != "" {
			words := slices.Clone(e.words)
			words[i] = filter
			for i := range words {
				words[i] = quoted(words[i])
			}
			return " Perhaps this was meant: " + strings.Join(words, " ") + "."
		}
		part = part || selection.MatchString(word)
	}
	if !part {
		return ""
	}
	return " What " + edited.Filename + " says is to be all of the file. With jq, it is printed by PATH |= (EDIT), " +
		"and only a part of it by PATH | EDIT."
}

// aPath is one of jq to a part of a document.
const aPath = `\.(?:[\w.?]|\[[^]]*\]|"[^"]*")+`

var (
	// selection is a filter of jq that prints a part.
	selection = regexp.MustCompile(`^\s*` + aPath + `\s*$`)
	// partial is one that goes to a part and does something to it there.
	partial = regexp.MustCompile(`(?s)^\s*(` + aPath + `(?:\s*\|\s*` + aPath + `)*)\s*\|\s*([^=\s].*?)\s*$`)
)

// wholeFilter is the filter of jq that does to a part of a document what another one does, and
// prints all of the document; empty if the other one does no such thing.
func wholeFilter(filter string) string {
	found := partial.FindStringSubmatch(filter)
	if found == nil {
		return ""
	}
	path, edit := found[1], found[2]
	if strings.Contains(path, "|") {
		path = "(" + path + ")"
	}
	return path + " |= (" + edit + ")"
}
