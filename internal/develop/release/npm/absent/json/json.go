// Package json stands in for the one of hashicorp/hcl, as package hclsyntax beside it does.
package json

import "github.com/hashicorp/hcl/v2"

// missing is what whoever asks for this package learns; see service.Absent.
type missing struct{}

func (missing) Absent() {}

func (missing) Error() string { return "hashicorp/hcl is not in this program as a whole" }

// Parse and ParseWithStartPos panic.
func Parse([]byte, string) (*hcl.File, hcl.Diagnostics) { panic(missing{}) }

func ParseWithStartPos([]byte, string, hcl.Pos) (*hcl.File, hcl.Diagnostics) { panic(missing{}) }
