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

// count is a number, and what it counts.
type count struct {
	n      int
	format string
}

func (s *summary) counts() []count {
	return []count{
		{s.Edited, "%d edited"},
		{s.ToEdit, "%d to be edited"},
		{s.Unchanged, "%d unchanged"},
		{s.Converted, "%d converted"},
		{s.UpToDate, "%d up to date"},
		{s.OutOfDate, "%d out of date"},
		{s.Missing, "%d missing"},
		{s.Equal, "%d equal"},
		{s.Different, "%d different"},
		{s.Errors, "%d with errors"},
		{s.Left, "%d left as they were"},
		{s.Alone, "%d without a twin"},
		{s.Unclear, "%d in no clear language left out"},
	}
}

// String is one line.
func (s *summary) String() string {
	var parts []string
	for _, count := range s.counts() {
		if count.n > 0 {
			parts = append(parts, fmt.Sprintf(count.format, count.n))
		}
	}
	return fmt.Sprintf("%s: %s\n", counted(s.total(), "file"), strings.Join(parts, ", "))
}

func (s *summary) total() (n int) {
	for _, count := range s.counts() {
		n += count.n
	}
	return n
}
