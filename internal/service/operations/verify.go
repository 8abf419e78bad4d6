package operations

import (
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
