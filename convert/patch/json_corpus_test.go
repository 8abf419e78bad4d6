package patch

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

// TestJSONCorpus makes the edits in the JSON files under the directory that the
// environment names.
func TestJSONCorpus(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS names no directory of HCL files")
	}
	files, made, coarse := 0, 0, 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		described, err := dialects.ForFile(path, dialects.Options{})
		if err != nil || described.Dialect == nil {
			return nil
		}
		language := described.Dialect
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, diags := convert.ReadJSON(src, path, language, convert.Options{})
		if diags.HasErrors() {
			return nil
		}
		files++
		edited := file.Bytes()
		repaired := proof(src, edited, language).HasErrors()
		got, diags := JSON(src, path, edited, "edited", language, Options{})
		if !repaired && (diags.HasErrors() || !bytes.Equal(got, src)) {
			t.Errorf("%s: changes without an edit: %s", path, diags)
		}
		for _, edit := range jsonEdits {
			for n := range 4 {
				file := native(t, src, language)
				if !edit.edit(file, n*n*7) {
					break
				}
				edited := file.Bytes()
				if _, diags := convert.ToJSON(edited, "", language, convert.Options{}); diags.HasErrors() {
					continue
				}
				made++
				if !checkJSON(t, path+": "+edit.name, "as it is", src, edited, language, repaired) && !repaired {
					t.Logf("%s: %s %d: too much is rewritten", path, edit.name, n)
					coarse++
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d edits, %d of them coarse, %d lines for %d", files, made, coarse, linesOf[0], linesOf[1])
}
