package main

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// kept is a resource whose state equals its plan.
type kept struct {
	name   string
	schema schema.Schema
}

// Metadata sets the name.
func (k *kept) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + k.name
}

// Schema sets the schema.
func (k *kept) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = k.schema
}

// Create stores the planned values.
func (k *kept) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	k.keep(ctx, req.Plan.Raw, &resp.State, &resp.Diagnostics)
}

// Read leaves the state unchanged.
func (k *kept) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// Update stores the planned values.
func (k *kept) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	k.keep(ctx, req.Plan.Raw, &resp.State, &resp.Diagnostics)
}

// Delete does nothing, as the object is only in the state.
func (k *kept) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// keep copies the plan to the state. Unknown parts get a value.
func (k *kept) keep(ctx context.Context, plan tftypes.Value, state *tfsdk.State, diags *diag.Diagnostics) {
	known, err := tftypes.Transform(plan, func(_ *tftypes.AttributePath, v tftypes.Value) (tftypes.Value, error) {
		if v.IsKnown() {
			return v, nil
		}
		switch {
		case v.Type().Is(tftypes.String):
			return tftypes.NewValue(v.Type(), "computed"), nil
		case v.Type().Is(tftypes.Number):
			return tftypes.NewValue(v.Type(), 7), nil
		}
		return tftypes.NewValue(v.Type(), nil), nil
	})
	if err != nil {
		diags.AddError("Not kept", err.Error())
		return
	}
	state.Raw = known
	diags.Append(state.SetAttribute(ctx, path.Root("id"), "the-"+k.name)...)
}

// adopted is a resource that can be imported: its id contains its values.
type adopted struct{ kept }

const adoptedPrefix = "adopt-"

// Create stores the planned values and derives the others from the name.
func (a *adopted) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	a.keep(ctx, req.Plan.Raw, &resp.State, &resp.Diagnostics)
	var name string
	resp.Diagnostics.Append(resp.State.GetAttribute(ctx, path.Root("name"), &name)...)
	a.set(ctx, name, &resp.State, &resp.Diagnostics)
}

// Read derives all values from the id.
func (a *adopted) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var id string
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("id"), &id)...)
	a.set(ctx, strings.TrimPrefix(id, adoptedPrefix), &resp.State, &resp.Diagnostics)
}

// ImportState imports an object by its id.
func (a *adopted) ImportState(ctx context.Context, req resource.ImportStateRequest,
	resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughID(ctx, path.Root("id"), req, resp)
}

func (a *adopted) set(ctx context.Context, name string, state *tfsdk.State, diags *diag.Diagnostics) {
	diags.Append(state.SetAttribute(ctx, path.Root("id"), adoptedPrefix+name)...)
	diags.Append(state.SetAttribute(ctx, path.Root("name"), name)...)
	diags.Append(state.SetAttribute(ctx, path.Root("size"), len(name))...)
}
