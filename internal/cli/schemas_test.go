package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// TestSchemaScript runs scripts with a registry and real providers: $REGISTRY is
// the registry's host, and has test/small and test/five in versions 1.0.0, 1.1.0
// and 2.0.0-beta; $SMALL and $FIVE are their executables. Each script has an
// empty cache, $WORK/cache. A condition is true for a program that judges.
func TestSchemaScript(t *testing.T) {
	small, five := oracles.Providers(t)
	config := oracles.ProvidersConfig(t)
	releases := releases(t, map[string]string{"small": small, "five": five})
	testscript.Run(t, testscript.Params{
		Files:               scripts(t, "testdata/schemas"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition:           func(program string) (bool, error) { return oracles.Available(program), nil },
		Setup: func(env *testscript.Env) error {
			lockProcess(env)
			server := registrytest.New(t)
			for _, release := range releases {
				server.Add(release)
			}
			env.Values["server"] = server
			env.Setenv("REGISTRY", server.Host())
			env.Setenv("SSL_CERT_FILE", server.CAFile())
			env.Setenv(pluginschemas.CacheVariable, filepath.Join(env.WorkDir, "cache"))
			env.Setenv("SMALL", small)
			env.Setenv("FIVE", five)
			env.Setenv("OVERRIDES", config)
			env.Setenv("PLATFORM", runtime.GOOS+"_"+runtime.GOARCH)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    cmdExits,
			"run":      cmdRun,
			"break":    cmdBreak,
			"requests": cmdRequests,
			"expand":   cmdExpand,

			"same-configuration": cmdSameConfiguration,
		},
	})
}

// releases are three versions of each provider.
func releases(t *testing.T, executables map[string]string) (all []registrytest.Release) {
	t.Helper()
	for name, executable := range executables {
		content, err := os.ReadFile(executable)
		if err != nil {
			t.Fatal(err)
		}
		for _, version := range []string{"1.0.0", "1.1.0", "2.0.0-beta"} {
			file := "terraform-provider-" + name + "_v" + version
			all = append(all, registrytest.Release{
				Namespace: "test", Type: name, Version: version, Protocols: []string{"5.0", "6.0"},
				Zip: registrytest.ZipEntries(registrytest.Entry{Name: file, Mode: 0o755, Content: string(content)}),
			})
		}
	}
	return all
}

// cmdBreak makes the registry return a fault: break FAULT [ENDPOINT]. Without a fault, the registry
// works again.
func cmdBreak(ts *testscript.TestScript, neg bool, args []string) {
	server := ts.Value("server").(*registrytest.Server)
	switch len(args) {
	case 0:
		server.Repair()
	case 1:
		server.BreakPackages(registrytest.DocumentFault(args[0]))
	default:
		server.Break(registrytest.Fault(args[0]), registrytest.Endpoint(args[1]))
	}
}

// cmdExpand puts the host of the registry, and the directory of $SMALL, into files:
// expand FILE...
func cmdExpand(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := strings.NewReplacer("REGISTRY", ts.Getenv("REGISTRY"),
			"SMALLDIR", filepath.ToSlash(filepath.Dir(ts.Getenv("SMALL")))).Replace(ts.ReadFile(name))
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}

// cmdRequests checks how many requests the registry has had: requests NUMBER
func cmdRequests(ts *testscript.TestScript, neg bool, args []string) {
	got := len(ts.Value("server").(*registrytest.Server).Requests())
	if zero := args[0] == "0"; zero != (got == 0) {
		ts.Fatalf("got %d requests, want %s", got, args[0])
	}
}

// cmdSameConfiguration compares a configuration representation with the configuration in a plan:
// same-configuration FILE PLAN
func cmdSameConfiguration(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: same-configuration FILE PLAN")
	}
	var got any
	var plan struct{ Configuration any }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &got))
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[1])), &plan))
	if !reflect.DeepEqual(got, plan.Configuration) {
		ts.Fatalf("the configuration is\n%v\nand not\n%v", got, plan.Configuration)
	}
}
