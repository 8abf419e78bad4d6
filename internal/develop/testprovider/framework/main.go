// Command framework is a provider for tests, made with terraform-plugin-framework.
// Its resources have each form that a schema of protocol 6 can give an argument.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

func main() {
	err := providerserver.Serve(context.Background(), func() provider.Provider { return small{} },
		providerserver.ServeOpts{Address: "example.com/test/small"})
	if err != nil {
		log.Fatal(err)
	}
}

type small struct{}

// Metadata sets the prefix of all type names, and the version.
func (small) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "small"
	resp.Version = "1.0.0"
}

// Schema sets the schema.
func (small) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A provider for *tests*.",
		Attributes: map[string]schema.Attribute{
			"region": schema.StringAttribute{Optional: true, Description: "Where nothing is."},
			"token":  schema.StringAttribute{Optional: true, Sensitive: true},
			"account": schema.SingleNestedAttribute{
				Optional:   true,
				Attributes: map[string]schema.Attribute{"name": schema.StringAttribute{Required: true}},
			},
		},
		Blocks: map[string]schema.Block{
			"endpoint": schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{
				Attributes: map[string]schema.Attribute{"url": schema.StringAttribute{Required: true}},
			}},
		},
	}
}

// Configure ignores the configuration.
func (small) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

// Resources returns the resources.
func (small) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		func() resource.Resource { return &kept{"blocks", blocks()} },
		func() resource.Resource { return &kept{"nested", nested()} },
		func() resource.Resource { return &kept{"objects", objects()} },
		func() resource.Resource { return &kept{"values", values()} },
		func() resource.Resource { return &adopted{kept{"adopted", adoptable()}} },
		func() resource.Resource { return file{} },
	}
}

// DataSources returns the data source.
func (small) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return lookup{} }}
}

// EphemeralResources returns the ephemeral resource.
func (small) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return secret{} }}
}

// Actions returns the action.
func (small) Actions(context.Context) []func() action.Action {
	return []func() action.Action{func() action.Action { return refresh{} }}
}

// Functions returns the function.
func (small) Functions(context.Context) []func() function.Function {
	return []func() function.Function{func() function.Function { return first{} }}
}
