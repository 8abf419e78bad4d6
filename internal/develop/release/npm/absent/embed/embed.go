// Package embed stands in for the one of Go, which brings files and times along. Texts need
// nothing of it.
package embed
