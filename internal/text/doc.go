// Package text has no code. Its packages handle text without the tree of hclwrite:
//
//   - hcltext: tokens, templates, names, and the rules of spaces and alignment
//   - jsontree, jsonedit: JSON with positions, and changes of its text
//   - diagnostic: messages as JSON, and text that is no UTF-8
//   - limits: the limits of nesting, of size, and of constant expressions
//   - lcs, lazyregexp, parsecount: common parts of lists, patterns, and a count for a test
//
// They import jsonemit and each other. Read jsontree.Value and hcltext.Lexer first.
package text
