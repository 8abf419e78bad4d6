// Package testing has no code. Its packages are for tests:
//
//   - golden: the archives in testdata
//   - oracles: terraform, tofu, packer and other programs that judge a result
//   - schematest: the comparison of tables
//
// They import language and provider, but neither hclwrite nor convert, whose tests use them. Read golden.Golden first.
package testing
