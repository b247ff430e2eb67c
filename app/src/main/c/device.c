/* What the program learns of its device. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

static struct machine known;
static int ready;
static int failure;

/* The reply: words are memory, base, end, kilohertz and the attributes' count; bytes are these and the name. */
int machine(const struct machine **out) {
  int status = SUCCESS;
  lock();
  if (!ready) {
    struct reply reply = {0};
    status = call(HELLO, NULL, 0, NULL, 0, &reply);
    if (status == SUCCESS) {
      known.memory = reply.words[0];
      known.base = reply.words[1];
      known.end = reply.words[2];
      known.kilohertz = reply.words[3];
      size_t numbers = sizeof known.attributes;
      if (reply.words[4] != ATTRIBUTES || reply.size < numbers) {
        complain("the simulator is of another version than its CUDA library");
        status = INITIALIZATION_ERROR;
      } else {
        memcpy(known.attributes, reply.data, numbers);
        size_t length = reply.size - numbers;
        if (length >= sizeof known.name) length = sizeof known.name - 1;
        memcpy(known.name, reply.data + numbers, length);
        ready = 1;
      }
    }
    free(reply.data);
  }
  unlock();
  *out = &known;
  return status;
}

int failed(void) { return failure; }

void fail(int status) { failure = status; }

static size_t limits[] = {1024, 1 << 20, 8 << 20, 2, 2048, 128, 0};

#define STACK_SIZE 0 /* cudaLimitStackSize, CU_LIMIT_STACK_SIZE */
#define LIMITS (sizeof limits / sizeof *limits)

int set_limit(unsigned limit, size_t value) {
  if (limit >= LIMITS) return UNSUPPORTED_LIMIT;
  int status = SUCCESS;
  if (limit == STACK_SIZE) {
    const uint64_t words[] = {value};
    status = call(STACK, words, 1, NULL, 0, NULL);
  }
  if (status == SUCCESS) limits[limit] = value;
  return status;
}

int get_limit(size_t *value, unsigned limit) {
  if (limit >= LIMITS) return UNSUPPORTED_LIMIT;
  if (!value) return INVALID_VALUE;
  *value = limits[limit];
  return SUCCESS;
}
