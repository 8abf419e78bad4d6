package address_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// hcleditTexts are the files of [hcleditCases].
var hcleditTexts = map[string]string{
	"values": `# of port
port = 80 # inline
host = "a"

server "web" {
  port = size
  ttl  = 1
}

server "we.b" {
  port = 4
  list = [
    "a",
    "b", // second
    # third
    "c",
  ]
}
`,
	"blocks": `top = 1

// of app
app {
  // of size
  size = 1 // inline
}
// after app

app web {
}

app "web" "blue" {
  size = 2
}

app "web" "green" {
  size = 3
}
`,
	"repeated": `app "web" {
  size = 1
}

app "web" {
  size = 2
}
`,
	"nested": `app "web" {
  size = 1
  web {
    size = 2
    deep {
      size = 3
    }
  }
}

job {
  step "run" {
    size = 4
    run {
      size = 5
    }
  }
  run {
    size = 6
  }
}
`,
	"unformatted": `

  app   {
  size = 1
	kind=f( )


  on = provider::a::b( )
}



job {}
`,
	"duplicate": "size = 1\nsize = 2\n",
	"broken":    "app {\n  size = 1\n",
	"empty":     "",
}

// hcleditCases are commands of hcledit, one for each kind of case in its tests, and commands of
// hcljson for the same task. If the results differ, differs is the paragraph of
// docs/from-hcledit-yq.md with the reason.
var hcleditCases = []struct{ text, hcledit, command, differs string }{
	{"values", `attribute get port`, `get port`, ""},
	{"values", `attribute get host`, `get host`, ""},
	{"values", `attribute get nosuch`, `get nosuch`, ""},
	{"values", `attribute get server.web.port`, `get server.web.port`, ""},
	{"values", `attribute get server.we\.b.port`, `get server."we.b".port`, ""},
	{"values", `attribute get server.we\.b.list`, `get server."we.b".list`, "Output"},
	{"values", `attribute get --with-comments server.we\.b.list`, `get server."we.b".list`, "Output"},
	{"values", `attribute get --with-comments port`, `get port`, "Output"},
	{"duplicate", `attribute get size`, `get size`, ""},
	{"blocks", `attribute get app.size`, `get app.size`, ""},
	{"blocks", `attribute get app.web.blue.size`, `get app.web.blue.size`, ""},
	{"repeated", `attribute get app.web.size`, `get app.web.size`, "Choice"},
	{"repeated", `attribute get app.web.size`, `get app.web[0].size`, ""},
	{"nested", `attribute get app.web.size`, `get app.web.size`, ""},
	{"nested", `attribute get app.web.web.deep.size`, `get app.web.web.deep.size`, ""},
	{"nested", `attribute get app.deep.size`, `get app.deep.size`, ""},
	{"nested", `attribute get job.step.run.size`, `get job.step.run.size`, ""},
	{"nested", `attribute get job.run.size`, `get job.run.size`, ""},

	{"values", `attribute set port other`, `set port=other`, ""},
	{"values", `attribute set host "b"`, `set 'host="b"'`, ""},
	{"values", `attribute set port 81`, `set port=81`, ""},
	{"values", `attribute set port true`, `set port=true`, ""},
	{"values", `attribute set server.web.port 2`, `set server.web.port=2`, ""},
	{"values", `attribute set server.we\.b.port 2`, `set 'server."we.b".port=2'`, ""},
	{"values", `attribute set nosuch 2`, `set nosuch=2`, ""},
	{"values", `attribute set server.web.nosuch 2`, `set server.web.nosuch=2`, ""},
	{"values", `attribute set nosuch.web.port 2`, `set nosuch.web.port=2`, ""},

	{"values", `attribute append size 2`, `add . 'size = 2'`, "Layout"},
	{"values", `attribute append server.web.size 2`, `add server.web 'size = 2'`, ""},
	{"values", `attribute append server.web.size 2 --newline`, "add server.web '\nsize = 2\n'", ""},
	{"values", `attribute append server.we\.b.size 2`, `add 'server."we.b"' 'size = 2'`, ""},
	{"values", `attribute append nosuch.web.size 2`, `add nosuch.web 'size = 2'`, ""},
	{"values", `attribute append server.web.port 2`, `add server.web 'port = 2'`, ""},

	{"values", `attribute rm host`, `rm host`, ""},
	{"values", `attribute rm port`, `rm port`, ""},
	{"values", `attribute rm server.web.ttl`, `rm server.web.ttl`, ""},
	{"values", `attribute rm server.we\.b.port`, `rm 'server."we.b".port'`, ""},
	{"values", `attribute rm nosuch`, `rm nosuch`, ""},
	{"values", `attribute rm server.web.nosuch`, `rm server.web.nosuch`, ""},
	{"values", `attribute rm nosuch.web.port`, `rm nosuch.web.port`, ""},

	{"values", `attribute mv host name`, `mv host name`, ""},
	{"values", `attribute mv port size`, `mv port size`, ""},
	{"values", `attribute mv server.web.ttl server.web.age`, `mv server.web.ttl server.web.age`, ""},
	{"values", `attribute mv nosuch name`, `mv nosuch name`, ""},
	{"values", `attribute mv server.web.nosuch server.web.name`, `mv server.web.nosuch server.web.name`, ""},
	{"values", `attribute mv nosuch.web.port nosuch.web.size`, `mv nosuch.web.port nosuch.web.size`, ""},
	{"values", `attribute mv port host`, `mv port host`, ""},
	{"values", `attribute mv port server.web.size`, `mv port server.web.size`, ""},

	{"values", `attribute replace host name "b"`, "mv host name\nset 'name=\"b\"'", ""},
	{"values", `attribute replace port size 2`, "mv port size\nset size=2", ""},
	{"values", `attribute replace server.web.ttl age 2`, "mv server.web.ttl server.web.age\nset server.web.age=2", ""},
	{"values", `attribute replace nosuch name 2`, "mv nosuch name\nset name=2", ""},
	{"values", `attribute replace server.web.nosuch name 2`, "mv server.web.nosuch server.web.name\nset server.web.name=2", ""},
	{"values", `attribute replace nosuch.web.port size 2`, "mv nosuch.web.port nosuch.web.size\nset nosuch.web.size=2", ""},
	{"values", `attribute replace port host 2`, "mv port host\nset host=2", ""},

	{"blocks", `block get app`, `get app`, "Labels"},
	{"blocks", `block get nosuch`, `get nosuch`, ""},
	{"blocks", `block get app.web`, `get app.web`, "Labels"},
	{"blocks", `block get app.*`, `get app.*`, "Labels"},
	{"blocks", `block get app.web.*`, `get app.web.*`, "Layout"},
	{"repeated", `block get app.web`, `get app.web`, "Layout"},
	{"nested", `block get app.web`, `get app.web`, ""},
	{"nested", `block get app.web.web`, `get app.web.web`, ""},
	{"nested", `block get app.web.web.deep`, `get app.web.web.deep`, ""},
	{"nested", `block get app.deep`, `get app.deep`, ""},
	{"nested", `block get job.run`, `get job.run`, ""},
	{"unformatted", `block get app`, `get app`, "Layout"},
	{"values", `block get server.we\.b`, `get server."we.b"`, ""},

	{"blocks", `block list`, `list`, ""},
	{"values", `block list`, `list`, "Labels"},
	{"empty", `block list`, `list`, ""},

	{"blocks", `block new job.run.now`, "add . 'job \"run\" \"now\" {\n}'", "Layout"},
	{"blocks", `block new job.run --newline`, "add . 'job \"run\" {\n}'", ""},
	{"blocks", `block new job`, "add . 'job {\n}'", "Layout"},
	{"blocks", `block append app.web.blue job`, "add app.web.blue 'job {\n}'", "Layout"},
	{"blocks", `block append app.web job.run`, "add app.web 'job \"run\" {\n}'", "Labels"},
	{"blocks", `block append app.web job.run`, "add app.web[0] 'job \"run\" {\n}'", ""},
	{"blocks", `block append nosuch job`, "add nosuch 'job {\n}'", ""},
	{"blocks", `block append app.web.blue job --newline`, "add app.web.blue '\njob {\n}\n'", ""},
	{"repeated", `block append app.web job.run.now`, "add app.web 'job \"run\" \"now\" {\n}'", "Choice"},
	{"repeated", `block append app.web job.run.now`, "add app.web[*] 'job \"run\" \"now\" {\n}'", "Layout"},
	{"values", `block append server.we\.b job.r\.n`, "add 'server.\"we.b\"' 'job \"r.n\" {\n}'", "Layout"},

	{"blocks", `block rm app`, `rm app`, "Labels"},
	{"blocks", `block rm app`, `rm app[0]`, ""},
	{"blocks", `block rm nosuch`, `rm nosuch`, ""},
	{"blocks", `block rm app.web`, `rm app.web`, "Labels"},
	{"blocks", `block rm app.web`, `rm app.web[0]`, "Layout"},
	{"blocks", `block rm app.web.*`, `rm app.web.*`, ""},
	{"repeated", `block rm app.web`, `rm app.web`, "Choice"},
	{"repeated", `block rm app.web`, `rm app.web[*]`, ""},
	{"values", `block rm server.we\.b`, `rm 'server."we.b"'`, ""},

	{"values", `block mv server.web server.api`, `mv server.web server.api`, ""},
	{"values", `block mv server.we\.b server.a\.b`, `mv 'server."we.b"' 'server."a.b"'`, ""},
	{"values", `block mv server.web client.web`, `mv server.web client.web`, ""},
	{"values", `block mv server.web client`, `mv server.web client`, ""},
	{"blocks", `block mv app.web.blue job.x`, `mv app.web.blue job.x`, ""},
	{"blocks", `block mv app.web.blue app.x.blue`, `mv app.web.blue app.x.blue`, ""},
	{"blocks", `block mv app.web.blue app.web.green`, `mv app.web.blue app.web.green`, "Names"},
	{"nested", `block mv job.run job.stop`, `mv job.run job.stop`, "Names"},

	{"blocks", `body get app`, `get --body app`, "Output"},
	{"blocks", `body get nosuch`, `get --body nosuch`, ""},
	{"blocks", `body get app.web.blue`, `get --body app.web.blue`, ""},
	{"repeated", `body get app.web`, `get --body app.web`, "Choice"},
	{"repeated", `body get app.web`, `get --body app.web[0]`, ""},
	{"nested", `body get app.web.web`, `get --body app.web.web`, ""},
	{"nested", `body get app.web`, `get --body app.web`, ""},
	{"values", `body get server.we\.b`, `get --body server."we.b"`, ""},

	{"unformatted", `fmt`, `fmt`, "Layout"},
	{"blocks", `fmt`, `fmt`, "Layout"},
	{"broken", `fmt`, `fmt`, ""},
}

// TestHcledit compares our commands with commands of hcledit. The program itself is the oracle, if
// it is installed.
func TestHcledit(t *testing.T) {
	page, err := os.ReadFile("../../docs/from-hcledit-yq.md")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, test := range hcleditCases {
		text := hcleditTexts[test.text]
		result := asHcledit(t, text, test.command)
		if test.differs != "" && !strings.Contains(string(page), "**"+test.differs+".**") {
			t.Errorf("the page does not explain the difference %q", test.differs)
		}
		fmt.Fprintf(&got, "# %s: hcledit %s\n$ %s\n%s\n", test.text, test.hcledit, test.command, result)
		if !oracles.Available("hcledit") {
			continue
		}
		command := exec.Command("hcledit", strings.Fields(test.hcledit)...)
		command.Stdin = strings.NewReader(text)
		out, err := command.Output()
		if err != nil {
			out = []byte("error\n")
		}
		if same := string(out) == result; same != (test.differs == "") {
			t.Errorf("%s: %s: same: %t\n%s--\n%s", test.text, test.hcledit, same, out, result)
		}
	}
	compare(t, "hcledit.txt", got.String())
}

// asHcledit returns the output of a command for standard input, or "error".
func asHcledit(t *testing.T, text, command string) string {
	t.Helper()
	m, diags := address.Read(address.Source{Source: equivalent.Source{Bytes: []byte(text), Filename: "main.hcl"}, Dialect: dialects.Generic()})
	if diags.HasErrors() {
		return "error\n"
	}
	var lines []string
	op, at, _ := strings.Cut(command, " ")
	at, body := strings.CutPrefix(at, "--body ")
	switch op {
	case "fmt":
		file, _ := hclwrite.ParseFile([]byte(text), "")
		return string(file.Bytes())
	case "list":
		for _, found := range m.List(parse(t, "."), 1, false) {
			lines = append(lines, found.Address)
		}
	case "get":
		for _, found := range m.Get(parse(t, at)) {
			value := found.Text
			if body {
				value, _ = found.Body()
			}
			lines = append(lines, value)
		}
	default:
		changes, err := address.ParseScript(command)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			if _, diags := m.Apply(&c); diags.HasErrors() {
				return "error\n"
			}
		}
		texts, diags := m.Results()
		if diags.HasErrors() {
			return "error\n"
		}
		return string(texts[0])
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.TrimSuffix(strings.Join(lines, "\n"), "\n") + "\n"
}
