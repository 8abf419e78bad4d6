package legacypacker

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/hcljson/hcljson/internal/packercomponents"
	"github.com/hcljson/hcljson/schema"
)

// legacy is what the checker reads of a template.
type legacy struct {
	Builders     []map[string]any  `json:"builders"`
	Provisioners []map[string]any  `json:"provisioners"`
	Variables    map[string]any    `json:"variables"`
	Rest         []json.RawMessage `json:"post-processors"`
}

// user finds user variables in the actions of a legacy template, and what is left of them in HCL.
var (
	action = regexp.MustCompile(`\{\{[^{}]*\}\}`)
	user   = regexp.MustCompile("user [`\"\\\\]+([^`\"\\\\]+)")
)

func usersIn(text []byte) (names []string) {
	for _, a := range action.FindAll(text, -1) {
		for _, found := range user.FindAllSubmatch(a, -1) {
			names = append(names, string(found[1]))
		}
	}
	return names
}

// checker checks one upgraded template.
type checker struct {
	body   *hclsyntax.Body
	faults []string
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// check returns what is wrong in an upgraded template.
func check(src, upgraded []byte, partial bool) []string {
	file, diags := hclsyntax.ParseConfig(upgraded, "", hcl.InitialPos)
	if diags.HasErrors() {
		return []string{diags.Error()}
	}
	c := &checker{body: file.Body.(*hclsyntax.Body)}
	var template legacy
	if err := json.Unmarshal(src, &template); err != nil {
		return []string{err.Error()}
	}
	if !partial {
		c.variables(src, upgraded, template.Variables)
		c.environment()
		c.builders(template.Builders)
	}
	c.build(len(template.Provisioners), len(template.Rest))
	c.kinds()
	return c.faults
}

func (c *checker) blocks(typ string) []*hclsyntax.Block { return blocksOf(c.body, typ) }

func blocksOf(body *hclsyntax.Body, typ string) []*hclsyntax.Block {
	return slices.DeleteFunc(slices.Clone(body.Blocks), func(b *hclsyntax.Block) bool { return b.Type != typ })
}

// variables: each user variable is declared, no call of user is left, and each
// reference leads somewhere.
func (c *checker) variables(src, upgraded []byte, declared map[string]any) {
	names := map[string]bool{}
	for name, value := range declared {
		if _, isText := value.(string); !isText || !strings.HasPrefix(name, "_") {
			names[name] = true
		}
	}
	for _, name := range usersIn(src) {
		names[name] = true
	}
	// What a local takes from the environment has a variable of its own.
	added := func(b *hclsyntax.Block) bool { return strings.HasPrefix(b.Labels[0], "env_") && !names[b.Labels[0]] }
	if got := len(slices.DeleteFunc(c.blocks("variable"), added)); got != len(names) {
		c.fault("%d variables are declared, the template has %d", got, len(names))
	}
	if len(usersIn(upgraded)) > 0 {
		c.fault("a call of user is left")
	}
	known := map[string]bool{}
	for _, b := range slices.Concat(c.blocks("variable"), c.blocks("local")) {
		known[strings.TrimSuffix(b.Type, "iable")+"."+b.Labels[0]] = true
	}
	for _, b := range c.blocks("locals") {
		for name, a := range b.Body.Attributes {
			known["local."+name] = true
			for _, traversal := range a.Expr.Variables() {
				if used, ok := traversal[len(traversal)-1].(hcl.TraverseAttr); ok && traversal.RootName() == "local" &&
					used.Name == name {
					c.fault("local.%s refers to itself", name)
				}
			}
		}
	}
	for _, traversal := range c.references() {
		root := traversal.RootName()
		attr, ok := traversal[1].(hcl.TraverseAttr)
		if (root == "var" || root == "local") && (!ok || !known[root+"."+attr.Name]) {
			c.fault("a reference to %s leads nowhere", root)
		}
	}
}

// environment: Packer has env in the defaults of variables only.
func (c *checker) environment() {
	for _, b := range c.body.Blocks {
		if b.Type == "variable" {
			continue
		}
		_ = hclsyntax.VisitAll(b.Body, func(node hclsyntax.Node) hcl.Diagnostics {
			if call, ok := node.(*hclsyntax.FunctionCallExpr); ok && call.Name == "env" {
				c.fault("env is called outside of a variable")
			}
			return nil
		})
	}
}

// references are those in the whole file.
func (c *checker) references() []hcl.Traversal {
	var all []hcl.Traversal
	_ = hclsyntax.VisitAll(c.body, func(node hclsyntax.Node) hcl.Diagnostics {
		if e, ok := node.(*hclsyntax.ScopeTraversalExpr); ok && len(e.Traversal) > 1 {
			all = append(all, e.Traversal)
		}
		return nil
	})
	return all
}

// builders: each has a source with all its keys, but those whose value stands for none.
func (c *checker) builders(builders []map[string]any) {
	sources := c.blocks("source")
	if len(sources) != len(builders) {
		c.fault("%d sources, the template has %d builders", len(sources), len(builders))
		return
	}
	for i, b := range builders {
		for _, key := range slices.Sorted(maps.Keys(b)) {
			lower := strings.ToLower(key)
			if lower == "type" || lower == "name" || strings.HasPrefix(key, "_") || none(b[key]) {
				continue
			}
			has := func(name string) bool { return strings.EqualFold(name, key) }
			if !slices.ContainsFunc(slices.Collect(maps.Keys(sources[i].Body.Attributes)), has) &&
				!slices.ContainsFunc(sources[i].Body.Blocks, func(b *hclsyntax.Block) bool { return has(b.Type) }) {
				c.fault("source %d has no %s", i+1, key)
			}
		}
	}
}

// none reports whether a value may stand for nothing at all.
func none(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case float64:
		return v == 0 // which is false, or nothing, where true or false is wanted
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// build: it has as many parts as the template, and names sources that exist.
func (c *checker) build(provisioners, postProcessors int) {
	known := map[string]bool{}
	for _, s := range c.blocks("source") {
		known[s.Labels[0]+"."+s.Labels[1]] = true
	}
	build := c.blocks("build")
	if len(build) != 1 {
		c.fault("%d blocks build", len(build))
		return
	}
	body := build[0].Body
	if got := len(blocksOf(body, "provisioner")); got != provisioners {
		c.fault("%d provisioners, the template has %d", got, provisioners)
	}
	steps := slices.Concat(blocksOf(body, "post-processor"), blocksOf(body, "post-processors"))
	if len(steps) > postProcessors {
		c.fault("%d post-processors, the template has %d", len(steps), postProcessors)
	}
	for _, chain := range blocksOf(body, "post-processors") {
		steps = append(steps, chain.Body.Blocks...)
	}
	for _, b := range append(steps, blocksOf(body, "provisioner")...) {
		for _, name := range []string{"only", "except"} {
			c.names(b.Body.Attributes[name], known)
		}
	}
	if sources := body.Attributes["sources"]; sources != nil {
		prefixed := map[string]bool{}
		for name := range known {
			prefixed["source."+name] = true
		}
		c.names(sources, prefixed)
	}
}

// names: a list has only names that are known.
func (c *checker) names(attribute *hclsyntax.Attribute, known map[string]bool) {
	if attribute == nil {
		return
	}
	list, diags := attribute.Expr.Value(nil)
	if diags.HasErrors() {
		c.fault("%s is not constant", attribute.Name)
		return
	}
	for _, name := range list.AsValueSlice() {
		if !known[name.AsString()] {
			c.fault("%s names %q, which is not a source", attribute.Name, name.AsString())
		}
	}
}

// meta are the arguments that Packer itself reads.
var meta = []string{
	"name", "only", "except", "override", "pause_before", "max_retries", "timeout", "keep_input_artifact",
}

// kinds: what the components take decodes without an error.
func (c *checker) kinds() {
	for _, s := range c.blocks("source") {
		c.decode(schema.Builder, s, nil)
	}
	for _, build := range c.blocks("build") {
		for _, b := range build.Body.Blocks {
			switch b.Type {
			case "provisioner", "error-cleanup-provisioner":
				c.decode(schema.Provisioner, b, meta)
			case "post-processor":
				c.decode(schema.PostProcessor, b, meta)
			case "post-processors":
				for _, step := range b.Body.Blocks {
					c.decode(schema.PostProcessor, step, meta)
				}
			}
		}
	}
}

func (c *checker) decode(part schema.Part, b *hclsyntax.Block, meta []string) {
	spec := packercomponents.Lookup(part, b.Labels[0])
	if spec == nil {
		return
	}
	body := *b.Body
	body.Attributes = maps.Clone(body.Attributes)
	for _, name := range meta {
		delete(body.Attributes, name)
	}
	// What is not in the table is of another version of the plugin.
	for name := range body.Attributes {
		if spec.Attributes[name] == nil && spec.Blocks[name] == nil {
			delete(body.Attributes, name)
		}
	}
	body.Blocks = slices.DeleteFunc(slices.Clone(body.Blocks), func(inner *hclsyntax.Block) bool {
		return spec.Attributes[inner.Type] == nil && spec.Blocks[inner.Type] == nil
	})
	if _, diags := hcldec.Decode(&body, specOf(spec), context()); diags.HasErrors() {
		c.fault("%s %s: %s", b.Type, b.Labels[0], diags)
	}
}

// specOf is the specification of a component as its plugin has it.
func specOf(body *schema.SpecBody) hcldec.ObjectSpec {
	spec := hcldec.ObjectSpec{}
	for name, a := range body.Attributes {
		spec[name] = &hcldec.AttrSpec{Name: name, Type: a.Type}
	}
	for name, b := range body.Blocks {
		if b.Nesting == schema.NestingList {
			spec[name] = &hcldec.BlockListSpec{TypeName: name, Nested: specOf(b.Body)}
		} else {
			spec[name] = &hcldec.BlockSpec{TypeName: name, Nested: specOf(b.Body)}
		}
	}
	return spec
}

// context has values of no known type for everything.
func context() *hcl.EvalContext {
	anything := function.New(&function.Spec{
		VarParam: &function.Parameter{
			Name: "args", Type: cty.DynamicPseudoType, AllowUnknown: true, AllowDynamicType: true, AllowNull: true,
		},
		Type: function.StaticReturnType(cty.DynamicPseudoType),
		Impl: func([]cty.Value, cty.Type) (cty.Value, error) { return cty.DynamicVal, nil },
	})
	ctx := &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: map[string]function.Function{}}
	for _, name := range []string{"var", "local", "source", "build", "path", "packer"} {
		ctx.Variables[name] = cty.DynamicVal
	}
	for _, name := range []string{"upper", "lower", "replace", "split", "jsonencode", "abspath"} {
		ctx.Functions[name] = anything
	}
	return ctx
}
