package diagnostic

import (
	"bytes"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// CheckEncoding returns an error for an encoding that no product reads in any syntax.
func CheckEncoding(src []byte) *hcl.Diagnostic {
	for _, mark := range []struct{ bytes, encoding string }{
		{"\xff\xfe\x00\x00", "UTF-32"},
		{"\x00\x00\xfe\xff", "UTF-32"},
		{"\xff\xfe", "UTF-16"},
		{"\xfe\xff", "UTF-16"},
	} {
		if bytes.HasPrefix(src, []byte(mark.bytes)) {
			return Errorf("Not UTF-8",
				"The file is in %s, according to its byte order mark. HCL is always UTF-8: save the file in that "+
					"encoding.", mark.encoding)
		}
	}
	return nil
}

// CheckSource returns an error for a source that no product reads in its syntax.
func CheckSource(name string, src []byte, isJSON bool) *hcl.Diagnostic {
	if diag := CheckEncoding(src); diag != nil || !isJSON {
		return diag
	}
	return CheckJSON(name, src)
}

// CheckJSON returns an error for a source that cannot be HCL-JSON.
func CheckJSON(name string, src []byte) *hcl.Diagnostic {
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	if len(bytes.TrimSpace(text)) == 0 {
		return Errorf("Empty file", "%s is empty. HCL-JSON is one object, {} at the least.", name)
	}
	return CheckText(name, src)
}

// CheckText returns an error at the first byte of invalid text. For native syntax, callers use it
// only after a parse error, because the products accept such bytes in comments.
func CheckText(name string, src []byte) *hcl.Diagnostic {
	if utf8.Valid(src) && bytes.IndexByte(src, 0) < 0 {
		return nil
	}
	if diag := CheckEncoding(src); diag != nil {
		return diag
	}
	for offset := 0; offset < len(src); {
		char, size := utf8.DecodeRune(src[offset:])
		switch {
		case char == 0:
			diag := Errorf("Not a text file",
				"There is a NUL byte, so this is a binary file, or text in another encoding than UTF-8.")
			diag.Subject = RangeAt(name, src, offset, offset+1)
			return diag
		case char == utf8.RuneError && size == 1:
			diag := Errorf("Not UTF-8",
				"The byte 0x%02X is not part of a UTF-8 character, so this is text in another encoding, or a binary "+
					"file.", src[offset])
			diag.Subject = RangeAt(name, src, offset, offset+1)
			return diag
		}
		offset += size
	}
	return nil
}
