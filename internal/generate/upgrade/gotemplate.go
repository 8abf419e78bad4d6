package upgrade

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"

	"golang.org/x/text/unicode/norm"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/lazyregexp"
)

// place is the kind of place that contains a text. It decides which program renders the text, and
// which functions the text can call.
type place uint8

const (
	// inVariable is the value of a variable. Packer renders it before all other texts.
	inVariable place = iota
	// inSource and inBuild are arguments of a component. A plugin renders them, both in HCL2 and in
	// legacy templates.
	inSource
	inBuild
	// inOverride is inBuild for the arguments of one builder.
	inOverride
)

// piece is a part of a text: a literal, or an expression in HCL.
type piece struct {
	literal, expr string
	// rendered is true if a plugin renders the literal, so that its value is unknown.
	rendered bool
}

// pieces contains the parts of a text. Two literals are never adjacent.
type pieces []piece

func (p pieces) appendLiteral(text string, rendered bool) pieces {
	if text == "" {
		return p
	}
	if n := len(p); n > 0 && p[n-1].expr == "" {
		p[n-1].literal += text
		p[n-1].rendered = p[n-1].rendered || rendered
		return p
	}
	return append(p, piece{literal: text, rendered: rendered})
}

func (p pieces) appendExpression(expr string) pieces { return append(p, piece{expr: expr}) }

// appendValue appends an expression. If its value is known, it appends a literal.
func (p pieces) appendValue(expr string) pieces {
	if e, diags := hclwrite.ParseExpr(expr, ""); !diags.HasErrors() {
		if t, ok := e.(*hclwrite.Template); ok && !hcltext.HasSequence(t.Text) {
			return p.appendLiteral(hcltext.TemplateText(t.Text), false)
		}
	}
	return p.appendExpression(expr)
}

// constantText returns the text if it is constant and no plugin renders it.
func (p pieces) constantText() (string, bool) {
	switch {
	case len(p) == 0:
		return "", true
	case len(p) == 1 && p[0].expr == "" && !p[0].rendered:
		return p[0].literal, true
	}
	return "", false
}

// isRendered reports whether a plugin renders a part of the text. isComputed reports whether a part is
// an expression.
func (p pieces) isRendered() bool {
	return slices.ContainsFunc(p, func(part piece) bool { return part.rendered })
}
func (p pieces) isComputed() bool {
	return slices.ContainsFunc(p, func(part piece) bool { return part.expr != "" })
}

// templateSource returns the text as a template in HCL.
func (p pieces) templateSource() string {
	var b strings.Builder
	for i, part := range p {
		if part.expr != "" {
			b.WriteString("${" + part.expr + "}")
			continue
		}
		text, tail := part.literal, ""
		if i+1 < len(p) {
			// A $ or % before an interpolation would escape it.
			text = strings.TrimRight(text, "$%")
			tail = part.literal[len(text):]
		}
		b.WriteString(hcltext.EscapeTemplate(text))
		if tail != "" {
			b.WriteString("${" + hcltext.Quote(tail) + "}")
		}
	}
	return b.String()
}

// expr returns the text as an expression in HCL.
func (p pieces) expr() (hclwrite.Expr, error) {
	e, diags := hclwrite.ParseTemplate(p.templateSource(), "")
	if diags.HasErrors() {
		return nil, diags
	}
	return e, nil
}

// nativeText returns the text as the source of an expression.
func (p pieces) nativeText() (string, error) {
	e, err := p.expr()
	if err != nil {
		return "", err
	}
	return hclwrite.ExprText(e), nil
}

// inexactError is the reason why a construct has no exact form in HCL2.
type inexactError string

// Error returns the reason.
func (e inexactError) Error() string { return string(e) }

// invalidError is the reason why Packer rejects a construct in a legacy template.
type invalidError string

// Error returns the reason.
func (e invalidError) Error() string { return string(e) }

// scope is the context of a text for its translation.
type scope struct {
	place place
	// builder is the builder of the text, for inSource and inOverride.
	builder *builder
	// text is the whole text.
	text string
	// alone is true if the action consists of exactly one call.
	alone bool
	// variable is the variable whose value contains the text, for inVariable.
	variable *variable
	// late is true if the plugin decodes the text before rendering. It then renders the text
	// repeatedly, until the text no longer changes. guess is true if this is unknown.
	late, guess bool
}

// translate parses a Go template and returns its pieces. The error is an inexact or an invalid.
func (u *upgrader) translate(text string, s scope) (pieces, error) {
	if !norm.NFC.IsNormalString(text) {
		return nil, inexactError("HCL2 normalizes its Unicode characters.")
	}
	if !strings.Contains(text, "{{") {
		return pieces(nil).appendLiteral(text, false), nil
	}
	tree := parse.New("text")
	tree.Mode = parse.SkipFuncCheck
	trees := map[string]*parse.Tree{}
	tree, err := tree.Parse(text, "{{", "}}", trees)
	if err != nil {
		return nil, invalidError("Invalid Go template: " + strings.TrimPrefix(err.Error(), "template: text:") + ".")
	}
	depends := false
	for _, tree := range trees {
		calls, err := contextualCalls(tree.Root, s)
		if err != nil {
			return nil, err
		}
		depends = depends || len(calls) > 0
	}
	if s.place != inVariable && !depends {
		return pieces(nil).appendLiteral(text, true), nil
	}
	if len(trees) > 1 {
		return nil, inexactError("Template definitions cannot be converted.")
	}
	var out pieces
	s.text = text
	for _, node := range tree.Root.Nodes {
		if out, err = u.appendNode(out, node, s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// appendNode appends the translation of a node.
func (u *upgrader) appendNode(out pieces, node parse.Node, s scope) (pieces, error) {
	switch node := node.(type) {
	case *parse.TextNode:
		return out.appendLiteral(string(node.Text), false), nil
	case *parse.ActionNode:
		calls, _ := contextualCalls(node, s)
		s.alone = len(node.Pipe.Decl) == 0 && len(node.Pipe.Cmds) == 1 && len(calls) == 1 && calls[0] == node.Pipe.Cmds[0]
		braced := s.place != inVariable && !s.late && slices.ContainsFunc(calls, u.hasBracedArgument)
		if !braced && len(calls) > 0 || s.place == inVariable && !isOnlyField(node.Pipe) {
			if expr, err := u.pipeline(node.Pipe, s); err == nil {
				return out.appendValue(expr), nil
			} else if s.place == inVariable {
				return nil, err
			}
		} else if s.place == inVariable {
			return out.appendLiteral(actionAt(s.text, int(node.Pos)), true), nil
		}
	default:
		if s.place == inVariable {
			return nil, inexactError("HCL2 has no form for {{if}}, {{range}} and {{with}} in the value of a variable.")
		}
	}
	return u.appendRenderedNode(out, node, s)
}

// actionAt returns the source of an action. pos is the position of its pipeline.
func actionAt(text string, pos int) string {
	start := strings.LastIndex(text[:pos], "{{")
	end := strings.Index(text[pos:], "}}")
	return text[start : pos+end+len("}}")]
}

// isOnlyField reports whether a pipeline is a single field, such as {{.Name}}. In a variable, Packer
// keeps it for the program that renders the value.
//
// packer/core.go, renderVarsRecursively
func isOnlyField(pipe *parse.PipeNode) bool {
	return len(pipe.Decl) == 0 && len(pipe.Cmds) == 1 && len(pipe.Cmds[0].Args) == 1 &&
		pipe.Cmds[0].Args[0].Type() == parse.NodeField
}

// placeholder returns a text that represents a call during the printing of a node.
func placeholder(i int) string { return "\x00" + strconv.Itoa(i) + "\x00" }

// appendRenderedNode appends a node that a plugin renders. In the node, calls of functions that HCL2
// does not have become quoted strings. They are quoted as JSON strings, which are also Go strings.
func (u *upgrader) appendRenderedNode(out pieces, node parse.Node, s scope) (pieces, error) {
	var exprs []string
	calls, _ := contextualCalls(node, s)
	for _, call := range calls {
		expr, err := u.command(call, nil, s)
		if err != nil {
			return nil, err
		}
		call.Args = []parse.Node{&parse.StringNode{NodeType: parse.NodeString, Quoted: placeholder(len(exprs))}}
		exprs = append(exprs, "jsonencode("+expr+")")
	}
	text := node.String()
	for i, expr := range exprs {
		before, after, _ := strings.Cut(text, placeholder(i))
		out = out.appendLiteral(before, true).appendExpression(expr)
		text = after
	}
	return out.appendLiteral(text, true), nil
}

// contextFunctions contains functions whose values HCL2 provides in another way.
var contextFunctions = []string{"user", "template_dir", "build_name", "build_type", "build", "packer_version"}

// variableFunctions contains functions that Packer permits only in values of variables.
//
// packer-plugin-sdk, template/interpolate/funcs.go
var variableFunctions = []string{"env", "consul_key", "vault", "aws_secretsmanager", "aws_secretsmanager_raw"}

// contextualCalls returns the calls in a node whose meaning depends on the place of the text, in
// order.
func contextualCalls(node parse.Node, s scope) (calls []*parse.CommandNode, err error) {
	walkCommands(node, func(command *parse.CommandNode) {
		name, ok := command.Args[0].(*parse.IdentifierNode)
		if !ok {
			return
		}
		switch {
		case slices.Contains(contextFunctions, name.Ident):
			calls = append(calls, command)
		case s.place != inVariable && slices.Contains(variableFunctions, name.Ident):
			err = invalidError(fmt.Sprintf("Packer accepts %s only in the values of variables.", name.Ident))
		case name.Ident == "sed":
			err = invalidError("Packer no longer has sed; use replace or replace_all.")
		}
	})
	return calls, err
}

// walkCommands calls visit for the commands in a node, in the order in which they are printed.
func walkCommands(node parse.Node, visit func(*parse.CommandNode)) {
	branch := func(b *parse.BranchNode) {
		walkCommands(b.Pipe, visit)
		walkCommands(b.List, visit)
		if b.ElseList != nil {
			walkCommands(b.ElseList, visit)
		}
	}
	switch node := node.(type) {
	case *parse.ListNode:
		for _, inner := range node.Nodes {
			walkCommands(inner, visit)
		}
	case *parse.ActionNode:
		walkCommands(node.Pipe, visit)
	case *parse.PipeNode:
		if node == nil {
			return // {{template "x"}}
		}
		for _, command := range node.Cmds {
			visit(command)
			for i, arg := range command.Args {
				if name, ok := arg.(*parse.IdentifierNode); ok && i > 0 {
					// A call without arguments: {{upper build_name}} is {{upper (build_name)}}.
					call := &parse.CommandNode{NodeType: parse.NodeCommand, Args: []parse.Node{name}}
					arg = &parse.PipeNode{NodeType: parse.NodePipe, Cmds: []*parse.CommandNode{call}}
					command.Args[i] = arg
				}
				walkCommands(arg, visit)
			}
		}
	case *parse.ChainNode:
		walkCommands(node.Node, visit)
	case *parse.IfNode:
		branch(&node.BranchNode)
	case *parse.RangeNode:
		branch(&node.BranchNode)
	case *parse.WithNode:
		branch(&node.BranchNode)
	case *parse.TemplateNode:
		walkCommands(node.Pipe, visit)
	}
}

// pipeline returns the HCL expression of a pipeline.
func (u *upgrader) pipeline(pipe *parse.PipeNode, s scope) (string, error) {
	if len(pipe.Decl) > 0 {
		return "", inexactError("HCL2 has no variables in a template.")
	}
	var last []string
	for _, command := range pipe.Cmds {
		expr, err := u.command(command, last, s)
		if err != nil {
			return "", err
		}
		last = []string{expr}
	}
	return last[0], nil
}

// command returns the HCL expression of a command. last is the value of the previous command, which
// becomes the last argument.
func (u *upgrader) command(command *parse.CommandNode, last []string, s scope) (string, error) {
	name, isCall := command.Args[0].(*parse.IdentifierNode)
	if !isCall {
		if len(command.Args) > 1 || len(last) > 0 {
			return "", inexactError("This is not a function call.")
		}
		return u.operand(command.Args[0], s)
	}
	var args []string
	for _, arg := range command.Args[1:] {
		expr, err := u.operand(arg, s)
		if err != nil {
			return "", err
		}
		args = append(args, expr)
	}
	return u.call(name.Ident, command.Args[1:], append(args, last...), s)
}

// operand returns the HCL expression of an argument.
func (u *upgrader) operand(node parse.Node, s scope) (string, error) {
	switch node := node.(type) {
	case *parse.StringNode:
		return hcltext.Quote(node.Text), nil
	case *parse.NumberNode:
		if node.IsInt {
			return strconv.FormatInt(node.Int64, 10), nil
		}
	case *parse.PipeNode:
		return u.pipeline(node, s)
	}
	return "", inexactError(fmt.Sprintf("HCL2 has no form for %s here.", node))
}

// constantArg returns the only argument of a call if it is a constant string.
func constantArg(name string, nodes []parse.Node, args []string) (string, error) {
	if len(nodes) == 1 && len(args) == 1 {
		if text, ok := nodes[0].(*parse.StringNode); ok {
			return text.Text, nil
		}
	}
	return "", inexactError(fmt.Sprintf("The argument of %s must be a constant string.", name))
}

// function is a function of legacy templates that has an equivalent expression in HCL2.
type function struct {
	// min and max are the limits of the number of arguments.
	min, max int
	// hcl returns the HCL2 expression for a call with the given arguments.
	hcl func(args []string) string
	// variables is true if the expression is valid only in values of variables. In other places, a
	// plugin renders the text with the same result as before.
	variables bool
	// version is the minimum version of Packer for the expression.
	version string
}

// functions contains the functions that have an equivalent in HCL2.
//
// packer-plugin-sdk, template/interpolate/funcs.go; packer, hcl2template/functions.go
var functions = map[string]function{
	"upper": {min: 1, max: 1, hcl: callOf("upper")},
	"lower": {min: 1, max: 1, hcl: callOf("lower")},
	"replace_all": {min: 3, max: 3, hcl: func(a []string) string {
		return callOf("replace")([]string{a[2], a[0], a[1]})
	}},
	"split": {min: 3, max: 3, hcl: func(a []string) string {
		return callOf("split")([]string{a[1], a[0]}) + "[" + a[2] + "]"
	}},
	"isotime":    {max: 1, hcl: callOf("legacy_isotime"), variables: true, version: "1.7.1"},
	"strftime":   {min: 1, max: 1, hcl: callOf("legacy_strftime"), variables: true},
	"uuid":       {hcl: callOf("uuidv4"), variables: true},
	"pwd":        {hcl: func([]string) string { return "path.cwd" }, variables: true},
	"consul_key": {min: 1, max: 1, hcl: callOf("consul_key"), variables: true},
	"vault":      {min: 2, max: 2, hcl: callOf("vault"), variables: true},
	"aws_secretsmanager": {
		min: 1, max: 2, hcl: callOf("aws_secretsmanager"), variables: true,
	},
	"aws_secretsmanager_raw": {min: 1, max: 1, hcl: callOf("aws_secretsmanager_raw"), variables: true,
		version: "1.12.0"},
	"timestamp": {
		hcl:       func([]string) string { return "rfc3339_parse(legacy_isotime()).unix" },
		variables: true, version: "1.16.0",
	},
	"template_dir":   {hcl: func([]string) string { return "abspath(path.root)" }},
	"packer_version": {hcl: func([]string) string { return "packer.version" }},
}

func callOf(name string) func([]string) string {
	return func(args []string) string { return name + "(" + strings.Join(args, ", ") + ")" }
}

// call returns the HCL expression of a call.
func (u *upgrader) call(name string, nodes []parse.Node, args []string, s scope) (string, error) {
	switch name {
	case "user", "build":
		arg, err := constantArg(name, nodes, args)
		switch {
		case err != nil:
			return "", err
		case name == "user":
			return u.reference(arg, s)
		case s.place == inOverride:
			// hcl2template/types.build.provisioners.go: Packer evaluates overrides before the build
			// runs.
			return "", inexactError("HCL2 does not provide the value in an override.")
		case s.place != inBuild:
			return "", invalidError("Packer accepts build only in provisioners and post-processors.")
		case !s.alone:
			// Packer passes a placeholder to other functions, and renders it later.
			return "", inexactError("Only {{build}} by itself is the value of the build.")
		}
		return "build." + arg, nil
	case "build_name", "build_type":
		return u.buildProperty(name, s)
	case "env": // only in variables, as checked by contextual
		arg, err := constantArg(name, nodes, args)
		if err != nil || s.variable == nil || !s.variable.computed {
			return callOf(name)([]string{hcltext.Quote(arg)}), err
		}
		return u.environmentReference(arg, s.variable), nil
	case "replace":
		// A negative number means all occurrences, as in HCL2.
		if len(nodes) >= 3 && len(args) == 4 && strings.HasPrefix(args[2], "-") {
			return functions["replace_all"].hcl([]string{args[0], args[1], args[3]}), nil
		}
		return "", inexactError("HCL2 replaces all occurrences, not a given number.")
	}
	f, ok := functions[name]
	switch {
	case !ok, f.variables && s.place != inVariable:
		return "", inexactError(fmt.Sprintf("HCL2 has no form for %s here.", name))
	case len(args) < f.min, len(args) > f.max:
		return "", invalidError(fmt.Sprintf("The number of arguments of %s is wrong.", name))
	}
	u.requireVersion(f.version)
	return f.hcl(args), nil
}

// buildProperty returns the expression for the name or the type of a build.
func (u *upgrader) buildProperty(name string, s scope) (string, error) {
	switch {
	case s.place == inVariable:
		return "", invalidError("Packer does not accept " + name + " in the value of a variable.")
	case s.place == inOverride && name == "build_type":
		return hcltext.Quote(s.builder.typ), nil
	case s.place == inOverride:
		return u.builderName(s.builder)
	case name == "build_type":
		return "source.type", nil
	case s.place == inSource && s.builder.label != s.builder.name:
		return u.builderName(s.builder)
	case s.place == inBuild && slices.ContainsFunc(u.builders, func(b *builder) bool { return b.label != b.name }):
		if u.buildNames == "" {
			u.buildNames = uniqueName("build_names", u.labels)
		}
		return "local." + u.buildNames + "[source.name]", nil
	}
	return "source.name", nil
}

// builderName returns the expression for the name of a builder in the template.
func (u *upgrader) builderName(b *builder) (string, error) {
	parts, err := u.translate(b.name, scope{place: inSource, builder: &builder{label: b.name, name: b.name}})
	if err != nil {
		return "", err
	}
	if parts.isRendered() {
		return "", inexactError("The name of the builder has no form in HCL2.")
	}
	return parts.nativeText()
}

// renderedName returns the name of a builder if all variables have their defaults.
func (u *upgrader) renderedName(b *builder) string {
	return actionPattern().ReplaceAllStringFunc(b.name, func(call string) string {
		found := userCallPattern().FindStringSubmatch(call)
		if found == nil {
			return call
		}
		if v := u.byName[found[1]]; v != nil && v.value != nil && v.value.Kind == jsontree.String {
			return v.value.Text
		}
		return ""
	})
}

// withoutActions returns a Go template without its actions.
func withoutActions(text string) string { return actionPattern().ReplaceAllString(text, "") }

// actionPattern matches an action. At the end of the text, it also matches an incomplete action.
var actionPattern = lazyregexp.New(`(?s)\{\{.*?(\}\}|$)`)

// reference returns the expression for a user variable.
func (u *upgrader) reference(name string, s scope) (string, error) {
	v := u.byName[name]
	if v == nil {
		// In other places, a variable without a value is empty.
		label := uniqueName(validIdentifier(name), u.labels)
		v = &variable{name: name, label: label, required: s.place == inVariable}
		u.variables = append(u.variables, v)
		u.byName[name], u.byLabel[label] = v, v
	}
	if s.variable != nil {
		s.variable.uses = append(s.variable.uses, v)
	}
	if v.computed {
		return "local." + v.label, nil
	}
	return "var." + v.label, nil
}

// hasBracedArgument reports whether a call refers to a variable whose value looks like a Go
// template. Packer inserts the value unchanged, but in HCL2 the plugin would render it.
func (u *upgrader) hasBracedArgument(call *parse.CommandNode) bool {
	if len(call.Args) != 2 || call.Args[0].String() != "user" {
		return false
	}
	name, ok := call.Args[1].(*parse.StringNode)
	return ok && u.byName[name.Text].hasBraces()
}

// hasBraces reports whether the value of a variable, or of a variable that it uses, contains {{.
func (v *variable) hasBraces() bool {
	if v == nil || v.braces {
		return v != nil
	}
	uses := v.uses
	v.uses = nil // the variable can use itself, which Packer rejects
	v.braces = slices.ContainsFunc(uses, (*variable).hasBraces)
	return v.braces
}

// environmentReference returns the expression for an environment variable in a computed value. HCL2
// permits env only in defaults of variables, so the result is an additional variable.
func (u *upgrader) environmentReference(name string, of *variable) string {
	v := u.environment[name]
	if v == nil {
		v = &variable{name: name, label: uniqueName(validIdentifier("env_"+name), u.labels)}
		u.environment[name] = v
		u.variables = append(u.variables, v)
	}
	v.sensitive = v.sensitive || of.sensitive
	return "var." + v.label
}

// requireVersion raises the minimum version of Packer for the result.
func (u *upgrader) requireVersion(version string) {
	if olderVersion(u.version, version) {
		u.version = version
	}
}
