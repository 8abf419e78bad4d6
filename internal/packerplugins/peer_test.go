package packerplugins

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/yamux"
)

// The test binary is a plugin when it is started as one: under the name of a
// behaviour, by a link to it.

const (
	peerPrefix = "packer-plugin-test-"
	// peerLog names a file in which the peer writes what it is started with and asked
	// for, and the ids of its processes.
	peerLog = "HCLJSON_PEER_LOG"
)

func TestMain(m *testing.M) {
	if behaviour, ok := strings.CutPrefix(filepath.Base(os.Args[0]), peerPrefix); ok {
		behaviour, _, _ = strings.Cut(behaviour, "_") // the rest of an installed plugin's name
		peer(behaviour, os.Args[1:])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func logPeer(format string, args ...any) {
	file, err := os.OpenFile(os.Getenv(peerLog), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	fmt.Fprintf(file, format+"\n", args...)
	file.Close()
}

func peer(behaviour string, args []string) {
	logPeer("pid %d", os.Getpid())
	logPeer("args %s", strings.Join(args, " "))
	dir, _ := os.Getwd()
	entries, err := os.ReadDir(dir)
	logPeer("dir %s %d %v", dir, len(entries), err)
	if os.Getenv("PACKER_PLUGIN_MAGIC_COOKIE") == "" {
		fatal("no cookie")
	}
	if args[0] == "describe" {
		peerDescribe(behaviour)
		return
	}
	peerStart(behaviour, args)
}

func fatal(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}

// peerDescription is that of a plugin with one builder, as the SDK prints it.
func peerDescription() description {
	return description{
		Version: "1.2.3", SDKVersion: "0.6.1", APIVersion: "x5.0", ProtocolVersion: "v2",
		Builders: []string{"x"}, PostProcessors: []string{}, Provisioners: []string{}, Datasources: []string{},
	}
}

func peerDescribe(behaviour string) {
	about := peerDescription()
	switch behaviour {
	case "good", "tcp":
		about.Builders = []string{DefaultComponent, "x"}
		about.PostProcessors = []string{"p"}
		about.Provisioners = []string{"v"}
		about.Datasources = []string{"d"}
	case "describe-garbage":
		fmt.Println("Usage: something else")
		return
	case "describe-crash":
		fatal("panic: \x1b[31mno\x00\u202e way")
	case "describe-endless":
		endless("{")
	case "describe-silent":
		select {}
	case "describe-child":
		child()
		select {}
	case "describe-leaves-child":
		child()
	case "old":
		about.ProtocolVersion, about.SDKVersion = "", "0.5.2"
	case "new-protocol":
		about.ProtocolVersion = "v3"
	case "api-4":
		about.APIVersion = "x4.0"
	case "many":
		about.Builders = strings.Split(strings.Repeat("x,", maxComponents), ",")
	}
	_ = json.NewEncoder(os.Stdout).Encode(about)
}

func endless(text string) {
	for {
		fmt.Print(strings.Repeat(text, 1000))
	}
}

// child starts a process that outlives the peer unless it is killed.
func child() {
	cmd := exec.Command("sleep", "100")
	cmd.Stdout = os.Stdout
	if err := cmd.Start(); err == nil {
		logPeer("child %d", cmd.Process.Pid)
	}
}

func peerStart(behaviour string, args []string) {
	fmt.Fprintln(os.Stderr, "some log")
	switch behaviour {
	case "core":
		peerCore(args)
		return
	case "start-silent":
		select {}
	case "start-exit":
		fatal("cannot start today")
	case "start-garbage":
		fmt.Println("hello|there")
	case "start-endless":
		endless("a")
	case "start-api-6":
		fmt.Println("6|0|unix|" + filepath.Join(os.TempDir(), "s"))
	case "start-outside":
		fmt.Println("5|0|unix|/nowhere/s")
	case "start-below":
		fmt.Println("5|0|unix|" + os.TempDir() + "/../s")
	case "start-remote":
		fmt.Println("5|0|tcp|192.0.2.1:80")
	case "start-udp":
		fmt.Println("5|0|udp|127.0.0.1:80")
	case "start-no-socket":
		fmt.Println("5|0|unix|" + filepath.Join(os.TempDir(), "s"))
		select {}
	case "start-child":
		child()
		serve(behaviour, args)
	default:
		serve(behaviour, args)
	}
}

// peerCore is a Packer that has the builder "file" alone.
func peerCore(args []string) {
	if args[len(args)-1] != "packer-builder-file" {
		conn := listen("core")
		fmt.Println("Could not load it: packer-...")
		conn.Close()
		return
	}
	serve("core", []string{"start", "builder", "--protobuf", "x"})
}

func listen(behaviour string) net.Conn {
	network, address := "unix", filepath.Join(os.TempDir(), fmt.Sprintf("packer-plugin%d", os.Getpid()))
	if behaviour == "tcp" {
		network, address = "tcp", "127.0.0.1:0"
	}
	listener, err := net.Listen(network, address)
	if err != nil {
		fatal(err.Error())
	}
	fmt.Printf("5|0|%s|%s\n", network, listener.Addr())
	conn, err := listener.Accept()
	if err != nil {
		fatal(err.Error())
	}
	return conn
}

func serve(behaviour string, args []string) {
	conn := listen(behaviour)
	switch behaviour {
	case "conn-close":
		conn.Close()
		return
	case "conn-garbage":
		_, _ = conn.Write(bytes.Repeat([]byte("garbage"), 100))
		select {}
	case "conn-silent":
		select {}
	}
	session, err := yamux.Server(conn, nil)
	if err != nil {
		fatal(err.Error())
	}
	stream, err := session.Accept()
	if err != nil {
		fatal(err.Error())
	}
	var id uint32
	_ = binary.Read(stream, binary.LittleEndian, &id)
	if behaviour == "stream-other" {
		id = 7
	}
	_ = binary.Write(stream, binary.LittleEndian, id)
	serveStream(behaviour, args, stream)
}

func serveStream(behaviour string, args []string, stream net.Conn) {
	switch behaviour {
	case "rpc-garbage":
		_, _ = stream.Write(bytes.Repeat([]byte{0xc1}, 1000))
		select {}
	case "rpc-crash":
		buf := make([]byte, 10)
		_, _ = stream.Read(buf)
		fatal("segmentation fault")
	case "rpc-other-call":
		answer(stream, 9, "", nil)
		select {}
	case "rpc-huge":
		answer(stream, 1, "", bytes.Repeat([]byte{1}, maxReply))
		select {}
	case "rpc-claims-huge":
		_, _ = io.WriteString(stream, "\x81\xa3Seq\x01\x81\xaaConfigSpec\xc6\xff\xff\xff\xff")
		select {}
	case "rpc-refuses":
		answer(stream, 1, "rpc: can't find method", nil)
		select {}
	}
	method := map[string]string{
		"builder": "Builder", "provisioner": "Provisioner", "post-processor": "PostProcessor", "datasource": "Datasource",
	}[args[1]] + ".ConfigSpec"
	// The only call that may be made: net/rpc writes it so.
	expected := "\x82\xadServiceMethod" + string([]byte{0xa0 + byte(len(method))}) + method + "\xa3Seq\x01\xc0"
	asked := make([]byte, len(expected))
	if _, err := io.ReadFull(stream, asked); err != nil || string(asked) != expected {
		logPeer("call %q", asked)
		answer(stream, 1, "rpc: can't find method", nil)
		return
	}
	logPeer("call %s", method)
	answer(stream, 1, "", peerSpec(behaviour, args[1], args[len(args)-1]))
	if more, _ := io.ReadAll(stream); len(more) > 0 {
		logPeer("call %q", more)
	}
}

// answer writes the answer to a call, with a specification if it is not refused, as net/rpc
// does with the library that plugins use.
func answer(stream io.Writer, seq byte, refusal string, spec []byte) {
	head := "\x83\xa5Error" + string([]byte{0xa0 + byte(len(refusal))}) + refusal + "\xa3Seq" + string([]byte{seq}) +
		"\xadServiceMethod\xb2Builder.ConfigSpec"
	_, _ = io.WriteString(stream, head)
	if refusal == "" {
		_, _ = stream.Write(append(binary.BigEndian.AppendUint32([]byte("\x81\xaaConfigSpec\xc6"), uint32(len(spec))),
			spec...))
	}
}

func processExists(pid string) bool {
	return exec.Command("kill", "-0", pid).Run() == nil
}

// processGone waits until a process is gone, or is a zombie that nobody waits for.
func processGone(pid string) bool {
	for range 100 {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil {
			return !processExists(pid)
		}
		if _, state, _ := strings.Cut(string(stat), ") "); strings.HasPrefix(state, "Z") {
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}
