/*
 * Functions of the C library that hand a buffer to the operating system. The system does not deliver a fault on a page
 * that guard.c has protected: the call would fail with EFAULT. So these open the pages of their buffer first, and note
 * the access as a load or store of the program.
 */
#include "core.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(name) \
  static __typeof__(name) *next; \
  if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

enum { LOADS, STORES };

EXPORT ssize_t read(int file, void *to, size_t bytes) {
  NEXT(read);
  guard_reach(to, bytes, STORES);
  return next(file, to, bytes);
}

EXPORT ssize_t pread(int file, void *to, size_t bytes, off_t at) {
  NEXT(pread);
  guard_reach(to, bytes, STORES);
  return next(file, to, bytes, at);
}

EXPORT ssize_t pread64(int file, void *to, size_t bytes, off64_t at) {
  NEXT(pread64);
  guard_reach(to, bytes, STORES);
  return next(file, to, bytes, at);
}

EXPORT ssize_t recv(int socket, void *to, size_t bytes, int flags) {
  NEXT(recv);
  guard_reach(to, bytes, STORES);
  return next(socket, to, bytes, flags);
}

EXPORT size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict file) {
  NEXT(fread);
  guard_reach(to, size * count, STORES);
  return next(to, size, count, file);
}

EXPORT ssize_t readv(int file, const struct iovec *parts, int count) {
  NEXT(readv);
  for (int i = 0; i < count; i++) guard_reach(parts[i].iov_base, parts[i].iov_len, STORES);
  return next(file, parts, count);
}

EXPORT ssize_t write(int file, const void *from, size_t bytes) {
  NEXT(write);
  guard_reach(from, bytes, LOADS);
  return next(file, from, bytes);
}

EXPORT ssize_t pwrite(int file, const void *from, size_t bytes, off_t at) {
  NEXT(pwrite);
  guard_reach(from, bytes, LOADS);
  return next(file, from, bytes, at);
}

EXPORT ssize_t pwrite64(int file, const void *from, size_t bytes, off64_t at) {
  NEXT(pwrite64);
  guard_reach(from, bytes, LOADS);
  return next(file, from, bytes, at);
}

EXPORT ssize_t send(int socket, const void *from, size_t bytes, int flags) {
  NEXT(send);
  guard_reach(from, bytes, LOADS);
  return next(socket, from, bytes, flags);
}

EXPORT size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict file) {
  NEXT(fwrite);
  guard_reach(from, size * count, LOADS);
  return next(from, size, count, file);
}

EXPORT ssize_t writev(int file, const struct iovec *parts, int count) {
  NEXT(writev);
  for (int i = 0; i < count; i++) guard_reach(parts[i].iov_base, parts[i].iov_len, LOADS);
  return next(file, parts, count);
}
