package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/env"
)

// TestSourceMapTooLarge checks the limit: a long name is repeated in the JSON pointers of all its
// descendants.
func TestSourceMapTooLarge(t *testing.T) {
	t.Chdir(t.TempDir())
	src := "locals {\n  " + strings.Repeat("k", 100_000) + " = [" + strings.Repeat("1,", 20_000) + "]\n}\n"
	if err := os.WriteFile("main.tf", []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	args := []string{env.ProgramName, "hcl2json", "--source-map", "map.json", "main.tf"}
	status := Main(args, strings.NewReader(""), &out, &errs, func(string) string { return "" })
	if status != env.ExitError || out.Len() > 0 || !strings.Contains(errs.String(), "Source map too large") {
		t.Errorf("status %d, %d bytes, %s", status, out.Len(), errs.String())
	}
	if _, err := os.Stat("map.json"); err == nil {
		t.Error("there is a map")
	}
}
