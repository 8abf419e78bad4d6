package convert_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/hashicorp/hcl/v2"
	upstream "github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// checker collects the violated properties of one file.
type checker struct {
	dialect  *schema.Dialect
	problems []string
}

func (c *checker) errorf(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// nativeProblems checks the properties of a native file that converts.
func nativeProblems(src []byte, filename string, d *schema.Dialect) []string {
	c := &checker{dialect: d}
	general, compact := c.toJSON(src, filename, convert.Options{}),
		c.toJSON(src, filename, convert.Options{Form: convert.Compact})
	dropped := c.toJSON(src, filename, convert.Options{DropComments: true})
	if len(c.problems) > 0 {
		return c.problems
	}
	c.validJSON("general form", general)
	c.validJSON("compact form", compact)
	native := equivalent.Source{Bytes: src, Filename: filename}
	c.same("general form", native, jsonSource(general))
	c.same("compact form", native, jsonSource(compact))
	c.sameMeaning("general form without comments", native, jsonSource(dropped))

	back, backCompact := c.toHCL("general form", general), c.toHCL("compact form", compact)
	if len(c.problems) > 0 {
		return c.problems
	}
	if !bytes.Equal(back, backCompact) {
		c.errorf("the two forms come back as different files:\n%s\nand, from the compact form\n%s", back, backCompact)
	}
	c.same("file that comes back", native, equivalent.Source{Bytes: back, Filename: filename})
	c.canonical(back)

	c.keepsLayout(native, back)

	again := c.toJSON(back, filename, convert.Options{})
	third := c.toHCL("second general form", again)
	if !bytes.Equal(back, third) {
		c.errorf("the second generation is not stable:\n%s\nthen\n%s", back, third)
	}
	if bytes.Equal(back, src) && !bytes.Equal(general, again) {
		c.errorf("the same file gives different JSON:\n%s\nthen\n%s", general, again)
	}
	return c.problems
}

// keepsLayout checks that JSON with layout annotations results in the native file of the JSON
// without them, in another layout, which is stable.
func (c *checker) keepsLayout(native equivalent.Source, canonical []byte) {
	opts := convert.Options{Layout: convert.KeepLayout}
	noted := c.toJSON(native.Bytes, native.Filename, opts)
	back := c.toHCL("JSON with layout", noted)
	if len(c.problems) > 0 {
		return
	}
	c.validJSON("JSON with layout", noted)
	c.same("JSON with layout", native, jsonSource(noted))
	c.same("file that comes back in its layout", native, equivalent.Source{Bytes: back, Filename: native.Filename})
	if !bytes.Equal(upstream.Format(back), back) {
		c.errorf("hashicorp/hcl's formatter changes the layout of\n%s", back)
	}
	if again := c.toHCL("second JSON with layout", c.toJSON(back, native.Filename, opts)); !bytes.Equal(again, back) {
		c.errorf("the layout is no fixpoint:\n%s\nbecomes\n%s", back, again)
	}
	if c.dialect.Roots != nil {
		return
	}
	file, diags := hclwrite.ParseFile(back, "")
	if printed := file.Bytes(); diags.HasErrors() || !bytes.Equal(printed, canonical) {
		c.errorf("in its layout the file is another: %s\n%s\nnot\n%s", diags, printed, canonical)
	}
}

// jsonProblems checks the properties of a JSON file and of the native file converted from it. A
// file that the products reject has no meaning to preserve.
func jsonProblems(src, native []byte, filename string, d *schema.Dialect, refused bool) []string {
	c := &checker{dialect: d}
	if !refused {
		c.same("native file", jsonSource(src), equivalent.Source{Bytes: native, Filename: filename})
	}
	c.laidOut(src, native)
	return append(c.problems, nativeProblems(native, filename, d)...)
}

func jsonSource(src []byte) equivalent.Source {
	return equivalent.Source{Bytes: src, Filename: "json", JSON: true}
}

func (c *checker) toJSON(src []byte, filename string, opts convert.Options) []byte {
	out, diags := convert.ToJSON(src, filename, c.dialect, opts)
	c.noErrors("conversion to JSON", diags, src)
	return out
}

func (c *checker) toHCL(what string, src []byte) []byte {
	out, diags := convert.ToHCL(src, "json", c.dialect, convert.Options{})
	c.noErrors("conversion of the "+what+" to HCL", diags, src)
	return out
}

func (c *checker) noErrors(what string, diags hcl.Diagnostics, src []byte) {
	if diags.HasErrors() {
		c.errorf("%s: %s\nof\n%s", what, diags, src)
	}
}

// same checks with hashicorp/hcl's decoders that two files have the same meaning and the same
// comments.
func (c *checker) same(what string, a, b equivalent.Source) {
	c.compare(what, a, b, equivalent.Options{Comments: true})
}

func (c *checker) sameMeaning(what string, a, b equivalent.Source) {
	c.compare(what, a, b, equivalent.Options{})
}

func (c *checker) compare(what string, a, b equivalent.Source, opts equivalent.Options) {
	if diags := equivalent.Compare(a, b, c.dialect, opts).Messages(); diags.HasErrors() {
		c.errorf("the %s means something else: %s\n%s\nwas\n%s", what, diags, b.Bytes, a.Bytes)
	}
}

// laidOut checks that converted JSON is in canonical layout, or, for JSON with layout annotations,
// that the formatter does not change it.
func (c *checker) laidOut(json, native []byte) {
	if file, _ := convert.ReadJSON(json, "json", c.dialect, convert.Options{}); file == nil || file.Layout == nil {
		c.canonical(native)
	} else if !bytes.Equal(upstream.Format(native), native) {
		c.errorf("hashicorp/hcl's formatter changes\n%s", native)
	}
}

// canonical checks that a native file is in canonical layout.
func (c *checker) canonical(src []byte) {
	if !bytes.Equal(upstream.Format(src), src) {
		c.errorf("hashicorp/hcl's formatter changes\n%s", src)
	}
	file, diags := hclwrite.ParseFile(src, "canonical")
	if diags.HasErrors() {
		c.errorf("the result does not parse: %s\n%s", diags, src)
		return
	}
	if c.dialect.Roots != nil {
		// The tree keeps neither quotes around a reference nor parentheses around
		// an object, which mean something here; the second generation is compared.
		return
	}
	if printed := file.Bytes(); !bytes.Equal(printed, src) {
		c.errorf("the layout is no fixpoint:\n%s\nbecomes\n%s", src, printed)
	}
}

// validJSON checks that encoding/json reads the text and that no object has a
// name twice.
func (c *checker) validJSON(what string, text []byte) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := walkJSON(d); err != nil {
		c.errorf("%s: %s in\n%s", what, err, text)
		return
	}
	if _, err := d.Token(); err != io.EOF {
		c.errorf("%s: more than one value in\n%s", what, text)
	}
}

func walkJSON(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('['):
		for d.More() {
			if err := walkJSON(d); err != nil {
				return err
			}
		}
		_, err = d.Token()
	case json.Delim('{'):
		seen := make(map[string]bool)
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return err
			}
			if seen[name.(string)] {
				return fmt.Errorf("the name %q stands twice in an object", name)
			}
			seen[name.(string)] = true
			if err := walkJSON(d); err != nil {
				return err
			}
		}
		_, err = d.Token()
	}
	return err
}
