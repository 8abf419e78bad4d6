module github.com/hcljson/hcljson/internal/testopenpgp

go 1.26.0

replace github.com/hcljson/hcljson => ../..

require (
	github.com/ProtonMail/go-crypto v1.5.2
	github.com/hcljson/hcljson v0.0.0-00010101000000-000000000000
)

require (
	github.com/cloudflare/circl v1.6.3 // indirect
	golang.org/x/crypto v0.41.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
