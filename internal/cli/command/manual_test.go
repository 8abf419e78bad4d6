package command

import (
	"bufio"
	"slices"
	"strings"
	"testing"
)

// A line of a man page that starts with a dot or a quote is an instruction; no text may
// become one, and none may be lost.
func TestManuals(t *testing.T) {
	program := &Command{
		Name: "hcljson", Usage: "convert 'HCL'", Args: "PATH...",
		Description: "Reads .tf files.\n.tofu files too.\n'quoted' \\d ~/x ^ `y`",
		Groups: []Group{
			{Title: "Files:",
				Flags: []Flag{{Name: "jobs", Short: "j", To: new(int), Usage: "work on `N` files", Default: "all"}}},
			{Title: "Output:",
				Flags: []Flag{{Name: "form", To: new(string), Usage: "shape", Choices: []string{"general", "compact"}}}},
			{Title: "Files:", Flags: []Flag{{Name: "write", Short: "w", To: new(bool), Usage: "write"}}},
		},
		Run: func(*Call) (int, error) { return 0, nil },
		Commands: []*Command{
			{Name: "schema", Usage: "schemas",
				Groups:   []Group{{Flags: []Flag{{Name: "quiet", To: new(bool), Usage: "no warnings"}}}},
				Commands: []*Command{{Name: "list", Usage: "list them"}}},
			{Name: "completion", Usage: "a script", Args: "SHELL"},
		},
	}
	pages := program.Manuals("hcljson v1")
	if len(pages) != 3 {
		t.Fatalf("%d pages", len(pages))
	}
	macros := []string{".TH", ".SH", ".TP", ".nf", ".fi"}
	for name, page := range pages {
		for lines := bufio.NewScanner(strings.NewReader(page)); lines.Scan(); {
			macro, _, _ := strings.Cut(lines.Text(), " ")
			if strings.HasPrefix(macro, "'") || strings.HasPrefix(macro, ".") && !slices.Contains(macros, macro) {
				t.Errorf("%s: %q is an instruction", name, lines.Text())
			}
		}
	}
	for _, want := range []string{
		".TH HCLJSON 1 \"\" \"hcljson v1\"", "hcljson \\- convert \\(aqHCL\\(aq\n", "hcljson [options] PATH...\n",
		"hcljson schema list ...\n", "\\&.tofu files too.\n", "\\(aqquoted\\(aq \\ed \\(ti/x \\(ha \\(gay\\(ga\n",
		".SH OPTIONS: FILES\n.TP\n\\fB\\-j\\fR, \\fB\\-\\-jobs\\fR \\fIN\\fR\nwork on N files (default: all)\n" +
			".TP\n\\fB\\-w\\fR, \\fB\\-\\-write\\fR\nwrite\n",
		"\\fB\\-\\-form\\fR \\fIgeneral|compact\\fR\nshape: general|compact (default: general)\n",
		".TP\n\\fBschema\\fR\nschemas\n", "\\fBhcljson\\-schema\\fR(1), \\fBhcljson\\-completion\\fR(1)\n",
	} {
		if !strings.Contains(pages["hcljson.1"], want) {
			t.Errorf("hcljson.1 lacks %q:\n%s", want, pages["hcljson.1"])
		}
	}
	if page := pages["hcljson-schema.1"]; !strings.Contains(page, "list") ||
		!strings.Contains(page, "\\fBhcljson\\fR(1), \\fBhcljson\\-completion\\fR(1)\n") {
		t.Errorf("hcljson-schema.1:\n%s", page)
	}
}
