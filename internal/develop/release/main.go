// Package release writes the files of a release next to the program: man pages, completion
// scripts, and links with the program's other names.
//
//	go run . release DIR
package release

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hcljson/hcljson/internal/cli"
	"github.com/hcljson/hcljson/internal/cli/command"
)

// Main is the program; see package main.
func Main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . release DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(dir string) error {
	files := map[string][]byte{}
	names := cli.Names()
	for _, name := range names {
		for page, text := range manuals(cli.Program(name), names[0]) {
			packed, err := pack(text)
			if err != nil {
				return err
			}
			files[filepath.Join("man", page+".gz")] = packed
		}
	}
	for _, shell := range command.Shells() {
		script, err := command.Completion(shell)
		if err != nil {
			return err
		}
		files[filepath.Join("completions", scripts[shell])] = []byte(script)
	}
	for _, name := range names[1:] {
		script := fmt.Sprintf("@\"%%~dp0%s.exe\" %s %%*\r\n", names[0], name)
		files[filepath.Join("names", "windows", name+".cmd")] = []byte(script)
	}
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return link(filepath.Join(dir, "names"), names)
}

// link makes the other names of the program links to the first, for each system whose
// archives have links. The links work only in the directory of the program.
func link(dir string, names []string) error {
	for _, system := range []string{"linux", "darwin", "freebsd"} {
		if err := os.MkdirAll(filepath.Join(dir, system), 0o755); err != nil {
			return err
		}
		for _, name := range names[1:] {
			path := filepath.Join(dir, system, name)
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if err := os.Symlink(names[0], path); err != nil {
				return err
			}
		}
	}
	return nil
}

// scripts contains the names of the completion scripts, in the forms of the shells.
var scripts = map[string]string{
	"bash": "hcljson.bash", "zsh": "_hcljson", "fish": "hcljson.fish", "powershell": "hcljson.ps1",
}

// pack compresses a man page, without a time in it.
func pack(text string) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write([]byte(text)); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}
