// Two-level barriers over a grid (HeteroSync, section III-A3): CTAs of a unit meet at cta scope, one of
// them meets those of the other units at gpu scope, and lets its unit go on.
//
//   line 0 + 4 u       of unit u: CTAs that have come, or slots, one word a CTA
//   line 1 + 4 u       of unit u: the phase that may go on
//   line 2 + 4 u, 3    the same for meetings of the unit alone
//   line 4 units       units that have come; or slots, one word a unit
//   line 4 units + 1   the phase that may go on
//
// A slot array may reach over several lines; then each of these places is so many lines long. Phases
// count from 1, where a sense would turn round.
#pragma once

#include "heterosync/mutex.cuh"

namespace heterosync {

// What a barrier is made of.
struct BarrierWords {
  unsigned *words;
  unsigned place;  // words from one place to the next
  unsigned units;
  unsigned ctas;   // on each unit
  unsigned first;  // ns of the first wait after a failed try
  unsigned most;   // ns of the longest
};

// How many have to come: all, or, wrong on purpose, all but one.
struct All {
  static constexpr unsigned MISSING = 0u;
};
struct AllButOne {
  static constexpr unsigned MISSING = 1u;
};

// Whether a phase may go on where `now` may.
static __device__ __forceinline__ bool reached(unsigned now, unsigned phase) {
  return static_cast<int>(now - phase) >= 0;
}

// An atomic counter for each unit and one for all; who comes last goes up, and down again. Every thread
// of a CTA calls meet; the first one acts for it.
template <class Order, class Coming>
struct AtomicTree {
  using In = typename Order::In;
  using Both = typename Order::Both;
  using Out = typename Order::Out;

  BarrierWords at;
  Place me;
  unsigned phases = 0u;
  unsigned exchanges = 0u;

  template <class Scope, class Missing>
  static __device__ __forceinline__ bool last(unsigned *count, unsigned phase, unsigned n) {
    unsigned before = syncopate::fetch_add(count, 1u, Both(), Scope());
    return reached(before + 1u + Missing::MISSING, phase * n);
  }

  template <class Scope>
  static __device__ __forceinline__ void wait(unsigned *sense, unsigned phase) {
    while (!reached(syncopate::load(sense, In(), Scope()), phase)) {}
  }

  __device__ __forceinline__ void meet() {
    phases++;
    __syncthreads();
    if (threadIdx.x == 0) {
      unsigned *mine = at.words + 4u * me.unit * at.place;
      unsigned *all = at.words + 4u * at.units * at.place;
      if (last<syncopate::cta_t, All>(mine, phases, at.ctas)) {
        if (last<syncopate::gpu_t, Coming>(all, phases, at.units)) {
          syncopate::store(all + at.place, phases, Out(), syncopate::gpu);
        } else {
          wait<syncopate::gpu_t>(all + at.place, phases);
        }
        syncopate::store(mine + at.place, phases, Out(), syncopate::cta);
      } else {
        wait<syncopate::cta_t>(mine + at.place, phases);
      }
    }
    __syncthreads();
  }

  // Meets the CTAs of the unit alone.
  __device__ __forceinline__ void meet_unit() {
    exchanges++;
    __syncthreads();
    if (threadIdx.x == 0) {
      unsigned *mine = at.words + (4u * me.unit + 2u) * at.place;
      if (last<syncopate::cta_t, All>(mine, exchanges, at.ctas)) {
        syncopate::store(mine + at.place, exchanges, Out(), syncopate::cta);
      } else {
        wait<syncopate::cta_t>(mine + at.place, exchanges);
      }
    }
    __syncthreads();
  }
};

// Nothing but loads and stores: each sets a slot of its own. The CTA of rank 0 looks at the slots of
// its unit, one a thread, then sets the unit's slot, looks at those of all units, and lets its unit go on.
template <class Order, class Coming>
struct LockFreeTree {
  using In = typename Order::In;
  using Out = typename Order::Out;

  BarrierWords at;
  Place me;
  unsigned phases = 0u;
  unsigned exchanges = 0u;

  template <class Scope>
  __device__ __forceinline__ void wait(const unsigned *word, unsigned phase) const {
    BackingOff waiting(at.first, at.most);
    while (!reached(syncopate::load(word, In(), Scope()), phase)) {
      waiting.pause();
    }
  }

  // Waits until all slots have reached a phase; every thread of the CTA calls it.
  template <class Scope>
  __device__ __forceinline__ void gather(const unsigned *slots, unsigned n, unsigned phase) const {
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
      wait<Scope>(slots + i, phase);
    }
    __syncthreads();
  }

  __device__ __forceinline__ void meet_at(unsigned *mine, unsigned phase, bool up) const {
    __syncthreads();
    if (threadIdx.x == 0) {
      syncopate::store(mine + me.rank, phase, Out(), syncopate::cta);
    }
    if (me.rank == 0u) {
      gather<syncopate::cta_t>(mine, at.ctas, phase);
      if (up) {
        unsigned *all = at.words + 4u * at.units * at.place;
        if (threadIdx.x == 0) {
          syncopate::store(all + me.unit, phase, Out(), syncopate::gpu);
        }
        gather<syncopate::gpu_t>(all, at.units - Coming::MISSING, phase);
      }
      if (threadIdx.x == 0) {
        syncopate::store(mine + at.place, phase, Out(), syncopate::cta);
      }
    } else if (threadIdx.x == 0) {
      wait<syncopate::cta_t>(mine + at.place, phase);
    }
    __syncthreads();
  }

  __device__ __forceinline__ void meet() {
    meet_at(at.words + 4u * me.unit * at.place, ++phases, true);
  }

  // Meets the CTAs of the unit alone.
  __device__ __forceinline__ void meet_unit() {
    meet_at(at.words + (4u * me.unit + 2u) * at.place, ++exchanges, false);
  }
};

}  // namespace heterosync
