package fromconfig

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
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

func (r providerRef) String() string {
	if r.alias != "" {
		return r.name + "." + r.alias
	}
	return r.name
}

func (l *loader) resource(known map[string]*resource, m mode, block blockNode) {
	r := l.readResource(m, block)
	key := r.typ + "." + r.name
	if known[key] != nil {
		l.duplicate(block, "the first")
		return
	}
	known[key] = r
}

func (l *loader) readResource(m mode, block blockNode) *resource {
	body := block.body()
	r := &resource{
		typ: block.Labels[0], name: block.Labels[1],
		count: body.attribute("count"), forEach: body.attribute("for_each"),
		dependsOn: body.attribute("depends_on"),
		content:   l.content(body, modes[m].reserved),
	}
	if a := body.attribute("provider"); !a.missing() {
		r.provider = l.providerRef(a, l.parsed(a))
	}
	if m == managed {
		for _, inner := range body.blocks("provisioner") {
			if len(inner.Labels) == 1 {
				r.provisioners = append(r.provisioners, inner)
			}
		}
	}
	return r
}

// overrideResource merges a block of an override file (opentofu
// internal/configs/module_merge.go, Resource.merge).
func (l *loader) overrideResource(known map[string]*resource, m mode, block blockNode) bool {
	by := l.readResource(m, block)
	r := known[by.typ+"."+by.name]
	if r == nil {
		return false
	}
	if !by.count.missing() {
		r.count = by.count
	}
	if !by.forEach.missing() {
		r.forEach = by.forEach
	}
	if by.provider.name != "" {
		r.provider = by.provider
	}
	if len(by.provisioners) > 0 {
		r.provisioners = by.provisioners
	}
	r.content = r.content.overridden(by.content)
	return true
}

// providerRef reads the reference to a provider configuration in an attribute. The
// key of an instance is left out, as in the representation (opentofu
// internal/configs/resource.go, decodeProviderConfigRef).
func (l *loader) providerRef(a attributeNode, e hcl.Expression) providerRef {
	of := e
	if index, ok := e.(*hclsyntax.IndexExpr); ok {
		of = index.Collection
	}
	t, ok := traversal(of)
	if !ok {
		l.warn(a.within(e.Range()), "No reference to a provider", "This should be the name of a provider, or the name and an alias. It is passed over.")
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

// config is the provider configuration that a resource has (opentofu
// internal/configs/resource.go, ProviderConfigAddr).
func (r *resource) config() providerRef {
	if r.provider.name != "" {
		return r.provider
	}
	return providerRef{name: impliedProvider(r.typ)}
}

// impliedProvider is the local name of the provider of a type (opentofu
// internal/addrs/resource.go, ImpliedProvider).
func impliedProvider(typ string) string {
	name, _, _ := strings.Cut(typ, "_")
	return name
}

// importBlock notes the provider that an import block needs. Terraform looks at
// those for resources of the module that it has no block of.
func (l *loader) importBlock(d *declarations, block blockNode) {
	to := block.body().attribute("to")
	if to.missing() {
		return
	}
	target, ok := importTarget(l.parsed(to))
	if !ok {
		return
	}
	inModule := target.RootName() == "module"
	for len(target) > 2 && stepName(target[0]) == "module" {
		target = target[2:]
		if _, isKey := target[0].(hcl.TraverseIndex); isKey {
			target = target[1:]
		}
		if len(target) == 0 {
			return
		}
	}
	if stepName(target[0]) == "resource" {
		target = target[1:]
	}
	if len(target) < 2 {
		return
	}
	typ, name := stepName(target[0]), stepName(target[1])
	if l.product.terraform() && (inModule || d.resources[managed][typ+"."+name] != nil) {
		return
	}
	local := impliedProvider(typ)
	if a := block.body().attribute("provider"); !a.missing() {
		if ref := l.providerRef(a, l.parsed(a)); ref.name != "" {
			local = ref.name
		}
	}
	if local != "" {
		d.imports = append(d.imports, local)
	}
}

// importTarget returns the steps of an address that may have expressions for keys.
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

func stepName(step hcl.Traverser) string {
	switch step := step.(type) {
	case hcl.TraverseRoot:
		return step.Name
	case hcl.TraverseAttr:
		return step.Name
	}
	return ""
}
