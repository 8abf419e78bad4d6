package registrytest

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
)

var (
	publisherKey = sync.OnceValue(func() *openpgp.Entity { return NewKey(time.Now().Add(-time.Hour), 0) })
	strangerKey  = sync.OnceValue(func() *openpgp.Entity { return NewKey(time.Now().Add(-time.Hour), 0) })
	// expired was valid when it signed, at its creation time.
	expiredKey = sync.OnceValue(func() *openpgp.Entity { return NewKey(time.Now().Add(-48*time.Hour), 24*time.Hour) })
)

// NewKey returns a new signing key with this creation time and validity; a validity of 0 has no end.
// It panics after an error.
func NewKey(made time.Time, valid time.Duration) *openpgp.Entity {
	key, err := openpgp.NewEntity("registrytest", "", "nobody@registry.test", &packet.Config{
		Algorithm:       packet.PubKeyAlgoEdDSA,
		KeyLifetimeSecs: uint32(valid.Seconds()),
		Time:            func() time.Time { return made },
	})
	if err != nil {
		panic(err)
	}
	return key
}

// PublicKey returns the ASCII-armored key in the form of a registry's answer.
func PublicKey(key *openpgp.Entity) string { return Armor(key.Serialize) }

// Armor returns the output of write as an ASCII-armored public key.
func Armor(write func(io.Writer) error) string {
	var out bytes.Buffer
	w, err := armor.Encode(&out, openpgp.PublicKeyType, nil)
	if err == nil {
		err = errors.Join(write(w), w.Close())
	}
	if err != nil {
		panic(err)
	}
	return out.String()
}

// Sign returns a detached binary signature, dated shortly after the creation of the key.
func Sign(key *openpgp.Entity, document []byte) []byte {
	var out bytes.Buffer
	config := &packet.Config{Time: func() time.Time { return key.PrimaryKey.CreationTime.Add(time.Second) }}
	if err := openpgp.DetachSign(&out, key, bytes.NewReader(document), config); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// Zip returns an archive of files by name, in the order of the names. Files with the prefix
// terraform-provider- are executable.
func Zip(files map[string]string) []byte {
	var entries []Entry
	for _, name := range slices.Sorted(maps.Keys(files)) {
		entry := Entry{Name: name, Mode: 0o644, Content: files[name]}
		if strings.HasPrefix(name, "terraform-provider-") {
			entry.Mode = 0o755
		}
		entries = append(entries, entry)
	}
	return ZipEntries(entries...)
}

// Entry is a file, directory or link in an archive, with an arbitrary name and mode.
type Entry struct {
	Name    string
	Mode    fs.FileMode
	Content string
}

// ZipEntries returns an archive with exactly these entries. It panics after an error.
func ZipEntries(entries ...Entry) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, entry := range entries {
		header := &zip.FileHeader{Name: entry.Name, Method: zip.Deflate}
		header.SetMode(entry.Mode)
		file, err := w.CreateHeader(header)
		if err == nil {
			_, err = file.Write([]byte(entry.Content))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}
