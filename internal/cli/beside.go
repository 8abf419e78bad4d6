package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

// beside reports whether a path is in the directory of a source, however it leads there, and
// has the name of what the source becomes. A product reads such a file with the source, or
// one of the two.
func (o *outputs) beside(s *source, path string) bool {
	info := s.info
	if s.stdin {
		info, _ = os.Stat(s.name)
	}
	real, _ := resolve(path)
	for _, path := range []string{path, real} {
		there, err := os.Stat(filepath.Join(filepath.Dir(path), filepath.Base(s.name)))
		if err == nil && info != nil && os.SameFile(info, there) &&
			(filepath.Base(path) == filepath.Base(s.file.Twin) || o.like(s)(path)) {
			return true
		}
	}
	return false
}

// besides says what a file has and its source has not: errors, as it must not be replaced, or a
// warning. Nothing tells a file that somebody has written from an older conversion; only what
// the product accepts once cannot be in use in both.
func besides(now []equivalent.Source, there equivalent.Source, dialect *schema.Dialect) hcl.Diagnostics {
	if len(bytes.TrimSpace(there.Bytes)) == 0 {
		return nil
	}
	const advice = "What reads this directory reads both files now, or takes one of the two. Move what is needed to the " +
		"source, or write over the file with --force."
	found := compareAll(now, []equivalent.Source{there}, dialect, true)
	diags := slices.DeleteFunc(report.Errors(found.Diagnostics), func(diag *hcl.Diagnostic) bool {
		at := diag.Subject
		return there.JSON && at != nil && at.Filename == there.Filename &&
			emptyValue.Match(there.Bytes[min(at.Start.Byte, len(there.Bytes)):])
	})
	if diags.HasErrors() {
		return append(diags, report.Errorf("The file exists already", "hcljson cannot tell whether all that is in %s is "+
			"in %s as well, so it is not replaced. %s", there.Filename, now[0].Filename, advice))
	}
	together, override := dialects.IsConfiguration(filepath.Base(there.Filename))
	lost, other := lossesOf(found.Differences, dialect.Root, together && !override)
	switch {
	case len(lost) > 0:
		diag := report.Errorf("The file exists already", "%s has what %s has not, so it is not replaced: %s. %s",
			there.Filename, now[0].Filename, places(lost), advice)
		diag.Subject = &lost[0].B.Range
		return hcl.Diagnostics{diag}
	case len(other) > 0:
		diag := report.Warningf("Other values replaced", "%s has another value in place of each of these: %s.",
			now[0].Filename, places(other))
		diag.Subject = &other[0].B.Range
		return hcl.Diagnostics{diag}
	}
	return nil
}

// emptyValue begins JSON with an object or array in which nothing can be lost, as that of a block
// type with labels that has no block.
var emptyValue = regexp.MustCompile(`^(\{\s*\}|\[\s*\])`)

// lossesOf are the differences in what only the second side says, and in other values that it has
// where once is true for what the product accepts once in a module: beside the first side, these
// are not in use.
func lossesOf(differences []equivalent.Difference, root *schema.Body, once bool) (lost, other []equivalent.Difference) {
	for _, d := range differences {
		accepted, apart := acceptedOnce(d.Path, root)
		switch {
		case apart:
			lost = append(lost, d)
		case d.B.Value == "":
		case d.A.Value != "" && !d.Order && once && accepted:
			other = append(other, d)
		default:
			lost = append(lost, d)
		}
	}
	return lost, other
}

// acceptedOnce reports whether a path leads into a block of which the product accepts one in a
// module, and whether it is that of the argument that tells one from others.
func acceptedOnce(path []string, rows *schema.Body) (once, apart bool) {
	for i, step := range path {
		if rows == nil {
			return false, false
		}
		word, _, _ := strings.Cut(step, " ")
		_, row := rows.Lookup(word)
		switch {
		case row == nil:
			return false, false
		case row.Distinct || row.Sole != "":
			return true, row.Apart != "" && i+1 < len(path) && path[i+1] == row.Apart
		}
		rows = row.Body
	}
	return false, false
}

// places says where some differences are on the second side.
func places(differences []equivalent.Difference) string {
	const shown = 5
	var list []string
	for _, d := range differences[:min(len(differences), shown)] {
		at := d.B
		if at.Value == "" {
			at = d.A
		}
		what := d.Place()
		if last := len(d.Path) - 1; last < 0 || d.Path[last] != at.Value { // no header of a block
			what += ": " + at.Value
		}
		list = append(list, fmt.Sprintf("%s at %s", what, at.Range))
	}
	if more := len(differences) - shown; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, ", ")
}
