//go:build !lean

package registry

import (
	"context"
	"strings"

	svchost "github.com/hashicorp/terraform-svchost"
	tofuhost "github.com/opentofu/svchost"
	"github.com/opentofu/svchost/svcauth"
)

const tokenPrefix = "TF_TOKEN_"

// environmentTokens reads the variables TF_TOKEN_<host>, in which "_" stands for
// a dot and "__" for a dash, and punycode for itself
// (internal/command/cliconfig/credentials.go, collectCredentialsFromEnv). As
// there, a variable whose name holds no host is ignored.
func environmentTokens(env map[string]string) map[svchost.Hostname]string {
	tokens := map[svchost.Hostname]string{}
	for name, value := range env {
		raw, ok := strings.CutPrefix(name, tokenPrefix)
		if !ok || value == "" {
			continue
		}
		raw = strings.ReplaceAll(strings.ReplaceAll(raw, "__", "-"), "_", ".")
		host, err := svchost.ForComparison(svchost.ForDisplay(raw))
		if err != nil {
			continue
		}
		// Two spellings of one host: the same one wins each time.
		if _, given := tokens[host]; !given || name == tokenVariable(host) {
			tokens[host] = value
		}
	}
	return tokens
}

// tokenVariable is the name of the variable that holds the token of a host; empty for
// one with a port, as no shell sets a variable with a colon in its name.
func tokenVariable(host svchost.Hostname) string {
	if strings.Contains(string(host), ":") {
		return ""
	}
	return tokenPrefix + strings.NewReplacer("-", "__", ".", "_").Replace(string(host))
}

// token returns the token of a host; empty if there is none.
func (cfg *cliConfig) token(host svchost.Hostname) string {
	if token := cfg.env[host]; token != "" {
		return token
	}
	return cfg.tokens[host]
}

// ForHost makes the configuration a source of credentials for package disco. The
// context is not used, and there is never an error.
func (cfg *cliConfig) ForHost(_ context.Context, host tofuhost.Hostname) (svcauth.HostCredentials, error) {
	token := cfg.token(svchost.Hostname(host))
	if token == "" {
		return nil, nil
	}
	return svcauth.HostCredentialsToken(token), nil
}
