package cli

import (
	"fmt"
	"strings"
	"sync"
)

// summary counts what a run has done with the files of directories. Files of
// the same state on the command line count as well.
type summary struct {
	mutex sync.Mutex

	Converted int `json:"converted"`
	UpToDate  int `json:"up_to_date"`
	OutOfDate int `json:"out_of_date"`
	Missing   int `json:"missing"`
	Equal     int `json:"equal"`
	Different int `json:"different"`
	Errors    int `json:"errors"`
	// Left are the files without an error that are not written, because another
	// file of their module has one or the run was interrupted.
	Left int `json:"left"`
	// Alone are the files that have no twin to be compared with.
	Alone int `json:"alone"`
	// Unclear are the files in directories that are HCL in a language that
	// their names do not say.
	Unclear int `json:"unclear"`
	// Edited, Unchanged and ToEdit are what has become of the files that are edited:
	// the last would be changed, but are not written.
	Edited    int `json:"edited,omitempty"`
	Unchanged int `json:"unchanged,omitempty"`
	ToEdit    int `json:"to_edit,omitempty"`
}

func (s *summary) add(change func(*summary)) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	change(s)
}

// String is one line.
func (s *summary) String() string {
	var parts []string
	part := func(n int, format string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, n))
		}
	}
	part(s.Edited, "%d edited")
	part(s.ToEdit, "%d to be edited")
	part(s.Unchanged, "%d unchanged")
	part(s.Converted, "%d converted")
	part(s.UpToDate, "%d up to date")
	part(s.OutOfDate, "%d out of date")
	part(s.Missing, "%d missing")
	part(s.Equal, "%d equal")
	part(s.Different, "%d different")
	part(s.Errors, "%d with errors")
	part(s.Left, "%d left as they were")
	part(s.Alone, "%d without a twin")
	part(s.Unclear, "%d in no clear language left out")
	files := "files"
	if s.total() == 1 {
		files = "file"
	}
	return fmt.Sprintf("%d %s: %s\n", s.total(), files, strings.Join(parts, ", "))
}

func (s *summary) total() int {
	return s.Converted + s.UpToDate + s.OutOfDate + s.Missing + s.Equal + s.Different + s.Errors + s.Left + s.Alone + s.Unclear +
		s.Edited + s.Unchanged + s.ToEdit
}
