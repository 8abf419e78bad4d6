// Package schema has no code. Its packages hold what the library's package schema does not publish:
//
//   - tables: the types of the tables of languages
//   - languages: operations on a whole language
//   - conventions: rules of a language that the commands follow and no product enforces
//
// They import facts and, except tables, the public package schema; the tables in schema/opentofu import them. Read
// tables.Body first.
package schema
