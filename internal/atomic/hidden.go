package atomic

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

const (
	hiddenPrefix = ".hcljson-"
	randomLength = 5 // bytes
	signLength   = 3
)

// secret signs the names of temporary files, so that a file that comes with a
// repository is not taken for one.
var secret = sync.OnceValue(func() []byte {
	if key := userSecret(); key != nil {
		return key
	}
	return []byte(rand.Text()) // nobody will know them again
})

// hidden returns a name next to path that products skip.
func hidden(path string) string {
	random := make([]byte, randomLength)
	rand.Read(random)
	return filepath.Join(filepath.Dir(path), hiddenPrefix+hex.EncodeToString(append(random, signHidden(random)...)))
}

// isHidden reports whether a name is one that hidden has returned.
func isHidden(name string) bool {
	text, ok := strings.CutPrefix(name, hiddenPrefix)
	if !ok || len(text) != 2*(randomLength+signLength) || text != strings.ToLower(text) {
		return false
	}
	content, err := hex.DecodeString(text)
	return err == nil && hmac.Equal(content[randomLength:], signHidden(content[:randomLength]))
}

func signHidden(random []byte) []byte {
	mac := hmac.New(sha256.New, secret())
	mac.Write(random)
	return mac.Sum(nil)[:signLength]
}

// claims are the directories with temporary files that this run still needs.
type claims map[string]*os.File

func (c *claims) add(dir string) {
	if *c == nil {
		*c = make(claims)
	}
	if (*c)[dir] == nil {
		(*c)[dir] = claim(dir)
	}
}

func (c claims) release() {
	for _, file := range c {
		file.Close()
	}
}
