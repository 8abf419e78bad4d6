package bake

// functions are those that bake has itself.
//
// bake/hclparser/stdlib.go
var functions = []string{
	"absolute", "add", "and", "base64decode", "base64encode", "basename", "bcrypt", "byteslen", "bytesslice",
	"can", "ceil", "chomp", "chunklist", "cidrhost", "cidrnetmask", "cidrsubnet", "cidrsubnets", "coalesce",
	"coalescelist", "compact", "concat", "contains", "convert", "csvdecode", "dirname", "distinct", "divide",
	"element", "equal", "flatten", "floor", "format", "formatdate", "formatlist", "formattimestamp",
	"greaterthan", "greaterthanorequalto", "hasindex", "homedir", "indent", "index", "indexof", "int", "join",
	"jsondecode", "jsonencode", "keys", "length", "lessthan", "lessthanorequalto", "log", "lookup", "lower",
	"max", "md5", "merge", "min", "modulo", "multiply", "negate", "not", "notequal", "or", "parseint", "pow",
	"range", "regex", "regex_replace", "regexall", "replace", "reverse", "reverselist", "rsadecrypt", "sanitize",
	"semvercmp", "sethaselement", "setintersection", "setproduct", "setsubtract", "setsymmetricdifference",
	"setunion", "sha1", "sha256", "sha512", "signum", "slice", "sort", "split", "strlen", "substr", "subtract",
	"timeadd", "timestamp", "title", "trim", "trimprefix", "trimspace", "trimsuffix", "try",
	"unixtimestampparse", "upper", "urlencode", "uuidv4", "uuidv5", "values", "zipmap",
}
