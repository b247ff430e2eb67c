/* The way to the simulator: a Unix socket whose name the launcher left in the environment. */
#include "core.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

struct head {
  uint32_t operation, words;
  uint64_t bytes;
};

struct tail {
  int32_t status;
  uint32_t words;
  uint64_t bytes;
};

static int joined = -1; /* the socket */
static pid_t owner;     /* who opened it: a fork has no device, as with CUDA itself */
static int lost;
static struct reply greeting; /* the answer to HELLO */
static int greeted, refused;  /* a refusal's status */
static volatile int asking; /* within a request */

pthread_mutex_t state_lock;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void prepare(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&state_lock, &attributes);
}

void lock(void) {
  pthread_once(&once, prepare);
  pthread_mutex_lock(&state_lock);
}

void unlock(void) { pthread_mutex_unlock(&state_lock); }

void complain(const char *format, ...) {
  static char *said[256];
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  lock();
  int i = 0;
  while (i < 256 && said[i] && strcmp(said[i], text) != 0) i++;
  int known = i == 256 || said[i];
  if (!known) said[i] = strdup(text);
  unlock();
  if (!known) fprintf(stderr, "syncopate: %s\n", text);
}

static int join(void) {
  if (joined >= 0 && owner == getpid()) return SUCCESS;
  if (joined >= 0) {
    complain("a process that was forked after the first CUDA call has no device, as with CUDA itself");
    return INITIALIZATION_ERROR;
  }
  const char *path = getenv("SYNCOPATE_CUDA_SOCKET");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (!path || strlen(path) >= sizeof address.sun_path) {
    complain("this program's CUDA library is the simulator's: start it with './syncopate cuda -- PROGRAM'");
    return INITIALIZATION_ERROR;
  }
  strcpy(address.sun_path, path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    complain("cannot reach the simulator at %s: %s", path, strerror(errno));
    if (fd >= 0) close(fd);
    return INITIALIZATION_ERROR;
  }
  joined = fd;
  owner = getpid();
  return SUCCESS;
}

static int send_all(struct iovec *parts, int count) {
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = (size_t)count};
  while (message.msg_iovlen > 0) {
    ssize_t sent = sendmsg(joined, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return -1;
    while (message.msg_iovlen > 0 && (size_t)sent >= message.msg_iov->iov_len) {
      sent -= (ssize_t)message.msg_iov->iov_len;
      message.msg_iov++;
      message.msg_iovlen--;
    }
    if (message.msg_iovlen > 0) {
      message.msg_iov->iov_base = (char *)message.msg_iov->iov_base + sent;
      message.msg_iov->iov_len -= (size_t)sent;
    }
  }
  return 0;
}

static int receive_all(void *into, size_t size) {
  char *at = into;
  while (size > 0) {
    ssize_t got = recv(joined, at, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return -1;
    at += got;
    size -= (size_t)got;
  }
  return 0;
}

/* What the program asked for has not happened, so that every later call fails as after a failed kernel. */
static int gone(void) {
  lost = 1;
  fail(UNKNOWN_ERROR);
  complain("the simulator has ended; its message says why");
  return UNKNOWN_ERROR;
}

static int exchange(struct head *head, const uint64_t *words, const void *bytes, struct reply *reply) {
  struct iovec parts[] = {{head, sizeof *head},
                          {(void *)words, head->words * sizeof *words},
                          {(void *)bytes, head->bytes}};
  struct tail tail;
  if (send_all(parts, 3) || receive_all(&tail, sizeof tail)) return gone();
  uint64_t more[REPLY_WORDS];
  if (tail.words > REPLY_WORDS || receive_all(more, tail.words * sizeof *more)) return gone();
  memcpy(reply->words, more, tail.words * sizeof *more);
  reply->size = tail.bytes;
  if (tail.bytes > 0 && !(reply->into && tail.bytes <= reply->room)) {
    reply->data = malloc(tail.bytes + 1);
    if (!reply->data) return gone();
    reply->data[tail.bytes] = 0;
  }
  if (tail.bytes > 0 && receive_all(reply->data ? reply->data : reply->into, tail.bytes)) return gone();
  return tail.status;
}

/*
 * The first request: both sides name their version of the protocol. A simulator of another version refuses it, and
 * tells its user why; one from before versions answers without its own.
 */
static int greet(void) {
  uint64_t version = PROTOCOL_VERSION;
  Dl_info self;
  const char *file = dladdr(&greeting, &self) && self.dli_fname ? self.dli_fname : "";
  struct head head = {HELLO, 1, strlen(file)};
  int status = exchange(&head, &version, file, &greeting);
  if (status == SUCCESS && greeting.words[HELLO_VERSION] != version) {
    complain("this program's CUDA library %s speaks version %d of the protocol, the simulator version %llu%s: it belongs"
             " to another Syncopate; take it out of LD_PRELOAD, LD_LIBRARY_PATH and the path that the program was"
             " linked with, as './syncopate cuda' gives every program its own",
             file, PROTOCOL_VERSION, (unsigned long long)greeting.words[HELLO_VERSION],
             greeting.words[HELLO_VERSION] ? "" : " (it has named none)");
    status = INITIALIZATION_ERROR;
  }
  greeted = status == SUCCESS;
  if (!lost) refused = status;
  return status;
}

/* The simulator is there and speaks the same version. */
static int reach(void) {
  int status = lost ? UNKNOWN_ERROR : refused ? refused : join();
  return status == SUCCESS && !greeted ? greet() : status;
}

int hello(const struct reply **answer) {
  lock();
  asking = 1;
  int status = reach();
  asking = 0;
  unlock();
  *answer = &greeting;
  return status;
}

int call(enum operation operation, const uint64_t *words, unsigned count, const void *bytes, size_t size,
         struct reply *reply) {
  struct reply none = {0};
  struct reply *answer = reply ? reply : &none;
  answer->data = NULL;
  answer->size = 0;
  memset(answer->words, 0, sizeof answer->words);
  lock();
  asking = 1;
  /* A greeting needs memory, which a handler of a signal cannot have. */
  int status = operation == EXITING ? (lost || refused ? UNKNOWN_ERROR : join()) : reach();
  if (status == SUCCESS) {
    struct head head = {operation, count, size};
    status = exchange(&head, words, bytes, answer);
  }
  asking = 0;
  unlock();
  if (!reply) free(none.data);
  return status;
}

/*
 * ---- how the program ends ----
 * A status above 128 is told from a signal's, as both look the same to who waits for the process. Not while another
 * request is on its way: these run in signal handlers and beside other threads.
 */

static pid_t started; /* a fork, or a vfork with this process's memory, has nothing to say */

static void say_exit(int status) {
  if ((status & 0xff) <= 128 || lost || started != getpid() || !getenv("SYNCOPATE_CUDA_SOCKET")) return;
  pthread_once(&once, prepare);
  if (pthread_mutex_trylock(&state_lock)) return;
  uint64_t words[] = {(uint64_t)started, (uint64_t)status & 0xff};
  if (!asking) call(EXITING, words, 2, NULL, 0, NULL);
  unlock();
}

static void at_exit(int status, void *data) {
  (void)data;
  say_exit(status);
}

__attribute__((constructor)) static void watch_exit(void) {
  started = getpid();
  on_exit(at_exit, NULL);
}

/* These run no handlers. */
EXPORT _Noreturn void _exit(int status) {
  say_exit(status);
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

EXPORT _Noreturn void _Exit(int status) { _exit(status); }
