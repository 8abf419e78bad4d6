package registry

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
)

type entry = registrytest.Entry

var programEntry = entry{Name: "terraform-provider-small", Mode: 0o755, Content: "x"}

// All these archives are signed and have the right checksum.
func TestArchives(t *testing.T) {
	link := entry{Name: "link", Mode: fs.ModeSymlink | 0o777, Content: "/etc/passwd"}
	for name, test := range map[string]struct {
		zip  []byte
		want string
	}{
		"parent":        {registrytest.ZipEntries(programEntry, entry{Name: "../x"}), `the path "../x" in it does not stay`},
		"inner parent":  {registrytest.ZipEntries(programEntry, entry{Name: "a/../../x"}), "does not stay"},
		"absolute":      {registrytest.ZipEntries(programEntry, entry{Name: "/opt/x"}), "does not stay"},
		"backslash":     {registrytest.ZipEntries(programEntry, entry{Name: `..\x`}), "does not stay"},
		"drive":         {registrytest.ZipEntries(programEntry, entry{Name: `C:x`}), "does not stay"},
		"dot":           {registrytest.ZipEntries(programEntry, entry{Name: "."}), "does not stay"},
		"no name":       {registrytest.ZipEntries(programEntry, entry{Name: ""}), "does not stay"},
		"directory":     {registrytest.ZipEntries(programEntry, entry{Name: "../"}), "does not stay"},
		"symbolic link": {registrytest.ZipEntries(programEntry, link), `"link" in it is neither a file nor a directory`},
		"linked program": {
			registrytest.ZipEntries(entry{Name: programEntry.Name, Mode: fs.ModeSymlink | 0o777, Content: "/bin/sh"}),
			"neither a file"},
		"device": {registrytest.ZipEntries(programEntry, entry{Name: "d", Mode: fs.ModeDevice | 0o666}),
			"neither a file"},
		"set user ID": {registrytest.ZipEntries(entry{Name: "terraform-provider-other", Mode: fs.ModeSetuid | 0o755}),
			"no executable"},
		"twice":         {registrytest.ZipEntries(programEntry, programEntry), "is in it twice"},
		"twice by case": {registrytest.ZipEntries(programEntry, entry{Name: "A"}, entry{Name: "a"}), "is in it twice"},
		"file as directory": {registrytest.ZipEntries(programEntry, entry{Name: "a"}, entry{Name: "a/b"}),
			`the directory of "a/b" in it is also a file`},
		"directory as file":  {registrytest.ZipEntries(programEntry, entry{Name: "A/b"}, entry{Name: "a"}), "is in it twice"},
		"directory and file": {registrytest.ZipEntries(programEntry, entry{Name: "a"}, directoryEntry("a/")), "is in it twice"},
		"implied directories": {registrytest.ZipEntries(append(nestedEntries(5), programEntry)...),
			"it makes more than 2000 files and directories"},
		"long name": {registrytest.ZipEntries(programEntry, entry{Name: strings.Repeat("a/", 500) + "b"}),
			"in it has more than 1000 bytes"},
		"no executable": {registrytest.ZipEntries(entry{Name: "README"}),
			"it has no executable terraform-provider-small"},
		"only a prefix": {registrytest.ZipEntries(entry{Name: "terraform-provider-smaller"}), "no executable"},
		"deeper":        {registrytest.ZipEntries(entry{Name: "bin/terraform-provider-small"}), "no executable"},
		"a directory": {registrytest.ZipEntries(entry{Name: "terraform-provider-small/", Mode: fs.ModeDir | 0o755}),
			"no executable"},
		"empty":     {registrytest.ZipEntries(), "no executable"},
		"not a zip": {[]byte("hello"), "it is not a zip archive"},
		"cut":       {smallArchive[:len(smallArchive)-30], "it is not a zip archive"},
		"bomb": {registrytest.ZipEntries(programEntry, entry{Name: "x", Content: strings.Repeat("x", 5<<18)}),
			"it unpacks to more than 1048576 bytes"},
		"bombs": {
			registrytest.ZipEntries(programEntry, entry{Name: "x", Content: strings.Repeat("x", 3<<18)},
				entry{Name: "y", Content: strings.Repeat("x", 3<<18)}), "it unpacks to more than"},
		"hidden bomb": {setDeclaredSize(registrytest.ZipEntries(programEntry, entry{Name: "x", Content: strings.Repeat("x", 5<<18)})),
			`"x" in it cannot be read`},
		"damaged": {damagedArchive(), `"x" in it cannot be read: zip: checksum error`},
	} {
		t.Run(name, func(t *testing.T) {
			s := registrytest.New(t)
			s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0", Zip: test.zip})
			kind := isPackage
			if test.want == "" {
				kind = isErrorOf[error]
			}
			expectFailure(t, s, address(t, s.Host()+"/test/small"), kind, test.want)
		})
	}
}

func directoryEntry(name string) entry { return entry{Name: name, Mode: fs.ModeDir | 0o755} }

// nestedEntries returns entries that each imply almost 500 directories.
func nestedEntries(n int) []entry {
	var entries []entry
	for i := range n {
		entries = append(entries, entry{Name: strconv.Itoa(i) + strings.Repeat("/a", 490)})
	}
	return entries
}

// Directories can be listed or implied, in any order.
func TestDirectories(t *testing.T) {
	archive := registrytest.ZipEntries(programEntry, entry{Name: "a/b/c"}, directoryEntry("a/"), directoryEntry("a/b/"), directoryEntry("d/"),
		directoryEntry("d/"), entry{Name: "d/e"})
	s := registrytest.New(t)
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0", Zip: archive})
	c := newTestClient(t, s)
	if err := downloadNewest(c, address(t, s.Host()+"/test/small"), filepath.Join(t.TempDir(), "p")); err != nil {
		t.Error(err)
	}
}

// countedContext is a context that ends after a number of calls of Err.
type countedContext struct {
	context.Context
	left int
}

func (c *countedContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// An interrupted run writes no further files.
func TestInterruptedUnpacking(t *testing.T) {
	large := entry{Name: programEntry.Name, Content: strings.Repeat("x", 16<<20)}
	archive := filepath.Join(t.TempDir(), "package.zip")
	if err := os.WriteFile(archive, registrytest.ZipEntries(large), 0o644); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	_, err = unpack(&countedContext{t.Context(), 10}, file, filepath.Join(t.TempDir(), "p"), "small", 1<<30)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// setDeclaredSize declares a small size for the last entry of the archive.
func setDeclaredSize(archive []byte) []byte {
	archive = bytes.Clone(archive)
	at := bytes.LastIndex(archive, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(archive[at+24:], 10)
	return archive
}

// damagedArchive returns an archive with a wrong checksum of the last entry.
func damagedArchive() []byte {
	archive := registrytest.ZipEntries(programEntry, entry{Name: "x", Content: "hello"})
	at := bytes.LastIndex(archive, []byte("PK\x01\x02"))
	archive[at+16] ^= 1
	return archive
}

func TestManyEntries(t *testing.T) {
	err := checkEntries(make([]*zip.File, maxEntries+1), 1)
	if err == nil || !strings.Contains(err.Error(), "it has 2001 entries") {
		t.Error(err)
	}
}

func TestTooLargeArchive(t *testing.T) {
	s, addr := startPublished(t)
	c := newTestClient(t, s)
	c.maxDownload = int64(len(smallArchive)) - 1
	expectFailureOf(t, c, addr, isRequest, ".zip: it is larger than ")
	c.maxDownload++
	if err := downloadNewest(c, addr, filepath.Join(t.TempDir(), "p")); err != nil {
		t.Errorf("an archive of just the size: %s", err)
	}
}

// Modes lose unneeded bits: the rights of the group, and set-user-ID.
func TestModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		return
	}
	s := registrytest.New(t)
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0", Zip: registrytest.ZipEntries(
		entry{Name: "terraform-provider-small", Mode: 0o600, Content: "not marked as a program"},
		entry{Name: "empty/", Mode: fs.ModeDir | 0o777},
		entry{Name: "tool", Mode: fs.ModeSetuid | 0o777},
		entry{Name: "text", Mode: 0o666},
	)})
	c := newTestClient(t, s)
	dir := filepath.Join(t.TempDir(), "p")
	if _, err := c.Download(context.Background(), address(t, s.Host()+"/test/small"), v120, dir); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{"terraform-provider-small": 0o755, "empty": fs.ModeDir | 0o755,
		"tool": 0o755, "text": 0o644} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}
