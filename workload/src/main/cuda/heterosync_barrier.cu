// The tree barriers of HeteroSync (section III-A3; Table I). In each phase a CTA works on a region that
// nobody else touches, and takes over that of the next unit after the barrier. With local exchange it
// does half of its work, meets the CTAs of its unit, and does the rest on what its neighbour there has
// just left.
//
// Every word goes x := a x + visitor, so that its last value tells whether each visitor saw what the one
// before it had stored. Besides, each CTA notes its phase before the barrier and looks after it whether
// all others have noted theirs; the notes of odd and even phases lie apart, so that nobody looks at a
// word that may change.
#include "heterosync/barrier.cuh"

using namespace heterosync;

struct Phases {
  Layout layout;
  unsigned *words;    // of the barrier
  unsigned *data;     // of each CTA, `accesses` rows of one word a thread
  unsigned *notes;    // two for each CTA
  uint4 *missed;      // of each CTA: a phase, a CTA that was not there, its note; first 0: none
  unsigned place;     // words of the barrier from one place to the next
  unsigned ctas;      // on each unit
  unsigned iterations;
  unsigned accesses;  // loads and stores of each thread and phase, even with local exchange
  unsigned first;     // ns
  unsigned most;      // ns
};

static __device__ __forceinline__ void work(unsigned *data, unsigned words, unsigned visitor) {
  for (unsigned j = 0; j < words; j++) {
    data[j * blockDim.x] = data[j * blockDim.x] * 1664525u + visitor;
  }
}

template <class Barrier, class Coming, bool EXCHANGES>
static __device__ __forceinline__ void meet_all(const Phases &p) {
  Place me(p.layout);
  if (me.idle) {
    return;
  }
  unsigned units = p.layout.units;
  unsigned all = units * p.ctas;
  unsigned region = p.accesses * blockDim.x;
  unsigned neighbour = (me.rank + 1u) % p.ctas;
  Barrier barrier{{p.words, p.place, units, p.ctas, p.first, p.most}, me};
  for (unsigned k = 0; k < p.iterations; k++) {
    unsigned unit = (me.unit + k) % units;
    unsigned *data = p.data + threadIdx.x;
    if (EXCHANGES) {
      work(data + (me.rank * units + unit) * region, p.accesses / 2u, me.id + 1u);
      barrier.meet_unit();
      work(data + (neighbour * units + unit) * region, p.accesses / 2u, me.id + 1u);
    } else {
      work(data + (me.rank * units + unit) * region, p.accesses, me.id + 1u);
    }
    if (Coming::MISSING != 0u && me.unit == units - 1u) {
      __nanosleep(5000u);  // comes last, so that the others need not wait for somebody
    }
    unsigned *notes = p.notes + k % 2u * all;
    if (threadIdx.x == 0) {
      notes[me.id] = k + 1u;
    }
    barrier.meet();
    for (unsigned i = threadIdx.x; i < all; i += blockDim.x) {
      unsigned note = notes[i];
      if (note != k + 1u) {
        p.missed[me.id] = make_uint4(k + 1u, i, note, 0u);
      }
    }
  }
}

#define BARRIER(name, order, coming)                                                              \
  extern "C" __global__ void barrier_tb_##name(Phases p) {                                        \
    meet_all<AtomicTree<order, coming>, coming, false>(p);                                        \
  }                                                                                               \
  extern "C" __global__ void barrier_tbex_##name(Phases p) {                                      \
    meet_all<AtomicTree<order, coming>, coming, true>(p);                                         \
  }                                                                                               \
  extern "C" __global__ void barrier_lftb_##name(Phases p) {                                      \
    meet_all<LockFreeTree<order, coming>, coming, false>(p);                                      \
  }                                                                                               \
  extern "C" __global__ void barrier_lftbex_##name(Phases p) {                                    \
    meet_all<LockFreeTree<order, coming>, coming, true>(p);                                       \
  }

BARRIER(lg, Ordered, All)

// Wrong on purpose; the host's check must say so.
BARRIER(short, Ordered, AllButOne)
BARRIER(unordered, Unordered, All)
