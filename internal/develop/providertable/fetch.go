package providertable

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path"
)

// fetch downloads the sources that a directory does not have.
func fetch(dir string, list []source) error {
	for _, s := range list {
		_, err := os.Stat(s.path(dir))
		switch {
		case err == nil || s.kind == "document":
			continue
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		where, version := s.module()
		fmt.Fprintln(os.Stderr, "providertable: fetching", s.where)
		if s.kind != "npm" {
			err = clone("https://"+where, version, s.path(dir))
		} else {
			err = download(fmt.Sprintf("https://registry.npmjs.org/%s/-/%s-%s.tgz", where, path.Base(where), version),
				s.path(dir))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.where, err)
		}
	}
	return nil
}

func clone(url, tag, dir string) error {
	command := exec.Command("git", "clone", "--quiet", "--depth", "1", "--branch", tag, url, dir)
	command.Stderr = os.Stderr
	return command.Run()
}

func download(url, name string) error {
	answer, err := http.Get(url)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return errors.New(answer.Status)
	}
	file, err := os.Create(name + ".part")
	if err != nil {
		return err
	}
	_, err = io.Copy(file, answer.Body)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}

// unzipped reads the content of a compressed file.
func unzipped(name string) (io.Reader, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return gzip.NewReader(bytes.NewReader(src))
}
