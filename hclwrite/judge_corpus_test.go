package hclwrite

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestJudgeCorpus(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS is not set")
	}
	n, bad, rejected := 0, 0, 0
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".json") || strings.HasSuffix(path, ".txtar") || bad > 10 {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		n++
		want, diags := judge(src)
		if checkEncoding(src, "") != nil {
			return nil
		}
		p := newParser(string(src))
		f := &File{src: p.src}
		ok := p.body(&f.Body, true)
		if ok != !diags.HasErrors() {
			bad++
			t.Errorf("%s: recognised %v, but %v (stopped at %d: %.60q)", path, ok, diags, p.pos, src[p.pos:])
			return nil
		}
		if !ok {
			rejected++
			return nil
		}
		if s := firstDiff(reflect.ValueOf(f), reflect.ValueOf(want), ""); s != "" {
			bad++
			t.Errorf("%s: trees differ: %s", path, s)
		}
		checkPieces(t, f)
		return nil
	})
	t.Logf("%d files, %d rejected by both", n, rejected)
}

func firstDiff(a, b reflect.Value, path string) string {
	if a.IsValid() != b.IsValid() {
		return path + " validity"
	}
	if a.Type() != b.Type() {
		return path + ": " + a.Type().String() + " " + b.Type().String()
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return path + " nil"
			}
			return ""
		}
		return firstDiff(a.Elem(), b.Elem(), path)
	case reflect.Struct:
		for i := range a.NumField() {
			if s := firstDiff(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name); s != "" {
				return s
			}
		}
		return ""
	case reflect.Slice:
		if a.Len() != b.Len() {
			return path + " length " + strings.TrimSpace(strings.Join([]string{format2(a), format2(b)}, " / "))
		}
		for i := range a.Len() {
			if s := firstDiff(a.Index(i), b.Index(i), path+"[]"); s != "" {
				return s
			}
		}
		return ""
	}
	if format2(a) != format2(b) {
		return path + ": " + format2(a) + " / " + format2(b)
	}
	return ""
}

// A reflect.Value is printed as what it holds, also that of an unexported field.
func format2(v reflect.Value) string { return fmt.Sprintf("%#v", v) }
