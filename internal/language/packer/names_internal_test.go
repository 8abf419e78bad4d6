package packer

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestSurvey(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range surveyedPlugins() {
		if seen[p.name] || p.repository == "" {
			t.Errorf("%s stands there twice, or has no repository", p.name)
		}
		seen[p.name] = true
		names := slices.Concat(p.maps, p.blocks, strings.Fields(commonMaps))
		if len(names) == len(strings.Fields(commonMaps)) {
			t.Errorf("%s has no names", p.name)
		}
		slices.Sort(names)
		for n := 1; n < len(names); n++ {
			if names[n] == names[n-1] {
				t.Errorf("%s: %s is listed twice", p.name, names[n])
			}
		}
	}
}

// newer are rows that the plugins have had only after the table of types was made.
var newer = map[string]string{"parallels": "boot_screen_config"}

// The survey and the table of types were generated from the same plugins in two ways, so they contain
// the same maps and blocks.
func TestSurveyedTypes(t *testing.T) {
	maps, blocks := typedNames(t)
	for _, p := range surveyedPlugins() {
		if maps[p.name] == nil {
			continue
		}
		for _, kind := range []struct {
			name        string
			got, others []string
		}{
			{"maps", p.maps, maps[p.name]},
			{"blocks", p.blocks, blocks[p.name]},
		} {
			ignored := strings.Fields(commonMaps + " " + newer[p.name])
			sorted := func(list []string) []string {
				list = slices.DeleteFunc(slices.Clone(list), func(name string) bool {
					return slices.Contains(ignored, name)
				})
				slices.Sort(list)
				return slices.Compact(list)
			}
			if got, want := sorted(kind.got), sorted(kind.others); !slices.Equal(got, want) {
				t.Errorf("the %s of %s are %q, and in the table of types %q", kind.name, p.name, got, want)
			}
		}
	}
	for name := range maps {
		names := slices.DeleteFunc(slices.Concat(maps[name], blocks[name]), func(name string) bool {
			return slices.Contains(strings.Fields(commonMaps), name)
		})
		if len(names) > 0 && tableOf(name) == nil {
			t.Errorf("the survey does not have %s, with %q", name, names)
		}
	}
}

// typedNames returns the names of maps and blocks in the table of types, by plugin, and by
// component for Packer's own components.
func typedNames(t *testing.T) (maps, blocks map[string][]string) {
	t.Helper()
	src, err := os.ReadFile("../packercomponents/components.txt")
	if err != nil {
		t.Fatal(err)
	}
	maps, blocks = map[string][]string{}, map[string][]string{}
	var plugin, owner string
	for line := range strings.Lines(string(src)) {
		words := strings.Fields(line)
		switch {
		case words[0] == "plugin":
			plugin, owner = words[1], words[1]
			maps[owner] = []string{}
		case !strings.HasPrefix(line, "\t") && plugin == "packer":
			owner = words[1]
		case strings.Contains(words[0], "map("):
			maps[owner] = append(maps[owner], words[1:]...)
		case words[0] == "block" || words[0] == "blocks":
			blocks[owner] = append(blocks[owner], words[1:]...)
		}
	}
	return maps, blocks
}

func TestLinodeDevices(t *testing.T) {
	all := surveyedPlugins()
	i := slices.IndexFunc(all, func(p pluginNames) bool { return p.name == "linode" })
	devices := slices.DeleteFunc(slices.Clone(all[i].blocks),
		func(name string) bool { return !strings.HasPrefix(name, "sd") })
	if len(devices) != 64 {
		t.Fatalf("there are %d devices, want 64", len(devices))
	}
	for i, want := range map[int]string{0: "sda", 25: "sdz", 26: "sdaa", 51: "sdaz", 52: "sdba", 63: "sdbl"} {
		if devices[i] != want {
			t.Errorf("device %d is %s, want %s", i, devices[i], want)
		}
	}
}
