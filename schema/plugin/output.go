package plugin

import (
	"io"
	"strings"
	"sync"
	"unicode"
)

const (
	maxTail  = 64 << 10
	maxLines = 12
	maxLine  = 400
)

// sink passes on what is written to it, or keeps its end if there is nobody to
// pass it to. Several may write to it, also after it is closed.
type sink struct {
	to io.Writer

	lock   sync.Mutex
	kept   []byte
	closed bool
}

func (s *sink) Write(data []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	switch {
	case s.closed:
	case s.to != nil:
		return s.to.Write(data)
	default:
		s.kept = append(s.kept, data...)
		s.kept = s.kept[max(0, len(s.kept)-maxTail):]
	}
	return len(data), nil
}

func (s *sink) close() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.closed = true
}

// end returns what an error says of the text kept: its last lines, or those where
// a Go program began to panic. It is empty or starts with a new line.
func (s *sink) end() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	lines := strings.Split(strings.TrimSpace(string(s.kept)), "\n")
	from := max(0, len(lines)-maxLines)
	for i, line := range lines {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			from = i
		}
	}
	lines = lines[from:min(from+maxLines, len(lines))]
	text := &strings.Builder{}
	for _, line := range lines {
		if line = printable(line); line != "" {
			text.WriteString("\n  " + line)
		}
	}
	if text.Len() == 0 {
		return ""
	}
	return "\nThe end of what it wrote to standard error:" + text.String()
}

// printable returns one line of a foreign program's text for a message: short,
// and without what a terminal would act on.
func printable(line string) string {
	line = strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(line, ""))
	if len(line) > maxLine {
		line = strings.ToValidUTF8(line[:maxLine], "") + "..."
	}
	return strings.TrimSpace(line)
}
