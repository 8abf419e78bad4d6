package operations

import (
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// expressionTree writes the syntax tree of an expression as JSON, in the format of CDKTF
// (@cdktf/hcl2json, getExpressionAst). Lines and columns start at 0 in this format.
func expressionTree(o *service.Operation) {
	src := []byte(o.Request.Text)
	// Apply the nesting limits for files, because hclsyntax has none.
	if diags := hclwrite.CheckLimits("x = "+o.Request.Text+"\n", o.Request.Name); diags.HasErrors() {
		o.Report(o.Request.Name, diags...)
		return
	}
	parsed, diags := hclsyntax.ParseExpression(src, o.Request.Name, hcl.Pos{})
	if diags.HasErrors() {
		o.Report(o.Request.Name, diags...)
		return
	}
	w := &treeWriter{src: o.Request.Text}
	_ = hclsyntax.Walk(parsed, w)
	text, err := json.MarshalIndent(w.root, "", "  ")
	if err != nil {
		o.Report(o.Request.Name, diagnostic.Errorf("No JSON", "%s.", err))
		return
	}
	o.SetResult(text, "")
}

type (
	treeNode struct {
		Children []*treeNode    `json:"children"`
		Type     string         `json:"type"`
		Meta     map[string]any `json:"meta,omitempty"`
		Range    treeRange      `json:"range"`
	}
	treeRange struct {
		Start diagnostic.Position `json:"start"`
		End   diagnostic.Position `json:"end"`
	}
	treeStep struct {
		Type    string    `json:"type"`
		Segment string    `json:"segment,omitempty"`
		Range   treeRange `json:"range"`
	}
)

// treeWriter builds the tree during a walk of hclsyntax.
type treeWriter struct {
	src  string
	root *treeNode
	path []*treeNode
}

// Enter adds the node of an expression to its parent.
func (w *treeWriter) Enter(node hclsyntax.Node) hcl.Diagnostics {
	expr, ok := node.(hclsyntax.Expression)
	if !ok {
		return nil // a scope, which has no text of its own
	}
	made := &treeNode{Children: []*treeNode{}, Range: treeRangeOf(expr.StartRange())}
	made.Type, made.Meta = w.describe(expr)
	if made.Type != "" {
		made.Meta["value"] = w.sourceOf(expr)
	}
	if len(w.path) > 0 {
		parent := w.path[len(w.path)-1]
		parent.Children = append(parent.Children, made)
	} else {
		w.root = made
	}
	w.path = append(w.path, made)
	return nil
}

// Exit returns to the parent of an expression.
func (w *treeWriter) Exit(node hclsyntax.Node) hcl.Diagnostics {
	if _, ok := node.(hclsyntax.Expression); ok {
		w.path = w.path[:len(w.path)-1]
	}
	return nil
}

// sourceOf returns the source of a node.
func (w *treeWriter) sourceOf(node hclsyntax.Node) string { return w.sourceAt(node.Range()) }

func (w *treeWriter) sourceAt(rng hcl.Range) string { return w.src[rng.Start.Byte:rng.End.Byte] }

// describe returns the type and the properties of a node. They are empty for nodes without a type in
// the format, such as keys and parentheses.
func (w *treeWriter) describe(expr hclsyntax.Expression) (string, map[string]any) {
	switch e := expr.(type) {
	case *hclsyntax.LiteralValueExpr:
		return "literalValue", map[string]any{"type": e.Val.Type()}
	case *hclsyntax.TemplateExpr:
		return "template", map[string]any{}
	case *hclsyntax.TemplateJoinExpr:
		return "templateJoin", map[string]any{}
	case *hclsyntax.TemplateWrapExpr:
		return "templateWrap", map[string]any{}
	case *hclsyntax.TupleConsExpr:
		return "tuple", map[string]any{}
	case *hclsyntax.ObjectConsExpr:
		items := map[string]string{}
		for _, item := range e.Items {
			items[w.sourceOf(item.KeyExpr)] = w.sourceOf(item.ValueExpr)
		}
		return "object", map[string]any{"items": items}
	case *hclsyntax.ScopeTraversalExpr:
		steps, accessor := stepsOf(e.Traversal)
		return "scopeTraversal", map[string]any{"traversal": steps, "fullAccessor": accessor}
	case *hclsyntax.RelativeTraversalExpr:
		steps, accessor := stepsOf(e.Traversal)
		return "relativeTraversal", map[string]any{
			"traversal": steps, "fullAccessor": accessor, "sourceExpression": w.sourceOf(e.Source)}
	case *hclsyntax.ConditionalExpr:
		return "conditional", map[string]any{"conditionExpression": w.sourceOf(e.Condition),
			"trueExpression": w.sourceOf(e.TrueResult), "falseExpression": w.sourceOf(e.FalseResult)}
	case *hclsyntax.IndexExpr:
		return "index", map[string]any{"keyExpression": w.sourceOf(e.Key), "collectionExpression": w.sourceOf(e.Collection)}
	case *hclsyntax.UnaryOpExpr:
		return "unaryOp", map[string]any{"operator": operators[e.Op], "returnType": e.Op.Type,
			"valueExpression": w.sourceOf(e.Val), "symbolRange": treeRangeOf(e.SymbolRange)}
	case *hclsyntax.BinaryOpExpr:
		return "binaryOp", map[string]any{"operator": operators[e.Op], "returnType": e.Op.Type,
			"lhsExpression": w.sourceOf(e.LHS), "rhsExpression": w.sourceOf(e.RHS)}
	case *hclsyntax.SplatExpr:
		return "splat", map[string]any{"sourceExpression": w.sourceOf(e.Source), "eachExpression": w.sourceOf(e.Each),
			"anonSymbolExpression": w.sourceOf(e.Item), "markerRange": treeRangeOf(e.MarkerRange)}
	case *hclsyntax.FunctionCallExpr:
		return "function", callProperties(e)
	case *hclsyntax.ForExpr:
		return "for", w.loopProperties(e)
	}
	return "", nil
}

func callProperties(e *hclsyntax.FunctionCallExpr) map[string]any {
	args := []treeRange{}
	for _, arg := range e.Args {
		args = append(args, treeRangeOf(arg.Range()))
	}
	return map[string]any{"name": e.Name, "expandedFinalArgument": e.ExpandFinal, "nameRange": treeRangeOf(e.NameRange),
		"openParenRange": treeRangeOf(e.OpenParenRange), "closeParenRange": treeRangeOf(e.CloseParenRange), "argsRanges": args}
}

func (w *treeWriter) loopProperties(e *hclsyntax.ForExpr) map[string]any {
	meta := map[string]any{
		"keyVar": e.KeyVar, "valVar": e.ValVar, "valueExpression": w.sourceOf(e.ValExpr), "groupedValue": e.Group,
		"openRange": treeRangeOf(e.OpenRange), "openRangeValue": w.sourceAt(e.OpenRange),
		"closeRange": treeRangeOf(e.CloseRange), "closeRangeValue": w.sourceAt(e.CloseRange),
	}
	for name, part := range map[string]hclsyntax.Expression{
		"collectionExpression": e.CollExpr, "conditionalExpression": e.CondExpr, "keyExpression": e.KeyExpr,
	} {
		if part != nil {
			meta[name] = w.sourceOf(part)
		}
	}
	return meta
}

// stepsOf returns the steps of a traversal and its short form.
func stepsOf(traversal hcl.Traversal) (steps []treeStep, accessor string) {
	add := func(kind, segment string, rng hcl.Range, joined string) {
		steps = append(steps, treeStep{kind, segment, treeRangeOf(rng)})
		accessor += joined
	}
	for _, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			add("nameTraversal", step.Name, step.SrcRange, step.Name)
		case hcl.TraverseAttr:
			add("nameTraversal", step.Name, step.SrcRange, "."+step.Name)
		case hcl.TraverseIndex:
			key := ""
			switch step.Key.Type() {
			case cty.String:
				key = `"` + step.Key.AsString() + `"`
			case cty.Number:
				key = step.Key.AsBigFloat().String()
			}
			add("indexTraversal", key, step.SrcRange, "["+key+"]")
		}
	}
	if traversal.IsRelative() {
		accessor = strings.TrimPrefix(accessor, ".")
		if steps[0].Type == "indexTraversal" {
			accessor = steps[0].Segment + accessor[len(steps[0].Segment)+len("[]"):]
		}
	}
	return steps, accessor
}

func treeRangeOf(rng hcl.Range) treeRange {
	position := func(pos hcl.Pos) diagnostic.Position {
		return diagnostic.Position{Line: pos.Line, Column: pos.Column, Byte: pos.Byte}
	}
	return treeRange{position(rng.Start), position(rng.End)}
}

var operators = map[*hclsyntax.Operation]string{
	hclsyntax.OpLogicalOr: "logicalOr", hclsyntax.OpLogicalAnd: "logicalAnd", hclsyntax.OpLogicalNot: "logicalNot",
	hclsyntax.OpEqual: "equal", hclsyntax.OpNotEqual: "notEqual",
	hclsyntax.OpGreaterThan: "greaterThan", hclsyntax.OpGreaterThanOrEqual: "greaterThanOrEqual",
	hclsyntax.OpLessThan: "lessThan", hclsyntax.OpLessThanOrEqual: "lessThanOrEqual",
	hclsyntax.OpAdd: "add", hclsyntax.OpSubtract: "subtract", hclsyntax.OpMultiply: "multiply",
	hclsyntax.OpDivide: "divide", hclsyntax.OpModulo: "modulo", hclsyntax.OpNegate: "negate",
}
