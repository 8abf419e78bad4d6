package placement

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
)

// Reorder sorts the items of a body according to the order in an annotation. Each name in the order
// selects the next item with this name. Items that no name selects come last.
func Reorder(body *hclwrite.Body, order []string) {
	if len(order) == 0 || len(body.Items) == 0 {
		return
	}
	// If a name in the order is a path, it selects blocks by type and labels.
	paths := slices.ContainsFunc(order, func(name string) bool { return strings.ContainsAny(name, ".[") })
	waiting := make(map[string][]int, len(body.Items))
	for i, item := range body.Items {
		name := hclwrite.ItemName(item)
		waiting[name] = append(waiting[name], i)
		if block, ok := item.(*hclwrite.Block); ok && paths && len(block.Labels) > 0 {
			path := annotation.BlockPath(block.Type, block.Labels)
			waiting[path] = append(waiting[path], i)
		}
	}
	items := make([]hclwrite.Item, 0, len(body.Items))
	taken := make([]bool, len(body.Items))
	for _, name := range order {
		queue := waiting[name]
		for len(queue) > 0 && taken[queue[0]] {
			queue = queue[1:]
		}
		if len(queue) > 0 {
			taken[queue[0]] = true
			items = append(items, body.Items[queue[0]])
		}
		waiting[name] = queue
	}
	for i, item := range body.Items {
		if !taken[i] {
			items = append(items, item)
		}
	}
	body.Items = items
}
