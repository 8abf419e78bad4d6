// Package generate has no code. Its packages make files, or rewrite generated ones:
//
//   - tidy: rewrites for readers, with their proof
//   - eject, upgrade: the output of CDKTF, and legacy templates of Packer, as HCL
//   - jsonformat: the JSON that the products show; toconfig: configuration for a state or plan; fromconfig: the JSON of
//     a configuration; plansummary: a plan for readers
//   - jsonschema: JSON Schemas for editors and validators
//   - jsoncall, secrets: calls of jsonencode, and values that must not be shown
//
// They import convert and all below it. None uses files or the network. Read tidy.Apply first.
package generate
