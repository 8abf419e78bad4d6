//go:build !lean

package registrytest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
)

func (s *Server) answer(endpoint Endpoint, w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch endpoint {
	case Discovery:
		writeJSON(w, map[string]any{"providers.v1": s.base})
	case Versions:
		s.versions(w, r)
	case Download:
		s.download(w, r)
	case Sums, Signature:
		s.checksums(endpoint, w, r)
	case Archive:
		s.archive(w, r)
	}
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// versions answers .../NAMESPACE/TYPE/versions.
func (s *Server) versions(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/")
	var list []map[string]any
	for _, release := range s.releases {
		if release.Namespace != parts[len(parts)-3] || release.Type != parts[len(parts)-2] {
			continue
		}
		platform := map[string]string{"os": release.OS, "arch": release.Arch}
		at := slices.IndexFunc(list, func(v map[string]any) bool { return v["version"] == release.Version })
		if at >= 0 {
			list[at]["platforms"] = append(list[at]["platforms"].([]map[string]string), platform)
			continue
		}
		list = append(list, map[string]any{
			"version":   release.Version,
			"protocols": release.Protocols,
			"platforms": []map[string]string{platform},
		})
	}
	if list == nil {
		http.NotFound(w, r)
		return
	}
	writeJSON(w, map[string]any{"versions": list})
}

// download answers .../NAMESPACE/TYPE/VERSION/download/OS/ARCH.
func (s *Server) download(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/")
	parts = parts[max(0, len(parts)-6):]
	for _, release := range s.releases {
		if !slices.Equal(parts,
			[]string{release.Namespace, release.Type, release.Version, "download", release.OS, release.Arch}) {
			continue
		}
		files := fmt.Sprintf("/files/%s/%s/%s/", release.Namespace, release.Type, release.Version)
		sums := files + fmt.Sprintf("terraform-provider-%s_%s_SHA256SUMS", release.Type, release.Version)
		document := map[string]any{
			"protocols":             release.Protocols,
			"os":                    release.OS,
			"arch":                  release.Arch,
			"filename":              release.filename(),
			"download_url":          "https://" + r.Host + files + release.filename(),
			"shasums_url":           sums,
			"shasums_signature_url": sums + ".sig",
			"shasum":                fmt.Sprintf("%x", sha256.Sum256(release.Zip)),
			"signing_keys":          map[string]any{"gpg_public_keys": s.keys()},
		}
		if s.document == WrongShasum {
			document["shasum"] = fmt.Sprintf("%x", sha256.Sum256([]byte("another archive")))
		}
		if s.edit != nil {
			s.edit(document)
		}
		writeJSON(w, document)
		return
	}
	http.NotFound(w, r)
}

// keys returns the signing keys as the fault says.
func (s *Server) keys() []map[string]string {
	key := publisher
	switch s.document {
	case NoKeys:
		return []map[string]string{}
	case UnreadableKey:
		return []map[string]string{{"key_id": "0000000000000000", "ascii_armor": "-----BEGIN PGP PUBLIC KEY " +
			"BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----"}}
	case ExpiredKey:
		key = expired
	}
	return []map[string]string{{"key_id": key().PrimaryKey.KeyIdString(), "ascii_armor": PublicKey(key())}}
}

// checksums answers /files/NAMESPACE/TYPE/VERSION/..._SHA256SUMS and its signature.
func (s *Server) checksums(endpoint Endpoint, w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/")
	if len(parts) != 6 {
		http.NotFound(w, r)
		return
	}
	var sums bytes.Buffer
	for _, release := range s.releases {
		if !slices.Equal(parts[2:5], []string{release.Namespace, release.Type, release.Version}) {
			continue
		}
		sum := sha256.Sum256(release.Zip)
		switch s.document {
		case WrongSums:
			sum[0] ^= 1
		case UnlistedFile:
			fmt.Fprintf(&sums, "%x  another-%s\n", sum, release.filename())
			continue
		}
		fmt.Fprintf(&sums, "%x  %s\n", sum, release.filename())
	}
	if endpoint == Sums {
		_, _ = w.Write(sums.Bytes())
		return
	}
	signed, key := sums.Bytes(), publisher
	switch s.document {
	case WrongSignature:
		signed = append(signed, "something else\n"...)
	case ForeignSignature:
		key = stranger
	case ExpiredKey:
		key = expired
	}
	_, _ = w.Write(Sign(key(), signed))
}

// archive answers /files/NAMESPACE/TYPE/VERSION/FILE.zip.
func (s *Server) archive(w http.ResponseWriter, r *http.Request) {
	for _, release := range s.releases {
		if path.Base(r.URL.Path) == release.filename() && strings.Contains(r.URL.Path, "/"+release.Namespace+"/") {
			w.Header().Set("Content-Type", "application/zip")
			_, _ = w.Write(release.Zip)
			return
		}
	}
	http.NotFound(w, r)
}
