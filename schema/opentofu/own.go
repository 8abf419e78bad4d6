package opentofu

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// withConstants sets the accepted constants of arguments and the valid labels of blocks in a schema,
// and returns root.
func withConstants(root *tables.Body) *tables.Body {
	setConstants(root, nil, map[*tables.Body]bool{})
	return root
}

func setConstants(body *tables.Body, kinds map[string]string, done map[*tables.Body]bool) {
	if done[body] {
		return
	}
	done[body] = true
	for name, kind := range kinds {
		if strings.HasSuffix(kind, "!") {
			body.Required = append(body.Required, name)
		}
	}
	slices.Sort(body.Required)
	for i := range body.Attributes {
		row := &body.Attributes[i]
		takes := strings.TrimSuffix(kinds[row.Name], "!")
		switch {
		case row.Name == tfname.AliasArgument && takes == "string":
			takes = tfname.TakesName
		case takes == "version":
			takes = tfname.TakesVersions
		case takes == "number" && row.Name == tfname.CountArgument:
			takes = tfname.TakesCount
		case (takes == tfname.TakesString || takes == tfname.TakesAddress) && row.Value != nil && row.Value.Takes != "":
			continue
		case !slices.Contains(constantKinds, takes) && !strings.Contains(takes, "|"):
			continue
		}
		value := tables.Value{}
		if row.Value != nil {
			value = *row.Value
		}
		if element := value.List; element != nil && strings.Contains(takes, "|") {
			one := *element
			one.Takes, value.List = takes, &one
		} else {
			value.Takes = takes
		}
		row.Value = &value
	}
	for i := range body.Blocks {
		row := &body.Blocks[i]
		if row.Identifiers = slices.Contains(identifierLabels, row.Type); row.Type == tfname.VariableBlock {
			row.ReservedNames = reservedVariables
		}
		if row.Escape || row.Body == nil {
			continue
		}
		setConstants(row.Body, tfname.ArgumentKinds(row.Type), done)
		for label, inner := range row.Dependent {
			kinds := tfname.ArgumentKinds(row.Type)
			if row.Listed {
				kinds = tfname.ArgumentKinds(label)
			}
			setConstants(inner, kinds, done)
		}
	}
}

// constantKinds are the kinds of arguments of which the converter checks constants.
var constantKinds = []string{
	tfname.TakesBool, tfname.TakesAddress, tfname.TakesString, tfname.TakesMap, tfname.TakesCondition,
	tfname.TakesNumber, tfname.TakesTexts, tfname.TakesStrings,
}

// identifierLabels contains the types of blocks whose labels must be identifiers (internal/configs,
// ValidIdentifier).
var identifierLabels = []string{
	tfname.VariableBlock, tfname.OutputBlock, tfname.ModuleBlock, tfname.ResourceBlock, tfname.DataBlock, tfname.EphemeralBlock, tfname.ActionBlock, tfname.CheckBlock,
	"list", "run",
}

// reservedVariables contains the arguments of a module call that are not inputs of the module
// (internal/configs/named_values.go, decodeVariableBlock).
var reservedVariables = []string{
	"source", "version", "providers", "count", "for_each", "lifecycle", "depends_on", "locals",
}
