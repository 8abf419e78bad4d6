package report

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// Formats returns the formats of diagnostics; the first is for people.
//
// JSON and SARIF are documents at the end of a run. GitHub is a workflow command for each
// diagnostic.
func Formats() []string { return []string{Text, JSON, GitHub, SARIF} }

// JSON and SARIF are documents at the end of a run; GitHub is a workflow command for
// each diagnostic.
const (
	Text   = "text"
	JSON   = "json"
	GitHub = "github"
	SARIF  = "sarif"
)

// inCodePoints converts the columns of a range in the named file to code points, as in SARIF and
// GitHub. hashicorp/hcl counts grapheme clusters.
func inCodePoints(d diagnostic.Diagnostic, name, src string) diagnostic.Diagnostic {
	if d.Range == nil || d.Range.Start == nil || d.Range.Filename != name {
		return d
	}
	for _, pos := range []*diagnostic.Position{d.Range.Start, d.Range.End} {
		if pos.Byte > 0 && pos.Byte <= len(src) {
			if at := diagnostic.PositionAt([]byte(src[:pos.Byte]), pos.Byte); at.Line == pos.Line {
				pos.Column = at.Column
			}
		}
	}
	return d
}

// writeGitHub writes a diagnostic as a workflow command of GitHub Actions, which shows it next to
// the line of a pull request. workspace is the root of the checkout.
func writeGitHub(w io.Writer, d diagnostic.Diagnostic, workspace string) error {
	properties := []string{}
	add := func(name, value string) { properties = append(properties, name+"="+escapeProperty(value)) }
	if d.Range != nil {
		add("file", filepath.ToSlash(inWorkspace(d.Range.Filename, workspace)))
		if start, end := d.Range.Start, d.Range.End; start != nil {
			add("line", fmt.Sprint(start.Line))
			add("endLine", fmt.Sprint(end.Line))
			add("col", fmt.Sprint(start.Column))
			if end.Line == start.Line {
				add("endColumn", fmt.Sprint(end.Column))
			}
		}
	}
	add("title", d.Summary)
	_, err := fmt.Fprintf(w, "::%s %s::%s\n", d.Severity, strings.Join(properties, ","), escapeData(d.Detail))
	return err
}

// inWorkspace returns the path of a file from the root of the checkout, as GitHub reads it: a step
// of a workflow can run in a subdirectory.
func inWorkspace(name, workspace string) string {
	if workspace == "" {
		return name
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	relative, err := filepath.Rel(workspace, path)
	if err != nil || !filepath.IsLocal(relative) {
		return name
	}
	return relative
}

// escapeData escapes the characters that end a command.
func escapeData(text string) string {
	return strings.NewReplacer("%", "%25", "\n", "%0A").Replace(PrintableLines(strings.ReplaceAll(text, "\r\n", "\n")))
}

// escapeProperty also escapes the characters that end a property.
func escapeProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escapeData(text))
}

// object is a JSON object.
type object map[string]any

// sarifOf returns the log of a run with these diagnostics in SARIF 2.1.0. Each code is a rule.
func sarifOf(diagnostics []diagnostic.Diagnostic) object {
	rules, results := []object{}, []object{}
	var ids []string
	for _, d := range diagnostics {
		id := string(diagnostic.CodeOf(d.Summary))
		index := slices.Index(ids, id)
		if index < 0 {
			index, ids = len(ids), append(ids, id)
			rules = append(rules, object{"id": id, "shortDescription": object{"text": d.Summary}})
		}
		result := object{"ruleId": id, "ruleIndex": index, "level": d.Severity,
			"message": object{"text": cmp.Or(d.Detail, d.Summary)}}
		if d.Range != nil {
			result["locations"] = []object{{"physicalLocation": placeOf(d.Range)}}
		}
		results = append(results, result)
	}
	driver := object{"name": "hcljson", "informationUri": "https://github.com/hcljson/hcljson", "rules": rules}
	run := object{"tool": object{"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
	return object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": []object{run},
	}
}

func placeOf(rng *diagnostic.Range) object {
	path := filepath.ToSlash(rng.Filename)
	uri := url.URL{Path: path}
	if filepath.IsAbs(rng.Filename) {
		uri = url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(path, "/")}
	}
	place := object{"artifactLocation": object{"uri": uri.String()}}
	if start, end := rng.Start, rng.End; start != nil {
		place["region"] = object{"startLine": start.Line, "startColumn": start.Column,
			"endLine": end.Line, "endColumn": end.Column}
	}
	return place
}
