package env

import (
	"strings"

	"github.com/hcljson/hcljson/internal/tidy"
)

// AllSteps selects all steps for a single file. It also allows changes of JSON text that keep its
// value.
const AllSteps = "all"

// TidySteps returns the names of the steps for a module, or for a single file.
func TidySteps(module bool) (names []string) {
	for _, step := range tidy.Steps() {
		if module || !step.Module {
			names = append(names, step.Name)
		}
	}
	return names
}

// StepsIn returns the step names in the value of a flag.
func StepsIn(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, ",")
}
