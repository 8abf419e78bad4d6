package testjsonschema

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// TestMain checks that Ajv returns the same verdict for every schema and text that the tests
// validate. npm installs Ajv once into the user's cache directory.
func TestMain(m *testing.M) {
	if !oracles.Enabled() {
		os.Exit(m.Run())
	}
	file, err := os.CreateTemp("", "judged-*.jsonl")
	if err != nil {
		panic(err)
	}
	judged.out, judged.schemas = bufio.NewWriter(file), map[*jsonschema.Schema]int{}
	code := m.Run()
	if err := judged.out.Flush(); err != nil {
		panic(err)
	}
	code = max(code, agree(file.Name()))
	_ = os.Remove(file.Name())
	os.Exit(code)
}

// judged has a line for each schema, and a line for each text with the number of its schema.
var judged struct {
	out     *bufio.Writer
	schemas map[*jsonschema.Schema]int
}

func record(line any) {
	if judged.out != nil {
		_, _ = judged.out.Write(append(marshal(line), '\n'))
	}
}

func recordSchema(s *jsonschema.Schema, text []byte) {
	if judged.out != nil {
		judged.schemas[s] = len(judged.schemas)
		record(map[string]string{"schema": string(text)})
	}
}

func recordVerdict(s *jsonschema.Schema, text []byte, err error) {
	if judged.out != nil {
		record(map[string]any{"of": judged.schemas[s], "text": json.RawMessage(text), "accepted": err == nil})
	}
}

// agree runs Ajv on the lines of a file, and returns an exit status.
func agree(file string) int {
	node, err := nodeWith("ajv@8.20.0")
	if err != nil {
		fmt.Println("Ajv did not run:", err)
		return 0
	}
	cmd := node("testdata/agree.cjs", file)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if cmd.Run() != nil {
		return 1
	}
	return 0
}

// nodeWith has npm install a version of a package, and returns commands that run scripts with it.
func nodeWith(version string) (func(arguments ...string) *exec.Cmd, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, "hcljson-test", version)
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		install := exec.Command("npm", "install", "--prefix", dir, "--no-audit", "--no-fund", version)
		if out, err := install.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("npm cannot install %s: %w\n%s", version, err, out)
		}
	}
	return func(arguments ...string) *exec.Cmd {
		cmd := exec.Command("node", arguments...)
		cmd.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(dir, "node_modules"))
		return cmd
	}, nil
}
