package plugin

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"time"

	"github.com/hcljson/hcljson/internal/provider/plugin/internal/grpc"
	"github.com/hcljson/hcljson/internal/provider/plugin/internal/wire"
	"github.com/hcljson/hcljson/internal/provider/supervise"
)

// requestSchema runs the plugin and returns its answer of at most limit bytes.
func requestSchema(ctx context.Context, executable string, opts Options, limit int) (answer *wire.Response, err error) {
	err = opts.Run(ctx, executable, func(ctx context.Context, l *supervise.Launcher) error {
		stderr := supervise.NewTail(maxTail)
		p, err := startPlugin(ctx, l, stderr)
		if err != nil {
			return explainFailure(ctx, l, fmt.Errorf("it cannot be started: %w", err), stderr)
		}
		answer, err = p.requestSchema(ctx, limit)
		p.stop()
		if err != nil {
			return explainFailure(ctx, l, err, stderr)
		}
		return nil
	})
	return answer, err
}

// maxLineOut is the maximum length of the line with the plugin's address and certificate.
const maxLineOut = 16 << 10

// cookieVariable is the variable by which plugins recognize the products (OpenTofu,
// internal/plugin/serve.go).
const cookieVariable = "TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"

// process is a running plugin.
type process struct {
	*supervise.Process
	place *supervise.PrivateDir
	// own is the certificate of the client.
	own tls.Certificate
	// client is nil before the address of the plugin is known.
	client *grpc.Client
	// listening waits for the end of listen.
	listening sync.WaitGroup
}

// startPlugin starts a plugin in the same way as go-plugin (client.go). The plugin ends with ctx.
func startPlugin(ctx context.Context, l *supervise.Launcher, stderr *supervise.Tail) (*process, error) {
	own, text, err := newCertificate()
	if err != nil {
		return nil, err
	}
	p := &process{place: l.PrivateDir, own: own}
	p.Process, err = l.Start(ctx, nil, []string{
		cookieVariable, "PLUGIN_PROTOCOL_VERSIONS=5,6", "PLUGIN_MIN_PORT=10000", "PLUGIN_MAX_PORT=25000",
		"PLUGIN_UNIX_SOCKET_DIR=" + l.Temp, "PLUGIN_CLIENT_CERT=" + text,
	}, supervise.NewHead(maxLineOut, nil), stderr)
	return p, err
}

// newCertificate creates a certificate for a connection, and returns it also as text.
func newCertificate() (tls.Certificate, string, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, "", err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return tls.Certificate{}, "", err
	}
	template := &x509.Certificate{
		SerialNumber:          serial,
		Subject:               pkix.Name{CommonName: "localhost", Organization: []string{"hcljson"}},
		DNSNames:              []string{"localhost"},
		NotBefore:             time.Now().Add(-time.Minute),
		NotAfter:              time.Now().Add(24 * time.Hour),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
		BasicConstraintsValid: true,
		IsCA:                  true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, string(text), err
}

// connect waits until the plugin prints its address, and returns its version of the protocol.
func (p *process) connect() (version string, err error) {
	line, _ := p.Stdout.Line(p.Done())
	line = strings.TrimSpace(line)
	// The fields are the version of go-plugin's protocol, the version of the plugin protocol, the
	// network, the address, the kind of protocol, and the certificate. More fields can follow.
	fields := strings.Split(line, "|")
	switch {
	case line == "":
		return "", errors.New("it ended without its address, so it is not a provider plugin, or not one " +
			"for this system")
	case len(fields) < 4 || fields[0] != "1":
		return "", fmt.Errorf("it is not a provider plugin: it printed %q", supervise.Printable(line))
	case fields[1] != "5" && fields[1] != "6":
		return "", fmt.Errorf("it uses version %s of the plugin protocol, but only 5 and 6 are supported; install "+
			"another version of the provider, or %s",
			supervise.Printable(fields[1]), useSchemaOutput)
	}
	if err := p.createClient(fields); err != nil {
		return "", fmt.Errorf("it cannot be reached: %s; %s", supervise.Printable(err.Error()), useSchemaOutput)
	}
	return fields[1], nil
}

// createClient creates the client for the address printed by a plugin.
func (p *process) createClient(fields []string) error {
	switch {
	case len(fields) < 5:
		return errors.New("it does not use grpc")
	case fields[4] != "grpc":
		return fmt.Errorf("it uses %q, which is not grpc", fields[4])
	}
	if err := p.place.Check(fields[2], fields[3]); err != nil {
		return err
	}
	// Trust only the owner of the key for this certificate.
	known := x509.NewCertPool()
	if len(fields) > 5 && fields[5] != "" {
		der, err := base64.RawStdEncoding.DecodeString(fields[5])
		if err != nil {
			return fmt.Errorf("its certificate: %w", err)
		}
		theirs, err := x509.ParseCertificate(der)
		if err != nil {
			return fmt.Errorf("its certificate: %w", err)
		}
		known.AddCert(theirs)
	}
	p.client = grpc.NewClient(fields[2], fields[3], &tls.Config{
		Certificates: []tls.Certificate{p.own},
		RootCAs:      known,
		ServerName:   "localhost",
		MinVersion:   tls.VersionTLS12,
	})
	return nil
}

// requestSchema requests the schema.
func (p *process) requestSchema(ctx context.Context, limit int) (*wire.Response, error) {
	version, err := p.connect()
	if err != nil {
		return nil, err
	}
	p.listening.Go(p.receiveOutput)
	method := "/tfplugin6.Provider/GetProviderSchema"
	if version == "5" {
		method = "/tfplugin5.Provider/GetSchema"
	}
	data, err := p.client.Call(ctx, method, limit)
	if err != nil {
		return nil, unansweredError(err)
	}
	answer := &wire.Response{}
	if err := wire.Unmarshal(data, answer); err != nil {
		return nil, unansweredError(&grpc.Status{Code: grpc.Unknown, Message: err.Error()})
	}
	return answer, nil
}

// receiveOutput receives the plugin's output while it serves. go-plugin sends the output over the
// connection, and blocks until the client receives it.
func (p *process) receiveOutput() {
	_ = p.client.Stream(context.Background(), "/plugin.GRPCStdio/StreamStdio", maxUnasked, func(message []byte) error {
		output := &wire.Output{}
		if err := wire.Unmarshal(message, output); err == nil && output.Channel == wire.Stderr {
			_, _ = p.Stderr.Write(output.Data)
		}
		return nil
	})
}

// stop requests the end of the program, kills it after a limited time, and returns after it ended
// and all its output is available.
func (p *process) stop() {
	if p.client == nil {
		p.End()
		return
	}
	defer p.client.Close()
	stopping, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	go func() {
		// A stopping plugin need not answer.
		_, _ = p.client.Call(stopping, "/plugin.GRPCController/Shutdown", maxUnasked)
	}()
	select {
	case <-p.Done():
	case <-stopping.Done():
	}
	p.End()
	// Another process can hold the connection open.
	timer := time.AfterFunc(stopTimeout, p.client.Close)
	defer timer.Stop()
	p.listening.Wait()
}

// useSchemaOutput is the remedy for a plugin without an answer.
const useSchemaOutput = `give the output of "tofu providers schema -json" or "terraform providers schema -json" instead`

// explainFailure returns the error for a plugin without an answer, because of err or a timeout.
func explainFailure(ctx context.Context, l *supervise.Launcher, err error, stderr *supervise.Tail) error {
	switch cause := ctx.Err(); {
	case errors.Is(cause, context.DeadlineExceeded):
		return fmt.Errorf("it did not answer in %s and was ended: %w%s", l.Timeout, cause, stderr.Excerpt())
	case cause != nil:
		return fmt.Errorf("it was ended: %w", cause)
	}
	return fmt.Errorf("%w%s", err, stderr.Excerpt())
}

// unansweredError returns the error for the behavior of a plugin instead of an answer.
func unansweredError(err error) error {
	var answer *grpc.Status
	if !errors.As(err, &answer) {
		return fmt.Errorf("it ended, or closed the connection, before it answered (%s); %s",
			supervise.Printable(err.Error()), useSchemaOutput)
	}
	text := supervise.Printable(answer.Message)
	switch answer.Code {
	case grpc.Unimplemented:
		return fmt.Errorf("it does not support the request for the schema (%s); %s", text, useSchemaOutput)
	case grpc.ResourceExhausted:
		return fmt.Errorf("its schema is too large (%s); %s", text, useSchemaOutput)
	case grpc.Unavailable:
		return fmt.Errorf("it ended before it answered (%s); %s", text, useSchemaOutput)
	}
	return fmt.Errorf("it answered with an error: %s; %s", text, useSchemaOutput)
}
