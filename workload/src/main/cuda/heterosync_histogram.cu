// Histograms in global memory (HeteroSync, section III-B, Table II): CTAs share the values, and add to
// the bins by relaxed atomics, whose order is of no account. Another kernel of one CTA reads the bins
// when all is counted, by relaxed loads that need order nothing either (HG-NO).
#include "heterosync/relaxed.cuh"

using namespace heterosync;

struct Counting {
  Layout layout;
  const unsigned *values;
  unsigned *bins;
  unsigned ctas;
  unsigned n;
  unsigned mask;  // of a value: its bin
};

template <bool TEARS>
static __device__ __forceinline__ void count(const Counting &p) {
  Place me(p.layout);
  if (me.idle || me.id >= p.ctas) {
    return;
  }
  for (unsigned i = me.id * blockDim.x + threadIdx.x; i < p.n; i += p.ctas * blockDim.x) {
    unsigned *bin = &p.bins[p.values[i] & p.mask];
    if (TEARS) {
      fetch_then_put(bin, 1u);
    } else {
      add(bin, 1u);
    }
  }
}

extern "C" __global__ void histogram_count(Counting p) { count<false>(p); }

// Wrong on purpose: additions in two halves.
extern "C" __global__ void histogram_torn(Counting p) { count<true>(p); }

extern "C" __global__ void histogram_read(unsigned *bins, unsigned *copy, unsigned n) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    copy[i] = get(&bins[i]);
  }
}
