package opentofu

import "github.com/hcljson/hcljson/schema"

// Looks are the places of a configuration that depend on where and next to what it is
// run (opentofu internal/backend/local; the data source terraform_remote_state in
// internal/builtin/providers/tf).
func Looks() []schema.Look {
	state := []schema.LookBlock{{Type: "terraform"}, {Type: "backend", Labels: []string{"local"}}}
	remote := []schema.LookBlock{{Type: "data", Labels: []string{"terraform_remote_state"}}}
	return []schema.Look{
		{Blocks: state, Path: []string{"path"}, Machine: true,
			Why: "is the state on the machine where this was made: move it to a backend, or to where this is run"},
		{Blocks: remote, Path: []string{"config", "path"}, Machine: true,
			Why: "is the state of another stack on the machine where this was made: it must say where that goes"},
		{Blocks: remote, Why: "reads the state of another stack"},
	}
}

// LocalSources are the arguments whose value may be the path of a directory, from
// that of the configuration (opentofu internal/addrs/module_source.go).
func LocalSources() []schema.Look {
	return []schema.Look{{Blocks: []schema.LookBlock{{Type: "module"}}, Path: []string{"source"}}}
}
