// Package tree has no code. Its package treediff matches the nodes of two trees of hclwrite, and makes a script of the
// changes. Its package nodes has functions on nodes that the conversion and the edits share. Both import hclwrite,
// schema and text. Read treediff.Script first.
package tree
