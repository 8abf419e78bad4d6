package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// kept is a resource whose state is what its plan says.
type kept struct {
	name   string
	schema schema.Schema
}

func (k *kept) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + k.name
}

func (k *kept) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = k.schema
}

func (k *kept) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), "the-"+k.name)...)
}

func (k *kept) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (k *kept) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), "the-"+k.name)...)
}

func (k *kept) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
