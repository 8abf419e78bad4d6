// Package npm builds packages/npm, ready to publish: the two WebAssembly modules, the tables of
// providers that they are given, and what is written for CommonJS of the modules in src.
//
//	go run . npm
package npm

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/hcljson/hcljson/internal/builtin"
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
	tables, fingerprint, err := packTables(root)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dist, "tables.bin"), tables, 0o644); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "hcljson-npm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	small, err := smallFlags(root, dir)
	if err != nil {
		return err
	}
	for name, flags := range map[string][]string{"full": {"-tags", "hcljson_given"}, "small": small} {
		flags = append([]string{"-buildmode=c-shared", "-ldflags=-s -w " + setFingerprint + fingerprint}, flags...)
		flags = append(flags, "-trimpath", "-o", filepath.Join(dist, name+".wasm"), "./internal/wasm/"+name)
		if err := compile(root, []string{"GOOS=wasip1", "GOARCH=wasm"}, flags...); err != nil {
			return err
		}
	}
	if err := commonJS(filepath.Join(root, "packages", "npm", "src"), dist); err != nil {
		return err
	}
	return copyFile(filepath.Join(root, "LICENSE"), filepath.Join(root, "packages", "npm", "LICENSE"))
}

// compile builds a program.
func compile(root string, env []string, flags ...string) error {
	cmd := exec.Command("go", append([]string{"build", "-buildvcs=false"}, flags...)...)
	cmd.Dir = root
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// setFingerprint sets the fingerprint of the tables in a program.
const setFingerprint = "-X github.com/hcljson/hcljson/internal/builtin.fingerprint="

// packTables returns the file of the tables of providers, as builtin.Give reads it, and its
// fingerprint.
func packTables(root string) (file []byte, fingerprint string, err error) {
	number := func(n int) { file = binary.AppendUvarint(file, uint64(n)) }
	text := func(s string) { number(len(s)); file = append(file, s...) }
	for _, p := range builtin.List() {
		name := strings.Replace(p.Source, "/", "+", 1) + ".table"
		table, err := os.ReadFile(filepath.Join(root, "internal", "builtin", "tables", name))
		if err != nil {
			return nil, "", err
		}
		_, rest, _ := bytes.Cut(table, []byte("\n"))
		text(p.Source)
		number(len(p.Formerly))
		for _, source := range p.Formerly {
			text(source)
		}
		number(len(p.Versions))
		for _, v := range p.Versions {
			text(v.Version)
		}
		text(string(rest))
	}
	packed := file
	fingerprint = fmt.Sprintf("%x", sha256.Sum256(packed))
	file = nil
	text(fingerprint)
	return append(file, packed...), fingerprint, nil
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
