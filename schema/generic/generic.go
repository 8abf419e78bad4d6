// Package generic holds the schema of an HCL file whose language is not known:
// every string is a template, and what a name is has to be guessed.
package generic

import "github.com/hcljson/hcljson/schema"

// Config is the language of any .hcl file that no other dialect claims. Whether
// its product expands dynamic blocks is not known either, so a dynamic block is
// one like any other.
func Config() *schema.Dialect {
	return &schema.Dialect{
		Name:      "generic",
		Product:   "The program that reads the file",
		Root:      &schema.Body{Rest: schema.RestUnknown},
		ArrayRoot: true,
	}
}
