//go:build !wasip1 && hcljson_given

package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/service/plugins"
	"github.com/hcljson/hcljson/schema/builtin"
)

// reply is a response, and whether it needs the full module, or was given the tables.
type reply struct {
	Response      *service.Response
	Absent, Given bool
}

// For tests and profiles, the same service as a program of this machine, built with the same
// flags: requests and responses as JSON over two streams. The argument is the file of the
// tables, which it is given when it asks for them.
func main() {
	small := &service.Service{Plugins: plugins.Define}
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var req service.Request
		if in.Decode(&req) != nil {
			return
		}
		r := reply{Response: small.Do(&req)}
		if r.Response.AbsentTables {
			tables, err := os.ReadFile(os.Args[1])
			if err != nil || !builtin.Give(string(tables)) {
				log.Fatal("these are not the tables of this program: ", err)
			}
			r.Response, r.Given = small.Do(&req), true
		}
		r.Absent = r.Response.Absent || r.Response.AbsentTables
		if err := out.Encode(r); err != nil {
			log.Fatal(err)
		}
	}
}
