// Package tree has no code. Its package treediff matches the nodes of two trees of hclwrite, and makes a script of the
// changes. It imports hclwrite, schema and text. The conversion uses it, and so do the edits. Read treediff.Script
// first.
package tree
