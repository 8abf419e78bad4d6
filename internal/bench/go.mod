module github.com/hcljson/hcljson/internal/bench

go 1.26.0

replace github.com/hcljson/hcljson => ../..

require (
	github.com/hashicorp/hcl/v2 v2.25.0
	github.com/hcljson/hcljson v0.0.0-00010101000000-000000000000
	github.com/tmccombs/hcl2json v0.6.9
)

require (
	github.com/agext/levenshtein v1.2.3 // indirect
	github.com/apparentlymart/go-textseg/v15 v15.0.0 // indirect
	github.com/apparentlymart/go-textseg/v17 v17.0.1 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/mitchellh/go-wordwrap v1.0.1 // indirect
	github.com/zclconf/go-cty v1.20.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
)
