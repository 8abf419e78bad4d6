// Package schema contains the type of languages. The packages below it have one for each language:
// schema/dialects selects one by file name, schema/opentofu returns those of OpenTofu and Terraform, and
// schema/provider adds the schemas of providers.
package schema

import "github.com/hcljson/hcljson/internal/schema/tables"

// Dialect is a language, such as the configuration language of OpenTofu 1.12. It defines which names are
// attributes and which are blocks, and how a product interprets the strings of JSON. A program gets a Dialect
// from a package below schema and passes it on. The tables are not part of the library, because they change with
// each release of a product. A schema file defines an own language; see dialects.ReadLanguage.
//
// A Dialect must not be changed. It is safe for concurrent use.
type Dialect tables.Dialect

// EscapedExpression is the prefix of an escaped expression. An escaped expression is a JSON string that
// contains an expression without a JSON form. It is used only in JSON that no product loads.
const EscapedExpression = "hcljson expression: "
