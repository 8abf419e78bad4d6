package packerplugins

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/supervise"
)

// What Packer and its plugins know of each other (packer-plugin-sdk,
// plugin/server.go).
const (
	magicCookie = "PACKER_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"
	apiMajor    = "5"
)

const maxComponents = 1000

// Options say how a plugin is started. The zero value is ready to use.
type Options = supervise.Options

// Describe starts a plugin's executable and returns the schemas of all its
// components. It asks for "describe" and for each component's ConfigSpec, and calls
// nothing else; the plugin must speak protobuf, as those do that are built with
// Packer's plugin SDK 0.6.0 or newer.
//
// Whatever the plugin does, Describe returns after the time-out at the latest, or
// soon after ctx ends, and no process or file of it is left. The executable is
// started as it is: see [Installed.Describe] for one that Packer installed.
func Describe(ctx context.Context, executable string, opts Options) (*Plugin, error) {
	return describe(ctx, executable, opts, func(description) error { return nil })
}

// describe is Describe, with a check of what the plugin says of itself.
func describe(ctx context.Context, executable string, opts Options, check func(description) error) (*Plugin, error) {
	return withLauncher(ctx, executable, opts, func(l *launcher, plugin *Plugin) error {
		about, err := l.describe()
		if err == nil {
			err = errors.Join(about.check(), check(about))
		}
		if err != nil {
			return err
		}
		plugin.Version = about.Version
		for _, kind := range kinds {
			for _, name := range about.names(kind) {
				block, err := l.component(kind, "start", kind.String(), "--protobuf", name)
				if err != nil {
					return fmt.Errorf("%s %.100q: %w", kind, name, err)
				}
				plugin.add(kind, name, block)
			}
		}
		return nil
	})
}

// description is what a plugin says of itself (packer-plugin-sdk, plugin/set.go).
type description struct {
	Version         string   `json:"version"`
	SDKVersion      string   `json:"sdk_version"`
	APIVersion      string   `json:"api_version"`
	Builders        []string `json:"builders"`
	PostProcessors  []string `json:"post_processors"`
	Provisioners    []string `json:"provisioners"`
	Datasources     []string `json:"datasources"`
	ProtocolVersion string   `json:"protocol_version"`
}

func (d description) names(kind Kind) []string {
	return [...][]string{d.Builders, d.Provisioners, d.PostProcessors, d.Datasources}[kind]
}

// check says whether the schemas of the plugin can be asked for.
func (d description) check() error {
	major, _, _ := strings.Cut(strings.TrimPrefix(d.APIVersion, "x"), ".")
	if major != apiMajor {
		return fmt.Errorf("it has version %.100q of Packer's plugin API; only x%s.* is known", d.APIVersion, apiMajor)
	}
	if d.ProtocolVersion == "" {
		return fmt.Errorf("it is built with version %.100q of Packer's plugin SDK, which gives schemas to Packer "+
			"only; version 0.6.0 or newer is needed. "+
			"Install a newer version of the plugin, or use a schema file", d.SDKVersion)
	}
	if d.ProtocolVersion != "v2" {
		return fmt.Errorf("it speaks protocol %.100q, and only v2 is known. Use a schema file", d.ProtocolVersion)
	}
	count := 0
	for _, kind := range kinds {
		count += len(d.names(kind))
	}
	if count > maxComponents {
		return fmt.Errorf("it has %d components; at most %d are read", count, maxComponents)
	}
	return nil
}

// launcher starts one executable, several times, in a directory of its own.
type launcher struct {
	*supervise.Launcher
	ctx context.Context
}

// withLauncher has f describe a plugin with a launcher, and removes what the plugin left.
// An error names the executable.
func withLauncher(ctx context.Context, executable string, opts Options,
	f func(*launcher, *Plugin) error) (*Plugin, error) {
	plugin := &Plugin{}
	if err := opts.Run(ctx, executable, func(ctx context.Context, l *supervise.Launcher) error {
		return f(&launcher{l, ctx}, plugin)
	}); err != nil {
		return nil, fmt.Errorf("plugin %s: %w", executable, err)
	}
	return plugin, nil
}

// ended is why the context of the plugin has ended.
func (l *launcher) ended() error {
	if err := l.ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("it was given %s and did not finish; use a schema file", l.Timeout)
}

// describe runs "describe" to its end.
func (l *launcher) describe() (about description, err error) {
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	p, err := l.start(ctx, []string{"describe"}, supervise.NewHead(maxDescription, cancel))
	if err != nil {
		return about, err
	}
	defer p.End()
	<-p.Done() // The context ends it, if nothing else.
	switch {
	case p.Stdout.Over():
		return about, fmt.Errorf(`"describe" printed more than %d bytes, so it is not a Packer plugin`, maxDescription)
	case l.ctx.Err() != nil:
		return about, l.ended()
	case p.Err() != nil:
		return about, fmt.Errorf(`"describe" failed, so it may not be a Packer plugin: %w%s`, p.Err(), p.Stderr.Said())
	}
	if err := json.Unmarshal(p.Stdout.Bytes(), &about); err != nil {
		return about, fmt.Errorf(`"describe" printed %.100q, so it is not a Packer plugin: %w`, p.Stdout.Bytes(), err)
	}
	return about, nil
}

// component starts a component and asks for its schema.
func (l *launcher) component(kind Kind, args ...string) (*tfjson.SchemaBlock, error) {
	p, err := l.start(l.ctx, args, supervise.NewHead(maxHandshake, nil))
	if err != nil {
		return nil, err
	}
	defer p.End()
	line, whole := p.Stdout.Line(p.Done())
	if !whole {
		if l.ctx.Err() != nil {
			return nil, l.ended()
		}
		how := "exit status 0"
		if p.Err() != nil {
			how = p.Err().Error()
		}
		return nil, fmt.Errorf("it ended before it could be asked (%s)%s", how, p.Stderr.Said())
	}
	at, err := parseHandshake(line, l.Place)
	if err != nil {
		return nil, err
	}
	spec, err := configSpec(l.ctx, at, kind)
	if l.ctx.Err() != nil {
		return nil, l.ended()
	}
	if err != nil {
		p.End()
		if bytes.Contains(p.Stdout.Bytes(), []byte(unknownToPacker)) {
			return nil, errUnknown
		}
		return nil, fmt.Errorf("it did not give its schema: %w%s", err, p.Stderr.Said())
	}
	block, err := parseSpec(spec)
	if err != nil {
		return nil, fmt.Errorf("its schema cannot be read: %w", err)
	}
	return block, nil
}

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
	return withLauncher(ctx, executable, opts, func(l *launcher, plugin *Plugin) error {
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
}

// Bounds of what is kept of a plugin's output.
const (
	maxDescription = 1 << 20
	maxHandshake   = 4 << 10
	maxMessage     = 4 << 10
)

// start starts the plugin. It is killed when the context ends. The caller must call
// End. All that it or Packer writes goes into its place (packer-plugin-sdk, tmp/tmp.go,
// pathing, packer/cache.go), and Packer does not look for news (packer, main.go,
// runCheckpoint).
func (l *launcher) start(ctx context.Context, args []string, stdout *supervise.Head) (*supervise.Process, error) {
	p, err := l.Start(ctx, args, []string{
		magicCookie, "PACKER_PLUGIN_MIN_PORT=10000", "PACKER_PLUGIN_MAX_PORT=25000",
		"PACKER_CACHE_DIR=" + l.Temp, "PACKER_CONFIG_DIR=" + l.Temp, "CHECKPOINT_DISABLE=1",
	}, stdout, supervise.NewTail(maxMessage))
	if err != nil {
		return nil, fmt.Errorf("could not be started: %w", err)
	}
	return p, nil
}
