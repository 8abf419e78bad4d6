package providertable

import (
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/hashicorp/go-version"

	"github.com/hcljson/hcljson/internal/provider/builtin"
)

// behind prints the providers with versions newer than the table: one line for the newest of each
// major version. A registry finds a provider in the repository with its name.
func behind(out io.Writer, list []builtin.Provider) error {
	for _, p := range list {
		namespace, typ, _ := strings.Cut(p.Source, "/")
		repository := fmt.Sprintf("https://github.com/%s/terraform-provider-%s", namespace, typ)
		tags, err := exec.Command("git", "ls-remote", "--tags", "--refs", repository).Output()
		if err != nil {
			fmt.Fprintf(out, "%s: %s: %v\n", p.Source, repository, err)
			continue
		}
		if err := newer(out, p, string(tags)); err != nil {
			return err
		}
	}
	return nil
}

// newer prints what tags have that the table of a provider does not.
func newer(out io.Writer, p builtin.Provider, tags string) error {
	newest := map[int]*version.Version{}
	for line := range strings.Lines(tags) {
		_, tag, _ := strings.Cut(strings.TrimSpace(line), "refs/tags/")
		v, err := version.NewVersion(tag)
		if err != nil || !strings.HasPrefix(tag, "v") || v.Prerelease() != "" {
			continue
		}
		if major := v.Segments()[0]; newest[major] == nil || v.GreaterThan(newest[major]) {
			newest[major] = v
		}
	}
	last := -1
	for i, has := range p.Versions {
		v, err := version.NewVersion(has.Version)
		if err != nil {
			return err
		}
		last = has.Major()
		if i+1 < len(p.Versions) && p.Versions[i+1].Major() == last {
			continue // a newer one of the same major version follows
		}
		if found := newest[last]; found != nil && found.GreaterThan(v) {
			fmt.Fprintf(out, "%s %s of %s: %s\n", p.Source, has.Version, has.Date, found)
		}
	}
	for major := last + 1; len(newest) > 0 && major <= last+10; major++ {
		if newest[major] != nil {
			fmt.Fprintf(out, "%s: %s is a new major version\n", p.Source, newest[major])
		}
	}
	return nil
}
