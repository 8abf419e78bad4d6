package opentofu

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// These rules are shared by the tables and never change.
var (
	template  *tables.Value // nil means Template
	literal   = &tables.Value{Mode: tables.Literal}
	traversal = &tables.Value{Mode: tables.Traversal}
	keyword   = &tables.Value{Mode: tables.Keyword}
	typeExpr  = &tables.Value{Mode: tables.Type, Takes: tfname.TakesType}

	nativeReference = &tables.Value{Mode: tables.Traversal, NativeReference: true}

	// The products reject quotes around these references in native syntax, but accept quotes around
	// other references (internal/configs/compat_shim.go, shimTraversalInString).
	unquotedTraversal = &tables.Value{Mode: tables.Traversal, Unquoted: true}
	unquotedReference = &tables.Value{Mode: tables.Reference, Unquoted: true, Takes: tfname.TakesAddress}
	// internal/configs/resource.go, decodeReplaceTriggeredBy: the variables of any expression
	replaceTrigger = &tables.Value{
		Mode: tables.Reference, Unquoted: true, Takes: tfname.TakesAddress, Parenthesized: true,
	}
	unquotedTraversals = &tables.Value{Mode: tables.Traversal, List: unquotedTraversal, Takes: tfname.TakesList}
	unquotedReferences = &tables.Value{Mode: tables.Reference, List: replaceTrigger, Takes: tfname.TakesList}
	unquotedKeyword    = &tables.Value{Mode: tables.Keyword, Unquoted: true}

	templateOrTraversal = &tables.Value{Mode: tables.TemplateOrTraversal}

	// internal/tofu/eval_context_builtin.go and validation of depends_on in internal/configs/depends_on.go
	dependency = &tables.Value{Mode: tables.Traversal, Takes: tfname.TakesWhole}
	traversals = &tables.Value{Mode: tables.Traversal, List: dependency, Takes: tfname.TakesList}
	keywords   = &tables.Value{Mode: tables.Keyword, List: unquotedKeyword, Takes: tfname.TakesList}
)

// args has a short name because most lines of the tables start with it.
var args = tables.Arguments

// since returns rows that exist from OpenTofu 1.openTofu and Terraform 1.terraform on. If the target
// lacks the rows, their OtherTarget is a target that has them. The first versions in the tables are
// OpenTofu 1.6 and Terraform 1.5.
func since[Row tables.Attribute | tables.Block](t Target, openTofu, terraform int, rows ...Row) []Row {
	first := map[Product]int{OpenTofu: openTofu, Terraform: terraform}
	product := t.Product
	if first[product] == never {
		product = other(product)
	} else if t.AtLeast(1, first[product]) {
		return rows
	}
	target := Target{Product: product, Major: 1, Minor: first[product]}
	if target.Minor == always {
		target.Major = 0 // every version has the rows
	}
	for i := range rows {
		switch row := any(&rows[i]).(type) {
		case *tables.Attribute:
			row.OtherTarget = target.String()
		case *tables.Block:
			row.OtherTarget = target.String()
		}
	}
	return rows
}

// always and never are versions for since: a product has the rows in all versions, or in none.
const (
	always = 0
	never  = -1
)

// only returns the rows if the target has them. In other targets, the names have a different
// meaning.
func only[Row any](has bool, rows ...Row) []Row {
	if has {
		return rows
	}
	return nil
}

// providerReference returns the rule for an argument that refers to a provider configuration.
// OpenTofu accepts an expression as instance key: from 1.9 on in native syntax, from 1.11 on in
// JSON.
//
// internal/configs/resource.go, decodeProviderConfigRef; terraform the same file
func providerReference(t Target) *tables.Value {
	value := &tables.Value{Mode: tables.Traversal, Takes: tfname.TakesProvider}
	switch {
	case t.opentofu(11):
		value.Mode = tables.Reference
	case t.opentofu(9):
		value.NativeReference = true
	}
	return value
}

// importTarget returns the rule for the target of an import. Both products accept expressions as
// keys from 1.7 on. OpenTofu 1.7.0 and 1.7.1 reject them in JSON.
//
// internal/configs/import.go, decodeImportBlock; terraform the same file
func importTarget(t Target) *tables.Value {
	if t.AtLeast(1, 7) {
		return unquotedReference
	}
	return unquotedTraversal
}

// importID returns the rule for the ID of an import, which Terraform 1.5 does not evaluate.
//
// internal/configs/import.go, decodeImportBlock; terraform the same file
func importID(t Target) *tables.Value {
	if t.isTerraform() && !t.AtLeast(1, 6) {
		return address(literal, tfname.TakesID)
	}
	return &tables.Value{Mode: tables.Template, Takes: tfname.TakesID}
}

// providerReferences returns the rule for a map of provider configurations.
//
// internal/configs/module_call.go, decodePassedProviderConfigs
func providerReferences(t Target) *tables.Value {
	ref := providerReference(t)
	return &tables.Value{Mode: ref.Mode, NativeReference: ref.NativeReference, MapKey: ref, MapValue: ref}
}

// backendValue returns the rule for the arguments of backend and cloud blocks.
//
// internal/configs/backend.go, Decode; terraform internal/command/meta_backend.go
func backendValue(t Target) *tables.Value {
	if t.opentofu(8) {
		return versioned(t, tables.Template, "", "Terraform, and OpenTofu before 1.8, take it verbatim")
	}
	return versioned(t, tables.Literal, "", "OpenTofu from 1.8 on reads it as a template")
}

// moduleSourceValue returns the rule for source and version of a module call.
//
// internal/configs/module_call.go; terraform internal/terraform/node_module_install.go
func moduleSourceValue(t Target) *tables.Value {
	const others = "Terraform before 1.15, and OpenTofu before 1.8, take it verbatim"
	switch {
	case t.opentofu(8):
		return versioned(t, tables.Template, "", others)
	case t.terraform(15):
		return versioned(t, tables.Template, "Terraform before 1.15 takes it verbatim", others)
	}
	return &tables.Value{Mode: tables.Literal, Takes: tfname.TakesText}
}

// mockValue returns the rule for the values that tests use instead of a provider's.
//
// internal/configs/test_file.go; terraform internal/moduletest/mocking/overrides.go
func mockValue(t Target) *tables.Value {
	if t.terraform(15) {
		return versioned(t, tables.Template, "Terraform before 1.15 takes it verbatim",
			"OpenTofu, and Terraform before 1.15, take it verbatim")
	}
	return versioned(t, tables.Literal, "", "Terraform from 1.15 on reads it as a template")
}

// versioned returns a rule that differs between targets. Without an explicit target, Differs is
// others. For files that only the target's product reads, Differs is own, which is empty if all
// versions of the product that read such files have the same rule.
func versioned(t Target, mode tables.Mode, own, others string) *tables.Value {
	v := &tables.Value{Mode: mode}
	switch {
	case t.Major != 0:
	case t.Alone:
		v.Differs = own
	default:
		v.Differs = others
	}
	return v
}

// guesses is generated from the built-in table of providers by a test of
// internal/develop/providertable. Each line contains a name and the columns of [guess.Uses] in
// percent, summed over the providers. The lines are sorted by name.
//
//go:embed guesses.txt
var guesses string

// providerNames classifies a JSON value by its name in the body of an unknown provider. A kind on
// which nine or more providers agree is certain.
var providerNames = guess.NewUses(guessed, 9*100)

// guessed returns the uses of a name. It searches the line of the name by bisection.
func guessed(name string) guess.Uses {
	low, high := 0, len(guesses)
	for low < high {
		start := (low + high) / 2
		start = strings.LastIndexByte(guesses[:start], '\n') + 1
		end := start + strings.IndexByte(guesses[start:], '\n')
		found, columns, _ := strings.Cut(guesses[start:end], " ")
		switch strings.Compare(name, found) {
		case 0:
			return usesOf(columns)
		case -1:
			high = start
		default:
			low = end + 1
		}
	}
	return guess.Uses{}
}

func usesOf(columns string) (u guess.Uses) {
	for _, column := range []*int{&u.Blocks, &u.AsBlocks, &u.Objects, &u.Lists, &u.Arrays} {
		text, rest, _ := strings.Cut(columns, " ")
		*column, _ = strconv.Atoi(text)
		columns = rest
	}
	return u
}
