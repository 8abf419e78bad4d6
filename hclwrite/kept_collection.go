package hclwrite

// collection is a tuple or an object that is written.
type collection struct {
	brackets  string
	open, end []string
	items     int
	lines     Lines
	depth     int
	layout    *Layout
	item      func(i int) (*Comments, *Layout)
	// write writes an item, and reports whether it ends with a heredoc.
	write func(i, depth int) bool
}

func (c *collection) object() bool { return c.brackets == "{}" }

// joined reports whether an item stands on the line of what is before it.
func (c *collection) joined(i int) bool {
	comments, l := c.item(i)
	return (c.lines == OneLine || l != nil && l.Joined) && len(comments.before()) == 0
}

// hugged reports whether the closing bracket stands on the line of what is before it.
func (c *collection) hugged() bool {
	return (c.lines == OneLine || c.layout != nil && c.layout.Hugged) && len(c.end) == 0
}

// collection writes a tuple or an object.
func (k *kept) collection(c collection) {
	depth := c.depth
	if c.lines == ManyLines {
		depth++
	}
	k.text(c.brackets[:1])
	ended := k.suffix(c.open) // the line has to end
	for i := range c.items {
		comments, l := c.item(i)
		if ended || !c.joined(i) {
			k.newlines(1 + k.blank(l, 0))
		} else {
			if i > 0 || c.object() {
				k.text(" ")
			}
			if k.reduce && l != nil {
				l.Blank, l.Joined = 0, l.Joined && c.lines == ManyLines
			}
		}
		k.comments(comments.before())
		start := len(k.out)
		heredoc, suffix := c.write(i, depth), comments.suffix()
		if heredoc {
			k.moveBefore(start, suffix)
			suffix = nil
		}
		if k.comma(&c, i, l, heredoc) {
			if heredoc {
				k.newlines(1)
			}
			k.text(",")
			heredoc = false
		}
		ended = k.suffix(suffix) || heredoc
	}
	k.closing(&c, ended)
	if k.reduce && c.layout != nil && c.lines == OneLine {
		c.layout.Hugged = false
	}
}

// comma reports whether a comma follows an item.
func (k *kept) comma(c *collection, i int, l *Layout, heredoc bool) bool {
	last := i == c.items-1
	canonical, needed := No, false
	switch {
	case c.object() && last:
	case c.object():
		needed = c.joined(i + 1)
	case last && (c.hugged() || heredoc):
	default:
		canonical, needed = Yes, !last
	}
	if needed || l == nil || l.Comma == CanonicalChoice {
		if k.reduce && l != nil {
			l.Comma = CanonicalChoice
		}
		return needed || canonical == Yes
	}
	comma := l.Comma == Yes
	if k.reduce && l.Comma == canonical {
		l.Comma = CanonicalChoice
	}
	return comma
}

// closing writes the closing bracket and what stands before it.
func (k *kept) closing(c *collection, ended bool) {
	switch {
	case ended || !c.hugged():
		k.newlines(1)
		end := c.end
		if c.items == 0 {
			end = trimBlank(end)
		}
		k.comments(end)
		if c.layout != nil {
			k.newlines(int(c.layout.Foot))
		}
	case c.object() && c.items > 0:
		k.text(" ")
	}
	k.text(c.brackets[1:])
}
