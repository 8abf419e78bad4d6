//go:build wasip1 && hcljson_given

// Small is the WebAssembly module for conversions that do not need hclsyntax. It is built
// with what is below internal/wasm/absent in place of packages of the same names, and says
// of every other request that it needs the other module.
package main

import (
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/service/plugins"
	"github.com/hcljson/hcljson/internal/wasm/module"
)

func init() { module.Service = &service.Service{Plugins: plugins.Define} }

func main() {}
