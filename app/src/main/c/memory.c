/*
 * Memory. What the device alone has is at the simulator. Managed and pinned memory is at the same addresses here: the
 * program's copy is the right one between launches, and what has changed since both sides agreed goes over before each
 * launch and comes back after it.
 */
#include "core.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BLOCK 4096          /* what is compared */
#define CHUNK (4ull << 20)  /* the most that one request carries */

static struct region *regions;

int memory_of_both_sides(void) { return regions != NULL; }

static int base_end(uint64_t *base, uint64_t *end) {
  const struct machine *have;
  int status = machine(&have);
  *base = have->base;
  *end = have->end;
  return status;
}

struct region *region_of(const void *pointer) {
  const char *at = pointer;
  uint64_t address = (uint64_t)(uintptr_t)pointer;
  for (struct region *each = regions; each; each = each->next) {
    if (at >= each->host && at < each->host + each->size) return each;
    if (address >= each->device && address < each->device + each->size) return each;
  }
  return NULL;
}

/* Whether only the device has what is there. */
int is_device(const void *pointer) {
  uint64_t base, end;
  if (base_end(&base, &end)) return 0;
  uint64_t address = (uint64_t)(uintptr_t)pointer;
  int window = address >= 0x7c0000000000ull && address < 0x7c0000100000ull; /* constant memory */
  return (window || (address >= base && address < end)) && !region_of(pointer);
}

/* Where the program's copy of shared memory is; other addresses are what they are. */
static char *host_address(const void *pointer) {
  struct region *region = region_of(pointer);
  uint64_t address = (uint64_t)(uintptr_t)pointer;
  if (region && address >= region->device && address < region->device + region->size)
    return region->host + (address - region->device);
  return (char *)pointer;
}

static struct region *region_add(char *host, uint64_t device, size_t size, enum kind kind, unsigned flags) {
  struct region *region = calloc(1, sizeof *region);
  if (!region) return NULL;
  region->shadow = calloc(1, size);
  if (!region->shadow) {
    free(region);
    return NULL;
  }
  region->host = host;
  region->device = device;
  region->size = size;
  region->kind = kind;
  region->flags = flags;
  region->next = regions;
  regions = region;
  order_both_sides();
  return region;
}

static void region_remove(struct region *region) {
  for (struct region **at = &regions; *at; at = &(*at)->next) {
    if (*at == region) {
      *at = region->next;
      break;
    }
  }
  free(region->shadow);
  free(region);
}

/* Maps whole pages of this process at the device's addresses; pages that are shared already stay. */
static int map_at(uint64_t address, size_t bytes) {
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t from = address / page * page;
  uint64_t to = (address + bytes + page - 1) / page * page;
  for (uint64_t at = from; at < to;) {
    int taken = 0;
    for (struct region *each = regions; each && !taken; each = each->next) {
      uint64_t first = each->device / page * page;
      uint64_t last = (each->device + each->size + page - 1) / page * page;
      taken = (uint64_t)(uintptr_t)each->host == each->device && at >= first && at < last;
    }
    uint64_t size = from == at && !regions ? to - from : page;
    if (!taken) {
      void *got = mmap((void *)(uintptr_t)at, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
      if (got != (void *)(uintptr_t)at) {
        if (got != MAP_FAILED) munmap(got, size);
        complain("this program uses address 0x%llx itself, where the device has memory for both sides",
                 (unsigned long long)at);
        return OUT_OF_MEMORY;
      }
    } else {
      size = page;
    }
    at += size;
  }
  return SUCCESS;
}

/* Maps memory that nothing else shares a page with. */
static int map_alone(uint64_t address, size_t bytes) {
  void *got = mmap((void *)(uintptr_t)address, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == (void *)(uintptr_t)address) return SUCCESS;
  if (got != MAP_FAILED) munmap(got, bytes);
  complain("this program uses address 0x%llx itself, where the device has memory for both sides",
           (unsigned long long)address);
  return OUT_OF_MEMORY;
}

int memory_allocate(size_t bytes, enum kind kind, unsigned flags, void **out) {
  *out = NULL;
  if (failed()) return failed();
  if (bytes == 0) return SUCCESS;
  uint64_t words[] = {bytes, kind};
  struct reply reply = {0};
  int status = call(ALLOCATE, words, 2, NULL, 0, &reply);
  free(reply.data);
  if (status) return status;
  uint64_t address = reply.words[0];
  if (kind != DEVICE_MEMORY) {
    lock();
    status = map_alone(address, bytes);
    if (status == SUCCESS && !region_add((char *)(uintptr_t)address, address, bytes, kind, flags)) {
      munmap((void *)(uintptr_t)address, bytes);
      status = OUT_OF_MEMORY;
    }
    unlock();
    if (status) {
      call(RELEASE, &address, 1, NULL, 0, NULL);
      return status;
    }
  }
  *out = (void *)(uintptr_t)address;
  return SUCCESS;
}

int memory_free(void *pointer, enum kind kind) {
  if (failed()) return failed();
  if (!pointer) return SUCCESS;
  lock();
  struct region *region = region_of(pointer);
  int suits = kind == PINNED_MEMORY ? region && region->kind == PINNED_MEMORY
                                    : !region || region->kind == MANAGED_MEMORY;
  int status = suits && (!region || region->host == pointer) ? SUCCESS : INVALID_VALUE;
  if (status == SUCCESS) {
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    status = call(RELEASE, &address, 1, NULL, 0, NULL);
    if (status == SUCCESS && region) {
      guard_forget();
      munmap(region->host, region->size);
      region_remove(region);
    }
  } else if (!region) {
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    call(REFUSED, &address, 1, NULL, 0, NULL); /* for whoever checks the program */
  }
  unlock();
  return status;
}

int memory_register(void *host, size_t bytes, unsigned flags) {
  if (!host || !bytes) return INVALID_VALUE;
  lock();
  int status = region_of(host) ? ALREADY_REGISTERED : SUCCESS;
  if (status == SUCCESS) {
    uint64_t words[] = {bytes, REGISTERED_MEMORY};
    struct reply reply = {0};
    status = call(ALLOCATE, words, 2, NULL, 0, &reply);
    free(reply.data);
    if (status == SUCCESS && !region_add(host, reply.words[0], bytes, REGISTERED_MEMORY, flags)) status = OUT_OF_MEMORY;
  }
  unlock();
  return status;
}

int memory_unregister(void *host) {
  lock();
  struct region *region = region_of(host);
  int status = NOT_REGISTERED;
  if (region && region->kind == REGISTERED_MEMORY && region->host == host) {
    status = call(RELEASE, &region->device, 1, NULL, 0, NULL);
    region_remove(region);
  }
  unlock();
  return status;
}

static int read_device(void *to, uint64_t from, size_t bytes) {
  int status = SUCCESS;
  for (size_t at = 0; at < bytes && !status;) {
    size_t piece = bytes - at < CHUNK ? bytes - at : CHUNK;
    uint64_t words[] = {from + at, piece};
    struct reply reply = {.into = (char *)to + at, .room = piece};
    status = call(READ, words, 2, NULL, 0, &reply);
    free(reply.data);
    at += piece;
  }
  return status;
}

static int write_device(uint64_t to, const void *from, size_t bytes) {
  int status = SUCCESS;
  for (size_t at = 0; at < bytes && !status;) {
    size_t piece = bytes - at < CHUNK ? bytes - at : CHUNK;
    uint64_t address = to + at;
    status = call(WRITE, &address, 1, (const char *)from + at, piece, NULL);
    at += piece;
  }
  return status;
}

int memory_share(uint64_t address, size_t bytes) {
  int status = map_at(address, bytes);
  char *host = (char *)(uintptr_t)address;
  struct region *region = status ? NULL : region_add(host, address, bytes, MANAGED_MEMORY, 1);
  if (!region) return status ? status : OUT_OF_MEMORY;
  region->fixed = 1;
  status = read_device(host, address, bytes);
  memcpy(region->shadow, host, bytes);
  return status;
}

int memory_copy(void *to, const void *from, size_t bytes) {
  if (failed()) return failed();
  if (bytes == 0) return SUCCESS;
  if (!to || !from) return INVALID_VALUE;
  lock();
  int into = is_device(to), out_of = is_device(from);
  uint64_t target = (uint64_t)(uintptr_t)to, source = (uint64_t)(uintptr_t)from;
  int status = SUCCESS;
  guard_open();
  order_begin(WORK_COPY, 0);
  order_touch(from, bytes, 0);
  order_touch(to, bytes, 1);
  order_end();
  if (!into || !out_of) order_host_copied((into || region_of(to)) && (out_of || region_of(from)));
  if (into && out_of) {
    uint64_t words[] = {target, source, bytes};
    status = call(COPY, words, 3, NULL, 0, NULL);
  } else if (into) {
    status = write_device(target, host_address(from), bytes);
  } else if (out_of) {
    status = read_device(host_address(to), source, bytes);
  } else {
    memmove(host_address(to), host_address(from), bytes);
  }
  struct region *target_region = into ? NULL : region_of(to);
  if (target_region && target_region->kind != REGISTERED_MEMORY && order_pending()) guard_add(host_address(to), bytes);
  guard_close();
  unlock();
  return status;
}

int memory_copy_2d(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height) {
  if (width > to_pitch || width > from_pitch) return height > 1 ? 12 /* cudaErrorInvalidPitchValue */ : INVALID_VALUE;
  if (width == to_pitch && width == from_pitch) return memory_copy(to, from, width * height);
  int status = SUCCESS;
  for (size_t row = 0; row < height && !status; row++)
    status = memory_copy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
  return status;
}

int memory_fill(void *to, uint64_t value, unsigned element, size_t count) {
  if (failed()) return failed();
  if (count == 0) return SUCCESS;
  if (!to || (uintptr_t)to % element) return INVALID_VALUE;
  lock();
  int status = SUCCESS;
  guard_open();
  order_begin(WORK_FILL, 0);
  order_touch(to, element * count, 1);
  order_end();
  if (is_device(to)) {
    uint64_t words[] = {(uint64_t)(uintptr_t)to, value, element, count};
    status = call(FILL, words, 4, NULL, 0, NULL);
  } else if (!region_of(to)) {
    status = INVALID_VALUE;
  } else {
    char *host = host_address(to);
    for (size_t i = 0; i < count; i++) memcpy(host + i * element, &value, element);
  }
  guard_close();
  unlock();
  return status;
}

int memory_range(const void *pointer, uint64_t *start, uint64_t *size) {
  uint64_t address = (uint64_t)(uintptr_t)pointer;
  struct reply reply = {0};
  int status = call(RANGE, &address, 1, NULL, 0, &reply);
  *start = reply.words[0];
  *size = reply.words[1];
  free(reply.data);
  return status;
}

int memory_push(void) {
  int status = SUCCESS;
  guard_open();
  for (struct region *each = regions; each && !status; each = each->next) {
    size_t from = 0;
    size_t dirty = 0;
    for (size_t at = 0; at < each->size && !status; at += BLOCK) {
      size_t piece = each->size - at < BLOCK ? each->size - at : BLOCK;
      if (memcmp(each->host + at, each->shadow + at, piece) == 0) continue;
      memcpy(each->shadow + at, each->host + at, piece);
      if (dirty && from + dirty != at) {
        status = write_device(each->device + from, each->shadow + from, dirty);
        dirty = 0;
      }
      if (!dirty) from = at;
      dirty += piece;
    }
    if (dirty && !status) status = write_device(each->device + from, each->shadow + from, dirty);
  }
  return status;
}

/* The reply's bytes: an offset and a length (8 bytes each) before each run of changed bytes. */
int memory_pull(void) {
  int status = SUCCESS;
  for (struct region *each = regions; each && !status; each = each->next) {
    for (size_t at = 0; at < each->size && !status; at += CHUNK) {
      size_t piece = each->size - at < CHUNK ? each->size - at : CHUNK;
      uint64_t words[] = {each->device, at, piece, each->size};
      struct reply reply = {0};
      status = call(CHANGES, words, 4, NULL, 0, &reply);
      for (size_t next = 0; !status && next + 16 <= reply.size;) {
        uint64_t offset, length;
        memcpy(&offset, reply.data + next, 8);
        memcpy(&length, reply.data + next + 8, 8);
        memcpy(each->host + offset, reply.data + next + 16, length);
        memcpy(each->shadow + offset, reply.data + next + 16, length);
        if (each->kind != REGISTERED_MEMORY) guard_add(each->host + offset, length);
        next += 16 + length;
      }
      free(reply.data);
    }
  }
  return status;
}

/* cudaDeviceReset: what was allocated is gone. Managed variables stay where they are. */
void memory_forget(void) {
  guard_forget();
  for (struct region *each = regions; each;) {
    struct region *next = each->next;
    if (!each->fixed) {
      if (each->kind != REGISTERED_MEMORY) munmap(each->host, each->size);
      region_remove(each);
    }
    each = next;
  }
}
