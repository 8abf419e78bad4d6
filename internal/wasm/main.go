//go:build wasip1

// Wasm is the WebAssembly module of the npm package: a reactor of WASI preview 1. It exchanges
// requests and responses in its memory with packages/npm/src/wasm.mjs.
package main

import (
	"strings"
	"unsafe"

	"github.com/hcljson/hcljson/internal/builtin"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/service/operations"
)

func main() {}

var operation = operations.Service()

// request and response stay in memory until the next ones.
var request, response []byte

// allocate makes room for a request, and returns where it is.
//
//go:wasmexport allocate
func allocate(size uint32) unsafe.Pointer {
	request = make([]byte, max(size, 1))
	return unsafe.Pointer(unsafe.SliceData(request))
}

// perform does the request, and returns where the response is.
//
//go:wasmexport perform
func perform() unsafe.Pointer {
	response = answer(unsafe.String(unsafe.SliceData(request), len(request)))
	request = nil
	return unsafe.Pointer(unsafe.SliceData(response))
}

// give takes the tables of providers, which are where a request would be. It returns 0 if
// they are not those of this program.
//
//go:wasmexport give
func give() uint32 {
	tables := unsafe.String(unsafe.SliceData(request), len(request))
	request = nil
	if !builtin.Give(tables) {
		return 0
	}
	return 1
}

// answer does a request, which is a line of docs/serve.md. Its text, most of what would have to
// be escaped, follows the line as it is. The response has the same form: its line has the size
// of the text that follows.
func answer(src string) []byte {
	line, text, beside := strings.Cut(src, "\n")
	req := &service.Request{}
	if err := service.Read(line, req); err != nil {
		panic(err) // the JavaScript writes no such line
	}
	if beside {
		req.Text = text
	}
	resp := operation.Do(req)
	out := append(resp.Append([]byte{'{'}, true), "}\n"...)
	if resp.Text != nil {
		out = append(out, *resp.Text...)
	}
	return out
}
