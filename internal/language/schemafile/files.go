package schemafile

import (
	"cmp"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/facts/loading"
)

// Pattern defines the names of a file in both syntaxes. A name contains one *, which matches any
// text, including none, and the same text in both names. A name without * matches one file.
type Pattern struct {
	Native string
	// JSON is empty for files without a JSON form.
	JSON string
	// NoJSON is the reason for an empty JSON, as a clause for a message.
	NoJSON string
	// Note, if not empty, describes the effect of the order or names of such files, which a new name
	// may change. It is a sentence for a message.
	Note string
	// Vague is true if the name does not determine the language, or if the product loads the file
	// under no other name. Such a file is converted only if the user names it.
	Vague bool
}

// NativeName returns the name of a file in native syntax; stem replaces the *.
func (p Pattern) NativeName(stem string) string { return strings.Replace(p.Native, "*", stem, 1) }

// counterpartOf returns the name of the counterpart of base, and whether base is the JSON file.
func (p Pattern) counterpartOf(base string) (counterpart string, isJSON, ok bool) {
	if text, ok := stemOf(p.JSON, base); ok {
		return p.NativeName(text), true, true
	}
	text, ok := stemOf(p.Native, base)
	if !ok {
		return "", false, false
	}
	return strings.Replace(p.JSON, "*", text, 1), false, true
}

// stemOf returns the text that the * of a pattern matches in a name.
func stemOf(pattern, name string) (string, bool) {
	prefix, suffix, star := strings.Cut(pattern, "*")
	if !star {
		return "", pattern != "" && pattern == name
	}
	if len(name) < len(prefix)+len(suffix) || !strings.HasPrefix(name, prefix) || !strings.HasSuffix(name, suffix) {
		return "", false
	}
	return name[len(prefix) : len(name)-len(suffix)], true
}

// readPattern reads a file block.
func (r *reader) readPattern(block *hcl.Block) {
	c := r.readContent(block.Body, fileSchema, block.DefRange)
	p := Pattern{
		Native: r.readText(c, "native"),
		JSON:   r.readText(c, "json"),
		NoJSON: r.readText(c, "no_json"),
		Note:   cmp.Or(r.readText(c, "note"), r.language.Note),
		Vague:  r.readFlag(c, "vague"),
	}
	named := c.Attributes["json"] != nil
	valid := c.Attributes["native"] != nil && r.isValidName(p.Native, c.rangeOf("native"))
	switch {
	case named && p.NoJSON != "":
		r.errorf(c.rangeOf("no_json"), "Conflicting settings",
			"A file has either a JSON name or a reason for its absence. Remove json or no_json.")
	case !named && p.NoJSON == "":
		r.errorf(c.rng, "Missing JSON name", `Set the JSON name: json = "*.json". `+
			`If the file has no JSON form, set the reason: no_json = "the program reads native syntax only".`)
	case named && r.isValidName(p.JSON, c.rangeOf("json")) && valid:
		r.checkCounterparts(p, c.rangeOf("json"))
	}
	if r.diags.HasErrors() {
		return
	}
	r.checkOverlap(p, c.rangeOf("native"))
	r.language.Files = append(r.language.Files, p)
	r.patternRanges = append(r.patternRanges, block.DefRange)
}

// isValidName checks one name of a pattern.
func (r *reader) isValidName(name string, rng hcl.Range) bool {
	switch {
	case strings.Trim(name, "*") == "":
		r.errorf(rng, "Unusable pattern",
			`The pattern %q does not define a name. Write an ending, such as "*.job.hcl", or the name of `+
				`one file.`, name)
	case strings.ContainsAny(name, `/\`):
		r.errorf(rng, "Unusable pattern", "The pattern %q has a slash, but patterns match file names in "+
			"any directory. Remove the directory.", name)
	case strings.ContainsAny(name, "?[]{}"):
		r.errorf(rng, "Unusable pattern", "The pattern %q has a ?, [, ], { or }, which has no meaning here. "+
			"Write * for any text, and a file block for each alternative.", name)
	case strings.Count(name, "*") > 1:
		r.errorf(rng, "Unusable pattern", "The pattern %q has more than one *, so it does not define the name of the "+
			"file in the other syntax. Write one *, and a file block for each alternative.", name)
	default:
		return true
	}
	return false
}

// checkCounterparts checks that each name of a pattern determines the other.
func (r *reader) checkCounterparts(p Pattern, rng hcl.Range) {
	switch {
	case strings.Contains(p.Native, "*") != strings.Contains(p.JSON, "*"):
		r.errorf(rng, "Unusable pattern", "Only one of %q and %q has a *, so the names do not correspond. "+
			"Write * in both or in neither.", p.Native, p.JSON)
	case p.Native == p.JSON:
		r.errorf(rng, "Unusable pattern", "The file has the same name in both syntaxes, so they cannot be "+
			"distinguished.")
	case overlaps(p.Native, p.JSON):
		r.errorf(rng, "Unusable pattern", "Some names match both %q and %q, so a name does not "+
			"determine the syntax. Choose endings without a common suffix.", p.Native, p.JSON)
	}
}

// overlaps reports whether a name can match both of two patterns with a *.
func overlaps(a, b string) bool {
	startA, endA, star := strings.Cut(a, "*")
	startB, endB, _ := strings.Cut(b, "*")
	return star && (strings.HasPrefix(startA, startB) || strings.HasPrefix(startB, startA)) &&
		(strings.HasSuffix(endA, endB) || strings.HasSuffix(endB, endA))
}

// checkOverlap checks that no earlier pattern matches the names of p.
func (r *reader) checkOverlap(p Pattern, rng hcl.Range) {
	for i, other := range r.language.Files {
		for _, name := range []string{p.Native, p.JSON} {
			if name == "" {
				continue
			}
			if _, _, ok := other.counterpartOf(name); ok {
				r.errorf(rng, "Pattern without effect", "%q matches names of the pattern %q on line %d, which comes first "+
					"and therefore applies. Put this file block first, or remove it.", name, other.Native, r.patternRanges[i].Start.Line)
				return
			}
		}
	}
}

// readLoading reads the rules for loading the files of a directory.
func (r *reader) readLoading(c content) {
	rules := &loading.Rules{Target: r.language.Target, Product: r.language.Dialect.Product}
	const pair = `"instead" is a list of pairs of endings, where the second file is read instead of the first, ` +
		`such as [[".job.json", ".job.hcl"]].`
	for _, endings := range r.readGroups(c, "instead", 1, pair, pair) {
		if len(endings) == 2 {
			rules.Instead = append(rules.Instead, [2]string(endings))
		} else {
			r.errorf(c.rangeOf("instead"), "Unsuitable value", "%s", pair)
		}
	}
	for _, block := range c.Blocks {
		if block.Type == "load" {
			rules.Classes = append(rules.Classes, r.readClass(block))
		}
	}
	switch {
	case len(rules.Classes) > 0:
		r.language.Loading = rules
	case rules.Instead != nil:
		r.errorf(c.rangeOf("instead"), "Conflicting settings",
			"Without load blocks, instead has no effect. Add a load block, or remove instead.")
	}
}

// readClass reads a load block.
func (r *reader) readClass(block *hcl.Block) loading.Class {
	c := r.readContent(block.Body, loadSchema, block.DefRange)
	const usage = `"groups" is a list of lists of patterns, such as [["*.job.hcl"], ["*.job.json"]].`
	class := loading.Class{
		Groups:   r.readGroups(c, "groups", 1, usage, usage),
		Order:    r.readText(c, "order"),
		Only:     r.readText(c, "only"),
		Together: r.readFlag(c, "together"),
		First:    r.readFlag(c, "first"),
		DotFiles: r.readFlag(c, "dot_files"),
	}
	for _, group := range class.Groups {
		for _, pattern := range group {
			if _, err := path.Match(pattern, ""); err != nil || strings.Contains(pattern, "/") {
				r.errorf(c.rangeOf("groups"), "Unusable pattern",
					"%q is not a pattern for file names. Write a name with * for any text, without "+
						"directories.", pattern)
			}
		}
	}
	return class
}
