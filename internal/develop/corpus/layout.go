package corpus

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"

	upstream "github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/develop/measure"
)

// layoutCount is how much of the layout of files comes back from JSON.
type layoutCount struct {
	files, lines int
	// same counts the files that come back unchanged, and differ the changed lines, without and
	// with annotations of the layout.
	same, differ [2]int
	// worst are the files with the most changed lines, with annotations of the layout.
	worst []layoutOutcome
}

type layoutOutcome struct {
	name   string
	differ int
}

// layouts are the two ways of the measure: as always, and with the notes about layout.
var layouts = [2]convert.Options{{}, {Layout: convert.KeepLayout}}

// measureLayout converts formatted native files in both directions, and writes how many
// lines differ. The files are the first of dir in the order of the hashes of their
// contents.
func measureLayout(dir string, opts options, most int, out io.Writer) error {
	var jobs []job
	err := walk(dir, opts, &report{repositories: map[string]*counts{}}, func(j job) {
		if !j.file.JSON && len(j.src) > 0 && bytes.Equal(upstream.Format(j.src), j.src) {
			jobs = append(jobs, j)
		}
	})
	if err != nil {
		return err
	}
	slices.SortFunc(jobs, func(a, b job) int {
		first, second := sha256.Sum256(a.src), sha256.Sum256(b.src)
		return bytes.Compare(first[:], second[:])
	})
	var count layoutCount
	for _, j := range jobs {
		if count.files < most {
			count.add(j)
		}
	}
	return count.write(out)
}

// add converts one file in both ways. It ignores files that cannot be converted.
func (c *layoutCount) add(j job) {
	var back [len(layouts)][]byte
	for i, opts := range layouts {
		json, diags := convert.ToJSON(j.src, j.name, j.file.Dialect, opts)
		if diags.HasErrors() {
			return
		}
		if back[i], diags = convert.ToHCL(json, j.name, j.file.Dialect, convert.Options{}); diags.HasErrors() {
			return
		}
	}
	c.files++
	c.lines += bytes.Count(j.src, []byte{'\n'})
	for i := range layouts {
		differ := linesThatDiffer(string(j.src), string(back[i]))
		c.differ[i] += differ
		if differ == 0 {
			c.same[i]++
		} else if i == 1 {
			c.worst = append(c.worst, layoutOutcome{j.name, differ})
		}
	}
}

func (c *layoutCount) write(out io.Writer) error {
	slices.SortStableFunc(c.worst, func(a, b layoutOutcome) int { return cmp.Compare(b.differ, a.differ) })
	var text strings.Builder
	fmt.Fprintf(&text, "%d files, %d lines\n", c.files, c.lines)
	for i, name := range []string{"without layout", "with layout"} {
		fmt.Fprintf(&text, "%s: %d files the same, %d lines differ (%.2f %%)\n",
			name, c.same[i], c.differ[i], 100*float64(c.differ[i])/float64(max(1, c.lines)))
	}
	for _, o := range c.worst[:min(len(c.worst), 40)] {
		fmt.Fprintf(&text, "%6d %s\n", o.differ, o.name)
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// linesThatDiffer is how many lines must be changed, added or removed, to make one
// text of the other.
func linesThatDiffer(a, b string) int {
	first, second := measure.Lines(a, b)
	// The current row of the table of edit distances.
	row := make([]int, len(second)+1)
	for j := range row {
		row[j] = j
	}
	for i, line := range first {
		diagonal := row[0]
		row[0] = i + 1
		for j := range second {
			next := diagonal
			if line != second[j] {
				next = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(second)]
}
