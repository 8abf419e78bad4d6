package wheels

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// pythonPackage is what all wheels have.
type pythonPackage struct {
	root, version   string
	modules         []entry
	readme, license []byte
}

// entry is a file of a wheel.
type entry struct {
	name       string
	content    []byte
	executable bool
}

// readPackage reads packages/python.
func readPackage(root, version string) (*pythonPackage, error) {
	p := &pythonPackage{root: root, version: version}
	dir := filepath.Join(root, "packages", "python")
	for _, pattern := range []string{"*.py", "py.typed"} {
		names, err := filepath.Glob(filepath.Join(dir, "src", "hcljson", pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			p.modules = append(p.modules, entry{name: path.Join("hcljson", filepath.Base(name)), content: content})
		}
	}
	for name, to := range map[string]*[]byte{
		filepath.Join(dir, "README.md"): &p.readme, filepath.Join(root, "LICENSE"): &p.license,
	} {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		*to = content
	}
	return p, nil
}

// fileName returns the name of a wheel, which contains its platform for installers.
func (p *pythonPackage) fileName(to platform) string {
	return fmt.Sprintf("hcljson-%s-py3-none-%s.whl", p.version, strings.Join(to.tags, "."))
}

// write writes the wheel of a platform with the program.
func (p *pythonPackage) write(out io.Writer, to platform, program []byte) error {
	bin := entry{name: "hcljson/bin/hcljson", content: program, executable: true}
	if to.os == "windows" {
		bin.name += ".exe"
	}
	info := "hcljson-" + p.version + ".dist-info/"
	entries := append([]entry{bin}, p.modules...)
	entries = append(entries,
		entry{name: info + "METADATA", content: p.metadata()},
		entry{name: info + "WHEEL", content: wheelFile(to)},
		entry{name: info + "entry_points.txt", content: []byte("[console_scripts]\nhcljson = hcljson.__main__:main\n")},
		entry{name: info + "LICENSE", content: p.license},
	)
	var record bytes.Buffer
	for _, e := range entries {
		sum := sha256.Sum256(e.content)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", e.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(e.content))
	}
	fmt.Fprintf(&record, "%sRECORD,,\n", info)
	return writeZip(out, append(entries, entry{name: info + "RECORD", content: record.Bytes()}))
}

// epoch is the first time that an archive can have.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func writeZip(out io.Writer, entries []entry) error {
	archive := zip.NewWriter(out)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: epoch}
		header.SetMode(0o644)
		if e.executable {
			header.SetMode(0o755)
		}
		w, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := w.Write(e.content); err != nil {
			return err
		}
	}
	return archive.Close()
}

func wheelFile(to platform) []byte {
	var b bytes.Buffer
	b.WriteString("Wheel-Version: 1.0\nGenerator: hcljson\nRoot-Is-Purelib: false\n")
	for _, tag := range to.tags {
		fmt.Fprintf(&b, "Tag: py3-none-%s\n", tag)
	}
	return b.Bytes()
}

func (p *pythonPackage) metadata() []byte {
	return fmt.Appendf(nil, `Metadata-Version: 2.1
Name: hcljson
Version: %s
Summary: Converts HCL native syntax to HCL-JSON and Python values and back, with comments, order and every digit
Home-page: https://github.com/hcljson/hcljson
License: MPL-2.0
License-File: LICENSE
Keywords: hcl,hcl2,json,terraform,opentofu,packer
Classifier: Typing :: Typed
Requires-Python: >=3.9
Description-Content-Type: text/markdown

%s`, p.version, p.readme)
}
