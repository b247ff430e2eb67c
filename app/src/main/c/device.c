/* What the program learns of its device. */
#include "core.h"

#include <string.h>

static struct machine known;
static int ready;
static int failure;

/* HELLO's answer: words are memory, base, end and kilohertz; bytes are the attributes and the name. */
int machine(const struct machine **out) {
  int status = SUCCESS;
  lock();
  if (!ready) {
    const struct reply *answer;
    status = hello(&answer);
    if (status == SUCCESS) {
      known.memory = answer->words[0];
      known.base = answer->words[1];
      known.end = answer->words[2];
      known.kilohertz = answer->words[3];
      size_t numbers = sizeof known.attributes;
      memcpy(known.attributes, answer->data, numbers);
      size_t length = answer->size - numbers;
      if (length >= sizeof known.name) length = sizeof known.name - 1;
      memcpy(known.name, answer->data + numbers, length);
      ready = 1;
    }
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
