/* Tensor maps of the driver API. The simulator knows the rules and what the object is like. */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_BYTES = 128, MAP_ALIGNMENT = 64, MOST_DIMENSIONS = 5, MAP_WORDS = 27 };

static int refuse(const char *function, const char *why) {
  complain("%s: %s", function, why);
  return INVALID_VALUE;
}

/* The device's address for memory that both sides use. */
static uint64_t device_address(const void *pointer) {
  lock();
  struct region *region = region_of(pointer);
  const char *at = pointer;
  uint64_t address = (uint64_t)(uintptr_t)pointer;
  if (region && at >= region->host && at < region->host + region->size)
    address = region->device + (uint64_t)(at - region->host);
  unlock();
  return address;
}

EXPORT int cuTensorMapEncodeTiled(void *map, int type, uint32_t rank, void *global, const uint64_t *sizes,
                                  const uint64_t *strides, const uint32_t *box, const uint32_t *steps, int interleave,
                                  int swizzle, int promotion, int fill) {
  const char *self = "cuTensorMapEncodeTiled";
  if (failed()) return failed();
  if (!map || !global || !sizes || !box || !steps || (rank > 1 && !strides)) return refuse(self, "a null pointer");
  if ((uintptr_t)map % MAP_ALIGNMENT) return refuse(self, "the map's address is no multiple of 64");
  if (rank < 1 || rank > MOST_DIMENSIONS) return refuse(self, "the rank is not 1 to 5");
  uint64_t words[MAP_WORDS] = {rank,
                               (uint64_t)type,
                               device_address(global),
                               (uint64_t)interleave,
                               (uint64_t)swizzle,
                               (uint64_t)promotion,
                               (uint64_t)fill};
  for (uint32_t i = 0; i < rank; i++) {
    words[7 + i] = sizes[i];
    if (i + 1 < rank) words[12 + i] = strides[i];
    words[17 + i] = box[i];
    words[22 + i] = steps[i];
  }
  struct reply reply = {0};
  int status = call(TENSOR_MAP, words, MAP_WORDS, NULL, 0, &reply);
  if (status == SUCCESS) status = (int)reply.words[0];
  if (status == SUCCESS && reply.size == MAP_BYTES) memcpy(map, reply.data, MAP_BYTES);
  else if (reply.data) complain("%s: %.*s", self, (int)reply.size, reply.data);
  free(reply.data);
  return status;
}

/* The address is the first field of the object (TensorMapLayout.java). */
EXPORT int cuTensorMapReplaceAddress(void *map, void *global) {
  const char *self = "cuTensorMapReplaceAddress";
  uint64_t address = device_address(global);
  if (!map || !global) return refuse(self, "a null pointer");
  if ((uintptr_t)map % MAP_ALIGNMENT) return refuse(self, "the map's address is no multiple of 64");
  if (address % 16) return refuse(self, "the tensor's address is no multiple of 16");
  memcpy(map, &address, sizeof address);
  return SUCCESS;
}
