package openpgp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/openpgp"
)

// The keys and signatures in testdata are made by GnuPG 2.2.
func TestGnuPG(t *testing.T) {
	file := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, test := range []struct {
		key, signature, want string
		expired              bool
	}{
		{"rsa", "rsa", "", false},
		{"dsa", "dsa", "", false},
		{"ecdsa", "ecdsa", "", false},
		{"eddsa", "eddsa", "", false},
		{"eddsa", "text", "", false},
		{"subkey", "subkey", "", false},
		{"short", "short", "", true},
		{"revoked", "revoked", "revoked", false},
		{"rsa", "sha1", "SHA-1", false},
		{"rsa", "dsa", "another key", false},
	} {
		name := test.key + ", " + test.signature
		keys, err := openpgp.ReadKeys(string(file(test.key + ".asc")))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		signature := file(test.signature + ".sig")
		s, err := keys.Verify(file("document"), signature, now)
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || s.Expired != test.expired {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
		if _, err := keys.Verify(append(file("document"), ' '), signature, now); err == nil {
			t.Errorf("%s: another document has the signature", name)
		}
	}
}
