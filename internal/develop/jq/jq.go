// Package jq edits JSON like programs that are independent of HCL, such as jq. It replaces jq in
// tests, which then need only Go.
package jq

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Value is a *Object, a *Array, or what encoding/json makes of anything else, with
// numbers as they are written.
type Value any

// Object keeps its members in order.
type Object struct{ Members []Member }

// Member is a member of an object.
type Member struct {
	Name  string
	Value Value
}

// Array is an array.
type Array struct{ Elements []Value }

// Get returns the value of a member, or nil.
func (o *Object) Get(name string) Value {
	if i := o.index(name); i >= 0 {
		return o.Members[i].Value
	}
	return nil
}

// Set sets a member, which is added at the end if it is new.
func (o *Object) Set(name string, value Value) {
	if i := o.index(name); i >= 0 {
		o.Members[i].Value = value
		return
	}
	o.Members = append(o.Members, Member{name, value})
}

// Remove removes a member.
func (o *Object) Remove(name string) {
	o.Members = slices.DeleteFunc(o.Members, func(m Member) bool { return m.Name == name })
}

func (o *Object) index(name string) int {
	return slices.IndexFunc(o.Members, func(m Member) bool { return m.Name == name })
}

// Read reads one JSON text.
func Read(text []byte) (Value, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value, err := read(decoder)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("there is more than one value")
	}
	return value, nil
}

func read(decoder *json.Decoder) (Value, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		object := &Object{}
		for decoder.More() {
			name, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			value, err := read(decoder)
			if err != nil {
				return nil, err
			}
			object.Members = append(object.Members, Member{name.(string), value})
		}
		_, err = decoder.Token()
		return object, err
	case json.Delim('['):
		array := &Array{}
		for decoder.More() {
			value, err := read(decoder)
			if err != nil {
				return nil, err
			}
			array.Elements = append(array.Elements, value)
		}
		_, err = decoder.Token()
		return array, err
	}
	return token, nil
}

// Write writes a value with two spaces for each level, as jq does.
func Write(value Value) []byte {
	var out bytes.Buffer
	write(&out, value, "\n")
	out.WriteByte('\n')
	return out.Bytes()
}

func write(out *bytes.Buffer, value Value, newline string) {
	inner := newline + "  "
	switch value := value.(type) {
	case *Object:
		if len(value.Members) == 0 {
			out.WriteString("{}")
			return
		}
		for i, member := range value.Members {
			out.WriteString([]string{"{", ","}[min(i, 1)] + inner)
			writeLeaf(out, member.Name)
			out.WriteString(": ")
			write(out, member.Value, inner)
		}
		out.WriteString(newline + "}")
	case *Array:
		if len(value.Elements) == 0 {
			out.WriteString("[]")
			return
		}
		for i, element := range value.Elements {
			out.WriteString([]string{"[", ","}[min(i, 1)] + inner)
			write(out, element, inner)
		}
		out.WriteString(newline + "]")
	default:
		writeLeaf(out, value)
	}
}

func writeLeaf(out *bytes.Buffer, value any) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	// Strings, numbers and the like can always be written.
	_ = encoder.Encode(value)
	out.Truncate(out.Len() - 1)
}

// Forget edits JSON like a program that keeps neither order nor comments: it sorts the members of
// all objects and removes members with an empty name.
func Forget(value Value) {
	switch value := value.(type) {
	case *Object:
		value.Remove("//")
		slices.SortStableFunc(value.Members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
		for _, member := range value.Members {
			Forget(member.Value)
		}
	case *Array:
		for _, element := range value.Elements {
			Forget(element)
		}
	}
}

// Main edits standard input by its arguments, in this order: "set PATH JSON", "add PATH JSON" for
// an array, "del PATH", "forget". A PATH contains names and element numbers, separated by slashes.
func Main(args []string, stdin io.Reader, stdout io.Writer) error {
	text, err := io.ReadAll(stdin)
	if err != nil {
		return err
	}
	root, err := Read(text)
	if err != nil {
		return err
	}
	for len(args) > 0 {
		n := map[string]int{"set": 3, "add": 3, "del": 2, "forget": 1}[args[0]]
		if n == 0 || len(args) < n {
			return fmt.Errorf("there is no operation %q", args)
		}
		var value Value
		if n == 3 {
			if value, err = Read([]byte(args[2])); err != nil {
				return err
			}
		}
		if n == 1 {
			Forget(root)
		} else if err := Edit(root, args[0], strings.Split(args[1], "/"), value); err != nil {
			return err
		}
		args = args[n:]
	}
	_, err = stdout.Write(Write(root))
	return err
}

// Edit changes the value at a path of names and element numbers: "set" and "del" the value, or
// "add" an element to an array.
func Edit(root Value, operation string, path []string, value Value) error {
	parent := root
	for _, step := range path[:len(path)-1] {
		parent = child(parent, step)
	}
	last := path[len(path)-1]
	if operation == "add" {
		array, ok := child(parent, last).(*Array)
		if !ok {
			return errors.New("there is no array to add to")
		}
		array.Elements = append(array.Elements, value)
		return nil
	}
	object, ok := parent.(*Object)
	switch {
	case ok && operation == "set":
		object.Set(last, value)
	case ok:
		object.Remove(last)
	default:
		array, i := element(parent, last)
		if array == nil {
			return fmt.Errorf("there is nothing at %s", strings.Join(path, "/"))
		}
		array.Elements[i] = value
		if operation == "del" {
			array.Elements = slices.Delete(array.Elements, i, i+1)
		}
	}
	return nil
}

// child returns the value at a step, or nil.
func child(value Value, step string) Value {
	if object, ok := value.(*Object); ok {
		return object.Get(step)
	}
	if array, i := element(value, step); array != nil {
		return array.Elements[i]
	}
	return nil
}

// element returns an array and the number of its element, or nil.
func element(value Value, step string) (*Array, int) {
	array, ok := value.(*Array)
	i, err := strconv.Atoi(step)
	if !ok || err != nil || i < 0 || i >= len(array.Elements) {
		return nil, 0
	}
	return array, i
}
