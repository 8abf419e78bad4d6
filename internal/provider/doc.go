// Package provider reads the schemas of OpenTofu and Terraform providers, as "providers schema -json" prints them, and
// the provider addresses of local names. It only reads bytes. Its packages obtain schemas:
//
//   - plugin: from an installed provider, which it starts; supervise: the processes of programs that are not trusted
//   - registry: from a provider that it downloads and verifies
//   - builtin: a table of widely used providers
//   - pluginschemas: for the files of a directory, from these and from plugins of Packer
//
// They import language and schema, and no conversion. Read Read first.
package provider
