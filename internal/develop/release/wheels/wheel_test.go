package wheels

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func readArchive(t *testing.T, wheel []byte) map[string]*zip.File {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(wheel), int64(len(wheel)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*zip.File{}
	for _, f := range archive.File {
		files[f.Name] = f
	}
	return files
}

func content(t *testing.T, f *zip.File) []byte {
	t.Helper()
	if f == nil {
		t.Fatal("a file is missing")
	}
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A wheel is the same each time, has each file in its record, and a program that can be
// started.
func TestWheel(t *testing.T) {
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := readPackage(root, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range platforms {
		var wheel, again bytes.Buffer
		for _, out := range []*bytes.Buffer{&wheel, &again} {
			if err := pkg.write(out, p, []byte("program")); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(wheel.Bytes(), again.Bytes()) {
			t.Error("two wheels of the same files differ")
		}
		files := readArchive(t, wheel.Bytes())
		program := "hcljson/bin/hcljson"
		if p.os == "windows" {
			program += ".exe"
		}
		if f := files[program]; f == nil || f.Mode().Perm() != 0o755 {
			t.Errorf("%s: %s cannot be started", p.os, program)
		}
		for _, name := range []string{"hcljson/__init__.py", "hcljson/py.typed"} {
			if files[name] == nil {
				t.Errorf("missing %s", name)
			}
		}
		record := string(content(t, files["hcljson-1.2.3.dist-info/RECORD"]))
		if n := strings.Count(record, "\n"); n != len(files) {
			t.Errorf("the record has %d of %d files", n, len(files))
		}
		for name, f := range files {
			text := content(t, f)
			sum := sha256.Sum256(text)
			line := fmt.Sprintf("%s,sha256=%s,%d\n", name, base64.RawURLEncoding.EncodeToString(sum[:]), len(text))
			if strings.HasSuffix(name, "/RECORD") {
				line = name + ",,\n"
			}
			if !strings.Contains(record, line) {
				t.Errorf("the record lacks %s", line)
			}
		}
		tags := string(content(t, files["hcljson-1.2.3.dist-info/WHEEL"]))
		name := strings.TrimSuffix(strings.TrimPrefix(pkg.fileName(p), "hcljson-1.2.3-py3-none-"), ".whl")
		if strings.Count(tags, "Tag: ") != len(strings.Split(name, ".")) {
			t.Errorf("%s does not have the tags of its name:\n%s", name, tags)
		}
	}
}

func TestVersions(t *testing.T) {
	for version, ok := range map[string]bool{
		"0.1.0": true, "0.1.0rc1": true, "1": true, "1.0.dev3": true, "v1.0": false, "1.0-rc.1": false, "": false,
		"1/..": false,
	} {
		if published.MatchString(version) != ok {
			t.Errorf("%q: not %t", version, ok)
		}
	}
}
