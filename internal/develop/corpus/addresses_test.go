package corpus

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestCorpusAddresses edits random addresses in 500 of the files below the directory in the
// environment variable: it sets another value and the old value, then removes and adds the part.
// The final text must equal the original. After each edit, hclsyntax checks the result.
func TestCorpusAddresses(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS names no directory of HCL files")
	}
	var paths []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && languageOf(path) != nil {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	j := &addressJudge{T: t, counts: map[string]int{}, shown: map[string]int{}, random: rand.New(rand.NewPCG(1, 29))}
	j.random.Shuffle(len(paths), func(a, b int) { paths[a], paths[b] = paths[b], paths[a] })
	for _, path := range paths {
		if j.counts["files"] == 500 {
			break
		}
		j.file(path)
	}
	for _, name := range slices.Sorted(maps.Keys(j.counts)) {
		t.Log(j.counts[name], name)
	}
	if j.counts["set to itself"]+j.counts["set back"]+j.counts["rm and add in one go"] > 0 || j.counts["files"] == 0 {
		t.Error("a place is not as it was")
	}
}

func languageOf(path string) *schema.Dialect {
	switch {
	case strings.HasSuffix(path, ".tf"), strings.HasSuffix(path, ".tofu"):
		return opentofu.Config(opentofu.Target{})
	case strings.HasSuffix(path, ".pkr.hcl"):
		return dialects.Packer()
	}
	return nil
}

// addressJudge counts the results of edits.
type addressJudge struct {
	*testing.T
	counts, shown map[string]int
	random        *rand.Rand

	source  equivalent.Source
	dialect *schema.Dialect
	nodes   map[int]*treeNode
}

// treeNode is a part of a file in hclsyntax's tree. Its start identifies it.
type treeNode struct {
	start, end         int
	outer, left, right *treeNode
	// inside is the range between the brackets of the parent.
	inside [2]int
	leaves []string
}

func (j *addressJudge) file(path string) {
	src, err := os.ReadFile(path)
	if err != nil || len(src) > 50_000 || strings.Contains(string(src), "\r") {
		return
	}
	file, diags := hclsyntax.ParseConfig(src, path, hcl.InitialPos)
	j.source = equivalent.Source{Bytes: src, Filename: path}
	j.dialect = languageOf(path)
	m, more := address.Read(address.Source{Source: j.source, Dialect: j.dialect})
	all, err := address.Parse("**")
	if diags.HasErrors() || more.HasErrors() || err != nil {
		return
	}
	list := m.Get(all)
	if len(list) < 2 {
		return
	}
	j.counts["files"]++
	j.nodes = map[int]*treeNode{}
	body := file.Body.(*hclsyntax.Body)
	j.body(body, &treeNode{start: -1}, [2]int{0, len(src)})
	places := map[int]address.Found{}
	for _, found := range list[1:] {
		if _, known := places[found.Range.Start.Byte]; !known {
			places[found.Range.Start.Byte] = found
		}
	}
	for range 6 {
		found := list[1+j.random.IntN(len(list)-1)]
		node := j.nodes[found.Range.Start.Byte]
		if node == nil {
			j.counts["without a node"]++
			continue
		}
		j.counts["addresses"]++
		if !found.IsBlock {
			j.set(found, node)
		}
		j.remove(found, node, places)
	}
}

func (j *addressJudge) body(body *hclsyntax.Body, outer *treeNode, inside [2]int) {
	var parts []*treeNode
	for _, a := range body.Attributes {
		n := j.node(outer, a.SrcRange)
		j.values(a.Expr, n)
		parts = append(parts, n)
	}
	for _, b := range body.Blocks {
		n := j.node(outer, hcl.RangeBetween(b.TypeRange, b.CloseBraceRange))
		j.body(b.Body, n, [2]int{b.OpenBraceRange.End.Byte, b.CloseBraceRange.Start.Byte})
		parts = append(parts, n)
	}
	setNeighbors(parts, inside)
}

func (j *addressJudge) node(outer *treeNode, at hcl.Range) *treeNode {
	n := &treeNode{start: at.Start.Byte, end: at.End.Byte, outer: outer}
	j.nodes[n.start] = n
	return n
}

// values notes the parts of a value, which a node has.
func (j *addressJudge) values(e hclsyntax.Expression, n *treeNode) {
	var parts []*treeNode
	at := e.Range()
	inside := [2]int{at.Start.Byte + 1, at.End.Byte - 1}
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		for _, element := range e.Exprs {
			part := j.node(n, element.Range())
			j.values(element, part)
			parts = append(parts, part)
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			part := j.node(n, hcl.RangeBetween(item.KeyExpr.Range(), item.ValueExpr.Range()))
			j.values(item.ValueExpr, part)
			parts = append(parts, part)
		}
	case *hclsyntax.FunctionCallExpr:
		for _, arg := range e.Args {
			j.values(arg, n)
		}
		return
	default:
		text := string(at.SliceBytes(j.source.Bytes))
		for ; n != nil; n = n.outer {
			n.leaves = append(n.leaves, text)
		}
		return
	}
	setNeighbors(parts, inside)
}

func setNeighbors(parts []*treeNode, inside [2]int) {
	slices.SortFunc(parts, func(a, b *treeNode) int { return a.start - b.start })
	for i, part := range parts {
		part.inside = inside
		if i > 0 {
			part.left, parts[i-1].right = parts[i-1], part
		}
	}
}

// apply makes changes in a text; it is empty with errors, which are no differences but refusals.
func (j *addressJudge) apply(text []byte, changes ...address.Change) ([]byte, error) {
	source := j.source
	source.Bytes = text
	m, _ := address.Read(address.Source{Source: source, Dialect: j.dialect})
	for _, c := range changes {
		if n, diags := m.Apply(&c); diags.HasErrors() || n != 1 {
			return nil, fmt.Errorf("%d places: %w", n, diags)
		}
	}
	out, diags := m.Results()
	if len(diags) > 0 {
		return nil, diags
	}
	return out[0], nil
}

// set gives a place another value, and its own.
func (j *addressJudge) set(found address.Found, node *treeNode) {
	at, _ := address.Parse(found.Address)
	same, err := j.apply(j.source.Bytes, address.Change{Address: at, Text: []string{found.Text}})
	if err != nil || string(same) != string(j.source.Bytes) {
		j.differs("set to itself", found, err, same)
		return
	}
	const other = `"judged"`
	out, err := j.apply(j.source.Bytes, address.Change{Address: at, Text: []string{other}})
	if err != nil {
		j.differs("set", found, err, nil)
		return
	}
	j.holds("set", found, out, node.leaves, other)
	if strings.Contains(found.Address, "[==") {
		at, _ = address.Parse(found.Address[:strings.LastIndex(found.Address, "[==")] + "[== " + other + "]")
	}
	back, err := j.apply(out, address.Change{Address: at, Text: []string{found.Text}})
	if err != nil || string(back) != string(j.source.Bytes) {
		j.differs("set back", found, err, back)
		return
	}
	j.counts["set back: the same"]++
}

// remove removes a node and adds it again at the same position.
func (j *addressJudge) remove(found address.Found, node *treeNode, places map[int]address.Found) {
	at, _ := address.Parse(found.Address)
	out, err := j.apply(j.source.Bytes, address.Change{Op: address.Remove, Address: at})
	if err != nil {
		j.differs("rm", found, err, nil)
		return
	}
	j.holds("rm", found, out, node.leaves)
	c := address.Change{Op: address.Add, Text: []string{j.text(node)}}
	c.Address, _ = address.Parse(".")
	if node.outer.start >= 0 {
		c.Address, _ = address.Parse(places[node.outer.start].Address)
	}
	// With several remaining comments, a user who restores the part must specify its side.
	var sides []address.Change
	if node.left != nil {
		left, _ := address.Parse(places[node.left.start].Address)
		c.After = &left
		sides = append(sides, c)
		c.After = nil
	}
	if node.right != nil {
		next := places[node.right.start]
		right, _ := address.Parse(next.Address)
		source := j.source
		source.Bytes = out
		m, _ := address.Read(address.Source{Source: source, Dialect: j.dialect})
		if now := m.Get(right); len(now) != 1 || now[0].Text != next.Text {
			right = at // it has the index now
		}
		c.Before = &right
	}
	sides = append(sides, c)
	j.together(found, address.Change{Op: address.Remove, Address: at}, sides)
	var back []byte
	for _, c := range sides {
		if back, err = j.apply(out, c); string(back) == string(j.source.Bytes) {
			break
		}
	}
	what := "rm and add"
	switch inside := string(j.source.Bytes[node.inside[0]:node.inside[1]]); {
	case node.left == nil && node.right == nil:
		what += " of an only child"
	case !strings.Contains(inside, "\n"):
		what += " on one line"
	}
	if err != nil || string(back) != string(j.source.Bytes) {
		if err == nil {
			what += j.reason(string(back))
		}
		j.differs(what, found, err, back)
		return
	}
	j.counts[what+": the same"]++
}

// together takes a place out and adds it in one go.
func (j *addressJudge) together(found address.Found, rm address.Change, sides []address.Change) {
	var back []byte
	var err error
	for _, c := range sides {
		if back, err = j.apply(j.source.Bytes, rm, c); string(back) == string(j.source.Bytes) {
			j.counts["rm and add in one go: the same"]++
			return
		}
	}
	what := "rm and add in one go"
	opts := equivalent.Options{Comments: true}
	after := equivalent.Source{Bytes: back, Filename: j.source.Filename}
	if err == nil && equivalent.Compare(j.source, after, languageOf(j.source.Filename), opts).Equal() {
		what += ": other layout"
	}
	j.differs(what, found, err, back)
}

// reason describes the difference from the original. The file contained no evidence for this layout
// after the part was removed.
func (j *addressJudge) reason(back string) string {
	was := string(j.source.Bytes)
	fields := func(text string) []string { return strings.Fields(strings.ReplaceAll(text, ",", ", ")) }
	lines := func(text string) []string { return slices.Sorted(strings.SplitSeq(strings.TrimSpace(text), "\n")) }
	switch {
	case strings.TrimSpace(was) == strings.TrimSpace(back):
		return ": blank lines at the ends of the file"
	case slices.Equal(strings.Fields(was), strings.Fields(back)):
		return ": spaces, or blank lines"
	case slices.Equal(fields(was), fields(back)):
		return ": spaces on one line"
	case strings.ReplaceAll(was, ",", "") == strings.ReplaceAll(back, ",", ""):
		return ": commas of neighbours"
	case slices.Equal(lines(was), lines(back)):
		return ": comments that stayed"
	}
	return ": other"
}

// text returns the text that a user would cut: whole lines, with the comments above and as many
// blank lines as surround the part, if no other part is on these lines.
func (j *addressJudge) text(n *treeNode) string {
	src := string(j.source.Bytes)
	start := strings.LastIndexByte(src[:n.start], '\n') + 1
	end := n.end + strings.IndexByte(src[n.end:]+"\n", '\n')
	end = min(end+1, len(src))
	if start < n.inside[0] || end > n.inside[1] || n.left != nil && start < n.left.end ||
		n.right != nil && end > n.right.start {
		return src[n.start:n.end]
	}
	from := n.inside[0]
	if n.left != nil {
		from = n.left.end
	}
	if i := strings.IndexByte(src[from:start], '\n'); from > 0 && i >= 0 {
		from += i + 1
	}
	for start > from {
		line := strings.LastIndexByte(src[:start-1], '\n') + 1
		if line < from || strings.TrimSpace(src[line:start]) == "" {
			break
		}
		start = line
	}
	blank := func(text string) string { return strings.Repeat("\n", strings.Count(text, "\n")) }
	above := src[from:start]
	below := src[end:n.inside[1]]
	below = below[:len(below)-len(strings.TrimLeft(below, " \t\n"))]
	if above = above[len(strings.TrimRight(above, " \t\n")):]; from+len(above) < start {
		above = strings.Replace(above, "\n", "", 1)
	}
	return blank(above) + src[start:end] + blank(below)
}

// holds reports whether a text has the values of the file, without some values and with others.
func (j *addressJudge) holds(what string, found address.Found, text []byte, without []string, with ...string) {
	file, diags := hclsyntax.ParseConfig(text, "", hcl.InitialPos)
	if diags.HasErrors() {
		j.Errorf("%s: %s %s: %s", j.source.Filename, what, found.Address, diags)
		return
	}
	now := &addressJudge{source: equivalent.Source{Bytes: text}, nodes: map[int]*treeNode{}}
	root := &treeNode{start: -1}
	now.body(file.Body.(*hclsyntax.Body), root, [2]int{})
	for root := j.nodes[found.Range.Start.Byte]; ; root = root.outer {
		if root.outer != nil {
			continue
		}
		with = append(with, root.leaves...)
		break
	}
	for _, text := range without {
		with = slices.Delete(with, slices.Index(with, text), slices.Index(with, text)+1)
	}
	slices.Sort(with)
	if slices.Sort(root.leaves); !slices.Equal(with, root.leaves) {
		j.Errorf("%s: %s %s has other values:\n%s", j.source.Filename, what, found.Address, text)
	}
}

// differs counts a difference, and shows the first ones.
func (j *addressJudge) differs(what string, found address.Found, err error, text []byte) {
	if err != nil {
		what += ": refused"
	}
	if j.counts[what]++; j.shown[what] < 4 {
		j.shown[what]++
		diff := lineDiff(string(j.source.Bytes), string(text))
		j.Logf("%s: %s %s: %v\n%s", j.source.Filename, what, found.Address, err, diff)
	}
}

// lineDiff are the lines in which two texts differ, and those around them.
func lineDiff(a, b string) string {
	was, is := strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")
	n, m := 0, 0
	for n < min(len(was), len(is)) && was[n] == is[n] {
		n++
	}
	for m < min(len(was), len(is))-n && was[len(was)-1-m] == is[len(is)-1-m] {
		m++
	}
	n, m = max(0, n-1), max(0, m-1)
	return fmt.Sprintf("- %.300q\n+ %.300q", was[n:len(was)-m], is[n:len(is)-m])
}
