//go:build go1.27

package hcltext

import "github.com/apparentlymart/go-textseg/v17/textseg"

// scanGraphemes is of the version of Unicode that upstream's formatter has with
// this version of Go.
func scanGraphemes(text []byte, whole bool) (int, []byte, error) {
	return textseg.ScanGraphemeClusters(text, whole)
}
