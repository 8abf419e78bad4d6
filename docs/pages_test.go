package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Limits for the pages for users, so that users can read them completely.
const (
	maxSentence    = 40
	maxAverage     = 25
	maxREADMELines = 150
	maxTask        = 1500
)

// pages returns the files of the repository whose names match one of the patterns.
func pages(t *testing.T, patterns ...string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, pattern := range patterns {
		names, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(pattern)))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(names), err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			found[name] = strings.ReplaceAll(string(text), "\r\n", "\n")
		}
	}
	return found
}

var fenced = regexp.MustCompile("(?ms)^(`{3,}).*?^`{3,}$\n?")

// TestLinks checks that links lead to existing files and headings.
func TestLinks(t *testing.T) {
	all := pages(t, "*.md", "docs/*.md", "docs/development/*.md", "packages/*/README.md")
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for name, text := range all {
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if own, ok := strings.CutPrefix(target, "https://github.com/hcljson/hcljson/blob/main/"); ok {
				target = filepath.Join(strings.Repeat("../", strings.Count(filepath.ToSlash(name), "/")-1), own)
			} else if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			file := name
			if target != "" {
				file = filepath.Join(filepath.Dir(name), filepath.FromSlash(target))
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %s leads nowhere", name, m[1])
			} else if anchor != "" && !slices.Contains(anchors(all[file]), anchor) {
				t.Errorf("%s: %s has no heading %s", name, file, anchor)
			}
		}
	}
}

var heading = regexp.MustCompile(`(?m)^#+ (.*)$`)

// anchors are the names that GitHub gives the headings of a page.
func anchors(text string) []string {
	var found []string
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		name := strings.ToLower(regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`).ReplaceAllString(m[1], "$1"))
		name = regexp.MustCompile(`[^\pL\pN _-]`).ReplaceAllString(name, "")
		found = append(found, strings.ReplaceAll(name, " ", "-"))
	}
	return found
}

func TestWords(t *testing.T) {
	for name, text := range pages(t, "README.md", "docs/*.md") {
		if lines := strings.Count(text, "\n"); name == filepath.Join("..", "README.md") && lines > maxREADMELines {
			t.Errorf("%s has %d lines", name, lines)
		}
		all, sum := sentences(text), 0
		for _, sentence := range all {
			n := len(strings.Fields(sentence))
			sum += n
			if n > maxSentence {
				t.Errorf("%s: a sentence of %d words: %s", name, n, sentence)
			}
		}
		if sum > maxAverage*len(all) {
			t.Errorf("%s: %d words in %d sentences", name, sum, len(all))
		}
	}
}

// TestTasks checks that a task has a limited length, and begins with a command or a file.
func TestTasks(t *testing.T) {
	all := pages(t, "docs/*.md")
	_, tasks, _ := strings.Cut(all[filepath.Join("..", "docs", "README.md")], "\n## Tasks\n")
	tasks, _, _ = strings.Cut(tasks, "\n## ")
	found := regexp.MustCompile(`\(([\w-]+\.md)\)`).FindAllStringSubmatch(tasks, -1)
	if len(found) < 10 {
		t.Fatalf("there are %d tasks", len(found))
	}
	for _, m := range found {
		text := all[filepath.Join("..", "docs", m[1])]
		lines := strings.SplitN(text, "\n", 4)
		if len(lines) < 4 || !strings.HasPrefix(lines[2], "```") && !fileName.MatchString(lines[2]) {
			t.Errorf("%s does not begin with a command or a file", m[1])
		}
		if words := len(strings.Fields(text)); words > maxTask {
			t.Errorf("%s has %d words", m[1], words)
		}
	}
}

var (
	item  = regexp.MustCompile(`^\s*([-*]|\d+\.) `)
	stop  = regexp.MustCompile(`[.!?][*")]* +([A-Z"*\[(\x60])`)
	code  = regexp.MustCompile("`[^`]*`")
	links = regexp.MustCompile(`!?\[([^]]*)\]\([^)]*\)`)
)

// sentences returns the sentences of paragraphs, list items and table cells. Code counts as a word.
func sentences(text string) []string {
	var found []string
	paragraph := ""
	end := func() {
		paragraph = links.ReplaceAllString(code.ReplaceAllString(paragraph, "`code`"), "$1")
		for _, sentence := range strings.Split(stop.ReplaceAllString(paragraph, ".\n$1"), "\n") {
			if strings.TrimSpace(sentence) != "" {
				found = append(found, sentence)
			}
		}
		paragraph = ""
	}
	for line := range strings.Lines(fenced.ReplaceAllString(text, "\n")) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "|"):
			end()
			for cell := range strings.SplitSeq(code.ReplaceAllString(line, "`code`"), "|") {
				paragraph = cell
				end()
			}
		case line == "", strings.HasPrefix(line, "#"), strings.HasPrefix(line, "    "):
			end()
		default:
			if item.MatchString(line) {
				end()
				line = item.ReplaceAllString(line, "")
			}
			paragraph += " " + line
		}
	}
	end()
	return found
}
