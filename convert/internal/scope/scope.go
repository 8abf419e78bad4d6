// Package scope defines the names that the expressions of a body may use: variables, iterators of dynamic blocks, and
// the objects that a repeated block has.
//
// It imports the tree, the schema and package syntax. Read [Scope] first.
package scope

import (
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// Scope contains the names that the expressions of a body may use.
type Scope struct {
	Roots roots
	// Iterators contains the iterators of the enclosing dynamic blocks.
	Iterators []string
	repetition
}

// New returns the scope of the body of a file.
func New(d *schema.Dialect) Scope { return Scope{Roots: d.Roots} }

// InBlock returns the scope in a block with a body. iterator is the iterator of a dynamic block, or ""
// for any other block. has reports whether the block has an argument.
func (s Scope) InBlock(iterator string, body *tables.Body, has func(name string) bool) Scope {
	if iterator == "" {
		s.repetition = s.within(body, has)
		return s
	}
	s.Roots = s.Roots.withIterator(iterator)
	s.Iterators = append(s.Iterators[:len(s.Iterators):len(s.Iterators)], iterator)
	return s
}

// Once returns the scope of an argument of a repeated block with a single evaluation.
func (s Scope) Once() Scope {
	s.repetition = repetition{}
	return s
}

// repetition is the set of arguments that repeat the enclosing block.
type repetition struct {
	Count, ForEach bool
	// Self is true if the product defines the enclosing resource as self.
	Self bool
}

// within returns the repetition in a block with a body; has reports whether the block has an argument.
func (r repetition) within(body *tables.Body, has func(name string) bool) repetition {
	return repetition{
		Count: r.Count || has(tfname.CountArgument), ForEach: r.ForEach || has(tfname.ForEachArgument),
		Self: r.Self || body != nil && body.Self,
	}
}
