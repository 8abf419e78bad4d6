// Package annotation defines the "//" property of HCL-JSON, which contains the comments of a body and hints for an
// exact conversion back:
//
//   - annotation.go, read.go, foreign.go: the decoded property
//   - path.go: the paths from a body to an item or a value in it
//   - text.go, groups.go, place.go: texts of comments, the positions of comment groups in "//", and the nodes that
//     receive comments. Package hclwrite decides at which node a comment of native text is.
//   - layout.go: the words for the layout
//   - fingerprint.go, moved.go: fingerprints, so that comments follow the elements of lists
//
// It imports the tree, the schema and JSON, and no stage of the conversion. Read [Annotation] first.
package annotation

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// The members of a "//" object, except for the comments. [hclwrite.Positions] contains the names of
// those.
const (
	KeyAt         = "at"
	KeyAttributes = "attributes"
	KeyLabels     = "labels"
	KeyOrder      = "order"
	KeyBlocks     = "blocks"
	KeyNulls      = "nulls"
	KeyElements   = "elements"
	KeyLayout     = "layout"
)

// Annotation is the annotation of a body: the decoded value of its "//" property.
type Annotation struct {
	Comments hclwrite.Comments
	At       []CommentedPath
	// Attributes contains the names of attributes that a reader without a schema would convert to
	// blocks, or would have to guess.
	Attributes []string
	// Labels contains the numbers of labels of blocks without a schema.
	Labels []LabelCount
	// Order contains the names or paths of the items in source order.
	Order []string
	// Blocks contains the paths of attributes that represent blocks of the source. Nulls contains
	// the paths of null arguments in these blocks.
	Blocks, Nulls []string
	// values contains comments with foreign values, in a conversion to native syntax.
	values []string
	// IsAttribute, IsBlocks, IsNull and LabelCounts contain the members attributes, blocks, nulls
	// and labels, in a conversion to native syntax.
	IsAttribute, IsBlocks, IsNull NameSet
	LabelCounts                   map[string][]int
	// Foreign is a value of "//" that another program wrote, such as the metadata of CDKTF, or nil.
	Foreign *jsontree.Value
	// Layout contains the layouts of the body and its items. Slashes is true if the comments start
	// with //.
	Layout  []LayoutWords
	Slashes bool
	// RecordsLayout is true if the annotation records the layout. IsOwn is true for an edit of a file without
	// foreign values. An empty value is then not foreign, and an object with invalid members is read
	// as far as possible.
	RecordsLayout, IsOwn bool
}

// CommentedPath is a path in a body, with the comments at this path.
type CommentedPath struct {
	Path     string
	Comments hclwrite.Comments
	// Elements contains the fingerprints of the elements if the path leads to a list. Count is the
	// number of fingerprints to write.
	Elements string
	Count    int
	// Span is the position of the path in JSON.
	Span hclwrite.Span
}

// LabelCount contains the numbers of labels of the blocks of a type, in order. It contains a single
// number if all are equal.
type LabelCount struct {
	BlockType string
	Counts    []int
}

// IsEmpty reports whether the annotation is empty.
func (n *Annotation) IsEmpty() bool {
	return n.HasOnlyInside() && len(n.Comments) == 0 && n.Foreign == nil
}

// HasOnlyInside reports whether the annotation contains only a foreign value and comments at the
// position Inside.
func (n *Annotation) HasOnlyInside() bool {
	isOutside := func(c hclwrite.Comment) bool { return c.Position != hclwrite.Inside }
	return !slices.ContainsFunc(n.Comments, isOutside) && len(n.At) == 0 && len(n.Attributes) == 0 &&
		len(n.Labels) == 0 && len(n.Order) == 0 &&
		len(n.Blocks) == 0 && len(n.Nulls) == 0 && len(n.Layout) == 0
}

// RemoveEmpty removes the path with the given index if it has no comments.
func (n *Annotation) RemoveEmpty(at int) {
	if n.At[at].IsEmpty() {
		n.At = slices.Delete(n.At, at, at+1)
	}
}

// IsEmpty reports whether a path has neither comments nor fingerprints to write.
func (p *CommentedPath) IsEmpty() bool {
	return len(p.Comments) == 0 && p.Count == 0
}

// NameSet is a set of names, or of paths.
type NameSet map[string]bool

// AddNames adds names.
func (n *NameSet) AddNames(list ...string) {
	if *n == nil && len(list) > 0 {
		*n = make(NameSet, len(list))
	}
	for _, name := range list {
		(*n)[name] = true
	}
}

// ItemPlace returns the path of an item with its comments. above contains the comment groups
// before it.
func ItemPlace(path string, comments hclwrite.Comments, above []string) CommentedPath {
	return CommentedPath{Path: path, Comments: WithAbove(comments, above)}
}

// A path can contain the index of a list element. For such a list, the annotation contains a
// fingerprint of each element: a few bits of a hash of its JSON. With the fingerprints, comments
// follow their elements when an edit adds, removes or moves elements.

// FingerprintedNames returns the first names of the paths to lists that need fingerprints.
func (n *Annotation) FingerprintedNames() (names NameSet) {
	if n == nil {
		return nil
	}
	for i := range n.At {
		if n.At[i].Count > 0 {
			name, _, _, _ := SplitPath(n.At[i].Path)
			names.AddNames(name)
		}
	}
	return names
}

// Property is the name of the property that products ignore in most bodies.
const Property = "//"
