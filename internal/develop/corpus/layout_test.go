package corpus

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// styles are formatted files in several styles, none of them canonical.
var styles = map[string]string{
	"o/a/main.tf": `terraform {
  required_version = ">= 1.5"

  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5.0" }
  }
}

// Names are made of these.
locals {
  name   = "example"
  region = "eu-central-1"

  tags = {
    "Name"  = local.name
    "Owner" = (var.owner)
  }
}


resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"

  tags = merge(local.tags, {
    Name = "${local.name}-vpc"
  })
}
`,
	"o/a/policy.tf": `data "aws_iam_policy_document" "a" {
  statement {
    actions   = ["s3:GetObject"]
    resources = ["arn:aws:s3:::${local.name}/*", "arn:aws:s3:::${local.name}-logs/*", "*"]
  }
  statement { effect = "Deny" }
}

resource "aws_instance" "a" {
  user_data = <<EOF
#!/bin/sh
echo a
EOF
  lifecycle {
    ignore_changes = [ami, user_data]
  }
}
`,
	"o/b/x.tfvars":      "zones = [\n  \"a\", \"b\",\n  \"c\"\n]\nsizes = { a : 1, b : 2 }\n",
	"o/b/x.pkr.hcl":     "variable \"a\" {\n\n  type = string\n}\nsource \"null\" \"b\" {\n}",
	"o/b/untidy.tf":     "locals {\n a=1\n}\n",
	"o/b/invalid.tf":    "locals {\n",
	"o/b/other.tf.json": "{}",
}

// TestMeasureLayout measures the effect of --layout keep on few files.
func TestMeasureLayout(t *testing.T) {
	dir := t.TempDir()
	for name, src := range styles {
		write(t, dir, name, src)
	}
	var out strings.Builder
	if err := measureLayout(dir, options{target: "opentofu"}, 1000, &out); err != nil {
		t.Fatal(err)
	}
	var files, lines, same, differ int
	var percent float64
	text := out.String()
	if _, err := fmt.Sscanf(text, "%d files, %d lines\nwithout layout: %d files the same, %d lines differ (%f %%)", &files,
		&lines, &same, &differ, &percent); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if files != 4 || same != 0 || percent < 10 {
		t.Errorf("%d files, %d the same, %f %% differ; want 4, 0 and much:\n%s", files, same, percent, text)
	}
	if want := fmt.Sprintf("with layout: %d files the same, 0 lines differ (0.00 %%)\n", files); !strings.HasSuffix(text,
		want) {
		t.Errorf("got\n%s\nwant %s", text, want)
	}
}

// TestCorpusLayout measures the files under the directory that the environment names.
func TestCorpusLayout(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS names no directory of HCL files")
	}
	var out strings.Builder
	if err := measureLayout(dir, options{target: "opentofu"}, 1000, &out); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + out.String())
	_, after, _ := strings.Cut(out.String(), "with layout: ")
	var same, differ int
	var percent float64
	if _, err := fmt.Sscanf(after, "%d files the same, %d lines differ (%f %%)", &same, &differ, &percent); err != nil ||
		percent > 2 {
		t.Errorf("%v, %f %% of the lines differ, at most 2 should", err, percent)
	}
}

func TestMeasureLayoutOfNothing(t *testing.T) {
	if err := measureLayout(filepath.Join(t.TempDir(), "gone"), options{}, 1, io.Discard); err == nil {
		t.Error("no error for a missing directory")
	}
}

func TestLinesThatDiffer(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a\nb\n", "a\nb\n", 0}, {"a\nb\n", "a\n\nb\n", 1}, {"a\nb\nc\n", "a\nc\n", 1},
		{"a\nb\nc\n", "a\nx\nc\n", 1}, {"a\nb\nc\n", "x\nb\ny\nz\n", 3}, {"a", "a\n", 1},
	} {
		if got := linesThatDiffer(test.a, test.b); got != test.want {
			t.Errorf("%q and %q: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
