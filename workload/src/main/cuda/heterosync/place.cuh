// Where a CTA of the HeteroSync suite stands, and how long it waits between two tries.
#pragma once

#include "syncopate.cuh"

namespace heterosync {

// How a launch lies on the machine. CTA b runs on compute unit b mod machineUnits (core.placement
// static, which the host demands); CTAs on units from `units` on have nothing to do.
struct Layout {
  unsigned units;  // units that take part
  unsigned machineUnits;
};

// One CTA among those that take part.
struct Place {
  unsigned unit;
  unsigned rank;  // among the CTAs of its unit
  unsigned id;    // among all: first the CTAs of rank 0 by unit, then those of rank 1, ...
  bool idle;

  __device__ __forceinline__ explicit Place(const Layout &layout) {
    unit = blockIdx.x % layout.machineUnits;
    rank = blockIdx.x / layout.machineUnits;
    id = rank * layout.units + unit;
    idle = unit >= layout.units;
  }
};

// Tries again at once.
struct Spinning {
  __device__ __forceinline__ Spinning(unsigned, unsigned) {}
  __device__ __forceinline__ void pause() {}
};

// Waits twice as long after each failed try.
struct BackingOff {
  unsigned wait;  // ns
  unsigned most;

  __device__ __forceinline__ BackingOff(unsigned first, unsigned longest) : wait(first), most(longest) {}

  __device__ __forceinline__ void pause() {
    __nanosleep(wait);
    wait = min(2u * wait, most);
  }
};

// The orders of coming in, of going out, and of both at once. Unordered is wrong on purpose: a lock
// still admits one at a time, and a barrier waits, but who goes on may read stale data.
struct Ordered {
  using In = syncopate::acquire_t;
  using Out = syncopate::release_t;
  using Both = syncopate::acq_rel_t;
};
struct Unordered {
  using In = syncopate::relaxed_t;
  using Out = syncopate::relaxed_t;
  using Both = syncopate::relaxed_t;
};

}  // namespace heterosync
