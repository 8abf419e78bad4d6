package supervise

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Head keeps the first bytes of what a program writes. It takes everything, so that
// the program never waits for it.
type Head struct {
	most int
	full func()
	line chan struct{} // closed when the first line, or all that is kept, is there

	mu          sync.Mutex
	data        []byte
	ended, over bool
}

// NewHead returns one that keeps so many bytes. It calls full, if that is not nil,
// when the program writes more.
func NewHead(most int, full func()) *Head {
	return &Head{most: most, full: full, line: make(chan struct{})}
}

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

// Bytes returns what is kept so far.
func (h *Head) Bytes() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clip(h.data)
}

// Over reports whether the program has written more than is kept.
func (h *Head) Over() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.over
}

// Line waits for the first line, or until done is closed. It is not whole if the
// program ended before that.
func (h *Head) Line(done <-chan struct{}) (line string, whole bool) {
	select {
	case <-h.line:
	case <-done:
	}
	line, _, whole = strings.Cut(string(h.Bytes()), "\n")
	return line, whole || h.Over()
}

// Tail keeps the last bytes of what a program writes.
type Tail struct {
	most int

	mu   sync.Mutex
	data []byte
	cut  bool
}

// NewTail returns one that keeps so many bytes.
func NewTail(most int) *Tail { return &Tail{most: most} }

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

// Bytes returns what is kept, and whether there was more before it.
func (t *Tail) Bytes() (data []byte, cut bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.data), t.cut
}

const (
	maxLines = 12
	maxLine  = 400
)

// Said returns what an error says of standard error: its last lines, or those where
// a Go program began to panic. It is empty or starts with a new line.
func (t *Tail) Said() string {
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
	return "\nThe end of what it wrote to standard error:" + text
}

// Printable returns one line of a foreign program's text for a message: short,
// and without what a terminal would act on.
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
