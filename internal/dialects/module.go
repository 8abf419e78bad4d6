package dialects

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// ModuleFile is a file of a module, or of its tests.
type ModuleFile struct {
	Name  string
	Bytes []byte
	JSON  bool
}

// ModuleTarget returns the product that reads the files of a module, for [Options.Selected]. A name
// that only OpenTofu or only Terraform defines selects that product. In files that only one product
// reads, names have no effect, but the existence of such a file selects this product if no name
// does. The result is empty if nothing selects a product. It is an error if each product lacks names
// that the other has.
func ModuleTarget(files []ModuleFile) (string, *hcl.Diagnostic) {
	found := map[string]*otherName{}
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
			for _, product := range both {
				target, _ := opentofu.ParseTarget(product)
				d := n.tables(target)
				d.Prepare()
				if name := findOtherName(file, d); name != nil && found[name.product] == nil {
					found[name.product] = name
				}
			}
		}
	}
	slices.Sort(readers)
	readers = slices.Compact(readers)
	tofu, terraform := found[both[0]], found[both[1]]
	switch {
	case tofu != nil && terraform != nil:
		return "", &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "Names of two products",
			Detail: fmt.Sprintf("Only Terraform has %q (%s), and only OpenTofu has %q (%s), so neither reads the module. "+
				"Select the product with --target.", terraform.name, terraform.location(), tofu.name, tofu.location()),
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

// ForText is like [ForFile] for a file that is a complete module. Without a target, the names in the
// file select the product as in [ModuleTarget].
func ForText(name string, src []byte, opts Options) (File, *hcl.Diagnostic, error) {
	file, err := ForFile(name, opts)
	if err != nil || file.Dialect.Target == "" || opts.ByName().Target != "" {
		return file, nil, err
	}
	target, diag := ModuleTarget([]ModuleFile{{name, src, file.JSON}})
	if target == "" {
		return file, diag, nil
	}
	opts.Selected = target
	file, err = ForFile(name, opts)
	return file, nil, err
}

// otherName is a name that only one product defines.
type otherName struct {
	product, name string
	rng           hcl.Range
}

func (n *otherName) location() string { return fmt.Sprintf("%s:%d", n.rng.Filename, n.rng.Start.Line) }

// findOtherName returns the first name in a file that only the other product defines, or nil.
func findOtherName(file ModuleFile, d *schema.Dialect) *otherName {
	f := &otherNames{file: file, src: string(file.Bytes), dialect: d}
	if file.JSON {
		if root, diags := jsontree.Parse(f.src, file.Name); !diags.HasErrors() {
			f.searchObjects(root, d.Root)
		}
	} else if tree, diags := hclwrite.ParseFile(f.src, file.Name); !diags.HasErrors() {
		f.searchBody(&tree.Body, d.Root)
	}
	return f.found
}

// otherNames searches for the first name that only the other product defines.
type otherNames struct {
	file    ModuleFile
	src     string
	dialect *schema.Dialect
	found   *otherName
}

// checkName records the name if target is a target of the other product.
func (f *otherNames) checkName(target, name string, start, end int) {
	product, _, _ := strings.Cut(target, "@")
	own, _, _ := strings.Cut(f.dialect.Target, "@")
	if f.found == nil && target != "" && product != own {
		f.found = &otherName{product, name, hcltext.NewPositions(f.src).Range(f.file.Name, start, end)}
	}
}

// searchBody searches a body in native syntax.
func (f *otherNames) searchBody(b *hclwrite.Body, s *schema.Body) {
	for _, item := range b.Items {
		name, start := hclwrite.ItemName(item), hclwrite.SpanOf(item).Start
		argument, rule := s.Lookup(name)
		block, isBlock := item.(*hclwrite.Block)
		switch {
		case !isBlock && argument != nil:
			f.checkName(argument.OtherTarget, name, start, start+len(name))
		case isBlock && rule != nil:
			f.checkName(rule.OtherTarget, name, start, start+len(name))
			f.searchBody(&block.Body, s.BlockBody(rule, block.Labels, nil))
		}
	}
}

// searchObjects searches a body in JSON: an object, or an array of objects.
func (f *otherNames) searchObjects(v *jsontree.Value, s *schema.Body) {
	for object := range v.Each() {
		if object.Kind == jsontree.Array {
			f.searchObjects(object, s)
		}
		for i := range object.Members {
			m := &object.Members[i]
			switch argument, rule := s.Lookup(m.Name); {
			case argument != nil:
				f.checkName(argument.OtherTarget, m.Name, m.NameStart, m.NameEnd)
			case rule != nil:
				f.checkName(rule.OtherTarget, m.Name, m.NameStart, m.NameEnd)
				f.searchLabelled(&m.Value, rule, nil, s)
			}
		}
	}
}

// searchLabelled searches blocks in JSON. v is the value after the given labels.
func (f *otherNames) searchLabelled(v *jsontree.Value, rule *schema.Block, labels []string, s *schema.Body) {
	if len(labels) == len(rule.Labels) {
		f.searchObjects(v, s.BlockBody(rule, labels, nil))
		return
	}
	for object := range v.Each() {
		for i := range object.Members {
			m := &object.Members[i]
			f.searchLabelled(&m.Value, rule, append(labels[:len(labels):len(labels)], m.Name), s)
		}
	}
}
