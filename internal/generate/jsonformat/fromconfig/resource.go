package fromconfig

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// resource is a resource, data, ephemeral or action block; opentofu
// internal/configs/resource.go.
type resource struct {
	typ, name      string
	count, forEach attributeNode
	dependsOn      attributeNode
	// provider is the provider argument; its name is empty without one.
	provider     providerRef
	provisioners []blockNode
	content      content
}

// providerRef names a provider configuration of a module.
type providerRef struct{ name, alias string }

func (l *loader) declareResource(known map[string]*resource, block blockNode) {
	r := l.readResource(block)
	key := r.typ + "." + r.name
	if known[key] != nil {
		l.reportDuplicate(block, "the first")
		return
	}
	known[key] = r
}

// overrideResource merges a block of an override file (opentofu
// internal/configs/module_merge.go, Resource.merge).
func (l *loader) overrideResource(known map[string]*resource, block blockNode) bool {
	by := l.readResource(block)
	r := known[by.typ+"."+by.name]
	if r == nil {
		return false
	}
	r.count, r.forEach = by.count.orElse(r.count), by.forEach.orElse(r.forEach)
	if by.provider.name != "" {
		r.provider = by.provider
	}
	if len(by.provisioners) > 0 {
		r.provisioners = by.provisioners
	}
	r.content = r.content.mergedWith(by.content)
	return true
}

func (l *loader) readResource(block blockNode) *resource {
	body, language := block.body(), block.languageSchema()
	r := &resource{
		typ: block.Labels[0], name: block.Labels[1],
		count: body.attribute(tfname.CountArgument), forEach: body.attribute(tfname.ForEachArgument),
		dependsOn: body.attribute(tfname.DependsOnArgument),
		content:   l.readContent(body, language),
	}
	if a := body.attribute(tfname.ProviderArgument); !a.isMissing() {
		r.provider = l.readProviderRef(a, l.parsedExpression(a))
	}
	if _, row := language.Lookup(tfname.ProvisionerBlock); row != nil {
		r.provisioners = slices.DeleteFunc(body.blocks(row.Type), func(inner blockNode) bool {
			return len(inner.Labels) != len(row.Labels)
		})
	}
	return r
}

// content is the content of a block's body, after merging with other bodies.
type content struct {
	// attributes are sorted by name.
	attributes []attributeNode
	blocks     []blockNode
}

// readContent returns the provider's content of a body and of its escape block, without the language's
// own arguments and blocks. If both contain an argument, the product refuses the second. language
// is nil for a body without arguments of the language.
func (l *loader) readContent(body bodyNode, language *tables.Body) content {
	c := content{attributes: body.sortedAttributes(), blocks: body.blocks()}
	if language == nil {
		return c
	}
	c.attributes = slices.DeleteFunc(c.attributes, func(a attributeNode) bool {
		attribute, block := language.OwnRows(a.Name)
		if a.Name == tables.DynamicType {
			return false // in JSON it stands for blocks
		}
		if block != nil {
			l.warn(a.nameRange(), "Unknown argument", "%q is a block here, not an argument. It is omitted.",
				a.Name)
		}
		return attribute != nil || block != nil
	})
	c.blocks = slices.DeleteFunc(c.blocks, func(block blockNode) bool {
		_, own := language.OwnRows(block.Type)
		return own != nil && block.Type != tables.DynamicType
	})
	if row := language.EscapeBlock(); row != nil {
		if escape, ok := body.firstBlock(row.Type); ok {
			c.attributes = mergeAttributes(escape.body().sortedAttributes(), c.attributes)
			c.blocks = append(c.blocks, escape.body().blocks()...)
		}
	}
	return c
}

// mergedWith returns c merged with the content of an override file: its arguments replace arguments
// of the same name, and its blocks replace all blocks of their type (opentofu
// internal/configs/module_merge_body.go).
func (c content) mergedWith(by content) content {
	result := content{attributes: mergeAttributes(c.attributes, by.attributes)}
	made := func(block blockNode) string {
		if block.Type == tables.DynamicType && len(block.Labels) > 0 {
			return block.Labels[0]
		}
		return block.Type
	}
	types := map[string]bool{}
	for _, block := range by.blocks {
		types[made(block)] = true
	}
	for _, block := range c.blocks {
		if !types[made(block)] {
			result.blocks = append(result.blocks, block)
		}
	}
	result.blocks = append(result.blocks, by.blocks...)
	return result
}

// mergeAttributes merges two lists of attributes sorted by name; attributes of second replace attributes of
// first.
func mergeAttributes(first, second []attributeNode) []attributeNode {
	all := slices.Concat(second, first)
	slices.SortStableFunc(all, compareNames)
	return slices.CompactFunc(all, func(a, b attributeNode) bool { return a.Name == b.Name })
}

func compareNames(a, b attributeNode) int { return cmp.Compare(a.Name, b.Name) }

// configRef returns the provider configuration of a resource (opentofu internal/configs/resource.go,
// ProviderConfigAddr).
func (r *resource) configRef() providerRef {
	if r.provider.name != "" {
		return r.provider
	}
	return providerRef{name: impliedProvider(r.typ)}
}

// readImport records the provider of an import block. Terraform uses the provider for resources of
// the module without a block.
func (l *loader) readImport(d *declarations, block blockNode) {
	to := block.body().attribute("to")
	if to.isMissing() {
		return
	}
	target, ok := importTarget(l.parsedExpression(to))
	if !ok {
		return
	}
	inModule := target.RootName() == tfname.ModuleBlock
	for len(target) > 1 && hcltext.StepName(target[0]) == tfname.ModuleBlock {
		target = target[2:]
		if len(target) > 0 {
			if _, isKey := target[0].(hcl.TraverseIndex); isKey {
				target = target[1:]
			}
		}
	}
	if len(target) > 0 && hcltext.StepName(target[0]) == tfname.ResourceBlock {
		target = target[1:]
	}
	if len(target) < 2 {
		return // no address of a resource
	}
	typ, name := hcltext.StepName(target[0]), hcltext.StepName(target[1])
	if l.product.isTerraform() && (inModule || d.resources[managed][typ+"."+name] != nil) {
		return
	}
	local := impliedProvider(typ)
	if a := block.body().attribute(tfname.ProviderArgument); !a.isMissing() {
		if ref := l.readProviderRef(a, l.parsedExpression(a)); ref.name != "" {
			local = ref.name
		}
	}
	if local != "" {
		d.imports = append(d.imports, local)
	}
}

// impliedProvider returns the local name of the provider of a type (opentofu
// internal/addrs/resource.go, ImpliedProvider).
func impliedProvider(typ string) string {
	name, _, _ := strings.Cut(typ, "_")
	return name
}

// importTarget returns the steps of an address whose keys may be expressions.
func importTarget(e hclsyntax.Expression) (hcl.Traversal, bool) {
	switch e := e.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return e.Traversal, true
	case *hclsyntax.IndexExpr:
		return importTarget(e.Collection)
	case *hclsyntax.RelativeTraversalExpr:
		source, ok := importTarget(e.Source)
		return slices.Concat(source, e.Traversal), ok
	}
	return nil, false
}

// readProviderRef reads the reference to a provider configuration in an attribute, without the key of
// an instance, as in the representation (opentofu internal/configs/resource.go,
// decodeProviderConfigRef).
func (l *loader) readProviderRef(a attributeNode, e hcl.Expression) providerRef {
	of := e
	if index, ok := e.(*hclsyntax.IndexExpr); ok {
		of = index.Collection
	}
	t, ok := staticTraversal(of)
	if !ok {
		l.warn(a.rangeOfPart(e.Range()), "Invalid provider reference",
			"Write the local name of a provider, or the name and an alias, such as aws.west. This value is ignored.")
		return providerRef{}
	}
	ref := providerRef{name: t.RootName()}
	if len(t) > 1 {
		if alias, ok := t[1].(hcl.TraverseAttr); ok {
			ref.alias = alias.Name
		}
	}
	return ref
}

// String returns the local name and the alias, such as aws.west.
func (r providerRef) String() string {
	if r.alias != "" {
		return r.name + "." + r.alias
	}
	return r.name
}

// attribute returns the attribute with a name.
func (c content) attribute(name string) attributeNode {
	i, found := slices.BinarySearchFunc(c.attributes, name,
		func(a attributeNode, name string) int { return cmp.Compare(a.Name, name) })
	if !found {
		return attributeNode{}
	}
	return c.attributes[i]
}
