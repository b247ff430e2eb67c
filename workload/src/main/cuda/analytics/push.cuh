// What kernels that push along arcs have in common: one vertex a thread, updates of neighbours that
// commute, and words of the vertex's own that only its thread touches. No kernel reads a word that
// it updates commutatively: what is pushed in one kernel is read in the next.
#pragma once
#include "syncopate.cuh"

namespace push {

// CUDA's own atomics: relaxed, gpu scope.
struct relaxed {
  static __device__ __forceinline__ void add(float *a, float x) { atomicAdd(a, x); }
  static __device__ __forceinline__ void add(int *a, int x) { atomicAdd(a, x); }
  static __device__ __forceinline__ void minimum(unsigned *a, unsigned x) { atomicMin(a, x); }
  static __device__ __forceinline__ void maximum(unsigned *a, unsigned x) { atomicMax(a, x); }
  static __device__ __forceinline__ void bit_or(unsigned *a, unsigned x) { atomicOr(a, x); }
};

// Every update also acquires and releases, as a cautious programmer would write it.
struct acq_rel {
#define PUSH_ACQ_REL(T, name, operation)                              \
  static __device__ __forceinline__ void name(T *a, T x) {            \
    syncopate::operation(a, x, syncopate::acq_rel, syncopate::gpu);   \
  }
  PUSH_ACQ_REL(float, add, fetch_add)
  PUSH_ACQ_REL(int, add, fetch_add)
  PUSH_ACQ_REL(unsigned, minimum, fetch_min)
  PUSH_ACQ_REL(unsigned, maximum, fetch_max)
  PUSH_ACQ_REL(unsigned, bit_or, fetch_or)
#undef PUSH_ACQ_REL
};

// Unordered, and not read before the kernel's end.
struct commutative {
#define PUSH_COMMUTATIVE(T, name)                                     \
  static __device__ __forceinline__ void name(T *a, T x) {            \
    syncopate::commutative::name(a, x);                               \
  }
  PUSH_COMMUTATIVE(float, add)
  PUSH_COMMUTATIVE(int, add)
  PUSH_COMMUTATIVE(unsigned, minimum)
  PUSH_COMMUTATIVE(unsigned, maximum)
  PUSH_COMMUTATIVE(unsigned, bit_or)
#undef PUSH_COMMUTATIVE
};

}  // namespace push

// Kernels NAME_relaxed and so on. WORK is a structure of parameters with a number of vertices `n` and
// template <class Atomic> void METHOD(unsigned vertex) const.
#define PUSH_KERNEL(NAME, WORK, METHOD, ATOMIC)                       \
  __global__ void NAME##_##ATOMIC(WORK work) {                        \
    unsigned v = blockIdx.x * blockDim.x + threadIdx.x;               \
    if (v < work.n) {                                                 \
      work.METHOD<push::ATOMIC>(v);                                   \
    }                                                                 \
  }
#define PUSH_KERNELS(NAME, WORK, METHOD)                              \
  PUSH_KERNEL(NAME, WORK, METHOD, relaxed)                            \
  PUSH_KERNEL(NAME, WORK, METHOD, acq_rel)                            \
  PUSH_KERNEL(NAME, WORK, METHOD, commutative)

// A kernel without updates of others: void METHOD(unsigned vertex) const.
#define OWN_KERNEL(NAME, WORK, METHOD)                                \
  __global__ void NAME(WORK work) {                                   \
    unsigned v = blockIdx.x * blockDim.x + threadIdx.x;               \
    if (v < work.n) {                                                 \
      work.METHOD(v);                                                 \
    }                                                                 \
  }

// The same where METHOD says whether there is more to do: then the word `flag` is set, once a CTA.
#define SETTLE_KERNEL(NAME, WORK, METHOD)                             \
  __global__ void NAME(WORK work) {                                   \
    unsigned v = blockIdx.x * blockDim.x + threadIdx.x;               \
    bool again = v < work.n && work.METHOD(v);                        \
    if (__syncthreads_or(again) && threadIdx.x == 0) {                \
      atomicOr(work.flag, 1u);                                        \
    }                                                                 \
  }
