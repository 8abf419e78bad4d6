package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
)

// exampleFiles are the input files of the examples in the help. Scripts replace programs that may
// not be installed.
var exampleFiles = map[string]string{
	"main.tf": "terraform {\n  required_version = \">= 1.6\"\n}\n\nlocals {\n  size = 1\n}\n\n" +
		"resource \"aws_instance\" \"web\" {\n  ami = \"a\"\n}\n",
	"prod.tf":      "output \"o\" {\n  value = var.cidr\n}\n\nvariable \"cidr\" {}\n",
	"variables.tf": "",
	"changes.txt":  "set local.size=2\ncp local.size length\n",
	"main.tf.json": `{"terraform": {"required_version": ">= 1.6"}, "locals": {"size": 1}, ` +
		`"resource": {"aws_instance": {"web": {"ami": "a"}}}}`,
	"cdk.tf.json":                       `{"//": {"metadata": {}}, "output": {"o": {"value": 1}}}`,
	"modules/network/main.tf":           "output \"o\" {\n  value = 1\n}\n\nmodule \"m\" {\n  source = \"m?ref=v1\"\n}\n",
	"modules/network/more.tf":           "output \"p\" {\n  value = 1\n}\n",
	"before/main.tf":                    "output \"o\" {\n  value = 1\n}\n",
	"after/main.tf":                     "output \"o\" {\n  value = 2\n}\n",
	"image.json":                        `{"builders": [{"type": "null", "communicator": "none"}]}`,
	"cdktf.out/stacks/prod/cdk.tf.json": `{"output": {"o": {"value": 1}}}`,
	"cdktf.out/manifest.json": `{"version": "0.20.0", "stacks": {"prod": {"name": "prod", ` +
		`"synthesizedStackPath": "stacks/prod/cdk.tf.json"}}}`,
	"bin/jq": "#!/bin/sh\n" +
		"if [ \"$1\" = -n ]; then echo '{\"locals\": {\"a\": 1}}'; elif [ -f \"$2\" ]; then cat \"$2\"; else cat; fi\n",
	"bin/tofu": `#!/bin/sh
echo '{"format_version": "1.0", "terraform_version": "1.9.0", "values": {"root_module": {}}}'
`,
	"bump.py": "#!/bin/sh\ncat\n",
}

// TestExamplesRun checks that each example of the help succeeds, or reports differences.
func TestExamplesRun(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("requires bash")
	}
	ran := 0
	program := Program(env.ProgramName)
	for _, c := range append([]*cli.Command{program}, program.Subcommands...) {
		dir := t.TempDir()
		for name, text := range exampleFiles {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		_, examples, _ := strings.Cut(c.Description, "Examples:\n")
		for line := range strings.Lines(examples) {
			line = strings.TrimSpace(line)
			if strings.Contains(line, "schema fetch") {
				continue // it asks a registry
			}
			line, _, _ = strings.Cut(line, "| Out-String")
			run := exec.Command(shell, "-c", "set -o pipefail; "+line)
			run.Dir = dir
			path := filepath.Join(dir, "bin") + string(filepath.ListSeparator) + os.Getenv("PATH")
			run.Env = append(os.Environ(), "PATH="+path, pluginschemas.CacheVariable+"="+filepath.Join(dir, "cache"))
			out, err := run.CombinedOutput()
			status := run.ProcessState.ExitCode()
			differs := slices.ContainsFunc([]string{" -d ", "--check", " diff "}, func(word string) bool {
				return strings.Contains(line, word)
			})
			if status != env.ExitOK && (status != env.ExitDiffers || !differs) {
				t.Errorf("%s: %v\n%s", line, err, out)
			}
			ran++
		}
	}
	if ran < 30 {
		t.Errorf("%d examples", ran)
	}
}
