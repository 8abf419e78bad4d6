// Package module is what the two WebAssembly modules of the npm package share: a request and
// its response in their memory. The other side is packages/npm/src/wasm.mjs.
package module

import (
	"strings"

	"github.com/hcljson/hcljson/internal/service"
)

// Answer does a request, which is a line of docs/serve.md. Its text, most of what there is
// to escape, may stand behind the line as it is instead. That of the response does, and the
// line has its size.
func Answer(s *service.Service, src string) []byte {
	line, text, beside := strings.Cut(src, "\n")
	req := &service.Request{}
	if err := service.Read(line, req); err != nil {
		panic(err) // which the JavaScript does not write
	}
	if beside {
		req.Text = text
	}
	resp := s.Do(req)
	out := append(resp.Append([]byte{'{'}, true), "}\n"...)
	if resp.Text != nil {
		out = append(out, *resp.Text...)
	}
	return out
}
