package configdir

import (
	"slices"

	"github.com/hcljson/hcljson/internal/facts/loading"
)

// simulation contains the files that one product loads from a directory before and after the
// changes. All fields identify a file by its name before the changes, except insteadAfter.
type simulation struct {
	*loading.Rules
	holds    func(name, block string) bool
	to, from map[string]string
	// before and after contain the loaded files of each class, in load order.
	before, after [][]string
	// insteadBefore and insteadAfter map the name of a file that is not loaded to the name of the
	// file that is loaded instead. The names in insteadAfter are the new ones.
	insteadBefore, insteadAfter map[string]string
}

func newSimulation(p *loading.Rules, names []string, changes []Change,
	holds func(name, block string) bool) *simulation {
	s := &simulation{Rules: p, holds: holds, to: map[string]string{}, from: map[string]string{}}
	identical := map[string]bool{}
	for _, c := range changes {
		s.to[c.From], s.from[c.To] = c.To, c.From
		identical[c.To] = c.Identical
	}
	var now []string
	for _, name := range names {
		now = append(now, s.newName(name))
	}
	// If both files of an identical change are loaded, the later one takes effect.
	s.before, s.insteadBefore = p.Load(names)
	for i, class := range s.before {
		seen := map[string]bool{}
		var files []string
		for _, name := range slices.Backward(class) {
			file := s.oldName(s.newName(name))
			if file != name && !identical[name] {
				continue // overwritten
			}
			if !seen[file] {
				files = append(files, file)
			}
			seen[file] = true
		}
		slices.Reverse(files)
		s.before[i] = files
	}
	s.after, s.insteadAfter = p.Load(now)
	for _, class := range s.after {
		for i, name := range class {
			class[i] = s.oldName(name)
		}
	}
	return s
}

func (s *simulation) isChanged(name string) bool {
	_, ok := s.to[name]
	return ok
}

// newName returns the name after the changes of a file.
func (s *simulation) newName(file string) string {
	if to, ok := s.to[file]; ok {
		return to
	}
	return file
}

// oldName returns the name before the changes of the file with the given new name.
func (s *simulation) oldName(name string) string {
	if from, ok := s.from[name]; ok {
		return from
	}
	return name
}

// finding is a hazard without its message.
type finding struct {
	kind Kind
	// files contains a hidden or unhidden file, and the file that is loaded instead. For Reordered,
	// it contains the reordered files in the order before the changes.
	files []string
	after []string // the reordered files in the order after the changes
	order string
}

func (s *simulation) findings() []finding {
	var found []finding
	before, after := slices.Concat(s.before...), slices.Concat(s.after...)
	for _, file := range missingFrom(before, after) {
		found = append(found, newFinding(Hidden, file, s.oldName(s.insteadAfter[s.newName(file)])))
	}
	for _, file := range missingFrom(after, before) {
		found = append(found, newFinding(Unhidden, file, s.insteadBefore[file]))
	}
	for i, c := range s.Classes {
		if f := s.reorderedFiles(i); c.Order != "" && len(f.files) > 0 {
			f.order = c.Order
			found = append(found, f)
		}
	}
	return found
}

// missingFrom returns the elements of list that other does not contain.
func missingFrom(list, other []string) []string {
	in := make(map[string]bool, len(other))
	for _, file := range other {
		in[file] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(file string) bool { return in[file] })
}

func newFinding(kind Kind, file, instead string) finding {
	f := finding{kind: kind, files: []string{file}}
	if instead != "" {
		f.files = append(f.files, instead)
	}
	return f
}

// reorderedFiles returns the files of a class whose order changes.
func (s *simulation) reorderedFiles(class int) finding {
	after := slices.Clone(s.after[class])
	position := make(map[string]int, len(after))
	for i, file := range after {
		position[file] = i + 1
	}
	only := s.Classes[class].Only
	before := slices.DeleteFunc(slices.Clone(s.before[class]), func(file string) bool {
		return position[file] == 0 || only != "" && s.holds != nil && !s.holds(file, only)
	})

	// A file is reordered if an earlier file would be loaded after it, or a later file before it.
	moved := map[string]bool{}
	last := 0
	for _, file := range before {
		moved[file] = position[file] < last
		last = max(last, position[file])
	}
	first := len(after) + 1
	for _, file := range slices.Backward(before) {
		moved[file] = moved[file] || position[file] > first
		first = min(first, position[file])
	}
	stays := func(file string) bool { return !moved[file] }
	return finding{kind: Reordered, files: slices.DeleteFunc(before, stays), after: slices.DeleteFunc(after, stays)}
}
