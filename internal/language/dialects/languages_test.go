package dialects_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
)

// described returns a language of a schema file.
func described(t *testing.T, name, files string) *schemafile.Language {
	t.Helper()
	l, diags := schemafile.Read([]byte("language \""+name+"\" {\n"+files+"\n}\nroot {}\n"), name, false)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return l
}

func TestDescribedLanguages(t *testing.T) {
	job := described(t, "job", `
		file {
			native  = "*.stack.job.hcl"
			no_json = "the scheduler reads stacks in native syntax only"
		}
		file {
			native = "*.job.hcl"
			json   = "*.job.json"
			note   = "Jobs are read in order."
		}`)
	other := described(t, "other", `
		file {
			native = "*.hcl"
			json   = "*.other.json"
		}
		file {
			native = "main.tf"
			json   = "main.json"
		}`)
	again := described(t, "job", `
		file {
			native = "Jobfile"
			json   = "Jobfile.json"
		}`)
	all := []*schemafile.Language{job, other, again}
	for _, test := range []struct {
		name, forced string
		want         *schemafile.Language // nil for one of the others
		dialect      string
		json         bool
		counterpart  string
	}{
		{"a/x.job.hcl", "", job, "job", false, "a/x.job.json"},
		{"a/x.job.json", "", job, "job", true, "a/x.job.hcl"},
		{"x.hcl", "", other, "other", false, "x.other.json"},
		{"x.other.json", "", other, "other", true, "x.hcl"},
		{"main.tf", "", other, "other", false, "main.json"},
		{"other.tf", "", nil, "opentofu", false, "other.tf.json"},
		{"Jobfile", "", again, "job", false, "Jobfile.json"},
		{"Jobfile", "job", job, "job", false, "Jobfile.json"},
		{"x.yaml", "job", job, "job", false, "x.yaml.json"},
		{"x.job.hcl", "generic", nil, "generic", false, "x.job.json"},
		{"x.stack.job.hcl", "other", other, "other", false, "x.stack.job.hcl.json"},
		{"-", "other", other, "other", false, ""},
	} {
		file, err := dialects.ForFile(test.name, dialects.Options{Languages: all, Dialect: test.forced, Target: "terraform"})
		if test.dialect == "opentofu" {
			file, err = dialects.ForFile(test.name, dialects.Options{Languages: all, Dialect: test.forced})
		}
		if err != nil {
			t.Errorf("%s (%s): %v", test.name, test.forced, err)
			continue
		}
		if test.want != nil && file.Dialect != test.want.Dialect || file.Dialect.Name != test.dialect ||
			file.JSON != test.json || file.Counterpart != test.counterpart || file.Vague {
			t.Errorf("%s (%s): %+v", test.name, test.forced, file)
		}
		if note := strings.Contains(test.name, "x.job."); note != (file.Note != "") {
			t.Errorf("%s: note %q", test.name, file.Note)
		}
	}
	for _, test := range []struct{ name, forced, want string }{
		{"x.stack.job.hcl", "", "x.stack.job.hcl: the scheduler reads stacks in native syntax only"},
		{"x.tf", "cron", `unknown dialect "cron": the values are job, other, opentofu,`},
	} {
		_, err := dialects.ForFile(test.name, dialects.Options{Languages: all, Dialect: test.forced})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s (%s): %v, want %s", test.name, test.forced, err, test.want)
		}
	}
	names := dialects.Names(all...)
	if !slices.Equal(names[:3], []string{"job", "other", "opentofu"}) || len(names) != len(dialects.Names())+2 {
		t.Errorf("names %q", names)
	}
}
