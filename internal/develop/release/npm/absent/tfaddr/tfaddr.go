// Package tfaddr stands in for hashicorp/terraform-registry-address. It reads addresses of
// letters of ASCII, digits and single dashes.
package tfaddr

import (
	"strings"

	svchost "github.com/hashicorp/terraform-svchost"
)

// missing is what whoever asks for another address learns; see service.Absent.
type missing struct{}

func (missing) Absent() {}

func (missing) Error() string {
	return "hashicorp/terraform-registry-address is not in this program as a whole"
}

// The parts of special addresses.
const (
	UnknownProviderNamespace = "?"
	BuiltInProviderNamespace = "builtin"
	BuiltInProviderHost      = svchost.Hostname("terraform.io")
)

// Provider is an address.
type Provider struct {
	Type      string
	Namespace string
	Hostname  svchost.Hostname
}

func (Provider) String() string { panic(missing{}) }

// ForDisplay is asked for where there is another host, which is of ASCII here.
func (p Provider) ForDisplay() string {
	return string(p.Hostname) + "/" + p.Namespace + "/" + p.Type
}

// IsBuiltIn reports whether the product itself is the provider.
func (p Provider) IsBuiltIn() bool {
	return p.Hostname == BuiltInProviderHost && p.Namespace == BuiltInProviderNamespace
}

// ParserError is an error that there never is.
type ParserError struct {
	missing
	Detail string
}

// ParseProviderSource reads an address. Without a host, it has none; who asks puts it there.
func ParseProviderSource(source string) (Provider, error) {
	parts := strings.Split(source, "/")
	address := Provider{Type: part(parts[len(parts)-1]), Namespace: UnknownProviderNamespace}
	if strings.HasPrefix(address.Type, "terraform-") || len(parts) > 3 {
		panic(missing{})
	}
	if len(parts) > 1 {
		address.Namespace = part(parts[len(parts)-2])
	}
	if len(parts) > 2 {
		labels := strings.Split(parts[0], ".")
		for i, label := range labels {
			labels[i] = part(label)
		}
		address.Hostname = svchost.Hostname(strings.Join(labels, "."))
	}
	return address, nil
}

// part is what stands between slashes, in lower case.
func part(text string) string {
	if text == "" || text[0] == '-' || text[len(text)-1] == '-' || strings.Contains(text, "--") || len(text) > 63 {
		panic(missing{})
	}
	for _, c := range []byte(text) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' {
			panic(missing{})
		}
	}
	return strings.ToLower(text)
}
