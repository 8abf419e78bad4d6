package toconfig

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// providerName makes a local name from the type in a provider's address: letters, digits and single
// dashes, starting with a letter.
//
// opentofu internal/configs/provider.go, checkProviderNameNormalized, and
// terraform-registry-address, ParseProviderPart
func providerName(typ string) string {
	words := strings.FieldsFunc(strings.ToLower(typ),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name := strings.Join(words, "-")
	if !hcltext.IsIdentifier(name) {
		name = strings.Trim("provider-"+name, "-")
	}
	return name
}

// addUnused adds the name, or a longer unused name, and returns it.
func (s *scope) addUnused(name string) string { return s.addUnusedNumbered(name, "_") }

// addUnusedNumbered is like take and writes the separator before the number.
func (s *scope) addUnusedNumbered(name, separator string) string {
	unique, low := name, strings.ToLower(name)
	for s.taken[strings.ToLower(unique)] {
		s.last[low] = max(s.last[low], 1) + 1
		unique = name + separator + strconv.Itoa(s.last[low])
	}
	s.addName(unique)
	return unique
}

// scope is a set of unique names. It ignores case, because some names are names of directories.
type scope struct {
	taken map[string]bool
	last  map[string]int
}

// addName adds a name unchanged.
func (s *scope) addName(name string) {
	if s.taken == nil {
		s.taken, s.last = map[string]bool{}, map[string]int{}
	}
	s.taken[strings.ToLower(name)] = true
}

// maxCallName is the maximum length in bytes of a generated name for a module call. The products
// make a file name from it and the names of the enclosing calls, and file systems accept 255 bytes.
//
// opentofu internal/initwd/module_install.go, ModuleInstaller.packageInstallPath
const maxCallName = 100

// callName makes a name for the call of one instance of a module.
func callName(name string, key jsonformat.Key) string {
	made := makeIdentifier(name, keyText(key))
	if len(made) > maxCallName {
		made = strings.ToValidUTF8(made[:maxCallName], "")
	}
	return made
}

// makeIdentifier makes a name from parts. Characters that are invalid in identifiers become _.
func makeIdentifier(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		if b.Len() > 0 && part != "" {
			b.WriteByte('_')
		}
		for _, r := range part {
			if r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) {
				b.WriteRune(r)
			} else {
				b.WriteByte('_')
			}
		}
	}
	name := b.String()
	if !hcltext.IsIdentifier(name) {
		name = strings.Map(func(r rune) rune {
			if r < 0x80 {
				return r
			}
			return '_'
		}, name)
	}
	if !hcltext.IsIdentifier(name) {
		name = "_" + name
	}
	return name
}

// keyText returns a key as text without quotes.
func keyText(k jsonformat.Key) string {
	switch k.Kind {
	case jsonformat.IntKey:
		return strconv.Itoa(k.Int)
	case jsonformat.StringKey:
		return k.Text
	}
	return ""
}

// dirName returns the name of the directory for a module.
func dirName(name string) string {
	if loading.IsDevice(name) {
		return "module_" + name
	}
	return name
}

// keySuffix returns a key as in an address: [0], ["a"] or "".
func keySuffix(k jsonformat.Key) string {
	switch k.Kind {
	case jsonformat.IntKey:
		return "[" + strconv.Itoa(k.Int) + "]"
	case jsonformat.StringKey:
		return "[" + hcltext.Quote(k.Text) + "]"
	}
	return ""
}

// maxNamed is the maximum number of paths in a comment.
const maxNamed = 40

// joinNames writes a list of names.
func joinNames(names []string) string {
	if rest := len(names) - maxNamed; rest > 0 {
		return strings.Join(names[:maxNamed], ", ") + " and " + strconv.Itoa(rest) + " more"
	}
	return strings.Join(names, ", ")
}
