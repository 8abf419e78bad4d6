package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/env"
)

// completers print a shell's completions of a line, one per output line. The file named
// "completion" plus the shell contains the program's script.
var completers = map[string][]string{
	// A word for each argument.
	"bash": {"-c", `source ./completion.bash; COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2)); _hcljson
printf '%s\n' "${COMPREPLY[@]}"`, "bash"},
	"zsh":  {"-f", "./offers.zsh"},
	"fish": {"-N", "-c", `source ./completion.fish; complete -C "$argv[1]"`},
}

// TestCompletionOffers checks the completions in each installed shell.
func TestCompletionOffers(t *testing.T) {
	for shell, args := range completers {
		t.Run(shell, func(t *testing.T) {
			program, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("requires %s", shell)
			}
			dir := t.TempDir()
			var script bytes.Buffer
			if status := Main([]string{env.ProgramName, "completion", shell}, nil, &script, os.Stderr, os.Getenv); status != env.ExitOK {
				t.Fatal(status)
			}
			zsh, err := os.ReadFile("testdata/offers.zsh")
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string][]byte{
				"completion." + shell: script.Bytes(), "offers.zsh": zsh, "afile.tf": nil,
			} {
				if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for _, test := range []struct {
				line      string
				want, not []string
			}{
				{"hcljson --target ", []string{"opentofu", "terraform", "packer"}, []string{"afile.tf"}},
				{"hcljson hcl2json --dialect ", []string{"nomad", "generic"}, []string{"afile.tf"}},
				{"hcljson hcl2json --form ", []string{"general", "compact", "query"}, nil},
				{"hcljson edit --form ", []string{"general", "compact"}, []string{"query"}},
				{"hcljson verify --color ", []string{"auto", "always", "never"}, []string{"afile.tf"}},
				{"hcl2json --form ", []string{"general", "compact", "query"}, nil},
				{"json2hcl --dialect ", []string{"opentofu"}, nil},
				{"hcljson ", []string{"hcl2json", "verify", "schema", "version", "afile.tf"}, nil},
				{"hcljson ver", []string{"verify", "version"}, []string{"edit"}},
				{"hcljson completion ", []string{"bash", "zsh", "fish", "powershell", "pwsh"}, []string{"afile.tf"}},
				{"hcljson help ", []string{"edit", "schema", "version"}, []string{"afile.tf"}},
				{"hcljson generate --", []string{"--outputs", "--output"}, []string{"--write", "--replace", "--tidy"}},
				{"hcljson hcl2json af", []string{"afile.tf"}, []string{"verify"}},
				{"hcljson hcl2json -o af", []string{"afile.tf"}, nil},
			} {
				words := []string{test.line}
				if shell == "bash" {
					words = append([]string{""}, strings.Split(test.line, " ")...)
				}
				command := exec.Command(program, append(slices.Clone(args), words...)...)
				command.Dir = dir
				command.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir)
				out, err := command.Output()
				if err != nil {
					t.Fatalf("%s: %v", test.line, err)
				}
				var offers []string
				for offer := range strings.Lines(string(out)) {
					offer, _, _ = strings.Cut(strings.TrimRight(offer, " \n"), "\t")
					offers = append(offers, offer)
				}
				has := func(offer string) bool { return slices.Contains(offers, offer) }
				if slices.ContainsFunc(test.want, func(offer string) bool { return !has(offer) }) ||
					slices.ContainsFunc(test.not, has) {
					t.Errorf("%s: got %q, want %q and not %q", test.line, offers, test.want, test.not)
				}
			}
		})
	}
}
