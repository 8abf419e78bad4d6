// Package internal has no code. Its folders, from the lowest to the highest; a package imports only packages of
// its own folder and of lower ones, and TestLayers holds this order with the public packages in between:
//
//   - facts: names, types and file names that the tables of languages need
//   - text: text, JSON and diagnostics, without the tree of hclwrite
//   - schema: the types of the tables, operations on a language, and conventions of the commands
//   - tree: the comparison of two trees of hclwrite
//   - annotation: the "//" property of HCL-JSON
//   - language: the languages, their files, and reading of files that are not trusted
//   - provider: schemas of providers and plugins, and where they come from
//   - edit: the printers that write a changed tree onto the old text
//   - generate: what is made of, or rewritten for, generated files
//   - service: the operations for other programs
//   - files: writing of files
//   - cli: the command
//   - testing: what tests of several packages share
//   - develop: the programs for the development of hcljson, a module of its own
package internal
