package convert_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/apparentlymart/go-textseg/v15/textseg"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// TestSourceMaps checks that the source map of every golden is correct, in each form and direction.
func TestSourceMaps(t *testing.T) {
	for _, g := range golden.ReadSample(t, 20) {
		t.Run(g.Name, func(t *testing.T) {
			for _, name := range []string{g.Input, g.Counterpart, golden.General, golden.Compact, golden.Canonical} {
				if src, ok := g.File(name); ok {
					isJSON := strings.HasSuffix(name, ".json") && (name != g.Input || g.JSON)
					report(t, sourceMapProblems(src, name, isJSON, g.Targets[0].Dialect, options(g)))
				}
			}
		})
	}
}

// TestSourceMapsOfCorpus checks the source maps of the files below the directory in HCLJSON_CORPUS.
func TestSourceMapsOfCorpus(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS names no directory of HCL files")
	}
	files, maps := 0, 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		file, err := dialects.ForFile(path, dialects.Options{})
		if err != nil || file.Vague {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil || len(src) > 1<<20 {
			return err
		}
		files++
		made, problems := sourceMaps(src, path, file.JSON, file.Dialect, convert.Options{})
		maps += made
		for _, problem := range problems {
			t.Errorf("%s: %s", path, problem)
		}
		return nil
	})
	if err != nil || maps == 0 {
		t.Fatalf("%d maps: %v", maps, err)
	}
	t.Logf("%d files, %d maps", files, maps)
}

// FuzzSourceMap checks the properties of TestSourceMaps for any file.
func FuzzSourceMap(f *testing.F) {
	languages := fuzzedDialects(f)
	seed(f, languages, false)
	seed(f, languages, true)
	f.Fuzz(func(t *testing.T, language uint8, src []byte) {
		if len(src) > 1000 {
			return // each value is read alone, so it would take long; TestSourceMaps has such files
		}
		i := int(language) % len(languages)
		isJSON := len(bytes.TrimSpace(src)) > 0 && bytes.TrimSpace(src)[0] == '{'
		report(t, sourceMapProblems(src, fuzzed[i].name, isJSON, languages[i], convert.Options{}))
	})
}

// sourceMapProblems converts a file in all forms with a source map, and checks the maps.
func sourceMapProblems(
	src []byte, filename string, isJSON bool, d *schema.Dialect, opts convert.Options,
) (problems []string) {
	_, problems = sourceMaps(src, filename, isJSON, d, opts)
	return problems
}

// sourceMaps also returns how many maps were made.
func sourceMaps(
	src []byte, filename string, isJSON bool, d *schema.Dialect, opts convert.Options,
) (made int, problems []string) {
	forms := []convert.Form{convert.General, convert.Compact, convert.Query}
	run := convert.ToJSON[[]byte]
	if isJSON {
		forms, run = forms[:1], convert.ToHCL[[]byte]
	}
	for _, form := range forms {
		opts.Form, opts.SourceMap = form, nil
		if form == convert.Query {
			opts.Layout = convert.CanonicalLayout
		}
		plain, _ := run(src, filename, d, opts)
		opts.SourceMap = &convert.SourceMap{}
		out, _ := run(src, filename, d, opts)
		if !bytes.Equal(plain, out) {
			problems = append(problems, "the conversion is another with a source map")
		}
		c := &mapChecker{m: opts.SourceMap, native: src, json: out}
		if isJSON {
			c.native, c.json = out, src
		}
		if out == nil {
			for mapping := range opts.SourceMap.All() {
				c.errorf("%q stands in the map after an error", mapping.Pointer)
			}
		} else {
			made++
			c.check()
		}
		for _, problem := range c.problems {
			problems = append(problems, fmt.Sprintf("form %d: %s", form, problem))
		}
	}
	return made, problems
}

// mapChecker checks a source map.
type mapChecker struct {
	checker
	m            *convert.SourceMap
	native, json []byte
	mappings     map[string]convert.Mapping
	// written are the expressions in the native text, by their places.
	written map[hclwrite.Span]bool
	// spelled are names and values that belong together.
	spelled map[[2]hclwrite.Span]bool
}

func (c *mapChecker) check() {
	var root any
	if err := decode(c.json, &root); err != nil {
		return // what JSON can't hold, such as bytes that are not UTF-8
	}
	c.mappings = map[string]convert.Mapping{}
	values := 0
	for mapping := range c.m.All() {
		c.mappings[mapping.Pointer] = mapping
		values++
	}
	found := map[string]any{}
	collect(found, "", root)
	if repeats(c.json) {
		return // a pointer names several values
	}
	if len(found) != len(c.mappings) || len(found) != values {
		c.errorf("%d values, and %d in the map with %d pointers", len(found), values, len(c.mappings))
	}
	c.syntax()
	for pointer, value := range found {
		mapping, ok := c.mappings[pointer]
		if !ok {
			c.errorf("%q is not in the map", pointer)
			continue
		}
		c.jsonSide(&mapping, value)
		c.nativeSide(&mapping, value)
		if at, ok := c.m.At(pointer); !ok || !reflect.DeepEqual(at, mapping) {
			c.errorf("%q is found as %v", pointer, at)
		}
	}
	c.complete()
}

func decode(text []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode(to)
}

// repeats reports whether an object of a JSON text has a name twice.
func repeats(text []byte) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	var value func() bool
	value = func() bool {
		token, _ := d.Token()
		seen := map[string]bool{}
		for token == json.Delim('{') && d.More() {
			name, _ := d.Token()
			if seen[name.(string)] || value() {
				return true
			}
			seen[name.(string)] = true
		}
		for token == json.Delim('[') && d.More() {
			if value() {
				return true
			}
		}
		if _, collection := token.(json.Delim); collection {
			_, _ = d.Token()
		}
		return false
	}
	return value()
}

// collect finds the values in a value by their pointers.
func collect(found map[string]any, pointer string, value any) {
	found[pointer] = value
	switch value := value.(type) {
	case []any:
		for i, element := range value {
			collect(found, fmt.Sprintf("%s/%d", pointer, i), element)
		}
	case map[string]any:
		for name, member := range value {
			name = strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
			collect(found, pointer+"/"+name, member)
		}
	}
}

func parentOf(pointer string) string { return pointer[:strings.LastIndexByte(pointer, '/')] }

// jsonSide checks the position of a value in the JSON text.
func (c *mapChecker) jsonSide(mapping *convert.Mapping, value any) {
	var there any
	if err := decode(c.at(c.json, mapping.JSON.Value), &there); err != nil || !reflect.DeepEqual(there, value) {
		c.errorf("%q is %v, and the map contains %v", mapping.Pointer, value, there)
	}
	if mapping.Pointer == "" {
		return
	}
	parent := c.mappings[parentOf(mapping.Pointer)]
	if !within(parent.JSON.Value, mapping.JSON.Value) {
		c.errorf("the JSON of %q is not in the JSON of %q", mapping.Pointer, parent.Pointer)
	}
	start := mapping.JSON.Value.Start.Byte
	if name := mapping.JSON.Name; name != nil {
		var text string
		step := mapping.Pointer[len(parent.Pointer)+1:]
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		if err := decode(c.at(c.json, *name), &text); err != nil || text != step {
			c.errorf("the name of %q is %q", mapping.Pointer, text)
		}
		start = name.Start.Byte
	}
	if at, _ := c.m.AtJSON(start); at.Pointer != mapping.Pointer {
		c.errorf("at byte %d of the JSON stands %q, not %q", start, at.Pointer, mapping.Pointer)
	}
}

// at returns the text of a range, and checks its lines and columns.
func (c *mapChecker) at(text []byte, r hcl.Range) []byte {
	if r.Start.Byte > r.End.Byte || r.End.Byte > len(text) {
		c.errorf("the range %#v is not in the text", r)
		return nil
	}
	for _, pos := range []hcl.Pos{r.Start, r.End} {
		before := bytes.TrimPrefix(text[:pos.Byte], []byte("\ufeff"))
		line := before[bytes.LastIndexByte(before, '\n')+1:]
		columns, _ := textseg.TokenCount(line, textseg.ScanGraphemeClusters)
		if want := (hcl.Pos{Line: 1 + bytes.Count(before, []byte("\n")), Column: 1 + columns, Byte: pos.Byte}); pos != want {
			c.errorf("the place %v is %v", pos, want)
		}
	}
	return text[r.Start.Byte:r.End.Byte]
}

// joined reports whether a token ends in a character that forms a grapheme cluster with a combining
// character of the next token. hclsyntax counts two columns for it, because it counts in each
// token.
func joined(text []byte) bool {
	for len(text) > 0 {
		n, cluster, err := textseg.ScanGraphemeClusters(text, true)
		if err != nil || n == 0 {
			return false
		}
		if n > 1 && string(cluster) != "\r\n" && bytes.ContainsAny(cluster, " \t!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~") {
			return true
		}
		text = text[n:]
	}
	return false
}

func within(outer, inner hcl.Range) bool {
	return outer.Start.Byte <= inner.Start.Byte && inner.End.Byte <= outer.End.Byte
}

func spanOf(r hcl.Range) hclwrite.Span { return hclwrite.Span{Start: r.Start.Byte, End: r.End.Byte} }

// syntax finds the expressions of the native text with hclsyntax.
func (c *mapChecker) syntax() {
	c.written, c.spelled = map[hclwrite.Span]bool{}, map[[2]hclwrite.Span]bool{}
	file, _ := hclsyntax.ParseConfig(c.native, "", hcl.InitialPos)
	_ = hclsyntax.VisitAll(file.Body.(*hclsyntax.Body), func(node hclsyntax.Node) hcl.Diagnostics {
		switch node := node.(type) {
		case *hclsyntax.Attribute:
			c.written[spanOf(node.Expr.Range())] = true
			c.spelled[[2]hclwrite.Span{spanOf(node.NameRange), spanOf(node.Expr.Range())}] = true
		case *hclsyntax.ObjectConsExpr:
			for _, item := range node.Items {
				c.written[spanOf(item.ValueExpr.Range())] = true
				c.spelled[[2]hclwrite.Span{spanOf(item.KeyExpr.Range()), spanOf(item.ValueExpr.Range())}] = true
			}
		case *hclsyntax.TupleConsExpr:
			for _, e := range node.Exprs {
				c.written[spanOf(e.Range())] = true
			}
		}
		return nil
	})
}

// complete checks that the map contains each attribute and each block.
func (c *mapChecker) complete() {
	mapped := map[hclwrite.Span]hcl.Range{}
	for _, mapping := range c.mappings {
		for _, place := range mapping.Native {
			if place.Name != nil {
				mapped[spanOf(*place.Name)] = *place.Name
			}
			if place.Block != nil {
				mapped[spanOf(*place.Block)] = *place.Block
			}
			mapped[spanOf(place.Value)] = place.Value
		}
	}
	anew := joined(c.native)
	need := func(r hcl.Range) {
		there, ok := mapped[spanOf(r)]
		if !ok {
			c.errorf("%q at %s is not in the map", c.native[r.Start.Byte:r.End.Byte], r)
		} else if !anew && (there.Start != r.Start || there.End != r.End) {
			c.errorf("%q is at %s for hclsyntax, and at %s in the map", c.native[r.Start.Byte:r.End.Byte], r, there)
		}
	}
	file, _ := hclsyntax.ParseConfig(c.native, "", hcl.InitialPos)
	_ = hclsyntax.VisitAll(file.Body.(*hclsyntax.Body), func(node hclsyntax.Node) hcl.Diagnostics {
		switch node := node.(type) {
		case *hclsyntax.Attribute:
			need(node.NameRange)
			need(node.Expr.Range())
		case *hclsyntax.Block:
			need(node.Range())
			need(node.TypeRange)
			for _, label := range node.LabelRanges {
				need(label)
			}
		}
		return nil
	})
}

// nativeSide checks the position of a value in the native text.
func (c *mapChecker) nativeSide(mapping *convert.Mapping, value any) {
	for _, place := range mapping.Native {
		text := c.at(c.native, place.Value)
		item := place.Value
		if place.Name != nil {
			c.at(c.native, *place.Name)
			item.Start = place.Name.Start
		}
		if mapping.Pointer != "" {
			c.nested(mapping, item)
		}
		if at, ok := c.m.AtNative(item.Start.Byte); item.Start.Byte < item.End.Byte && !ok ||
			!strings.HasPrefix(at.Pointer, mapping.Pointer) {
			c.errorf("at byte %d of the native text stands %q, not %q", item.Start.Byte, at.Pointer, mapping.Pointer)
		}
		switch {
		case mapping.Pointer == "":
			c.body(mapping, value, text)
		case c.written[spanOf(place.Value)]:
			if place.Name != nil && !c.spelled[[2]hclwrite.Span{spanOf(*place.Name), spanOf(place.Value)}] {
				c.errorf("%q has the name %q", mapping.Pointer, c.at(c.native, *place.Name))
			}
			c.expression(mapping.Pointer, value, string(text))
		default:
			c.block(mapping, value, place, text)
		}
	}
}

// nested checks that the text of a value is inside the text of its parent.
func (c *mapChecker) nested(mapping *convert.Mapping, item hcl.Range) {
	parent := c.mappings[parentOf(mapping.Pointer)]
	for _, place := range parent.Native {
		if within(place.Value, item) {
			return
		}
	}
	c.errorf("the native text of %q is not in the native text of %q", mapping.Pointer, parent.Pointer)
}

// line is a text that ends with a line break.
func line(text ...[]byte) []byte { return append(bytes.Join(text, nil), '\n') }

// block checks the rest of a block after a label or from its body, or a part of a body.
func (c *mapChecker) block(mapping *convert.Mapping, value any, place convert.Place, text []byte) {
	file, diags := hclsyntax.ParseConfig(line([]byte("x "), text), "", hcl.InitialPos)
	if diags.HasErrors() {
		c.body(mapping, value, text)
		return
	}
	block := file.Body.(*hclsyntax.Body).Blocks[0]
	if place.Block != nil {
		whole, diags := hclsyntax.ParseConfig(line(c.at(c.native, *place.Block)), "", hcl.InitialPos)
		if body := whole.Body.(*hclsyntax.Body); diags.HasErrors() || len(body.Blocks) != 1 || len(block.Labels) > 0 ||
			place.Block.End != place.Value.End {
			c.errorf("the block of %q is %q", mapping.Pointer, c.at(c.native, *place.Block))
		}
	}
	if len(block.Labels) == 0 {
		c.body(mapping, value, text[1:len(text)-1])
		return
	}
	if !holds(value, func(name string) bool {
		return name == block.Labels[0] || name == hcltext.EscapeTemplate(block.Labels[0])
	}) {
		c.errorf("%q has no label %q", mapping.Pointer, block.Labels[0])
	}
}

// holds reports whether an object, or an object in arrays, has a name.
func holds(value any, is func(name string) bool) bool {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			if holds(element, is) {
				return true
			}
		}
	case map[string]any:
		for name := range value {
			if is(name) {
				return true
			}
		}
	}
	return false
}

// body checks that a value has the names of a body. The values of these names have their own
// mappings.
func (c *mapChecker) body(mapping *convert.Mapping, value any, text []byte) {
	file, diags := hclsyntax.ParseConfig(line(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		c.errorf("the text of %q is no body: %q", mapping.Pointer, text)
		return
	}
	body := file.Body.(*hclsyntax.Body)
	need := func(name string) {
		is := func(there string) bool { return there == name || there == hcltext.EscapeTemplate(name) }
		if !holds(value, is) && !holds(value, func(there string) bool { return there == tables.ContentType }) &&
			!c.below(mapping.Pointer, name) {
			c.errorf("%q has no %q", mapping.Pointer, name)
		}
	}
	for name := range body.Attributes {
		need(name)
	}
	for _, block := range body.Blocks {
		need(block.Type)
	}
}

// below reports whether a name stands below a value in a dynamic block, or under a label
// that the native text lacks.
func (c *mapChecker) below(pointer, name string) bool {
	for other := range c.mappings {
		rest, ok := strings.CutPrefix(other, pointer+"/")
		if ok &&
			(strings.Contains(rest, tables.DynamicType+"/") || strings.HasPrefix(rest, "/") || strings.Contains(rest, "//")) &&
			strings.Contains(rest+"/", "/"+name+"/") {
			return true
		}
	}
	return false
}

// reading is a dialect with an argument that is an ordinary expression.
var reading = &schema.Dialect{Name: "reading", Product: "Reading", Root: &tables.Body{
	Attributes: []tables.Attribute{{Name: "x"}},
}}

// readAlone is the value of an expression in native syntax.
func readAlone(text string) (value any, ok bool) {
	out, diags := convert.ToJSON([]byte("x = "+text+"\n"), "", reading, convert.Options{DropComments: true})
	if diags.HasErrors() {
		return nil, false
	}
	var object map[string]any
	if err := decode(out, &object); err != nil {
		return nil, false
	}
	return object["x"], true
}

// again is a value as it comes back from native syntax.
func again(value any) (any, bool) {
	text, _ := json.Marshal(map[string]any{"x": value})
	out, diags := convert.ToHCL(text, "", reading, convert.Options{})
	if diags.HasErrors() {
		return nil, false
	}
	_, expr, _ := strings.Cut(string(out), "=")
	return readAlone(expr)
}

// expression checks that a text is a value.
func (c *mapChecker) expression(pointer string, value any, text string) {
	if c.parts(pointer, value, text) {
		return
	}
	read, ok := readAlone(text)
	if !ok {
		read, ok = readAlone("(" + text + ")")
	}
	if !ok {
		c.errorf("the text of %q is no expression: %q", pointer, text)
		return
	}
	if !sameValue(read, value) && !constant(text, value) {
		c.errorf("%q is %v, and %q alone is %v", pointer, value, text, read)
	}
}

// parts reports whether a text is a collection, all of whose parts have mappings of their
// own.
func (c *mapChecker) parts(pointer string, value any, text string) bool {
	e, _ := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl.InitialPos)
	written, there := 0, 0
	switch e := e.(type) {
	case *hclsyntax.TupleConsExpr:
		written = len(e.Exprs)
	case *hclsyntax.ObjectConsExpr:
		written = len(e.Items)
	default:
		return false
	}
	switch value := value.(type) {
	case []any:
		for i := range value {
			there += len(c.mappings[fmt.Sprintf("%s/%d", pointer, i)].Native)
		}
	case map[string]any:
		for name := range value {
			name = strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
			there += len(c.mappings[pointer+"/"+name].Native)
		}
	default:
		return false
	}
	return written == there
}

// constant reports whether a text is computed to a value.
func constant(text string, value any) bool {
	e, diags := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl.InitialPos)
	if diags.HasErrors() {
		return false
	}
	v, diags := e.Value(nil)
	if diags.HasErrors() {
		return false
	}
	computed, err := ctyjson.Marshal(v, v.Type())
	var there any
	return err == nil && decode(computed, &there) == nil && sameValue(there, value)
}

// words returns the letters and digits of a text, without comments.
func words(text string) string {
	return notWords.ReplaceAllString(commentWords.ReplaceAllString(text, ""), "")
}

var commentWords, notWords = regexp.MustCompile(`(#|//).*`), regexp.MustCompile(`\W+`)

// sameValue compares a separately read value with a value of the JSON. A string can be source or
// literal text, as the dialect requires.
func sameValue(read, value any) bool {
	if reflect.DeepEqual(read, value) {
		return true
	}
	if back, ok := again(value); ok && reflect.DeepEqual(read, back) {
		return true
	}
	switch value := value.(type) {
	case json.Number:
		number, ok := read.(json.Number)
		if !ok {
			return false
		}
		a, _, _ := big.ParseFloat(string(value), 10, 512, big.ToNearestEven)
		b, _, _ := big.ParseFloat(string(number), 10, 512, big.ToNearestEven)
		return a != nil && b != nil && a.Cmp(b) == 0
	case string:
		value = strings.TrimSpace(value)
		for _, source := range []string{"${" + value + "\n}", hcltext.EscapeTemplate(value)} {
			if back, ok := again(source); ok && reflect.DeepEqual(read, back) {
				return true
			}
		}
		if text, ok := read.(string); ok && (words(text) == words(value) || words(text) == words(value)+"any") {
			return true // in another layout, with what Nomad resolves as text, or map(any) for map
		}
		return read == hcltext.EscapeTemplate(value) || hcltext.EscapeTemplate(fmt.Sprint(read)) == value
	case []any:
		list, ok := read.([]any)
		if !ok && len(value) == 1 {
			return sameValue(read, value[0])
		}
		if !ok || len(list) != len(value) {
			return false
		}
		for i := range value {
			if !sameValue(list[i], value[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		object, ok := read.(map[string]any)
		if !ok || len(object) != len(value) {
			return false
		}
		for name, member := range value {
			there, ok := object[name]
			if !ok {
				there, ok = object[hcltext.EscapeTemplate(name)]
			}
			if !ok || !sameValue(there, member) {
				return false
			}
		}
		return true
	}
	return false
}
