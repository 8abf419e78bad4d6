// Package dialects knows by a file's name which language the file is written
// in, in which syntax, and what the file is called in the other syntax. It has the
// schema files of all languages but those of OpenTofu and Terraform.
package dialects

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// File is what a file name says about a file.
type File struct {
	// Dialect is shared by all files of the language. It must not be changed.
	Dialect *schema.Dialect
	// JSON: the file is in JSON syntax.
	JSON bool
	// Twin is the name of the same file in the other syntax, in the same
	// directory. It is empty if the file has no name or no form in HCL-JSON.
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
	Languages []*schemafile.Language
	// Dialect, if not empty, is the language whatever the name says. It is one
	// of [Names]; of several with that name the first counts.
	Dialect string
	// Target, if not empty, is the product that reads the file: "packer", or a
	// product and version as [opentofu.ParseTarget] reads them. By default it
	// is the newest OpenTofu, or the newest Terraform for a language that
	// OpenTofu does not have.
	Target string
	// Selected, if not empty, is the product that [ModuleTarget] has found for the module.
	// It counts where Target is empty, for files that it reads.
	Selected string
	// NativeOnly includes files that have no form in HCL-JSON, whose Twin is empty.
	// Those that no table describes are in the language generic.
	NativeOnly bool
}

// ByName returns the options that go by the names of files alone, without the language that
// is forced. Names of configuration files leave it to the target which product it is.
func (o Options) ByName() Options {
	if slices.Contains(both, o.Dialect) {
		o.Target = cmp.Or(o.Target, o.Dialect)
	}
	o.Dialect = ""
	return o
}

// ForFile finds the language, the syntax and the twin of the file named name.
//
// A name that is empty or "-" is that of a stream. It needs a forced dialect,
// and its syntax is left open: JSON is false and Twin is empty.
func ForFile(name string, opts Options) (File, error) {
	stream := name == "" || name == "-"
	dir, base := split(name)
	var n naming
	var err error
	if !stream {
		n, err = opts.name(base)
		if n.nativeOnly && opts.NativeOnly {
			err = nil
		}
	}
	switch {
	case opts.Dialect != "":
		if err := opts.force(&n); err != nil {
			return File{}, err
		}
	case stream:
		return File{}, errors.New("nothing says which language standard input is in: give the name of its file with " +
			"--stdin-filepath, or the language with --dialect")
	case err != nil:
		return File{}, fmt.Errorf("%s: %w", name, err)
	}
	asked := opts.Target
	if asked == "" && slices.Contains(both, opts.Dialect) {
		asked = opts.Dialect
	}
	target, err := resolveTarget(asked, opts.Selected, n.readers)
	if err != nil && !stream {
		err = fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		return File{}, err
	}
	file := File{Dialect: n.tables(target), Vague: n.vague, Note: n.note}
	if !stream && !(n.nativeOnly && opts.NativeOnly) {
		file.Twin, file.JSON = dir+n.twin, n.json
	}
	return file, nil
}

// naming is what the name of a file says.
type naming struct {
	twin  string
	json  bool
	vague bool
	note  string
	// nativeOnly: the file has no form in HCL-JSON.
	nativeOnly bool
	readers    []string
	// language is the name of a builtin, empty for that of the target; or else there
	// is a described one.
	language  string
	described *described
}

// described is the language of a schema file, the user's or one of this package.
type described struct {
	*schemafile.Language
	dialect func() *schema.Dialect
}

func ofUser(l *schemafile.Language) *described {
	return &described{l, func() *schema.Dialect { return l.Dialect }}
}

func ofProgram(l *Language) *described { return &described{l.Head(), l.Dialect} }

// name looks at the name of a file. When it returns an error, the twin is still
// good.
func (o *Options) name(base string) (naming, error) {
	for _, l := range o.Languages {
		if pattern, ok := l.Pattern(base); ok {
			return ofUser(l).naming(base, pattern)
		}
	}
	if e, err, ok := findEnding(base); ok {
		n := naming{language: e.Language, readers: e.Readers}
		if n.nativeOnly = err != nil && !errors.Is(err, errHCL1); n.nativeOnly {
			n.described = ofProgram(Named(fallback))
		}
		n.twin, n.json = e.Twin(base)
		return n, err
	}
	for _, l := range Described() {
		if pattern, ok := l.Head().Pattern(base); ok {
			return ofProgram(l).naming(base, pattern)
		}
	}
	var n naming
	n.twin, n.json = appended.Twin(base)
	return n, unknown(base)
}

// naming is what a pattern of the language says of a name.
func (l *described) naming(base string, pattern schemafile.Pattern) (n naming, err error) {
	n = naming{described: l, readers: l.readers(), note: pattern.Note, vague: pattern.Vague}
	if n.twin, n.json, _ = l.Match(base); n.twin == "" {
		n.twin, n.json = appended.Twin(base)
		n.nativeOnly, err = true, errors.New(pattern.NoJSON)
	}
	return n, err
}

// readers are the products that read the language; none means any.
func (l *described) readers() []string {
	if l.Target == "" {
		return nil
	}
	return []string{l.Target}
}

// force puts the forced language in place of that of the name.
func (o *Options) force(n *naming) error {
	for _, l := range o.Languages {
		if l.Dialect.Name == o.Dialect {
			n.force(ofUser(l))
			return nil
		}
	}
	for _, l := range builtins {
		if l.name == o.Dialect {
			n.described, n.language, n.readers = nil, l.name, l.readers
			return nil
		}
	}
	if l := Named(o.Dialect); l != nil {
		n.force(ofProgram(l))
		return nil
	}
	return fmt.Errorf("unknown dialect %q: want one of %s", o.Dialect, strings.Join(Names(o.Languages...), ", "))
}

// force leaves the note about the name, if there is one.
func (n *naming) force(l *described) {
	n.described, n.readers, n.note = l, l.readers(), cmp.Or(n.note, l.Note)
}

// tables returns the dialect of the language.
func (n *naming) tables(target opentofu.Target) *schema.Dialect {
	if n.described != nil {
		return n.described.dialect()
	}
	return dialect(n.language, target)
}

// Names returns the names of the languages, for [Options], those of schema files
// before the others.
func Names(described ...*schemafile.Language) []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, l := range described {
		add(l.Dialect.Name)
	}
	for _, l := range builtins {
		add(l.name)
	}
	for _, l := range Described() {
		add(l.Name())
	}
	return names
}

// dialect returns the tables of a builtin; the empty name means that of the
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
	i := slices.IndexFunc(builtins, func(l builtin) bool { return l.name == name })
	tables, _ := built.LoadOrStore(key, builtins[i].tables(target))
	return tables.(*schema.Dialect)
}

type tableKey struct {
	name   string
	target opentofu.Target
}

var built sync.Map // from tableKey to *schema.Dialect

// resolveTarget parses the target and checks that it is one of the products
// that read the file. Without one, the target is the newest version of the selected product,
// or else of the first that reads the file, and the result has no version. No readers means that the product does not matter.
func resolveTarget(target, selected string, readers []string) (t opentofu.Target, err error) {
	if target == "" {
		if len(readers) > 0 {
			t.Alone = len(readers) == 1 || slices.Contains(readers, selected)
			if !slices.Contains(readers, selected) {
				selected = readers[0]
			}
			parsed, _ := opentofu.ParseTarget(selected) // other products have no versions
			t.Product = parsed.Product
		}
		return t, nil
	}
	product := target
	if t, err = opentofu.ParseTarget(target); err == nil {
		product = t.Product.String()
	} else if !slices.Contains(readers, target) && !isTarget(target) {
		return t, err
	}
	if len(readers) > 0 && !slices.Contains(readers, product) {
		return t, fmt.Errorf("target %s does not read this kind of file: %s does", target,
			strings.Join(readers, " or "))
	}
	return t, nil
}

// isTarget reports whether a target is the product of a language of a schema file here.
func isTarget(target string) bool {
	return slices.ContainsFunc(Described(), func(l *Language) bool { return l.Head().Target == target })
}

// The products that read a file; the first is the default.
var (
	both      = []string{opentofu.OpenTofu.String(), opentofu.Terraform.String()}
	tofu      = both[:1]
	terraform = both[1:]
)

// A builtin is a language with versions, which no schema file describes.
type builtin struct {
	name    string
	readers []string
	tables  func(opentofu.Target) *schema.Dialect
}

var builtins = []builtin{
	{"opentofu", tofu, opentofu.Config},
	{"terraform", terraform, opentofu.Config},
	{"test", both, opentofu.Tests},
	{"mock", terraform, opentofu.Mocks},
	{"query", terraform, opentofu.Query},
	{"stack", terraform, opentofu.Components},
	{"tfvars", both, opentofu.Variables},
}

// appended is the ending of every other name.
var appended = schema.FileNames{JSON: ".json"}

// refused are the endings of files that have no form in HCL-JSON.
var refused = []struct {
	ending string
	reason error
}{
	{".terraform.lock.hcl", errors.New("the dependency lock file has no JSON form: OpenTofu and Terraform read it in " +
		"native syntax only")},
	{".tfmigrate.hcl", errors.New("migration files have no JSON form: Terraform reads them in native syntax only")},
	{".tfdeploy.hcl", errors.New("deployment files have no known JSON form: what reads them is not part of Terraform's " +
		"published source")},
	{".tofurc", errHCL1},
	{".terraformrc", errHCL1},
	{"tofu.rc", errHCL1},
	{"terraform.rc", errHCL1},
	{".tfrc", errHCL1},
}

var errHCL1 = errors.New("the CLI's configuration is written in HCL 1, which is another language than the HCL of today")

// findEnding returns the ending of a name among those of the builtins, which are tried in
// this order.
func findEnding(base string) (e schema.FileNames, reason error, ok bool) {
	for _, r := range refused {
		if strings.HasSuffix(base, r.ending) {
			return appended, r.reason, true
		}
	}
	for _, e := range opentofu.Files {
		if strings.HasSuffix(base, e.Native) || strings.HasSuffix(base, e.JSON) {
			return e, nil, true
		}
	}
	return e, nil, false
}

// unknown says that no language has a pattern for a name.
func unknown(base string) error {
	const advice = "; force a language with --dialect, such as \"--dialect opentofu\", or describe one with --schema"
	if strings.HasSuffix(base, ".json") {
		return errors.New("the name does not say which language this JSON file is in, as .tf.json, .pkr.json or " +
			".hcl.json would" + advice)
	}
	return errors.New("this is not the name of an HCL file, such as .tf, .pkr.hcl or .hcl" + advice)
}
