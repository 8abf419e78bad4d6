//go:build wasip1 && hcljson_given

// Small is the WebAssembly module for conversions that do not need hclsyntax. It is built
// with stand-ins for packages of the same names (internal/develop/release/npm/absent), and says
// of every other request that it needs the other module.
package main

import (
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/wasm/module"
)

func init() { module.Service = &service.Service{} }

func main() {}
