// Package recording makes the picture of a terminal in README.md: it runs commands over the examples
// and draws what they print.
package recording

import (
	"bytes"
	"flag"
	"fmt"
	"html"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/hcljson/hcljson/internal/cli"
)

// shown are the commands, whose arguments have no spaces in them.
var shown = []string{
	"cat web.tf",
	"hcljson --form compact --comments drop web.tf",
	"hcljson set -d --string aws_instance.web.tags.Name=front web.tf",
	"hcljson hcl2json --replace site",
	"hcljson json2hcl --replace site",
	"hcljson verify --roundtrip site web.tf",
}

const web = `# The front.
resource "aws_instance" "web" {
  for_each   = toset(var.hosts)
  ami        = "ami-${each.key}"
  depends_on = [aws_vpc.main]
  tags       = { Name = each.key } # in the console
}
`

// Main writes the picture into a file.
func Main() {
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: go run . recording FILE")
	}
	lines, err := record(filepath.Join("..", "..", "docs", "examples"))
	if err == nil {
		err = os.WriteFile(flag.Arg(0), draw(lines), 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// record returns the lines of a terminal in which the commands ran in a copy of the examples.
func record(examples string) ([]string, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(filepath.Join(dir, "site"), os.DirFS(filepath.Join(examples, "site"))); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "web.tf"), []byte(web), 0o644); err != nil {
		return nil, err
	}
	if err := os.Chdir(dir); err != nil {
		return nil, err
	}
	defer os.Chdir(here)

	var lines []string
	for _, command := range shown {
		var out bytes.Buffer
		args := strings.Fields(command)
		status := 0
		if args[0] == "cat" {
			out.WriteString(web)
		} else {
			status = cli.Main(args, strings.NewReader(""), &out, &out, func(string) string { return "" })
		}
		if status > 1 { // 1 says that there is a difference
			return nil, fmt.Errorf("%s: exit status %d\n%s", command, status, &out)
		}
		lines = append(lines, "$ "+command)
		lines = append(lines, strings.Split(strings.TrimRight(out.String(), "\n"), "\n")...)
	}
	return append(lines, "$ "), nil
}

// draw makes an SVG of the lines of a terminal.
func draw(lines []string) []byte {
	const width, line, margin, bar = 720, 18, 16, 28
	var out bytes.Buffer
	height := bar + margin + line*len(lines)
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img">
<title>A terminal in which hcljson converts, edits and proves files</title>
<rect width="%[1]d" height="%[2]d" rx="8" fill="#1b1f27"/>
<circle cx="18" cy="15" r="5" fill="#e06c75"/><circle cx="36" cy="15" r="5" fill="#e5c07b"/>`+
		`<circle cx="54" cy="15" r="5" fill="#98c379"/>
<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">
`, width, height)
	for i, text := range lines {
		fmt.Fprintf(&out, `<text x="%d" y="%d" fill="%s" xml:space="preserve">%s</text>`+"\n",
			margin, bar+line*(i+1), colour(text), html.EscapeString(text))
	}
	out.WriteString("</g>\n</svg>\n")
	return out.Bytes()
}

// colour is that of a line by what begins it.
func colour(text string) string {
	switch {
	case strings.HasPrefix(text, "$ "):
		return "#ffffff"
	case strings.HasPrefix(text, "+"):
		return "#98c379"
	case strings.HasPrefix(text, "-"):
		return "#e06c75"
	}
	return "#abb2bf"
}
