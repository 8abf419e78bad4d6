package toconfig

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsonformat"
	"github.com/hcljson/hcljson/internal/loading"
)

// providerName makes the local name of a provider of the type that is in its
// address: letters, digits and single dashes, with a letter first.
//
// opentofu internal/configs/provider.go, checkProviderNameNormalized, and
// terraform-registry-address, ParseProviderPart
func providerName(typ string) string {
	words := strings.FieldsFunc(strings.ToLower(typ),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name := strings.Join(words, "-")
	if !hcltext.ValidIdentifier(name) {
		name = strings.Trim("provider-"+name, "-")
	}
	return name
}

// take adds the name, or a longer one that nothing else has, and returns it.
func (s *scope) take(name string) string { return s.takeNumbered(name, "_") }

// takeNumbered is take, where a number is after the separator.
func (s *scope) takeNumbered(name, separator string) string {
	unique, low := name, strings.ToLower(name)
	for s.taken[strings.ToLower(unique)] {
		s.last[low] = max(s.last[low], 1) + 1
		unique = name + separator + strconv.Itoa(s.last[low])
	}
	s.add(unique)
	return unique
}

// scope is a set of names, each of which is there once. Names that differ in upper
// and lower case only are the same: some are those of directories.
type scope struct {
	taken map[string]bool
	last  map[string]int
}

// add adds a name as it is.
func (s *scope) add(name string) {
	if s.taken == nil {
		s.taken, s.last = map[string]bool{}, map[string]int{}
	}
	s.taken[strings.ToLower(name)] = true
}

// maxCallName is how many bytes a name has that is made for the call of a module.
// The products make a file of it, and of those of the calls around it, and file
// systems take 255 bytes.
//
// opentofu internal/initwd/module_install.go, ModuleInstaller.packageInstallPath
const maxCallName = 100

// callName makes a name for the call of one instance of a module.
func callName(name string, key jsonformat.Key) string {
	made := identifier(name, keyText(key))
	if len(made) > maxCallName {
		made = strings.ToValidUTF8(made[:maxCallName], "")
	}
	return made
}

// identifier makes a name of parts: what cannot be in one becomes _.
func identifier(parts ...string) string {
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
	if !hcltext.ValidIdentifier(name) {
		name = strings.Map(func(r rune) rune {
			if r < 0x80 {
				return r
			}
			return '_'
		}, name)
	}
	if !hcltext.ValidIdentifier(name) {
		name = "_" + name
	}
	return name
}

// keyText is a key as text: without quotes.
func keyText(k jsonformat.Key) string {
	switch k.Kind {
	case jsonformat.IntKey:
		return strconv.Itoa(k.Int)
	case jsonformat.StringKey:
		return k.Text
	}
	return ""
}

// dirName is the name of the directory for a module.
func dirName(name string) string {
	if loading.IsDevice(name) {
		return "module_" + name
	}
	return name
}

// index is a key as it is in an address: [0], ["a"] or nothing.
func index(k jsonformat.Key) string {
	switch k.Kind {
	case jsonformat.IntKey:
		return "[" + strconv.Itoa(k.Int) + "]"
	case jsonformat.StringKey:
		return "[" + hcltext.Quote(k.Text) + "]"
	}
	return ""
}

// maxNamed is how many paths a comment names.
const maxNamed = 40

// join writes a list of names.
func join(names []string) string {
	if rest := len(names) - maxNamed; rest > 0 {
		return strings.Join(names[:maxNamed], ", ") + " and " + strconv.Itoa(rest) + " more"
	}
	return strings.Join(names, ", ")
}

// unique leaves out what is there already.
func unique(texts []string) []string {
	seen := make(map[string]bool, len(texts))
	return slices.DeleteFunc(texts, func(text string) bool {
		again := seen[text]
		seen[text] = true
		return again
	})
}
