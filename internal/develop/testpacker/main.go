// Command testpacker is a plugin of Packer that only logs its input: the builder, provisioner and
// post-processor "probe". The tests of the upgrade of legacy templates compare its input from both
// kinds of templates.
package main

//go:generate go run github.com/hashicorp/packer-plugin-sdk/cmd/packer-sdc@v0.6.10 mapstructure-to-hcl2 -type Config,Inner

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/packer-plugin-sdk/common"
	"github.com/hashicorp/packer-plugin-sdk/packer"
	"github.com/hashicorp/packer-plugin-sdk/plugin"
	"github.com/hashicorp/packer-plugin-sdk/template/config"
	"github.com/hashicorp/packer-plugin-sdk/template/interpolate"
	"github.com/hashicorp/packer-plugin-sdk/version"
)

// Config has an argument of each type that components have.
type Config struct {
	common.PackerConfig `mapstructure:",squash"`

	Log     string            `mapstructure:"log"`
	Text    string            `mapstructure:"text"`
	Number  int               `mapstructure:"number"`
	Float   float64           `mapstructure:"float"`
	Bool    bool              `mapstructure:"bool"`
	Tril    config.Trilean    `mapstructure:"tril"`
	List    []string          `mapstructure:"list"`
	Numbers []int             `mapstructure:"numbers"`
	Lists   [][]string        `mapstructure:"lists"`
	Map     map[string]string `mapstructure:"map"`
	Block   Inner             `mapstructure:"block"`
	Blocks  []Inner           `mapstructure:"blocks"`

	ctx interpolate.Context
}

// Inner is what blocks have.
type Inner struct {
	Text   string   `mapstructure:"text"`
	Number int      `mapstructure:"number"`
	List   []string `mapstructure:"list"`
}

// ConfigSpec returns the specification of the arguments in HCL2.
func (c *Config) ConfigSpec() hcldec.ObjectSpec { return c.FlatMapstructure().HCL2Spec() }

// read decodes the values from a template.
func (c *Config) read(raws ...any) error {
	return config.Decode(c, &config.DecodeOpts{Interpolate: true, InterpolateContext: &c.ctx}, raws...)
}

// write appends the values to the log, by the name of the build.
func (c *Config) write(kind string) error {
	given := *c
	given.PackerConfig = common.PackerConfig{}
	if len(given.Blocks) == 0 {
		given.Blocks = nil // HCL2 has no list of blocks that is missing
	}
	text, err := json.Marshal(given)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(c.Log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s of %s %s: %s\n", kind, c.PackerBuilderType, c.PackerBuildName, text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

type builder struct{ Config }

// Prepare decodes the arguments.
func (b *builder) Prepare(raws ...any) ([]string, []string, error) { return nil, nil, b.read(raws...) }

// Run writes the arguments to the log, and runs the provisioners.
func (b *builder) Run(ctx context.Context, ui packer.Ui, hook packer.Hook) (packer.Artifact, error) {
	if err := b.write("builder"); err != nil {
		return nil, err
	}
	if err := hook.Run(ctx, packer.HookProvision, ui, new(packer.MockCommunicator),
		map[string]any{"ID": "the id"}); err != nil {
		return nil, err
	}
	return &packer.MockArtifact{}, nil
}

type provisioner struct{ Config }

// Prepare decodes the arguments.
func (p *provisioner) Prepare(raws ...any) error { return p.read(raws...) }

// Provision writes the arguments to the log.
func (p *provisioner) Provision(context.Context, packer.Ui, packer.Communicator, map[string]any) error {
	return p.write("provisioner")
}

type postProcessor struct{ Config }

// Configure decodes the arguments.
func (p *postProcessor) Configure(raws ...any) error { return p.read(raws...) }

// PostProcess writes the arguments to the log, and passes the artifact on.
func (p *postProcessor) PostProcess(_ context.Context, _ packer.Ui,
	a packer.Artifact) (packer.Artifact, bool, bool, error) {
	return a, true, false, p.write("post-processor")
}

func main() {
	set := plugin.NewSet()
	set.RegisterBuilder(plugin.DEFAULT_NAME, new(builder))
	set.RegisterProvisioner(plugin.DEFAULT_NAME, new(provisioner))
	set.RegisterPostProcessor(plugin.DEFAULT_NAME, new(postProcessor))
	set.SetVersion(version.NewPluginVersion("1.0.0", "", ""))
	if err := set.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
