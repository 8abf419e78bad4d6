package env

import (
	"strings"

	"github.com/hcljson/hcljson/internal/generate/tidy"
)

// AllSteps is the value of --tidy that selects all tidy steps for a single file. It also allows
// changes to JSON text that keep its value.
const AllSteps = "all"

// TidySteps returns the names of the tidy steps. If module is false, it omits the steps that need a
// whole module.
func TidySteps(module bool) (names []string) {
	for _, step := range tidy.Steps() {
		if module || !step.Module {
			names = append(names, step.Name)
		}
	}
	return names
}

// StepsIn returns the names of the tidy steps in the value of an option.
func StepsIn(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, ",")
}
