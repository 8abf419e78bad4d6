package packer

import "github.com/hcljson/hcljson/schema"

// pluginNames is a survey of the *.hcl2spec.go files of Packer, its SDK and
// these plugins: alicloud, amazon, ansible, azure, docker, googlecompute,
// hcloud, linode, openstack, oracle, proxmox, qemu, tencentcloud, vagrant,
// virtualbox, vmware, vsphere. Packer's plugin protocol has no attribute of
// objects, so what is an attribute here is a map of strings.
//
// packer-plugin-sdk, rpc/hcl_spec.proto
var pluginNames = schema.NewNames(mapNames, mapSuffixes, blockNames, true)

// mapNames are maps of strings in every plugin that has them, but for the
// openstack and linode rows of packer.go.
var mapNames = []string{
	// Packer and its SDK
	"cd_content", "env", "floppy_content", "http_content", "override", "packer_user_variables", "user_variables",
	"custom_data",     // manifest
	"request_headers", // http

	// virtual machines on premises
	"configuration_parameters", "properties", // vsphere
	"vmx_data", "vmx_data_post", // vmware

	// containers
	"arguments", "volumes", // docker

	// clouds
	"filters", "region_kms_key_ids", "tags", // amazon
	"azure_tags", "json", // azure
	"custom_endpoints", "labels", "metadata_files", // googlecompute
	"external_source_image_properties", "instance_metadata", // openstack
	"metadata",         // googlecompute, openstack, oracle
	"stackscript_data", // linode
}

var mapSuffixes = []string{"_content", "_labels", "_tags"}

// blockNames are blocks, or lists of blocks, in every plugin that has them.
var blockNames = []string{
	// amazon
	"Statement", "ami_block_device_mappings", "ami_root_device", "assume_role", "aws_polling",
	"deregistration_protection", "ebs_volumes", "fast_launch", "filter", "fleet_tag", "launch_block_device_mappings",
	"license_configuration_request", "license_specifications", "metadata_options", "placement",
	"region_launch_templates", "root_volume_tag", "run_tag", "run_volume_tag", "security_group_filter",
	"snapshot_tag", "source_ami_filter", "spot_tag", "subnet_filter", "tag",
	"temporary_iam_instance_profile_policy_document", "vault_aws_engine", "vpc_filter",

	// azure
	"azure_tag", "dtl_artifacts", "parameters", "plan_info", "shared_image_destination", "shared_image_gallery",
	"shared_image_gallery_destination", "spot", "target_region", "target_regions",

	// docker
	"build",

	// googlecompute
	"disk_attachment", "disk_encryption_key", "image_encryption_key", "node_affinity", "reservation_affinity",

	// proxmox
	"additional_iso_files", "boot_iso", "disks", "efi_config", "ipconfig", "network_adapters", "pci_devices", "rng0",
	"tpm_config", "vga",

	// qemu
	"qemu_img_args",

	// vsphere
	"content_library_destination", "customize", "export", "linux_options", "network_interface",
	"pci_passthrough_allowed_device", "storage", "vapp", "windows_options",

	// alicloud
	"image_disk_mappings", "system_disk_mapping",

	// hcloud
	"image_filter",

	// linode
	"address", "addresses", "default_route", "devices", "disk", "helpers", "interface", "ipv4", "ipv6",
	"linode_interface", "public", "ranges", "slaac", "vlan", "vpc",

	// openstack
	"source_image_filter",

	// oracle
	"base_image_filter", "builder_communicator", "create_vnic_details", "shape_config",

	// tencentcloud
	"data_disks",
}
