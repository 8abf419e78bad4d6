package main

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type (
	attributes = map[string]schema.Attribute
	subblocks  = map[string]schema.Block
)

func id() schema.Attribute {
	return schema.StringAttribute{Computed: true}
}

func text() schema.Attribute {
	return schema.StringAttribute{Optional: true}
}

// blocks has the nesting modes of blocks, two levels of each.
func blocks() schema.Schema {
	inner := func() subblocks {
		body := schema.NestedBlockObject{Attributes: attributes{"value": text()}}
		return subblocks{
			"inner_list":   schema.ListNestedBlock{NestedObject: body},
			"inner_set":    schema.SetNestedBlock{NestedObject: body},
			"inner_single": schema.SingleNestedBlock{Attributes: attributes{"value": text()}},
		}
	}
	body := func() schema.NestedBlockObject {
		return schema.NestedBlockObject{
			Attributes: attributes{
				"name":   text(),
				"size":   schema.NumberAttribute{Optional: true},
				"labels": schema.MapAttribute{ElementType: types.StringType, Optional: true},
			},
			Blocks: inner(),
		}
	}
	return schema.Schema{
		Version:     2,
		Description: "Blocks of each nesting mode.",
		Attributes: attributes{
			"id":      id(),
			"name":    schema.StringAttribute{Required: true, MarkdownDescription: "The `name`."},
			"enabled": schema.BoolAttribute{Optional: true, DeprecationMessage: "It always is."},
			"count_of": schema.Int64Attribute{
				Optional: true, Description: "How many.",
			},
			"password": schema.StringAttribute{Optional: true, Sensitive: true, WriteOnly: true},
			"tags":     schema.MapAttribute{ElementType: types.StringType, Optional: true},
		},
		Blocks: subblocks{
			"list_block":   schema.ListNestedBlock{NestedObject: body(), MarkdownDescription: "In *order*."},
			"set_block":    schema.SetNestedBlock{NestedObject: body(), DeprecationMessage: "Use another."},
			"single_block": schema.SingleNestedBlock{Attributes: body().Attributes, Blocks: inner()},
		},
	}
}

// nested has the nesting modes of nested attributes, two levels of each, and a
// list of objects, which the products do not let be written as blocks here.
func nested() schema.Schema {
	inner := func() attributes {
		body := schema.NestedAttributeObject{Attributes: attributes{"value": text()}}
		return attributes{
			"name":         text(),
			"inner_single": schema.SingleNestedAttribute{Optional: true, Attributes: attributes{"value": text()}},
			"inner_list":   schema.ListNestedAttribute{Optional: true, NestedObject: body},
			"inner_set":    schema.SetNestedAttribute{Optional: true, NestedObject: body},
			"inner_map":    schema.MapNestedAttribute{Optional: true, NestedObject: body},
		}
	}
	body := schema.NestedAttributeObject{Attributes: inner()}
	return schema.Schema{
		Attributes: attributes{
			"id":          id(),
			"single":      schema.SingleNestedAttribute{Optional: true, Attributes: inner()},
			"list":        schema.ListNestedAttribute{Optional: true, NestedObject: body, Description: "In order."},
			"set":         schema.SetNestedAttribute{Optional: true, NestedObject: body},
			"map":         schema.MapNestedAttribute{Optional: true, NestedObject: body},
			"anything":    schema.DynamicAttribute{Optional: true},
			"tags":        schema.MapAttribute{ElementType: types.StringType, Optional: true},
			"plain_rules": schema.ListAttribute{ElementType: object(attr.Type(types.StringType)), Optional: true},
		},
		Blocks: subblocks{
			"block": schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{
				Attributes: attributes{"of": schema.SingleNestedAttribute{Optional: true, Attributes: attributes{"value": text()}}},
			}},
		},
	}
}

// objects has no nested attributes, so the products let its lists and sets of
// objects be written as blocks (OpenTofu, internal/lang/blocktoattr).
func objects() schema.Schema {
	port := object(types.NumberType)
	rule := types.ObjectType{AttrTypes: map[string]attr.Type{
		"description": types.StringType,
		"from":        types.NumberType,
		"to":          types.NumberType,
		"cidrs":       types.ListType{ElemType: types.StringType},
		"port":        types.ListType{ElemType: port},
	}}
	return schema.Schema{
		Attributes: attributes{
			"id":   id(),
			"name": text(),
			"rule": schema.ListAttribute{ElementType: rule, Optional: true},
			"tag":  schema.SetAttribute{ElementType: object(types.StringType), Optional: true},
			"tags": schema.MapAttribute{ElementType: types.StringType, Optional: true},
		},
		Blocks: subblocks{
			"disk": schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{
				Attributes: attributes{
					"size":      schema.NumberAttribute{Optional: true},
					"partition": schema.ListAttribute{ElementType: object(types.NumberType), Optional: true},
				},
			}},
		},
	}
}

// values is a schema with all settings of a value: computed, sensitive and write-only, alone and in
// nested attributes and blocks.
func values() schema.Schema {
	secret := schema.StringAttribute{Optional: true, Sensitive: true}
	chosen := schema.Int64Attribute{Optional: true, Computed: true}
	body := schema.NestedAttributeObject{
		Attributes: attributes{"name": text(), "secret": secret, "number": schema.Int64Attribute{Computed: true}}}
	return schema.Schema{
		Attributes: attributes{
			"id":       id(),
			"name":     schema.StringAttribute{Required: true},
			"secret":   secret,
			"size":     chosen,
			"old":      schema.StringAttribute{Optional: true, DeprecationMessage: "Use name."},
			"password": schema.StringAttribute{Optional: true, WriteOnly: true},
			"found":    schema.MapAttribute{ElementType: types.StringType, Computed: true},
			"list":     schema.ListNestedAttribute{Optional: true, NestedObject: body},
			"set":      schema.SetNestedAttribute{Optional: true, NestedObject: body},
			"map":      schema.MapNestedAttribute{Optional: true, NestedObject: body},
			"single":   schema.SingleNestedAttribute{Optional: true, Attributes: body.Attributes},
			"given": schema.SingleNestedAttribute{Optional: true, Computed: true, Attributes: attributes{
				"mode": schema.StringAttribute{Optional: true, Computed: true}, "number": schema.Int64Attribute{Computed: true},
			}},
			"secrets": schema.MapAttribute{ElementType: types.StringType, Optional: true, Sensitive: true},
		},
		Blocks: subblocks{
			"disk": schema.ListNestedBlock{
				NestedObject: schema.NestedBlockObject{Attributes: attributes{"size": chosen, "key": secret}}},
			"user": schema.SetNestedBlock{
				NestedObject: schema.NestedBlockObject{Attributes: attributes{"name": text(), "key": secret}}},
		},
	}
}

// adoptable is the schema of importable resources.
func adoptable() schema.Schema {
	return schema.Schema{Attributes: attributes{
		"id":   id(),
		"name": schema.StringAttribute{Required: true},
		"size": schema.Int64Attribute{Optional: true, Computed: true},
	}}
}

// object returns the type of an object with a key and a value.
func object(value attr.Type) types.ObjectType {
	return types.ObjectType{AttrTypes: map[string]attr.Type{"key": types.StringType, "value": value}}
}
