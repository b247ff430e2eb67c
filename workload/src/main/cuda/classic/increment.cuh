// Counting by atomics, which differ in what they promise.
#pragma once

#include "syncopate.cuh"

enum Promise { RELAXED, ACQ_REL, COMMUTATIVE };

template <Promise PROMISE>
static __device__ __forceinline__ void increment(unsigned *counter) {
  if (PROMISE == COMMUTATIVE) {
    syncopate::commutative::add(counter, 1u);
  } else if (PROMISE == ACQ_REL) {
    syncopate::fetch_add(counter, 1u, syncopate::acq_rel, syncopate::gpu);
  } else {
    atomicAdd(counter, 1u);
  }
}
