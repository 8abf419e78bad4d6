package supervise

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// endWithParent makes the system kill a process at the end of this process.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// setLimits sets the limits of a process. The limit of memory applies to data, because Go programs
// reserve much more address space than they use. Child processes inherit the limits, unless they
// started earlier. limit ignores errors of systems that do not permit limits.
func setLimits(pid int, memory uint64) {
	if memory == 0 {
		memory = DefaultMemory
	}
	for resource, most := range map[int]uint64{
		unix.RLIMIT_DATA:  memory,
		unix.RLIMIT_FSIZE: maxFile,
		unix.RLIMIT_CORE:  0,
	} {
		var old unix.Rlimit
		if unix.Prlimit(pid, resource, nil, &old) == nil {
			most = min(most, old.Max)
			_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: most, Max: most}, nil)
		}
	}
}
