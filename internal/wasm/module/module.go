//go:build wasip1 && hcljson_given

package module

import (
	"unsafe"

	"github.com/hcljson/hcljson/internal/builtin"
	"github.com/hcljson/hcljson/internal/service"
)

// Service is what the module does.
var Service *service.Service

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
	response = Answer(Service, unsafe.String(unsafe.SliceData(request), len(request)))
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
