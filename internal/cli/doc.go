// Package cli implements the hcljson command: its command line, and the exit status. Its packages:
//
//   - convertcmd, verifycmd, generatecmd, schemacmd: conversion; verify, diff; eject, generate, upgrade, show; schema
//   - addresscmd: the commands with addresses, such as get, set and mv; editcmd: edit and patch
//   - servecmd: the options of serve, which service/lines runs
//   - input: files of the command line, and their languages; output: results, written all or not at all
//   - report: messages, as text and for programs; command: options, help, completions; env: what all commands share
//
// They import all other folders, and none imports them. Read Program first.
package cli
