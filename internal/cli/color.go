package cli

import (
	"golang.org/x/term"

	"github.com/hcljson/hcljson/internal/cli/command"
)

const (
	colorReset  = "\x1b[0m"
	colorBold   = "\x1b[1m"
	colorMark   = "\x1b[1;4m"
	colorRed    = "\x1b[31m"
	colorGreen  = "\x1b[32m"
	colorYellow = "\x1b[33m"
	colorCyan   = "\x1b[36m"
)

// useColor decides whether to colour what goes to stream. The user's option
// wins, then https://no-color.org, then https://force-color.org, then what the
// stream is.
func useColor(when string, stream any, getenv func(string) string) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	if getenv("NO_COLOR") != "" {
		return false
	}
	switch getenv("FORCE_COLOR") {
	case "":
	case "0", "false":
		return false
	default:
		return true
	}
	return getenv("TERM") != "dumb" && command.IsTerminal(stream)
}

// terminalWidth returns the width of the terminal that stream is, or 0.
func terminalWidth(stream any) uint {
	file, ok := stream.(interface{ Fd() uintptr })
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width < 0 {
		return 0
	}
	return uint(width)
}
