// Command protocol5 is a provider for tests with plugin protocol 5. Its schema is
// written by hand, because no framework creates schemas with these parts.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
)

func main() {
	err := tf5server.Serve("example.com/test/five", func() tfprotov5.ProviderServer { return &server{} })
	if err != nil {
		log.Fatal(err)
	}
}

// server is the provider. The state of a resource is equal to its configuration. A
// request for another method ends the process.
type server struct{ tfprotov5.ProviderServer }

// GetProviderSchema returns the schema of the provider.
func (*server) GetProviderSchema(context.Context,
	*tfprotov5.GetProviderSchemaRequest) (*tfprotov5.GetProviderSchemaResponse, error) {
	return &tfprotov5.GetProviderSchemaResponse{
		Provider:          provider(),
		ResourceSchemas:   map[string]*tfprotov5.Schema{"five_modes": modes(), "five_objects": objects()},
		DataSourceSchemas: map[string]*tfprotov5.Schema{"five_lookup": lookup()},
	}, nil
}

// GetResourceIdentitySchemas returns no schemas.
func (*server) GetResourceIdentitySchemas(context.Context,
	*tfprotov5.GetResourceIdentitySchemasRequest) (*tfprotov5.GetResourceIdentitySchemasResponse, error) {
	return &tfprotov5.GetResourceIdentitySchemasResponse{}, nil
}

// GetFunctions returns no functions.
func (*server) GetFunctions(context.Context, *tfprotov5.GetFunctionsRequest) (*tfprotov5.GetFunctionsResponse, error) {
	return &tfprotov5.GetFunctionsResponse{}, nil
}

// PrepareProviderConfig accepts every configuration.
func (*server) PrepareProviderConfig(_ context.Context,
	req *tfprotov5.PrepareProviderConfigRequest) (*tfprotov5.PrepareProviderConfigResponse, error) {
	return &tfprotov5.PrepareProviderConfigResponse{PreparedConfig: req.Config}, nil
}

// ConfigureProvider accepts every configuration.
func (*server) ConfigureProvider(context.Context,
	*tfprotov5.ConfigureProviderRequest) (*tfprotov5.ConfigureProviderResponse, error) {
	return &tfprotov5.ConfigureProviderResponse{}, nil
}

// StopProvider does nothing.
func (*server) StopProvider(context.Context, *tfprotov5.StopProviderRequest) (*tfprotov5.StopProviderResponse, error) {
	return &tfprotov5.StopProviderResponse{}, nil
}

// ValidateResourceTypeConfig accepts every configuration.
func (*server) ValidateResourceTypeConfig(context.Context,
	*tfprotov5.ValidateResourceTypeConfigRequest) (*tfprotov5.ValidateResourceTypeConfigResponse, error) {
	return &tfprotov5.ValidateResourceTypeConfigResponse{}, nil
}

// UpgradeResourceState returns the state unchanged.
func (*server) UpgradeResourceState(_ context.Context,
	req *tfprotov5.UpgradeResourceStateRequest) (*tfprotov5.UpgradeResourceStateResponse, error) {
	return &tfprotov5.UpgradeResourceStateResponse{UpgradedState: &tfprotov5.DynamicValue{JSON: req.RawState.JSON}}, nil
}

// ReadResource returns the state unchanged.
func (*server) ReadResource(_ context.Context,
	req *tfprotov5.ReadResourceRequest) (*tfprotov5.ReadResourceResponse, error) {
	return &tfprotov5.ReadResourceResponse{NewState: req.CurrentState}, nil
}

// PlanResourceChange returns the proposed state.
func (*server) PlanResourceChange(_ context.Context,
	req *tfprotov5.PlanResourceChangeRequest) (*tfprotov5.PlanResourceChangeResponse, error) {
	return &tfprotov5.PlanResourceChangeResponse{PlannedState: req.ProposedNewState}, nil
}

// ApplyResourceChange returns the planned state.
func (*server) ApplyResourceChange(_ context.Context,
	req *tfprotov5.ApplyResourceChangeRequest) (*tfprotov5.ApplyResourceChangeResponse, error) {
	return &tfprotov5.ApplyResourceChangeResponse{NewState: req.PlannedState}, nil
}

// ValidateDataSourceConfig accepts every configuration.
func (*server) ValidateDataSourceConfig(context.Context,
	*tfprotov5.ValidateDataSourceConfigRequest) (*tfprotov5.ValidateDataSourceConfigResponse, error) {
	return &tfprotov5.ValidateDataSourceConfigResponse{}, nil
}

// ReadDataSource returns the configuration.
func (*server) ReadDataSource(_ context.Context,
	req *tfprotov5.ReadDataSourceRequest) (*tfprotov5.ReadDataSourceResponse, error) {
	return &tfprotov5.ReadDataSourceResponse{State: req.Config}, nil
}
