package service

import (
	"errors"
	"path"
	"strings"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/convert/jsonformat/fromconfig"
	"github.com/hcljson/hcljson/convert/jsonformat/plansummary"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/plaintext"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// show writes a plan or a state, or a module if the request has its files, for reading.
func (o *operation) show() {
	if len(o.req.Options.Files) > 0 {
		o.showModule()
		return
	}
	src := []byte(o.req.Text)
	diag := plaintext.CheckEncoding(src)
	if diag == nil {
		diag = plaintext.CheckJSON(described(o.req.Name), src)
	}
	if diag != nil {
		o.report(o.req.Name, diag)
		return
	}
	doc, diags := jsonformat.Read(src, o.req.Name)
	if o.report(o.req.Name, diags...) {
		o.finish(plansummary.Of(doc), "")
	}
}

func (o *operation) showModule() {
	var target opentofu.Target
	if o.req.Options.Target != "" {
		var err error
		if target, err = opentofu.ParseTarget(o.req.Options.Target); err != nil {
			o.report("", diagnostic.Errorf("Invalid option", "target: %s.", err))
			return
		}
	}
	base := opentofu.Config(target)
	config, diags := fromconfig.Load(path.Clean(o.req.Name), fromconfig.Options{
		Target:  target,
		ReadDir: o.readDir,
		Dialect: func(_ string, files []fromconfig.File) *schema.Dialect {
			dialect, _ := o.knowing(base, module(files)...)
			return dialect
		},
	})
	ok := o.report("", diags...)
	if config == nil {
		return
	}
	text, err := config.JSON(false)
	if err != nil {
		ok = o.report(o.req.Name, diagnostic.Errorf("No JSON", "%s.", err))
	}
	if ok {
		o.finish(text, "")
	}
}

// readDir returns the files of the request in a directory.
func (o *operation) readDir(dir string) ([]fromconfig.File, error) {
	var files []fromconfig.File
	for _, file := range o.req.Options.Files {
		name := path.Clean(file.Name)
		if is, _ := dialects.IsConfiguration(path.Base(name)); is && path.Dir(name) == path.Clean(dir) {
			files = append(files, fromconfig.File{Name: path.Base(name), Bytes: []byte(file.Text)})
		}
	}
	if files == nil {
		return nil, errors.New("the request has no files of this directory")
	}
	return files, nil
}

func module(files []fromconfig.File) []Source {
	var sources []Source
	for _, file := range files {
		sources = append(sources,
			Source{Name: file.Name, Bytes: file.Bytes, JSON: strings.HasSuffix(file.Name, ".json")})
	}
	return sources
}
