package plugin_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/hcljson/hcljson/internal/provider/plugin/internal/wire"
)

// The fake plugins implement the go-plugin protocol. internal/develop/testprovider builds real
// plugins with the go-plugin library.

var methods = map[int]string{
	4: "/tfplugin4.Provider/GetSchema",
	5: "/tfplugin5.Provider/GetSchema",
	6: "/tfplugin6.Provider/GetProviderSchema",
	7: "/tfplugin7.Provider/GetProviderSchema",
}

// serve serves a version of the protocol until the request to stop.
func serve(version int, answer func() (any, error)) {
	serveAs(version, methods[version], answer)
}

func serveAs(version int, method string, answer func() (any, error)) {
	serveWith(version, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != method {
			finish(w, 12, "unknown service "+r.URL.Path)
			return
		}
		message, err := answer()
		if err != nil {
			finish(w, 2, err.Error())
			return
		}
		header(w)
		send(w, marshal(message))
		finish(w, 0, "")
	})
}

// serveRaw answers with these bytes.
func serveRaw(answer string) {
	serveWith(6, func(w http.ResponseWriter, _ *http.Request) {
		header(w)
		_, _ = io.WriteString(w, answer)
		finish(w, 0, "")
	})
}

// serveEndless answers without end.
func serveEndless() {
	serveWith(6, func(w http.ResponseWriter, r *http.Request) {
		header(w)
		for r.Context().Err() == nil {
			_, _ = w.Write(make([]byte, 1<<16))
		}
	})
}

// serveWith serves the provider requests with answer, and go-plugin's own requests itself.
func serveWith(version int, answer http.HandlerFunc) {
	listenAs(version, true, "h2", handler(answer))
}

// header writes the header of an answer.
func header(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/grpc")
	w.WriteHeader(http.StatusOK)
	_ = http.NewResponseController(w).Flush()
}

// send writes a message.
func send(w http.ResponseWriter, message []byte) {
	_, _ = w.Write(append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message))), message...))
	_ = http.NewResponseController(w).Flush()
}

// finish ends an answer, which can be empty.
func finish(w http.ResponseWriter, code int, message string) {
	w.Header().Set("Content-Type", "application/grpc")
	w.Header().Set(http.TrailerPrefix+"Grpc-Status", strconv.Itoa(code))
	w.Header().Set(http.TrailerPrefix+"Grpc-Message", url.PathEscape(message))
}

// over is closed after the request to stop.
var over = make(chan struct{})

// handler answers the requests of go-plugin, and leaves others to answer.
func handler(answer http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeNote("calls", r.URL.Path)
		body, err := io.ReadAll(r.Body)
		switch {
		case err != nil || string(body) != "\x00\x00\x00\x00\x00":
			finish(w, 3, fmt.Sprintf("the request is %x", body))
		case strings.HasSuffix(r.URL.Path, "/Shutdown"):
			if os.Getenv("FAKE") == "ignores goodbye" {
				select {}
			}
			header(w)
			send(w, nil)
			finish(w, 0, "")
			time.AfterFunc(50*time.Millisecond, func() { close(over) })
		case strings.HasSuffix(r.URL.Path, "/StreamStdio"):
			stdio(w, r)
		default:
			answer(w, r)
		}
	})
}

// stdio is the output of the program.
func stdio(w http.ResponseWriter, r *http.Request) {
	header(w)
	output := func(channel wire.Channel, text string) {
		send(w, marshal(&wire.Output{Channel: channel, Data: []byte(text)}))
	}
	switch os.Getenv("FAKE") {
	case "sends unasked":
		output(wire.Stderr, strings.Repeat("x", 2<<20))
		<-r.Context().Done()
		close(refused)
		return
	case "is heard":
		// More than fits anywhere on the way.
		for range 64 {
			output(1, strings.Repeat("x", 1<<19))
		}
		output(wire.Stderr, "a line of its log\n")
		close(heard)
	}
	<-r.Context().Done()
}

// impostor is true for a certificate other than the printed one, and untold for an output without a
// certificate.
var impostor, untold bool

// listenAs listens, prints its address as go-plugin does, and serves until the request to stop.
func listenAs(version int, secure bool, protocol string, handler http.Handler) {
	network, address := "unix", filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "plugin"+strconv.Itoa(os.Getpid()))
	if runtime.GOOS == "windows" {
		network, address = "tcp", "127.0.0.1:0"
	}
	listener := must(net.Listen(network, address))
	own, told := newCertificate(), ""
	if secure {
		told = base64.RawStdEncoding.EncodeToString(own.Certificate[0])
		if impostor {
			own = newCertificate()
		}
		if untold {
			told = ""
		}
		block, _ := pem.Decode([]byte(os.Getenv("PLUGIN_CLIENT_CERT")))
		known := x509.NewCertPool()
		known.AddCert(must(x509.ParseCertificate(block.Bytes)))
		listener = tls.NewListener(listener, &tls.Config{
			Certificates: []tls.Certificate{own}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: known,
			NextProtos: []string{protocol},
		})
	}
	fmt.Printf("1|%d|%s|%s|grpc|%s\n", version, network, listener.Addr(), told)
	var protocols http.Protocols
	protocols.SetHTTP2(true)
	protocols.SetHTTP1(true)
	server := &http.Server{Handler: handler, Protocols: &protocols}
	go func() { _ = server.Serve(listener) }()
	<-over
	_ = server.Close()
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// newCertificate returns a certificate like the certificates of go-plugin. Most fakes use a smaller
// key, because large keys are slow to generate.
func newCertificate() tls.Certificate {
	curve := elliptic.P256()
	if strings.HasPrefix(os.Getenv("FAKE"), "good") {
		curve = elliptic.P521()
	}
	key := must(ecdsa.GenerateKey(curve, rand.Reader))
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true, IsCA: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der := must(x509.CreateCertificate(rand.Reader, template, template, key.Public(), key))
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
