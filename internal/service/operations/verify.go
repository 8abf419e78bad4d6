package operations

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/schema"
)

// verify compares the two texts.
func verify(o *service.Operation) {
	o.Response.Verdict = service.Unknown
	a, inA, ok := o.Source(o.Request.Name, o.Request.Text)
	b, inB, okToo := o.Second()
	if !ok || !okToo || !sameLanguage(o, a, inA.Dialect, b, inB.Dialect) {
		return
	}
	dialect, ok := o.Readable(a, inA.Dialect)
	if _, okToo = o.Readable(b, inB.Dialect); !ok || !okToo {
		return
	}
	found := equivalent.Compare(compared(a), compared(b), dialect,
		equivalent.Options{Comments: o.Request.Options.Comments != "drop"})
	report(o, "", found.Messages()...)
	switch found.Verdict() {
	case equivalent.Equal:
		o.Response.Verdict = service.Equal
	case equivalent.Different:
		o.Response.Verdict = service.Different
	}
}

// prove makes an error of a result that does not mean the same for certain.
func prove(o *service.Operation, given, made service.Source, dialect *schema.Dialect) bool {
	opts := equivalent.Options{Comments: o.Options.Comments != "drop" && o.Operation != service.Patch}
	found := equivalent.Compare(compared(given), compared(made), dialect, opts)
	if found.Equal() {
		o.Response.Proven = true
		return true
	}
	for _, diag := range found.Messages() {
		if diag.Severity == hcl.DiagError {
			report(o, "", diag)
		}
	}
	return report(o, "", diagnostic.Errorf("Not proven",
		"hcljson cannot prove that the result would mean the same as %s. Most often, the product would not accept the "+
			"text either. If it does, please report it at %s. With verify set to false, there is a result without a proof.",
		service.Described(given.Name), service.Issues))
}

// compared is a source as package equivalent takes it.
func compared(s service.Source) equivalent.Source {
	return equivalent.Source{Bytes: s.Bytes, Filename: s.Name, JSON: s.JSON}
}

// sameLanguage refuses texts that are not in one language.
func sameLanguage(o *service.Operation, a service.Source, inA *schema.Dialect, b service.Source,
	inB *schema.Dialect) bool {
	return inA.Name == inB.Name || report(o, a.Name, diagnostic.Errorf("Two languages",
		"%s is in the language %s and %s in %s, so they have no common meaning. The option dialect says which "+
			"language they are in.", service.Described(a.Name), inA.Name, service.Described(b.Name), inB.Name))
}
