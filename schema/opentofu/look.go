package opentofu

import "github.com/hcljson/hcljson/schema"

// Looks are the places of a configuration that depend on where and beside what it is
// run (opentofu internal/backend/local; the data source terraform_remote_state in
// internal/builtin/providers/tf).
func Looks() []schema.Look {
	state := []schema.LookBlock{{Type: "terraform"}, {Type: "backend", Labels: []string{"local"}}}
	remote := []schema.LookBlock{{Type: "data", Labels: []string{"terraform_remote_state"}}}
	return []schema.Look{
		{Blocks: state, Path: []string{"path"}, Machine: true,
			Why: "is where the state was kept on the machine where this was made; move the state to where the configuration is run, or to a backend that others reach"},
		{Blocks: remote,
			Why: "reads the state of another stack; it has to stay where it is, or both stacks become one module"},
		{Blocks: remote, Path: []string{"config", "path"}, Machine: true,
			Why: "is a state on the machine where this was made; it has to be the path in the backend of the other stack"},
		{Blocks: []schema.LookBlock{{Type: "terraform"}, {Type: "cloud"}},
			Why: "names the workspace with the state; run init there once"},
	}
}
