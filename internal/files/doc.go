// Package files has no code. Its package atomic writes all files of a change or none, also when the process ends in
// the middle. It knows nothing of HCL, and only the command uses it. Read atomic.Commit first.
package files
