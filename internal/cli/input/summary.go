package input

import (
	"fmt"
	"strings"
)

// Summary contains the numbers of files of a run over directories, by result. It also counts file
// operands.
type Summary struct {
	Converted int `json:"converted"`
	// Copied is the number of files in the target syntax that were copied to another directory.
	Copied    int `json:"copied,omitempty"`
	UpToDate  int `json:"up_to_date"`
	OutOfDate int `json:"out_of_date"`
	Missing   int `json:"missing"`
	Equal     int `json:"equal"`
	Different int `json:"different"`
	Errors    int `json:"errors"`
	// Left is the number of valid files that were not written, because of an error in their module
	// or an interruption.
	Left int `json:"left"`
	// Alone is the number of files without a counterpart.
	Alone int `json:"alone"`
	// Unclear is the number of files in the directories whose names do not define a language.
	Unclear int `json:"unclear"`
	// Edited is the number of files that an edit changed, and Unchanged the number of other files.
	// ToEdit is the number of files that the edit would change, if files are only compared.
	Edited    int `json:"edited,omitempty"`
	Unchanged int `json:"unchanged,omitempty"`
	ToEdit    int `json:"to_edit,omitempty"`
}

// Add adds the numbers of another part of the run.
func (s *Summary) Add(part *Summary) {
	more := part.counts()
	for i, count := range s.counts() {
		*count.n += *more[i].n
	}
}

// count is a number of the summary and the format of its text.
type count struct {
	n      *int
	format string
}

func (s *Summary) counts() []count {
	return []count{
		{&s.Edited, "%d edited"},
		{&s.ToEdit, "%d to be edited"},
		{&s.Unchanged, "%d unchanged"},
		{&s.Converted, "%d converted"},
		{&s.Copied, "%d copied"},
		{&s.UpToDate, "%d up to date"},
		{&s.OutOfDate, "%d out of date"},
		{&s.Missing, "%d missing"},
		{&s.Equal, "%d equal"},
		{&s.Different, "%d different"},
		{&s.Errors, "%d with errors"},
		{&s.Left, "%d not changed"},
		{&s.Alone, "%d without a counterpart"},
		{&s.Unclear, "%d skipped with an unknown language"},
	}
}

// String returns the summary as one line.
func (s *Summary) String() string {
	var parts []string
	for _, count := range s.counts() {
		if *count.n > 0 {
			parts = append(parts, fmt.Sprintf(count.format, *count.n))
		}
	}
	return fmt.Sprintf("%s: %s\n", Counted(s.total(), "file"), strings.Join(parts, ", "))
}

func (s *Summary) total() (n int) {
	for _, count := range s.counts() {
		n += *count.n
	}
	return n
}

// Counted returns a number with a noun in the singular or plural.
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "s") {
		thing += "e"
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
