package tfname

import (
	"strings"
	"sync"
)

// ArgumentKinds returns the kinds of the language's own arguments in blocks of a type, or in provisioners of a
// name. It maps the name of an argument to the word for its kind, followed by "!" if the argument is
// required. The rows of the tables define only the interpretation of these values. The result is nil
// if no kinds are known, and omits arguments with different kinds in different versions.
func ArgumentKinds(blockType string) map[string]string { return argumentKinds()[blockType] }

var argumentKinds = sync.OnceValue(func() map[string]map[string]string {
	kinds := map[string]map[string]string{}
	for line := range strings.Lines(ownArguments) {
		words := strings.Fields(line)
		if kinds[words[0]] == nil {
			kinds[words[0]] = map[string]string{}
		}
		for _, word := range words[1:] {
			name, kind, _ := strings.Cut(word, "=")
			kinds[words[0]][name] = kind
		}
	}
	return kinds
})

// ownArguments contains, per line, a block type and its arguments with their kinds; * means every
// other argument. A kind is a type, a choice of keywords or a list of them, an entry of required_providers, a
// condition or an address.
//
// internal/configs/named_values.go, checks.go, module_call.go, resource.go, provider.go,
// provider_requirements.go, moved.go, removed.go, import.go, test_file.go, mock_provider.go, action.go, provisioner.go;
// internal/provider/builtin/provisioners; internal/communicator/shared/shared.go
const ownArguments = `variable description=string sensitive=bool ephemeral=bool nullable=bool const=bool
validation condition=condition! error_message=any!
precondition condition=condition! error_message=any!
postcondition condition=condition! error_message=any!
assert condition=condition! error_message=string!
output value=any! description=string sensitive=bool ephemeral=bool depends_on=addresses
module source=string! version=version count=number for_each=map depends_on=addresses
resource count=number for_each=map depends_on=addresses
data count=number for_each=map depends_on=addresses
ephemeral count=number for_each=map depends_on=addresses
lifecycle create_before_destroy=bool prevent_destroy=bool destroy=bool enabled=bool
provider alias=string version=version
moved from=address! to=address!
removed from=address!
import to=address! id=string
terraform required_version=version
required_providers *=requirement
provisioner when=create|destroy on_failure=continue|fail
file content=string source=string destination=string! when=create|destroy on_failure=continue|fail
local-exec command=string! environment=texts interpreter=strings quiet=bool working_dir=string
local-exec when=create|destroy on_failure=continue|fail
remote-exec inline=strings script=string scripts=strings when=create|destroy on_failure=continue|fail
plan_options refresh=bool mode=normal|refresh-only
run command=plan|apply
connection type=string host=string port=number user=string password=string timeout=string script_path=string
connection target_platform=string private_key=string certificate=string host_key=string agent=bool
connection agent_identity=string proxy_scheme=string proxy_host=string proxy_port=number
connection proxy_user_name=string proxy_user_password=string bastion_host=string bastion_host_key=string
connection bastion_port=number bastion_user=string bastion_password=string bastion_private_key=string
connection bastion_certificate=string https=bool insecure=bool cacert=string use_ntlm=bool
mock_provider alias=string override_during=plan|apply
mock_resource override_during=plan|apply
mock_data override_during=plan|apply
override_resource target=address! override_during=plan|apply
override_data target=address! override_during=plan|apply
override_module target=address! override_during=plan|apply
action_trigger actions=any!
action_trigger events=before_create|after_create|before_update|after_update|before_destroy|after_destroy!
`
