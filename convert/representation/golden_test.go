package representation

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write what is read anew")

// Each archive has a text, and what is read from it, or the diagnostics.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(archive.Files) == 0 || len(archive.Files) > 2 {
				t.Fatalf("%d files", len(archive.Files))
			}
			got := dump(Read(archive.Files[0].Data, archive.Files[0].Name))
			switch {
			case *update:
				archive.Files = append(archive.Files[:1], txtar.File{Name: "read", Data: got})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Error(err)
				}
			case len(archive.Files) != 2:
				t.Errorf("nothing to compare with; run with -update:\n%s", got)
			case !bytes.Equal(got, archive.Files[1].Data):
				t.Errorf("%s", diff.Diff("want", archive.Files[1].Data, "got", got))
			}
		})
	}
}

// dump writes what was read: the fields that are set, and values with their places.
func dump(doc *Document, diags hcl.Diagnostics) []byte {
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
		value, ok := field.Interface().(Value)
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

// seeds are the texts of the goldens.
func seeds(f *testing.F) [][]byte {
	f.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		f.Fatal("no archives", err)
	}
	var all [][]byte
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, archive.Files[0].Data)
	}
	return all
}
