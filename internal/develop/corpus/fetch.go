package corpus

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// fetch clones the listed repositories that dir does not contain, and reports whether all exist
// afterwards. base is the prefix of their addresses.
func fetch(dir, base string, list []entry, out io.Writer) bool {
	failed := 0
	for i, e := range list {
		path := filepath.Join(dir, filepath.FromSlash(e.name))
		if _, err := os.Stat(path); err == nil {
			fmt.Fprintf(out, "%d/%d %s exists\n", i+1, len(list), e.name)
			continue
		}
		fmt.Fprintf(out, "%d/%d %s %s\n", i+1, len(list), e.name, e.commit)
		if err := clone(path, base+e.name, e.commit); err != nil {
			failed++
			fmt.Fprintf(out, "%s: %s\n", e.name, err)
		}
	}
	if failed > 0 {
		fmt.Fprintf(out, "%d of %d repositories are missing\n", failed, len(list))
	}
	return failed == 0
}

// plain prevents git from changing the bytes of files because of attributes or settings.
const plain = "* -text -ident !filter !working-tree-encoding\n"

// clone checks out one commit. The directory appears when it is complete.
func clone(path, address, commit string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(path), ".fetch-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if err := git(temporary, "init", "-q"); err != nil {
		return err
	}
	attributes := filepath.Join(temporary, ".git", "info", "attributes")
	if err := os.MkdirAll(filepath.Dir(attributes), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(attributes, []byte(plain), 0o666); err != nil {
		return err
	}
	if err := git(temporary, "fetch", "-q", "--depth", "1", address, commit); err != nil {
		return err
	}
	if err := git(temporary, "checkout", "-q", "FETCH_HEAD"); err != nil {
		return err
	}
	return os.Rename(temporary, path)
}

func git(dir string, args ...string) error {
	command := exec.Command("git",
		append([]string{"-C", dir, "-c", "core.autocrlf=false", "-c", "core.longpaths=true", "-c",
			"advice.detachedHead=false"}, args...)...)
	// Without this variable, git asks for a password if a repository does not exist.
	command.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0")
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", args[0], err, output)
	}
	return nil
}
