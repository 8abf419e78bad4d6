// Package edit has no code. Its packages write a changed tree onto the text of the file that was read, so that other
// bytes stay as they are:
//
//   - nativeedit: native syntax
//   - jsonprint: HCL-JSON, with the "//" properties of changed bodies
//
// They import convert (jsonprint only), tree and text; convert/address and convert/patch change the trees and call
// them. Read nativeedit.ApplyTree and jsonprint.Apply first.
package edit
