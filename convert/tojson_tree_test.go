package convert_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// An arrangement shares unchanged nodes with the tree, and does not change the tree.
func TestArrangementsKeepTree(t *testing.T) {
	checked := 0
	for _, g := range golden.ReadAll(t) {
		if g.JSON {
			continue
		}
		src, _ := g.File(g.Input)
		for _, opts := range []convert.Options{{}, {Form: convert.Compact}, {DropComments: true}, {Layout: convert.KeepLayout}} {
			read := func() *hclwrite.File {
				file, _ := hclwrite.ParseFile(src, g.Input)
				if file != nil && opts.Layout == convert.KeepLayout {
					file.KeepLayout()
				}
				return file
			}
			file := read()
			if file == nil {
				continue
			}
			crowd(file)
			_, _ = convert.WriteJSON(file, g.Input, g.Targets[0].Dialect, opts)
			if !slices.Equal(dump(file), dump(read())) {
				t.Errorf("%s: the tree has changed", g.Name)
			}
			comments, lines := commentLists(file)
			for _, list := range comments {
				if n := len(*list); n > 0 && (*list)[:n+1][n].Text != sentinel {
					t.Errorf("%s: the array after a list of comments has changed", g.Name)
				}
			}
			for _, list := range lines {
				if n := len(*list); n > 0 && (*list)[:n+1][n] != sentinel {
					t.Errorf("%s: the array after a group of comments has changed", g.Name)
				}
			}
			checked++
		}
	}
	if checked < 800 {
		t.Errorf("only %d trees are checked", checked)
	}
}

// crowd appends a sentinel to the array of each list of comments in a tree, after its end. An
// append to the list would overwrite it.
func crowd(file *hclwrite.File) {
	comments, lines := commentLists(file)
	for _, list := range comments {
		if n := len(*list); n > 0 {
			*list = append(*list, hclwrite.Comment{Text: sentinel})[:n]
		}
	}
	for _, list := range lines {
		if n := len(*list); n > 0 {
			*list = append(*list, sentinel)[:n]
		}
	}
}

const sentinel = "# untouched"

// dump has all comments, names and expressions of a tree.
func dump(file *hclwrite.File) []string {
	var parts []string
	comments, lines := commentLists(file)
	for _, list := range comments {
		parts = append(parts, fmt.Sprint(*list))
	}
	for _, list := range lines {
		parts = append(parts, fmt.Sprint(*list))
	}
	hclwrite.Walk(&file.Body, func(node hclwrite.Node) bool {
		switch node := node.(type) {
		case *hclwrite.Attribute:
			parts = append(parts, node.Name, hclwrite.ExprText(node.Expr))
		case *hclwrite.Block:
			parts = append(parts, node.Type, fmt.Sprint(node.Labels, len(node.Body.Items)))
		}
		return true
	})
	return parts
}

// commentLists are all lists of comments of a tree, and the lines of its groups.
func commentLists(file *hclwrite.File) (comments []*hclwrite.Comments, lines []*[]string) {
	hclwrite.Walk(&file.Body, func(node hclwrite.Node) bool {
		switch node := node.(type) {
		case *hclwrite.CommentGroup:
			lines = append(lines, &node.Lines)
		case *hclwrite.Attribute:
			comments = append(comments, &node.Comments)
		case *hclwrite.Block:
			comments = append(comments, &node.Comments)
		case *hclwrite.Element:
			comments = append(comments, &node.Comments)
		case *hclwrite.Tuple:
			comments = append(comments, &node.Comments)
		case *hclwrite.Object:
			comments = append(comments, &node.Comments)
		}
		return true
	})
	return comments, lines
}
