package patch_test

import (
	"fmt"
	"hash/maphash"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/lcs"
	"github.com/hcljson/hcljson/internal/tree/nodes"
	"github.com/hcljson/hcljson/schema"
)

// holder is a body, a tuple or an object of a file.
type holder struct {
	src    string
	span   hclwrite.Span
	parts  []hclwrite.Span
	lists  []commentList // of comments next to no part
	beside func(i int) *hclwrite.Comments
	insert func(i, n int)
	remove func(i int)
	// banner puts a paragraph of comments before a part, or after the last one.
	banner func(i int)
	body   bool
}

// regular reports whether each part starts its line, and the closing bracket.
func (h *holder) regular() bool {
	pos := h.span.Start
	for _, part := range h.parts {
		line := strings.LastIndexByte(h.src[:part.Start], '\n') + 1
		if pos > line || strings.TrimSpace(h.src[line:part.Start]) != "" {
			return false
		}
		pos = part.End
	}
	return h.span.End == len(h.src) || strings.Contains(h.src[pos:h.span.End], "\n")
}

// holders returns the nodes of a file that can have comments.
func holders(file *hclwrite.File) (list []*holder) {
	body := func(b *hclwrite.Body, of *hclwrite.Comments, root bool) {
		open := []commentList{{of: of, at: hclwrite.Open}}
		h := &holder{src: file.Source(), span: b.Span, lists: open, body: true}
		content := b.Content()
		for _, item := range b.Items {
			if group, ok := item.(*hclwrite.CommentGroup); ok {
				h.lists = append(h.lists, commentList{lines: &group.Lines})
			} else {
				h.parts = append(h.parts, hclwrite.SpanOf(item))
			}
		}
		at := func(i int) int {
			if i < len(content) {
				return b.Index(content[i])
			}
			return len(b.Items)
		}
		h.beside = func(i int) *hclwrite.Comments { return hclwrite.ItemComments(content[i]) }
		h.banner = func(i int) { b.Insert(at(i), &hclwrite.CommentGroup{Lines: []string{"# added"}}) }
		h.insert = func(i, n int) {
			i = at(min(i, len(content)))
			if i < len(b.Items) {
				if block, ok := b.Items[i].(*hclwrite.Block); ok {
					labels := slices.Clone(block.Labels)
					if len(labels) > 0 {
						labels[len(labels)-1] += fmt.Sprint("_added", n)
					}
					added := hclwrite.NewBlock(block.Type, labels...)
					added.Body.Set("added", hclwrite.NewString("x"))
					b.Insert(i, added)
					return
				}
			}
			if !root {
				b.Insert(i, &hclwrite.Attribute{Name: fmt.Sprint("added", n), Expr: hclwrite.NewString("x")})
			}
		}
		h.remove = func(i int) { b.Remove(content[i]) }
		list = append(list, h)
	}
	body(&file.Body, &hclwrite.Comments{}, true)
	hclwrite.Walk(&file.Body, func(node hclwrite.Node) bool {
		switch node := node.(type) {
		case *hclwrite.Block:
			body(&node.Body, &node.Comments, false)
		case *hclwrite.Tuple:
			list = append(list, collectionHolder(file, hclwrite.CollectionOf(node), func(n int) *hclwrite.Element {
				return &hclwrite.Element{Value: hclwrite.NewString(fmt.Sprint("added", n))}
			}))
		case *hclwrite.Object:
			if !nodes.HasStaticKeys(node) {
				return false
			}
			list = append(list, collectionHolder(file, hclwrite.CollectionOf(node), func(n int) *hclwrite.Element {
				return hclwrite.NewItem(fmt.Sprint("added", n), hclwrite.NewString("x"))
			}))
		}
		return true
	})
	return list
}

// collectionHolder is the holder of a tuple or an object.
func collectionHolder(file *hclwrite.File, c *hclwrite.Collection, added func(n int) *hclwrite.Element) *holder {
	h := &holder{src: file.Source(), span: c.Span, lists: []commentList{{of: &c.Comments, at: hclwrite.Open}}}
	content := c.Elements()
	for _, item := range c.Items {
		switch item := item.(type) {
		case *hclwrite.CommentGroup:
			h.lists = append(h.lists, commentList{lines: &item.Lines})
		case *hclwrite.Element:
			span := item.ValueSpan
			if item.Key != nil {
				span.Start = item.Key.Span.Start
			}
			h.parts = append(h.parts, span)
		}
	}
	at := func(i int) int {
		if i < len(content) {
			return slices.Index(c.Items, hclwrite.CollectionItem(content[i]))
		}
		return len(c.Items)
	}
	insert := func(at int, item hclwrite.CollectionItem) { c.Items = slices.Insert(c.Items, at, item) }
	h.beside = func(i int) *hclwrite.Comments { return &content[i].Comments }
	h.banner = func(i int) { insert(at(i), &hclwrite.CommentGroup{Lines: []string{"# added"}}) }
	h.insert = func(i, n int) { insert(at(i-n), added(n)) } // part n at the place i-n
	h.remove = func(i int) { c.Items = slices.Delete(c.Items, at(i), at(i)+1) }
	return h
}

// commentList is a list of comments: the comments of a node at a position, or the lines of a group.
type commentList struct {
	of    *hclwrite.Comments
	at    hclwrite.Position
	lines *[]string
}

func (l commentList) get() []string {
	if l.of != nil {
		return l.of.At(l.at)
	}
	return *l.lines
}

func (l commentList) set(list []string) {
	if l.of != nil {
		l.of.Set(l.at, list)
	} else {
		*l.lines = list
	}
}

func commentPositions(c *hclwrite.Comments) []commentList {
	return []commentList{{of: c, at: hclwrite.Above}, {of: c, at: hclwrite.After}}
}

// nonEmpty returns the lists of comments that are not empty.
func nonEmpty(h *holder) (list []commentList) {
	list = slices.Clone(h.lists)
	for i := range h.parts {
		list = append(list, commentPositions(h.beside(i))...)
	}
	return slices.DeleteFunc(list, func(l commentList) bool { return len(l.get()) == 0 })
}

// commentsOf are the comments of a file, sorted.
func commentsOf(file *hclwrite.File) (list []string) {
	add := func(node hclwrite.Node) bool {
		for _, c := range hclwrite.CommentsOf(node) {
			if c.Text != "" {
				list = append(list, strings.TrimLeft(c.Text, "#/ \t"))
			}
		}
		if native, ok := node.(*hclwrite.Native); ok {
			list = append(list, hcltext.CommentsIn(native.Text)...)
		}
		return true
	}
	add(&file.Body)
	hclwrite.Walk(&file.Body, add)
	slices.Sort(list)
	return list
}

// hasComments reports whether a body contains comments outside of source text.
func hasComments(b *hclwrite.Body) (found bool) {
	hclwrite.Walk(b, func(node hclwrite.Node) bool {
		found = found || len(hclwrite.CommentsOf(node)) > 0
		return true
	})
	return found
}

// detachedComments returns the comments of a list that a blank line separates from the next line.
func detachedComments(before []string) (list []string) {
	for i := len(before) - 1; i >= 0; i-- {
		if before[i] == "" {
			for _, c := range before[:i] {
				if c != "" {
					list = append(list, strings.TrimLeft(c, "#/ \t"))
				}
			}
			break
		}
	}
	return list
}

// commented is a random edit: its description, the comments that the result must have in addition
// to the tree's comments, and the maximum numbers of deleted and inserted lines.
type commented struct {
	name, where string
	stay        []string
	gone, come  int
	ofComments  bool
}

// edit changes a tree at random.
func edit(r *rand.Rand, file *hclwrite.File) (e commented, ok bool) {
	all := holders(file)
	h, ok := some(r, all)
	if !ok {
		return e, false
	}
	kind := r.Intn(4)
	if with := slices.DeleteFunc(all, func(h *holder) bool { return len(nonEmpty(h)) == 0 }); kind > 1 && r.Intn(3) > 0 {
		if h, ok = some(r, with); !ok {
			return e, false
		}
	}
	lines := func(text string) int { return 1 + strings.Count(text, "\n") }
	switch {
	case kind == 0:
		at, n := r.Intn(len(h.parts)+1), 1+r.Intn(3)
		e.name = fmt.Sprintf("insert %d", n)
		for k := range n {
			h.insert(at+k, k)
		}
		e.come = 3 * n
	case kind == 1 && len(h.parts) > 0:
		e.name = "remove"
		at := r.Intn(len(h.parts))
		c := *h.beside(at)
		e.stay = detachedComments(c.At(hclwrite.Above))
		beside := strings.Join(slices.Concat(c.At(hclwrite.Above), c.At(hclwrite.After)), "\n")
		e.gone = lines(h.src[h.parts[at].Start:h.parts[at].End]) + lines(beside)
		if h.remove(at); len(h.parts) == 1 {
			e.gone, e.come = e.gone+lines(h.src[h.span.Start:h.span.End]), 2
		}
	default:
		e.ofComments = true
		lists := h.lists
		i := r.Intn(len(h.parts) + 1)
		if (h.body || i < len(h.parts)) && r.Intn(4) == 0 {
			e.name, e.come = "add a banner", 1
			h.banner(i)
			break
		}
		if i < len(h.parts) {
			lists = commentPositions(h.beside(i))
		}
		l := lists[r.Intn(len(lists))]
		if some, ok := some(r, nonEmpty(h)); ok && r.Intn(3) > 0 {
			l = some
		}
		if h.body && h.span.Start == 0 && l == h.lists[0] {
			return e, false // a file has no bracket
		}
		e.name, e.gone, e.come = "change a comment", 2, 2
		list := slices.Clone(l.get())
		if len(list) == 0 || r.Intn(3) == 0 {
			full := len(list) > 0 && l == h.lists[0] // on a line, there is room for one
			for i := range h.parts {
				full = full || len(list) > 0 && l == commentPositions(h.beside(i))[1]
			}
			if full {
				return e, false
			}
			e.name = "add a comment"
			l.set(append(list, "# added"))
			break
		}
		i = r.Intn(len(list))
		if list[i] == "" {
			return e, false
		}
		e.gone += strings.Count(list[i], "\n")
		if r.Intn(2) == 0 {
			list[i] = "# changed"
		} else {
			e.name, list = "remove a comment", slices.Delete(list, i, i+1)
		}
		l.set(list)
		withoutEmptyGroups(&file.Body)
	}
	e.where = h.src[h.span.Start:min(len(h.src), h.span.Start+60)]
	if n := lines(h.src[h.span.Start:h.span.End]); !h.regular() || len(h.parts) == 0 {
		if n > 1 && len(h.parts) > 0 {
			e.gone, e.come = e.gone+1, e.come+3 // the bracket's line
		} else {
			e.gone, e.come = e.gone+n, e.come+3*n+5
		}
	}
	return e, true
}

// withoutEmptyGroups removes the groups of comments without lines from a body.
func withoutEmptyGroups(b *hclwrite.Body) {
	b.Items = slices.DeleteFunc(b.Items, func(item hclwrite.Item) bool {
		if block, ok := item.(*hclwrite.Block); ok {
			withoutEmptyGroups(&block.Body)
		}
		group, ok := item.(*hclwrite.CommentGroup)
		return ok && len(group.Lines) == 0
	})
	hclwrite.Walk(b, func(node hclwrite.Node) bool {
		if e, ok := node.(hclwrite.Expr); ok && hclwrite.CollectionOf(e) != nil {
			c := hclwrite.CollectionOf(e)
			c.Items = slices.DeleteFunc(c.Items, func(item hclwrite.CollectionItem) bool {
				group, ok := item.(*hclwrite.CommentGroup)
				return ok && len(group.Lines) == 0
			})
		}
		return true
	})
}

// changedLines is how many lines of a text are not in another, and the other way round,
// without blank lines, spaces and commas.
func changedLines(a, b string) (gone, come int) {
	seed := maphash.MakeSeed()
	hashes := func(text string) (list []uint64) {
		for line := range strings.Lines(text) {
			line = strings.NewReplacer(" ", "", "\t", "", ",", "", "\r", "", "\n", "").Replace(line)
			if line != "" {
				list = append(list, maphash.String(seed, line))
			}
		}
		return list
	}
	x, y := hashes(a), hashes(b)
	gone, come = len(x), len(y)
	lcs.Subsequence(x, y, func(int, int) { gone--; come-- })
	return gone, come
}

// TestComments checks that a random edit changes only its target, and that comments are deleted
// only with their parts. The files are the goldens, or the files below the directory in the
// environment variable.
func TestComments(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	if dir := os.Getenv("HCLJSON_CORPUS"); dir != "" {
		counts := make(map[string]int)
		var paths []string
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && (strings.HasSuffix(path, ".tf") || strings.HasSuffix(path, ".hcl")) {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
		for _, path := range paths {
			src, err := os.ReadFile(path)
			described, unknown := dialects.ForFile(path, dialects.Options{})
			if err != nil || unknown != nil || described.Dialect == nil || !detached(src) || len(src) > 1<<16 {
				continue
			}
			for range 4 {
				randomEdit(t, r, path, src, described.Dialect, counts)
			}
			if counts["edits"] > 3000 {
				break
			}
		}
		t.Log(counts)
		return
	}
	for _, name := range []string{"banners", "lists", "comments", "beside", "detached", "brackets"} {
		archive, err := txtar.ParseFile("testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		src := archive.Files[0]
		described, err := dialects.ForFile(src.Name, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 150 {
			randomEdit(t, r, name, src.Data, described.Dialect, make(map[string]int))
		}
	}
}

// detached reports whether a file has a comment that blank lines are around, between two
// parts.
func detached(src []byte) bool {
	file, diags := hclwrite.ParseFile(src, "")
	if diags.HasErrors() {
		return false
	}
	for _, h := range holders(file) {
		if h.body && len(h.lists) > 1 {
			return true
		}
		for i := range h.parts {
			if len(detachedComments(h.beside(i).At(hclwrite.Above))) > 0 {
				return true
			}
		}
	}
	return false
}

// randomEdit makes a random edit of a file, and counts the result.
func randomEdit(t *testing.T, r *rand.Rand, name string, src []byte, d *schema.Dialect, counts map[string]int) {
	t.Helper()
	file, diags := hclwrite.ParseFile(src, name)
	if diags.HasErrors() {
		return
	}
	e, ok := edit(r, file)
	if !ok {
		return
	}
	opts := convert.Options{Form: []convert.Form{convert.General, convert.Compact}[r.Intn(2)]}
	if !e.ofComments && name != "beside" { // which has bodies that only comments tell apart
		opts.DropComments = r.Intn(2) == 0
	}
	text, diags := convert.WriteJSON(file, name, d, opts)
	if diags.HasErrors() {
		return
	}
	back, diags := convert.ReadJSON(text, "json", d, convert.Options{})
	if diags.HasErrors() || e.ofComments && !slices.Equal(commentsOf(back), commentsOf(file)) {
		return // such as a comment where JSON has no place for it
	}
	if e.ofComments && !hasComments(&back.Body) {
		return // JSON without comments keeps those of the file
	}
	counts["edits"]++
	counts[e.name]++
	fail := func(what string, out []byte) {
		counts[e.name+" "+what]++
		if counts["shown"]++; counts["shown"] < 30 {
			t.Errorf("%s: %s: %s at %q\n%s", name, e.name, what, e.where, changes(string(src), string(out)))
		}
	}
	out, diags := patch.Native(src, name, text, "json", d, patch.Options{Given: true})
	result, bad := hclwrite.ParseFile(out, name)
	if diags.HasErrors() || bad.HasErrors() {
		fail(diags.Error()+string(text), out)
		return
	}
	want := append(commentsOf(file), e.stay...)
	slices.Sort(want)
	if got := commentsOf(result); !slices.Equal(got, want) {
		fail(fmt.Sprintf("comments\n%q\n%q", got, want), out)
	}
	if gone, come := changedLines(string(src), string(out)); gone > e.gone || come > e.come {
		fail(fmt.Sprintf("lines %d %d of %d %d", gone, come, e.gone, e.come), out)
	}
}

// changes returns the lines that differ between two texts.
func changes(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	start, end := 0, 0
	for start < min(len(x), len(y)) && x[start] == y[start] {
		start++
	}
	for end < min(len(x), len(y))-start && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	from := max(0, start-3)
	return strings.Join(x[from:len(x)-end], "\n") + "\n--- now\n" + strings.Join(y[from:len(y)-end], "\n")
}
