package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hcljson/hcljson/convert/upgrade"
)

func main() {
	ok, bad := 0, 0
	for _, dir := range os.Args[1:] {
		filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".json") {
				return nil
			}
			src, _ := os.ReadFile(p)
			var m map[string]json.RawMessage
			if json.Unmarshal(src, &m) != nil || m["builders"] == nil {
				return nil
			}
			r, diags := upgrade.Template(src, p, upgrade.Options{})
			if diags.HasErrors() {
				bad++
			} else {
				ok++
				os.WriteFile(strings.TrimSuffix(p, ".json")+".pkr.hcl", r.File().Bytes(), 0o644)
			}
			for _, d := range diags {
				fmt.Println(d)
			}
			return nil
		})
	}
	fmt.Println(ok, bad)
}
