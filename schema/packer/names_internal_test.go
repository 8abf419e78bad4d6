package packer

import (
	"slices"
	"strings"
	"testing"
)

func TestSurvey(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range survey() {
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

func TestLinodeDevices(t *testing.T) {
	all := survey()
	i := slices.IndexFunc(all, func(p plugin) bool { return p.name == "linode" })
	devices := slices.DeleteFunc(slices.Clone(all[i].blocks), func(name string) bool { return !strings.HasPrefix(name, "sd") })
	if len(devices) != 64 {
		t.Fatalf("there are %d devices, want 64", len(devices))
	}
	for i, want := range map[int]string{0: "sda", 25: "sdz", 26: "sdaa", 51: "sdaz", 52: "sdba", 63: "sdbl"} {
		if devices[i] != want {
			t.Errorf("device %d is %s, want %s", i, devices[i], want)
		}
	}
}
