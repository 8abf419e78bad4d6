package tidy

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// Body returns a body with the items of an object. The root of the dialect decides which items are
// blocks. It is an error if there is no such body.
func Body(object *hclwrite.Object, dialect *schema.Dialect) (body *hclwrite.Body, diags hcl.Diagnostics) {
	text := outlineJSON(object)
	file, diags := convert.ReadJSON([]byte(text), "", dialect, convert.Options{Strict: true})
	diags = slices.DeleteFunc(diags, func(d *hcl.Diagnostic) bool { return slices.Contains(aboutOmitted, convert.CodeOf(d)) })
	if diags.HasErrors() {
		reason, _, _ := strings.Cut(diags[0].Detail+" ", ". ")
		return nil, hcl.Diagnostics{diagnostic.Errorf(diags[0].Summary, "%s. %s. Use add instead", text, reason)}
	}
	nativeedit.ClearSpans(&file.Body)
	setArguments(&file.Body, object)
	return &file.Body, nil
}

// aboutOmitted contains the codes of messages about values that the outline omits, and about other content of the body.
var aboutOmitted = []string{"invalid-value", "invalid-type", "missing-argument", "too-few-blocks"}

// outlineJSON returns an object as JSON. It omits all values except objects.
func outlineJSON(e hclwrite.Expr) string {
	object, ok := e.(*hclwrite.Object)
	if !ok {
		return `"_"`
	}
	var items []string
	for _, item := range object.Elements() {
		key, _ := json.Marshal(hcltext.TemplateText(item.Key.Text))
		items = append(items, string(key)+": "+outlineJSON(item.Value))
	}
	return "{" + strings.Join(items, ", ") + "}"
}

// setArguments sets the arguments of a body to their values in the object.
func setArguments(body *hclwrite.Body, object *hclwrite.Object) {
	for _, item := range body.Items {
		value := object.Value(hclwrite.ItemName(item))
		switch item := item.(type) {
		case *hclwrite.Attribute:
			item.Expr = value
		case *hclwrite.Block:
			for _, label := range item.Labels {
				value = value.(*hclwrite.Object).Value(label)
			}
			setArguments(&item.Body, value.(*hclwrite.Object))
		}
	}
}
