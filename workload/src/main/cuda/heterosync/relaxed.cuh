// Relaxed atomics at gpu scope, by which the kernels of Table II read, and places of CTAs of which
// there are as many as the table says.
#pragma once

#include "heterosync/place.cuh"

namespace heterosync {

static __device__ __forceinline__ unsigned get(const unsigned *word) {
  return syncopate::load(word, syncopate::relaxed, syncopate::gpu);
}

static __device__ __forceinline__ void put(unsigned *word, unsigned value) {
  syncopate::store(word, value, syncopate::relaxed, syncopate::gpu);
}

static __device__ __forceinline__ unsigned fetch_add(unsigned *word, unsigned value) {
  return syncopate::fetch_add(word, value, syncopate::relaxed, syncopate::gpu);
}

// Adds where nobody wants to know the sum.
static __device__ __forceinline__ void add(unsigned *word, unsigned value) {
  asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;"
               : : "l"(__cvta_generic_to_global(word)), "r"(value) : "memory");
}

// Wrong on purpose: an addition in two halves, between which another one may be lost.
static __device__ __forceinline__ unsigned fetch_then_put(unsigned *word, unsigned value) {
  unsigned old = get(word);
  put(word, old + value);
  return old;
}

// A mixing of 32 bits in which every bit of the input counts (the finaliser of MurmurHash3).
static __device__ __forceinline__ unsigned mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x85EBCA6Bu;
  x ^= x >> 13;
  x *= 0xC2B2AE35u;
  return x ^ x >> 16;
}

}  // namespace heterosync
