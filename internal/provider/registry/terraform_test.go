package registry

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/provider/registry/registrytest"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// Terraform accepts the server of the tests as a registry, and does not install incorrect packages.
func TestTerraformAcceptsTestRegistry(t *testing.T) {
	terraform := oracles.Program(t, "terraform")
	s := registrytest.New(t)
	s.RequireToken("s3cret")
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.2.0",
		Zip: registrytest.Zip(map[string]string{"terraform-provider-small_v1.2.0": "not started"})})
	s.Add(registrytest.Release{Namespace: "test", Type: "small", Version: "1.3.0-beta1", Zip: []byte("not chosen")})
	initialize := func(environ ...string) (string, string, error) {
		dir := t.TempDir()
		config := fmt.Sprintf("terraform {\n  required_providers {\n    small = {\n      source = %q\n    }\n  }\n}\n",
			s.Host()+"/test/small")
		if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(config), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(terraform, "init", "-input=false", "-no-color")
		cmd.Dir = dir
		cmd.Env = append([]string{"HOME=" + t.TempDir(), "CHECKPOINT_DISABLE=1", "SSL_CERT_FILE=" + s.CAFile()}, environ...)
		out, err := cmd.CombinedOutput()
		return dir, string(out), err
	}
	token := "TF_TOKEN_" + s.Host() + "=s3cret"
	dir, out, err := initialize(token)
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	found, _ := filepath.Glob(
		filepath.Join(dir, ".terraform/providers/*/test/small/1.2.0/*/terraform-provider-small_v1.2.0"))
	if len(found) != 1 {
		t.Errorf("the provider was not installed:\n%s", out)
	}
	if _, out, err := initialize(); err == nil {
		t.Errorf("it was installed without a token:\n%s", out)
	}
	for fault, says := range map[registrytest.DocumentFault]string{
		registrytest.WrongShasum:      "checksum",
		registrytest.WrongSums:        "checksum",
		registrytest.UnlistedFile:     "checksum",
		registrytest.WrongSignature:   "signature",
		registrytest.ForeignSignature: "signature",
		registrytest.NoKeys:           "signature",
		registrytest.UnreadableKey:    "signing key",
		registrytest.ExpiredKey:       "",
	} {
		s.BreakPackages(fault)
		_, out, err := initialize(token)
		if (err == nil) != (says == "") || !strings.Contains(out, says) {
			t.Errorf("%s: %v:\n%s", fault, err, out)
		}
	}
}
