package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
)

// server is a process of "hcljson serve". It receives one request at a time: the engine controls
// the number of concurrent conversions.
type server struct {
	process   *exec.Cmd
	requests  io.WriteCloser
	responses *json.Decoder
}

// request and response are the parts of docs/serve.md that this program uses.
type (
	request struct {
		Operation string  `json:"operation"`
		Name      string  `json:"name"`
		Text      string  `json:"text"`
		Options   options `json:"options"`
	}
	options struct {
		Form string `json:"form"`
	}
	response struct {
		Text        *string      `json:"text"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	diagnostic struct {
		Severity string          `json:"severity"`
		Summary  string          `json:"summary"`
		Detail   string          `json:"detail,omitempty"`
		Range    json.RawMessage `json:"range,omitempty"`
	}
)

// start starts the process. Its messages are written to the log of the worker.
func start(program string) (*server, error) {
	process := exec.Command(program, "serve", "--jobs", "1")
	process.Stderr = os.Stderr
	requests, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	responses, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &server{process, requests, json.NewDecoder(responses)}, process.Start()
}

// ask sends a request and returns the response.
func (s *server) ask(req request) (resp response, err error) {
	line, err := json.Marshal(req)
	if err != nil {
		return resp, err
	}
	if _, err := s.requests.Write(append(line, '\n')); err != nil {
		return resp, err
	}
	return resp, s.responses.Decode(&resp)
}

// close ends the process and waits for its exit.
func (s *server) close() error {
	return errors.Join(s.requests.Close(), s.process.Wait())
}
