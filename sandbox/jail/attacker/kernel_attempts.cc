// Attempts through sockets and the kernel's less used interfaces.
#include <arpa/inet.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sandbox/jail/attacker/attempt.h"

namespace leap::jail::attacker {

namespace {

sockaddr_in address_of(const char* host, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  ::inet_pton(AF_INET, host, &address.sin_addr);
  return address;
}

void connect_tcp(Outcome& outcome, const char*) {
  for (const char* host : {"127.0.0.1", "8.8.8.8", "169.254.169.254"}) {
    for (const std::uint16_t port : {22, 53, 80}) {
      const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
      const sockaddr_in address = address_of(host, port);
      const int result = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
      outcome.must_hold(result != 0 && errno != EINPROGRESS, std::string("connect ") + host);
      ::close(fd);
    }
  }
}

void send_udp(Outcome& outcome, const char*) {
  for (const char* host : {"127.0.0.1", "8.8.8.8"}) {
    const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    const sockaddr_in address = address_of(host, 53);
    outcome.must_fail(::sendto(fd, "x", 1, 0, reinterpret_cast<const sockaddr*>(&address), sizeof address),
                      std::string("sendto ") + host);
    ::close(fd);
  }
  const int fd = ::socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(53);
  address.sin6_addr = in6addr_loopback;
  outcome.must_fail(::sendto(fd, "x", 1, 0, reinterpret_cast<const sockaddr*>(&address), sizeof address), "sendto ::1");
}

void raw_sockets(Outcome& outcome, const char*) {
  outcome.must_fail(::socket(AF_PACKET, SOCK_RAW, 0), "AF_PACKET");
  outcome.must_fail(::socket(AF_INET, SOCK_RAW, IPPROTO_ICMP), "SOCK_RAW");
  outcome.must_fail(::socket(AF_INET6, SOCK_RAW, IPPROTO_ICMPV6), "SOCK_RAW 6");
}

// The argument names a socket that listens outside.
void abstract_socket(Outcome& outcome, const char* name) {
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t length = std::min(std::strlen(name), sizeof address.sun_path - 1);
  std::memcpy(address.sun_path + 1, name, length);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
  outcome.must_fail(::connect(fd, reinterpret_cast<const sockaddr*>(&address), size), "connect");
}

void vsock(Outcome& outcome, const char*) { outcome.must_fail(::socket(AF_VSOCK, SOCK_STREAM, 0), "AF_VSOCK"); }
void alg_socket(Outcome& outcome, const char*) { outcome.must_fail(::socket(AF_ALG, SOCK_SEQPACKET, 0), "AF_ALG"); }

// With a limit of 0 bytes for queues (RLIMIT_MSGQUEUE) even an own namespace has none.
void message_queue(Outcome& outcome, const char*) {
  outcome.must_fail(::mq_open("/leap-probe", O_CREAT | O_RDWR, 0600, nullptr), "mq_open");
}

void shared_memory(Outcome& outcome, const char*) {
  outcome.must_fail(::shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600), "shmget");
}

void keyring(Outcome& outcome, const char*) {
  constexpr long kSessionKeyring = -3;
  outcome.must_fail(::syscall(SYS_keyctl, 0 /* get id */, kSessionKeyring, 1), "keyctl");
  outcome.must_fail(::syscall(SYS_add_key, "user", "leap", "x", 1, kSessionKeyring), "add_key");
}

void io_uring(Outcome& outcome, const char*) {
  char parameters[256] = {};
  outcome.must_fail(::syscall(SYS_io_uring_setup, 4, parameters), "io_uring_setup");
}

void userfaultfd(Outcome& outcome, const char*) {
  constexpr int kUserModeOnly = 1;
  outcome.must_fail(::syscall(SYS_userfaultfd, kUserModeOnly), "userfaultfd");
}

void perf_bpf(Outcome& outcome, const char*) {
  std::uint32_t attributes[32] = {1 /* software */, sizeof attributes};
  outcome.must_fail(::syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0), "perf_event_open");
  char map[128] = {2 /* array */, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1};
  outcome.must_fail(::syscall(SYS_bpf, 0 /* create map */, map, sizeof map), "bpf");
}

void x32_call(Outcome& outcome, const char*) {
  constexpr long kX32Bit = 0x40000000;
  outcome.must_fail(::syscall(kX32Bit | SYS_getpid), "getpid of x32");
}

void int80_call(Outcome& outcome, const char*) {
  long result = 20;  // getpid of i386
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  outcome.must_fail(result, "getpid of i386");
}

void disable_aslr(Outcome& outcome, const char*) { outcome.must_fail(::personality(ADDR_NO_RANDOMIZE), "personality"); }

constexpr struct {
  const char* name;
  Function function;
} kTable[] = {
    {"connect-tcp", connect_tcp},
    {"send-udp", send_udp},
    {"raw-sockets", raw_sockets},
    {"abstract-socket", abstract_socket},
    {"vsock", vsock},
    {"alg-socket", alg_socket},
    {"message-queue", message_queue},
    {"shared-memory", shared_memory},
    {"keyring", keyring},
    {"io-uring", io_uring},
    {"userfaultfd", userfaultfd},
    {"perf-bpf", perf_bpf},
    {"x32-call", x32_call},
    {"int80-call", int80_call},
    {"disable-aslr", disable_aslr},
};

}  // namespace

Function find_kernel_attempt(const std::string& name) {
  for (const auto& entry : kTable) {
    if (name == entry.name) return entry.function;
  }
  return nullptr;
}

}  // namespace leap::jail::attacker
