/*
 * The driver's linker (cuLinkCreate and so on). It keeps what it is given as fat binaries; the simulator makes PTX of
 * all, which the program loads as it would load machine code.
 */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 64, INPUT_PTX = 1, INPUT_FAT_BINARY = 2, INPUT_LIBRARY = 4, ENTRY = 64, HEADER = 16 };

struct link {
  char *inputs[MOST_INPUTS];
  size_t sizes[MOST_INPUTS];
  int count;
  char *linked; /* what cuLinkComplete gives */
  unsigned options;
  int option[MOST_INPUTS];
  void **value; /* the program's own, in which it hears of the end */
};

void jit_log(unsigned count, const int *options, void **values, const char *problem) {
  char *text[2] = {NULL, NULL}; /* of information, of errors */
  unsigned room[2] = {count, count};
  for (unsigned i = 0; i < count; i++) {
    float none = 0;
    int which = options[i] / 5; /* CU_JIT_INFO_LOG_BUFFER and its size are 3 and 4, those of errors 5 and 6 */
    if (options[i] == 2) memcpy(&values[i], &none, sizeof none); /* CU_JIT_WALL_TIME */
    if (options[i] == 3 || options[i] == 5) text[which] = values[i];
    if (options[i] == 4 || options[i] == 6) room[which] = i;
  }
  for (int which = 0; which < 2; which++) {
    if (room[which] == count) continue;
    size_t size = (size_t)(uintptr_t)values[room[which]];
    const char *said = which && problem ? problem : "";
    if (text[which] && size) snprintf(text[which], size, "%s", said);
    values[room[which]] = (void *)(uintptr_t)(strlen(said) < size ? strlen(said) : size); /* how much is in it */
  }
}

static void put(char *at, uint64_t value, int bytes) { memcpy(at, &value, (size_t)bytes); }

/* A fat binary with one entry of PTX, not compressed; FatBinary.java draws both. */
static char *fat_binary(const char *ptx, size_t size, size_t *whole) {
  size_t padded = (size + 8) / 8 * 8; /* with a zero at the end */
  *whole = HEADER + ENTRY + padded;
  char *all = calloc(1, *whole);
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
  if (!out || count > MOST_INPUTS) return INVALID_VALUE;
  struct link *link = calloc(1, sizeof *link);
  if (!link) return OUT_OF_MEMORY;
  link->options = count;
  if (count) memcpy(link->option, options, count * sizeof *options);
  link->value = values;
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
    copy = fat_binary(data, strnlen(data, size), &size);
  } else {
    copy = malloc(size);
    if (copy) memcpy(copy, data, size);
  }
  if (!copy) return OUT_OF_MEMORY;
  link->sizes[link->count] = size;
  link->inputs[link->count++] = copy;
  return SUCCESS;
}

EXPORT int cuLinkAddFile_v2(struct link *link, int type, const char *path, unsigned count, int *options,
                            void **values) {
  /* What it has ends in calls that no kernel can make here; who makes one is told so (PtxLinker.java). */
  if (type == INPUT_LIBRARY && path && strstr(path, "libcudadevrt.a")) return SUCCESS;
  size_t size;
  char *all = read_file(path, &size);
  if (!all) return 301; /* CUDA_ERROR_FILE_NOT_FOUND */
  int status = cuLinkAddData_v2(link, type, all, size, path, count, options, values);
  free(all);
  return status;
}

/* The request's bytes are the fat binaries one behind the other; those of the reply are PTX, or why there is none. */
EXPORT int cuLinkComplete(struct link *link, void **out, size_t *size) {
  if (!link || !link->count || !out) return INVALID_VALUE;
  if (failed()) return failed();
  size_t whole = 0, at = 0;
  for (int i = 0; i < link->count; i++) whole += link->sizes[i];
  char *all = malloc(whole);
  if (!all) return OUT_OF_MEMORY;
  for (int i = 0; i < link->count; at += link->sizes[i++]) memcpy(all + at, link->inputs[i], link->sizes[i]);
  struct reply reply = {0};
  int status = call(LINK, NULL, 0, all, whole, &reply);
  free(all);
  jit_log(link->options, link->option, link->value, status ? reply.data : NULL);
  if (status) {
    free(reply.data);
    return status;
  }
  free(link->linked);
  link->linked = reply.data;
  *out = reply.data;
  if (size) *size = reply.size + 1;
  return SUCCESS;
}

EXPORT int cuLinkDestroy(struct link *link) {
  for (int i = 0; link && i < link->count; i++) free(link->inputs[i]);
  if (link) free(link->linked);
  free(link);
  return SUCCESS;
}
