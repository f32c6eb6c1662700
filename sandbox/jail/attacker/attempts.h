// What the built-in attacker tries. The list is shared by leap-probe, which tries, and by probe.cc, which asks it to.
#pragma once

#include <string_view>

namespace leap::jail::attacker {

struct Attempt {
  std::string_view name;
  std::string_view what;     // completes "the payload must not be able to ..."
  bool only_filter = false;  // nothing but the system call filter stops it
};

inline constexpr Attempt kAttempts[] = {
    {"read-host-files", "read files of the host"},
    {"see-processes", "see processes through /proc"},
    {"write-system", "write outside its writable directories"},
    {"open-devices", "open devices other than /dev/null"},
    {"connect-tcp", "connect to a TCP port"},
    {"send-udp", "send a datagram"},
    {"raw-sockets", "make packet or raw sockets"},
    {"abstract-socket", "reach an abstract socket of the host"},
    {"vsock", "make an AF_VSOCK socket, which no namespace isolates", true},
    {"alg-socket", "reach the kernel's crypto interface", true},
    {"signal-init", "signal the jail's init"},
    {"trace-init", "read or trace the jail's init"},
    {"pidfd-init", "take descriptors from the jail's init"},
    {"mount", "mount, unmount or remount"},
    {"new-mount-api", "use open_tree, fsopen or move_mount"},
    {"change-root", "change its root directory"},
    {"user-namespace", "make a user namespace"},
    {"other-namespaces", "make or enter other namespaces"},
    {"gain-privilege", "become another user or hold a capability"},
    {"privileged-calls", "set the clock, the host name, or load a module"},
    {"memfd-exec", "execute a file that has no name", true},
    {"exec-written", "execute a file that it wrote itself"},
    {"make-nodes", "make devices, sockets or FIFOs"},
    {"inherited-descriptors", "use descriptors that it was not given"},
    {"push-input", "type into a terminal (TIOCSTI)"},
    {"raise-limits", "raise its limits"},
    {"change-init", "change limits, priority or processors of its init, which has the same user", true},
    {"real-time", "take a real-time priority"},
    {"file-handles", "open files by handle"},
    {"message-queue", "make a POSIX message queue"},
    {"shared-memory", "make System V shared memory", true},
    {"keyring", "use kernel keyrings", true},
    {"io-uring", "use io_uring", true},
    {"userfaultfd", "use userfaultfd", true},
    {"perf-bpf", "use perf events or BPF", true},
    {"x32-call", "make a system call of the x32 interface"},
    {"int80-call", "make a 32-bit system call", true},
    {"lock-shared-files", "lock files that other jails see too", true},
    {"disable-aslr", "change its personality", true},
};

}  // namespace leap::jail::attacker
