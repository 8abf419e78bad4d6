package toconfig

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// configuration contains the information about providers in the configuration of a plan.
type configuration struct {
	// constraints are version constraints by the addresses of providers.
	constraints map[string]string
	// aliases are the aliases of the provider configurations of resources.
	aliases map[configuredResource]string
	// arguments are the names of the arguments that a provider configuration sets.
	arguments map[providerConfig][]string
}

// configuredResource is a resource in a module.
type configuredResource struct {
	module string
	resourceID
}

// providerConfig is a provider configuration; without an alias, the default configuration.
type providerConfig struct{ provider, alias string }

// providerSet is the set of provider configurations of a module, including the ones that it passes to
// child modules.
type providerSet map[providerConfig]bool

// readConfiguration reads the configuration of the plan, if it has one.
func (g *generator) readConfiguration() {
	if g.doc.Plan == nil || g.doc.Plan.Configuration == nil {
		return
	}
	c := configuration{map[string]string{}, map[configuredResource]string{}, map[providerConfig][]string{}}
	// Aliases in the root module keep their names.
	names := map[string]*scope{}
	for _, p := range g.doc.Plan.Configuration.Providers {
		if names[p.FullName] == nil {
			names[p.FullName] = &scope{}
		}
		if p.ModuleAddress == "" {
			names[p.FullName].addName(p.Alias)
		}
	}
	constraints := map[string][]string{}
	aliases := map[string]string{}
	for _, p := range g.doc.Plan.Configuration.Providers {
		if p.VersionConstraint != "" {
			constraints[p.FullName] = append(constraints[p.FullName], p.VersionConstraint)
		}
		alias := p.Alias
		if p.ModuleAddress != "" {
			// All provider configurations are in the root module.
			alias = names[p.FullName].addUnused(makeIdentifier(strings.ReplaceAll(p.ModuleAddress, tfname.ModuleBlock+".", ""),
				p.Alias))
		}
		if alias != "" && !hcltext.IsIdentifier(alias) {
			continue
		}
		aliases[p.Key] = alias
		if tree := p.Expressions.Tree(); tree != nil && tree.Kind == jsontree.Object {
			key := providerConfig{p.FullName, alias}
			for _, m := range tree.Members {
				if hcltext.IsIdentifier(m.Name) {
					c.arguments[key] = append(c.arguments[key], m.Name)
				}
			}
		}
	}
	for address, all := range constraints {
		c.constraints[address] = strings.Join(hcltext.Unique(all), ", ")
	}
	c.read(&g.doc.Plan.Configuration.Root, nil, aliases)
	g.config = c
}

func (c *configuration) read(m *jsonformat.ConfigModule, path []string, aliases map[string]string) {
	module := strings.Join(path, ".")
	for _, r := range m.Resources {
		if alias := aliases[r.ProviderConfigKey]; alias != "" {
			c.aliases[configuredResource{module, resourceID{r.Mode, r.Type, r.Name}}] = alias
		}
	}
	for _, call := range m.Calls {
		if call.Module != nil {
			c.read(call.Module, append(path[:len(path):len(path)], call.Name), aliases)
		}
	}
}

// nameProviders chooses the local names of providers, which are equal in all modules.
func (g *generator) nameProviders(root *jsonformat.Module) {
	addresses := map[string]bool{}
	for r := range root.All {
		if p := r.Provider; p != "" && !strings.HasPrefix(p, "terraform.io/builtin/") {
			addresses[p] = true
		}
	}
	g.locals = make(map[string]string, len(addresses))
	g.sources = make(map[string]string, len(addresses))
	names := &scope{}
	names.addName(tfname.BuiltInName) // the built-in provider, which need not be required
	short := map[string]int{}
	for _, address := range slices.Sorted(maps.Keys(addresses)) {
		g.locals[address] = names.addUnusedNumbered(providerName(address[strings.LastIndexByte(address, '/')+1:]), "-")
		short[shortSource(address)]++
	}
	for address := range addresses {
		g.sources[address] = address
		if source := shortSource(address); short[source] == 1 {
			g.sources[address] = source
		}
	}
}

// shortSource returns the address of a provider without the registry host.
func shortSource(address string) string {
	for _, product := range []opentofu.Product{opentofu.OpenTofu, opentofu.Terraform} {
		address = strings.TrimPrefix(address, tfname.Registry(product.String())+"/")
	}
	return address
}

// providerArgument returns the provider argument of a resource, or "", and records the provider
// configuration in the module's needs.
//
// opentofu internal/addrs/resource.go, Resource.ImpliedProvider
func (m *module) providerArgument(in *instance) string {
	local := m.g.locals[in.Provider]
	if local == "" {
		return ""
	}
	alias := m.g.config.aliases[configuredResource{strings.Join(m.path, "."), idOf(in.Resource)}]
	m.needs[providerConfig{in.Provider, alias}] = true
	implied, _, _ := strings.Cut(in.Type, "_")
	switch {
	case alias != "":
		return local + "." + alias
	case implied != local:
		return local
	}
	return ""
}

// passedProviders returns the provider configurations that a call passes, or nil if it passes only default
// configurations, which are implicit. Only configurations other than a plain name need a provider
// block in the root module.
func (m *module) passedProviders(child *module) hclwrite.Expr {
	if !slices.ContainsFunc(child.neededProviders(), func(p providerConfig) bool { return p.alias != "" }) {
		for p := range child.needs {
			if len(m.g.config.arguments[p]) > 0 {
				m.needs[p] = true
			}
		}
		return nil
	}
	object := &hclwrite.Object{}
	for _, p := range child.neededProviders() {
		m.needs[p] = true
		name := m.g.providerReference(p)
		object.Items = append(object.Items,
			&hclwrite.Element{
				Key: &hclwrite.Key{Text: name, Source: true}, Value: &hclwrite.Native{Text: name},
			})
	}
	return object
}

// providerBlocks returns the terraform block with the required providers, and for the root module
// the provider blocks with an alias or arguments.
func (m *module) providerBlocks() []*hclwrite.Block {
	sorted := m.neededProviders()
	if len(sorted) == 0 {
		return nil
	}
	terraform := hclwrite.NewBlock(tfname.TerraformBlock)
	required := hclwrite.NewBlock(tfname.RequiredProvidersBlock)
	terraform.Body.Append(required)
	var blocks []*hclwrite.Block
	for len(sorted) > 0 {
		address := sorted[0].provider
		local := m.g.locals[address]
		object := &hclwrite.Object{}
		object.Set(tfname.SourceArgument, hclwrite.NewString(m.g.sources[address]))
		if constraint := m.g.config.constraints[address]; constraint != "" {
			object.Set(tfname.VersionArgument, hclwrite.NewString(constraint))
		}
		aliases := &hclwrite.Tuple{}
		for len(sorted) > 0 && sorted[0].provider == address {
			p := sorted[0]
			sorted = sorted[1:]
			if p.alias != "" {
				aliases.Items = append(aliases.Items,
					&hclwrite.Element{Value: &hclwrite.Native{Text: m.g.providerReference(p)}})
			}
			if block := m.providerBlock(p); block != nil {
				blocks = append(blocks, block)
			}
		}
		if len(m.path) > 0 && len(aliases.Items) > 0 {
			object.Set("configuration_aliases", aliases)
		}
		required.Body.Set(local, object)
	}
	return append([]*hclwrite.Block{terraform}, blocks...)
}

// neededProviders returns the provider configurations of a module in order.
func (m *module) neededProviders() []providerConfig {
	return slices.SortedFunc(maps.Keys(m.needs), func(a, b providerConfig) int {
		return cmp.Or(cmp.Compare(m.g.locals[a.provider], m.g.locals[b.provider]), cmp.Compare(a.alias, b.alias))
	})
}

// providerReference returns the reference to a provider configuration.
func (g *generator) providerReference(p providerConfig) string {
	if p.alias == "" {
		return g.locals[p.provider]
	}
	return g.locals[p.provider] + "." + p.alias
}

// providerBlock returns the block of a provider configuration with its alias. A comment lists the
// arguments, because their values can be secret.
func (m *module) providerBlock(p providerConfig) *hclwrite.Block {
	arguments := m.g.config.arguments[p]
	if len(m.path) > 0 || p.alias == "" && len(arguments) == 0 {
		return nil
	}
	block := hclwrite.NewBlock(tfname.ProviderBlock, m.g.locals[p.provider])
	if len(arguments) > 0 {
		block.Comments = hclwrite.CommentsAt(hclwrite.Above, "# Set in the configuration of the plan: "+joinNames(arguments)+".")
	}
	if p.alias != "" {
		block.Body.Set(tfname.AliasArgument, hclwrite.NewString(p.alias))
	}
	return block
}
