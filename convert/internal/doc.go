// Package internal has no code. Its packages are the stages of a conversion:
//
//   - tojson, tohcl: the two directions; arrangement writes JSON, placement reads comments and layouts from "//"
//   - kinds, hints, shape: whether a name in JSON is an attribute or blocks
//   - expression, scope, syntax: expressions, and the names that they may use
//   - accept: mistakes that the product refuses
//   - asblocks, dynamic: arguments as blocks, and dynamic blocks
//   - sourcemap, report: source maps, and diagnostics with positions
//
// They import annotation, hclwrite, schema and text, and nothing of convert. Read tojson.Write and tohcl.Read first.
package internal
