package packerplugins

import (
	"bytes"

	"google.golang.org/protobuf/encoding/protowire"
)

// The messages of packer-plugin-sdk, rpc/hcl_spec.proto, as a plugin sends them.

func message(num protowire.Number, parts ...[]byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, num, protowire.BytesType), bytes.Join(parts, nil))
}

func text(num protowire.Number, value string) []byte { return message(num, []byte(value)) }

func truth(num protowire.Number) []byte {
	return protowire.AppendVarint(protowire.AppendTag(nil, num, protowire.VarintType), 1)
}

func primitive(name string) []byte { return message(1, text(1, name)) }
func list(element []byte) []byte   { return message(2, message(1, element)) }
func mapOf(element []byte) []byte  { return message(3, message(1, element)) }

// object has entries that are made by entry.
func object(entries ...[]byte) []byte { return message(1, entries...) }

func entry(key string, spec []byte) []byte { return message(1, text(1, key), message(2, spec)) }

func attr(name string, typ []byte) []byte { return message(2, text(1, name), message(2, typ)) }

func requiredAttr(name string, typ []byte) []byte {
	return message(2, text(1, name), message(2, typ), truth(3))
}

func block(name string, nested []byte) []byte { return message(3, text(1, name), message(3, nested)) }

func requiredBlock(name string, nested []byte) []byte {
	return message(3, text(1, name), truth(2), message(3, nested))
}

func blockList(name string, nested []byte) []byte {
	return message(4, text(1, name), message(2, nested))
}

var (
	stringType = primitive("cty.String")
	numberType = primitive("cty.Number")
	boolType   = primitive("cty.Bool")
)

// everything has every kind of specification and of type. Fields that a newer SDK
// may add are there too, and an entry whose key is not its name.
func everything() []byte {
	keyValue := object(entry("key", attr("key", stringType)), entry("value", attr("value", stringType)))
	return object(
		entry("ami_name", requiredAttr("ami_name", stringType)),
		entry("force",
			append(attr("force", boolType), protowire.AppendFixed32(protowire.AppendTag(nil, 90, protowire.Fixed32Type), 1)...)),
		entry("size", attr("size", numberType)),
		entry("tags", attr("tags", mapOf(stringType))),
		entry("tag", blockList("tag", keyValue)),
		entry("commands", attr("commands", list(list(stringType)))),
		entry("renamed", attr("real_name", list(numberType))),
		entry("filter", requiredBlock("filter", object(
			entry("filters", attr("filters", mapOf(stringType))),
			entry("filter", blockList("filter", keyValue)),
			entry("options", block("options", object())),
		))),
		entry("inner", object(entry("flat", attr("flat", stringType)))),
		entry("one", block("one", attr("only", boolType))),
		entry("twice_a", attr("twice", stringType)),
		entry("twice_b", attr("twice", boolType)),
	)
}

func deep(levels int) []byte {
	spec := object()
	for range levels {
		spec = object(entry("b", block("b", spec)))
	}
	return spec
}

func deepType(levels int) []byte {
	typ := stringType
	for range levels {
		typ = list(typ)
	}
	return typ
}

// badSpecs are what no plugin may send; the value is part of the message.
var badSpecs = map[string]struct {
	spec []byte
	want string
}{
	"spec-empty":     {nil, "empty specification"},
	"spec-garbage":   {[]byte("\xff\xff\xff"), "cannot be read"},
	"spec-cut":       {everything()[:50], "ends too soon"},
	"spec-unknown":   {object(entry("set", message(5, text(1, "x")))), `"set": specification of an unknown kind (5)`},
	"spec-wire-type": {truth(1), "unknown kind (1)"},
	"spec-deep":      {deep(40), "nested more than 64 deep"},
	"type-deep":      {object(entry("a", attr("a", deepType(65)))), "nested more than 64 deep"},
	"type-unknown":   {object(entry("a", attr("a", message(4, stringType)))), "type of an unknown kind (4)"},
	"type-other": {object(entry("a", attr("a", primitive("cty.DynamicPseudoType")))),
		`unknown type "cty.DynamicPseudoType"`},
	"type-none":         {object(entry("a", message(2, text(1, "a")))), "attribute without a name or a type"},
	"type-empty":        {object(entry("a", attr("a", nil))), "empty type"},
	"type-wire":         {object(entry("a", attr("a", truth(1)))), "unknown kind (1)"},
	"attribute-unnamed": {object(entry("a", attr("", stringType))), "attribute without a name or a type"},
	"block-unnamed":     {object(entry("a", block("", object()))), "block without a name"},
	"block-bad":         {object(entry("a", blockList("a", message(9)))), "unknown kind (9)"},
	"name-bytes":        {object(entry("a", attr("\xff", stringType))), "not valid UTF-8"},
}

func peerSpec(behaviour, kind, name string) []byte {
	if bad, ok := badSpecs[behaviour]; ok {
		return bad.spec
	}
	switch {
	case name == DefaultComponent:
		return object(entry("default", attr("default", stringType)))
	case kind == "builder":
		return everything()
	}
	return object(entry(kind, attr(kind, stringType)))
}
