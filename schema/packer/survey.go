package packer

// survey has the names of Packer's own components, and of the plugins in public
// repositories; those without such names are left out. Linode's disks are in
// linodeDevices. "go run ./internal/packernames -survey" prints what rows are made
// of.
var survey = []plugin{
	{name: "http", repository: "hashicorp/packer", maps: "request_headers"},
	{name: "manifest", repository: "hashicorp/packer", maps: "custom_data"},
	{name: "powershell", repository: "hashicorp/packer", maps: "env"},
	{name: "provenance", repository: "hashicorp/packer", maps: "user_variables"},
	{name: "shell", repository: "hashicorp/packer", maps: "env"},
	{name: "windows-shell", repository: "hashicorp/packer", maps: "env"},
	{
		name: "alicloud", repository: "hashicorp/packer-plugin-alicloud",
		maps:   `run_tags tags`,
		blocks: `image_disk_mappings system_disk_mapping tag`,
	},
	{
		name: "amazon", repository: "hashicorp/packer-plugin-amazon",
		maps: `filters fleet_tags region_kms_key_ids root_volume_tags run_tags run_volume_tags snapshot_tags spot_tags
			tags`,
		blocks: `Statement ami_block_device_mappings ami_root_device assume_role aws_polling deregistration_protection
			ebs_volumes fast_launch filter fleet_tag launch_block_device_mappings license_configuration_request
			license_specifications metadata_options placement region_launch_templates root_volume_tag run_tag
			run_volume_tag security_group_filter snapshot_tag source_ami_filter spot_tag subnet_filter tag
			temporary_iam_instance_profile_policy_document vault_aws_engine vpc_filter`,
	},
	{
		name: "amazon-ami-management", repository: "wata727/packer-plugin-amazon-ami-management",
		maps:   `tags`,
		blocks: `assume_role`,
	},
	{
		name: "ami-copy", repository: "martinbaillie/packer-plugin-ami-copy",
		maps:   `region_kms_key_ids snapshot_tags tags`,
		blocks: `assume_role aws_polling snapshot_tag tag vault_aws_engine`,
	},
	{name: "ansible-aap", repository: "rptcloud/packer-plugin-ansible-aap", maps: "extra_vars"},
	{
		name: "ansible-navigator", repository: "SolomonHD/packer-plugin-ansible-navigator",
		maps: `extra_vars set`,
		blocks: `ansible_config collection_doc_cache defaults environment_variables execution_environment logging
			navigator_config play playbook_artifact ssh_connection volume_mounts`,
	},
	{
		name: "arm", repository: "mkaczanowski/packer-builder-arm",
		blocks: `additional_chroot_mounts image_chroot_mounts image_partitions`,
	},
	{
		name: "artifactory", repository: "raynaluzier/packer-plugin-artifactory tenthirtyam/packer-plugin-artifactory",
		maps: `filter properties`,
	},
	{
		name: "aws", repository: "bdwyertech/packer-plugin-aws",
		maps:   `builder_tags region_kms_key_ids snapshot_tags tags`,
		blocks: `assume_role aws_polling deregistration_protection filter snapshot_tag tag targets vault_aws_engine`,
	},
	{
		name: "aws-ami", repository: "bdwyertech/packer-plugin-aws-ami",
		maps:   `region_kms_key_ids snapshot_tags tags`,
		blocks: `assume_role aws_polling deregistration_protection snapshot_tag tag targets vault_aws_engine`,
	},
	{
		name: "azure", repository: "hashicorp/packer-plugin-azure",
		maps: `azure_tags json`,
		blocks: `azure_tag dtl_artifacts parameters plan_info shared_image_destination shared_image_gallery
			shared_image_gallery_destination spot target_region target_regions`,
	},
	{name: "baiducloud2", repository: "wylzabc/packer-plugin-baiducloud2", maps: "run_tags"},
	{name: "cloudstack", repository: "hashicorp/packer-plugin-cloudstack", maps: "tags"},
	{name: "cnspec", repository: "mondoohq/packer-plugin-cnspec", maps: "annotations labels", blocks: "sudo"},
	{name: "converge", repository: "hashicorp/packer-plugin-converge", maps: "params", blocks: "module_dirs"},
	{
		name: "cross", repository: "michalfita/packer-plugin-cross",
		blocks: `additional_chroot_mounts image_chroot_mounts image_partitions`,
	},
	{name: "docker", repository: "hashicorp/packer-plugin-docker", maps: "arguments volumes", blocks: "build"},
	{name: "ebsdirect", repository: "ivoronin/packer-plugin-ebsdirect", maps: "snapshot_tags tags"},
	{name: "ecloud", repository: "spinnaker-cn/packer-plugin-ecloud", maps: "image_tags", blocks: "data_volumns"},
	{name: "external", repository: "joomcode/packer-plugin-external", maps: "query"},
	{
		name: "googlecompute", repository: "hashicorp/packer-plugin-googlecompute",
		maps:   `custom_endpoints image_labels labels metadata metadata_files resource_manager_tags`,
		blocks: `disk_attachment disk_encryption_key image_encryption_key node_affinity reservation_affinity`,
	},
	{name: "goss", repository: "YaleUniversity/packer-plugin-goss", maps: "vars_env vars_inline"},
	{
		name: "harvester", repository: "drewmullen/packer-plugin-harvester",
		blocks: `builder_configuration builder_source builder_target`,
	},
	{
		name: "hcloud", repository: "hetznercloud/packer-plugin-hcloud",
		maps:   `server_labels snapshot_labels ssh_keys_labels`,
		blocks: `image_filter`,
	},
	{
		name: "hpe-vm-essentials", repository: "martezr/packer-plugin-hpe-vm-essentials",
		maps:   `tags task_parameters workflow_parameters`,
		blocks: `network_interface storage_volume`,
	},
	{
		name: "huaweicloud", repository: "huaweicloud/packer-plugin-huaweicloud",
		maps:   `image_tags instance_metadata`,
		blocks: `data_disks filters source_image_filter`,
	},
	{
		name: "hyperone", repository: "hashicorp/packer-plugin-hyperone",
		maps:   `image_tags vm_tags`,
		blocks: `image_tag vm_tag`,
	},
	{name: "image-builder", repository: "osbuild/packer-plugin-image-builder", blocks: "aws_upload build_host"},
	{
		name: "incuschroot", repository: "dontlaugh/packer-plugin-incuschroot",
		maps: `launch_config publish_properties`,
	},
	{name: "infisical", repository: "Infisical/packer-plugin-infisical", blocks: "universal_auth"},
	{name: "keeper", repository: "aidanleuck/packer-plugin-keeper", blocks: "connection_details file_refs key_pair"},
	{
		name: "ksyun", repository: "kingsoftcloud/packer-plugin-ksyun",
		maps:   `run_tags tags`,
		blocks: `data_disk_ids data_disks run_tag snapshot_ids source_image_filter tag`,
	},
	{
		name:       "kubevirt",
		repository: "hashicorp/packer-plugin-kubevirt pelotech/packer-plugin-kubevirt tnosse/packer-plugin-kubevirt",
		maps:       `kubernetes_node_selectors kubernetes_tolerations`,
		blocks:     `comm multus networks pod`,
	},
	{
		name: "libvirt", repository: "thomasklein94/packer-plugin-libvirt",
		maps:   `contents`,
		blocks: `communicator graphics network_interface source volume`,
	},
	{
		name: "linode", repository: "linode/packer-plugin-linode",
		maps: `stackscript_data`,
		blocks: `address addresses config default_route devices disk helpers interface ipv4 ipv6 linode_interface metadata
			public ranges slaac vlan vpc`,
	},
	{name: "lxd", repository: "hashicorp/packer-plugin-lxd", maps: "launch_config publish_properties"},
	{
		name: "lxdapi", repository: "deepankarsharma/packer-plugin-lxdapi",
		maps: `config environment publish_properties`,
	},
	{
		name: "macstadium-orka", repository: "macstadium/packer-plugin-macstadium-orka",
		maps:   `orka_node_ip_map`,
		blocks: `mock`,
	},
	{
		name: "mvm", repository: "martezr/packer-plugin-mvm",
		maps:   `task_parameters workflow_parameters`,
		blocks: `network_interface storage_volume`,
	},
	{
		name: "nebius", repository: "nebius/packer-plugin-nebius",
		maps:   `labels unsupported_platforms`,
		blocks: `base_image disk image instance network secondary_disk service_account`,
	},
	{
		name: "numspot", repository: "numspot/packer-plugin-numspot",
		maps: `filters run_tags run_volume_tags snapshot_tags tags`,
		blocks: `filter image_block_device_mappings launch_block_device_mappings net_filter security_group_filter
			source_image_filter subnet_filter`,
	},
	{
		name: "nutanix", repository: "nutanix-cloud-native/packer-plugin-nutanix",
		blocks: `gpu image_categories ova template vm_categories vm_clean vm_disks vm_nics vtpm`,
	},
	{name: "opennebula", repository: "shurkys/packer-plugin-opennebula", blocks: "image snapshot vm_nics"},
	{
		name: "openstack", repository: "hashicorp/packer-plugin-openstack",
		maps:   `external_source_image_properties instance_metadata metadata properties`,
		blocks: `filters source_image_filter`,
	},
	{
		name: "oracle", repository: "hashicorp/packer-plugin-oracle",
		maps:   `instance_tags metadata tags`,
		blocks: `base_image_filter builder_communicator create_vnic_details shape_config`,
	},
	{
		name: "outscale", repository: "outscale/packer-plugin-outscale",
		maps: `filters root_volume_tags run_tags run_volume_tags snapshot_tags tags`,
		blocks: `bsu_volumes filter launch_block_device_mappings net_filter omi_block_device_mappings omi_root_device
			security_group_filter source_omi_filter subnet_filter`,
	},
	{name: "parallels", repository: "Parallels/packer-plugin-parallels", blocks: "boot_screen_config"},
	{name: "podman", repository: "Polpetta/packer-plugin-podman", maps: "volumes"},
	{name: "powervs", repository: "ppc64le-cloud/packer-plugin-powervs", blocks: "capture cos source stock_image"},
	{
		name: "proxmox", repository: "hashicorp/packer-plugin-proxmox",
		blocks: `additional_iso_files boot_iso disks efi_config ipconfig network_adapters pci_devices rng0 tpm_config
			vga`,
	},
	{name: "puppet", repository: "hashicorp/packer-plugin-puppet", maps: "facter"},
	{name: "qemu", repository: "hashicorp/packer-plugin-qemu", blocks: "qemu_img_args"},
	{name: "s3", repository: "spacechunks/packer-plugin-s3", blocks: "objects"},
	{
		name: "scaleway", repository: "scaleway/packer-plugin-scaleway",
		maps:   `user_data`,
		blocks: `block_volume root_volume`,
	},
	{
		name: "tart-uiautomate", repository: "autoast15/packer-plugin-tart-uiautomate",
		blocks: `actions match_controls scenes ui_automation`,
	},
	{
		name: "tcloud", repository: "TobiWo/packer-plugin-tcloud",
		maps:   `external_source_image_properties instance_metadata metadata properties`,
		blocks: `filters source_image_filter`,
	},
	{
		name: "tencentcloud", repository: "hashicorp/packer-plugin-tencentcloud",
		maps:   `image_tags run_tags`,
		blocks: `assume_role data_disks run_tag`,
	},
	{name: "testinfra", repository: "mschuchard/packer-plugin-testinfra", maps: "env_vars"},
	{
		name: "triton", repository: "hashicorp/packer-plugin-triton",
		maps:   `image_tags source_machine_metadata source_machine_tags`,
		blocks: `image_tag source_machine_image_filter source_machine_tag`,
	},
	{name: "ucloud", repository: "hashicorp/packer-plugin-ucloud", blocks: "image_copy_to_mappings"},
	{name: "upcloud", repository: "UpCloudLtd/packer-plugin-upcloud", blocks: "ip_addresses network_interfaces"},
	{name: "vagrant", repository: "hashicorp/packer-plugin-vagrant", maps: "override"},
	{name: "vcd", repository: "juanfont/packer-plugin-vcd", maps: "extra_config", blocks: "export export_to_catalog"},
	{
		name: "veertu-anka", repository: "veertuinc/packer-plugin-veertu-anka",
		blocks: `host_directory_mounts port_forwarding_rules`,
	},
	{name: "vergeio", repository: "verge-io/packer-plugin-vergeio", blocks: "cloud_init_files vm_disks vm_nics"},
	{name: "vmware", repository: "hashicorp/packer-plugin-vmware", maps: "vmx_data vmx_data_post"},
	{name: "volcengine", repository: "volcengine/packer-plugin-volcengine", blocks: "data_disks"},
	{
		name: "vsphere", repository: "hashicorp/packer-plugin-vsphere",
		maps: `configuration_parameters properties`,
		blocks: `content_library_destination customize export linux_options network_adapters network_interface
			pci_passthrough_allowed_device storage tag vapp windows_options`,
	},
	{
		name: "xenserver", repository: "vatesfr/packer-plugin-xenserver",
		maps:   `platform_args vm_other_config`,
		blocks: `disks`,
	},
	{
		name: "yandex", repository: "hashicorp/packer-plugin-yandex",
		maps: `disk_labels image_labels labels metadata metadata_from_file`,
	},
}
