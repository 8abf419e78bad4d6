// Package wheels builds the Python package of packages/python, ready to publish: for each platform
// a wheel with the program in it. The same files give the same wheels.
//
//	go run . wheels [-version VERSION] [-platform OS/ARCH] DIR
package wheels

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// platform is a system that there is a wheel for.
type platform struct {
	os, arch string
	tags     []string // as Python names it
}

// The program is static, so it runs with any libc. Go 1.26 needs macOS 12.
var platforms = []platform{
	{"linux", "amd64", []string{"manylinux2014_x86_64", "musllinux_1_1_x86_64"}},
	{"linux", "arm64", []string{"manylinux2014_aarch64", "musllinux_1_1_aarch64"}},
	{"darwin", "amd64", []string{"macosx_12_0_x86_64"}},
	{"darwin", "arm64", []string{"macosx_12_0_arm64"}},
	{"windows", "amd64", []string{"win_amd64"}},
	{"windows", "arm64", []string{"win_arm64"}},
}

// published matches the versions of releases in the form of Python (PEP 440).
var published = regexp.MustCompile(`^[0-9]+(\.[0-9]+)*((a|b|rc)[0-9]+)?(\.dev[0-9]+)?$`)

// Main is the program; see package main.
func Main() {
	version := flag.String("version", "0.0.0", "the version of the package")
	only := flag.String("platform", "", "build only for this OS/ARCH, or for \"this\" one")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: go run . wheels [-version VERSION] [-platform OS/ARCH] DIR")
		os.Exit(2)
	}
	if err := build(*version, *only, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func build(version, only, dir string) error {
	if !published.MatchString(version) {
		return fmt.Errorf("%q is not a version of Python packages, such as 0.1.0rc1", version)
	}
	if only == "this" {
		only = runtime.GOOS + "/" + runtime.GOARCH
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/hcljson/hcljson").Output()
	if err != nil {
		return err
	}
	pkg, err := readPackage(strings.TrimSpace(string(root)), version)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	built := false
	for _, p := range platforms {
		if only != "" && only != p.os+"/"+p.arch {
			continue
		}
		built = true
		if err := buildWheel(pkg, p, dir); err != nil {
			return err
		}
	}
	if !built {
		return fmt.Errorf("no wheels exist for %s", only)
	}
	return nil
}

// buildWheel builds the program for a platform, and its wheel.
func buildWheel(pkg *pythonPackage, p platform, dir string) (err error) {
	temporary, err := os.MkdirTemp("", "hcljson-wheel-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	program := filepath.Join(temporary, "hcljson")
	// As .goreleaser.yaml builds it.
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=auto", "-ldflags=-s -w", "-tags=urfave_cli_no_docs",
		"-o", program, ".")
	cmd.Dir = pkg.root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	content, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, pkg.fileName(p))
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(pkg.write(file, p, content), file.Close()); err != nil {
		return err
	}
	fmt.Println(path)
	return nil
}
