/*
 * The driver's linker (cuLinkCreate and so on). It keeps what it is given; what it makes is a wrapper around fat
 * binaries, which the simulator links as PTX when the program loads it.
 */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 64, INPUT_PTX = 1, INPUT_FAT_BINARY = 2, ENTRY = 64, HEADER = 16 };

struct link {
  int magic, version; /* of a wrapper: a pointer to this is what cuLinkComplete gives */
  const void *data;
  void **rest;
  void *inputs[MOST_INPUTS + 1]; /* null behind the last */
  int count;
};

static void put(char *at, uint64_t value, int bytes) { memcpy(at, &value, (size_t)bytes); }

/* A fat binary with one entry of PTX, not compressed; FatBinary.java draws both. */
static char *fat_binary(const char *ptx, size_t size) {
  size_t padded = (size + 8) / 8 * 8; /* with a zero at the end */
  char *all = calloc(1, HEADER + ENTRY + padded);
  if (!all) return NULL;
  put(all, 0xba55ed50, 4);
  put(all + 4, 1, 2);
  put(all + 6, HEADER, 2);
  put(all + 8, ENTRY + padded, 8);
  char *entry = all + HEADER;
  put(entry, 1, 2);
  put(entry + 2, 0x101, 2);
  put(entry + 4, ENTRY, 4);
  put(entry + 8, padded, 8);
  memcpy(entry + ENTRY, ptx, size);
  return all;
}

EXPORT int cuLinkCreate_v2(unsigned count, int *options, void **values, struct link **out) {
  (void)count, (void)options, (void)values;
  struct link *link = calloc(1, sizeof *link);
  if (!link) return OUT_OF_MEMORY;
  *out = link;
  return SUCCESS;
}

EXPORT int cuLinkAddData_v2(struct link *link, int type, void *data, size_t size, const char *name, unsigned count,
                            int *options, void **values) {
  (void)name, (void)count, (void)options, (void)values;
  if (!link || !data || link->count == MOST_INPUTS) return INVALID_VALUE;
  if (type != INPUT_PTX && type != INPUT_FAT_BINARY) return unsupported("cuLinkAddData of machine code");
  char *copy;
  if (type == INPUT_PTX) {
    copy = fat_binary(data, strnlen(data, size));
  } else {
    copy = malloc(size);
    if (copy) memcpy(copy, data, size);
  }
  if (!copy) return OUT_OF_MEMORY;
  link->inputs[link->count++] = copy;
  return SUCCESS;
}

EXPORT int cuLinkAddFile_v2(struct link *link, int type, const char *path, unsigned count, int *options,
                            void **values) {
  size_t size;
  char *all = read_file(path, &size);
  if (!all) return 301; /* CUDA_ERROR_FILE_NOT_FOUND */
  int status = cuLinkAddData_v2(link, type, all, size, path, count, options, values);
  free(all);
  return status;
}

EXPORT int cuLinkComplete(struct link *link, void **out, size_t *size) {
  if (!link || !link->count) return INVALID_VALUE;
  link->magic = 0x466243b1;
  link->version = 2;
  link->data = link->inputs[0];
  link->rest = link->inputs + 1;
  *out = link;
  if (size) *size = 3 * sizeof(void *);
  return SUCCESS;
}

EXPORT int cuLinkDestroy(struct link *link) {
  for (int i = 0; link && i < link->count; i++) free(link->inputs[i]);
  free(link);
  return SUCCESS;
}
