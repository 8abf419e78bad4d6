package providertable

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// unexpressed contains the providers whose schemas the generator of the bindings could not express
// completely. It replaced the other parts by arguments of any type.
var unexpressed = map[string]bool{"hashicorp/aws": true}

// ofBindings reads the archive of a package with bindings, and returns a description of missing
// parts.
func ofBindings(name, provider string) (types, []string, error) {
	dirs, err := readArchive(name)
	if err != nil {
		return nil, nil, err
	}
	t, doubtful := types{}, 0
	for dir, b := range dirs {
		b.hidden = unexpressed[provider]
		if err := b.add(t); err != nil {
			return nil, nil, fmt.Errorf("%s: %s: %w", name, dir, err)
		}
		doubtful += b.doubtful
	}
	lacks := []string{"the elements of arguments that may be written as blocks"}
	if doubtful > 0 {
		lacks = append(lacks, fmt.Sprintf("%d names of which it is not known whether they are blocks", doubtful))
	}
	return t, lacks, nil
}

// library is the directory of the code in an archive.
const library = "package/lib/"

// readArchive reads the bindings by their directories.
func readArchive(name string) (map[string]*bindings, error) {
	content, err := unzipped(name)
	if err != nil {
		return nil, err
	}
	dirs := map[string]*bindings{}
	archive := tar.NewReader(content)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return dirs, nil
		}
		if err != nil {
			return nil, err
		}
		rest, inside := strings.CutPrefix(header.Name, library)
		ending := path.Ext(rest)
		if !inside || ending != ".js" && ending != ".ts" {
			continue
		}
		src, err := io.ReadAll(archive)
		if err != nil {
			return nil, err
		}
		dir, _, _ := strings.Cut(rest, "/")
		b := dirs[dir]
		if b == nil {
			b = newBindings()
			dirs[dir] = b
		}
		if ending == ".ts" {
			b.declarations(string(src))
		} else if err := b.read(string(src)); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", name, header.Name, err)
		}
	}
}

func newBindings() *bindings {
	return &bindings{
		bodies: map[string][]item{}, documented: map[member]bool{}, interfaces: map[string]bool{},
		open: map[string]int{},
	}
}
