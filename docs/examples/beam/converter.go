package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn4x1[context.Context, string, func(string), func(string), error](&converter{})
}

// row is a block of a file.
type row struct {
	File    string          `json:"file"`
	Address string          `json:"address"`
	JSON    json.RawMessage `json:"json"`
}

// problem is a file without rows.
type problem struct {
	File        string       `json:"file"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

// converter converts files to rows. It uses one process of hcljson for all files from the engine.
type converter struct {
	Program string
	server  *server
}

// Setup starts the process.
func (c *converter) Setup() (err error) {
	c.server, err = start(c.Program)
	return err
}

// Teardown ends the process. If the worker ends without Teardown, the process has no more input and
// ends too.
func (c *converter) Teardown() error { return c.server.close() }

// ProcessElement converts a file and emits a line for each row, or a line for the problem. It returns
// an error only if the process failed, so that the engine can try again with another process.
func (c *converter) ProcessElement(ctx context.Context, path string, rows, problems func(string)) error {
	text, err := read(ctx, path)
	if err != nil {
		found := diagnostic{Severity: "error", Summary: "Not read", Detail: err.Error()}
		return emit(problems, problem{path, []diagnostic{found}})
	}
	resp, err := c.server.ask(request{Operation: "toJSON", Name: path, Text: text, Options: options{Form: "query"}})
	if err != nil {
		return err
	}
	if resp.Text == nil {
		return emit(problems, problem{path, resp.Diagnostics})
	}
	return eachBlock([]byte(*resp.Text), nil, func(address string, body json.RawMessage) error {
		return emit(rows, row{path, address, body})
	})
}

// read returns the text of a file, which must be UTF-8 for JSON.
func read(ctx context.Context, path string) (string, error) {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return "", err
	}
	defer fs.Close()
	text, err := filesystem.Read(ctx, fs, path)
	if err == nil && !utf8.Valid(text) {
		err = errors.New("it is not UTF-8")
	}
	return string(text), err
}

// emit emits a value as a line of JSON.
func emit(line func(string), value any) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	line(string(bytes.TrimSpace(out.Bytes())))
	return err
}
