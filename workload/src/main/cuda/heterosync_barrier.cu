// The tree barriers of HeteroSync (section III-A3; Table I). In each phase a CTA copies the chains of a
// region that nobody else touches, and takes over the next CTA's region, one of the next unit, after the
// barrier. With local exchange it does so twice: once before it meets the CTAs of its unit, and once on
// the region of its neighbour there.
//
// Every word goes x := a x + visitor + copy, so that its last value tells whether each visitor saw what
// the one before it had stored, and each thread keeps a digest of all words that it loaded. Besides, a
// CTA notes the time before and after each meeting.
#include "heterosync/barrier.cuh"

using namespace heterosync;

struct Phases {
  Layout layout;
  unsigned *words;    // of the barrier
  unsigned *data;     // of each CTA, a region of one chain a thread
  unsigned *times;    // of each CTA and phase: before and after the unit's meeting, and everybody's
  unsigned *digests;  // of each thread
  unsigned stride;    // words of the barrier from one unit to the next
  unsigned ctas;      // on each unit
  unsigned iterations;
  unsigned accesses;  // loads and stores of a thread each time that its CTA copies, at least 2
};

static __device__ __forceinline__ void note(unsigned i) {
  if (master()) {
    notes[i] = now();
  }
}

template <class Barrier, class Fault, bool EXCHANGES>
static __device__ __forceinline__ void meet_all(const Phases &p) {
  Place me(p.layout);
  if (me.idle) {
    return;
  }
  unsigned all = p.layout.units * p.ctas;
  unsigned region = me.id;
  Barrier barrier{{p.words, p.stride, p.layout.units, p.ctas}, me};
  Trace trace{MULTIPLIER, me.id + 1u};
  for (unsigned k = 0; k < p.iterations; k++) {
    trace.visit(chain(p.data, region, p.accesses), p.accesses);
    if (EXCHANGES) {
      note(4u * k);
      barrier.meet_unit();
      note(4u * k + 1u);
      region = (region + p.layout.units) % all;
      trace.visit(chain(p.data, region, p.accesses), p.accesses);
    }
    region = (region + 1u) % all;
    for (unsigned n = 1; Fault::LOOKS && n <= p.accesses; n++) {
      look(chain(p.data, region, p.accesses) + n * LINE);
    }
    if (Fault::EARLY && me.unit == p.layout.units - 1u) {
      __nanosleep(5000u);
    }
    note(4u * k + 2u);
    barrier.meet();
    note(4u * k + 3u);
  }
  p.digests[me.id * blockDim.x + threadIdx.x] = trace.digest;
  keep(p.times + me.id * 4u * p.iterations, 4u * p.iterations);
}

#define BARRIER(name, order, fault)                                                               \
  extern "C" __global__ void barrier_tb_##name(Phases p) {                                        \
    meet_all<AtomicTree<order, fault>, fault, false>(p);                                                 \
  }                                                                                               \
  extern "C" __global__ void barrier_tbex_##name(Phases p) {                                      \
    meet_all<AtomicTree<order, fault>, fault, true>(p);                                                  \
  }                                                                                               \
  extern "C" __global__ void barrier_lftb_##name(Phases p) {                                      \
    meet_all<LockFreeTree<order, fault>, fault, false>(p);                                               \
  }                                                                                               \
  extern "C" __global__ void barrier_lftbex_##name(Phases p) {                                    \
    meet_all<LockFreeTree<order, fault>, fault, true>(p);                                                \
  }

BARRIER(lg, Ordered, Waits)

// Wrong on purpose; the host's check must say so.
BARRIER(early, Ordered, Early)
BARRIER(unordered, Unordered, Looks)
