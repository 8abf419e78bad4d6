// Package skeleton writes example blocks: what somebody begins with who writes a block
// by hand. What is required has a placeholder of its type, what is optional is a comment
// that is an argument or a block once its sign is taken away, and what the provider
// alone computes is left out.
package skeleton

import (
	"fmt"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// Of returns an example of a block with what a provider or plugin defines.
func Of(blockType string, labels []string, body *schema.SpecBody) *hclwrite.Block {
	return block(blockType, labels, contentsOfSpec(body, 0))
}

// OfRow returns an example of a block of a language. Its rows do not tell what is
// required, unless it is a block.
func OfRow(row *schema.Block) *hclwrite.Block {
	r := rows{open: map[*schema.Body]bool{}}
	return block(row.Type, row.Labels, r.contents(row.BodyFor(nil, "")))
}

// contents is what an example of a body holds, in order.
type contents struct {
	arguments []argument
	blocks    []nested
	// remarks are comments about all of it.
	remarks []string
}

type argument struct {
	name     string
	required bool
	value    hclwrite.Expr
	// remark is what the comment behind it says.
	remark string
}

// nested are blocks of a type, so many of which are required.
type nested struct {
	block    func() *hclwrite.Block
	required int
	remark   string
}

const (
	// maxDepth is how deep blocks and objects are followed.
	maxDepth = 20
	// maxRequired is how many blocks of a type are written.
	maxRequired = 10
)

func block(blockType string, labels []string, c contents) *hclwrite.Block {
	b := hclwrite.NewBlock(blockType, labels...)
	b.Body = c.body()
	return b
}

// body is an example of a body: what is required, and then the rest in comments.
func (c contents) body() (body hclwrite.Body) {
	var optional hclwrite.File
	for _, a := range c.arguments {
		to := &optional.Body
		if a.required {
			to = &body
		}
		to.Append(&hclwrite.Attribute{Name: a.name, Expr: a.value, Comments: a.comments()})
	}
	for _, n := range c.blocks {
		to := &body
		if n.required == 0 {
			to = &optional.Body
		}
		for range max(1, min(n.required, maxRequired)) {
			b := n.block()
			b.Before = comment(n.remark)
			to.Append(b)
		}
	}
	for _, remark := range c.remarks {
		body.Inside = append(body.Inside, comment(remark)...)
	}
	body.End = commentedOut(&optional)
	if len(body.Items) > 0 && len(body.End) > 0 {
		body.End = append([]string{""}, body.End...)
	}
	return body
}

// object is an example of an object, as [contents.body] is one of a body.
func (c contents) object() *hclwrite.Object {
	object := &hclwrite.Object{}
	var optional hclwrite.File
	for _, a := range c.arguments {
		comments := a.comments()
		if !a.required {
			optional.Body.Append(&hclwrite.Attribute{Name: a.name, Expr: a.value, Comments: comments})
			continue
		}
		object.Items = append(object.Items,
			hclwrite.ObjectItem{Key: hclwrite.EscapeTemplate(a.name), Value: a.value, Comments: &comments})
	}
	object.End = commentedOut(&optional)
	return object
}

// comments are those of an argument. If its value has several lines, they stand behind the
// first.
func (a argument) comments() (c hclwrite.Comments) {
	remark := comment(a.remark)
	switch value := a.value.(type) {
	case *hclwrite.Tuple:
		if len(value.Items) > 0 {
			value.Open = remark
			return c
		}
	case *hclwrite.Object:
		if len(value.Items)+len(value.End) > 0 {
			value.Open = remark
			return c
		}
	}
	c.Suffix = remark
	return c
}

// commentedOut are the lines of a file as comments.
func commentedOut(f *hclwrite.File) (lines []string) {
	if len(f.Body.Items) == 0 {
		return nil
	}
	for line := range strings.SplitSeq(strings.TrimRight(string(f.Bytes()), "\n"), "\n") {
		lines = append(lines, strings.TrimRight("# "+line, " "))
	}
	return lines
}

// comment is a remark as a comment; nil for none.
func comment(remark string) []string {
	if remark == "" {
		return nil
	}
	return []string{"# " + remark}
}

// remarks joins what there is to say of something, and its description if that is short.
func remarks(description string, said ...string) string {
	var list []string
	for _, word := range said {
		if word != "" {
			list = append(list, word)
		}
	}
	text := strings.Join(list, ", ")
	switch short := short(description); {
	case short == "":
		return text
	case text == "":
		return short
	default:
		return text + ": " + short
	}
}

// maxDescription is how many characters of a description stand in a line.
const maxDescription = 60

// short is the first sentence of a description, or nothing if that is long.
func short(description string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(description), "\n")
	sentence, _, _ := strings.Cut(line, ". ")
	sentence = strings.TrimSuffix(strings.TrimSpace(sentence), ".")
	unprintable := func(char rune) bool { return char < ' ' || char == 0x7f || char >= 0x2028 && char <= 0x202e }
	if len([]rune(sentence)) > maxDescription || strings.ContainsFunc(sentence, unprintable) {
		return ""
	}
	return sentence
}

// atMost says how many blocks there may be, where that is a limit.
func atMost(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf("at most %d", n)
}

// when is a word where something is so.
func when(is bool, word string) string {
	if !is {
		return ""
	}
	return word
}
