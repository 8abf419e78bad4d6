package tidy

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/tree/nodes"
)

// removeMetadata removes the comments that represent the metadata of a generator. It only searches
// bodies, because "//" is an ordinary name in a value.
func removeMetadata(m *module) {
	for _, file := range m.files {
		c := &cleaner{module: m, file: file.Name}
		c.cleanBody(&file.Body, nil)
	}
}

type cleaner struct {
	module *module
	file   string
	path   []string
}

// cleanLists removes metadata from lists of comments, and returns the paths in it.
func (c *cleaner) cleanLists(lists ...*[]string) (paths []string) {
	for _, list := range lists {
		found := false
		kept := make([]string, 0, len(*list))
		for _, comment := range *list {
			data, ok := parseMetadata(comment)
			if !ok {
				kept = append(kept, comment)
				continue
			}
			found = true
			if data.path != "" {
				paths = append(paths, singleLine(data.path))
			}
			c.module.changes = append(c.module.changes, Change{
				Step: "metadata", File: c.file, Place: strings.Join(c.path, "."), Before: comment,
			})
		}
		if found {
			*list = joinParagraphs(kept)
		}
	}
	return paths
}

// joinParagraphs removes blank lines that no longer separate comments.
func joinParagraphs(comments []string) []string {
	comments = slices.CompactFunc(comments, func(a, b string) bool { return a == "" && b == "" })
	if len(comments) > 0 && comments[0] == "" {
		comments = comments[1:]
	}
	if last := len(comments) - 1; last >= 0 && comments[last] == "" {
		comments = comments[:last]
	}
	return comments
}

// cleanGroups removes metadata from comment groups, and returns the paths in it.
func (c *cleaner) cleanGroups(groups []hclwrite.Item) (paths []string) {
	for _, group := range groups {
		paths = append(paths, c.cleanLists(&group.(*hclwrite.CommentGroup).Lines)...)
	}
	return paths
}

func (c *cleaner) cleanBody(b *hclwrite.Body, parent *hclwrite.Block) {
	var paths []string
	head, units, foot := nodes.Units(b.Items)
	paths = append(paths, c.cleanGroups(head)...)
	for _, unit := range units {
		item := unit.Item
		name := hclwrite.ItemName(item)
		block, isBlock := item.(*hclwrite.Block)
		if isBlock {
			name = blockStep(block)
		}
		c.path = append(c.path, name)
		comments := hclwrite.ItemComments(item)
		above := c.cleanGroups(unit.Groups)
		var inside []string
		for p := range hclwrite.Positions() {
			list := comments.At(p)
			found := c.cleanLists(&list)
			if comments.Set(p, list); p.IsOf(&hclwrite.Attribute{}) {
				above = append(above, found...)
			} else {
				inside = append(inside, found...)
			}
		}
		if isBlock {
			c.addPaths(block, inside)
			c.cleanBody(&block.Body, block)
		}
		c.addPaths(item, above)
		c.path = c.path[:len(c.path)-1]
	}
	paths = append(paths, c.cleanGroups(foot)...)
	b.Items = slices.DeleteFunc(b.Items, func(item hclwrite.Item) bool {
		group, ok := item.(*hclwrite.CommentGroup)
		return ok && len(group.Lines) == 0
	})
	if parent != nil {
		c.addPaths(parent, paths)
	}
}

// addPaths adds paths as comments above an item, if the option KeepPaths is set.
func (c *cleaner) addPaths(item hclwrite.Item, paths []string) {
	if !c.module.opts.KeepPaths {
		return
	}
	comments := hclwrite.ItemComments(item)
	for _, path := range paths {
		*comments = append(*comments, hclwrite.NewComment(path))
	}
}

// constructMetadata is the metadata of a construct.
type constructMetadata struct {
	path, uniqueID string
}

// parseMetadata parses a comment that represents the metadata of CDKTF or a similar generator. It
// returns false for any other comment.
//
// cdktf lib/terraform-element.ts and lib/terraform-stack.ts, "metadata"
func parseMetadata(comment string) (constructMetadata, bool) {
	text, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimLeft(comment, "#")), "//:")
	if !ok {
		return constructMetadata{}, false
	}
	tree, diags := jsontree.Parse([]byte(text), "")
	metadata := tree.Member("metadata")
	if diags.HasErrors() || metadata == nil || metadata.Kind != jsontree.Object {
		return constructMetadata{}, false
	}
	for i := range tree.Members {
		if name := tree.Members[i].Name; name != "metadata" && name != "outputs" {
			return constructMetadata{}, false
		}
	}
	d := constructMetadata{path: textMember(metadata, "path"), uniqueID: textMember(metadata, "uniqueId")}
	return d, d.path != "" || d.uniqueID != "" || textMember(metadata, "stackName") != ""
}

// uniqueIDs returns the generated names according to the metadata.
func uniqueIDs(files []File) map[string]bool {
	ids := map[string]bool{}
	note := func(comments []string) {
		for _, comment := range comments {
			if d, ok := parseMetadata(comment); ok && d.uniqueID != "" {
				ids[d.uniqueID] = true
			}
		}
	}
	for _, file := range files {
		groups := func(b *hclwrite.Body) {
			for _, item := range b.Items {
				if group, ok := item.(*hclwrite.CommentGroup); ok {
					note(group.Lines)
				}
			}
		}
		groups(&file.Body)
		for _, item := range file.Body.Items {
			comments := hclwrite.ItemComments(item)
			note(comments.At(hclwrite.Above))
			if block, ok := item.(*hclwrite.Block); ok {
				note(comments.At(hclwrite.Open))
				groups(&block.Body)
			}
		}
	}
	return ids
}

// textMember returns a string member of an object, or "".
func textMember(v *jsontree.Value, name string) string {
	if m := v.Member(name); m != nil && m.Kind == jsontree.String {
		return m.Text
	}
	return ""
}

// singleLine replaces the control characters of a text, so that a comment can contain it.
func singleLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return ' '
		}
		return r
	}, text)
}
