package cli

import (
	"bytes"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
)

// writeDiff prints the change to the file path as a unified diff.
func writeDiff(out *bytes.Buffer, path string, before []byte, exists bool, after []byte, color bool) {
	name := filepath.ToSlash(path)
	oldName := name + ".orig"
	if !exists {
		oldName = "/dev/null"
	}
	text := diff.Diff(oldName, before, name, after)
	if color {
		text = colorDiff(text)
	}
	out.Write(text)
}

func colorDiff(text []byte) []byte {
	var out bytes.Buffer
	inHeader := true
	for line := range bytes.Lines(text) {
		line, newline := bytes.CutSuffix(line, []byte{'\n'})
		color := ""
		switch {
		case bytes.HasPrefix(line, []byte("@@")):
			inHeader = false
			color = colorCyan
		case inHeader:
			color = colorBold
		case bytes.HasPrefix(line, []byte("-")):
			color = colorRed
		case bytes.HasPrefix(line, []byte("+")):
			color = colorGreen
		}
		out.WriteString(color)
		out.Write(line)
		if color != "" {
			out.WriteString(colorReset)
		}
		if newline {
			out.WriteByte('\n')
		}
	}
	return out.Bytes()
}
