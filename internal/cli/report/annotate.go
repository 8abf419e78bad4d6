package report

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/diagnostic"
)

// Formats are the ways in which diagnostics are printed; the first is for people.
func Formats() []string { return []string{Text, JSON, GitHub, SARIF} }

// JSON and SARIF are documents at the end of a run; GitHub is a workflow command for
// each diagnostic.
const (
	Text   = "text"
	JSON   = "json"
	GitHub = "github"
	SARIF  = "sarif"
)

// inCodePoints counts the columns of a place in the file of that name in code points, as SARIF and GitHub
// do: hashicorp/hcl counts what a reader takes for one character.
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

// writeGitHub writes a diagnostic as a command to a workflow of GitHub Actions, which
// shows it beside the line of a pull request. workspace is the root of the checkout.
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

// inWorkspace is the name of a file from the root of the checkout, as GitHub reads it:
// a step of a workflow can run in a directory below.
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

// escapeData escapes what ends a command.
func escapeData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

// escapeProperty escapes what ends a property as well.
func escapeProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escapeData(text))
}

// The parts of SARIF 2.1.0 that are used.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string       `json:"id"`
		ShortDescription sarifMessage `json:"shortDescription"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifLocation struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region *sarifRegion `json:"region,omitempty"`
		} `json:"physicalLocation"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
)

// sarifOf is the log of a run with these diagnostics. Each summary is a rule.
func sarifOf(diagnostics []diagnostic.Diagnostic) sarifLog {
	driver := sarifDriver{Name: "hcljson", InformationURI: "https://github.com/hcljson/hcljson", Rules: []sarifRule{}}
	results := []sarifResult{}
	for _, d := range diagnostics {
		id := ruleID(d.Summary)
		index := slices.IndexFunc(driver.Rules, func(r sarifRule) bool { return r.ID == id })
		if index < 0 {
			index = len(driver.Rules)
			driver.Rules = append(driver.Rules, sarifRule{id, sarifMessage{d.Summary}})
		}
		text := d.Detail
		if text == "" {
			text = d.Summary
		}
		result := sarifResult{RuleID: id, RuleIndex: index, Level: d.Severity, Message: sarifMessage{text}}
		if d.Range != nil {
			result.Locations = []sarifLocation{locationOf(d.Range)}
		}
		results = append(results, result)
	}
	return sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{Tool: sarifTool{driver}, ColumnKind: "unicodeCodePoints", Results: results}},
	}
}

func locationOf(rng *diagnostic.Range) (location sarifLocation) {
	path := filepath.ToSlash(rng.Filename)
	uri := url.URL{Path: path}
	if filepath.IsAbs(rng.Filename) {
		uri = url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(path, "/")}
	}
	location.Physical.Artifact.URI = uri.String()
	if start, end := rng.Start, rng.End; start != nil {
		location.Physical.Region = &sarifRegion{start.Line, start.Column, end.Line, end.Column}
	}
	return location
}

// ruleID is the summary of a diagnostic as a name: "no-such-file".
func ruleID(summary string) string {
	words := strings.FieldsFunc(strings.ToLower(summary), func(char rune) bool {
		return (char < 'a' || char > 'z') && (char < '0' || char > '9')
	})
	return strings.Join(words, "-")
}
