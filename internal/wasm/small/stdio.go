//go:build !wasip1 && hcljson_given

package main

import (
	"encoding/binary"
	"io"
	"os"

	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/wasm/module"
	"github.com/hcljson/hcljson/schema/builtin"
)

// For tests and profiles, the same as a program of this machine: requests behind their
// lengths, and responses. With no request, the tables of providers follow.
func main() {
	small := &service.Service{}
	for {
		src, err := next()
		if err != nil {
			return
		}
		if len(src) > 0 {
			if _, err := os.Stdout.Write(module.Answer(small, src)); err != nil {
				panic(err)
			}
			continue
		}
		if src, err = next(); err != nil || !builtin.Give(string(src)) {
			panic("these are not the tables of this program")
		}
	}
}

func next() ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(os.Stdin, size[:]); err != nil {
		return nil, err
	}
	src := make([]byte, binary.LittleEndian.Uint32(size[:]))
	_, err := io.ReadFull(os.Stdin, src)
	return src, err
}
