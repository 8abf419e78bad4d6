package upgrade

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	version "github.com/hashicorp/go-version"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/language/packercomponents"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// write creates the HCL2 blocks. It creates the sources and the build first, because they determine
// the used variables and plugins.
func (u *upgrader) write(t *template) *Result {
	r := &Result{Head: t.comments}
	defaults := u.translateDefaults()
	for _, b := range u.builders {
		r.Sources = append(r.Sources, u.sourceBlock(b))
	}
	if len(u.builders) > 0 {
		r.Build = []hclwrite.Item{u.buildBlock(t)}
	}
	r.Variables = u.variableBlocks(defaults)
	r.Packer = u.packerBlock(t)
	return r
}

// packerBlock returns the block with the version of Packer and the plugins, or nothing if both are
// unknown.
func (u *upgrader) packerBlock(t *template) []hclwrite.Item {
	block := hclwrite.NewBlock(packer.PackerBlock)
	if v := t.minVersion; v != nil && v.Text != "" {
		if _, err := version.NewVersion(v.Text); err != nil {
			u.fail(v, "%q is not a valid version.", v.Text)
		} else if !olderVersion(v.Text, u.version) {
			u.version = v.Text
		}
	}
	if u.version != "" {
		block.Body.Set("required_version", hclwrite.NewString(">= "+u.version))
	}
	if len(u.plugins) > 0 {
		plugins := hclwrite.NewBlock(packer.RequiredPluginsBlock)
		for _, name := range slices.Sorted(maps.Keys(u.plugins)) {
			// Every version is valid, because the legacy template uses the installed version.
			plugin := (&hclwrite.Object{}).
				Set("source", hclwrite.NewString(u.plugins[name])).
				Set("version", hclwrite.NewString(">= 0.0.1"))
			plugins.Body.Set(name, plugin)
		}
		block.Body.Append(plugins)
	}
	if len(block.Body.Items) == 0 {
		return nil
	}
	return []hclwrite.Item{block}
}

// olderVersion reports whether version a is older than the valid version b. An empty version is the
// oldest.
func olderVersion(a, b string) bool {
	if b == "" {
		return false
	}
	older, err := version.NewVersion(a)
	return err != nil || older.LessThan(version.Must(version.NewVersion(b)))
}

// translateDefaults translates the values of the variables. A value with more than text and the environment
// is computed in a local, because HCL2 permits no computed defaults.
func (u *upgrader) translateDefaults() map[*variable]pieces {
	declared := slices.Clone(u.variables)
	// Find the computed variables before translating references to them.
	renderings := u.resolveVariables()
	values := map[*variable]pieces{}
	for _, v := range declared {
		if v.value == nil || v.value.Kind != jsontree.String {
			continue
		}
		parts, err := u.translate(v.value.Text, scope{place: inVariable, variable: v})
		if err == nil && renderings[v].cyclic {
			err = inexactError("Variables refer to each other in a cycle; Packer requires a value for one of them.")
		}
		if err != nil {
			v.comments = append(v.comments, u.reportInexactAt(v.value, fmt.Sprintf("The value of %q", v.name), err)...)
			v.computed, v.required = false, true
			continue
		}
		values[v] = parts
		v.braces = slices.ContainsFunc(parts, func(p piece) bool {
			return strings.Contains(p.literal, "{{") || strings.Contains(p.expr, "{{")
		})
	}
	for name, v := range u.environment {
		values[v] = pieces(nil).appendExpression(callOf("env")([]string{hcltext.Quote(name)}))
	}
	return values
}

func (u *upgrader) variableBlocks(values map[*variable]pieces) []hclwrite.Item {
	var items []hclwrite.Item
	locals := hclwrite.NewBlock(packer.LocalsBlock)
	var sensitive []hclwrite.Item
	for _, v := range u.variables {
		block := hclwrite.NewBlock(packer.VariableBlock, v.label)
		block.Comments = hclwrite.CommentsAt(hclwrite.Above, v.comments...)
		block.Body.Set("type", hclwrite.NewReference("string"))
		parts, known := values[v]
		e, err := parts.expr()
		local := e
		if err == nil && v.computed { // the value from the user, or else its default
			local, err = parseExpression("var." + v.label + " != null ? var." + v.label + " : " + hclwrite.ExprText(e))
		}
		if err != nil {
			u.fail(v.value, "%s", err)
			continue
		}
		switch {
		case v.computed:
			block.Body.Set("default", &hclwrite.Literal{Text: "null"})
			if !v.sensitive {
				locals.Body.Items = append(locals.Body.Items, &hclwrite.Attribute{Name: v.label, Expr: local})
				break
			}
			l := hclwrite.NewBlock(packer.LocalBlock, v.label)
			l.Body.Set("expression", local)
			l.Body.Set("sensitive", hclwrite.NewLiteral(true))
			sensitive = append(sensitive, l)
		case known:
			block.Body.Set("default", e)
		case !v.required:
			block.Body.Set("default", hclwrite.NewString(""))
		}
		if v.sensitive {
			block.Body.Set("sensitive", hclwrite.NewLiteral(true))
		}
		items = append(items, block)
	}
	if u.buildNames != "" {
		names, comments := u.sourceNames()
		locals.Body.Set(u.buildNames, names).Comments = hclwrite.CommentsAt(hclwrite.Above, comments...)
	}
	if len(locals.Body.Items) > 0 {
		items = append(items, locals)
	}
	return append(items, sensitive...)
}

// sourceNames returns the names of the builders by the names of their sources, and comments for names
// without an exact form.
func (u *upgrader) sourceNames() (_ hclwrite.Expr, comments []string) {
	object := &hclwrite.Object{}
	for _, b := range u.builders {
		text, err := u.builderName(b)
		var e hclwrite.Expr
		if err == nil {
			e, err = parseExpression(text)
		}
		if err != nil {
			comments = append(comments, u.reportInexactAt(b.at, "The name of the builder", err)...)
			continue
		}
		object.Set(b.label, e)
	}
	return object, comments
}

func (u *upgrader) sourceBlock(b *builder) hclwrite.Item {
	takes := u.recordPlugin(&b.component)
	block := hclwrite.NewBlock(packer.SourceBlock, b.typ, b.label)
	block.Comments = hclwrite.CommentsAt(hclwrite.Above, b.comments...)
	// Declare the variables in its name, even if the template does not use the name.
	_, _ = u.builderName(b)
	u.addMembers(&block.Body, b.config, takes, scope{place: inSource, builder: b})
	return block
}

// recordPlugin records the plugin of a component, and returns the properties of its arguments.
func (u *upgrader) recordPlugin(c *component) arguments {
	name, source, ok := packercomponents.PluginOf(c.part, c.typ)
	if !ok {
		u.warn(c.meta["type"], "Unknown plugin",
			"The plugin of %q is unknown; add it to required_plugins.", c.typ)
	}
	spec := u.spec(c)
	if len(c.config) > 0 && spec == nil {
		u.warn(c.meta["type"], "Guess",
			"The arguments of %q are unknown, so their values decide between arguments and blocks. "+
				"To avoid the guess, add the schema of the plugin.", c.typ)
	}
	if name != "" {
		u.plugins[name] = source
	}
	late, known := packercomponents.LateArguments(c.part, c.typ)
	return arguments{spec, late, !known}
}

func (u *upgrader) buildBlock(t *template) *hclwrite.Block {
	block := hclwrite.NewBlock(packer.BuildBlock)
	if d := t.description; d != nil && d.Text != "" {
		block.Body.Set("description", hclwrite.NewString(d.Text))
	}
	// Packer starts the builds of a legacy template in alphabetical order.
	builders := slices.Clone(u.builders)
	slices.SortStableFunc(builders, func(a, b *builder) int {
		return strings.Compare(u.renderedName(a), u.renderedName(b))
	})
	var sources []hclwrite.Expr
	for _, b := range builders {
		sources = append(sources, hclwrite.NewString("source."+b.typ+"."+b.label))
	}
	block.Body.Set("sources", hclwrite.NewTuple(sources...))
	for i := range t.provisioners {
		block.Body.Append(u.provisionerBlock(packer.ProvisionerBlock, &t.provisioners[i]))
	}
	if t.cleanup != nil {
		block.Body.Append(u.provisionerBlock(packer.CleanupBlock, t.cleanup))
	}
	for _, chain := range t.postProcessors {
		var steps []hclwrite.Item
		for i := range chain {
			steps = append(steps, u.postProcessorBlock(&chain[i]))
		}
		if len(steps) > 1 {
			several := hclwrite.NewBlock(packer.PostProcessorsBlock)
			several.Body.Append(steps...)
			steps = []hclwrite.Item{several}
		}
		block.Body.Append(steps...)
	}
	return block
}

func (u *upgrader) provisionerBlock(blockType string, c *component) hclwrite.Item {
	takes := u.recordPlugin(c)
	if c.typ == "sleep" {
		u.warn(c.meta["type"], "Provisioner that crashes",
			"In HCL2, this provisioner ends Packer 1.16 with a panic; use shell-local with the command sleep.")
	}
	block := hclwrite.NewBlock(blockType, c.typ)
	block.Comments = hclwrite.CommentsAt(hclwrite.Above, c.comments...)
	u.writeOnlyExcept(block, c)
	for _, name := range []string{"pause_before", "timeout"} {
		if v := c.meta[name]; v != nil {
			u.writeDuration(block, name, v)
		}
	}
	if v := c.meta["max_retries"]; v != nil && v.Kind != jsontree.Null {
		e, err := u.number(v, scope{place: inBuild})
		if err != nil {
			block.Comments = append(block.Comments, hclwrite.CommentsAt(hclwrite.Above, u.reportInexactAt(v, `"max_retries"`, err)...)...)
		} else if e != nil {
			block.Body.Set("max_retries", e)
		}
	}
	if v := c.meta["override"]; v != nil {
		u.writeOverride(block, v, takes)
	}
	u.addMembers(&block.Body, c.config, takes, scope{place: inBuild})
	return block
}

func (u *upgrader) postProcessorBlock(c *component) hclwrite.Item {
	takes := u.recordPlugin(c)
	block := hclwrite.NewBlock(packer.PostProcessorBlock, c.typ)
	block.Comments = hclwrite.CommentsAt(hclwrite.Above, c.comments...)
	if v := c.meta["name"]; v != nil && v.Kind == jsontree.String {
		block.Body.Set("name", hclwrite.NewString(v.Text))
	}
	u.writeOnlyExcept(block, c)
	if v := c.meta["keep_input_artifact"]; v != nil && v.Kind != jsontree.Null {
		if v.Kind != jsontree.Bool {
			u.fail(v, "keep_input_artifact must be true or false, not %s.", v.Kind)
		}
		block.Body.Set("keep_input_artifact", &hclwrite.Literal{Text: v.Text})
	}
	u.addMembers(&block.Body, c.config, takes, scope{place: inBuild})
	return block
}

// writeOnlyExcept writes the arguments only and except with the names of sources as in HCL2: type
// and name.
//
// hcl2template/types.build.provisioners.go, OnlyExcept; types.source.go, SourceUseBlock
func (u *upgrader) writeOnlyExcept(block *hclwrite.Block, c *component) {
	for _, name := range []string{"only", "except"} {
		v := c.meta[name]
		if v == nil || v.Kind == jsontree.Null {
			continue
		}
		values := v.Elems
		if v.Kind == jsontree.String && c.part == tables.Provisioner {
			values = []jsontree.Value{*v}
		} else if v.Kind != jsontree.Array {
			u.fail(v, "%q must be an array of builder names, not %s.", name, v.Kind)
			continue
		}
		var sources []hclwrite.Expr
		for i := range values {
			if b := u.findBuilder(&values[i]); b != nil {
				sources = append(sources, hclwrite.NewString(b.typ+"."+b.label))
			}
		}
		if len(sources) > 0 {
			block.Body.Set(name, hclwrite.NewTuple(sources...))
		}
	}
	if block.Body.Attribute("only") != nil && block.Body.Attribute("except") != nil {
		u.fail(c.at, "Only one of only and except can be set.")
	}
}

// findBuilder returns the builder with the given name in the template.
func (u *upgrader) findBuilder(v *jsontree.Value) *builder {
	for _, b := range u.builders {
		if v.Kind == jsontree.String && b.name == v.Text {
			return b
		}
	}
	u.fail(v, "No builder has this name.")
	return nil
}

// writeDuration sets a duration. A number means nanoseconds.
//
// packer-plugin-sdk, template/parse.go, decodeProvisioner
func (u *upgrader) writeDuration(block *hclwrite.Block, name string, v *jsontree.Value) {
	text := v.Text
	switch v.Kind {
	case jsontree.Null:
		return
	case jsontree.Number:
		f, err := strconv.ParseFloat(v.Text, 64)
		if err != nil || f != float64(int64(f)) {
			u.fail(v, "%q must be a string such as 10s, or a whole number of nanoseconds, not %s.", name, v.Text)
			return
		}
		text = time.Duration(int64(f)).String()
	case jsontree.String:
		if _, err := time.ParseDuration(text); err != nil {
			u.fail(v, "%q is not a duration: Packer accepts only a string such as 10s here, without variables.", text)
			return
		}
	default:
		u.fail(v, "%q must be a string such as 10s, not %s.", name, v.Kind)
		return
	}
	block.Body.Set(name, hclwrite.NewString(text))
}

// writeOverride sets the arguments for single builders. The component receives them unchanged.
//
// hcl2template/types.build.provisioners.go
func (u *upgrader) writeOverride(block *hclwrite.Block, v *jsontree.Value, takes arguments) {
	if v.Kind == jsontree.Null {
		return
	}
	if v.Kind != jsontree.Object {
		u.fail(v, "override must be an object of objects by builder, not %s.", v.Kind)
		return
	}
	object := &hclwrite.Object{}
	for i := range v.Members {
		m := &v.Members[i]
		b := u.findBuilder(nameOf(m))
		if b == nil {
			continue
		}
		if m.Value.Kind != jsontree.Object {
			u.fail(&m.Value, "An override must be an object, not %s.", m.Value.Kind)
			continue
		}
		e, err := u.overrideValue(&m.Value, takes, scope{place: inOverride, builder: b})
		if err != nil {
			block.Comments = append(block.Comments, hclwrite.CommentsAt(hclwrite.Above, u.reportInexact(m, err)...)...)
			continue
		}
		object.Set(b.label, e)
	}
	block.Body.Set("override", object)
}

// overrideValue returns the arguments for one builder. It splits lists that the component splits before
// rendering, because the variables already have their values at that point.
func (u *upgrader) overrideValue(v *jsontree.Value, takes arguments, s scope) (hclwrite.Expr, error) {
	split := &jsontree.Value{Kind: jsontree.Object, Members: slices.Clone(v.Members)}
	for i := range split.Members {
		m := &split.Members[i]
		_, attribute, _ := findDefinition(takes.spec, m.Name)
		isList := attribute != nil && attribute.Type.IsListType()
		if !takes.isLate(m.Name) || !isList || m.Value.Kind != jsontree.String {
			continue
		}
		list, err := splitAtCommas(&m.Value)
		if err != nil {
			return nil, err
		}
		m.Value = *list
	}
	return u.untypedValue(split, s)
}
