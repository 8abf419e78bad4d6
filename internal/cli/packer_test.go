package cli

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"

	"github.com/hashicorp/yamux"
)

// fakePacker is the packer command of the scripts. Of its own components it has the
// builder "file" alone, with an argument "target" and a block "part".
func fakePacker() {
	component := os.Args[len(os.Args)-1]
	listener, err := net.Listen("unix", filepath.Join(os.TempDir(), fmt.Sprintf("packer-plugin%d", os.Getpid())))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("5|0|unix|%s\n", listener.Addr())
	conn, err := listener.Accept()
	if err != nil {
		os.Exit(1)
	}
	if component != "packer-builder-file" {
		fmt.Printf("Could not load %s\n", component)
		os.Exit(1)
	}
	session, err := yamux.Server(conn, nil)
	if err != nil {
		os.Exit(1)
	}
	stream, err := session.Accept()
	if err != nil {
		os.Exit(1)
	}
	var id uint32
	_ = binary.Read(stream, binary.LittleEndian, &id)
	_ = binary.Write(stream, binary.LittleEndian, id)
	// The call of the schema, and what the library of Packer's plugins was recorded to answer.
	if _, err := io.ReadFull(stream, make([]byte, len(packerCall))); err != nil {
		os.Exit(1)
	}
	_, _ = io.WriteString(stream, packerAnswer)
	_, _ = io.Copy(io.Discard, stream)
}

const (
	packerCall   = "\x82\xadServiceMethod\xb2Builder.ConfigSpec\xa3Seq\x01\xc0"
	packerAnswer = "\x83\xa5Error\xa0\xa3Seq\x01\xadServiceMethod\xb2Builder.ConfigSpec\x81\xaaConfigSpec\xc4>\n<" +
		"\n$\n\x06target\x12\x1a\x12\x18\n\x06target\x12\x0e\n\f\n\ncty.String" +
		"\n\x14\n\x04part\x12\f\x1a\n\n\x04part\x1a\x02\n\x00"
)
