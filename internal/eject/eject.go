// Package eject reads what a generator of configuration leaves next to it, and finds
// in a configuration what a person should look at who takes it over from there.
//
// It knows the directory that CDKTF and CDK Terrain write. What that says is
// somebody else's word: a path in it is one below the directory, or an error.
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
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
)

// Manifest is the name of the file that lists the stacks of a directory, Output that
// of the directory that CDKTF writes by default.
const (
	Manifest = "manifest.json"
	Output   = "cdktf.out"
)

// Assets are what belongs to a configuration and is next to it: the files that
// CDKTF copies, and the versions and sums of the providers.
var Assets = []string{"assets", ".terraform.lock.hcl"}

// Stack is a configuration that a manifest lists. Its paths are below the directory
// of the manifest, and have slashes.
type Stack struct {
	Name string
	// Dir is where it is run, File its configuration.
	Dir, File string
	// Out is where it goes, below the directory of all stacks.
	Out string
}

// IsManifest reports whether a JSON file lists stacks; there are other files of the
// same name.
func IsManifest(src []byte) bool {
	root, diags := jsontree.Parse(src, Manifest)
	if diags.HasErrors() {
		return false
	}
	stacks := root.Member("stacks")
	return stacks != nil && stacks.Kind == jsontree.Object
}

// ReadManifest returns the stacks in the order of the manifest.
func ReadManifest(src []byte, filename string) ([]Stack, hcl.Diagnostics) {
	root, diags := jsontree.Parse(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	list := root.Member("stacks")
	if list == nil || list.Kind != jsontree.Object {
		return nil, append(diags, problem(src, filename, root, "No stacks",
			"The manifest has no object \"stacks\"."))
	}
	var stacks []Stack
	taken := map[string]string{}
	for i := range list.Members {
		m := &list.Members[i]
		stack, diag := readStack(src, filename, m)
		if diag == nil && taken[strings.ToLower(stack.Out)] != "" {
			diag = problem(src, filename, &m.Value, "Two stacks in the same place",
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
		diags = append(diags, problem(src, filename, list, "No stacks", "The manifest lists no stacks."))
	}
	return stacks, diags
}

func readStack(src []byte, filename string, m *jsontree.Member) (Stack, *hcl.Diagnostic) {
	stack := Stack{Name: m.Name}
	file := m.Value.Member("synthesizedStackPath")
	if file == nil || file.Kind != jsontree.String {
		return stack, problem(src, filename, &m.Value, "No configuration",
			"The manifest does not say where the configuration of the stack %q is: "+
				"there is no string \"synthesizedStackPath\".", m.Name)
	}
	var ok bool
	if stack.File, ok = below(file.Text); !ok || stack.File == "." {
		return stack, outside(src, filename, file, m.Name)
	}
	stack.Dir = path.Dir(stack.File)
	if dir := m.Value.Member("workingDirectory"); dir != nil {
		if stack.Dir, ok = below(dir.Text); !ok || dir.Kind != jsontree.String {
			return stack, outside(src, filename, dir, m.Name)
		}
	}
	if stack.Dir != path.Dir(stack.File) {
		return stack, problem(src, filename, file, "Another directory",
			"The configuration of the stack %q is not in the directory that the stack is run in, %s.", m.Name, stack.Dir)
	}
	stack.Out = path.Base(stack.Dir)
	if stack.Dir == "." {
		stack.Out, ok = below(m.Name)
		if !ok || stack.Out == "." || strings.Contains(stack.Out, "/") {
			return stack, problem(src, filename, &m.Value, "Invalid directory name",
				"%q cannot be used as a directory name.", m.Name)
		}
	}
	return stack, nil
}

func outside(src []byte, filename string, v *jsontree.Value, name string) *hcl.Diagnostic {
	return problem(src, filename, v, "Path outside the directory",
		"The manifest says that the stack %q is in %q, which is not a path below its directory. "+
			"Nothing outside it is read.", name, v.Text)
}

// below returns a path with slashes, and whether it is one that stays in its
// directory on every system.
func below(name string) (string, bool) {
	slashes := strings.ReplaceAll(name, `\`, "/")
	odd := strings.ContainsFunc(name, func(char rune) bool { return unicode.IsControl(char) || char == ':' })
	return slashes, !odd && fs.ValidPath(slashes)
}

func problem(src []byte, filename string, v *jsontree.Value, summary, format string, args ...any) *hcl.Diagnostic {
	diag, rng := diagnostic.Errorf(summary, format, args...), hcltext.NewPositions(src).Range(filename, v.Start, v.End)
	diag.Subject = &rng
	return diag
}

// quotedBeside is a string in an expression that is a path to what is next to the
// configuration.
var quotedBeside = regexp.MustCompile(`"(?:\$\{path\.(?:module|root)\}/|\./)([^"$%\\]+)"`)

// Beside returns the paths in a configuration's strings that may be of files next to
// it, without what they begin with: ./, or ${path.module}/. They are cleaned, below
// the directory, in order of appearance, and none twice.
func Beside(body *hclwrite.Body) []string {
	var found []string
	add := func(text string) {
		clean := path.Clean(text)
		if name, ok := below(clean); ok && name == clean && clean != "." && !slices.Contains(found, clean) {
			found = append(found, clean)
		}
	}
	hclwrite.Walk(body, func(node any) bool {
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
		for _, match := range quotedBeside.FindAllStringSubmatch(expression, -1) {
			add(match[1])
		}
		return true
	})
	return found
}

// Move is a path in a configuration that leads from another place to the same one.
type Move struct {
	Before, After string
	text          *hclwrite.Template
}

// Undo puts the path back as it was, and Redo does what Undo has undone.
func (m Move) Undo() { m.text.Text = m.Before }
func (m Move) Redo() { m.text.Text = m.After }

// Relocate changes the paths to directories above that of a configuration which goes
// to another place. The rows are those of arguments that hold paths; to returns a
// path from the new place, or that it stays.
func Relocate(body *hclwrite.Body, rows []schema.Look, to func(path string) (string, bool)) []Move {
	var moves []Move
	bodies(body, nil, func(body *hclwrite.Body, around []*hclwrite.Block) {
		for _, row := range rows {
			if !leads(row.Blocks, around) || len(row.Path) != 1 {
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

// quotedAbove is a string in an expression that is such a path.
var quotedAbove = regexp.MustCompile(`"(\.\./[^"$%\\]*)"`)

// Above returns the strings of a configuration that are paths to what is not below
// its directory: ../x. None appears twice.
func Above(body *hclwrite.Body) []string {
	var found []string
	hclwrite.Walk(body, func(node any) bool {
		expression := ""
		switch node := node.(type) {
		case *hclwrite.Template:
			if expression = node.Text; !hcltext.HasSequence(node.Text) {
				expression = hcltext.Quote(hcltext.TemplateText(node.Text))
			}
		case *hclwrite.Native:
			expression = node.Text
		}
		for _, match := range quotedAbove.FindAllStringSubmatch(expression, -1) {
			if !slices.Contains(found, match[1]) {
				found = append(found, match[1])
			}
		}
		return true
	})
	return found
}
