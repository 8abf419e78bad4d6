//go:build wasip1 && hcljson_given

// Full is the WebAssembly module with all operations.
package main

import (
	"github.com/hcljson/hcljson/internal/service/operations"
	"github.com/hcljson/hcljson/internal/wasm/module"
)

func init() { module.Service = operations.Service() }

func main() {}
