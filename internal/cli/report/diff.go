package report

import (
	"bytes"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
)

// WriteDiff prints the change to the file path as a unified diff.
func WriteDiff(out *bytes.Buffer, path string, before []byte, exists bool, after []byte, color bool) {
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
			color = Cyan
		case inHeader:
			color = Bold
		case bytes.HasPrefix(line, []byte("-")):
			color = Red
		case bytes.HasPrefix(line, []byte("+")):
			color = Green
		}
		out.WriteString(color)
		out.Write(line)
		if color != "" {
			out.WriteString(Reset)
		}
		if newline {
			out.WriteByte('\n')
		}
	}
	return out.Bytes()
}
