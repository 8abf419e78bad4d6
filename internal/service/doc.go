// Package service runs operations on texts. A request contains one operation and its texts, the response the result. It
// uses no files, no environment and no network. Its packages:
//
//   - operations: the operations other than conversion
//   - lines: requests and responses as lines of JSON, for hcljson serve
//   - wasm: the module for npm
//
// They import generate, edit and all below them. Read Service first.
package service
