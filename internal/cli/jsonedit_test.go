package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// jsonEdit is the program "jsonedit" of the scripts. It applies operations to JSON in order:
// "set PATH JSON", "add PATH JSON" to an array, "del PATH", and "forget", which sorts all members
// and removes members named "//". A PATH consists of names and indices between slashes.
func jsonEdit(args []string, stdin io.Reader, stdout io.Writer) error {
	text, err := io.ReadAll(stdin)
	if err != nil {
		return err
	}
	root, diags := jsontree.Parse(text, "-")
	for len(args) > 0 && !diags.HasErrors() {
		n := map[string]int{"set": 3, "add": 3, "del": 2, "forget": 1}[args[0]]
		if n == 0 || len(args) < n {
			return fmt.Errorf("there is no operation %q", args)
		}
		value := &jsontree.Value{}
		if n == 3 {
			value, diags = jsontree.Parse(args[2], "value")
		}
		if n == 1 {
			forget(root)
		} else if !diags.HasErrors() {
			err = errors.Join(err, editAt(root, args[0], args[1], strings.Split(args[1], "/"), *value))
		}
		args = args[n:]
	}
	if diags.HasErrors() {
		return diags
	}
	if err != nil {
		return err
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, appendValue(nil, root), "", "  "); err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, indented.String())
	return err
}

func forget(v *jsontree.Value) {
	v.Members = slices.DeleteFunc(v.Members, func(m jsontree.Member) bool { return m.Name == "//" })
	slices.SortStableFunc(v.Members, func(a, b jsontree.Member) int { return strings.Compare(a.Name, b.Name) })
	for i := range v.Len() {
		_, part := v.Part(i)
		forget(part)
	}
}

// editAt does one operation at the rest of a path.
func editAt(v *jsontree.Value, operation, all string, path []string, value jsontree.Value) error {
	if len(path) == 0 {
		if v.Kind != jsontree.Array {
			return errors.New("there is no array to add to")
		}
		v.Elems = append(v.Elems, value)
		return nil
	}
	last := len(path) == 1 && operation != "add"
	at := slices.IndexFunc(v.Members, func(m jsontree.Member) bool { return m.Name == path[0] })
	switch {
	case v.Kind == jsontree.Object && at < 0 && last && operation == "set":
		v.Members = append(v.Members, jsontree.Member{Name: path[0], Value: value})
		return nil
	case v.Kind == jsontree.Object && at >= 0 && last && operation == "del":
		v.Members = slices.Delete(v.Members, at, at+1)
		return nil
	}
	var part *jsontree.Value
	if at >= 0 {
		part = &v.Members[at].Value
	} else if i, err := strconv.Atoi(path[0]); err == nil && v.Kind == jsontree.Array && i < len(v.Elems) {
		if last && operation == "del" {
			v.Elems = slices.Delete(v.Elems, i, i+1)
			return nil
		}
		part = &v.Elems[i]
	}
	switch {
	case part == nil && operation == "add":
		return errors.New("there is no array to add to")
	case part == nil:
		return fmt.Errorf("there is nothing at %s", all)
	case last:
		*part = value
		return nil
	}
	return editAt(part, operation, all, path[1:], value)
}

// appendValue appends a value in JSON without white space.
func appendValue(out []byte, v *jsontree.Value) []byte {
	switch v.Kind {
	case jsontree.Null:
		return append(out, "null"...)
	case jsontree.String:
		return appendText(out, v.Text)
	case jsontree.Object, jsontree.Array:
		out = append(out, byte(v.Kind))
		for i := range v.Len() {
			name, part := v.Part(i)
			if i > 0 {
				out = append(out, ',')
			}
			if v.Kind == jsontree.Object {
				out = append(appendText(out, name), ':')
			}
			out = appendValue(out, part)
		}
		return append(out, byte(v.Kind)+2) // the closing bracket
	}
	return append(out, v.Text...)
}

// appendText appends a string in JSON as jq writes it.
func appendText(out []byte, text string) []byte {
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // strings can always be written
	return append(out, bytes.TrimSuffix(encoded.Bytes(), []byte("\n"))...)
}
