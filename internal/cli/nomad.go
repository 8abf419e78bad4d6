package cli

import (
	"bytes"
	"encoding/json"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/report"
)

// nomadAPIJob reports a job in the JSON of Nomad's HTTP API, by the keys of its
// root object (hashicorp/nomad, command/helpers.go, ApiJobWithArgs; api/jobs.go).
func nomadAPIJob(name string, src []byte) *hcl.Diagnostic {
	decoder := json.NewDecoder(bytes.NewReader(src))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil
		}
		end := int(decoder.InputOffset())
		switch key {
		case "Job", "ID", "TaskGroups":
			start := bytes.LastIndexByte(src[:end-1], '"')
			diag := report.Errorf("Job of Nomad's API", "This is a job as Nomad's HTTP API and \"nomad job run -json\" have it, as its %q shows, and not HCL-JSON. Nomad keeps the source of a job: nomad job inspect -hcl JOB", key)
			diag.Subject = report.RangeAt(name, src, start, end)
			return diag
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return nil
		}
	}
	return nil
}
