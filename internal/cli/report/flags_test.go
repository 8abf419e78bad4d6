package report

import (
	"testing"
)

func TestWithFlags(t *testing.T) {
	for text, want := range map[string]string{
		"Set the option dialect.":                       "Use --dialect.",
		"set the option filename or the option dialect": "use --stdin-filepath or --dialect",
		"To be sure, set the option providerSchemas":    "To be sure, use --provider-schema",
		"describe one with the option schemas":          "describe one with --schema",
		"It lacks provider a/b. Give its schema in the option providerSchemas.": "It lacks provider a/b. Give its schema in " +
			`--provider-schema, or run "hcljson schema fetch a/b".`,
		"The block has the option unknown.":               "The block has the option unknown.",
		"has Owner already; or set the option ifMissing.": "has Owner already; or use --if-missing.",
	} {
		diag := Errorf("A summary", "%s", text)
		if got := withFlags(diag).Detail; got != want || diag.Detail != text {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
