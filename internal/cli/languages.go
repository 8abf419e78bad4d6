package cli

import (
	"cmp"
	"io"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// languages knows the language of each file, with what the providers of its module
// define.
type languages struct {
	*session
	described []*schemafile.Language // in schema files
	providers *providerSchemas
}

// readSchemas reads the schema files of the command line. It reports what is
// wrong with them, and whether they can be used.
func (l *languages) readSchemas() bool {
	ok := true
	for _, name := range unique(l.opts.schemas) {
		described := l.readSchema(name)
		ok = ok && described != nil
		l.described = append(l.described, described)
	}
	return ok
}

func (l *languages) readSchema(name string) *schemafile.Language {
	src, _, err := readOperand(name)
	if err != nil {
		l.report.Add(name, nil, report.Errorf("Cannot read the schema file", "%s: %s.", name, report.Reason(err)))
		return nil
	}
	if diag := unasked(name, src); diag != nil {
		diag.Summary = "Not a schema file"
		l.report.Add(name, nil, diag)
		return nil
	}
	isJSON := namedJSON(name)
	if diag := diagnostic.CheckSource(name, src, isJSON); diag != nil {
		l.report.Add(name, src, diag)
		return nil
	}
	described, diags := schemafile.Read(src, name, isJSON)
	l.report.Add(name, src, diags...)
	return described
}

func (l *languages) forFile(name string) (dialects.File, error) {
	return dialects.ForFile(name, l.dialects())
}

// dialects are the options that tell the language of a file.
func (l *languages) dialects() dialects.Options {
	return dialects.Options{Languages: l.described, Dialect: l.opts.dialect, Target: l.opts.target}
}

// byItsName tells the language of a file from its name alone.
func (l *languages) byItsName(name string) (dialects.File, error) {
	return dialects.ForFile(name, l.dialects().ByName())
}

// terraform reports whether the files are those of Terraform rather than
// OpenTofu.
func (l *languages) terraform() bool {
	t, err := opentofu.ParseTarget(l.dialects().ByName().Target)
	return err == nil && t.Product == opentofu.Terraform
}

// language is the language of a source with what the providers of its module
// define.
func (l *languages) language(s *source, src []byte) *schema.Dialect {
	p := l.providers
	if !s.file.Dialect.UsesPlugins() || s.file.Dialect.UsesPart(schema.Builder) && p.finder.Idle() {
		return s.file.Dialect
	}
	return p.dialect(s.file.Dialect, p.module(s, src))
}

// mixed refuses a source in native syntax whose module sets an argument in two
// ways.
func (l *languages) mixed(s *source, src []byte) *hcl.Diagnostic {
	if s.file.JSON || !s.file.Dialect.UsesPlugins() {
		return nil
	}
	m := l.providers.module(s, src)
	if len(m.mixed) == 0 {
		return nil
	}
	return report.Errorf("Argument and blocks in several files",
		"The module has override files, and sets this as an argument in one file and as blocks in another: %s. The "+
			"product takes the argument and passes over the blocks; in JSON it would refuse them. Remove one of the "+
			"two.", strings.Join(m.mixed, ", "))
}

func (l *languages) read(s *source) (src []byte, err error) {
	switch {
	case s.given != nil:
		return s.given, nil
	case s.stdin:
		return io.ReadAll(l.In)
	case s.pipe:
		src, s.info, err = readOperand(s.name)
	default:
		src, s.info, err = readFile(s.name)
	}
	return src, err
}

// load reads a source that is to be compared, and refuses what is not text in its
// syntax.
func (l *languages) load(s *source) ([]byte, *hcl.Diagnostic) {
	src, err := l.read(s)
	if err != nil {
		return nil, report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err))
	}
	diag := diagnostic.CheckSource(s.name, src, s.file.JSON)
	switch {
	case diag != nil:
	case s.file.JSON:
		diag = cmp.Or(otherDocument(s.name, src), notJSON(s, src))
	default:
		diag = notNative(s, src)
	}
	if diag != nil {
		return nil, diag
	}
	if s.file.JSON {
		diag = dialects.OtherFormat(s.name, src, s.file.Dialect)
	}
	return src, diag
}
