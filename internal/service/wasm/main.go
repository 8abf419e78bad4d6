//go:build wasip1

// Wasm is the WebAssembly module of the npm package: a reactor of WASI preview 1. It exchanges
// requests and responses in its memory with packages/npm/src/wasm.mjs.
package main

import (
	"strings"
	"unsafe"

	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/service/operations"
)

func main() {}

var operation = operations.Service()

// request and response stay in memory until the next ones.
var request, response []byte

// allocate allocates memory for a request, and returns its address.
//
//go:wasmexport allocate
func allocate(size uint32) unsafe.Pointer {
	request = make([]byte, max(size, 1))
	return unsafe.Pointer(unsafe.SliceData(request))
}

// perform runs the request, and returns the address of the response.
//
//go:wasmexport perform
func perform() unsafe.Pointer {
	response = answerRequest(unsafe.String(unsafe.SliceData(request), len(request)))
	request = nil
	return unsafe.Pointer(unsafe.SliceData(response))
}

// give loads the tables of providers from the memory of the request. It returns 0 if the tables do
// not belong to this program.
//
//go:wasmexport give
func give() uint32 {
	tables := unsafe.String(unsafe.SliceData(request), len(request))
	request = nil
	if !builtin.LoadTables(tables) {
		return 0
	}
	return 1
}

// answerRequest runs a request, a line in the format of docs/serve.md. The unescaped text of the
// request follows the line. The response has the same form: its line contains the size of the text
// after it.
func answerRequest(src string) []byte {
	line, text, beside := strings.Cut(src, "\n")
	req := &service.Request{}
	if err := service.Read(line, req); err != nil {
		panic(err) // the JavaScript code never writes such a line
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
