// Package npm builds packages/npm, ready to publish: the WebAssembly module, the tables of
// providers that it receives, and the CommonJS form of the modules in src.
//
//	go run . npm
package npm

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/provider/builtin"
)

// Main is the program; see package main.
func Main() {
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func build() error {
	root, err := projectDir()
	if err != nil {
		return err
	}
	dist := filepath.Join(root, "packages", "npm", "dist")
	if err := os.RemoveAll(dist); err != nil {
		return err
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	fingerprint, err := packTables(root, dist)
	if err != nil {
		return err
	}
	module := filepath.Join(dist, "hcljson.wasm")
	if err := compile(root, module, fingerprint); err != nil {
		return err
	}
	if err := compress(module); err != nil {
		return err
	}
	if err := commonJS(filepath.Join(root, "packages", "npm", "src"), dist); err != nil {
		return err
	}
	return copyFile(filepath.Join(root, "LICENSE"), filepath.Join(root, "packages", "npm", "LICENSE"))
}

// compile builds the WebAssembly module, which accepts the tables with the fingerprint.
func compile(root, module, fingerprint string) error {
	const variable = "github.com/hcljson/hcljson/internal/provider/builtin.fingerprint"
	cmd := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-buildmode=c-shared",
		"-ldflags=-s -w -X "+variable+"="+fingerprint, "-o", module, "./internal/service/wasm")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=wasip1", "GOARCH=wasm")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// compress replaces a file by a compressed file with the ending .gz.
func compress(name string) error {
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(content); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := os.WriteFile(name+".gz", packed.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Remove(name)
}

// packTables writes the files of the tables of providers in a directory, as builtin.LoadTables reads
// them, and returns their fingerprint. A page can load only the tables of hashicorp.
func packTables(root, dir string) (fingerprint string, err error) {
	var tables, others []byte
	for _, p := range builtin.List() {
		name := strings.Replace(p.Source, "/", "+", 1) + ".table"
		table, err := os.ReadFile(filepath.Join(root, "internal", "provider", "builtin", "tables", name))
		if err != nil {
			return "", err
		}
		_, rest, _ := bytes.Cut(table, []byte("\n"))
		if !strings.HasPrefix(p.Source, "hashicorp/") {
			others = appendText(appendNames(others, p), string(rest))
			rest = nil
		}
		tables = appendText(appendNames(tables, p), string(rest))
	}
	fingerprint = fmt.Sprintf("%x", sha256.Sum256(append(slices.Clip(tables), others...)))
	for name, file := range map[string][]byte{
		tableFiles[0]: append(appendText(nil, fingerprint), tables...),
		tableFiles[1]: append(appendText(nil, fingerprint+" others"), others...),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), file, 0o644); err != nil {
			return "", err
		}
	}
	return fingerprint, nil
}

// tableFiles are the files of the tables, in the order in which they are given.
var tableFiles = []string{"tables.bin", "others.bin"}

// appendNames appends the names of a provider that the program uses without its table.
func appendNames(file []byte, p builtin.Provider) []byte {
	file = appendText(file, p.Source)
	file = binary.AppendUvarint(file, uint64(len(p.Formerly)))
	for _, source := range p.Formerly {
		file = appendText(file, source)
	}
	file = binary.AppendUvarint(file, uint64(len(p.Versions)))
	for _, v := range p.Versions {
		file = appendText(file, v.Version)
	}
	return file
}

func appendText(file []byte, s string) []byte {
	return append(binary.AppendUvarint(file, uint64(len(s))), s...)
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

// projectDir is the directory of the project's own module.
func projectDir() (string, error) {
	return output("", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/hcljson/hcljson")
}

func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}
