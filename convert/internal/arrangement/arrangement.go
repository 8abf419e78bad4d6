// Package arrangement defines the JSON form of a body, and writes it.
//
// An [Arrangement] contains all decisions about a body, and the [Writer] contains the spelling of JSON and no rule of a
// schema. The package imports the tree, JSON, annotations and sourcemap.
package arrangement

import (
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
)

// Shape is the JSON shape of the blocks of a type.
type Shape uint8

const (
	// PerBlock is an array with one element per block. In an element, each label is the key of an
	// object, and each object except the last is in an array.
	PerBlock Shape = iota
	// PerBlockInLabels is PerBlock without arrays between the labels.
	PerBlockInLabels
	// PerBlockInLists is PerBlock with an array below each label.
	PerBlockInLists
	// ByLabel is nested objects with the labels as keys. Several blocks with the same labels are in
	// an array.
	ByLabel
	// ByLabelInArrays is ByLabel, but a single body is also in an array.
	ByLabelInArrays
	// Merged is one object with the members of all blocks.
	Merged
)

// Arrangement describes the JSON of a body. It refers to unchanged nodes of the tree, and does not
// change them.
type Arrangement struct {
	// Annotation is the annotation of the body, or nil.
	Annotation *annotation.Annotation
	// Members contains the members in the order in which they are written. A member is an unchanged
	// *hclwrite.Attribute, a *ChangedAttribute or a *Blocks.
	Members []hclwrite.Item
	// Next is the next object, if the body is an array of objects.
	Next *Arrangement
}

// ChangedAttribute is an attribute with another expression.
type ChangedAttribute struct {
	*hclwrite.Attribute
	Expr hclwrite.Expr
}

// Blocks is the property that contains the blocks of one type.
type Blocks struct {
	*hclwrite.Block // the first block, with the type, position and comments of the property
	Shape           Shape
	// Closing is true if an empty object must follow the body of the first block, so that readers do
	// not convert the blocks to an attribute.
	Closing bool
	List    []Block
	object  int // the value of the merged blocks
}

// Block is a block with the labels for JSON and the arrangement of its body.
type Block struct {
	*hclwrite.Block
	Body Arrangement
}
