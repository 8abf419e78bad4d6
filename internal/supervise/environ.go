package supervise

import (
	"runtime"
	"slices"
	"strings"
)

// passed are the variables that a program gets. None of them is a credential,
// unless that of a proxy is in its address.
var passed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy",
	"SSL_CERT_FILE", "SSL_CERT_DIR",
}

// passedOnWindows are those without which programs do not start or find no home.
var passedOnWindows = []string{
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
	"PROGRAMDATA", "HOMEDRIVE", "HOMEPATH",
}

// Environ returns the lines of an environment, NAME=VALUE, that a program gets:
// those by which it finds programs, the home directory, a proxy and the
// certificates of authorities, and those of the language and the time zone.
func Environ(lines []string) []string { return environ(lines, runtime.GOOS == "windows") }

func environ(lines []string, windows bool) []string {
	kept := []string{}
	for _, line := range lines {
		name, _, ok := strings.Cut(line, "=")
		if windows {
			name = strings.ToUpper(name)
		}
		known := slices.Contains(passed, name) || strings.HasPrefix(name, "LC_") ||
			windows && slices.Contains(passedOnWindows, name)
		if ok && known {
			kept = append(kept, line)
		}
	}
	return kept
}
