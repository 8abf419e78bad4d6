// Package wire holds the messages with which a provider plugin is asked for its
// schema.
//
// provider.pb.go is made with protoc 3.21.12 and protoc-gen-go v1.36.12.
package wire

//go:generate protoc --go_out=. --go_opt=paths=source_relative provider.proto
