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
}

// Options say what the name cannot.
type Options struct {
	// Dialect, if not empty, is the language whatever the name says. It is one
	// of [Names].
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
	e, err := findEnding(base)
	vague := e.native == vagueEnding || e.native == parentEnding
	switch {
	case opts.Dialect != "":
		if e.language, e.readers, err = forced(opts.Dialect); err != nil {
			return File{}, err
		}
	case stream:
		return File{}, errors.New("nothing says which language standard input is in: give the name of its file with --stdin-filepath, or the language with --dialect")
	case err != nil:
		return File{}, fmt.Errorf("%s: %w", name, err)
	}
	target, err := resolveTarget(opts.Target, e.readers)
	if err != nil && !stream {
		err = fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		return File{}, err
	}
	file := File{Dialect: dialect(e.language, target), Vague: vague}
	if !stream {
		file.Twin, file.JSON = e.twin(base)
		file.Twin = dir + file.Twin
	}
	return file, nil
}

// Names returns the names of the languages, for [Options].
func Names() []string {
	names := make([]string, len(languages))
	for i, l := range languages {
		names[i] = l.name
	}
	return names
}

// forced returns the language of that name, and the products that read it.
func forced(name string) (string, []string, error) {
	for _, l := range languages {
		if l.name == name {
			return l.name, l.readers, nil
		}
	}
	return "", nil, fmt.Errorf("unknown dialect %q: want one of %s", name, strings.Join(Names(), ", "))
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
	i := slices.IndexFunc(languages, func(l language) bool { return l.name == name })
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
