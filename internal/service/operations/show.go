package operations

import (
	"errors"
	"path"
	"strings"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/convert/jsonformat/fromconfig"
	"github.com/hcljson/hcljson/convert/jsonformat/plansummary"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// show writes a plan or a state, or a module if the request has its files, for reading.
func show(o *service.Operation) {
	if o.Request.Options.Files != nil {
		showModule(o)
		return
	}
	src := []byte(o.Request.Text)
	diag := diagnostic.CheckEncoding(src)
	if diag == nil {
		diag = diagnostic.CheckJSON(service.Described(o.Request.Name), src)
	}
	if diag != nil {
		report(o, o.Request.Name, diag)
		return
	}
	doc, diags := jsonformat.Read(src, o.Request.Name)
	if report(o, o.Request.Name, diags...) {
		o.Finish(plansummary.Of(doc), "")
	}
}

func showModule(o *service.Operation) {
	var target opentofu.Target
	if o.Request.Options.Target != "" {
		var err error
		if target, err = opentofu.ParseTarget(o.Request.Options.Target); err != nil {
			report(o, "", diagnostic.Errorf("Invalid option", "target: %s.", err))
			return
		}
	}
	base := opentofu.Config(target)
	config, diags := fromconfig.Load(path.Clean(o.Request.Name), fromconfig.Options{
		Target:  target,
		ReadDir: func(dir string) ([]fromconfig.File, error) { return readDir(o, dir) },
		Dialect: func(_ string, files []fromconfig.File) *schema.Dialect {
			dialect, _ := o.Knowing(base, module(files)...)
			return dialect
		},
	})
	ok := report(o, "", diags...)
	if config == nil {
		return
	}
	text, err := config.JSON(false)
	if err != nil {
		ok = report(o, o.Request.Name, diagnostic.Errorf("No JSON", "%s.", err))
	}
	if ok {
		o.Finish(text, "")
	}
}

// readDir returns the files of the request in a directory.
func readDir(o *service.Operation, dir string) ([]fromconfig.File, error) {
	var files []fromconfig.File
	for _, file := range o.Request.Options.Files {
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

func module(files []fromconfig.File) []service.Source {
	var sources []service.Source
	for _, file := range files {
		sources = append(sources,
			service.Source{Name: file.Name, Bytes: file.Bytes, JSON: strings.HasSuffix(file.Name, ".json")})
	}
	return sources
}
