package edits

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime/debug"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/develop/jq"
	"github.com/hcljson/hcljson/schema"
)

// subject is a file for edits.
type subject struct {
	file
	path    string
	dialect *schema.Dialect
	json    []byte
}

func hash(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	return h.Sum64()
}

// newSubject returns nil for a file that cannot be edited or is not formatted.
func newSubject(path string, src []byte, d *schema.Dialect) *subject {
	parsed, diags := hclsyntax.ParseConfig(src, path, hcl.InitialPos)
	if diags.HasErrors() || !bytes.Equal(hclwrite.Format(src), src) {
		return nil
	}
	if bytes.Contains(src, []byte(`"//"`)) {
		return nil // to drop what is called so is an edit of its own here
	}
	text, diags := convert.ToJSON(src, path, d, convert.Options{Form: convert.Compact})
	if diags.HasErrors() {
		return nil
	}
	root, err := jq.Read(text)
	if err != nil {
		return nil
	}
	return &subject{
		file: file{
			src: src, root: root, sites: sites(parsed.Body.(*hclsyntax.Body), root),
			rand:      rand.New(rand.NewPCG(hash(path), 0)),
			resources: strings.HasSuffix(path, ".tf") || strings.HasSuffix(path, ".tofu"),
		},
		path: path, dialect: d, json: text,
	}
}

// choose returns an edit of a kind, or nil. The edits of the text and of the JSON must be equal.
func (s *subject) choose(kind string) *edit {
	const tries = 12
	for i, e := range s.candidates(kind) {
		if i == tries {
			break
		}
		if len(e.texts) == 0 {
			continue
		}
		edited, err := inOrder(s.json, e)
		if err != nil {
			continue
		}
		kept := e.texts[:0]
		for _, text := range e.texts {
			if s.compare(edited, text).Equal() {
				kept = append(kept, text)
			}
		}
		if e.texts = kept; len(kept) > 0 {
			return e
		}
	}
	return nil
}

func (s *subject) compare(edited, native []byte) equivalent.Result {
	return equivalent.Compare(
		equivalent.Source{Bytes: edited, Filename: "edited", JSON: true},
		equivalent.Source{Bytes: native, Filename: "native"}, s.dialect, equivalent.Options{})
}

// best is the text of an edit that changes the fewest lines.
func (s *subject) best(e *edit) []byte {
	var best []byte
	least := 0
	for _, text := range e.texts {
		if n := changedLines(s.src, text); best == nil || n < least {
			best, least = text, n
		}
	}
	return best
}

// The faults of a result, the worst of which counts.
type fault int

const (
	none fault = iota
	faultUnequal
	faultError
)

// outcome is the result of an edit.
type outcome struct {
	edited, got    []byte
	least, changed int
	fault          fault
	why            string
}

// through makes an edit through a program.
func (s *subject) through(e *edit, p program) outcome {
	o := outcome{least: changedLines(s.src, s.best(e))}
	var err error
	if o.edited, err = p.edit(s.json, e); err != nil {
		o.fault, o.why = faultError, err.Error()
		return o
	}
	result, diags := s.patch(o.edited)
	if o.got = result.Bytes; diags.HasErrors() {
		o.fault, o.why = faultError, diags.Error()
		return o
	}
	o.edited, o.changed = result.Edited.Bytes, changedLines(s.src, o.got)
	if found := s.compare(o.edited, o.got); !found.Equal() {
		o.fault, o.why = faultUnequal, found.Messages().Error()
	}
	return o
}

func (s *subject) patch(edited []byte) (result patch.Result, diags hcl.Diagnostics) {
	defer func() {
		if cause := recover(); cause != nil {
			detail := fmt.Sprintf("%v\n%s", cause, debug.Stack())
			diags = hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Panic", Detail: detail}}
		}
	}()
	return patch.Apply(patch.Edit{
		Source: equivalent.Source{Bytes: s.src, Filename: s.path}, Dialect: s.dialect, SkipCheck: true,
		Edited: equivalent.Source{Bytes: edited, Filename: "edited", JSON: true},
		Given:  &equivalent.Source{Bytes: s.json, JSON: true},
	})
}

// inOrder makes an edit as a program does that keeps the order of members.
func inOrder(text []byte, e *edit) ([]byte, error) {
	root, err := jq.Read(text)
	if err == nil {
		err = e.apply(root)
	}
	return jq.Write(root), err
}

// forgetful makes an edit as a program does that sorts the members and drops comments.
func forgetful(text []byte, e *edit) ([]byte, error) {
	edited, err := inOrder(text, e)
	if err != nil {
		return nil, err
	}
	root, err := jq.Read(edited)
	jq.Forget(root)
	return jq.Write(root), err
}

func compact(value any) []byte {
	if path, ok := value.([]any); ok {
		text, _ := json.Marshal(path)
		return text
	}
	return []byte(strings.TrimSpace(string(jq.Write(value))))
}
