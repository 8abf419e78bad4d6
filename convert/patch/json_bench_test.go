package patch

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
)

// megabyte returns a native file whose JSON has a megabyte, and the same file with one changed
// value.
func megabyte() (native, edited []byte) {
	var b bytes.Buffer
	for i := 0; b.Len() < 500_000; i++ {
		fmt.Fprintf(&b, `resource "aws_instance" "web_%d" {
  ami           = data.aws_ami.ubuntu.id
  instance_type = "t3.micro"
  count         = var.enabled ? %d : 0

  tags = {
    Name  = "web-${var.environment}-%d"
    Owner = "team"
  }

  ebs_block_device {
    device_name = "/dev/sdf"
    volume_size = 100
    encrypted   = true
  }

  lifecycle {
    ignore_changes = [ami, tags["Owner"]]
  }
}

`, i, i%5, i)
	}
	native = b.Bytes()
	middle := len(native) / 2
	edited = append(bytes.Clone(native[:middle]),
		bytes.Replace(native[middle:], []byte("t3.micro"), []byte("t3.large"), 1)...)
	return native, edited
}

func BenchmarkJSON(b *testing.B) {
	d := tofu(b)
	native, edited := megabyte()
	src, diags := convert.ToJSON(native, "", d, convert.Options{Form: convert.Compact})
	if diags.HasErrors() {
		b.Fatal(diags)
	}
	b.Run("ToHCL", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			convert.ToHCL(src, "", d, convert.Options{})
		}
	})
	b.Run("ToJSON", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			convert.ToJSON(native, "", d, convert.Options{})
		}
	})
	for _, bench := range []struct {
		name   string
		edited []byte
	}{{"unchanged", native}, {"one value", edited}} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if _, diags := JSON(src, "", bench.edited, "", d, Options{SkipCheck: true}); diags.HasErrors() {
					b.Fatal(diags)
				}
			}
		})
	}
}

// An edit of one value changes the bytes of that value only, also in a large file.
func TestJSONLarge(t *testing.T) {
	d := tofu(t)
	native, edited := megabyte()
	src, _ := convert.ToJSON(native, "", d, convert.Options{Form: convert.Compact})
	got, diags := JSON(src, "", edited, "", d, Options{})
	middle := bytes.Index(got, []byte("t3.large"))
	if diags.HasErrors() || middle < 0 ||
		!bytes.Equal(bytes.Replace(got, []byte("t3.large"), []byte("t3.micro"), 1), src) {
		t.Errorf("%d bytes become %d, %v", len(src), len(got), diags)
	}
	if _, diags := hclwrite.ParseFile(edited, ""); diags.HasErrors() {
		t.Fatal(diags)
	}
}
