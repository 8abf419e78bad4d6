package annotation

// Words returns the words of layouts, except for the word of heredocs.
func Words() (list []string) {
	for _, fact := range layoutFacts {
		if fact.word != "" && fact.word != wordHeredoc {
			list = append(list, fact.word)
		}
	}
	return list
}
