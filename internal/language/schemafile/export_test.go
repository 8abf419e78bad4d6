package schemafile

import "github.com/hashicorp/hcl/v2"

// FileBlocks and BlockSchemas export the schemas of files and blocks.
var (
	FileBlocks   = fileBlocks
	BlockSchemas = map[string]*hcl.BodySchema{
		"language": languageSchema, "file": fileSchema, "load": loadSchema, "rule": ruleSchema, "body": bodySchema,
		"root":      bodySchema,
		"attribute": attributeSchema, "as_blocks": bodySchema, "block": blockSchema, "when_label": labelSchema,
		"when_value": bodySchema, "known_names": namesSchema,
	}
)
