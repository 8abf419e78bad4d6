package schema

// Arguments returns a row for each name, all of them read by the same rule. A
// nil rule means Template.
func Arguments(rule *Value, names ...string) []Attribute {
	rows := make([]Attribute, len(names))
	for i, name := range names {
		rows[i] = Attribute{Name: name, Value: rule}
	}
	return rows
}
