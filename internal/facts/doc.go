// Package facts has no code. Its packages hold facts of the products that code and tables share:
//
//   - guess: whether a name without a schema is an attribute or a block
//   - loading: the files that a product loads, and their order
//   - tfname: names of blocks and arguments
//   - typespec: the values of a provider's types
//
// They import the standard library and go-cty only, because the tables import them. A fact that fits in a
// row of a table belongs there. Read guess.Names first.
package facts
