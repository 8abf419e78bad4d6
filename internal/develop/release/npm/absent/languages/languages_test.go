package languages

import (
	"reflect"
	"testing"

	"github.com/hcljson/hcljson/schema/languages"
)

func TestGeneric(t *testing.T) {
	if got, want := generic(), languages.Generic(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
