// Package schema has no code. Its packages hold what the library's package schema does not publish:
//
//   - conventions: rules of a language that the commands follow and no product enforces
//   - classify: the guess for a name that a body does not list
//
// They import facts and the public package schema; the tables in schema/opentofu import them. Read conventions.Facts
// first.
package schema
