// Two-level barriers over a grid (HeteroSync, section III-A3): the CTAs of a unit meet at cta scope, the
// one of rank 0 meets those of the other units at gpu scope, then the unit's CTAs may go on. The whole
// CTA calls a barrier.
#pragma once

#include "heterosync/mutex.cuh"

namespace heterosync {

// Words of a barrier: of all units, then of each unit, `stride` words each, all zero at first. A
// counter barrier has its two counters in the first two of them, a lock-free one an array of arrivals
// in the lower half and one of departures in the upper half.
struct BarrierWords {
  unsigned *words;
  unsigned stride;
  unsigned units;
  unsigned ctas;  // on each unit
};

// Whether the CTAs of a unit wait for the other units, and whether the last unit comes late; whether a
// CTA looks at what it visits next before the barrier, and so has stale copies unless it is ordered. Both
// are there for barriers that are wrong on purpose.
struct Waits {
  static constexpr bool EARLY = false;
  static constexpr bool LOOKS = false;
};
struct Early : Waits {
  static constexpr bool EARLY = true;
};
struct Looks : Waits {
  static constexpr bool LOOKS = true;
};

// Counters: who comes adds one, and whoever finds all there sets the counter to 0, which lets all go
// on. A second counter, passed likewise, keeps the fast ones from coming again too early, where other
// barriers turn round a sense.
template <class Order, class Fault>
struct AtomicTree {
  static constexpr unsigned WRAP = 0x7FFFFFFFu;

  BarrierWords at;
  Place me;

  template <class Scope, class Waiting>
  static __device__ __forceinline__ void pass(unsigned *counter, unsigned n) {
    __shared__ unsigned passed;
    Waiting waiting(1u, 0u);
    __syncthreads();
    if (master()) {
      passed = 0u;
      increment(counter, WRAP, typename Order::Out(), Scope());
    }
    do {
      __syncthreads();
      if (master()) {
        if (syncopate::compare_exchange(counter, n, 0u, typename Order::In(), Scope()) == 0u) {
          passed = 1u;
        } else {
          waiting.pause();
        }
      }
      __syncthreads();
    } while (passed == 0u);
  }

  template <class Scope, class Waiting>
  static __device__ __forceinline__ void meet_at(unsigned *counters, unsigned n) {
    pass<Scope, Waiting>(counters, n);
    pass<Scope, Waiting>(counters + 1, n);
  }

  // Meets the CTAs of the unit alone.
  __device__ __forceinline__ void meet_unit() {
    if (at.ctas > 1u) {
      meet_at<syncopate::cta_t, Spinning>(at.words + (me.unit + 1u) * at.stride, at.ctas);
    }
  }

  __device__ __forceinline__ void meet() {
    meet_unit();
    if (me.rank == 0u) {
      meet_at<syncopate::gpu_t, BackingOff>(at.words, at.units);
    }
    if (!Fault::EARLY) {
      meet_unit();
    }
  }
};

// Arrays: each CTA sets an arrival of its own. The leader's threads share the arrivals that they wait
// for, then clear these and set the departures. No word is counted by several.
template <class Order, class Fault>
struct LockFreeTree {
  using In = typename Order::In;
  using Out = typename Order::Out;

  BarrierWords at;
  Place me;

  template <class Scope>
  static __device__ __forceinline__ void arrive(unsigned *arrivals, unsigned i) {
    __syncthreads();
    if (master()) {
      syncopate::exchange(arrivals + i, 1u, Out(), Scope());
    }
    __syncthreads();
  }

  template <class Scope>
  static __device__ __forceinline__ void collect(const unsigned *arrivals, unsigned n) {
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
      while (syncopate::load(arrivals + i, In(), Scope()) != 1u) {}
    }
    __syncthreads();
  }

  template <class Scope>
  __device__ __forceinline__ void release(unsigned *arrivals, unsigned n) const {
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
      syncopate::store(arrivals + i, 0u, syncopate::relaxed, Scope());
      syncopate::store(arrivals + at.stride / 2u + i, 1u, Out(), Scope());
    }
    __syncthreads();
  }

  template <class Scope>
  __device__ __forceinline__ void depart(unsigned *arrivals, unsigned i) const {
    if (master()) {
      unsigned *departure = arrivals + at.stride / 2u + i;
      while (syncopate::load(departure, In(), Scope()) != 1u) {}
      syncopate::store(arrivals + i, 0u, syncopate::relaxed, Scope());
      syncopate::store(departure, 0u, syncopate::relaxed, Scope());
    }
    __syncthreads();
  }

  __device__ __forceinline__ void meet_others() const {
    arrive<syncopate::gpu_t>(at.words, me.unit);
    if (me.unit == 0u) {
      collect<syncopate::gpu_t>(at.words, at.units);
      release<syncopate::gpu_t>(at.words, at.units);
    }
    depart<syncopate::gpu_t>(at.words, me.unit);
  }

  // Meets the CTAs of the unit; its leader then those of the other units, unless only the unit is meant.
  __device__ __forceinline__ void meet_at(bool others) const {
    unsigned *mine = at.words + (me.unit + 1u) * at.stride;
    arrive<syncopate::cta_t>(mine, me.rank);
    if (me.rank == 0u) {
      collect<syncopate::cta_t>(mine, at.ctas);
      if (others && !Fault::EARLY) {
        meet_others();
      }
      release<syncopate::cta_t>(mine, at.ctas);
      if (others && Fault::EARLY) {
        meet_others();
      }
    }
    depart<syncopate::cta_t>(mine, me.rank);
  }

  __device__ __forceinline__ void meet_unit() { meet_at(false); }
  __device__ __forceinline__ void meet() { meet_at(true); }
};

}  // namespace heterosync
