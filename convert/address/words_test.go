package address_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestWordsOfOtherKinds suggests a string only where a string is accepted, and ends messages with one dot.
func TestWordsOfOtherKinds(t *testing.T) {
	const src = "variable \"v\" {\n  type = string\n  description = \"d\"\n  sensitive = false\n}\n"
	for value, want := range map[string]string{
		"sensitive=yes": "cannot get yes: This must be true or false.", "type=strin": "is not a valid type specification.",
		"description=some": "or the option string.",
	} {
		c, err := address.NewChange("set", address.Change{}, "var.v."+value)
		if err != nil {
			t.Fatal(err)
		}
		_, diags := module(t, src, "main.tf").Apply(&c)
		if len(diags) != 1 || !strings.HasSuffix(diags[0].Detail, want) || strings.HasSuffix(diags[0].Detail, "..") ||
			strings.Contains(diags[0].Detail, "option string") != strings.Contains(want, "option string") {
			t.Errorf("%s: %v, want %q", value, diags, want)
		}
	}
}

// TestWords refuses text without quotes where the language accepts only literals, types or keywords,
// and warns about words that refer to nothing.
func TestWords(t *testing.T) {
	const src = `terraform {
  required_version = "1"
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

variable "v" {
  type      = string
  default   = { a = 1 }
  sensitive = false
}

locals {
  x = "a"
  l = []
}

resource "aws_x" "a" {
  lifecycle {
    prevent_destroy = true
    ignore_changes  = []
  }
  dynamic "rule" {
    for_each = []
    content {
      n = 1
    }
  }
  dynamic "other" {
    for_each = []
    iterator = it
    content {
      n = 1
    }
  }
}

moved {
  from = aws_x.old
  to   = aws_x.a
}

resource "thing" "b" {
  provider   = aws
  depends_on = [aws_x.a]
  lifecycle {
    replace_triggered_by = [aws_x.a]
    action_trigger {
      events  = [after_create]
      actions = [action.a.b]
    }
  }
  provisioner "local-exec" {
    command = "c"
    when    = destroy
  }
}
`
	const refused, warned, accepted = "refused", "warned", "accepted"
	for _, test := range []struct{ at, text, want string }{
		{"terraform.required_version", "latest", refused},
		{"terraform.required_providers.aws.source", "aws", refused},
		{"terraform.required_providers.aws", "{ source = aws }", refused},
		{"var.v.default", "prod", refused},
		{"var.v.default.a", "eu-west-1", refused},
		{"var.v.default", "{ a = [t3.large] }", refused},
		{"var.v.type", "strin", refused},
		{"var.v.type", "list(strin)", refused},
		{"var.v.type", "list(string)", accepted},
		{"var.v.sensitive", "yes", refused},
		{"var.v.sensitive", "true", accepted},
		{"aws_x.a.lifecycle.prevent_destroy", "yes", refused},
		{"aws_x.a.lifecycle.ignore_changes", "al", refused},
		{"aws_x.a.lifecycle.ignore_changes", "all", accepted},
		{"aws_x.a.lifecycle.ignore_changes", "[ami]", accepted},
		{"aws_x.a.lifecycle", "{ prevent_destroy = yes }", refused},
		{"thing.b.provisioner.local-exec.when", "create", accepted},
		{"thing.b.provisioner.local-exec.when", "destroyed", refused},
		{"thing.b.lifecycle.action_trigger.events", "[after_creat]", refused},
		{"thing.b.lifecycle.action_trigger.events", "[before_update, after_create]", accepted},
		{"thing.b.lifecycle.replace_triggered_by", "[foo]", refused},
		{"thing.b.lifecycle.replace_triggered_by", "[aws_x.a.id]", accepted},
		{"thing.b.depends_on", "[foo]", refused}, {"thing.b.provider", "a.b.c", refused}, {"thing.b.provider", "aws.w", accepted},
		{"moved.from", "foo", refused}, {"moved.from", "aws_x.b", accepted},

		{"local.x", "prod", warned}, {"local.x", "t3.large", warned}, {"local.x", "ami-0abc12", warned},
		{"local.x", "latest", warned}, {"local.x", "yes", warned}, {"local.x", "my_bucket", warned},
		{"local.x", "eu-west-1", warned}, {"local.x", "a/b", warned}, {"local.x", "[prod]", warned},
		{"local.x", "{ k = prod }", warned}, {"local.x", "upper(prod)", warned}, {"local.x", "local", accepted},
		{"local.x", `"prod"`, accepted}, {"local.x", "true", accepted}, {"local.x", "null", accepted},
		{"local.x", "var.v", accepted}, {"local.x", "var.other", accepted}, {"local.x", "aws_y.b.id", accepted},
		{"local.x", "thing.b.id", accepted}, {"local.x", "thing.c.id", warned}, {"local.x", "resource.thing.c.id", accepted},
		{"local.x", "path.module", accepted}, {"local.x", "each.key", accepted}, {"local.x", "data.a.b.c", accepted},
		{"local.x", "[for k in var.v : prod]", warned}, {"local.x", "{ (prod) = 1 }", warned},
		{"local.x", "{ prod = 1 }", accepted}, {"local.x", "{ (var.v) = 1 }", accepted},
		{"local.x", "[for k in var.v : k]", accepted}, {"local.x", "upper(@)", accepted},
		{"aws_x.a.dynamic.rule.content.n", "rule.value", accepted}, {"aws_x.a.dynamic.rule.content.n", "it.value", warned},
		{"aws_x.a.dynamic.other.content.n", "it.value", accepted}, {"aws_x.a.dynamic.other.content.n", "other.value", warned},
	} {
		for _, file := range []string{"main.tf", "main.tf.json"} {
			m := module(t, src, "main.tf")
			if file != "main.tf" {
				m = module(t, toJSON(t, src), file)
			}
			c, err := address.NewChange("set", address.Change{}, test.at+"="+test.text)
			if err != nil {
				t.Fatal(err)
			}
			_, diags := m.Apply(&c)
			got := accepted
			if diags.HasErrors() {
				got = refused
			} else if len(diags) > 0 {
				got = warned
			}
			if got != test.want {
				t.Errorf("%s=%s in %s: %s: %v", test.at, test.text, file, got, diags)
			}
			advised := strings.Contains(diags.Error(), "or the option string")
			if literal := !strings.ContainsAny(test.text, "([{"); got == warned && literal != advised {
				t.Errorf("%s=%s: %v", test.at, test.text, diags)
			}
		}
	}
	for _, test := range []struct{ at, text, want string }{
		{"locals", "y = prod", warned}, {"local.l", "prod", warned}, {"local.l", `"prod"`, accepted},
		{".", "output \"o\" {\n  value = prod\n}", warned}, {".", "variable \"w\" {\n  default = prod\n}", refused},
		{"var.v.default", "b = prod", refused},
	} {
		m := module(t, src, "main.tf")
		_, diags := m.Apply(&address.Change{Op: address.Add, Address: parse(t, test.at), Text: []string{test.text}})
		if (test.want == refused) != diags.HasErrors() || (test.want == accepted) != (len(diags) == 0) {
			t.Errorf("add %s %s: %v", test.at, test.text, diags)
		}
	}
}

// TestWordsOfLanguages is TestWords for other languages.
func TestWordsOfLanguages(t *testing.T) {
	dialect := func(name string) *schema.Dialect {
		file, err := dialects.ForFile(name, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return file.Dialect
	}
	for _, test := range []struct{ name, src, change, want string }{
		{"terraform.tfvars", "region = \"a\"\n", "region=eu-west-1",
			"region accepts only a literal value, and eu-west-1 is none. A text needs quotes, as in " +
				"\"eu-west-1\", or the option string."},
		{"terraform.tfvars", "l = [\"a\"]\n", "l[0]=prod", "accepts only a literal value"},
		{"a.pkr.hcl", "source \"x\" \"y\" {\n  n = 1\n}\n", "source.x.y.n=prod", "No declaration has the name prod"},
		{"a.pkr.hcl", "source \"x\" \"y\" {\n  n = 1\n}\n", "source.x.y.n=build.ID", ""},
		{"docker-bake.hcl", "variable \"TAG\" {}\ntarget \"a\" {\n  tags = [\"a\"]\n}\n", "target.a.tags[0]=TAG", ""},
		{"docker-bake.hcl", "variable \"TAG\" {}\ntarget \"a\" {\n  tags = [\"a\"]\n}\n", "target.a.tags[0]=latest",
			"No declaration has the name latest"},
		{"x.tftest.hcl", "run \"a\" {\n  variables {\n    x = 1\n  }\n}\n", "run.a.variables.x=run.setup.id", ""},
	} {
		m, diags := address.Read(address.Source{Source: equivalent.Source{Bytes: []byte(test.src), Filename: test.name},
			Dialect: dialect(test.name)})
		c, err := address.NewChange("set", address.Change{}, test.change)
		if err != nil || diags.HasErrors() {
			t.Fatal(err, diags)
		}
		n, diags := m.Apply(&c)
		if n == 0 || test.want == "" && len(diags) > 0 || test.want != "" && !strings.Contains(diags.Error(), test.want) {
			t.Errorf("%s: %d, %v", test.change, n, diags)
		}
	}
}

func toJSON(t *testing.T, src string) string {
	out, diags := convert.ToJSON([]byte(src), "main.tf", opentofu.Config(opentofu.Target{}), convert.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return string(out)
}

// TestBothNames creates and finds declarations by the names in references to them.
func TestBothNames(t *testing.T) {
	for _, test := range []struct{ name, src, change, want string }{
		{"main.tf", "terraform {}\n", "local.x=1", "terraform {}\n\nlocals {\n  x = 1\n}\n"},
		{"main.tf", "terraform {}\n", "var.new.default=1", "terraform {}\n\nvariable \"new\" {\n  default = 1\n}\n"},
		{"main.tf", "variable \"a\" {}\n", "var.new.default=1", "variable \"a\" {}\n\nvariable \"new\" {\n  default = 1\n}\n"},
		{"main.tf", "locals {\n  a = 1\n}\n", "local.x=1", "locals {\n  a = 1\n  x = 1\n}\n"},
		{"main.tf.json", "{}\n", "local.x=1", "{\n  \"locals\": {\n    \"x\": 1\n  }\n}\n"},
		{"a.pkr.hcl", "packer {}\n", "local.x=1", "packer {}\n\nlocals {\n  x = 1\n}\n"},
		{"s.tfcomponent.hcl", "language = 1\n", "local.x=1", "language = 1\n\nlocals {\n  x = 1\n}\n"},
		{"s.tfcomponent.hcl", "variable \"r\" {\n  type = number\n}\n", "var.r.type=string", "variable \"r\" {\n  type = string\n}\n"},
	} {
		file, err := dialects.ForFile(test.name, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := read(t, file.Dialect, equivalent.Source{Bytes: []byte(test.src), Filename: test.name,
			JSON: strings.HasSuffix(test.name, ".json")})
		c, err := address.NewChange("set", address.Change{}, test.change)
		if err != nil {
			t.Fatal(err)
		}
		c.Create = true
		n, diags := m.Apply(&c)
		out, more := m.Results()
		if diags.HasErrors() || more.HasErrors() || n != 1 || string(out[0]) != test.want {
			t.Errorf("%s: %d, %v %v, %s", test.change, n, diags, more, out)
		}
	}
}

// TestPositionsOfLaterChanges gives no position in a text that the user does not have.
func TestPositionsOfLaterChanges(t *testing.T) {
	m := module(t, "variable \"a\" {}\n\nlocals {\n  x = 1\n}\n", "main.tf")
	for i, line := range []string{"cp var.a b", "cp var.b c", "rm local.x", "add local.x 'y = 1'", "set var.a=1"} {
		list, err := address.ParseScript(line)
		if err != nil {
			t.Fatal(err)
		}
		n, diags := m.Apply(&list[0])
		if i < 3 || n == 0 {
			continue
		}
		if want := []string{"main.tf:3,1-7", "main.tf:1,1-16"}[i-3]; len(diags) != 1 || diags[0].Subject.String() != want {
			t.Error(diags)
		}
	}
	m = module(t, `{"module":{"m":{"source":"${local.a}"}},"locals":{"a":1}}`, "main.tf.json")
	c, _ := address.NewChange("set", address.Change{}, "module.m.source=local.b")
	if _, diags := m.Apply(&c); diags.HasErrors() {
		t.Fatal(diags)
	}
	if _, diags := m.Results(); len(diags) != 1 || diags[0].Subject != nil ||
		!strings.HasPrefix(diags[0].Detail, "In main.tf.json, at source = local.b: ") {
		t.Error(diags)
	}
}
