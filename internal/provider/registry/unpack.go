package registry

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/hcljson/hcljson/internal/provider/plugin"
)

// maxEntries is the maximum number of files and directories in an archive, which are removed later.
// maxName is the maximum length of their names, which also limits the depth of directories.
const (
	maxEntries = 2000
	maxName    = 1000
)

// archiveError is the error for an invalid archive, in contrast to an error of this computer.
type archiveError struct{ problem string }

// Error returns the problem of the archive.
func (e *archiveError) Error() string { return e.problem }

func archiveErrorf(format string, args ...any) error {
	return &archiveError{fmt.Sprintf(format, args...)}
}

// unpack unpacks the archive of a provider into a new directory, and returns the name of its
// executable. It creates no file unless the whole archive is acceptable.
func unpack(ctx context.Context, file *os.File, dir, providerType string, limit int64) (string, error) {
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	archive, err := zip.NewReader(file, info.Size())
	if err != nil {
		return "", archiveErrorf("it is not a zip archive: %s", err)
	}
	if err := checkEntries(archive.File, limit); err != nil {
		return "", err
	}
	var files []string
	for _, entry := range archive.File {
		if entry.Mode().IsRegular() && !strings.Contains(entry.Name, "/") {
			files = append(files, entry.Name)
		}
	}
	executable := plugin.ExecutableOf(files, providerType)
	if executable == "" {
		return "", archiveErrorf("it has no executable terraform-provider-%s", providerType)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	for _, entry := range archive.File {
		if err := extract(ctx, root, entry); err != nil {
			return "", err
		}
	}
	return executable, root.Chmod(executable, 0o755)
}

// checkEntries returns an error for an archive that must not be unpacked.
func checkEntries(entries []*zip.File, limit int64) error {
	if len(entries) > maxEntries {
		return archiveErrorf("it has %d entries, and more than %d are not unpacked", len(entries), maxEntries)
	}
	// made contains the created names, including implied directories, and reports whether a name is
	// a file. Names that a file system can treat as equal are one name here.
	made := map[string]bool{}
	var total uint64
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name, "/")
		if strings.ContainsAny(name, "\\:\x00") || path.Clean(name) != name || name == "." ||
			!filepath.IsLocal(filepath.FromSlash(name)) {
			return archiveErrorf("the path %.200q in it does not stay in the package or is not portable", entry.Name)
		}
		if len(name) > maxName {
			return archiveErrorf("the path %.200q... in it has more than %d bytes", entry.Name, maxName)
		}
		isFile := entry.Mode().IsRegular()
		if !isFile && !entry.Mode().IsDir() {
			return archiveErrorf("%q in it is neither a file nor a directory", entry.Name)
		}
		key := strings.ToLower(name)
		if wasFile, twice := made[key]; twice && (isFile || wasFile) {
			return archiveErrorf("%q is in it twice", entry.Name)
		}
		made[key] = isFile
		for dir := path.Dir(key); dir != "."; dir = path.Dir(dir) {
			fileThere, known := made[dir]
			if fileThere {
				return archiveErrorf("the directory of %q in it is also a file", entry.Name)
			}
			if known {
				break
			}
			made[dir] = false
		}
		if len(made) > maxEntries {
			return archiveErrorf("it makes more than %d files and directories", maxEntries)
		}
		if total += entry.UncompressedSize64; entry.UncompressedSize64 > uint64(limit) || total > uint64(limit) {
			return archiveErrorf("it unpacks to more than %d bytes", limit)
		}
	}
	return nil
}

// extract writes an entry. archive/zip limits its size to the declared size.
func extract(ctx context.Context, root *os.Root, entry *zip.File) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	name := filepath.FromSlash(strings.TrimSuffix(entry.Name, "/"))
	if entry.Mode().IsDir() {
		return root.MkdirAll(name, 0o755)
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if entry.Mode()&0o111 != 0 {
		mode = 0o755
	}
	from, err := entry.Open()
	if err != nil {
		return archiveErrorf("%q in it cannot be read: %s", entry.Name, err)
	}
	defer from.Close()
	to, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, &contextReader{from, ctx})
	if err != nil && !errors.As(err, new(*fs.PathError)) && ctx.Err() == nil {
		err = archiveErrorf("%q in it cannot be read: %s", entry.Name, err)
	}
	return errors.Join(err, to.Close())
}

// contextReader is a reader that fails after its context ends.
type contextReader struct {
	io.Reader
	ctx context.Context
}

// Read fails with the cause of the context after its end.
func (r *contextReader) Read(p []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.Reader.Read(p)
}
