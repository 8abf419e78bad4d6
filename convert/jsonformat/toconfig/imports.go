package toconfig

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// importing is an object that an import block adopts. The address is that in the
// module, without the module's own.
type importing struct {
	address, id string
	order       int
}

// findImportID finds the id that the object is imported by, or says why there is
// none.
func (w *walker) findImportID(v value, c *jsonformat.ResourceChange, spec *schema.Spec) {
	if !w.g.opts.Import || w.Mode != jsonformat.Managed || !w.exists {
		return
	}
	id, reason := v.member("id"), ""
	if before := before(c); id.null() && before.Value != nil {
		id = before.member("id") // of an object that is replaced
	}
	if id.isSensitive() || spec != nil && spec.Body.Attributes["id"] != nil && spec.Body.Attributes["id"].Sensitive {
		reason = "its id is sensitive"
	} else if c != nil && c.Change.Importing != nil && c.Change.Importing.ID != "" {
		w.importID = c.Change.Importing.ID
	} else if !id.null() && (id.Kind == jsontree.String || id.Kind == jsontree.Number) {
		w.importID = id.Text
	}
	switch {
	case reason != "":
	case w.importID == "" && c != nil && c.Change.Importing != nil && c.Change.Importing.Identity.IsSet():
		reason = "the plan imports it by an identity"
	case w.importID == "":
		reason = "it has no id"
	case w.g.secrets.In(w.importID):
		w.importID, reason = "", "its id is sensitive"
	}
	if reason != "" {
		w.notes = append(w.notes, "# Not imported: "+w.address()+", because "+reason+".")
		w.warn(hcl.DiagWarning, "No import block",
			"An object of %s cannot be imported by an id: %s. Comments name all of them.", w.typ, reason)
		return
	}
	if trigger := v.member("triggers_replace"); w.Provider == opentofu.BuiltInProvider &&
		(!trigger.null() || trigger.holdsUnknown()) {
		// opentofu internal/builtin/providers/tf/resource_data.go, importDataStore
		w.warn(hcl.DiagWarning, "Import with a replacement",
			"An import of %s does not carry over its \"triggers_replace\", so the apply that imports the "+
				"object replaces it. To keep it, leave the argument out, or have \"triggers_replace\" in lifecycle > "+
				"ignore_changes.", w.typ)
	}
}

// before is the value before a change, if there is one.
func before(c *jsonformat.ResourceChange) value {
	if c == nil {
		return value{}
	}
	return value{Value: c.Change.Before.Tree(), sensitive: c.Change.BeforeSensitive.Tree()}
}

// importBlocks are the import blocks, which are in the root module.
func (m *module) importBlocks() []*hclwrite.Block {
	if len(m.path) > 0 {
		return nil
	}
	blocks := make([]*hclwrite.Block, len(m.imports))
	for i, imported := range m.imports {
		blocks[i] = hclwrite.NewBlock(opentofu.ImportBlock)
		blocks[i].Body.Set("to", hclwrite.NewReference(imported.address))
		blocks[i].Body.Set("id", hclwrite.NewString(imported.id))
	}
	return blocks
}
