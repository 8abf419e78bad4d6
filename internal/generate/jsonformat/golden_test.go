package jsonformat_test

import (
	"bytes"
	"flag"
	"fmt"
	"reflect"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestGolden compares the decoded document, or the diagnostics, of each archive with its golden.
func TestGolden(t *testing.T) {
	golden.CheckPairs(t, *update, "read", func(_ *testing.T, source txtar.File) []byte {
		return dump(jsonformat.Read(source.Data, source.Name))
	})
}

// dump formats a decoded document: the non-zero fields, and values with their positions.
func dump(doc *jsonformat.Document, diags hcl.Diagnostics) []byte {
	var b bytes.Buffer
	for _, diag := range diags {
		fmt.Fprintf(&b, "%s: %s\n  %s\n", diag.Subject, diag.Summary, diag.Detail)
	}
	if doc == nil {
		return b.Bytes()
	}
	write(&b, "", reflect.ValueOf(doc).Elem())
	return b.Bytes()
}

func write(b *bytes.Buffer, indent string, v reflect.Value) {
	for i := range v.NumField() {
		name, field := v.Type().Field(i).Name, v.Field(i)
		if !v.Type().Field(i).IsExported() || field.IsZero() {
			continue
		}
		writeField(b, indent, name, field)
	}
}

func writeField(b *bytes.Buffer, indent, name string, field reflect.Value) {
	switch field.Kind() {
	case reflect.Pointer:
		writeField(b, indent, name, field.Elem())
	case reflect.Slice:
		for i := range field.Len() {
			writeField(b, indent, fmt.Sprintf("%s[%d]", name, i), field.Index(i))
		}
	case reflect.Struct:
		value, ok := field.Interface().(jsonformat.Value)
		if !ok {
			fmt.Fprintf(b, "%s%s:\n", indent, name)
			write(b, indent+"  ", field)
			return
		}
		rng := value.Range()
		if name == "Place" {
			fmt.Fprintf(b, "%s%s: %d:%d\n", indent, name, rng.Start.Line, rng.Start.Column)
			return
		}
		fmt.Fprintf(b, "%s%s: %s at %d:%d\n", indent, name, value.JSON(), rng.Start.Line, rng.Start.Column)
	default:
		fmt.Fprintf(b, "%s%s: %#v\n", indent, name, field.Interface())
	}
}
