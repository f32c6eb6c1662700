// What the shipped filters decide, call by call, stage by stage, without a kernel.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>

#include "sandbox/jail/policy.h"
#include "sandbox/jail/seccomp.h"
#include "tests/jail/bpf.h"

namespace leap::jail::testing {

namespace {

constexpr std::uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t kKill = SECCOMP_RET_KILL_PROCESS;
constexpr std::uint32_t kTrap = SECCOMP_RET_TRAP;
constexpr std::uint32_t kAsk = SECCOMP_RET_USER_NOTIF;  // whoever holds the listener; ENOSYS once nobody does
constexpr std::uint32_t error(std::uint32_t number) { return SECCOMP_RET_ERRNO | number; }
constexpr std::uint64_t kGarbage = 0xdeadbeef00000000;  // above the 32 bits that the kernel looks at

struct Filters {
  explicit Filters(const char* name)
      : policy(load_policy(std::string(LEAP_SOURCE_DIR) + "/policies/sandbox/" + name + ".json", {{"libexec", "/x"}})) {
  }
  std::uint32_t operator()(const char* stage, std::uint32_t number, std::array<std::uint64_t, 6> arguments = {}) const {
    return evaluate(policy.filters.at(stage), {number, arguments});
  }
  Policy policy;
};

TEST(FilterTest, OtherArchitecturesAndX32AreKilledInEveryStage) {
  for (const char* name : {"toolchain_cpp", "runner_cpp", "reference"}) {
    const Filters filters(name);
    for (const auto& [stage, program] : filters.policy.filters) {
      for (const std::uint32_t call : {SYS_read, SYS_getpid, SYS_exit_group, SYS_brk}) {
        EXPECT_EQ(evaluate(program, {call, {}, AUDIT_ARCH_I386}), kKill) << name << " " << stage;
        EXPECT_EQ(evaluate(program, {call, {}, AUDIT_ARCH_AARCH64}), kKill) << name << " " << stage;
        EXPECT_EQ(evaluate(program, {0x40000000U | call, {}}), kKill) << name << " " << stage;
      }
    }
  }
}

// Interfaces that no stage of any policy may open.
TEST(FilterTest, DangerousCallsAreNeverAllowed) {
  constexpr std::uint32_t kNever[] = {SYS_ptrace,
                                      SYS_process_vm_readv,
                                      SYS_process_vm_writev,
                                      SYS_kcmp,
                                      SYS_pidfd_getfd,
                                      SYS_mount,
                                      SYS_umount2,
                                      SYS_pivot_root,
                                      SYS_chroot,
                                      SYS_setns,
                                      SYS_unshare,
                                      SYS_open_tree,
                                      SYS_move_mount,
                                      SYS_fsopen,
                                      SYS_fsmount,
                                      SYS_mount_setattr,
                                      SYS_open_by_handle_at,
                                      SYS_name_to_handle_at,
                                      SYS_bpf,
                                      SYS_perf_event_open,
                                      SYS_userfaultfd,
                                      SYS_io_uring_setup,
                                      SYS_io_uring_enter,
                                      SYS_io_uring_register,
                                      SYS_keyctl,
                                      SYS_add_key,
                                      SYS_request_key,
                                      SYS_init_module,
                                      SYS_finit_module,
                                      SYS_kexec_load,
                                      SYS_reboot,
                                      SYS_swapon,
                                      SYS_iopl,
                                      SYS_ioperm,
                                      SYS_settimeofday,
                                      SYS_clock_settime,
                                      SYS_adjtimex,
                                      SYS_sethostname,
                                      SYS_socket,
                                      SYS_connect,
                                      SYS_bind,
                                      SYS_listen,
                                      SYS_shmget,
                                      SYS_semget,
                                      SYS_msgget,
                                      SYS_mq_open,
                                      SYS_mknod,
                                      SYS_mknodat,
                                      SYS_link,
                                      SYS_linkat,
                                      SYS_clone3,
                                      SYS_execveat,
                                      SYS_memfd_create,
                                      SYS_memfd_secret,
                                      SYS_personality,
                                      SYS_setuid,
                                      SYS_setgid,
                                      SYS_setgroups,
                                      SYS_capset,
                                      SYS_flock,
                                      SYS_fanotify_init,
                                      SYS_inotify_init1,
                                      SYS_vmsplice,
                                      SYS_splice,
                                      SYS_tee,
                                      SYS_migrate_pages,
                                      SYS_move_pages,
                                      SYS_pkey_mprotect,
                                      SYS_remap_file_pages,
                                      SYS_modify_ldt,
                                      SYS_quotactl,
                                      SYS_syslog,
                                      SYS_acct,
                                      SYS_timer_create,
                                      SYS_setitimer,
                                      SYS_alarm,
                                      SYS_timerfd_create,
                                      SYS_tkill,
                                      SYS_rt_sigqueueinfo,
                                      SYS_rt_tgsigqueueinfo,
                                      SYS_setrlimit,
                                      SYS_landlock_create_ruleset,
                                      SYS_process_madvise,
                                      SYS_sched_setaffinity,
                                      SYS_sched_setscheduler,
                                      SYS_setpriority,
                                      SYS_ioprio_set};
  for (const char* name : {"toolchain_cpp", "runner_cpp", "reference"}) {
    const Filters filters(name);
    for (const auto& [stage, program] : filters.policy.filters) {
      for (const std::uint32_t call : kNever)
        EXPECT_NE(evaluate(program, {call, {}}), kAllow) << name << " " << stage << " " << call;
    }
  }
}

TEST(FilterTest, RunnerStagesOnlyNarrow) {
  const Filters runner("runner_cpp");
  const std::pair<const char*, const char*> narrower[] = {{"payload", "load_threads"}, {"load_threads", "load"}};
  for (const auto& [wide, narrow] : narrower) {
    for (std::uint32_t call = 0; call < 470; ++call) {
      for (const std::uint64_t bits : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{0x10100}}) {
        const std::array<std::uint64_t, 6> arguments = {bits, bits, 0, 0, 0, 0};
        const std::uint32_t narrow_answer = runner(narrow, call, arguments);
        if (narrow_answer != kAllow && narrow_answer != kAsk) continue;
        const std::uint32_t wide_answer = runner(wide, call, arguments);
        EXPECT_TRUE(wide_answer == kAllow || wide_answer == narrow_answer) << wide << " " << narrow << " " << call;
      }
    }
  }
}

TEST(FilterTest, ProgramsStartOnlyBeforeTheCandidate) {
  const Filters runner("runner_cpp");
  EXPECT_EQ(runner("payload", SYS_execve), kAllow);
  for (const char* stage : {"load", "load_threads"}) {
    EXPECT_EQ(runner(stage, SYS_execve), kTrap) << stage;
    EXPECT_EQ(runner(stage, SYS_execveat), kTrap) << stage;
    EXPECT_EQ(runner(stage, SYS_seccomp), kTrap) << stage;  // a filter of the candidate's could fake answers
    EXPECT_EQ(runner(stage, SYS_prctl), kTrap) << stage;
  }
}

// While the library is being mapped the judge lets these calls go on; afterwards it closes the listener and they fail.
TEST(FilterTest, TheLoaderMayOpenOnlyForReadingAndOnlyWhileTheJudgeListens) {
  const Filters runner("runner_cpp");
  const auto open = [&](const char* stage, std::uint64_t flags) {
    return runner(stage, SYS_openat, {static_cast<std::uint64_t>(AT_FDCWD), 0, flags});
  };
  for (const char* stage : {"load", "load_threads"}) {
    EXPECT_EQ(open(stage, O_RDONLY | O_CLOEXEC), kAsk);
    EXPECT_EQ(open(stage, O_RDONLY | O_CLOEXEC | kGarbage), kAsk);
    for (const int flags : {O_WRONLY, O_RDWR, O_RDONLY | O_CREAT, O_RDONLY | O_TRUNC, O_RDWR | O_TMPFILE, 3}) {
      EXPECT_EQ(open(stage, static_cast<std::uint64_t>(flags)), kTrap) << flags;
      EXPECT_EQ(open(stage, static_cast<std::uint64_t>(flags) | kGarbage), kTrap) << flags;
    }
    EXPECT_EQ(runner(stage, SYS_open), kTrap);
    EXPECT_EQ(runner(stage, SYS_openat2), kTrap);
    EXPECT_EQ(runner(stage, SYS_creat), kTrap);
  }
}

TEST(FilterTest, ExecutableMemoryComesFromFilesAndOnlyWhileTheJudgeListens) {
  const Filters runner("runner_cpp");
  for (const char* stage : {"load", "load_threads"}) {
    const auto map = [&](std::uint64_t protection, std::uint64_t flags) {
      return runner(stage, SYS_mmap, {0, 4096, protection, flags});
    };
    EXPECT_EQ(map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS), kAllow) << stage;
    EXPECT_EQ(map(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED), kAsk) << stage;
    EXPECT_EQ(map(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS), kTrap) << stage;
    EXPECT_EQ(map(PROT_WRITE | PROT_EXEC, MAP_PRIVATE), kTrap) << stage;
    EXPECT_EQ(map(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_SHARED), kTrap) << stage;
    EXPECT_EQ(map(PROT_EXEC | kGarbage, MAP_PRIVATE | MAP_ANONYMOUS), kTrap) << stage;
    EXPECT_EQ(runner(stage, SYS_mprotect, {0, 4096, PROT_READ}), kAllow) << stage;
    EXPECT_EQ(runner(stage, SYS_mprotect, {0, 4096, PROT_READ | PROT_EXEC}), kTrap) << stage;
    EXPECT_EQ(runner(stage, SYS_mprotect, {0, 4096, PROT_EXEC | kGarbage}), kTrap) << stage;
  }
}

TEST(FilterTest, ThreadsNeedTheStageThatAllowsThem) {
  const Filters runner("runner_cpp");
  constexpr std::uint64_t kThread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
                                    CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
  EXPECT_EQ(runner("load", SYS_clone, {kThread}), kTrap);
  for (const char* stage : {"payload", "load_threads"}) {
    EXPECT_EQ(runner(stage, SYS_clone, {kThread}), kAllow) << stage;
    EXPECT_EQ(runner(stage, SYS_clone, {SIGCHLD}), kTrap) << stage;                           // fork
    EXPECT_EQ(runner(stage, SYS_clone, {CLONE_VM | CLONE_VFORK | SIGCHLD}), kTrap) << stage;  // vfork
    EXPECT_EQ(runner(stage, SYS_clone, {CLONE_THREAD}), kTrap) << stage;
    for (const std::uint64_t space : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWPID, CLONE_NEWTIME}) {
      EXPECT_EQ(runner(stage, SYS_clone, {kThread | space}), kTrap) << stage << " " << space;
    }
  }
  for (const char* stage : {"payload", "load", "load_threads"}) {
    EXPECT_EQ(runner(stage, SYS_clone3), error(ENOSYS)) << stage;
    EXPECT_EQ(runner(stage, SYS_fork), kTrap) << stage;
    EXPECT_EQ(runner(stage, SYS_vfork), kTrap) << stage;
  }
}

TEST(FilterTest, TheHandlerOfRefusedCallsCannotBeReplaced) {
  const Filters runner("runner_cpp");
  EXPECT_EQ(runner("payload", SYS_rt_sigaction, {SIGSYS}), kAllow);  // the runner puts it in place
  for (const char* stage : {"load", "load_threads"}) {
    EXPECT_EQ(runner(stage, SYS_rt_sigaction, {SIGSYS}), kTrap) << stage;
    EXPECT_EQ(runner(stage, SYS_rt_sigaction, {SIGSYS | kGarbage}), kTrap) << stage;
    for (std::uint64_t signal = 1; signal <= 64; ++signal) {
      EXPECT_EQ(runner(stage, SYS_rt_sigaction, {signal}), signal == SIGSYS ? kTrap : kAllow) << stage << " " << signal;
    }
  }
}

TEST(FilterTest, SignalsReachOnlyTheRunnerItself) {
  const Filters runner("runner_cpp");
  for (const char* stage : {"payload", "load", "load_threads"}) {
    EXPECT_EQ(runner(stage, SYS_tgkill, {2, 2, SIGABRT}), kAllow) << stage;
    EXPECT_EQ(runner(stage, SYS_tgkill, {1, 1, SIGKILL}), kTrap) << stage;
    EXPECT_EQ(runner(stage, SYS_kill, {2, SIGKILL}), kTrap) << stage;
    EXPECT_EQ(runner(stage, SYS_tkill, {2, SIGKILL}), kTrap) << stage;
  }
}

TEST(FilterTest, LimitsOfOthersAreOutOfReachAndOnesOwnAreReadOnlyInTheRunner) {
  const Filters runner("runner_cpp");
  for (const char* stage : {"payload", "load", "load_threads"}) {
    EXPECT_EQ(runner(stage, SYS_prlimit64, {0, 3, 0, 1}), kAllow) << stage;
    EXPECT_EQ(runner(stage, SYS_prlimit64, {0, 3, 1, 0}), kTrap) << stage;
    EXPECT_EQ(runner(stage, SYS_prlimit64, {1, 3, 0, 1}), kTrap) << stage;
  }
  for (const char* name : {"toolchain_cpp", "reference"}) {
    EXPECT_EQ(Filters(name)("payload", SYS_prlimit64, {1, 3, 1, 0}), kKill) << name;
    EXPECT_EQ(Filters(name)("payload", SYS_prlimit64, {0, 3, 1, 0}), kAllow) << name;
  }
}

// A process that is frozen and thawed inside a sleep continues by restart_syscall.
TEST(FilterTest, FreezingDoesNotKill) {
  for (const char* name : {"toolchain_cpp", "runner_cpp", "reference"}) {
    const Filters filters(name);
    for (const auto& [stage, program] : filters.policy.filters) {
      EXPECT_EQ(evaluate(program, {SYS_restart_syscall, {}}), kAllow) << name << " " << stage;
      EXPECT_EQ(evaluate(program, {SYS_rt_sigreturn, {}}), kAllow) << name << " " << stage;
    }
  }
}

TEST(FilterTest, ProcessesOfTheToolchainAndTheReferenceStayInTheirNamespaces) {
  for (const char* name : {"toolchain_cpp", "reference"}) {
    const Filters filters(name);
    EXPECT_EQ(filters("payload", SYS_clone, {SIGCHLD | CLONE_CHILD_SETTID}), kAllow);
    EXPECT_EQ(filters("payload", SYS_clone, {CLONE_VM | CLONE_VFORK | SIGCHLD}), kAllow);
    for (const std::uint64_t space : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWPID, CLONE_NEWIPC,
                                      CLONE_NEWUTS, CLONE_NEWCGROUP, CLONE_NEWTIME}) {
      EXPECT_EQ(filters("payload", SYS_clone, {SIGCHLD | space}), kKill) << name;
    }
    EXPECT_EQ(filters("payload", SYS_clone3), error(ENOSYS));
    EXPECT_EQ(filters("payload", SYS_socket), error(EPERM));
  }
}

// "Differs under a mask", over every value and mask of a byte: the expansion to single bits is exact.
TEST(FilterTest, NotEqualsUnderAMaskIsExact) {
  for (const std::uint64_t mask : {0x1ULL, 0x7fULL, 0xa5ULL, 0xffULL}) {
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{31} & mask, mask}) {
      seccomp::Filter filter;
      filter.rules = {{"read", {{0, mask, value, false}}, std::nullopt}, {"exit_group", {}, std::nullopt}};
      const FilterProgram program = seccomp::compile(filter);
      for (std::uint64_t argument = 0; argument < 256; ++argument) {
        const std::uint32_t expected = (argument & mask) != value ? kAllow : kKill;
        EXPECT_EQ(evaluate(program, {SYS_read, {argument}}), expected) << mask << " " << value << " " << argument;
        EXPECT_EQ(evaluate(program, {SYS_read, {argument | kGarbage}}), expected);
      }
    }
  }
}

}  // namespace

}  // namespace leap::jail::testing
