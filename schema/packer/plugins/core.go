package plugins

import (
	"context"
	"errors"
	"fmt"
)

// coreComponents are the components that Packer itself has, or had since it speaks
// protobuf (packer, command/execute.go).
var coreComponents = map[Kind][]string{
	Builder: {"file", "null"},
	Provisioner: {
		"breakpoint", "file", "hcp-sbom", "powershell", "shell", "shell-local", "sleep", "windows-restart", "windows-shell",
	},
	PostProcessor: {"artifice", "checksum", "compress", "manifest", "provenance", "shell-local"},
	DataSource: {
		"hcp-packer-artifact", "hcp-packer-image", "hcp-packer-iteration", "hcp-packer-version", "http", "null",
	},
}

// unknownToPacker is in the message of a Packer that does not have a component.
const unknownToPacker = "Could not load "

var errUnknown = errors.New("there is no such component")

// DescribeCore is [Describe] for Packer itself: executable is the packer command,
// and the result belongs under the address [Core]. It holds the known components
// that this Packer has, and no version. Each is asked for with "packer execute", as
// Packer does it.
func DescribeCore(ctx context.Context, executable string, opts Options) (*Plugin, error) {
	plugin := &Plugin{}
	err := withLauncher(ctx, executable, opts, func(l *launcher) error {
		found := false
		for _, kind := range kinds {
			for _, name := range coreComponents[kind] {
				block, err := l.component(kind, "execute", "--protobuf", "packer-"+kind.String()+"-"+name)
				if errors.Is(err, errUnknown) {
					continue
				}
				if err != nil {
					return fmt.Errorf("%s %q, which Packer 1.12 or newer has: %w", kind, name, err)
				}
				found = true
				plugin.add(kind, name, block)
			}
		}
		if !found {
			return errors.New("it has none of Packer's components")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return plugin, nil
}
