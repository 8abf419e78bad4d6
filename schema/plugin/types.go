package plugin

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/internal/supervise"
	"github.com/hcljson/hcljson/schema/internal/reading"
)

// typeOf reads a type in the JSON form that the plugin protocol has for it.
func typeOf(data []byte) (cty.Type, error) {
	err := reading.CheckTypes(data)
	if err == nil {
		var ty cty.Type
		if ty, err = unmarshal(data); err == nil {
			return ty, nil
		}
	}
	return cty.NilType, fmt.Errorf("type %q: %s", supervise.Printable(string(data)), supervise.Printable(err.Error()))
}

// unmarshal reads a type. The library panics for an object whose optional
// attributes are not among its attributes.
func unmarshal(data []byte) (ty cty.Type, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	return ctyjson.UnmarshalType(data)
}
