// Package dialects selects the language and syntax of a file by its name, and returns the name of
// its counterpart. It contains the schema files of all languages except those of OpenTofu and
// Terraform.
package dialects

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// File contains the properties of a file that follow from its name.
type File struct {
	// Dialect is the language. It is shared by all files of the language and must not be changed.
	Dialect *schema.Dialect
	// JSON is true if the file is in JSON syntax.
	JSON bool
	// Counterpart is the name of the counterpart, in the same directory. It is empty if the file has no
	// name or no form in HCL-JSON.
	Counterpart string
	// Vague is true if the name does not determine the language of an HCL file, or if no product
	// looks for a file with the counterpart's name.
	Vague bool
	// Note, if not empty, is the reason why another name may change the effect of the file. It is a
	// sentence for a message.
	Note string
}

// Options contains the properties of a file that do not follow from its name.
type Options struct {
	// Languages are the languages of the user's schema files, which take precedence. The first
	// language with a matching pattern is selected.
	Languages []*schemafile.Language
	// Dialect, if not empty, is the name of the language; see [Names]. It overrides the name of the
	// file. If several languages have this name, the first is selected.
	Dialect string
	// Target, if not empty, is the product that reads the file: "packer", or a product and version
	// in the syntax of [opentofu.ParseTarget]. The default is the newest OpenTofu, or the newest
	// Terraform for a language that only Terraform has.
	Target string
	// Selected, if not empty, is the result of [ModuleTarget] for the module. It applies if Target
	// is empty, to files that this product reads.
	Selected string
	// NativeOnly is true if files without a form in HCL-JSON are accepted. Their Counterpart is empty. If
	// no table describes such a file, its language is generic.
	NativeOnly bool
}

// ByName returns the options without the forced language, so that only the names of files select
// languages. The names of configuration files do not determine the product, so a forced opentofu or
// terraform becomes the target.
func (o Options) ByName() Options {
	if slices.Contains(both, o.Dialect) {
		o.Target = cmp.Or(o.Target, o.Dialect)
	}
	o.Dialect = ""
	return o
}

// ForFile returns the language, the syntax and the counterpart of the file named name.
//
// An empty name or "-" means a stream. A stream needs a forced dialect and has no known syntax: JSON
// is false and Counterpart is empty.
func ForFile(name string, opts Options) (File, error) {
	stream := name == "" || name == "-"
	dir, base := splitPath(name)
	var n naming
	var err error
	if !stream {
		n, err = opts.namingOf(base)
		if n.nativeOnly && opts.NativeOnly {
			err = nil
		}
	}
	switch {
	case opts.Dialect != "":
		if err := opts.forceDialect(&n); err != nil {
			return File{}, err
		}
	case stream:
		return File{}, errors.New("the language of the text is unknown; set the option filename or the option dialect")
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
	vague := n.vague && !(opts.NativeOnly && strings.HasSuffix(base, valuesSuffix))
	file := File{Dialect: n.tables(target), Vague: vague, Note: n.note}
	if !stream && !(n.nativeOnly && opts.NativeOnly) {
		file.Counterpart, file.JSON = dir+n.counterpart, n.json
	}
	return file, nil
}

// valuesSuffix ends the names of files of values. Edits find them in directories, but they are not
// converted there: only other files define their purpose.
const valuesSuffix = ".values.hcl"

// naming contains the properties of a file name.
type naming struct {
	counterpart string
	json        bool
	vague       bool
	note        string
	// nativeOnly is true if the file has no form in HCL-JSON.
	nativeOnly bool
	readers    []string
	// language is the name of a builtin; empty means the language of the target. It is unused if
	// described is not nil.
	language  string
	described *described
}

// described is the language of a schema file, from the user or from this package.
type described struct {
	*schemafile.Language
	dialect func() *schema.Dialect
}

func userLanguage(l *schemafile.Language) *described {
	return &described{l, func() *schema.Dialect { return l.Dialect }}
}

func programLanguage(l *Language) *described { return &described{l.Head(), l.Dialect} }

// namingOf returns the properties of a file name. The counterpart is also valid if it returns an error.
func (o *Options) namingOf(base string) (naming, error) {
	for _, l := range o.Languages {
		if pattern, ok := l.PatternOf(base); ok {
			return userLanguage(l).namingOf(base, pattern)
		}
	}
	if e, err, ok := findEnding(base); ok {
		n := naming{language: e.Language, readers: e.Readers}
		if n.nativeOnly = err != nil && !errors.Is(err, errHCL1); n.nativeOnly {
			n.described = programLanguage(Named(fallback))
		}
		n.counterpart, n.json = e.Counterpart(base)
		return n, err
	}
	for _, l := range Described() {
		if pattern, ok := l.Head().PatternOf(base); ok {
			n, err := programLanguage(l).namingOf(base, pattern)
			if err == nil && n.json {
				err = o.checkJSONName(base, n.counterpart)
			}
			return n, err
		}
	}
	var n naming
	n.counterpart, n.json = appendedNames.Counterpart(base)
	return n, unknownNameError(base)
}

// checkJSONName returns an error if the language of a native file has another name for its JSON, such as x.pkr.json and not
// x.pkr.hcl.json.
func (o *Options) checkJSONName(base, native string) error {
	own, err := o.namingOf(native)
	if err != nil || own.counterpart == base {
		return nil
	}
	return fmt.Errorf("this is not the name of the JSON of %s, which is %s; rename the file, or set the language with the option "+
		"dialect", native, own.counterpart)
}

// namingOf returns the properties of a file name that matches a pattern of the language.
func (l *described) namingOf(base string, pattern schemafile.Pattern) (n naming, err error) {
	n = naming{described: l, readers: l.readers(), note: pattern.Note, vague: pattern.Vague}
	if n.counterpart, n.json, _ = l.Match(base); n.counterpart == "" {
		n.counterpart, n.json = appendedNames.Counterpart(base)
		n.nativeOnly, err = true, errors.New(pattern.NoJSON)
	}
	return n, err
}

// readers returns the products that read the language; none means any product.
func (l *described) readers() []string {
	if l.Target == "" {
		return nil
	}
	return []string{l.Target}
}

// forceDialect replaces the language of the name by the forced language.
func (o *Options) forceDialect(n *naming) error {
	for _, l := range o.Languages {
		if l.Dialect.Name == o.Dialect {
			n.setLanguage(userLanguage(l))
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
		n.setLanguage(programLanguage(l))
		return nil
	}
	return fmt.Errorf("unknown dialect %q: the values are %s", o.Dialect, strings.Join(Names(o.Languages...), ", "))
}

// setLanguage sets the language of a schema file. It keeps a note about the name.
func (n *naming) setLanguage(l *described) {
	n.described, n.readers, n.note = l, l.readers(), cmp.Or(n.note, l.Note)
}

// tables returns the dialect of the language.
func (n *naming) tables(target opentofu.Target) *schema.Dialect {
	if n.described != nil {
		return n.described.dialect()
	}
	return builtinDialect(n.language, target)
}

// Names returns the names of all languages for [Options], starting with the given languages of
// schema files.
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

// builtinDialect returns the tables of a builtin. An empty name means the target's configuration files.
// Tables are large and files are many, so files of one language share the tables.
func builtinDialect(name string, target opentofu.Target) *schema.Dialect {
	if name == "" {
		name = target.Product.String()
	}
	key := tableKey{name, target}
	if tables, ok := builtDialects.Load(key); ok {
		return tables.(*schema.Dialect)
	}
	i := slices.IndexFunc(builtins, func(l builtin) bool { return l.name == name })
	tables, _ := builtDialects.LoadOrStore(key, builtins[i].tables(target))
	return tables.(*schema.Dialect)
}

type tableKey struct {
	name   string
	target opentofu.Target
}

var builtDialects sync.Map // from tableKey to *schema.Dialect

// resolveTarget parses the target and checks that its product reads the file. If target is empty,
// the result is the newest version of the selected product, or of the first reader, without a
// version number. Without readers, the product does not matter.
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
	} else if slices.Contains(readers, target) {
		err = nil // a product of the given languages
	} else if _, err = CheckTarget(target); err != nil {
		return t, err
	}
	if len(readers) > 0 && !slices.Contains(readers, product) {
		return t, fmt.Errorf("target %s does not read this kind of file: %s does", target,
			strings.Join(readers, " or "))
	}
	return t, nil
}

// CheckTarget returns an error for a target with an unknown product or version, and reports whether the product is known.
func CheckTarget(target string, described ...*schemafile.Language) (known bool, err error) {
	product, _, hasVersion := strings.Cut(target, "@")
	_, err = opentofu.ParseTarget(target)
	if _, unknown := opentofu.ParseTarget(product); err == nil || unknown == nil {
		return true, err
	}
	switch known = slices.Contains(Targets(described...), product); {
	case known && hasVersion:
		err = fmt.Errorf("target %q has a version, but only OpenTofu and Terraform have versions; use %q", target, product)
	case known:
		err = nil
	}
	return known, err
}

// Targets returns the products that [Options.Target] can name, starting with those of the given
// languages of schema files.
func Targets(described ...*schemafile.Language) []string {
	names := slices.Clone(both)
	for _, l := range described {
		names = append(names, l.Target)
	}
	for _, l := range Described() {
		names = append(names, l.Head().Target)
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
}

// These are the products that read a file. The first is the default.
var (
	both      = []string{opentofu.OpenTofu.String(), opentofu.Terraform.String()}
	tofu      = both[:1]
	terraform = both[1:]
)

// builtin is a language with versions, which no schema file describes.
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

// appendedNames contains the suffixes of all other names.
var appendedNames = loading.FileNames{JSON: ".json"}

// refusedNames contains the suffixes of files without a form in HCL-JSON.
var refusedNames = []struct {
	suffix string
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

// findEnding returns the matching suffixes of a file name. It tries refusedNames before the builtin
// languages. reason is the error for a refused file.
func findEnding(base string) (e loading.FileNames, reason error, ok bool) {
	for _, r := range refusedNames {
		if strings.HasSuffix(base, r.suffix) {
			return appendedNames, r.reason, true
		}
	}
	for _, e := range loading.Files {
		if strings.HasSuffix(base, e.Native) || strings.HasSuffix(base, e.JSON) {
			return e, nil, true
		}
	}
	return e, nil, false
}

// unknownNameError returns the error for a name that matches no pattern.
func unknownNameError(base string) error {
	const advice = "; set the language with the option dialect, such as opentofu, or describe one with the option schemas"
	if strings.HasSuffix(base, ".json") {
		return errors.New("the name does not determine the language of this JSON file, as .tf.json, .pkr.json or " +
			".hcl.json would" + advice)
	}
	return errors.New("this is not the name of an HCL file, such as .tf, .pkr.hcl or .hcl" + advice)
}
