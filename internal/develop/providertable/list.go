package providertable

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"

	"github.com/hcljson/hcljson/internal/provider/builtin"
)

// source is a line of the list of sources: a version of a provider, where the table
// has it from, and when that was published.
type source struct {
	provider string
	version  *version.Version
	date     string
	kind     string
	// where is a module and its tag, a package and its version, or a file. For code, the
	// directories to read can follow.
	where string
}

// sourceKinds are the kinds of sources, the most complete first.
var sourceKinds = []string{"document", "go", "npm", "code", "fields"}

// readList reads a list of sources, sorted by provider and series. In a series, sources are sorted
// by kind, then the newest first.
func readList(name string) ([]source, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var list []source
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		if len(fields) < 5 || !slices.Contains(sourceKinds, fields[3]) {
			return nil, fmt.Errorf("%s:%d: the line needs a provider, a version, a date, a source from %q, and its place", name, n,
				sourceKinds)
		}
		v, err := version.NewVersion(fields[1])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		list = append(list, source{fields[0], v, fields[2], fields[3], strings.Join(fields[4:], " ")})
	}
	slices.SortStableFunc(list, func(a, b source) int {
		return cmp.Or(cmp.Compare(a.provider, b.provider), a.series()-b.series(),
			slices.Index(sourceKinds, a.kind)-slices.Index(sourceKinds, b.kind), b.version.Compare(a.version))
	})
	return list, lines.Err()
}

// series numbers the major versions, and before 1.0 the minor versions, each of which may be
// incompatible.
func (s source) series() int { return series(s.version) }

func series(v *version.Version) int {
	numbers := v.Segments()
	if numbers[0] == 0 {
		return numbers[1]
	}
	return numbers[0] * 1e6
}

// module is the module or package of a source, and its tag or version.
func (s source) module() (name, version string) {
	fields := strings.Fields(s.where)
	return fields[0], fields[1]
}

// path is where the source is below a directory.
func (s source) path(dir string) string {
	name := strings.ReplaceAll(s.provider, "/", "+") + "@" + s.version.String()
	switch s.kind {
	case "npm":
		name += ".tgz"
	case "document":
		name += ".json.gz"
	}
	return filepath.Join(dir, name)
}

// inTable returns the part of the existing table that was made from a source.
func (s source) inTable() (types, []string) {
	for _, p := range builtin.List() {
		for i, v := range p.Versions {
			switch {
			case p.Source != s.provider || !slices.Contains(v.From, s.where):
			case v.From[0] == s.where:
				return typesOf(p, i), v.Lacks
			default:
				return typesOf(p, i), nil
			}
		}
	}
	return nil, nil
}

// typesOf returns the types of a version in the table.
func typesOf(p builtin.Provider, version int) types {
	t := types{}
	for _, part := range builtin.Parts {
		for _, typ := range p.Types(part) {
			if tree, ok := p.Tree(version, part, typ); ok {
				t.add(part, typ, tree)
			}
		}
	}
	return t
}

// newIn is the start of a description of a type whose new parts a source lacks.
const newIn = "additions of "

// read reads a source. before contains the types of the previous version, and lacks describes the
// parts that the source does not contain.
func (s source) read(dir string, before types) (t types, lacks []string, err error) {
	switch s.kind {
	case "code":
		return ofCode(s.path(dir), s.provider, strings.Fields(s.where)[2:]...)
	case "fields":
		return ofFields(s.path(dir), before)
	case "go":
		return ofGoFiles(s.path(dir))
	case "npm":
		return ofBindings(s.path(dir), s.provider)
	}
	content, err := unzipped(s.path(dir))
	if err != nil {
		return nil, nil, err
	}
	src, err := io.ReadAll(content)
	if err != nil {
		return nil, nil, err
	}
	t, err = ofDocument(src, s.path(dir), s.provider)
	return t, nil, err
}

// merged merges several sources of a version. The later sources add the parts that the first does
// not contain. For types whose new parts they lack, before, the previous version, adds its parts.
func merged(dir string, sources []source, before types) (builtin.Version, types, error) {
	v := builtin.Version{}
	var all types
	newest := sources[0].version
	for _, s := range sources {
		t, lacks, err := s.read(dir, before)
		if errors.Is(err, fs.ErrNotExist) {
			if had, known := s.inTable(); had != nil {
				t, lacks, err = had, known, nil
			}
		}
		if err != nil {
			return v, nil, err
		}
		if s.version.GreaterThan(newest) {
			newest = s.version
		}
		v.Date = max(v.Date, s.date)
		v.From = append(v.From, s.where)
		v.Lacks = append(v.Lacks, lacks...)
		if all == nil {
			all = t
			continue
		}
		for _, part := range builtin.Parts {
			for name, tree := range t[part] {
				all.add(part, name, union(all[part][name], tree))
			}
		}
	}
	v.Version = newest.String()
	for _, text := range v.Lacks {
		name, _ := strings.CutPrefix(text, newIn)
		for part, old := range before {
			if tree, ok := old[name]; ok {
				all.add(part, name, union(all[part][name], tree))
			}
		}
	}
	return v, all, nil
}

// argument reports whether a name is an argument that cannot be written as blocks.
func argument(e builtin.Entry) bool {
	return !e.Kind.IsBlock() && e.Kind != builtin.AttributeAsBlocks && e.Kind != builtin.ObjectsOrBlocks
}

// union returns a tree with the additional parts of another tree. A name that is a block in one
// tree and an argument in the other is unknown.
func union(first, other builtin.Tree) builtin.Tree {
	tree := slices.Clone(first)
	for _, entry := range other {
		i := slices.IndexFunc(tree, func(e builtin.Entry) bool { return e.Name == entry.Name })
		switch {
		case i < 0:
			tree = append(tree, entry)
		case tree[i].Kind.IsBlock() && entry.Kind.IsBlock():
			tree[i].Body = union(tree[i].Body, entry.Body)
		case tree[i].Kind.IsBlock() && argument(entry), argument(tree[i]) && entry.Kind.IsBlock():
			tree[i] = builtin.Entry{Name: entry.Name, Kind: builtin.ObjectsOrBlocks}
		}
	}
	return sorted(tree)
}
