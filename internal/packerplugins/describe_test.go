package packerplugins

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the files in testdata anew")

// peerRun describes a peer, and checks that nothing is left of it.
type peerRun struct {
	t       *testing.T
	temp    string
	log     string
	started string
}

func newPeer(t *testing.T, behaviour string) *peerRun {
	t.Helper()
	run := &peerRun{t: t, temp: shortDir(t), log: filepath.Join(t.TempDir(), "log")}
	t.Setenv("TMPDIR", run.temp)
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run.started = filepath.Join(t.TempDir(), peerPrefix+behaviour)
	if err := os.Symlink(executable, run.started); err != nil {
		t.Fatal(err)
	}
	return run
}

// shortDir is a directory whose path leaves room for a socket.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "hcljson")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func (r *peerRun) options(timeout time.Duration) Options {
	// A peer that is built with -race takes terabytes of address space, and waits for a
	// second when it ends, without GORACE.
	env := []string{peerLog + "=" + r.log, "PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
	return Options{Timeout: timeout, Memory: math.MaxUint64, Env: env}
}

func (r *peerRun) lines(prefix string) []string {
	text, _ := os.ReadFile(r.log)
	var lines []string
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), prefix+" "); ok {
			lines = append(lines, rest)
		}
	}
	return lines
}

// reached says whether the peer was started for what the behaviour is about.
func (r *peerRun) reached(behaviour string) bool {
	if strings.HasPrefix(behaviour, "describe-") {
		return len(r.lines("pid")) > 0
	}
	return slices.ContainsFunc(r.lines("args"), func(args string) bool { return strings.HasPrefix(args, "start ") })
}

// checkGone fails if a process, a file or a goroutine is left.
func (r *peerRun) checkGone(goroutines int) {
	r.t.Helper()
	pids := r.lines("pid")
	if len(pids) == 0 {
		r.t.Error("the peer was never started")
	}
	for _, pid := range pids {
		if processExists(pid) {
			r.t.Errorf("process %s is there", pid)
		}
	}
	// These are killed, but it is for others to wait for them.
	for _, pid := range r.lines("child") {
		if !processGone(pid) {
			r.t.Errorf("child process %s is left", pid)
		}
	}
	left, err := os.ReadDir(r.temp)
	if err != nil || len(left) > 0 {
		r.t.Errorf("left in the directory for temporary files: %v %v", left, err)
	}
	for range 100 {
		if runtime.NumGoroutine() <= goroutines {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	r.t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), goroutines)
}

func TestDescribe(t *testing.T) {
	for _, behaviour := range []string{"good", "tcp"} {
		t.Run(behaviour, func(t *testing.T) {
			run := newPeer(t, behaviour)
			before := runtime.NumGoroutine()
			plugin, err := Describe(t.Context(), run.started, run.options(0))
			if err != nil {
				t.Fatal(err)
			}
			run.checkGone(before)
			schemas := Schemas{"github.com/hcljson/test": plugin}
			var got bytes.Buffer
			if err := schemas.Write(&got); err != nil {
				t.Fatal(err)
			}
			checkFile(t, "testdata/described.json", got.Bytes())
			read, diags := Read(got.Bytes(), "described.json")
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			if !reflect.DeepEqual(read, schemas) {
				t.Errorf("Read does not return what was written: %v", read)
			}
			wantArgs := []string{
				"describe",
				"start builder --protobuf " + DefaultComponent,
				"start builder --protobuf x",
				"start provisioner --protobuf v",
				"start post-processor --protobuf p",
				"start datasource --protobuf d",
			}
			if got := run.lines("args"); !slices.Equal(got, wantArgs) {
				t.Errorf("started with %q, want %q", got, wantArgs)
			}
			for _, dir := range run.lines("dir") {
				if !strings.HasPrefix(dir, run.temp) || !strings.HasSuffix(dir, " 0 <nil>") {
					t.Errorf("it worked in %s, which is not an empty directory of its own", dir)
				}
			}
			wantCalls := []string{
				"Builder.ConfigSpec", "Builder.ConfigSpec", "Provisioner.ConfigSpec", "PostProcessor.ConfigSpec",
				"Datasource.ConfigSpec",
			}
			if got := run.lines("call"); !slices.Equal(got, wantCalls) {
				t.Errorf("called %q, want %q", got, wantCalls)
			}
		})
	}
}

func checkFile(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("not as in %s:\n%s", name, got)
	}
}

func TestDescribeFaults(t *testing.T) {
	const brief, long = time.Second, time.Minute
	type fault struct {
		timeout time.Duration
		want    string
	}
	faults := map[string]fault{
		"describe-garbage": {long, `printed "Usage: something else\n", so it is not a Packer plugin`},
		"describe-crash":   {long, "exit status 1\nThe end of what it wrote to standard error:\n  panic: [31mno way"},
		"describe-endless": {long, "printed more than 1048576 bytes"},
		"describe-silent":  {brief, "did not finish"},
		"describe-child":   {brief, "did not finish"},
		"old": {long,
			`version "0.5.2" of Packer's plugin SDK, which gives schemas to Packer only; version 0.6.0 or newer is needed`},
		"new-protocol": {long, `protocol "v3"`},
		"api-4":        {long, `version "x4.0" of Packer's plugin API`},
		"many":         {long, "1001 components"},
		"start-silent": {brief, "did not finish"},
		"start-exit": {long,
			"ended before it could be asked (exit status 1)\nThe end of what it wrote to standard error:\n  some log\n  " +
				"cannot start today"},
		"start-garbage":         {long, `printed "hello|there", which is not how`},
		"start-endless":         {long, "which is not how a Packer plugin starts"},
		"start-api-6":           {long, `version "6" of Packer's plugin API`},
		"start-outside":         {long, "outside of the directory"},
		"start-below":           {long, "outside of the directory"},
		"start-remote":          {long, "not on this machine's loopback network"},
		"start-udp":             {long, `network that is not known, "udp"`},
		"start-no-socket":       {long, "no such file"},
		"conn-close":            {long, "did not give its schema"},
		"conn-garbage":          {long, "did not give its schema"},
		"conn-silent":           {brief, "did not finish"},
		"stream-other":          {long, "answered for stream 7"},
		"rpc-garbage":           {long, "did not give its schema"},
		"rpc-crash":             {long, "\nThe end of what it wrote to standard error:\n  some log\n  segmentation fault"},
		"rpc-other-call":        {long, "answered call 9"},
		"rpc-huge":              {long, "more than 16777216 bytes"},
		"rpc-claims-huge":       {brief, "did not finish"},
		"rpc-refuses":           {long, "refused to answer: rpc: can't find method"},
		"describe-leaves-child": {long, ""},
		"start-child":           {long, ""},
	}
	for behaviour, bad := range badSpecs {
		faults[behaviour] = fault{long, bad.want}
	}
	for behaviour, fault := range faults {
		t.Run(behaviour, func(t *testing.T) {
			run := newPeer(t, behaviour)
			before := runtime.NumGoroutine()
			plugin, err := Describe(t.Context(), run.started, run.options(fault.timeout))
			// A machine with much to do may need longer to start the peer.
			for timeout := fault.timeout; timeout < long && !run.reached(behaviour); {
				timeout *= 4
				plugin, err = Describe(t.Context(), run.started, run.options(timeout))
			}
			switch {
			case fault.want == "":
				if err != nil || plugin.Builders["x"] == nil {
					t.Errorf("%v, %v", plugin, err)
				}
			case err == nil:
				t.Errorf("no error, and %v", plugin)
			default:
				if !strings.Contains(err.Error(), fault.want) || !strings.Contains(err.Error(), run.started) {
					t.Errorf("the message has no %q: %s", fault.want, err)
				}
				if plugin != nil {
					t.Error("a plugin beside an error")
				}
			}
			run.checkGone(before)
		})
	}
}

func TestDescribeCancelled(t *testing.T) {
	for _, behaviour := range []string{"start-silent", "rpc-claims-huge"} {
		t.Run(behaviour, func(t *testing.T) {
			run := newPeer(t, behaviour)
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				defer cancel()
				for !run.reached(behaviour) {
					time.Sleep(10 * time.Millisecond)
				}
				time.Sleep(100 * time.Millisecond)
			}()
			if _, err := Describe(ctx, run.started, run.options(time.Hour)); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			cancel()
			run.checkGone(before)
		})
	}
}

func TestDescribeNoPlugin(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for executable, want := range map[string]string{
		"/bin/true":                    "is not a Packer plugin",
		"/bin/false":                   "may not be a Packer plugin",
		"":                             "could not be started",
		dir:                            "could not be started",
		plain:                          "could not be started",
		filepath.Join(dir, "nowhere"):  "could not be started",
		"true":                         "could not be started", // not one of PATH
		filepath.Join(dir, "a\x00b.."): "could not be started",
	} {
		plugin, err := Describe(t.Context(), executable, Options{Timeout: time.Minute})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, %v", executable, plugin, err)
		}
	}
}

func TestDescribeInTempDirs(t *testing.T) {
	run := newPeer(t, "good")
	long := strings.Repeat("long", 30)
	t.Chdir(run.temp)
	for _, name := range []string{long, "short"} {
		if err := os.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{filepath.Join(run.temp, long), run.temp + "//short///", "short", "."} {
		t.Setenv("TMPDIR", dir)
		if _, err := Describe(t.Context(), run.started, run.options(0)); err != nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestDescribeCore(t *testing.T) {
	run := newPeer(t, "core")
	before := runtime.NumGoroutine()
	plugin, err := DescribeCore(t.Context(), run.started, run.options(0))
	if err != nil {
		t.Fatal(err)
	}
	run.checkGone(before)
	if len(plugin.Builders) != 1 || plugin.Builders["file"].Attributes["ami_name"] == nil || plugin.Provisioners != nil {
		t.Errorf("got %v", plugin)
	}
	args := run.lines("args")
	if !slices.Contains(args, "execute --protobuf packer-post-processor-shell-local") ||
		!slices.Contains(args, "execute --protobuf packer-datasource-http") {
		t.Errorf("started with %q", args)
	}
	other := newPeer(t, "start-exit")
	if _, err := DescribeCore(t.Context(), other.started, other.options(0)); err == nil ||
		!strings.Contains(err.Error(), "Packer 1.12 or newer") {
		t.Errorf("got %v", err)
	}
}
