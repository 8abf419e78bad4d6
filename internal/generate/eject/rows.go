package eject

import "github.com/hcljson/hcljson/internal/schema/conventions"

// ReviewRows returns the parts of a configuration that depend on the machine or the other stacks where it
// runs (opentofu internal/backend/local; the data source terraform_remote_state in
// internal/builtin/providers/tf).
func ReviewRows() []conventions.Look {
	state := []conventions.LookBlock{{Type: "terraform"}, {Type: "backend", Labels: []string{"local"}}}
	remote := []conventions.LookBlock{{Type: "data", Labels: []string{"terraform_remote_state"}}}
	return []conventions.Look{
		{Blocks: state, Path: []string{"path"}, Machine: true,
			Why: "is the state on the machine where this was made: move it to a backend, or to where this is run"},
		{Blocks: remote, Path: []string{"config", "path"}, Machine: true,
			Why: "is the state of another stack on the machine of the generator: set its new location"},
		{Blocks: remote, Why: "reads the state of another stack"},
	}
}

// LocalSources returns the arguments whose value may be a directory, relative to the directory of
// the configuration (opentofu internal/addrs/module_source.go).
func LocalSources() []conventions.Look {
	return []conventions.Look{{Blocks: []conventions.LookBlock{{Type: "module"}}, Path: []string{"source"}}}
}
