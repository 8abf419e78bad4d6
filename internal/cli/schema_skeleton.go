package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/packercomponents"
	"github.com/hcljson/hcljson/internal/registry"
	"github.com/hcljson/hcljson/internal/skeleton"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/provider"
)

// The ways in which schema show shows.
const (
	asTable = "table"
	asHCL   = "hcl"
	asJSON  = "json"
)

// skeletons prints example blocks. Operands are types, and in front of them perhaps the
// address of their provider.
func (s *schemaRun) skeletons(operands []string) error {
	w := &skeletons{session: s.session}
	if strings.Contains(operands[0], "/") {
		var err error
		required := &provider.Requirement{}
		if required.Address, required.Constraints, err = registry.ParseAddress(operands[0], s.session.terraform()); err != nil {
			return err
		}
		w.of, operands = required, operands[1:]
	}
	if len(operands) == 0 {
		return command.Usagef("schema show --as %s needs a type, such as aws_instance", s.session.as)
	}
	var file hclwrite.File
	var in *schema.Dialect
	for _, operand := range operands {
		block, d, err := w.find(operand)
		switch {
		case err != nil:
			return err
		case in != nil && in.Name != d.Name:
			return command.Usagef("%s is in the language %s, and what stands before it in %s; show one after the other",
				operand, d.Name, in.Name)
		}
		in = d
		file.Body.Append(block)
	}
	out := file.Bytes()
	if s.session.as == asJSON {
		var diags hcl.Diagnostics
		if out, diags = convert.ToJSON(out, operands[0], in, convert.Options{Form: convert.Compact}); diags.HasErrors() {
			return diags
		}
	}
	_, err := s.session.Out.Write(out)
	return err
}

// skeletons finds what examples are of.
type skeletons struct {
	session *session
	// of is the provider that the operands name; nil if they do not.
	of     *provider.Requirement
	module *providerModule
}

// find returns the example for an operand: the type of a block of a language, or of what
// a provider or plugin defines, where a prefix says in which blocks: data.aws_ami.
func (w *skeletons) find(operand string) (*hclwrite.Block, *schema.Dialect, error) {
	languages, err := w.candidates()
	if err != nil {
		return nil, nil, err
	}
	blockType, typ, prefixed := strings.Cut(operand, ".")
	if !prefixed {
		typ = operand
	}
	asked := map[schema.Part]bool{}
	for _, d := range languages {
		if row := w.rowOf(d, operand); row != nil && w.of == nil {
			return skeleton.OfRow(row), d, nil
		}
		for _, part := range parts {
			way := d.Way(part)
			fits := !prefixed || slices.ContainsFunc(way, func(row *schema.Block) bool { return row.Type == blockType })
			if way == nil || asked[part] || !fits || !prefixed && part == schema.ProviderConfig {
				continue
			}
			asked[part] = true
			body, err := w.spec(d, part, typ)
			if err != nil {
				return nil, nil, err
			}
			if body != nil {
				return example(way, typ, body), d, nil
			}
		}
	}
	return nil, nil, w.unknown(operand, typ, languages)
}

// candidates are the languages that a type is looked for in.
func (w *skeletons) candidates() (list []*schema.Dialect, err error) {
	names := append([]string{opentofu.OpenTofu.String()}, dialects.Names(w.session.described...)...)
	if product, _, _ := strings.Cut(w.session.target, "@"); slices.Contains(names, product) {
		names[0] = product
	}
	if w.session.dialect != "" {
		names = []string{w.session.dialect}
	}
	for _, name := range names {
		opts := w.session.languageOptions()
		opts.Dialect = name
		if name != names[0] {
			opts.Target = ""
		}
		file, err := dialects.ForFile(stdinPath, opts)
		if err != nil {
			return nil, err
		}
		file.Dialect.Prepare()
		list = append(list, file.Dialect)
	}
	return list, nil
}

// parts are those that have types, resources first.
var parts = append(slices.Clone(provider.Parts), schema.ProviderConfig,
	schema.Builder, schema.Provisioner, schema.PostProcessor, schema.PluginDataSource)

// rowOf finds the row of a type of blocks: at the root, and if the user names the language
// anywhere in it.
func (w *skeletons) rowOf(d *schema.Dialect, typ string) *schema.Block {
	if _, row := d.Root.Lookup(typ); row != nil || w.session.dialect == "" {
		return row
	}
	seen := map[*schema.Body]bool{nil: true}
	for queue := []*schema.Body{d.Root}; len(queue) > 0; queue = queue[1:] {
		if _, row := queue[0].Lookup(typ); row != nil && row.Body != nil && typ != schema.DynamicType {
			return row
		}
		for i := range queue[0].Blocks {
			if body := queue[0].Blocks[i].Body; !seen[body] {
				seen[body] = true
				queue = append(queue, body)
			}
		}
	}
	return nil
}

// spec is what is known of a type; nil if nothing is.
func (w *skeletons) spec(d *schema.Dialect, part schema.Part, typ string) (*schema.SpecBody, error) {
	if d.UsesPart(schema.Builder) {
		body, err := w.session.providers.finder.PackerSpec(w.session.ctx, part, typ)
		if body == nil && err == nil {
			body = packercomponents.Lookup(part, typ)
		}
		return body, err
	}
	if body := d.BuiltIn[part][typ]; body != nil && w.of == nil {
		return body, nil
	}
	found, err := w.provider(part, typ)
	if err != nil || found == nil {
		return nil, err
	}
	if part == schema.ProviderConfig {
		typ = ""
	}
	spec, err := found.Spec(part, typ)
	if spec == nil || err != nil {
		return nil, err
	}
	return spec.Body, nil
}

// provider is the one that a type belongs to; nil if there is no schema of it.
func (w *skeletons) provider(part schema.Part, typ string) (*provider.Schema, error) {
	required, ok := w.requirement(part, typ)
	if !ok {
		return nil, nil
	}
	found, err := w.session.providers.finder.Find(w.session.ctx, w.module.root, required)
	if doubt := (*provider.DoubtError)(nil); errors.As(err, &doubt) {
		err = nil
	}
	return found, err
}

// requirement is what the module in this directory requires for a type.
func (w *skeletons) requirement(part schema.Part, typ string) (provider.Requirement, bool) {
	if w.module == nil {
		w.module = w.session.providers.newModule(".", w.session.providers.moduleFiles("."))
	}
	if w.of != nil {
		return *w.of, true
	}
	local, _ := schema.LocalName(part, []string{typ}, "")
	return w.module.requirements.Requirement(local)
}

// example is an example of a type in the blocks of the language around it.
func example(way []*schema.Block, typ string, body *schema.SpecBody) *hclwrite.Block {
	var block *hclwrite.Block
	for i, row := range slices.Backward(way) {
		labels := slices.Clone(row.Labels)
		outermost := !slices.ContainsFunc(way[:i], func(row *schema.Block) bool { return len(row.Labels) > 0 })
		for j := range labels {
			switch {
			case outermost && j == 0:
				labels[j] = typ
			case outermost:
				labels[j] = "example"
			}
		}
		if block == nil {
			block = skeleton.Of(row.Type, labels, body)
			continue
		}
		around := hclwrite.NewBlock(row.Type, labels...)
		around.Body.Append(block)
		block = around
	}
	return block
}

// unknown is the error that there is no example for an operand.
func (w *skeletons) unknown(operand, typ string, languages []*schema.Dialect) error {
	required, ok := w.requirement(schema.Resource, typ)
	if !ok || !slices.ContainsFunc(languages, func(d *schema.Dialect) bool { return d.UsesPart(schema.Resource) }) {
		return fmt.Errorf("there is no block or type %q in the language %s", operand, languages[0].Name)
	}
	found, err := w.provider(schema.Resource, typ)
	name := required.Address.ForDisplay()
	if provider.IsDefaultHost(required.Address.Hostname) {
		name = required.Address.Namespace + "/" + required.Address.Type
	}
	switch {
	case err != nil:
		return err
	case found != nil:
		return fmt.Errorf("%s has no type %q; \"hcljson schema show %s\" lists its types", found, typ, name)
	case w.of == nil && !strings.Contains(typ, "_"):
		return fmt.Errorf("there is no block or type %q; types of providers are such as aws_instance, and those of "+
			"Packer such as amazon-ebs", operand)
	default:
		return fmt.Errorf("there is no schema of %s, which tells what %s needs: \"hcljson schema fetch %s\" gets it from "+
			"the registry, --installed-schemas from the provider that init has installed, and --provider-schema from a "+
			"file", name, typ, name)
	}
}
