package opentofu

import (
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/schema"
)

// Own is what the language says of the values of its own arguments in blocks of a type, or
// of provisioners with a name. The rows say only how they are read. It is nil where it says
// nothing, and leaves out what some version takes in another way.
func Own(blockType string) *schema.SpecBody { return own()[blockType] }

var own = sync.OnceValue(func() map[string]*schema.SpecBody {
	types := map[string]cty.Type{
		"string": cty.String, "number": cty.Number, "bool": cty.Bool, "any": cty.DynamicPseudoType,
		"map": cty.Map(cty.DynamicPseudoType), "strings": cty.List(cty.String), "texts": cty.Map(cty.String),
	}
	bodies := map[string]*schema.SpecBody{}
	for line := range strings.Lines(ownArguments) {
		words := strings.Fields(line)
		body := bodies[words[0]]
		if body == nil {
			body = &schema.SpecBody{Attributes: map[string]*schema.SpecAttribute{}}
			bodies[words[0]] = body
		}
		for _, word := range words[1:] {
			name, typ, _ := strings.Cut(word, "=")
			typ, required := strings.CutSuffix(typ, "!")
			body.Attributes[name] = &schema.SpecAttribute{Type: types[typ], Required: required, Optional: !required}
		}
	}
	return bodies
})

// A block type, and its arguments with their types; ! is required.
//
// internal/configs/named_values.go, checks.go, module_call.go, resource.go, provider.go,
// moved.go, removed.go, import.go, test_file.go; internal/builtin/provisioners;
// internal/communicator/shared/shared.go
const ownArguments = `variable description=string sensitive=bool ephemeral=bool nullable=bool const=bool
validation condition=bool! error_message=any!
precondition condition=bool! error_message=any!
postcondition condition=bool! error_message=any!
assert condition=any! error_message=any!
output value=any! description=string sensitive=bool ephemeral=bool
module source=string! version=string count=number for_each=map
resource count=number for_each=map
data count=number for_each=map
ephemeral count=number for_each=map
lifecycle create_before_destroy=bool prevent_destroy=bool destroy=bool enabled=bool
provider alias=string version=string
moved from=any! to=any!
removed from=any!
import to=any! id=string
terraform required_version=string
file content=string source=string destination=string!
local-exec command=string! environment=texts interpreter=strings quiet=bool working_dir=string
remote-exec inline=strings script=string scripts=strings
plan_options refresh=bool
connection type=string host=string port=number user=string password=string timeout=string script_path=string
connection target_platform=string private_key=string certificate=string host_key=string agent=bool
connection agent_identity=string proxy_scheme=string proxy_host=string proxy_port=number
connection proxy_user_name=string proxy_user_password=string bastion_host=string bastion_host_key=string
connection bastion_port=number bastion_user=string bastion_password=string bastion_private_key=string
connection bastion_certificate=string https=bool insecure=bool cacert=string use_ntlm=bool
mock_provider alias=string
override_resource target=any!
override_data target=any!
override_module target=any!
action_trigger events=any! actions=any!
`
