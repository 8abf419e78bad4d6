// Package group ends a program together with those that it has started, where the
// system has process groups.
package group
