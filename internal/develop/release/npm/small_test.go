package npm

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/service/operations"
	"github.com/hcljson/hcljson/internal/wasm/module"
)

// small is the service of the small module, as a program of this machine.
type small struct {
	in    io.Writer
	out   *bufio.Reader
	given int // files of the tables
}

func startSmall(t *testing.T) *small {
	t.Helper()
	root, err := projectDir()
	if err != nil {
		t.Fatal(err)
	}
	// go test, which keeps results, has to see what it does not link itself.
	for _, part := range []string{absent, "internal/wasm", "internal/builtin"} {
		seen := func(_ string, _ fs.DirEntry, err error) error { return err }
		if err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(part)), seen); err != nil {
			t.Fatal(err)
		}
	}
	// The stand-ins are where they were the last time, as what is compiled is kept by its path.
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "hcljson-test", fmt.Sprintf("small-%x", sha256.Sum256([]byte(root)))[:20])
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	flags, err := smallFlags(root, dir)
	if err != nil {
		t.Fatal(err)
	}
	packed := t.TempDir()
	fingerprint, err := packTables(root, packed)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "small")
	// Without -trimpath, the packages of Go are those that the tests are made of; and what is
	// not optimised is compiled in half the time.
	flags = append(flags, "-gcflags=github.com/hcljson/hcljson/...=-N -l")
	flags = append(flags, "-ldflags="+setFingerprint+fingerprint, "-o", program, "./internal/wasm/small")
	if err := compile(root, nil, flags...); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, filepath.Join(packed, tableFiles[0]), filepath.Join(packed, tableFiles[1]))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return &small{in: in, out: bufio.NewReader(out)}
}

// do writes a request, and returns what answers it.
func (s *small) do(t *testing.T, line []byte) (string, answer) {
	t.Helper()
	if _, err := s.in.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
	head, err := s.out.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var got answer
	if err := json.Unmarshal(head, &got); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, got.Size)
	if _, err := io.ReadFull(s.out, text); err != nil {
		t.Fatal(err)
	}
	got.Text = string(text)
	return string(head) + got.Text, got
}

// answer is what the tests need of a response.
type answer struct {
	Name, Text           string
	Size                 int
	Absent, AbsentTables bool
}

// compare does a request in both modules, and returns what the small one has of it: it may
// leave it to the full one. It is given each file of the tables once, when it asks for it.
func (s *small) compare(t *testing.T, full *service.Service, req *service.Request) answer {
	t.Helper()
	line, err := json.Marshal(req)
	if err != nil {
		t.Fatal(err)
	}
	text, got := s.do(t, line)
	for got.AbsentTables && s.given < len(tableFiles) {
		s.given++
		text, got = s.do(t, append([]byte("\n"), line...))
	}
	if got.AbsentTables {
		t.Errorf("the tables are asked for again: %s", req.Text)
	}
	if want := string(module.Answer(full, string(line))); !got.Absent && text != want {
		t.Errorf("%s\ngot  %s\nwant %s", line, text, want)
	}
	return got
}

// request is a conversion of a text by its name.
func request(name, text string, opts service.Options) *service.Request {
	opts.Verify = new(bool) // which only the full one can
	req := &service.Request{Operation: service.ToJSON, Name: name, Text: text, Options: opts}
	if strings.HasSuffix(name, ".json") {
		req.Operation = service.ToHCL
	}
	return req
}

// TestSmall has what is left to the full module, and what is not.
func TestSmall(t *testing.T) {
	s, full := startSmall(t), operations.Service()
	native := func(typ, item string) string { return "resource \"" + typ + "\" \"x\" {\n  " + item + "\n}\n" }
	json := func(typ, member string) string { return `{"resource":{"` + typ + `":{"x":{` + member + "}}}}\n" }
	required := func(entry string) string {
		return "terraform {\n  required_providers {\n    " + entry + "\n  }\n}\n" +
			native("aws_s3_bucket", "server_side_encryption_configuration = [{}]\n  tags = {}\n  acl {\n  }")
	}
	requiredJSON := func(entry string) string {
		return `{"//":{"a":[]},"terraform":{"required_providers":{` + entry + `}},"resource":{"aws_s3_bucket":` +
			`{"x":{"versioning":{"enabled":true},"tags":{},"grant":[{}],"lifecycle_rule":[]}}}}`
	}
	for _, tt := range []struct {
		name, text string
		absent     bool
	}{
		{"a.tf", "locals {\n  a = 1\n}\n", false},
		{"a.tf", "terraform {\n  required_providers {\n    aws = \"1.0-beta\"\n  }\n}\n", false},
		{"a.tf", native("aws_instance", `ami = "a"`), false},
		{"a.tf", native("aws_security_group", "ingress {\n  }\n  tags = {}"), false},
		{"a.tf", native("aws_security_group", "dynamic \"ingress\" {\n    for_each = x\n    content {\n    }\n  }"), false},
		{"a.tf", native("aws_security_group", "ingress /* c */ {\n  }"), false},
		{"a.tf", native("aws_security_group", "dynamic\"in\\u0067ress\"{\n    for_each = x\n    content {\n    }\n  }"),
			false},
		{"a.tf", native("alicloud_ack_one_cluster", "network = x"), false},
		{"a.tf", native("datadog_action_connection", "asana = [x]"), false},
		{"a.tf", native("null_resource", "triggers {\n    a = b()\n  }"), false},
		{"a.tf", native("aws_instance", "zzz \"label\" {\n  }"), false},
		{"a.tf", native("é_x", "a = 1"), true},
		{"a.tf", "check \"c\" {\n  data \"null_data_source\" \"x\" {\n    inputs {\n    }\n  }\n}\n", false},
		{"a.tf", "terraform {\n  state_store \"x\" {\n    provider \"tls\" {\n      proxy = true\n    }\n  }\n}\n",
			false},
		{"a.tf.json", json("cloudflare_zero_trust_gateway_policy", `"schedule":[{"a":1}]`), false},
		{"a.tf.json", json("alicloud_ack_one_cluster", `"network":[[{"a":1}]]`), false},
		{"a.tf.json", json("aws_instance", `"tags_all":{"//":"c"}`), false},
		{"a.tf.json", json("aws_instance", `"\u0061mi":"c"`), false},
		{"override.tf", native("aws_instance", `ami = "a"`), true},
		{"a.tf", "a = =\n", true},
		{"a.pkr.hcl", "source \"a\" \"b\" {\n}\n", true},

		{"a.tf", required(`aws = "~> 5.0"`), false},
		{"a.tf", required("aws = {\n      source = \"hashicorp/aws\"\n      version = \">= 3.0, < 4\"\n    }"), false},
		{"a.tf", required("aws = {\n      source = \"cloudflare/cloudflare\"\n      configuration_aliases = [aws.b]\n    }"),
			false},
		{"a.tf", required("aws = {\n      source = \"example.com/a/b\"\n    }"), false},
		{"a.tf", required("aws = {\n      version = \"1.0.0-beta\"\n    }"), true},
		{"a.tf", required("aws = {\n      source = \"hashi${1}corp/aws\"\n    }"), true},
		{"a.tf", required("aws = {\n      (source) = \"hashicorp/aws\"\n    }"), true},
		{"a.tf", required("aws = {\n      source = (\"hashicorp/aws\")\n    }"), true},
		{"a.tf", required("aws = (\"3.0\")"), true},
		{"a.tf", required("aws = {\n      source = <<A\na/aws\nA\n    }"), true},
		{"a.tf", "required_providers \"label\" {\n  b = \"1\"\n}\n" + required(`aws = "4"`), true},
		{"a.tf.json", requiredJSON(`"aws":"3.0"`), false},
		{"a.tf.json", requiredJSON(`"aws": { "version" : "~> 3.0", "source":"aws"} `), false},
		{"a.tf.json", requiredJSON(`"//":1,"aws":{"source":"cloudflare/cloudflare","configuration_aliases":["b"]}`), false},
		{"a.tf.json", requiredJSON(`"aws":{"source":"hashi\u0063orp/aws"}`), true},
		{"a.tf.json", requiredJSON(`"aws":["3.0"]`), true},
		{"a.tf.json", requiredJSON(`"aws":"3","aws":"4"`), true},
		{"a.tf.json", strings.NewReplacer(`"terraform":{`, `"terraform":[ {`, `}},"res`, `}} ],"res`).
			Replace(requiredJSON(`"aws":"3.0"`)), false},
		{"a.tf.json", strings.NewReplacer(`"terraform":{`, `"terraform":[{},{`, `}},"res`, `}}],"res`).
			Replace(requiredJSON(`"aws":"3.0"`)), true},
	} {
		for i, opts := range []service.Options{
			{}, {Form: "compact", Comments: "drop"}, {Strict: true}, {Target: "terraform"},
		} {
			req := request(tt.name, tt.text, opts)
			if got := s.compare(t, full, req); got.Absent != tt.absent && i == 0 {
				t.Errorf("%s: absent is %t", tt.text, got.Absent)
			}
		}
	}
}

// TestSmallRandom compares the modules over types and names of the tables, in all forms.
func TestSmallRandom(t *testing.T) {
	s, full := startSmall(t), operations.Service()
	g := newGenerator(rand.New(rand.NewPCG(16, 2026)))
	const rounds = 1500
	absent, converted := 0, 0
	for range rounds {
		got := s.compare(t, full, g.request())
		if got.Absent {
			absent++
		}
		if got.Text != "" {
			converted++
		}
	}
	t.Logf("of %d, %d are converted, and %d are left to the full module", rounds, converted, absent)
	if converted < rounds/2 || absent > rounds/20 {
		t.Error("these are too few, or too many")
	}
}

// TestSmallCorpus compares the modules over the files below a directory.
func TestSmallCorpus(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS is not set")
	}
	s, full := startSmall(t), operations.Service()
	files, absent := 0, 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		name := filepath.Base(path)
		native := strings.HasSuffix(name, ".tf") || strings.HasSuffix(name, ".tofu")
		if err != nil || entry.IsDir() || !native && !strings.HasSuffix(name, ".tf.json") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		forms := []service.Options{{}, {Form: "compact", Comments: "drop"}, {Form: "query"}}
		for _, opts := range forms {
			req := request(name, string(text), opts)
			made := s.compare(t, full, req)
			if native && made.Text != "" && opts.Form != "query" {
				made = s.compare(t, full, request(made.Name, made.Text, opts))
			}
			if made.Absent {
				absent++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files; %d times the full module is needed", files, absent)
	if files == 0 {
		t.Error("there are no files")
	}
}
