package supervise

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Head keeps the first bytes of a program's output. It accepts all output, so that the program never
// blocks.
type Head struct {
	most int
	full func()
	line chan struct{} // closed when the first line, or all kept output, is available

	mu          sync.Mutex
	data        []byte
	ended, over bool
}

// NewHead returns a Head with the limit most in bytes. It calls full, if it is not nil, when the
// program exceeds the limit.
func NewHead(most int, full func()) *Head {
	return &Head{most: most, full: full, line: make(chan struct{})}
}

// Write keeps the output up to the limit, and never fails.
func (h *Head) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	room := h.most - len(h.data)
	h.data = append(h.data, p[:min(room, len(p))]...)
	if len(p) > room && !h.over {
		h.over = true
		if h.full != nil {
			h.full()
		}
	}
	if !h.ended && (h.over || bytes.IndexByte(p, '\n') >= 0) {
		h.ended = true
		close(h.line)
	}
	return len(p), nil
}

// Bytes returns the kept output.
func (h *Head) Bytes() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clip(h.data)
}

// ExceedsLimit reports whether the program exceeded the limit.
func (h *Head) ExceedsLimit() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.over
}

// Line waits for the first line, or until done is closed. whole is false if the output has no
// complete line.
func (h *Head) Line(done <-chan struct{}) (line string, whole bool) {
	select {
	case <-h.line:
	case <-done:
	}
	line, _, whole = strings.Cut(string(h.Bytes()), "\n")
	return line, whole || h.ExceedsLimit()
}

// Tail keeps the last bytes of a program's output.
type Tail struct {
	most int

	mu   sync.Mutex
	data []byte
	cut  bool
}

// NewTail returns a Tail with the limit most in bytes.
func NewTail(most int) *Tail { return &Tail{most: most} }

// Write keeps the end of the output, and never fails.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p...)
	if more := len(t.data) - t.most; more > 0 {
		t.data = append(t.data[:0], t.data[more:]...)
		t.cut = true
	}
	return len(p), nil
}

// Bytes returns the kept output, and reports whether earlier output was dropped.
func (t *Tail) Bytes() (data []byte, cut bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.data), t.cut
}

const (
	maxLines = 12
	maxLine  = 400
)

// Excerpt returns the part of standard error for an error message: the last lines, or the start of a
// panic of a Go program. It is empty or starts with a newline.
func (t *Tail) Excerpt() string {
	data, _ := t.Bytes()
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	from := max(0, len(lines)-maxLines)
	for i, line := range lines {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			from = i
		}
	}
	text := ""
	for _, line := range lines[from:min(from+maxLines, len(lines))] {
		if line = Printable(line); line != "" {
			text += "\n  " + line
		}
	}
	if text == "" {
		return ""
	}
	return "\nThe end of its standard error:" + text
}

// Printable returns a short line of a program's output for a message, without control characters.
func Printable(line string) string {
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
