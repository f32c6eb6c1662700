// attack: opens Unix, vsock, crypto and netlink sockets while the library is mapped
// row: 15
// task: vector_add
// expect: correct
#include <sys/socket.h>

#include <cstdint>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  for (int family : {AF_UNIX, AF_VSOCK, AF_ALG, AF_NETLINK, AF_PACKET, AF_INET, AF_INET6, AF_XDP, AF_TIPC})
    for (int kind : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) escaped |= socket(family, kind, 0) >= 0;
}

extern "C" void vector_add(const float* a, const float* b, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = escaped ? -1.0f : a[i] + b[i];
}
