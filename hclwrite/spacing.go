package hclwrite

// kinds is a set of kinds of tokens.
type kinds uint64

func setOf(list ...kind) (set kinds) {
	for _, k := range list {
		set |= 1 << k
	}
	return set
}

func (set kinds) has(k kind) bool { return set>>k&1 != 0 }

var (
	nameTokens = setOf(nameToken, inToken)
	openers    = setOf(openBrace, openBracket, openParenthesis, openSequence)
	closers    = setOf(closeBrace, closeBracket, closeParenthesis, closeSequence)
	// beforeSign are the tokens behind which a minus is a sign. An opener of a
	// sequence is not one of them.
	beforeSign = setOf(noToken, openParenthesis, openBrace, openBracket, assignToken, commaToken,
		operatorToken, minusToken, signToken, bangToken)
	// beforeText and afterText are the tokens behind and before which a blank
	// would be text of a template.
	beforeText = setOf(literalToken, openQuote, openHeredoc)
	afterText  = setOf(literalToken, closeQuote, closeHeredoc)
)

// inContext tells a token from others that look like it by the one before it on
// its line.
func inContext(before, k kind, text string) kind {
	switch {
	case k == minusToken && beforeSign.has(before):
		return signToken
	case k == nameToken && nameTokens.has(before) && text == "in":
		return inToken
	}
	return k
}

// spaced tells whether a blank stands between two tokens of a line, by the kinds
// of the left and the right one.
var spaced = func() (table [unsureToken][unsureToken]bool) {
	for left := range unsureToken {
		for right := range unsureToken {
			table[left][right] = blankBetween(left, right)
		}
	}
	return table
}()

func blankBetween(left, right kind) bool {
	switch {
	case right == newlineToken, right == noToken, right == commaToken, right == ellipsisToken:
		return false
	case left == dotToken, right == dotToken, left == doubleColonToken && nameTokens.has(right):
		return false
	case nameTokens.has(left) && (right == openParenthesis || right == doubleColonToken):
		return false
	case left == commaToken:
		return true
	case beforeText.has(left), afterText.has(right):
		return false
	case left == inToken:
		// A tuple follows, and no index: for a in [b].
		return true
	case right == openBracket && (nameTokens | closers | setOf(numberToken)).has(left):
		return false
	case left == bangToken, left == signToken:
		return false
	case left == minusToken:
		return true
	case left == openBrace, right == closeBrace:
		return left != openBrace || right != closeBrace
	case left == openSequence && right == openBrace, left == closeBrace && right == closeSequence:
		return true
	case left == closeSequence && right == openSequence:
		return false
	}
	return !openers.has(left) && !closers.has(right)
}

// endsNumber reports whether a dot between a number and what stands at an offset of
// a text would be part of the number, were it not kept apart: 1 .0 is the first
// element of 1.
func endsNumber(src string, i int) bool {
	for i < len(src) && classes[src[i]]&blank != 0 {
		i++
	}
	return i < len(src) && src[i] != '.' && numberPart(src[i:]) > 0
}
