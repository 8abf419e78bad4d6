package upgrade

import (
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/lazyregexp"
)

// template is the content of a legacy template.
//
// packer-plugin-sdk, template/parse.go, rawTemplate
type template struct {
	minVersion, description *jsontree.Value
	provisioners            []component
	cleanup                 *component
	postProcessors          [][]component
	comments                []string
}

// variable is a user variable.
type variable struct {
	name string
	// label is the name of the variable in HCL.
	label string
	// value is the default, or nil.
	value     *jsontree.Value
	sensitive bool
	comments  []string
	// computed is true if the default uses more than text and the environment. The default is then
	// in a local.
	computed bool
	// required is true if Packer requires a value, even for an undeclared variable.
	required bool
	// uses contains the variables in the default. braces is true if the default contains {{, and
	// therefore looks like a Go template.
	uses   []*variable
	braces bool
}

// component is a builder, a provisioner or a post-processor.
type component struct {
	part tables.Part
	typ  string
	// at is the JSON object. For a post-processor without arguments, it can be a string: the type.
	at *jsontree.Value
	// config contains the members that the component reads.
	config []*jsontree.Member
	// meta contains the members that Packer reads, by name.
	meta map[string]*jsontree.Value
	// comments contains the comments above the component.
	comments []string
}

// builder is a component with a name.
type builder struct {
	component
	// name is the name in the template, which is a Go template.
	name string
	// label is the label of the source.
	label string
}

// isComment reports whether a member of an object is a comment, according to its name.
func isComment(name string) bool {
	return strings.HasPrefix(name, "_") && strings.Contains(strings.ToLower(name), "comment")
}

// commentLines returns a text as comments, one per line.
func commentLines(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		line = strings.TrimRight(strings.ReplaceAll(line, "\r", ""), " ")
		if line == "" {
			lines = append(lines, "#")
			continue
		}
		lines = append(lines, "# "+line)
	}
	return lines
}

// read reads the sections of a template. It returns nil for a value that cannot be a template.
func (u *upgrader) read(root *jsontree.Value) *template {
	if root.Kind != jsontree.Object {
		u.fail(root, "A legacy template must be an object with builders, not %s.", root.Kind)
		return nil
	}
	u.reportDuplicates(root)
	t := &template{}
	var builders *jsontree.Value
	steps := false
	for i := range root.Members {
		m := &root.Members[i]
		v := &m.Value
		switch strings.ToLower(m.Name) {
		case "min_packer_version":
			t.minVersion = u.stringOf(v)
		case "description":
			t.description = u.stringOf(v)
		case "variables":
			inUse := map[string]bool{}
			collectUsed(root, inUse)
			t.comments = append(t.comments, u.readVariables(v, inUse)...)
		case "builders":
			builders = v
		case "comments":
			t.comments = append(t.comments, u.commentsOf(v)...)
		case "push":
			u.warn(v, "Section without effect", "Packer ignores this section, so it is omitted.")
		case "sensitive-variables":
		case "provisioners", "post-processors", "error-cleanup-provisioner":
			steps = true
		default:
			switch {
			case strings.HasPrefix(m.Name, "_") && v.Kind == jsontree.String:
				t.comments = append(t.comments, commentLines(v.Text)...)
			case strings.HasPrefix(m.Name, "_"):
				u.fail(v, "A comment at the root must be a string.")
			default:
				u.fail(nameOf(m), "A legacy template has no section %q.", m.Name)
			}
		}
	}
	if builders == nil && !steps && len(u.variables) > 0 {
		u.readSteps(root, t)
		if d := t.description; d != nil { // a template without a build
			t.comments = append(t.comments, commentLines(d.Text)...)
		}
		return t
	}
	if builders == nil || builders.Kind != jsontree.Array || len(builders.Elems) == 0 {
		u.fail(root, "A legacy template needs an array with at least one builder.")
		return nil
	}
	u.readBuilders(builders)
	u.readSteps(root, t)
	return t
}

// readSteps reads the sections that refer to variables and builders. It is called last, because
// variables and builders can follow these sections in the file.
func (u *upgrader) readSteps(root *jsontree.Value, t *template) {
	for i := range root.Members {
		v := &root.Members[i].Value
		switch strings.ToLower(root.Members[i].Name) {
		case "sensitive-variables":
			u.readSensitive(v)
		case "provisioners":
			for i := range u.elementsOf(v) {
				if c, ok := u.readComponent(&v.Elems[i], tables.Provisioner); ok {
					t.provisioners = append(t.provisioners, c)
				}
			}
		case "error-cleanup-provisioner":
			if v.Kind == jsontree.Null {
				continue
			}
			if c, ok := u.readComponent(v, tables.Provisioner); ok {
				t.cleanup = &c
			}
		case "post-processors":
			for i := range u.elementsOf(v) {
				t.postProcessors = append(t.postProcessors, u.readChain(&v.Elems[i]))
			}
		}
	}
}

// nameOf returns the name of a member as a value.
func nameOf(m *jsontree.Member) *jsontree.Value {
	return &jsontree.Value{Kind: jsontree.String, Start: m.NameStart, End: m.NameEnd, Text: m.Name}
}

// reportDuplicates reports repeated names in an object, which Packer rejects.
func (u *upgrader) reportDuplicates(v *jsontree.Value) {
	for m := range v.RepeatedMembers() {
		u.fail(nameOf(m), "The name %q appears twice in an object.", m.Name)
	}
	for i := range v.Len() {
		_, part := v.Part(i)
		u.reportDuplicates(part)
	}
}

// stringOf returns a string value. It returns nil after it reports an error.
func (u *upgrader) stringOf(v *jsontree.Value) *jsontree.Value {
	if v.Kind != jsontree.String {
		u.fail(v, "This must be a string, not %s.", v.Kind)
		return nil
	}
	return v
}

// elementsOf returns the elements of an array. It returns nil after it reports an error.
func (u *upgrader) elementsOf(v *jsontree.Value) []jsontree.Value {
	if v.Kind != jsontree.Array && v.Kind != jsontree.Null {
		u.fail(v, "This must be an array, not %s.", v.Kind)
	}
	return v.Elems
}

// commentsOf returns all strings in the section "comments".
func (u *upgrader) commentsOf(v *jsontree.Value) []string {
	var lines []string
	if v.Kind == jsontree.String {
		lines = append(lines, commentLines(v.Text)...)
	}
	for i := range v.Elems {
		lines = append(lines, u.commentsOf(&v.Elems[i])...)
	}
	for i := range v.Members {
		lines = append(lines, u.commentsOf(&v.Members[i].Value)...)
	}
	return lines
}

// userCallPattern matches a reference to a variable in a Go template.
var userCallPattern = lazyregexp.New("\\buser\\s+[`\"]([^`\"]*)[`\"]")

// collectUsed adds the names of variables in the texts of a value.
func collectUsed(v *jsontree.Value, names map[string]bool) {
	add := func(text string) {
		for _, found := range userCallPattern().FindAllStringSubmatch(text, -1) {
			names[found[1]] = true
		}
	}
	add(v.Text)
	for i := range v.Len() {
		name, part := v.Part(i)
		add(name)
		collectUsed(part, names)
	}
}

// readVariables reads the variables, and returns the comments after the last one. An unused variable
// with the prefix _ is also a comment.
func (u *upgrader) readVariables(v *jsontree.Value, inUse map[string]bool) []string {
	if v.Kind != jsontree.Object && v.Kind != jsontree.Null {
		u.fail(v, "The variables must be an object, not %s.", v.Kind)
		return nil
	}
	var comments []string
	for i := range v.Members {
		m := &v.Members[i]
		if strings.HasPrefix(m.Name, "_") && !inUse[m.Name] && m.Value.Kind == jsontree.String {
			comments = append(comments, commentLines(m.Value.Text)...)
			continue
		}
		if m.Value.Kind != jsontree.String && m.Value.Kind != jsontree.Null {
			u.fail(&m.Value, "The value of a variable must be a string or null, not %s.", m.Value.Kind)
			continue
		}
		variable := &variable{name: m.Name, value: &m.Value, comments: comments,
			required: m.Value.Kind == jsontree.Null}
		variable.label = uniqueName(validIdentifier(m.Name), u.labels)
		comments = nil
		if variable.label != m.Name {
			u.warn(nameOf(m), "Variable renamed",
				"%q cannot be the name of a variable in HCL; it is now %q, also for -var.", m.Name, variable.label)
		}
		u.variables = append(u.variables, variable)
		u.byName[m.Name], u.byLabel[variable.label] = variable, variable
	}
	return comments
}

func (u *upgrader) readSensitive(v *jsontree.Value) {
	for i := range u.elementsOf(v) {
		name := u.stringOf(&v.Elems[i])
		if name == nil {
			continue
		}
		if variable := u.byName[name.Text]; variable != nil {
			variable.sensitive = true
		}
	}
}

func (u *upgrader) readBuilders(v *jsontree.Value) {
	names := map[string]bool{}
	labels := map[string]bool{}
	for i := range v.Elems {
		c, ok := u.readComponent(&v.Elems[i], tables.Builder)
		if !ok {
			continue
		}
		b := &builder{component: c, name: c.typ}
		at := c.at
		if name := c.meta["name"]; name != nil && name.Text != "" {
			b.name, at = name.Text, name
		}
		if names[b.name] {
			u.fail(at, "Another builder is already named %q.", b.name)
		}
		names[b.name] = true
		u.setLabel(b, at, labels)
		u.builders = append(u.builders, b)
	}
}

// setLabel sets the label of a source to the name of its builder, or to a similar valid name.
func (u *upgrader) setLabel(b *builder, at *jsontree.Value, used map[string]bool) {
	name := withoutActions(b.name)
	if strings.Trim(name, "-_. ") == "" {
		name = b.typ
	}
	b.label = uniqueName(validIdentifier(name), used)
	if b.label == b.name {
		return
	}
	u.warn(at, "Builder renamed",
		"A source can't be named %q; it is now %q, in -only and -except and for plugins, which see it as "+
			"PACKER_BUILD_NAME.",
		b.name, b.typ+"."+b.label)
}

// validIdentifier returns a similar name that is a valid identifier in HCL. It is normalized, because HCL
// normalizes references.
func validIdentifier(name string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(name) {
		if !hcltext.IsIdentifier("a" + string(r)) {
			r = '_'
		}
		if b.Len() == 0 && !hcltext.IsIdentifier(string(r)) {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	text := strings.Trim(b.String(), "-")
	if !hcltext.IsIdentifier(text) {
		return "_" + text
	}
	return text
}

// uniqueName returns an unused name, and marks it as used.
func uniqueName(name string, used map[string]bool) string {
	for base, n := name, 2; used[name]; n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	used[name] = true
	return name
}

func (u *upgrader) readComponent(v *jsontree.Value, part tables.Part) (component, bool) {
	c := component{part: part, at: v, meta: map[string]*jsontree.Value{}}
	switch {
	case v.Kind == jsontree.String && part == tables.PostProcessor:
		c.meta["type"] = v // the entry is only a type
	case v.Kind != jsontree.Object:
		u.fail(v, "This must be an object, not %s.", v.Kind)
		return c, false
	}
	for i := range v.Members {
		m := &v.Members[i]
		switch name, isMeta := packer.CanonicalLegacyArgument(part, m.Name); {
		case isMeta:
			c.meta[name] = &m.Value
		case isComment(m.Name) && m.Value.Kind == jsontree.String && len(c.config) == 0:
			c.comments = append(c.comments, commentLines(m.Value.Text)...)
		default:
			c.config = append(c.config, m)
		}
	}
	if typ := c.meta["type"]; typ == nil || typ.Kind != jsontree.String || typ.Text == "" {
		u.fail(v, "The type is missing.")
		return c, false
	}
	c.typ = c.meta["type"].Text
	if !hcltext.IsIdentifier(c.typ) {
		u.fail(c.meta["type"], "A component cannot have the type %q.", c.typ)
		return c, false
	}
	return c, true
}

// readChain reads one entry of the post-processors: a type, an object, or an array of both that run
// one after the other.
func (u *upgrader) readChain(v *jsontree.Value) []component {
	values := []jsontree.Value{*v}
	if v.Kind == jsontree.Array {
		values = v.Elems
	}
	var chain []component
	for i := range values {
		if c, ok := u.readComponent(&values[i], tables.PostProcessor); ok {
			chain = append(chain, c)
		}
	}
	return chain
}
