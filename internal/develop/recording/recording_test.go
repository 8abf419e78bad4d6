package recording

import (
	"bytes"
	"os"
	"testing"
)

// The picture shows what the commands print now.
func TestUpToDate(t *testing.T) {
	lines, err := record("../../../docs/examples")
	if err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile("../../../docs/terminal.svg")
	if err != nil {
		t.Fatal(err)
	}
	if want := draw(lines); !bytes.Equal(bytes.ReplaceAll(picture, []byte("\r\n"), []byte("\n")), want) {
		t.Errorf("docs/terminal.svg is not up to date; in internal/develop, run "+
			"go run . recording ../../docs/terminal.svg\n%s",
			want)
	}
}
