package service

import (
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

// verify compares the two texts.
func (o *operation) verify() {
	o.response.Verdict = Unknown
	a, inA, ok := o.source(o.req.Name, o.req.Text)
	b, inB, okToo := o.second()
	if !ok || !okToo || !o.sameLanguage(a, inA.Dialect, b, inB.Dialect) {
		return
	}
	dialect, ok := o.readable(a, inA.Dialect)
	if _, okToo = o.readable(b, inB.Dialect); !ok || !okToo {
		return
	}
	found := equivalent.Compare(equivalent.Source{Bytes: a.Bytes, Filename: a.Name, JSON: a.JSON},
		equivalent.Source{Bytes: b.Bytes, Filename: b.Name, JSON: b.JSON}, dialect,
		equivalent.Options{Comments: o.req.Options.Comments != "drop"})
	o.report("", found.Messages()...)
	switch found.Verdict() {
	case equivalent.Equal:
		o.response.Verdict = Equal
	case equivalent.Different:
		o.response.Verdict = Different
	}
}

// sameLanguage refuses texts that are not in one language.
func (o *operation) sameLanguage(a Source, inA *schema.Dialect, b Source, inB *schema.Dialect) bool {
	return inA.Name == inB.Name || o.report(a.Name, diagnostic.Errorf("Two languages",
		"%s is in the language %s and %s in %s, so they have no common meaning. The option dialect says which "+
			"language they are in.", described(a.Name), inA.Name, described(b.Name), inB.Name))
}
