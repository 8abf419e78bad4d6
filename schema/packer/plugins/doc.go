// Package plugins has the schemas of Packer's plugins: which arguments and blocks
// the body of a builder, provisioner, post-processor or data source takes.
//
// They come from a file ([Read]) or from the plugins themselves ([FindInstalled],
// [Describe]). [Requirements] and [Schemas.Component] find the schema that belongs
// to a component type of a template.
//
// # The file
//
// It is JSON, alike in spirit to what "terraform providers schema -json" prints:
//
//	{
//	  "format_version": "1.0",
//	  "packer_plugins": {
//	    "github.com/hashicorp/amazon": {
//	      "version": "1.3.2",
//	      "builders": {
//	        "ebs": {
//	          "attributes": {
//	            "ami_name": {"type": "string", "required": true},
//	            "tags": {"type": ["map", "string"], "optional": true}
//	          },
//	          "block_types": {
//	            "tag": {"nesting_mode": "list", "block": {"attributes": {}}}
//	          }
//	        }
//	      },
//	      "provisioners": {},
//	      "post_processors": {},
//	      "data_sources": {}
//	    }
//	  }
//	}
//
// A plugin is under its source address, a component under its name in the
// plugin: "ebs", where templates say "amazon-ebs". The component whose type is
// the name of the plugin alone is [DefaultComponent]. Packer's own components
// are under the address [Core]. A body has the properties of terraform-json's
// SchemaBlock; every attribute has a type, and nesting_mode is "single" or "list",
// since Packer has nothing else (packer-plugin-sdk, rpc/hcl_spec.proto).
//
// A format_version of 1.x is read, and what this package does not know is ignored.
//
// # What is started
//
// [Describe] starts the plugin with "describe" and then once for each component,
// and asks for its ConfigSpec. That is what Packer does before it reads a
// template; nothing is configured or run. The plugin gets a directory of its own and
// a small part of the environment, without credentials, and is killed, with all that
// it started in its process group, before Describe returns.
package plugins
