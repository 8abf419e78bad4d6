package opentofu

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/schema/tables"
)

// functionsOf returns the functions of a product in all its versions.
func functionsOf(t Target) []tables.Function {
	if t.isTerraform() {
		return terraformFunctions
	}
	return functions
}

var terraformFunctions = slices.DeleteFunc(slices.Clone(functions), func(f tables.Function) bool {
	return slices.Contains(onlyOpenTofu, f.Name)
})

// onlyOpenTofu are the functions that Terraform lacks.
var onlyOpenTofu = []string{"base64gunzip", "cidrcontains", "flip_sensitive", "urldecode"}

// functions are the functions of OpenTofu in all versions, with the number of their arguments: n, n-m or n+. Names with
// :: are in namespaces of providers. Both products refuse each call of list and map.
//
// internal/lang/functions.go; terraform the same file
var functions = parseFunctions(`
abs:1 abspath:1 alltrue:1 anytrue:1 base64decode:1 base64encode:1 base64gunzip:1 base64gzip:1 base64sha256:1
base64sha512:1 basename:1 bcrypt:1-2 can:1 ceil:1 chomp:1 chunklist:2 cidrcontains:2 cidrhost:2 cidrnetmask:1
cidrsubnet:3 cidrsubnets:1+ coalesce:1+ coalescelist:1+ compact:1 concat:0+ contains:2 csvdecode:1 dirname:1
distinct:1 element:2 endswith:2 ephemeralasnull:1 file:1 filebase64:1 filebase64sha256:1 filebase64sha512:1
fileexists:1 filemd5:1 fileset:2 filesha1:1 filesha256:1 filesha512:1 flatten:1 flip_sensitive:1 floor:1 format:1+
formatdate:2 formatlist:1+ indent:2 index:2 issensitive:1 join:1+ jsondecode:1 jsonencode:1 keys:1 length:1 log:2
lookup:2-3 lower:1 matchkeys:3 max:1+ md5:1 merge:0+ min:1+ nonsensitive:1 one:1 parseint:2 pathexpand:1
plantimestamp:0 pow:2 range:1-3 regex:2 regexall:2 replace:3 reverse:1 rsadecrypt:2 sensitive:1 setintersection:1+
setproduct:1+ setsubtract:2 setunion:1+ sha1:1 sha256:1 sha512:1 signum:1 slice:3 sort:1 split:2 startswith:2
strcontains:2 strrev:1 substr:3 sum:1 templatefile:2 templatestring:2 textdecodebase64:2 textencodebase64:2
timeadd:2 timecmp:2 timestamp:0 title:1 tobool:1 tolist:1 tomap:1 tonumber:1 toset:1 tostring:1 transpose:1 trim:2
trimprefix:2 trimspace:1 trimsuffix:2 try:1+ upper:1 urldecode:1 urlencode:1 uuid:0 uuidv5:2 values:1 yamldecode:1
yamlencode:1 zipmap:2
`)

func parseFunctions(text string) (functions []tables.Function) {
	for word := range strings.FieldsSeq(text) {
		name, arity, _ := strings.Cut(word, ":")
		first, last, isRange := strings.Cut(arity, "-")
		least, variadic := strings.CutSuffix(first, "+")
		f := tables.Function{Name: name}
		f.Min, _ = strconv.Atoi(least)
		switch f.Max = f.Min; {
		case variadic:
			f.Max = tables.AnyNumber
		case isRange:
			f.Max, _ = strconv.Atoi(last)
		}
		functions = append(functions, f)
	}
	return functions
}
