package report

import (
	"golang.org/x/term"

	"github.com/hcljson/hcljson/internal/cli/command"
)

const (
	Reset  = "\x1b[0m"
	Bold   = "\x1b[1m"
	Mark   = "\x1b[1;4m"
	Red    = "\x1b[31m"
	Green  = "\x1b[32m"
	Yellow = "\x1b[33m"
	Cyan   = "\x1b[36m"
)

// UseColor decides whether to colour what goes to stream. The user's option
// wins, then https://no-color.org, then https://force-color.org and
// https://bixense.com/clicolors, then what the stream is.
func UseColor(when string, stream any, getenv func(string) string) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	if getenv("NO_COLOR") != "" {
		return false
	}
	for _, name := range []string{"FORCE_COLOR", "CLICOLOR_FORCE"} {
		switch getenv(name) {
		case "":
		case "0", "false":
			return false
		default:
			return true
		}
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
