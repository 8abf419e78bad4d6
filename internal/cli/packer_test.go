package cli

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/rpc"
	"os"
	"path/filepath"

	"github.com/hashicorp/go-msgpack/v2/codec"
	"github.com/hashicorp/yamux"
	"google.golang.org/protobuf/encoding/protowire"
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
	server := rpc.NewServer()
	if err := server.RegisterName("Builder", FakeBuilder{}); err != nil {
		os.Exit(1)
	}
	server.ServeCodec(codec.GoRpc.ServerCodec(stream, &codec.MsgpackHandle{WriteExt: true}))
}

// FakeBuilder and FakeSpec are exported because net/rpc wants it.
type FakeBuilder struct{}

type FakeSpec struct{ ConfigSpec []byte }

// ConfigSpec answers with a specification as the SDK's rpc/hcl_spec.proto has it.
func (FakeBuilder) ConfigSpec(_ any, reply *FakeSpec) error {
	message := func(num protowire.Number, parts ...[]byte) (out []byte) {
		for _, part := range parts {
			out = append(out, part...)
		}
		return protowire.AppendBytes(protowire.AppendTag(nil, num, protowire.BytesType), out)
	}
	text := func(num protowire.Number, s string) []byte { return message(num, []byte(s)) }
	target := message(2, text(1, "target"), message(2, message(1, text(1, "cty.String"))))
	part := message(3, text(1, "part"), message(3, message(1)))
	reply.ConfigSpec = message(1,
		message(1, text(1, "target"), message(2, target)),
		message(1, text(1, "part"), message(2, part)),
	)
	return nil
}
