//go:build !lean

package registry

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/openpgp/openpgptest"
)

// A registry cannot name keys that take hours to read.
func TestCostlyKeys(t *testing.T) {
	// Numbers as large as the format allows.
	number := openpgptest.MPI(bytes.Repeat([]byte{0xff}, 8191))
	huge := append([]byte{4, 0, 0, 0, 0, 17}, bytes.Repeat(number, 4)...)
	for _, test := range []struct {
		armors []string
		want   string
	}{
		{[]string{openpgptest.Armor(openpgptest.Packet(openpgptest.TagPublicKey, huge))}, "the key has 32"},
		{[]string{openpgptest.Armor(openpgptest.Packet(8, []byte{0}))}, "compressed"},
		{[]string{strings.Repeat("x", maxKeys+1)}, "not read"},
		{slices.Repeat([]string{"x"}, maxBlocks+1), "101 keys"},
	} {
		if _, err := verify([]byte("x"), []byte("y"), test.armors); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}
