/*
 * Plain loads and stores of the program to memory that both sides use, while a kernel or a copy that has written there
 * may still run on a GPU: the pages with what changed are protected until the host waits for something. A fault notes
 * the address, opens the page for one instruction and protects it again (on x86-64; elsewhere it stays open).
 */
#include "core.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define PAGES 65536
#define TOUCHES 256
#define STEPS 100000 /* instructions that are followed; then pages stay open */

struct touch {
  uint64_t address;
  int writes;
};

static uintptr_t pages[PAGES]; /* with what has changed; one may be there twice */
static volatile int count;
static int closed;
static struct touch touches[TOUCHES];
static volatile int touched;
static struct sigaction before, before_step;
static int installed;
static volatile int steps;
static _Thread_local uintptr_t open_pages[4];
static _Thread_local int open_count;

static uintptr_t page_size(void) {
  static uintptr_t size;
  if (!size) size = (uintptr_t)sysconf(_SC_PAGESIZE);
  return size;
}

static int known(uintptr_t page) {
  for (int i = 0; i < count; i++)
    if (pages[i] == page) return 1;
  return 0;
}

static void pass_on(const struct sigaction *to, int signal, siginfo_t *info, void *context) {
  if (to->sa_flags & SA_SIGINFO) {
    to->sa_sigaction(signal, info, context);
  } else if (to->sa_handler != SIG_DFL && to->sa_handler != SIG_IGN) {
    to->sa_handler(signal);
  } else {
    sigaction(signal, to, NULL); /* it happens again, as it would have without us */
  }
}

static void fault(int signal, siginfo_t *info, void *context) {
  uintptr_t address = (uintptr_t)info->si_addr;
  uintptr_t page = address / page_size() * page_size();
  if (!closed || !known(page)) {
    pass_on(&before, signal, info, context);
    return;
  }
  int writes = 0;
#ifdef __x86_64__
  ucontext_t *machine = context;
  writes = (machine->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#endif
  if (touched < TOUCHES) touches[touched++] = (struct touch){address, writes};
  mprotect((void *)page, page_size(), PROT_READ | PROT_WRITE);
#ifdef __x86_64__
  if (steps < STEPS && open_count < 4) {
    open_pages[open_count++] = page;
    machine->uc_mcontext.gregs[REG_EFL] |= 0x100; /* one instruction */
  }
#endif
}

#ifdef __x86_64__
static void step(int signal, siginfo_t *info, void *context) {
  ucontext_t *machine = context;
  if (!open_count) {
    pass_on(&before_step, signal, info, context);
    return;
  }
  machine->uc_mcontext.gregs[REG_EFL] &= ~0x100ll;
  steps++;
  while (open_count) {
    uintptr_t page = open_pages[--open_count];
    if (closed && known(page)) mprotect((void *)page, page_size(), PROT_NONE);
  }
}
#endif

static void install(void) {
  if (installed) return;
  installed = 1;
  struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSEGV, &action, &before);
#ifdef __x86_64__
  action.sa_sigaction = step;
  sigaction(SIGTRAP, &action, &before_step);
#endif
}

/* What a kernel or a copy has written, in memory of whole pages of ours. */
void guard_add(const char *from, size_t bytes) {
  if (!order_wanted()) return;
  uintptr_t first = (uintptr_t)from / page_size() * page_size();
  for (uintptr_t page = first; page < (uintptr_t)from + bytes && count < PAGES; page += page_size())
    if (!count || pages[count - 1] != page) pages[count++] = page;
}

void guard_close(void) {
  if (!count) return;
  install();
  closed = 1;
  for (int i = 0; i < count; i++) mprotect((void *)pages[i], page_size(), PROT_NONE);
}

/* The operating system is about to load or store these bytes for the program; their pages stay open until the next
 * operation on the device. */
void guard_reach(const void *from, size_t bytes, int writes) {
  if (!closed || !bytes) return;
  uintptr_t first = (uintptr_t)from / page_size() * page_size();
  for (uintptr_t page = first; page < (uintptr_t)from + bytes; page += page_size()) {
    if (!known(page)) continue;
    uint64_t address = page > (uintptr_t)from ? page : (uintptr_t)from;
    if (touched < TOUCHES) touches[touched++] = (struct touch){address, writes};
    mprotect((void *)page, page_size(), PROT_READ | PROT_WRITE);
  }
}

/* The libraries themselves are about to touch memory for both sides. */
void guard_open(void) {
  if (!closed) return;
  closed = 0;
  for (int i = 0; i < count; i++) mprotect((void *)pages[i], page_size(), PROT_READ | PROT_WRITE);
}

/* The host has waited. */
void guard_forget(void) {
  guard_open();
  count = 0;
}

/* The next touch that nobody was told of; 0 for none. */
int guard_touch(uint64_t *address, int *writes) {
  if (!touched) return 0;
  touched--;
  *address = touches[touched].address;
  *writes = touches[touched].writes;
  return 1;
}
