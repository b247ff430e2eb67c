// What the tests of the work-stealing queue run: every element says that it was there, after as long
// as it takes.
#include "work_stealing.cuh"

struct Visit {
  unsigned *visits;        // one more for each time that an item's element is taken
  const unsigned *delays;  // nanoseconds that each item takes
  unsigned *flag;
  unsigned n;

  __device__ __forceinline__ bool operator()(unsigned item) const {
    if (item >= n) {
      return false;
    }
    asm volatile("nanosleep.u32 %0;" : : "r"(delays[item]));
    asm volatile("red.relaxed.gpu.add.u32 [%0], 1;" : : "l"(visits + item) : "memory");
    return true;
  }
};

namespace stealing {

// Thieves that dawdle between their two loads, in the right order and in fig. 6's.
struct dawdling : Owner<gpu_t, gpu_t>, Thief<gpu_t> {
  SYNCOPATE_INLINE Ends look(const unsigned *head, const unsigned *tail) {
    unsigned first = syncopate::load(head, acquire, gpu);
    asm volatile("nanosleep.u32 %0;" : : "r"(1000 * (blockIdx.x % 8)));
    return {first, syncopate::load(tail, acquire, gpu)};
  }
};

struct slow_remote : remote {
  SYNCOPATE_INLINE Ends look(const unsigned *head, const unsigned *tail) {
    unsigned first = syncopate::load(head, acquire, gpu);
    asm volatile("nanosleep.u32 %0;" : : "r"(1000 * (blockIdx.x % 8)));
    return {first, syncopate::remote::load(tail, acquire, gpu)};
  }
};

struct tail_first : Owner<gpu_t, gpu_t>, Thief<gpu_t> {
  SYNCOPATE_INLINE Ends look(const unsigned *head, const unsigned *tail) {
    unsigned second = syncopate::load(tail, acquire, gpu);
    asm volatile("nanosleep.u32 %0;" : : "r"(1000 * (blockIdx.x % 8)));
    return {syncopate::load(head, acquire, gpu), second};
  }
};

// An owner that takes its last element without asking, among thieves that think before they act.
struct greedy : Owner<gpu_t, gpu_t>, Thief<gpu_t> {
  SYNCOPATE_INLINE Ends look(const unsigned *head, const unsigned *tail) {
    Ends ends = Thief<gpu_t>::look(head, tail);
    asm volatile("nanosleep.u32 %0;" : : "r"(1000 * (blockIdx.x % 8)));
    return ends;
  }
  SYNCOPATE_INLINE bool claim(unsigned *, unsigned) { return true; }
};

}  // namespace stealing

STEALING_KERNELS(visit, Visit)
STEALING_KERNEL(visit, Visit, dawdling)
STEALING_KERNEL(visit, Visit, slow_remote)
STEALING_KERNEL(visit, Visit, tail_first)
STEALING_KERNEL(visit, Visit, greedy)
