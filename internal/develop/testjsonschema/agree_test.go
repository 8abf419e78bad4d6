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

	"github.com/hcljson/hcljson/internal/judges"
)

// Of all schemas and texts that the tests ask the validator about, Ajv must say the same. npm installs it
// once into the user's cache directory.
func TestMain(m *testing.M) {
	if !judges.Asked() {
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
	if code == 0 {
		code = agree(file.Name())
	}
	_ = os.Remove(file.Name())
	os.Exit(code)
}

// judged has a line for each schema, and one for each text with the last of them that it was judged by.
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
		record(map[string]json.RawMessage{"schema": text})
	}
}

func recordVerdict(s *jsonschema.Schema, text []byte, err error) {
	if judged.out != nil {
		record(map[string]any{"of": judged.schemas[s], "text": json.RawMessage(text), "accepted": err == nil})
	}
}

// agree lets Ajv judge the lines of a file, and returns an exit status.
func agree(file string) int {
	cache, err := os.UserCacheDir()
	if err != nil {
		panic(err)
	}
	dir := filepath.Join(cache, "hcljson-test", "ajv")
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "ajv")); err != nil {
		install := exec.Command("npm", "install", "--prefix", dir, "--no-audit", "--no-fund", "ajv@8")
		if out, err := install.CombinedOutput(); err != nil {
			fmt.Printf("Ajv was not asked, because npm cannot install it: %v\n%s", err, out)
			return 0
		}
	}
	script, err := filepath.Abs("testdata/agree.cjs")
	if err != nil {
		panic(err)
	}
	cmd := exec.Command("node", script, file)
	cmd.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(dir, "node_modules"))
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if cmd.Run() != nil {
		return 1
	}
	return 0
}
