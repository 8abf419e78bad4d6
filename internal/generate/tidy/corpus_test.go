package tidy_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestCorpus takes every .tf.json file below a directory through all steps.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS names no directory")
	}
	counts := map[string]int{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".tf.json") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		opts := tidy.Options{Dialect: opentofu.Config(opentofu.Target{Product: opentofu.Terraform})}
		file, diags := convert.ReadJSON(src, path, opts.Dialect, convert.Options{})
		if diags.HasErrors() {
			counts["refused"]++
			return nil
		}
		for _, same := range []bool{false, true} {
			opts.SameValue = same
			source := equivalent.Source{Bytes: src, Filename: path, JSON: true}
			result := checkedResultOf(t, path, source, []tidy.File{{Name: "cdk.tf", File: file}}, nil, opts)
			for _, c := range result.Changes {
				if same {
					counts["same value: "+c.Step]++
				} else {
					counts[c.Step]++
				}
			}
			if out := os.Getenv("HCLJSON_OUT"); out != "" && same {
				for _, f := range result.Files {
					to := filepath.Join(out, filepath.Base(filepath.Dir(path)), f.Name)
					_ = os.MkdirAll(filepath.Dir(to), 0o755)
					_ = os.WriteFile(to, f.Bytes(), 0o644)
				}
			}
		}
		counts["files"]++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if counts["files"] == 0 {
		t.Fatalf("no files below %s", dir)
	}
	t.Log(counts)
}

// checkedResult applies steps, and checks the result.
func checkedResult(t testing.TB, name string, files []tidy.File, steps []string, opts tidy.Options) tidy.Result {
	t.Helper()
	return applyAndCheck(t, name, files, steps, opts, func(r tidy.Result) hcl.Diagnostics {
		return tidy.CheckEquivalence(tidy.EquivalenceSources(files), r.Files, r.Changes, opts)
	})
}

// checkedResultOf is checkedResult for files converted from a source in the other syntax.
func checkedResultOf(
	t testing.TB, name string, source equivalent.Source, files []tidy.File, steps []string, opts tidy.Options,
) tidy.Result {
	t.Helper()
	return applyAndCheck(t, name, files, steps, opts, func(r tidy.Result) hcl.Diagnostics {
		return tidy.CheckEquivalence([]equivalent.Source{source}, r.Files, r.Changes, opts)
	})
}

func applyAndCheck(
	t testing.TB, name string, files []tidy.File, steps []string, opts tidy.Options,
	check func(tidy.Result) hcl.Diagnostics,
) tidy.Result {
	t.Helper()
	var before [][]byte
	for _, f := range files {
		before = append(before, f.Bytes())
	}
	result, diags := tidy.Apply(files, steps, opts)
	if diags.HasErrors() {
		t.Errorf("%s: %s", name, messages(diags))
		return result
	}
	for i, f := range files {
		if !bytes.Equal(f.Bytes(), before[i]) {
			t.Errorf("%s: the input has changed", name)
		}
	}
	if diags := check(result); diags.HasErrors() {
		t.Errorf("%s: %s", name, messages(diags))
	}
	if again, _ := tidy.Apply(result.Files, steps, opts); len(again.Changes) > 0 {
		t.Errorf("%s: the steps find more the second time: %+v", name, again.Changes)
	}
	for _, f := range result.Files {
		printed := f.Bytes()
		again, diags := hclwrite.ParseFile(printed, f.Name)
		if diags.HasErrors() {
			t.Errorf("%s: %s\n%s", name, messages(diags), printed)
			continue
		}
		if second := again.Bytes(); !bytes.Equal(printed, second) {
			t.Errorf("%s: %s is printed in another way the second time:\n%s\nthen\n%s", name, f.Name, printed, second)
		}
	}
	return result
}

func messages(diags hcl.Diagnostics) string {
	var b strings.Builder
	for _, diag := range diags {
		b.WriteString(diag.Error() + "\n")
	}
	return b.String()
}
