package generator

import (
	"testing"

	"github.com/hcljson/hcljson/convert/roundtrip"
)

func TestGenerate(t *testing.T) {
	generated, err := Generate("logs", "backups")
	if err != nil {
		t.Fatal(err)
	}
	roundtrip.Test(t, "main.tf.json", generated, roundtrip.Options{})
}
