// Package language has no code. Its packages select languages, and find and read their files:
//
//   - source, reading: a file that is read once, and the parts of files that are not trusted
//   - dialects, schemafile: the languages by file name, and the files that describe them
//   - configdir: the files of a directory, and what a product loads before and after a change of names
//   - packer, packercomponents: names and built-in schemas of the plugins of Packer; packerplugins: schemas of
//     installed plugins
//
// They import hclwrite, text, facts and schema, and no conversion. Read schemafile.Language and
// dialects.Language first.
package language
