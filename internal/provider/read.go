package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// ReadRequirements reads the required_providers of the files of one module, in the order in which
// the product loads them. A later entry for a name replaces an earlier one. Unreadable files are
// ignored. An invalid requirement is reported as a warning; an invalid address is also stored in its
// Err.
func ReadRequirements(files []File, terraform bool) (Requirements, hcl.Diagnostics) {
	r := Requirements{Providers: map[string]Requirement{}, Terraform: terraform}
	var diags hcl.Diagnostics
	if slices.ContainsFunc(files, func(file File) bool { return file.Override }) {
		r.objects = objectProviders(files)
	}
	for _, file := range files {
		// Most files contain no required_providers.
		if !bytes.Contains(file.Bytes(), []byte(tfname.RequiredProvidersBlock)) {
			continue
		}
		for _, body := range reading.BlockBodies(file.Source, tfname.TerraformBlock, tfname.RequiredProvidersBlock) {
			for _, attributes := range requiredProviders(body) {
				for _, name := range slices.Sorted(maps.Keys(attributes)) {
					found, unread := readRequirement(name, attributes[name], terraform)
					diags = append(diags, unread...)
					r.Providers[name] = found
				}
			}
		}
	}
	return r, diags
}

// objectBlocks returns the block types with a provider argument. Terraform's set includes all of
// OpenTofu's.
var objectBlocks = sync.OnceValue(func() map[string]tables.Block {
	rows := map[string]tables.Block{}
	for _, row := range opentofu.Config(opentofu.Target{Product: opentofu.Terraform}).Root.Blocks {
		if row.By != "" {
			rows[row.Type] = row
		}
	}
	return rows
})

// objectProviders returns the provider arguments in the files of a module. The argument of a later
// file wins, as when the product merges blocks.
func objectProviders(files []File) map[providerObject]string {
	var headers []hcl.BlockHeaderSchema
	for typ, row := range objectBlocks() {
		headers = append(headers, hcl.BlockHeaderSchema{Type: typ, LabelNames: row.Labels})
	}
	found := map[providerObject]string{}
	for _, file := range files {
		body := file.Body()
		if body == nil {
			continue
		}
		content, _, _ := body.PartialContent(&hcl.BodySchema{Blocks: headers})
		for _, block := range content.Blocks {
			row := objectBlocks()[block.Type]
			inner, _, _ := block.Body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: row.By}}})
			a := inner.Attributes[row.By]
			if a == nil {
				continue
			}
			key := providerObject{row.Part(), block.Labels[0], block.Labels[1]}
			if traversal, diags := hcl.AbsTraversalForExpr(a.Expr); !diags.HasErrors() {
				found[key] = traversal.RootName()
			} else if text, ok := reading.Constant(a.Expr); ok {
				found[key] = tables.ReferenceRoot(text)
			}
		}
	}
	return found
}

// requiredProviders returns the arguments of the required_providers blocks of a file (opentofu
// internal/configs/provider_requirements.go). These blocks are in terraform blocks, or at the root
// of a stack's files.
func requiredProviders(body hcl.Body) []hcl.Attributes {
	found := reading.Blocks(body, tfname.RequiredProvidersBlock)
	for _, block := range reading.Blocks(body, tfname.TerraformBlock) {
		found = append(found, reading.Blocks(block.Body, tfname.RequiredProvidersBlock)...)
	}
	list := make([]hcl.Attributes, len(found))
	for i, block := range found {
		list[i], _ = block.Body.JustAttributes()
	}
	return list
}

func readRequirement(name string, a *hcl.Attribute, terraform bool) (r Requirement, diags hcl.Diagnostics) {
	source, constraints, literal := name, "", true
	entry, _ := reading.ReadRequiredProvider(a.Expr)
	if entry.Version != nil {
		constraints, literal = reading.Constant(entry.Version)
		literal = literal || entry.Version != a.Expr
	}
	if entry.Source != nil {
		source, literal = reading.Constant(entry.Source)
	}
	if !literal {
		r.Err = fmt.Errorf("the address of provider %q is not a literal string", name)
	} else {
		r.Address, r.Err = requiredAddress(name, source, terraform)
	}
	if r.Err != nil {
		return r, warningf(a.Range, "Unknown provider", "%s. Its schema is not looked for.", r.Err)
	}
	if strings.TrimSpace(constraints) == "" {
		return r, nil
	}
	var err error
	if r.Constraints, err = version.NewConstraint(constraints); err != nil {
		return r, warningf(a.Range, "Unknown version constraint",
			"%q is not a version constraint. The schema of any version is taken.", constraints)
	}
	return r, nil
}

func warningf(rng hcl.Range, summary, format string, args ...any) hcl.Diagnostics {
	diags := errorsAt(rng, summary, format, args...)
	diags[0].Severity = hcl.DiagWarning
	return diags
}

// Document returns a provider's schema in the format of "providers schema -json", for [Read]. It
// contains only names, types, nesting, and the flags for required, optional, computed, sensitive and
// deprecated arguments. It omits descriptions and functions.
func Document(address tfaddr.Provider, s *tfjson.ProviderSchema) ([]byte, error) {
	return json.Marshal(&tfjson.ProviderSchemas{
		FormatVersion: "1.0",
		Schemas: map[string]*tfjson.ProviderSchema{address.String(): {
			ConfigSchema:             reduceSchema(s.ConfigSchema),
			ResourceSchemas:          reduceAll(s.ResourceSchemas),
			DataSourceSchemas:        reduceAll(s.DataSourceSchemas),
			EphemeralResourceSchemas: reduceAll(s.EphemeralResourceSchemas),
			ListResourceSchemas:      reduceAll(s.ListResourceSchemas),
			ActionSchemas:            reduceActions(s.ActionSchemas),
			StateStoreSchemas:        reduceAll(s.StateStoreSchemas),
		}},
	})
}

func reduceAll(schemas map[string]*tfjson.Schema) map[string]*tfjson.Schema {
	list := make(map[string]*tfjson.Schema, len(schemas))
	for name, s := range schemas {
		list[name] = reduceSchema(s)
	}
	return list
}

func reduceSchema(s *tfjson.Schema) *tfjson.Schema {
	if s == nil {
		return nil
	}
	return &tfjson.Schema{Version: s.Version, Block: reduceBlock(s.Block)}
}

func reduceActions(actions map[string]*tfjson.ActionSchema) map[string]*tfjson.ActionSchema {
	list := make(map[string]*tfjson.ActionSchema, len(actions))
	for name, a := range actions {
		if a != nil {
			list[name] = &tfjson.ActionSchema{Block: reduceBlock(a.Block)}
		}
	}
	return list
}

func reduceBlock(b *tfjson.SchemaBlock) *tfjson.SchemaBlock {
	if b == nil {
		return nil
	}
	c := &tfjson.SchemaBlock{Attributes: reduceAttributes(b.Attributes),
		NestedBlocks: make(map[string]*tfjson.SchemaBlockType, len(b.NestedBlocks))}
	for name, nested := range b.NestedBlocks {
		if nested != nil {
			n := *nested
			n.Block = reduceBlock(nested.Block)
			c.NestedBlocks[name] = &n
		}
	}
	return c
}

func reduceAttributes(attributes map[string]*tfjson.SchemaAttribute) map[string]*tfjson.SchemaAttribute {
	list := make(map[string]*tfjson.SchemaAttribute, len(attributes))
	for name, a := range attributes {
		if a == nil {
			continue
		}
		c := *a
		c.Description, c.DescriptionKind = "", ""
		if nested := a.AttributeNestedType; nested != nil {
			n := *nested
			n.Attributes = reduceAttributes(nested.Attributes)
			c.AttributeNestedType = &n
		}
		list[name] = &c
	}
	return list
}
