package address_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

func TestSubstitute(t *testing.T) {
	const text = `module "a" {
  source = "git::https://${var.host}/a?ref=v1"
  name   = "x.y.x" # both
  path   = "C:\\dir\\${var.x}$${y}%%{z}"
  list   = ["sg-1", "sg-2", var.sg]
  script = <<-EOT
    x = 1
    %{if var.x}x%{endif} "quoted"
  EOT
  same = "${var.same}"
  end  = "a${var.end}b$"
}

module "b" {
  source = "./b"
}
`
	var got strings.Builder
	for _, at := range []string{
		`module.*.source~=s|?ref=v1|?ref=v2|`, `module.a.source~=s/host/other/`, `module.a.source ~= s|^git::|hg::|`, `module.a.source~=s|v1$|v2|`,
		`module.a.source~=s|^/|x|`, `module.a.name~=s/x/z/`, `module.a.name~=s/x/z/g`, `module.a.name~=s/./-/g`, `module.a.name~=s/\./-/g`,
		`module.a.name~=s/X/z/gi`, `module.a.name~=s/\(x\)\.\(y\)/\2.\1&/`, `module.a.name~=s/[^x]/\n/`, `module.a.name~=s/$/$0\\"/`, `module.a.name~=s/x/${y}/`,
		`module.a.path~=s/dir/a\/b/`, `module.a.path~=s/{y}/{w}/`, `module.a.path~=s/z/w/`, `module.a.list[*]~=s/sg/SG/`, `module.a.list[~ "sg-*"]~=s/sg/SG/`,
		`module.a.list[0]~=s.sg\.*.x.`, `module.a.script~=s/x/y/g`, `module.a.script~=s/quoted/"&"/`, `module.a.same~=s/var/local/`, `module.a.end~=s/a/$/`,
		`module.a.end~=s/b\$/c/`, `module[source ~ "git::*"].source~=s/v1/v2/`, `module[source ~ "./*"].source~=s/b/c/`, `module[nosuch ~ "*"].source~=s/b/c/`,
		`module.a~=s/a/b/`,
	} {
		c, err := address.NewChange("set", address.Change{}, at)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "# %s\n%s\n", at, inBoth(t, text, &c))
	}
	for _, at := range []string{
		"a~=s/b/", "a~=s/b/c/x", "a~=y/b/c/", `a~=s/\(b/c/`, `a~=s/b/\1/`, "a~=", "a~b", `a[b ~ c]=1`, `a[b ~ "${c}"]=1`, `a~=s/\(b\)\1/c/`,
		`a~=s/\<b/c/`, `a~=s/[\n]/c/`, `a~=s|[b\|]|c|`, `a~=s/b/\U&/`, "a~=s&b&c&",
	} {
		_, err := address.NewChange("set", address.Change{}, at)
		fmt.Fprintf(&got, "# %s\n%v\n", at, err)
	}
	compare(t, "substitute.txt", got.String())
}

// TestSubstituteLikeSed compares substitutions in one line with the results of sed.
func TestSubstituteLikeSed(t *testing.T) {
	sed, err := exec.LookPath("sed")
	if err != nil {
		t.Skip("no sed")
	}
	r := rand.New(rand.NewPCG(4, 7))
	some := func(from []string, most int) (text string) {
		for range 1 + r.IntN(most) {
			text += from[r.IntN(len(from))]
		}
		return text
	}
	letters := []string{"a", "b", ".", "?", "+", "(", ")", "|", "$", "^", "&", "{", "}", "1"}
	patterns := append([]string{`\(a\)`, "[ab]", "[^a]", "*", `\.`, `\?`, `a\{1,2\}`, `\|`, "[]a]", "[[:alpha:]]", "a*",
		`\<`, `\>`, `\d`, `\w`, `\t`, `[\n]`, `a\{,2\}`, `\A`, "\\`", `[a\/]`}, letters...)
	replacements := append([]string{`\1`, `\&`, `\\`, `\/`, `\t`, `\U`, `\x41`}, letters...)
	same := 0
	for range oracles.Samples(800, 2_000, 5_000) {
		line, command := some(letters, 8), "s/"+some(patterns, 4)+"/"+some(replacements, 3)+"/"+[]string{"", "g", "i"}[r.IntN(3)]
		cmd := exec.Command(sed, command)
		cmd.Env, cmd.Stdin = []string{"LC_ALL=C"}, strings.NewReader(line+"\n")
		want, wrong := cmd.Output()
		c, err := address.NewChange("set", address.Change{}, "local.a~="+command)
		if err != nil || wrong != nil {
			continue
		}
		source := fmt.Sprintf("locals {\n  a = %q\n}\n", strings.ReplaceAll(line, "${", "$${"))
		m := module(t, source, "main.tf")
		if n, diags := m.Apply(&c); n != 1 || diags.HasErrors() {
			t.Fatal(line, command, n, diags)
		}
		got := m.Get(parse(t, "local.a"))[0].String
		if *got+"\n" != string(want) {
			t.Errorf("%s of %s: %s, want %s", command, line, *got, want)
		}
		same++
	}
	if same < 200 {
		t.Errorf("only %d substitutions", same)
	}
}
