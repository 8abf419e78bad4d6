package opentofu

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// style returns the conventions for configuration: the style guides of both products (terraform
// website docs/language/style.mdx; opentofu the same), and the usage in modules of the public
// registries.
func style() *conventions.Style {
	return &conventions.Style{
		Blocks: []string{
			"terraform", "language", "provider", "variable", "locals", "data", "ephemeral", "resource", "action",
			"module", "check", "output", "moved", "removed", "import",
		},
		Orders:       orders,
		Files:        styleFiles,
		Main:         "main",
		Ending:       ".tf",
		Fixed:        loading.IsOverride,
		Declarations: declarations,
		// internal/addrs/parse_ref.go, parseRef
		Moved: conventions.MovedRow{
			Type: "moved", From: "from", To: "to",
			Reserved: []string{"each", "count", "path", "self", "terraform", "tofu", "template", "lazy", "arg"},
		},
		Removed: conventions.RemovedRow{Type: "removed", From: "from", Block: "lifecycle", Destroy: "destroy"},
		Calls: conventions.CallsRow{
			Type: "module", Source: "source", Input: "variable", Output: "output", Instances: []string{"count", "for_each"},
			Keys: "for_each", KeyFunctions: []string{"toset", "tomap"}, Dependencies: "depends_on",
		},
		Historic: []conventions.HistoricRow{
			{Type: "moved", References: []string{"from", "to"}},
			{Type: "removed", References: []string{"from"}},
		},
		// internal/builtin/providers/terraform/resource_data.go, planDataStoreResourceChange
		Copies: []conventions.CopyRow{{Name: "terraform_data", Argument: "input", Attribute: "output"}},

		Configurations: []string{"provider", "providers"},
		Configuration:  "provider",
		Self:           "self",
		Paths:          []conventions.PathRow{{Block: "lifecycle", Argument: "ignore_changes"}},
		// internal/addrs/resource.go, ImpliedProvider
		Implied: []conventions.ImpliedRow{
			{Type: "resource", Argument: "provider"},
			{Type: "data", Argument: "provider"},
			{Type: "ephemeral", Argument: "provider"},
		},
		IsDocument: isDocument,
		Plain:      plain,
		// internal/lang/functions.go
		Functions: []string{"jsonencode", "chomp"},
		// terraform-registry-address, ParseProviderSource; an address of one part.
		Sources: []conventions.SourceRow{
			{
				Type: "terraform", Block: "required_providers", Argument: "source", Namespace: "hashicorp",
				Aliases: "configuration_aliases",
			},
		},
	}
}

var orders = []conventions.Order{
	{Type: "resource", First: metaFirst, Last: []string{"connection", "provisioner", "lifecycle", "depends_on"}},
	{Type: "data", First: metaFirst, Last: metaLast},
	{Type: "ephemeral", First: metaFirst, Last: metaLast},
	{Type: "action", First: metaFirst, Last: []string{"config"}},
	{
		Type:  "module",
		First: []string{"source", "version", "count", "for_each", "providers"},
		Last:  []string{"lifecycle", "depends_on"},
	},
	{Type: "provider", First: []string{"alias", "version", "for_each", "region"}},
	{
		Type:  "variable",
		First: []string{"description", "type", "default", "sensitive", "nullable", "ephemeral"},
		Last:  []string{"validation"},
	},
	{
		Type:  "output",
		First: []string{"description", "value", "sensitive", "ephemeral"},
		Last:  []string{"precondition", "depends_on"},
	},
	{Type: "terraform", First: []string{"required_version", "required_providers"}, Last: []string{"cloud", "backend"}},
	{Type: "moved", First: []string{"from", "to"}},
	{Type: "import", First: []string{"for_each", "to", "id"}},
	{Type: "precondition", First: conditionOrder},
	{Type: "postcondition", First: conditionOrder},
	{Type: "validation", First: conditionOrder},
	{Type: "assert", First: conditionOrder},
	{Type: tables.DynamicType, First: []string{"for_each", "iterator", "labels", "content"}},
	{Type: "provisioner", First: []string{"when", "on_failure"}, Last: []string{"connection"}},
}

var (
	metaFirst      = []string{"count", "for_each", "provider"}
	metaLast       = []string{"lifecycle", "depends_on"}
	conditionOrder = []string{"condition", "error_message"}
)

// styleFiles contains the files of the style guide, and locals.tf.
var styleFiles = []conventions.FileRow{
	{Type: "terraform", File: "versions"},
	{Type: "language", File: "versions"},
	{Type: "provider", File: "providers"},
	{Type: "variable", File: "variables"},
	{Type: "locals", File: "locals"},
	{Type: "data", File: "data"},
	{Type: "output", File: "outputs"},
	{Type: "moved", File: "moved"},
	{Type: "removed", File: "moved"},
	{Type: "import", File: "imports"},
}

// internal/addrs/parse_ref.go
var declarations = []conventions.Declaration{
	{Type: "resource", Explicit: "resource", Labels: 2, Moved: true},
	{Type: "data", Root: "data", Labels: 2, Within: "check", OnlyValue: true},
	{Type: "ephemeral", Root: "ephemeral", Labels: 2},
	{Type: "action", Root: "action", Labels: 2},
	{Type: "module", Root: "module", Labels: 1, Moved: true},
	{Type: "locals", Root: "local", OnlyValue: true},
	{Type: "variable", Root: "var", Labels: 1, Public: true, Value: "default", OnlyValue: true},
	{Type: "output", Root: "output", Labels: 1, Public: true, Value: "value"},
	{Type: "check", Root: "check", Labels: 1, Public: true},
}

//go:embed documents.txt
var documentRows string

// documents returns the set of rows, as type and argument.
var documents = sync.OnceValue(func() map[string]bool {
	found := map[string]bool{}
	for line := range strings.Lines(documentRows) {
		if columns := strings.Fields(line); columns[0] != "#" {
			found[columns[0]+" "+columns[1]] = true
		}
	}
	return found
})

func isDocument(block, typ, argument string) bool {
	return block == "resource" && documents()[typ+" "+argument]
}

// plain contains attributes whose values contain no character that JSON escapes.
var plain = []conventions.PlainRow{
	{Type: "aws_caller_identity", Names: []string{"account_id"}, Exact: true},
	{Type: "aws_region", Names: []string{"id", "name", "region"}, Exact: true},
	{Type: "aws_partition", Names: []string{"partition", "dns_suffix"}, Exact: true},
	// ARNs of objects contain their keys, which may contain any character.
	{Type: "aws_s3_object"},
	{Type: "aws_s3_bucket_object"},
	{Type: "aws_s3_object_copy"},
	// The patterns of these names and IDs are in the API references of the services.
	{Type: "aws_cloudwatch_log_group", Names: []string{"arn", "name", "id"}},
	{Type: "aws_cognito_identity_pool", Names: []string{"arn", "id"}},
	{Type: "aws_dynamodb_table", Names: []string{"arn", "stream_arn", "name", "id"}},
	{Type: "aws_ecr_repository", Names: []string{"arn", "name", "id", "repository_url"}},
	{Type: "aws_kms_key", Names: []string{"arn", "key_id", "id"}},
	{Type: "aws_s3_bucket", Names: []string{"arn", "bucket", "id", "bucket_domain_name", "bucket_regional_domain_name"}},
	{Type: "aws_sqs_queue", Names: []string{"arn", "name", "id", "url"}},
	{Prefix: "aws_", Names: []string{
		"arn", "iam_arn", "qualified_arn", "invoke_arn", "execution_arn", "stream_arn", "account_id",
	}},
}
