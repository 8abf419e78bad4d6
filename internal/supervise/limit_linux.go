package supervise

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// endWithParent lets a process be killed when this one is gone, however it ends.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// limit bounds what a process may take. The limit of memory is that of data:
// programs in Go reserve much more address space than they use. What the process
// starts has the limits too, unless it was there before them. A system that does
// not allow limits goes without.
func limit(pid int, memory uint64) {
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
