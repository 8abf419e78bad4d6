package registry

import (
	"bytes"
	"crypto/dsa" //lint:ignore SA1019 such keys are what the test is about
	"io"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
)

// A registry cannot name keys that take hours to read.
func TestCostlyKeys(t *testing.T) {
	armored := func(write func(io.Writer) error) string {
		var text bytes.Buffer
		to, err := armor.Encode(&text, "PGP PUBLIC KEY BLOCK", nil)
		if err == nil {
			err = write(to)
		}
		if err == nil {
			err = to.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	// Numbers as large as the format allows.
	n := new(big.Int).Lsh(big.NewInt(1), 65534)
	huge := packet.NewDSAPublicKey(time.Unix(0, 0), &dsa.PublicKey{Parameters: dsa.Parameters{P: n, Q: n, G: n}, Y: n})
	for _, test := range []struct{ armor, want string }{
		{armored(huge.Serialize), "the key has 32"},
		{armored(func(to io.Writer) error {
			// A packet of compressed data, by no method.
			_, err := to.Write([]byte{0xc0 | 8, 1, 0})
			return err
		}), "compressed"},
		{strings.Repeat("x", maxKeys+1), "not read"},
	} {
		if _, err := verify([]byte("x"), []byte("y"), []string{test.armor}); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}
