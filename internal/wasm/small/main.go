//go:build wasip1

// Small is the WebAssembly module for conversions that need neither hclsyntax nor what is
// known of providers. It is built with what is below internal/wasm/absent in place of the
// packages of the same names, and says of every other request that it needs the other
// module.
package main

import (
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/wasm/module"
)

func init() { module.Service = &service.Service{Uncertain: module.Uncertain} }

func main() {}
