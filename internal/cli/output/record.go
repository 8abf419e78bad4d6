package output

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
)

// Record stores the contents of files before an edit, until the run is complete. After an
// interruption, the same command starts from these contents. Records are in the user's cache. In the
// edited directory, another person could supply a false record. If the cache cannot be opened,
// nothing is recorded.
type Record struct {
	dir  *os.Root
	name string
	// contents maps the key of an edited file to its content before the edit.
	contents map[string][]byte
	mutex    sync.Mutex
	complete bool
}

// recorded is a line of a record: the key of an edited file and its content before the edit.
type recorded struct {
	Key    string
	Before []byte
}

// lineStart is the start of each line of a record.
const lineStart = `{"Key":"`

// recordTime is the lifetime of the record of an incomplete run.
const recordTime = 7 * 24 * time.Hour

// OpenRecord opens the record of a command line in the current directory, reads the contents that an
// interrupted run recorded, and removes expired records. If the record cannot be used, it returns the
// reason, and nil unless new contents can still be recorded.
func OpenRecord(getenv func(string) string, words []string) (r *Record, unusable error) {
	dir, err := pluginschemas.OpenRuns(getenv)
	if err != nil {
		return nil, err
	}
	r = &Record{dir: dir, contents: map[string][]byte{}}
	r.name = fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%q", append([]string{atomic.RealPath(".")}, words...))))
	list, _ := fs.ReadDir(dir.FS(), ".")
	for _, entry := range list {
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > recordTime {
			_ = dir.Remove(entry.Name())
		}
	}
	text, _, err := atomic.ReadFile(r.path())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		_ = dir.Close()
		return nil, err
	}
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		var entry recorded
		start := line[:min(len(line), len(lineStart))]
		if json.Unmarshal(line, &entry) == nil {
			r.contents[entry.Key] = entry.Before
		} else if !strings.HasPrefix(lineStart, string(start)) { // an interruption can leave an incomplete line
			unusable = fmt.Errorf("%s is damaged", r.path())
		}
	}
	return r, unusable
}

func (r *Record) path() string { return filepath.Join(r.dir.Name(), r.name) }

// recordKey returns the key of a file with the given content.
func recordKey(s *input.Source, content []byte) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%q%s", s.Path(), content)))
}

// ContentBefore returns the content that a file had before an interrupted run. The second result is
// true if that run edited the file.
func (r *Record) ContentBefore(s *input.Source, content []byte) ([]byte, bool) {
	if r == nil {
		return content, false
	}
	before, edited := r.contents[recordKey(s, content)]
	if !edited {
		return content, false
	}
	return before, true
}

// addResults records the old contents of files that are about to be written. If it fails, the run
// continues without a record of these files.
func (r *Record) addResults(files []*Result) {
	if r == nil {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var lines []byte
	for _, c := range files {
		if !c.Edited && !bytes.Equal(c.Src, c.Converted) {
			line, _ := json.Marshal(recorded{recordKey(c.Source, c.Converted), c.Src})
			lines = fmt.Appendf(lines, "\n%s", line) // the last line may be incomplete
		}
	}
	if lines == nil {
		return
	}
	file, err := r.dir.OpenFile(r.name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	defer file.Close()
	if _, err := file.Write(lines); err == nil {
		_ = file.Sync()
	}
}

// errOtherResult returns the error for a file that an interrupted run of the same command edited
// with another result.
func (r *Record) errOtherResult(c *Result) *hcl.Diagnostic {
	return report.Errorf("Interrupted run with another result", "An interrupted run of this command edited %s with "+
		"another result. Restore the file, or remove %s to edit the present content.", c.Name, r.path())
}

// Finish marks the run as complete unless its exit status is an error.
func (r *Record) Finish(status int) {
	if r != nil {
		r.complete = status < env.ExitError
	}
}

// Close removes the record of a complete run.
func (r *Record) Close() {
	if r == nil {
		return
	}
	if r.complete {
		_ = r.dir.Remove(r.name)
	}
	_ = r.dir.Close()
}
