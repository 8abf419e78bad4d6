package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/schema/packer"
	"github.com/hcljson/hcljson/schema/packer/plugins"
	"github.com/hcljson/hcljson/schema/plugin"
	"github.com/hcljson/hcljson/schema/registry"
)

// read prints the schemas of plugins.
func (s *schemaRun) read(operands []string) error {
	if s.opts.address != "" && len(operands) > 1 {
		return command.Usagef("--address is that of one plugin; read the others on their own")
	}
	if ofPacker(operands[0]) {
		return s.readPacker(operands)
	}
	for _, name := range operands {
		if src, _, err := readAtMost(name, prefix); err == nil && bytes.HasPrefix(bytes.TrimSpace(src), []byte("{")) {
			return command.Usagef("schema read starts the program of a plugin, and %s is JSON; \"hcljson schema add %s\" "+
				"reads what \"providers schema -json\" has printed", name, quoted(name))
		}
	}
	all := &tfjson.ProviderSchemas{FormatVersion: "1.0", Schemas: map[string]*tfjson.ProviderSchema{}}
	for _, name := range operands {
		address, err := printedAddress(s.opts.address, filepath.Base(name), s.known.terraform())
		if err != nil {
			return err
		}
		answer, err := plugin.Schema(s.session.ctx, name, plugin.Options{})
		if err != nil {
			return err
		}
		all.Schemas[address.String()] = answer
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.session.Out, "%s\n", text)
	return err
}

// printedAddress is the address of a provider by its file's name, which starts
// with terraform-provider-.
func printedAddress(given, name string, terraform bool) (tfaddr.Provider, error) {
	if given == "" {
		stem, ok := strings.CutPrefix(name, "terraform-provider-")
		if !ok {
			return tfaddr.Provider{}, command.Usagef(
				"the name of the file %s does not say which provider it is; say so with --address", name)
		}
		given, _, _ = strings.Cut(strings.TrimSuffix(stem, ".exe"), "_")
	}
	address, _, err := registry.ParseAddress(given, terraform)
	return address, err
}

// packerPlugin starts the names of the files of Packer's plugins.
const packerPlugin = "packer-plugin-"

// ofPacker reports whether a file is a plugin of Packer, or Packer itself.
func ofPacker(name string) bool {
	name = strings.TrimSuffix(filepath.Base(name), ".exe")
	return name == packer.Command || strings.HasPrefix(name, packerPlugin)
}

// readPacker prints the schemas of Packer's plugins, and of its own components.
func (s *schemaRun) readPacker(operands []string) error {
	all := plugins.Schemas{}
	for _, name := range operands {
		address, described, err := s.describePacker(name)
		if err != nil {
			return err
		}
		all[address] = described
	}
	return all.Write(s.session.Out)
}

func (s *schemaRun) describePacker(name string) (string, *plugins.Plugin, error) {
	stem := strings.TrimSuffix(filepath.Base(name), ".exe")
	source, ok := strings.CutPrefix(stem, packerPlugin)
	switch {
	case stem == packer.Command && s.opts.address != "":
		return "", nil, command.Usagef("--address is that of a plugin, and %s is not one", name)
	case stem == packer.Command:
		if found, err := exec.LookPath(name); err == nil {
			name = found
		}
		described, err := plugins.DescribeCore(s.session.ctx, name, plugins.Options{})
		return plugins.Core, described, err
	case !ok:
		return "", nil, command.Usagef(
			"%s is not named like a plugin of Packer, as the first is; read it on its own", name)
	}
	address := cmp.Or(s.opts.address, plugins.SourceOf(name, os.Getenv))
	if address == "" {
		source, _, _ = strings.Cut(source, "_")
		address = "github.com/hashicorp/" + source
		s.session.report.Add("", nil, report.Warningf("Address guessed",
			"%s is not where Packer installs plugins, so it is taken for %s; --address says which it is.", name, address))
	}
	described, err := plugins.Describe(s.session.ctx, name, plugins.Options{})
	return address, described, err
}
