package fromconfig

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/go-version"
)

// constraint is one version constraint (github.com/apparentlymart/go-versions,
// versions/constraints/ruby_style.go).
type constraint struct {
	operator            string
	major, minor, patch uint64
	prerelease, build   string
	// minorOnly: of ~>, the version has no patch part.
	minorOnly bool
}

// operators are in the order in which constraints of one version are written
// (opentofu internal/getproviders/types.go, versionSelectionsBoundaryPriority).
var operators = []string{">", ">=", "=", "~>", "~> minor", "<=", "<", "!="}

var constraintPattern = regexp.MustCompile(
	`^(=|!=|>=|<=|>|<|~>)?( ?)(\d+(?:\.\d+){0,2})(?:-|-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$`)

// accepted reports whether the products take a text for version constraints. What
// they take is not always what they show.
func accepted(text string) bool {
	_, err := version.NewConstraint(text)
	return err == nil
}

// constraints reads what a version argument says. It is nil for what the products
// do not read.
func constraints(text string) []constraint {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var list []constraint
	for part := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(text), ","), ",") {
		m := constraintPattern.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil || m[1] == "" && m[2] != "" {
			return nil
		}
		c := constraint{operator: cmp.Or(m[1], "="), prerelease: m[4], build: m[5]}
		numbers := strings.Split(m[3], ".")
		c.minorOnly = c.operator == "~>" && len(numbers) < 3
		for i, target := range []*uint64{&c.major, &c.minor, &c.patch} {
			if i >= len(numbers) {
				break
			}
			n, err := strconv.ParseUint(numbers[i], 10, 64)
			if err != nil {
				return nil
			}
			*target = n
		}
		list = append(list, c)
	}
	return list
}

// constraintsText writes constraints as the products do, sorted and each once
// (opentofu internal/getproviders/types.go, VersionConstraintsString).
func constraintsText(list []constraint) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b constraint) int {
		return cmp.Or(
			cmp.Compare(a.major, b.major), cmp.Compare(a.minor, b.minor), cmp.Compare(a.patch, b.patch),
			comparePrerelease(a.prerelease, b.prerelease), cmp.Compare(a.build, b.build),
			cmp.Compare(a.priority(), b.priority()),
		)
	})
	var texts []string
	for _, c := range slices.Compact(list) {
		texts = append(texts, c.String())
	}
	return strings.Join(texts, ", ")
}

func (c constraint) priority() int {
	operator := c.operator
	if c.minorOnly {
		operator += " minor"
	}
	return slices.Index(operators, operator)
}

func (c constraint) String() string {
	text := fmt.Sprintf("%d.%d", c.major, c.minor)
	if !c.minorOnly {
		text += fmt.Sprintf(".%d", c.patch)
	}
	if c.prerelease != "" {
		text += "-" + c.prerelease
	}
	if c.build != "" {
		text += "+" + c.build
	}
	if c.operator == "=" {
		return text
	}
	return c.operator + " " + text
}

// comparePrerelease compares as https://semver.org does.
func comparePrerelease(a, b string) int {
	switch {
	case a == b:
		return 0
	case a == "":
		return 1
	case b == "":
		return -1
	}
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(as), len(bs)) {
		an, aErr := strconv.ParseUint(as[i], 10, 64)
		bn, bErr := strconv.ParseUint(bs[i], 10, 64)
		order := 0
		switch {
		case aErr == nil && bErr == nil:
			order = cmp.Compare(an, bn)
		case aErr == nil:
			order = -1
		case bErr == nil:
			order = 1
		default:
			order = cmp.Compare(as[i], bs[i])
		}
		if order != 0 {
			return order
		}
	}
	return cmp.Compare(len(as), len(bs))
}
