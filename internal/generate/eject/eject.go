// Package eject reads the output of a configuration generator, and finds places in the configuration
// that need the attention of a person who maintains it without the generator.
//
// It reads the directories of CDKTF and CDK Terrain. Their manifest is untrusted input: a path in it
// that is not below its directory is an error.
package eject

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Manifest is the name of the file that lists the stacks of a directory. Output is the default
// output directory of CDKTF.
const (
	Manifest = "manifest.json"
	Output   = "cdktf.out"
)

// Assets are the additional files of a configuration in its directory: the files that CDKTF copies,
// and the versions and checksums of the providers.
var Assets = []string{"assets", ".terraform.lock.hcl"}

// Stack is a configuration in a manifest. Its paths are relative to the directory of the manifest,
// and have slashes.
type Stack struct {
	Name string
	// Dir is the working directory, File the configuration file.
	Dir, File string
	// Out is the output directory, relative to the directory of all stacks.
	Out string
}

// IsForeignManifest reports whether a JSON file has no stacks. Other programs write files with the
// same name.
func IsForeignManifest(src []byte) bool {
	root, diags := jsontree.Parse(src, Manifest)
	return !diags.HasErrors() && root.Member("stacks") == nil
}

// ReadManifest returns the stacks in the order of the manifest.
func ReadManifest(src []byte, filename string) ([]Stack, hcl.Diagnostics) {
	root, diags := jsontree.Parse(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	list := root.Member("stacks")
	if list == nil || list.Kind != jsontree.Object {
		return nil, append(diags, errorAt(src, filename, root, "No stacks",
			"The manifest has no object \"stacks\"."))
	}
	var stacks []Stack
	taken := map[string]string{}
	for i := range list.Members {
		m := &list.Members[i]
		stack, diag := readStack(src, filename, m)
		if diag == nil && taken[strings.ToLower(stack.Out)] != "" {
			diag = errorAt(src, filename, &m.Value, "Two stacks in the same place",
				"The stacks %s and %s would both be written to %s.", taken[strings.ToLower(stack.Out)], stack.Name, stack.Out)
		}
		if diag != nil {
			diags = append(diags, diag)
			continue
		}
		taken[strings.ToLower(stack.Out)] = stack.Name
		stacks = append(stacks, stack)
	}
	if len(list.Members) == 0 {
		diags = append(diags, errorAt(src, filename, list, "No stacks", "The manifest lists no stacks."))
	}
	return stacks, diags
}

func readStack(src []byte, filename string, m *jsontree.Member) (Stack, *hcl.Diagnostic) {
	stack := Stack{Name: m.Name}
	file := m.Value.Member("synthesizedStackPath")
	if file == nil || file.Kind != jsontree.String {
		return stack, errorAt(src, filename, &m.Value, "No configuration",
			"The manifest does not contain the path of the stack %q: "+
				"the string \"synthesizedStackPath\" is missing.", m.Name)
	}
	var ok bool
	if stack.File, ok = localPath(file.Text); !ok || stack.File == "." {
		return stack, pathError(src, filename, file, m.Name)
	}
	stack.Dir = path.Dir(stack.File)
	if dir := m.Value.Member("workingDirectory"); dir != nil {
		if stack.Dir, ok = localPath(dir.Text); !ok || dir.Kind != jsontree.String {
			return stack, pathError(src, filename, dir, m.Name)
		}
	}
	if stack.Dir != path.Dir(stack.File) {
		return stack, errorAt(src, filename, file, "Another directory",
			"The configuration of the stack %q is not in the directory that the stack is run in, %s.", m.Name, stack.Dir)
	}
	stack.Out = path.Base(stack.Dir)
	if stack.Dir == "." {
		stack.Out, ok = localPath(m.Name)
		if !ok || stack.Out == "." || strings.Contains(stack.Out, "/") {
			return stack, errorAt(src, filename, &m.Value, "Invalid directory name",
				"%q cannot be used as a directory name.", m.Name)
		}
	}
	return stack, nil
}

func pathError(src []byte, filename string, v *jsontree.Value, name string) *hcl.Diagnostic {
	return errorAt(src, filename, v, "Path outside the directory",
		"The manifest has the path %[2]q for the stack %[1]q, which is not below its directory. "+
			"Nothing outside it is read.", name, v.Text)
}

// localPath returns a path with slashes, and reports whether it stays inside its directory on every
// system.
func localPath(name string) (string, bool) {
	slashes := strings.ReplaceAll(name, `\`, "/")
	odd := strings.ContainsFunc(name, func(char rune) bool { return unicode.IsControl(char) || char == ':' })
	return slashes, !odd && fs.ValidPath(slashes)
}

func errorAt(src []byte, filename string, v *jsontree.Value, summary, format string, args ...any) *hcl.Diagnostic {
	diag, rng := diagnostic.Errorf(summary, format, args...), hcltext.NewPositions(src).Range(filename, v.Start, v.End)
	diag.Subject = &rng
	return diag
}

// quotedRelative matches a string in an expression with a path relative to the configuration.
var quotedRelative = regexp.MustCompile(`"(?:\$\{path\.(?:module|root)\}/|\./)([^"$%\\]+)"`)

// RelativePaths returns the relative paths in the strings of a configuration that can refer to files in its
// directory. The paths are cleaned, without the prefixes ./ and ${path.module}/, without paths
// outside the directory, in source order and without repetitions.
func RelativePaths(body *hclwrite.Body) []string {
	var found []string
	add := func(text string) {
		clean := path.Clean(text)
		if name, ok := localPath(clean); ok && name == clean && clean != "." && !slices.Contains(found, clean) {
			found = append(found, clean)
		}
	}
	hclwrite.Walk(body, func(node hclwrite.Node) bool {
		expression := ""
		switch node := node.(type) {
		case *hclwrite.Template:
			text := node.Text
			for _, start := range []string{"${path.module}/", "${path.root}/", "./"} {
				text = strings.TrimPrefix(text, start)
			}
			switch {
			case hcltext.HasSequence(text):
				expression = text
			case text != node.Text:
				add(hcltext.TemplateText(text))
			}
		case *hclwrite.Native:
			expression = node.Text
		}
		for _, match := range quotedRelative.FindAllStringSubmatch(expression, -1) {
			add(match[1])
		}
		return true
	})
	return found
}

// Move is a changed path in a configuration that refers to the same file from another directory.
type Move struct {
	Before, After string
	text          *hclwrite.Template
}

// Undo restores the path before the move.
func (m Move) Undo() { m.text.Text = m.Before }

// Redo sets the path after the move again.
func (m Move) Redo() { m.text.Text = m.After }

// Relocate changes paths to parent directories in a configuration that moves to another directory.
// rows define the arguments with paths. The function to returns the path from the new directory, or
// false to keep the path.
func Relocate(body *hclwrite.Body, rows []conventions.Look, to func(path string) (string, bool)) []Move {
	var moves []Move
	eachBody(body, nil, func(body *hclwrite.Body, parents []*hclwrite.Block) {
		for _, row := range rows {
			if !matchBlocks(row.Blocks, parents) || len(row.Path) != 1 {
				continue
			}
			attr := body.Attribute(row.Path[0])
			if attr == nil {
				continue
			}
			t, ok := attr.Expr.(*hclwrite.Template)
			if !ok || hcltext.HasSequence(t.Text) || !strings.HasPrefix(t.Text, "../") {
				continue
			}
			if after, ok := to(hcltext.TemplateText(t.Text)); ok {
				move := Move{Before: t.Text, After: hcltext.EscapeTemplate(after), text: t}
				moves, t.Text = append(moves, move), move.After
			}
		}
	})
	return moves
}

// quotedParent matches a string in an expression with a path to a parent directory.
var quotedParent = regexp.MustCompile(`"(\.\./[^"$%\\]*)"`)

// ParentPaths returns the strings of a configuration with paths to parent directories, such as ../x,
// without repetitions.
func ParentPaths(body *hclwrite.Body) []string {
	var found []string
	hclwrite.Walk(body, func(node hclwrite.Node) bool {
		expression := ""
		switch node := node.(type) {
		case *hclwrite.Template:
			if expression = node.Text; !hcltext.HasSequence(node.Text) {
				expression = hcltext.Quote(hcltext.TemplateText(node.Text))
			}
		case *hclwrite.Native:
			expression = node.Text
		}
		for _, match := range quotedParent.FindAllStringSubmatch(expression, -1) {
			if !slices.Contains(found, match[1]) {
				found = append(found, match[1])
			}
		}
		return true
	})
	return found
}
