//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// loaded is a file that a product has read.
type loaded struct {
	Name    string
	Content []byte
}

// product is a program that reads files of a directory.
type product struct {
	Name string
	// Native and JSON are names of files that it reads.
	Native, JSON string
	// load returns the files that the product reads in a directory, in its order. A
	// product that has to be told which file to read is told both names, and reads
	// those that are there.
	load func(dir string) ([]loaded, error)
}

// products are the ways to read a directory.
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
var products = []product{
	{"OpenTofu", "main.tofu", "main.tofu.json", tofu},
	{"OpenTofu, .tf", "main.tf", "main.tf.json", tofu},
	{"Terraform", "main.tf", "main.tf.json", allMatching("*.tf", "*.tf.json")},
	{"Packer", "image.pkr.hcl", "image.pkr.json", allMatching("*.pkr.hcl", "*.pkr.json")},
	{"bake", "docker-bake.hcl", "docker-bake.json", eachOf("docker-bake.json", "docker-bake.hcl")},
	{"Terragrunt", "terragrunt.hcl", "terragrunt.hcl.json", firstOf("terragrunt.hcl.json", "terragrunt.hcl")},
	{"TFLint", ".tflint.hcl", ".tflint.json", firstOf(".tflint.hcl", ".tflint.json")},
	{"Nomad", "job.nomad.hcl", "job.nomad.hcl.json", eachOf("job.nomad.hcl", "job.nomad.hcl.json")},
}

// allMatching reads every file that matches one of the patterns, but for hidden ones. The
// name of a link that leads nowhere is one that cannot be read.
func allMatching(patterns ...string) func(dir string) ([]loaded, error) {
	return func(dir string) ([]loaded, error) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		var files []loaded
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
			files = append(files, loaded{name, content})
		}
		return files, nil
	}
}

func tofu(dir string) ([]loaded, error) {
	files, err := allMatching("*.tf", "*.tf.json", "*.tofu", "*.tofu.json")(dir)
	return slices.DeleteFunc(files, func(f loaded) bool {
		stem, ending, _ := strings.Cut(f.Name, ".tf")
		return slices.ContainsFunc(files, func(other loaded) bool {
			return stem != f.Name && other.Name == stem+".tofu"+ending
		})
	}), err
}

// eachOf reads those of the names that are there.
func eachOf(names ...string) func(dir string) ([]loaded, error) {
	return func(dir string) ([]loaded, error) {
		var files []loaded
		for _, name := range names {
			content, err := os.ReadFile(filepath.Join(dir, name))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			files = append(files, loaded{name, content})
		}
		return files, nil
	}
}

// firstOf reads the first of the names that is there.
func firstOf(names ...string) func(dir string) ([]loaded, error) {
	return func(dir string) ([]loaded, error) {
		files, err := eachOf(names...)(dir)
		return files[:min(len(files), 1)], err
	}
}
