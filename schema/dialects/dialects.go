// Package dialects knows by a file's name which language the file is written
// in, in which syntax, and what the file is called in the other syntax.
package dialects

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/language"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// File is what a file name says about a file.
type File struct {
	// Dialect is shared by all files of the language. It must not be changed.
	Dialect *schema.Dialect
	// JSON: the file is in JSON syntax.
	JSON bool
	// Twin is the name of the same file in the other syntax, in the same
	// directory. It is empty if the file has no name.
	Twin string
	// Vague: by its name the file is HCL, in whichever language; or no product
	// would look for it under the name of its twin.
	Vague bool
	// Note, if not empty, says why another name can change what the file does.
	// It is a sentence for a message.
	Note string
}

// Options say what the name cannot.
type Options struct {
	// Languages are those of schema files. They come before the others: a file
	// is in the first of them that has a pattern for its name.
	Languages []*language.Language
	// Dialect, if not empty, is the language whatever the name says. It is one
	// of [Names]; of several with that name the first counts.
	Dialect string
	// Target, if not empty, is the product that reads the file: "packer", or a
	// product and version as [opentofu.ParseTarget] reads them. By default it
	// is the newest OpenTofu, or the newest Terraform for a language that
	// OpenTofu does not have.
	Target string
}

// ForFile finds the language, the syntax and the twin of the file named name.
//
// A name that is empty or "-" is that of a stream. It needs a forced dialect,
// and its syntax is left open: JSON is false and Twin is empty.
func ForFile(name string, opts Options) (File, error) {
	stream := name == "" || name == "-"
	dir, base := filepath.Split(name)
	n, err := opts.name(base)
	switch {
	case opts.Dialect != "":
		if err := opts.force(&n); err != nil {
			return File{}, err
		}
	case stream:
		return File{}, errors.New("nothing says which language standard input is in: give the name of its file with --stdin-filepath, or the language with --dialect")
	case err != nil:
		return File{}, fmt.Errorf("%s: %w", name, err)
	}
	target, err := resolveTarget(opts.Target, n.readers)
	if err != nil && !stream {
		err = fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		return File{}, err
	}
	file := File{Vague: n.vague, Note: n.note}
	if n.described == nil && n.language == terragruntName {
		file.Note = terragruntNote
	}
	if n.described != nil {
		file.Dialect = n.described.Dialect
	} else {
		file.Dialect = dialect(n.language, target)
	}
	if !stream {
		file.Twin, file.JSON = dir+n.twin, n.json
	}
	return file, nil
}

// naming is what the name of a file says.
type naming struct {
	twin      string
	json      bool
	vague     bool
	note      string
	described *language.Language // of a schema file; nil for those of this package
	language  string
	readers   []string
}

// name looks at the name of a file. When it returns an error, the twin is still
// good.
func (o *Options) name(base string) (naming, error) {
	for _, l := range o.Languages {
		pattern, ok := l.Pattern(base)
		if !ok {
			continue
		}
		n := naming{described: l, note: pattern.Note}
		if n.twin, n.json, _ = l.Match(base); n.twin == "" {
			n.twin, n.json = twin(appended, base)
			return n, errors.New(pattern.NoJSON)
		}
		return n, nil
	}
	e, err := findEnding(base)
	n := naming{language: e.Language, readers: e.Readers, vague: e.Native == vagueEnding || e.Native == parentEnding}
	n.twin, n.json = twin(e, base)
	return n, err
}

// force puts the forced language in place of that of the name.
func (o *Options) force(n *naming) error {
	n.described, n.readers = nil, nil
	for _, l := range o.Languages {
		if l.Dialect.Name == o.Dialect {
			n.described = l
			return nil
		}
	}
	for _, l := range languages {
		if l.name == o.Dialect {
			n.language, n.readers = l.name, l.readers
			return nil
		}
	}
	return fmt.Errorf("unknown dialect %q: want one of %s", o.Dialect, strings.Join(Names(o.Languages...), ", "))
}

// Names returns the names of the languages, for [Options], those of schema files
// before the others.
func Names(described ...*language.Language) []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, l := range described {
		add(l.Dialect.Name)
	}
	for _, l := range languages {
		add(l.name)
	}
	return names
}

// dialect returns the tables of a language; the empty name means that of the
// target's configuration files. The same language has the same tables, as they
// are large and there are many files.
func dialect(name string, target opentofu.Target) *schema.Dialect {
	if name == "" {
		name = target.Product.String()
	}
	key := tableKey{name, target}
	if tables, ok := built.Load(key); ok {
		return tables.(*schema.Dialect)
	}
	i := slices.IndexFunc(languages, func(l builtin) bool { return l.name == name })
	tables, _ := built.LoadOrStore(key, languages[i].tables(target))
	return tables.(*schema.Dialect)
}

type tableKey struct {
	name   string
	target opentofu.Target
}

var built sync.Map // from tableKey to *schema.Dialect

// resolveTarget parses the target and checks that it is one of the products
// that read the file. No readers means that the product does not matter.
func resolveTarget(target string, readers []string) (t opentofu.Target, err error) {
	product := target
	switch {
	case target == "" && len(readers) > 0 && readers[0] != packerName:
		return opentofu.ParseTarget(readers[0])
	case target == "":
		return t, nil
	case target != packerName:
		if t, err = opentofu.ParseTarget(target); err != nil {
			return t, err
		}
		product = t.Product.String()
	}
	if len(readers) > 0 && !slices.Contains(readers, product) {
		return t, fmt.Errorf("target %s does not read this kind of file: %s does", target, strings.Join(readers, " or "))
	}
	return t, nil
}
