// Package loadtest reads directories as the products do, for tests of what happens
// to a directory while somebody reads it.
package loadtest

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// File is a file that a product has read.
type File struct {
	Name    string
	Content []byte
}

// Product is a program that reads files of a directory.
type Product struct {
	Name string
	// Native and JSON are names of files that it reads.
	Native, JSON string
	load         func(dir string) ([]File, error)
}

// Load returns the files that the product reads in a directory, in its order. A
// product that must be told which file to read is told both names, and reads
// those that are there.
func (p Product) Load(dir string) ([]File, error) { return p.load(dir) }

// Products are the ways to read a directory.
//
//   - OpenTofu and Terraform read all files with their endings, and report one that
//     cannot be opened (opentofu internal/configs/parser_config_dir.go). OpenTofu reads
//     main.tofu in place of main.tf.
//   - Packer does so too (packer hcl2template/utils.go, GetHCL2Files).
//   - docker buildx bake reads those of its names that exist (buildx bake/bake.go,
//     ReadLocalFiles).
//   - Terragrunt looks which of its names exists, JSON first (terragrunt
//     pkg/config/config.go, GetDefaultConfigPath).
//   - TFLint reads the first of its names that can be opened, JSON last (tflint
//     tflint/config.go, LoadConfig).
//   - Nomad reads the file that it is told.
func Products() []Product {
	return []Product{
		{"OpenTofu", "main.tofu", "main.tofu.json", tofu},
		{"OpenTofu, .tf", "main.tf", "main.tf.json", tofu},
		{"Terraform", "main.tf", "main.tf.json", all("*.tf", "*.tf.json")},
		{"Packer", "image.pkr.hcl", "image.pkr.json", all("*.pkr.hcl", "*.pkr.json")},
		{"bake", "docker-bake.hcl", "docker-bake.json", each("docker-bake.json", "docker-bake.hcl")},
		{"Terragrunt", "terragrunt.hcl", "terragrunt.hcl.json", first("terragrunt.hcl.json", "terragrunt.hcl")},
		{"TFLint", ".tflint.hcl", ".tflint.json", first(".tflint.hcl", ".tflint.json")},
		{"Nomad", "job.nomad.hcl", "job.nomad.hcl.json", each("job.nomad.hcl", "job.nomad.hcl.json")},
	}
}

// all reads every file that matches one of the patterns, except for hidden ones. The
// name of a link that leads nowhere is one that cannot be read.
func all(patterns ...string) func(dir string) ([]File, error) {
	return func(dir string) ([]File, error) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		var files []File
		for _, entry := range entries {
			name := entry.Name()
			matches := slices.ContainsFunc(patterns, func(pattern string) bool {
				ok, _ := path.Match(pattern, name)
				return ok
			})
			if entry.IsDir() || strings.HasPrefix(name, ".") || !matches {
				continue
			}
			content, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return nil, err
			}
			files = append(files, File{name, content})
		}
		return files, nil
	}
}

func tofu(dir string) ([]File, error) {
	files, err := all("*.tf", "*.tf.json", "*.tofu", "*.tofu.json")(dir)
	return slices.DeleteFunc(files, func(f File) bool {
		stem, ending, _ := strings.Cut(f.Name, ".tf")
		return slices.ContainsFunc(files, func(other File) bool {
			return stem != f.Name && other.Name == stem+".tofu"+ending
		})
	}), err
}

// each reads those of the names that are there.
func each(names ...string) func(dir string) ([]File, error) {
	return func(dir string) ([]File, error) {
		var files []File
		for _, name := range names {
			content, err := os.ReadFile(filepath.Join(dir, name))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			files = append(files, File{name, content})
		}
		return files, nil
	}
}

// first reads the first of the names that is there.
func first(names ...string) func(dir string) ([]File, error) {
	return func(dir string) ([]File, error) {
		files, err := each(names...)(dir)
		return files[:min(len(files), 1)], err
	}
}
