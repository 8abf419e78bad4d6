package main

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// file is a resource that others can change: a file. It can be imported by its
// path.
type file struct{}

type fileModel struct {
	Path    types.String `tfsdk:"path"`
	Content types.String `tfsdk:"content"`
	Secret  types.String `tfsdk:"secret"`
}

// Metadata sets the name.
func (file) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_file"
}

// Schema sets the schema.
func (file) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Attributes: attributes{
			"path": schema.StringAttribute{Required: true,
				PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
			"content": schema.StringAttribute{Required: true},
			"secret":  schema.StringAttribute{Optional: true, Sensitive: true},
		},
	}
}

// Create writes the file.
func (file) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var m fileModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &m)...)
	if err := os.WriteFile(m.Path.ValueString(), []byte(m.Content.ValueString()), 0o600); err != nil {
		resp.Diagnostics.AddError("Cannot write the file", err.Error())
		return
	}
	resp.State.Raw = req.Plan.Raw
}

// Read reads the contents of the file.
func (file) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var m fileModel
	resp.Diagnostics.Append(req.State.Get(ctx, &m)...)
	content, err := os.ReadFile(m.Path.ValueString())
	if err != nil {
		resp.State.RemoveResource(ctx)
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("content"), string(content))...)
}

// Update writes the file again.
func (f file) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	create := resource.CreateResponse{State: resp.State}
	f.Create(ctx, resource.CreateRequest{Plan: req.Plan}, &create)
	resp.State, resp.Diagnostics = create.State, create.Diagnostics
}

// Delete removes the file.
func (file) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var m fileModel
	resp.Diagnostics.Append(req.State.Get(ctx, &m)...)
	if err := os.Remove(m.Path.ValueString()); err != nil {
		resp.Diagnostics.AddError("Cannot remove the file", err.Error())
	}
}

// ImportState imports a file by its path.
func (file) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughID(ctx, path.Root("path"), req, resp)
}
