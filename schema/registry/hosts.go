//go:build !lean

package registry

import (
	"slices"

	svchost "github.com/hashicorp/terraform-svchost"
)

// hosts returns the hosts of the registries that may be asked: the public ones,
// those given, and those that the configuration speaks of.
func (cfg *cliConfig) hosts(given []string) (map[svchost.Hostname]bool, error) {
	allowed := map[svchost.Hostname]bool{}
	for _, name := range slices.Concat(PublicHosts, given) {
		host, err := svchost.ForComparison(name)
		if err != nil {
			return nil, &AddressError{Given: name, Err: err}
		}
		allowed[host] = true
	}
	for _, tokens := range []map[svchost.Hostname]string{cfg.env, cfg.tokens} {
		for host := range tokens {
			allowed[host] = true
		}
	}
	for host := range cfg.services {
		allowed[host] = true
	}
	return allowed, nil
}
