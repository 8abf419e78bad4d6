package report

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// OtherKind returns the end of a clause about a name that is used as the wrong kind. kind is the kind
// that the schema defines, if it defines the name.
func OtherKind(isDefined bool, kind string) string {
	if !isDefined {
		return ""
	}
	return ", only " + kind + " with this name"
}

// BlockCount returns a number of blocks, for a message.
func BlockCount(blocks int) string {
	if blocks == 1 {
		return "1 block"
	}
	return fmt.Sprintf("%d blocks", blocks)
}

// OriginOf returns the subject of messages about the names of a body: a provider or the product.
func OriginOf(d *schema.Dialect, b *tables.Body) string { return cmp.Or(b.Origin.String(), d.Product) }

// LabelsText returns the number and names of the labels of a block, for a message.
func LabelsText(b *tables.Block) string {
	switch len(b.Labels) {
	case 0:
		return "no labels"
	case 1:
		return "one label (" + b.Labels[0] + ")"
	}
	return strconv.Itoa(len(b.Labels)) + " labels (" + strings.Join(b.Labels, ", ") + ")"
}

// Suggestion returns a sentence with the name in a body that is most similar to a misspelled name, or "".
func Suggestion(name string, body *tables.Body) string {
	names := make([]string, 0, len(body.Blocks)+len(body.Attributes))
	for i := range body.Blocks {
		names = append(names, body.Blocks[i].Type)
	}
	for i := range body.Attributes {
		names = append(names, body.Attributes[i].Name)
	}
	best, found := min(len(name)/3, 2)+1, ""
	for _, known := range names {
		if n := editDistance(name, known, best); n > 0 && n < best {
			best, found = n, known
		}
	}
	if found == "" {
		return ""
	}
	return fmt.Sprintf(" Did you mean %q?", found)
}

// editDistance returns the number of inserted, removed, replaced and swapped bytes between two names, or limit if
// the lengths differ by at least limit.
func editDistance(a, b string, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	previous, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := row[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			next[j] = min(replaced, row[j]+1, next[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], previous[j-2]+1)
			}
		}
		previous, row, next = row, next, previous
	}
	return row[len(b)]
}
