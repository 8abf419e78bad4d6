package env

import (
	"bytes"
	"compress/gzip"
	"runtime"
	"strings"
	"testing"
)

// TestUnzipped checks that decompression stops at the limit for a small file with large content.
func TestUnzipped(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if plain, err := unzipped(b.Bytes(), 1<<20); err != nil || len(plain) != 1<<20 {
		t.Errorf("%d bytes, %v", len(plain), err)
	}
	if _, err := unzipped(b.Bytes(), 1<<20-1); err == nil || !strings.Contains(err.Error(), "exceeds") {
		t.Errorf("too large a file is read: %v", err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _ = unzipped(b.Bytes(), 1<<20-1)
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<19 {
		t.Errorf("%d bytes", after.TotalAlloc-before.TotalAlloc)
	}
}
