package plugin_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hcljson/hcljson/internal/provider/plugin/internal/wire"
)

// TestMain runs the test binary as the program that FAKE or the name of the executable selects.
func TestMain(m *testing.M) {
	mode := os.Getenv("FAKE")
	if named, ok := strings.CutPrefix(filepath.Base(os.Args[0]), "fake-"); ok && mode == "" {
		mode = named
	}
	if mode != "" {
		writeNote("pid", strconv.Itoa(os.Getpid()))
		run := fakes[mode]
		if run == nil {
			panic("no fake " + mode)
		}
		run()
		return
	}
	// Exit instead of running the tests again in an unknown mode.
	if os.Getenv("TF_PLUGIN_MAGIC_COOKIE") != "" || slices.Contains(os.Args, "providers") {
		os.Exit(2)
	}
	// Most of the time is spent waiting for programs that hang.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// writeNote appends a line for the test to a file in the directory NOTES, or in the directory of the program.
func writeNote(name, text string) {
	dir := cmp.Or(os.Getenv("NOTES"), filepath.Dir(os.Args[0]))
	file, err := os.OpenFile(dir+"/"+name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	_, _ = fmt.Fprintln(file, text)
	_ = file.Close()
}

// fakes are the programs. The serving programs are plugins with different answers.
var fakes = map[string]func(){
	"good":     func() { serve(6, answer6) },
	"good5":    func() { serve(5, answer5) },
	"large":    func() { serve(6, answerLarge) },
	"refuses":  func() { serve(6, answerErrors) },
	"empty":    func() { serve(6, func() (any, error) { return &wire.Response{}, nil }) },
	"deep":     func() { serve(6, func() (any, error) { return deepAnswer(100), nil }) },
	"too deep": func() { serve(6, func() (any, error) { return deepAnswer(5000), nil }) },
	"badtype":  func() { serve(6, answerBadType) },
	"error":    func() { serve(6, func() (any, error) { return nil, fmt.Errorf("out of\x1b[31m order") }) },
	"version4": func() { serve(4, answer6) },
	"version7": func() { serve(7, answer6) },
	"hangs": func() {
		serve(6, func() (any, error) { select {} })
	},
	"lingers": func() {
		serve(6, answer6)
		time.Sleep(time.Hour)
	},
	"panics": func() {
		serve(6, func() (any, error) {
			// os.Stderr was replaced, so use file descriptor 2.
			_, _ = fmt.Fprintln(os.NewFile(2, "stderr"), "before")
			go panic("it \x1b[31mbroke")
			select {}
		})
	},
	"children": func() {
		startChild("silent")
		serve(6, func() (any, error) { select {} })
	},
	"leaves a child": func() {
		startChild("silent")
		serve(6, answer6)
	},
	"leaves a quiet child": func() {
		startChild("quiet")
		serve(6, answer6)
	},
	"quiet": func() { time.Sleep(time.Hour) },
	"leaves a session": func() {
		startChild("session")
		serve(6, answer6)
	},
	"session and silent": func() {
		startChild("session")
		time.Sleep(time.Hour)
	},
	"session":         func() { time.Sleep(time.Minute) },
	"ignores goodbye": func() { serve(6, answer6) },
	"unknown request": func() { serveAs(6, "/another.Service/GetProviderSchema", answer6) },
	"exits":           func() { os.Exit(3) },
	"exits talking": func() {
		for i := range 5000 {
			_, _ = fmt.Fprintf(os.Stderr, "line %d %s\n", i, strings.Repeat("x", 1000))
		}
		os.Exit(1)
	},
	"silent": func() { time.Sleep(time.Hour) },
	"garbage": func() {
		fmt.Println("usage: \x1b[31mthis is not a plugin")
		time.Sleep(time.Hour)
	},
	"long garbage": func() {
		for {
			fmt.Print(strings.Repeat("x", 1<<16))
		}
	},
	"netrpc":      func() { fmt.Println("1|4|tcp|127.0.0.1:1"); time.Sleep(time.Hour) },
	"netrpc5":     func() { fmt.Println("1|5|tcp|127.0.0.1:1|netrpc|"); time.Sleep(time.Hour) },
	"nowhere":     func() { fmt.Println("1|6|tcp|127.0.0.1:1|grpc|"); time.Sleep(time.Hour) },
	"bad address": func() { fmt.Println("1|6|carrier pigeon|x|grpc|"); time.Sleep(time.Hour) },
	"bad cert": func() {
		fmt.Println("1|6|tcp|127.0.0.1:1|grpc|" + strings.Repeat("x", 60))
		time.Sleep(time.Hour)
	},
	"deaf": func() {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			panic(err)
		}
		fmt.Printf("1|6|tcp|%s|grpc|\n", listener.Addr())
		time.Sleep(time.Hour)
	},
	"inherits": func() {
		writeNote("env", strings.Join(os.Environ(), "\n"))
		noteDirectories()
		input, _ := io.ReadAll(os.Stdin)
		writeNote("stdin", fmt.Sprintf("%d bytes", len(input)))
		_, _ = fmt.Fprintln(os.Stderr, "to standard error")
		serve(6, answer6)
	},
	"talks and serves": func() {
		stderr := os.NewFile(2, "stderr")
		writeMuch(stderr)
		go func() {
			for {
				writeMuch(stderr)
			}
		}()
		serve(6, answer6)
	},
	"talks": func() {
		for {
			writeMuch(os.Stderr)
			time.Sleep(time.Millisecond) // the test waits for its time to pass
		}
	},
	"sends unasked": func() {
		serve(6, func() (any, error) {
			<-refused
			return answer6()
		})
	},
	"is heard": func() {
		serve(6, func() (any, error) {
			<-heard
			return nil, fmt.Errorf("no schema")
		})
	},
	"claims much":     func() { serveRaw("\x00\xff\xff\xff\xff") },
	"claims and ends": func() { serveRaw("\x00\x00\x01\x00\x00abc") },
	"compresses":      func() { serveRaw("\x01\x00\x00\x00\x00") },
	"half a prefix":   func() { serveRaw("\x00\x00") },
	"no answer":       func() { serveRaw("") },
	"two answers":     func() { serveRaw("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00") },
	"no message":      func() { serveRaw("\x00\x00\x00\x00\x01\xff") },
	"endless answers": serveEndless,
	"half an answer": func() {
		serveWith(6, func(w http.ResponseWriter, r *http.Request) {
			header(w)
			_, _ = io.WriteString(w, "\x00\x00\x00\x00\x05abc")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		})
	},
	"a page":    func() { serveWith(6, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }) },
	"not found": func() { serveWith(6, http.NotFound) },
	"redirects": func() { serveWith(6, http.RedirectHandler("https://localhost/other", http.StatusFound).ServeHTTP) },
	"no status": func() { serveWith(6, func(w http.ResponseWriter, _ *http.Request) { header(w) }) },
	"much header": func() {
		serveWith(6, func(w http.ResponseWriter, _ *http.Request) {
			for i := range 200 {
				w.Header().Set(fmt.Sprint("X-", i), strings.Repeat("x", 1000))
			}
			header(w)
		})
	},
	"much trailer": func() {
		serveWith(6, func(w http.ResponseWriter, _ *http.Request) {
			header(w)
			for i := range 200 {
				w.Header().Set(fmt.Sprint(http.TrailerPrefix, "X-", i), strings.Repeat("x", 1000))
			}
			finish(w, 0, "")
		})
	},
	"hints": func() {
		serveWith(6, func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				w.WriteHeader(http.StatusEarlyHints)
			}
		})
	},
	"answer and error": func() {
		serveWith(6, func(w http.ResponseWriter, _ *http.Request) {
			header(w)
			send(w, marshal(full6()))
			finish(w, 13, "after all")
		})
	},
	"answer and no end": func() {
		serveWith(6, func(w http.ResponseWriter, r *http.Request) {
			header(w)
			send(w, marshal(full6()))
			<-r.Context().Done()
		})
	},
	"answer and reset": func() {
		serveWith(6, func(w http.ResponseWriter, _ *http.Request) {
			header(w)
			send(w, marshal(full6()))
			panic(http.ErrAbortHandler)
		})
	},
	"no number": func() {
		serveWith(6, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/grpc")
			w.Header().Set("Grpc-Status", "0x0")
		})
	},
	"long message": func() {
		serve(6, func() (any, error) { return nil, fmt.Errorf("%s", strings.Repeat("no ", 10_000)) })
	},
	"many lines": func() {
		for lines := strings.Repeat("1|6|tcp|127.0.0.1:1|grpc|\n", 1000); ; {
			fmt.Print(lines)
		}
	},
	"no certificate": func() {
		untold = true
		serve(6, answer6)
	},
	"abstract":  func() { fmt.Println("1|6|unix|@plugin|grpc|"); time.Sleep(time.Hour) },
	"plain":     func() { listenAs(6, false, "h2", http.NotFoundHandler()) },
	"http/1.1":  func() { listenAs(6, true, "http/1.1", http.NotFoundHandler()) },
	"other key": func() { impostor = true; serve(6, answer6) },
	"closes": func() {
		serve(6, func() (any, error) {
			_, _ = os.NewFile(1, "stdout").Close(), os.NewFile(2, "stderr").Close()
			return answer6()
		})
	},
	"closes all": func() {
		_, _, _ = os.Stdin.Close(), os.Stdout.Close(), os.Stderr.Close()
		time.Sleep(time.Hour)
	},
	"stubborn": func() {
		signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		time.Sleep(time.Hour)
	},
	"locks": func() {
		noteDirectories()
		for _, dir := range []string{"a/b", "c"} {
			if err := os.MkdirAll(dir, 0o700); err != nil {
				panic(err)
			}
		}
		serve(6, func() (any, error) {
			for _, name := range []string{"a/b", "a", ".", ".."} {
				if err := os.Chmod(name, 0); err != nil && os.Geteuid() == 0 {
					panic(err)
				}
			}
			return answer6()
		})
	},
	"outside": func() { fmt.Println("1|6|unix|/nowhere/socket|grpc|"); time.Sleep(time.Hour) },
	"beside": func() {
		fmt.Println("1|6|unix|" + os.TempDir() + "/../socket|grpc|")
		time.Sleep(time.Hour)
	},
	"links to a directory": func() { listenAtLink(os.Args[0], "/socket") },
	"links to a socket":    func() { listenAtLink(filepath.Join(os.Args[0], "socket"), "") },
	"remote":               func() { fmt.Println("1|6|tcp|192.0.2.1:80|grpc|"); time.Sleep(time.Hour) },
	"forks": func() {
		for range 5 {
			startChild("silent")
		}
		time.Sleep(time.Hour)
	},
	"eats": func() {
		serve(6, func() (any, error) {
			var all [][]byte
			for range 32 {
				all = append(all, bytes.Repeat([]byte{1}, 64<<20))
			}
			return nil, fmt.Errorf("it has eaten %d pieces", len(all))
		})
	},
}

// listenAtLink prints the address of a link, or of a socket below it.
func listenAtLink(target, below string) {
	name := filepath.Join(os.TempDir(), "link")
	if err := os.Symlink(filepath.Dir(target), name); err != nil {
		panic(err)
	}
	fmt.Println("1|6|unix|" + name + below + "|grpc|")
	time.Sleep(time.Hour)
}

// noteDirectories notes the working directory of a plugin and its contents.
func noteDirectories() {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		panic(err)
	}
	writeNote("dir", dir)
	writeNote("files", fmt.Sprintf("%d files", len(entries)))
	writeNote("temp", os.TempDir())
}

// writeMuch writes more output than the buffer of a pipe can hold.
func writeMuch(file *os.File) {
	_, _ = file.WriteString(strings.Repeat("words without an end ", 10_000))
}

// refused is closed after a message of the program's output was rejected, and heard after all of the
// output was received.
var refused, heard = make(chan struct{}), make(chan struct{})

// startChild starts another fake. Unless it is quiet, it inherits the pipes of this one.
func startChild(mode string) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FAKE="+mode)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	switch mode {
	case "session":
		ownSession(cmd)
	case "quiet":
		cmd.Stdout, cmd.Stderr = nil, nil
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	// Wait until the process has written its id, before it is killed.
	for range 500 {
		data, _ := os.ReadFile(os.Getenv("NOTES") + "/pid")
		if strings.Contains(string(data), strconv.Itoa(cmd.Process.Pid)) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func answer6() (any, error) { return full6(), nil }

func answer5() (any, error) { return full5(), nil }

func answerLarge() (any, error) {
	answer := full6()
	text := strings.Repeat("x", 1<<20)
	for i := range 8 {
		answer.ResourceSchemas[fmt.Sprint("r", i)] = &wire.Schema{Block: &wire.Block{Description: text}}
	}
	return answer, nil
}

func answerErrors() (any, error) {
	answer := full6()
	answer.Diagnostics = []*wire.Diagnostic{
		{Severity: wire.Warning, Summary: "Only a warning"},
		{Severity: wire.Error, Summary: "No schema today", Detail: "Come back\ntomorrow."},
	}
	return answer, nil
}

// deepAnswer returns an answer with a block with this number of nested levels.
func deepAnswer(levels int) *wire.Response {
	block := &wire.Block{}
	for range levels {
		block = &wire.Block{BlockTypes: []*wire.NestedBlock{{TypeName: "b", Nesting: wire.List, Block: block}}}
	}
	return &wire.Response{Provider: &wire.Schema{Block: block}}
}

func answerBadType() (any, error) {
	answer := full6()
	answer.ResourceSchemas["x"] = &wire.Schema{
		Block: &wire.Block{Attributes: []*wire.Attribute{{Name: "y", Type: []byte(`["list"`)}}}}
	return answer, nil
}

// typeJSON returns a type in the form of the protocol.
func typeJSON(of any) []byte {
	data, err := json.Marshal(of)
	if err != nil {
		panic(err)
	}
	return data
}
