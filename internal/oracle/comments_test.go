package oracle

import (
	"slices"
	"testing"
)

func TestComments(t *testing.T) {
	const src = "# one\n//two \r\nx = 1 #  three\n/* four\r\n   five */\ny = f(1, // six\n2)\nz = \"# no ${ 1 /* in */ }\"\n#\n"
	want := []string{"", " three", "/* four\n   five */", "/* in */", "one", "six", "two"}
	if got := Comments([]byte(src)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFormatted(t *testing.T) {
	if !Formatted([]byte("a  = 1\nbc = 2\n")) {
		t.Error("canonical source is not formatted")
	}
	if Formatted([]byte("a = 1\nbc = 2\n")) {
		t.Error("misaligned source is formatted")
	}
}
