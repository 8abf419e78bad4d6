package generatecmd

import (
	"fmt"
	"strings"
	"testing"
)

// Only so many notes are listed as text.
func TestNotesListed(t *testing.T) {
	s := &ejectSummary{Notes: make([]ejectNote, maxNotes+2)}
	for i := range s.Notes {
		s.Notes[i].Text = fmt.Sprint("note ", i)
	}
	want := fmt.Sprintf("note %d\n  and 2 more, which --error-format json lists\n", maxNotes-1)
	if got := s.String(); !strings.HasSuffix(got, want) {
		t.Error(got)
	}
}
