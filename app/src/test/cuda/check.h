// What the programs here share: a call that fails ends the program, and so does a wrong answer.
#pragma once
#include <cstdio>
#include <cstdlib>

#define CUDA(call)                                                                                   \
  do {                                                                                               \
    cudaError_t status = (call);                                                                     \
    if (status != cudaSuccess) {                                                                     \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status));         \
      std::exit(2);                                                                                  \
    }                                                                                                \
  } while (0)

#define REQUIRE(condition)                                                                           \
  do {                                                                                               \
    if (!(condition)) {                                                                              \
      std::printf("%s:%d: wrong: %s\n", __FILE__, __LINE__, #condition);                             \
      std::exit(1);                                                                                  \
    }                                                                                                \
  } while (0)
