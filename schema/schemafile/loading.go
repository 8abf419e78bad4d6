package schemafile

import (
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
)

// loading reads how the product loads the files of a directory.
func (r *reader) loading(c content) {
	loading := &schema.Loading{Target: r.language.Target, Product: r.language.Dialect.Product}
	const pair = `"instead" is a list of pairs of endings, of which the second is read in place of the first, ` +
		`such as [[".job.json", ".job.hcl"]].`
	for _, endings := range r.groups(c, "instead", 1, pair, pair) {
		if len(endings) == 2 {
			loading.Instead = append(loading.Instead, [2]string(endings))
		} else {
			r.errorf(c.rangeOf("instead"), "Unsuitable value", "%s", pair)
		}
	}
	for _, block := range c.Blocks {
		if block.Type == "load" {
			loading.Classes = append(loading.Classes, r.class(block))
		}
	}
	switch {
	case len(loading.Classes) > 0:
		r.language.Loading = loading
	case loading.Instead != nil:
		r.errorf(c.rangeOf("instead"), "Conflicting settings",
			"Nothing says which files of a directory are read. Add a load block, or leave out instead.")
	}
}

// class reads a load block.
func (r *reader) class(block *hcl.Block) schema.FileClass {
	c := r.content(block.Body, loadSchema, block.DefRange)
	const usage = `"groups" is a list of lists of patterns, such as [["*.job.hcl"], ["*.job.json"]].`
	class := schema.FileClass{
		Groups:   r.groups(c, "groups", 1, usage, usage),
		Order:    r.text(c, "order"),
		Only:     r.text(c, "only"),
		Together: r.flag(c, "together"),
		First:    r.flag(c, "first"),
		DotFiles: r.flag(c, "dot_files"),
	}
	for _, group := range class.Groups {
		for _, pattern := range group {
			if _, err := path.Match(pattern, ""); err != nil || strings.Contains(pattern, "/") {
				r.errorf(c.rangeOf("groups"), "Unusable pattern",
					"%q is not a pattern for file names: want a name with * for any text, and without "+
						"directories.", pattern)
			}
		}
	}
	return class
}
