//go:build !lean

package registrytest

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Zip returns an archive of files by name, in the order of the names. A name that
// starts with terraform-provider- is an executable.
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

// Entry is a file, directory or link in an archive, with any name and mode.
type Entry struct {
	Name    string
	Mode    fs.FileMode
	Content string
}

// ZipEntries returns an archive with just these entries. It panics if that fails.
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
