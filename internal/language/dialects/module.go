package dialects

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// ModuleTarget returns the product that reads the files of a module and of its tests, for
// [Options.Selected]. A name that only OpenTofu or only Terraform defines selects that product. In
// files that only one product reads, names have no effect, but the existence of such a file selects
// this product if no name does. The result is empty if nothing selects a product. It is an error if
// each product lacks names that the other has.
//
// A file without a name is a configuration file. Files that cannot contain such a name are not
// parsed.
func ModuleTarget(files []*source.Source) (string, *hcl.Diagnostic) {
	var search nameSearch
	var readers []string
	for _, file := range files {
		n, err := (&Options{}).namingOf(file.Name)
		if file.Name == "" {
			n, err = naming{readers: both}, nil
		}
		switch {
		case err != nil || n.described != nil:
		case len(n.readers) == 1:
			readers = append(readers, n.readers[0])
		default:
			search.searchFile(file, n.language)
		}
	}
	slices.Sort(readers)
	readers = slices.Compact(readers)
	tofu, terraform := search.found[0], search.found[1]
	switch {
	case tofu != nil && terraform != nil:
		return "", &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "Names of two products",
			Detail: fmt.Sprintf("Only Terraform has %q (%s), and only OpenTofu has %q (%s), so neither reads the module. "+
				"Select the product with the option target.", terraform.name, terraform.location(), tofu.name, tofu.location()),
		}
	case tofu != nil:
		return both[0], nil
	case terraform != nil:
		return both[1], nil
	case len(readers) == 1:
		return readers[0], nil
	}
	return "", nil
}

// ForSource is like [ForFile] for a file that is a complete module. Without a target, the names in
// the file select the product as in [ModuleTarget].
func ForSource(src *source.Source, opts Options) (File, *hcl.Diagnostic, error) {
	file, err := ForFile(src.Name, opts)
	if err != nil || file.Dialect.Target == "" || opts.ByName().Target != "" {
		return file, nil, err
	}
	target, diag := ModuleTarget([]*source.Source{src})
	if target == "" {
		return file, diag, nil
	}
	opts.Selected = target
	file, err = ForFile(src.Name, opts)
	return file, nil, err
}

// otherName is a name that only one product defines.
type otherName struct {
	name string
	rng  hcl.Range
}

func (n *otherName) location() string { return fmt.Sprintf("%s:%d", n.rng.Filename, n.rng.Start.Line) }

// bodies contains the body of each product, in the order of both. A product without the body has nil.
type bodies [2]*tables.Body

// nameSearch searches for names that only one product defines.
type nameSearch struct {
	file *source.Source
	// found contains the first name that only this product defines, in the order of both.
	found [2]*otherName
}

// searchFile searches a file of a language.
func (s *nameSearch) searchFile(file *source.Source, language string) {
	var roots bodies
	for i, product := range both {
		target, _ := opentofu.ParseTarget(product)
		d := builtinDialect(language, target)
		languages.Prepare(d)
		roots[i] = d.Root
	}
	if !mayContainAny(file, otherNamePaths(language, roots)) {
		return
	}
	s.file = file
	if file.JSON {
		if root, diags := file.Values(); !diags.HasErrors() {
			s.searchObjects(root, roots)
		}
	} else if tree, diags := file.Native(); !diags.HasErrors() {
		s.searchBody(&tree.Body, roots)
	}
}

// checkName records a name if the body of one product has it only for the other product. own is the
// index of the product.
func (s *nameSearch) checkName(own int, target, name string, start, end int) {
	other := 1 - own
	if s.found[other] == nil && isTargetOf(target, other) {
		s.found[other] = &otherName{name, hcltext.NewPositions(s.file.Text()).Range(s.file.Name, start, end)}
	}
}

// isTargetOf reports whether a target is one of a product, which is an index of both.
func isTargetOf(target string, product int) bool {
	name, _, _ := strings.Cut(target, "@")
	return name == both[product]
}

// searchBody searches a body in native syntax.
func (s *nameSearch) searchBody(b *hclwrite.Body, of bodies) {
	for _, item := range b.Items {
		name, start := hclwrite.ItemName(item), hclwrite.SpanOf(item).Start
		block, isBlock := item.(*hclwrite.Block)
		var inner bodies
		for i, body := range of {
			if body == nil {
				continue
			}
			argument, rule := body.Lookup(name)
			switch {
			case !isBlock && argument != nil:
				s.checkName(i, argument.OtherTarget, name, start, start+len(name))
			case isBlock && rule != nil:
				s.checkName(i, rule.OtherTarget, name, start, start+len(name))
				inner[i] = body.BlockBody(block.Type, block.Labels, nil)
			}
		}
		if inner != (bodies{}) {
			s.searchBody(&block.Body, inner)
		}
	}
}

// searchObjects searches a body in JSON: an object, or an array of objects.
func (s *nameSearch) searchObjects(v *jsontree.Value, of bodies) {
	for object := range v.Each() {
		if object.Kind == jsontree.Array {
			s.searchObjects(object, of)
		}
		for i := range object.Members {
			m := &object.Members[i]
			var rules [2]*tables.Block
			for product, body := range of {
				if body == nil {
					continue
				}
				switch argument, rule := body.Lookup(m.Name); {
				case argument != nil:
					s.checkName(product, argument.OtherTarget, m.Name, m.NameStart, m.NameEnd)
				case rule != nil:
					s.checkName(product, rule.OtherTarget, m.Name, m.NameStart, m.NameEnd)
					rules[product] = rule
				}
			}
			if rules != ([2]*tables.Block{}) {
				s.searchLabelled(m.Name, &m.Value, rules, nil, of)
			}
		}
	}
}

// searchLabelled searches blocks of a type in JSON. v is the value after the given labels.
func (s *nameSearch) searchLabelled(
	blockType string, v *jsontree.Value, rules [2]*tables.Block, labels []string, of bodies,
) {
	var inner bodies
	deeper := false
	for i, rule := range rules {
		if rule != nil && len(labels) == len(rule.Labels) {
			inner[i] = of[i].BlockBody(blockType, labels, nil)
		}
		deeper = deeper || rule != nil && len(labels) < len(rule.Labels)
	}
	if inner != (bodies{}) {
		s.searchObjects(v, inner)
	}
	if !deeper {
		return
	}
	for object := range v.Each() {
		for i := range object.Members {
			m := &object.Members[i]
			s.searchLabelled(blockType, &m.Value, rules, append(labels[:len(labels):len(labels)], m.Name), of)
		}
	}
}

// pathName is a block type or an argument in a path of names.
type pathName struct {
	name       string
	isArgument bool
}

// mayContainAny reports whether a file may contain all names of one of the paths. It does not parse
// the file.
func mayContainAny(file *source.Source, paths [][]pathName) bool {
	if file.JSON && strings.Contains(file.Text(), `\u`) {
		return true // a name may contain escapes
	}
	known := map[pathName]bool{}
	return slices.ContainsFunc(paths, func(path []pathName) bool {
		for _, name := range path {
			if _, ok := known[name]; !ok {
				known[name] = mayContain(file, name)
			}
			if !known[name] {
				return false
			}
		}
		return true
	})
}

// mayContain reports whether a file may contain a block type or an argument, according to the
// characters next to the name.
func mayContain(file *source.Source, name pathName) bool {
	text := file.Text()
	for start := 0; ; {
		i := strings.Index(text[start:], name.name)
		if i < 0 {
			return false
		}
		before, after := text[:start+i], text[start+i+len(name.name):]
		if start += i + len(name.name); file.JSON {
			if strings.HasSuffix(before, `"`) && strings.HasPrefix(after, `"`) {
				return true
			}
			continue
		}
		if before != "" && isNamePart(before[len(before)-1]) || after != "" && isNamePart(after[0]) {
			continue
		}
		next := strings.TrimLeft(after, " \t")
		switch {
		case next == "":
		case strings.HasPrefix(next, "/*"),
			name.isArgument && next[0] == '=',
			!name.isArgument && !strings.ContainsRune("=.,:])", rune(next[0])):
			return true
		}
	}
}

// isNamePart reports whether a character is an ASCII letter, digit, underscore or hyphen.
func isNamePart(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

var otherNames sync.Map // from the name of a language to the result of otherNamePaths

// otherNamePaths returns the names that only one product defines in a language. Each path starts
// with the name itself. The types of the enclosing blocks follow, from the innermost one.
func otherNamePaths(language string, roots bodies) [][]pathName {
	if known, ok := otherNames.Load(language); ok {
		return known.([][]pathName)
	}
	var paths [][]pathName
	for i, root := range roots {
		collectOtherNames(root, 1-i, nil, map[*tables.Body]bool{}, &paths)
	}
	known, _ := otherNames.LoadOrStore(language, paths)
	return known.([][]pathName)
}

// collectOtherNames adds the names of a body that only the other product defines, and those of its
// nested bodies. path contains the types of the enclosing blocks, from the innermost one. seen
// contains the enclosing bodies.
func collectOtherNames(b *tables.Body, other int, path []pathName, seen map[*tables.Body]bool, paths *[][]pathName) {
	if b == nil || seen[b] {
		return
	}
	seen[b] = true
	defer delete(seen, b)
	for i := range b.Attributes {
		if row := &b.Attributes[i]; isTargetOf(row.OtherTarget, other) {
			*paths = append(*paths, slices.Concat([]pathName{{row.Name, true}}, path))
		}
	}
	for i := range b.Blocks {
		row := &b.Blocks[i]
		inner := slices.Concat([]pathName{{row.Type, false}}, path)
		if isTargetOf(row.OtherTarget, other) {
			*paths = append(*paths, inner)
			continue
		}
		collectOtherNames(row.Body, other, inner, seen, paths)
		for _, bodies := range []map[string]*tables.Body{row.Dependent, row.Values} {
			for _, body := range bodies {
				collectOtherNames(body, other, inner, seen, paths)
			}
		}
	}
}
