package hclwrite

// slab hands out values of one type from pieces of growing size, so that a tree
// takes few allocations.
type slab[T any] struct {
	free []T
	size int
}

const slabSize = 512

// grow makes room for n values.
func (s *slab[T]) grow(n int) {
	s.size = min(max(2*s.size, 1), slabSize)
	s.free = make([]T, max(s.size, n))
}

func (s *slab[T]) one() *T {
	if len(s.free) == 0 {
		s.grow(1)
	}
	value := &s.free[0]
	s.free = s.free[1:]
	return value
}

// copied returns a slice with these values; nil if there are none.
func (s *slab[T]) copied(values []T) []T {
	n := len(values)
	if n == 0 {
		return nil
	}
	if len(s.free) < n {
		s.grow(n)
	}
	list := s.free[:n:n]
	s.free = s.free[n:]
	copy(list, values)
	return list
}

// nodes is where the nodes of a tree come from.
type nodes struct {
	attributes slab[Attribute]
	blocks     slab[Block]
	literals   slab[Literal]
	templates  slab[Template]
	natives    slab[Native]
	tuples     slab[Tuple]
	objects    slab[Object]
	items      slab[Item]
	elements   slab[TupleItem]
	fields     slab[ObjectItem]
	labels     slab[string]
}

func (n *nodes) literal(text string, span Span) *Literal {
	e := n.literals.one()
	*e = Literal{Text: text, Span: span}
	return e
}

func (n *nodes) template(text string, span Span) *Template {
	e := n.templates.one()
	*e = Template{Text: text, Span: span}
	return e
}

func (n *nodes) native(text string, span Span) *Native {
	e := n.natives.one()
	*e = Native{Text: text, Span: span}
	return e
}
