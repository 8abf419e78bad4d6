package builtin

import "github.com/hcljson/hcljson/schema"

// A table is a file for each provider. It starts with a line of JSON, the
// [Provider]; then come
//
//	names   a count, and the names of arguments and blocks
//	types   a count, and types as cty writes them in JSON
//	bodies  a count, and bodies, each with its length before it
//	parts   for each of Parts the types of resources, with their length before them
//
// Numbers are unsigned varints, and texts have their length before them. A body
// is a count and its entries: the index of the name times [Kinds] plus the kind;
// then, of a block, the index of its body, which is before, and of an
// AttributeAsBlocks that of its type. A type of resources is its name, as the
// number of bytes that it has in common with the one before and the rest, and for
// each version of the provider what [Absent] explains.
const (
	Kinds = 16
	// For each version, a type is described as in the version before, or it does
	// not exist, or it has the body with the index that is left.
	Same      = 0
	Absent    = 1
	FirstBody = 2
)

// Parts are the parts of a provider's schema in the order of the format.
var Parts = []schema.Part{
	schema.ProviderConfig, schema.Resource, schema.DataSource, schema.EphemeralResource,
	schema.ListResource, schema.Action, schema.StateStore,
}

// Provider is a provider in the table.
type Provider struct {
	// Source is its address without a host: "hashicorp/aws".
	Source string
	// Formerly are the addresses that it had before.
	Formerly []string `json:",omitempty"`
	// Versions are those that the table describes, one for each major version, the
	// newest last.
	Versions []Version
}

// Version is a version of a provider.
type Version struct {
	Version string
	// Date is the day on which it, or the source of the table, was published.
	Date string
	// From is where the table has it from: modules, packages or files with their
	// versions, the one that says most first.
	From []string
	// Lacks is what the source does not know.
	Lacks []string `json:",omitempty"`
}
