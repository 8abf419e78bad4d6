package fromconfig

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	"golang.org/x/mod/semver"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/text/lazyregexp"
)

// requiredProvider is an entry of required_providers; opentofu
// internal/configs/provider_requirements.go.
type requiredProvider struct {
	// address is the source address of the provider.
	address string
	// version is the constraint as written.
	version string
	aliases []string
}

// readRequirements reads the required_providers block of a module. Only one file other than overrides
// may contain the block.
func (l *loader) readRequirements(d *declarations, primary, overrides []*file) {
	read := false
	for _, f := range primary {
		for _, block := range requiredProvidersBlocks(f.body()) {
			if read {
				l.warn(block.headRange(), "Declared twice",
					"The module has two required_providers blocks; only the first is used.")
				continue
			}
			read = true
			maps.Copy(d.required, l.readRequiredProviders(block.body()))
		}
	}
	for _, f := range overrides {
		for _, block := range requiredProvidersBlocks(f.body()) {
			maps.Copy(d.required, l.readRequiredProviders(block.body()))
		}
	}
}

func requiredProvidersBlocks(body bodyNode) []blockNode {
	var list []blockNode
	for _, block := range body.blocks(tfname.TerraformBlock) {
		list = append(list, block.body().blocks(tfname.RequiredProvidersBlock)...)
	}
	return list
}

func (l *loader) readRequiredProviders(body bodyNode) map[string]*requiredProvider {
	found := map[string]*requiredProvider{}
	for _, a := range body.sortedAttributes() {
		if required, ok := l.readRequiredProvider(a); ok {
			found[a.Name] = required
			continue
		}
		l.warn(a.attributeRange(), "Unknown provider",
			"The source of provider %q is missing. The provider is selected by the local name.",
			a.Name)
	}
	return found
}

func (l *loader) readRequiredProvider(a attributeNode) (*requiredProvider, bool) {
	required := &requiredProvider{address: l.product.impliedAddress(a.Name)}
	e := l.parsedExpression(a)
	entry, ok := reading.ReadRequiredProvider(e)
	if entry.Version == e {
		value, diags := evaluate(e)
		ok = !diags.HasErrors() && value.Type().IsPrimitiveType()
	}
	if ok && entry.Source != nil {
		source, _ := constantText(entry.Source)
		required.address, ok = l.product.providerAddress(source)
	}
	if !ok {
		return nil, false
	}
	if entry.Version != nil {
		required.version = l.readVersion(a, entry.Version)
	}
	if entry.Aliases != nil {
		elements, _ := hcl.ExprList(entry.Aliases)
		for _, element := range elements {
			if ref := l.readProviderRef(a, element); ref.name != "" {
				required.aliases = append(required.aliases, ref.String())
			}
		}
	}
	return required, true
}

// providerAddress reads the source address of a provider (github.com/hashicorp/
// terraform-registry-address, ParseProviderSource).
func (p product) providerAddress(source string) (string, bool) {
	parts := strings.Split(strings.ToLower(source), "/")
	for _, part := range parts {
		if !addressPart().MatchString(part) {
			return "", false
		}
	}
	switch len(parts) {
	case 1:
		parts = []string{tfname.Registry(p.target.Product.String()), "hashicorp", parts[0]}
	case 2:
		parts = []string{tfname.Registry(p.target.Product.String()), parts[0], parts[1]}
	}
	return strings.Join(parts, "/"), len(parts) == 3
}

var addressPart = lazyregexp.New(`^[\pL\pN][\pL\pN._:-]*$`)

// providerBlock is a provider block; opentofu internal/configs/provider.go.
type providerBlock struct {
	name, alias, version string
	content              content
}

// readProvider reads a provider block. A block in an override file is merged with another block, and
// needs one only if it has an alias.
func (l *loader) readProvider(d *declarations, block blockNode, override bool) {
	body := block.body()
	p := &providerBlock{
		name: block.Labels[0], alias: l.optionalString(body, tfname.AliasArgument),
		content: l.readContent(body, block.languageSchema()),
	}
	if a := body.attribute(tfname.VersionArgument); !a.isMissing() {
		p.version = l.readVersion(a, l.parsedExpression(a))
	}
	key := providerRef{p.name, p.alias}.String()
	known := d.providers[key]
	switch {
	case known == nil && override && p.alias != "":
		l.reportUnmatchedOverride(block)
	case known == nil:
		d.providers[key] = p
	case !override:
		l.reportDuplicate(block, "the first")
	default:
		if p.version != "" {
			known.version = p.version
		}
		known.content = known.content.mergedWith(p.content)
	}
}

// readVersion reads version constraints, and reports invalid ones.
func (l *loader) readVersion(a attributeNode, e hcl.Expression) string {
	text, ok := constantText(e)
	l.checkVersion(a, e, text, ok)
	return text
}

// checkVersion reports unknown or invalid version constraints.
func (l *loader) checkVersion(a attributeNode, e hcl.Expression, text string, known bool) {
	switch {
	case isUnread(e):
	case !known:
		l.warn(a.rangeOfPart(e.Range()), "Unknown version",
			"The files do not determine the version constraint. The output omits it.")
	case !areValidConstraints(text):
		l.warn(a.rangeOfPart(e.Range()), "Invalid version constraint",
			"%q is not a valid version constraint. Valid examples are \"~> 1.2\" and \">= 1.0, < 2.0\".", text)
	}
}

// areValidConstraints reports whether the products accept a text as version constraints. They do not always
// write accepted constraints unchanged.
func areValidConstraints(text string) bool {
	_, err := version.NewConstraint(text)
	return err == nil
}

// neededConstraints returns the version constraints of the providers of a module, by address (opentofu
// internal/configs/config.go, addProviderRequirements).
func (d *declarations) neededConstraints(p product) map[string][]constraint {
	if d.needs != nil {
		return d.needs
	}
	needed := map[string][]constraint{}
	d.needs = needed
	need := func(address, version string) {
		needed[address] = append(needed[address], parseConstraints(version)...)
	}
	for _, name := range slices.Sorted(maps.Keys(d.required)) {
		need(d.required[name].address, d.required[name].version)
	}
	for _, known := range d.resources {
		for _, r := range known {
			need(d.addressOf(p, r.configRef().name), "")
		}
	}
	for _, local := range d.imports {
		need(d.addressOf(p, local), "")
	}
	for _, key := range slices.Sorted(maps.Keys(d.providers)) {
		block := d.providers[key]
		need(d.addressOf(p, block.name), block.version)
	}
	return needed
}

// addressOf returns the address of the provider with a local name in a module (opentofu
// internal/configs/module.go, ProviderForLocalConfig).
func (d *declarations) addressOf(p product, local string) string {
	if required := d.required[local]; required != nil {
		return required.address
	}
	return p.impliedAddress(local)
}

// impliedAddress returns the provider that a local name implies (opentofu
// internal/addrs/provider.go, ImpliedProviderForUnqualifiedType).
func (p product) impliedAddress(name string) string {
	if name == tfname.BuiltInName {
		return tfname.BuiltInProvider
	}
	return tfname.Registry(p.target.Product.String()) + "/hashicorp/" + strings.ToLower(name)
}

// constraint is one version constraint (github.com/apparentlymart/go-versions,
// versions/constraints/ruby_style.go).
type constraint struct {
	operator string
	// version is the complete version in semver's form, and text its form in the output.
	version, text, build string
	// minorOnly is true if the version of ~> has no patch part.
	minorOnly bool
}

// operators is the order of constraints of one version (opentofu internal/getproviders/types.go,
// versionSelectionsBoundaryPriority).
var operators = []string{">", ">=", "=", "~>", "~> minor", "<=", "<", "!="}

var constraintPattern = lazyregexp.New(
	`^(=|!=|>=|<=|>|<|~>)?( ?)(\d+(?:\.\d+){0,2})(?:-|(-[0-9A-Za-z.-]+))?(\+[0-9A-Za-z.-]+)?$`)

// parseConstraints parses a version argument. It returns nil for a text that the products do not accept.
func parseConstraints(text string) []constraint {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var list []constraint
	for part := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(text), ","), ",") {
		m := constraintPattern().FindStringSubmatch(strings.TrimSpace(part))
		if m == nil || m[1] == "" && m[2] != "" {
			return nil
		}
		numbers, prerelease, build := strings.Split(m[3], "."), m[4], m[5]
		for i, text := range numbers {
			n, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				return nil
			}
			numbers[i] = strconv.FormatUint(n, 10)
		}
		c := constraint{operator: cmp.Or(m[1], "="), build: build}
		c.minorOnly = c.operator == "~>" && len(numbers) < 3
		numbers = append(numbers, "0", "0")
		c.version = "v" + strings.Join(numbers[:3], ".") + prerelease
		if c.text = c.version[1:] + build; c.minorOnly {
			c.text = strings.Join(numbers[:2], ".") + prerelease + build
		}
		list = append(list, c)
	}
	return list
}

// constraintsText writes constraints like the products, sorted and without duplicates (opentofu
// internal/getproviders/types.go, VersionConstraintsString).
func constraintsText(list []constraint) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b constraint) int {
		return cmp.Or(semver.Compare(a.version, b.version), cmp.Compare(a.build, b.build),
			cmp.Compare(a.priority(), b.priority()))
	})
	var texts []string
	for _, c := range slices.Compact(list) {
		texts = append(texts, c.String())
	}
	return strings.Join(texts, ", ")
}

func (c constraint) priority() int {
	operator := c.operator
	if c.minorOnly {
		operator += " minor"
	}
	return slices.Index(operators, operator)
}

// String returns the constraint in the notation of Packer and Terraform.
func (c constraint) String() string {
	if c.operator == "=" {
		return c.text
	}
	return c.operator + " " + c.text
}
