// Work-stealing queues over a grid's work-groups, as templates over the synchronisation they use.
//
// Each work-group (CTA) owns a queue of elements: numbers, each standing for the work of one
// work-group. The owner pops at the tail, others steal at the head, one element at a time; nothing
// is pushed while the kernel runs, and the kernel ends when all queues are empty. The algorithm is
// the deque of Arora, Blumofe and Plaxton (SPAA 1998) in the shape that Cederman and Tsigas gave it
// on GPUs; rsp (section 3.2, fig. 6) adds remote scope promotion to its steal. Five scenarios
// (rsp section 5.2, srsp section 5.1.2) run this one code and differ in nothing but the operations
// that a scenario below names.
//
//   owner:  t = t - 1;  store tail = t;  h = load head;
//           t > h:   element t is the owner's
//           t == h:  it is the last one: whoever moves head from h to h + 1 has it
//   thief:  h = load head;  t = load tail;  t <= h: empty
//           element h is the thief's if it moves head from h to h + 1
//
// Why this is right. Every access to head and tail is a synchronisation operation: an acquiring
// load, a releasing store, an acquiring and releasing compare-and-swap. Under HRF (and the papers
// assume it) such operations are sequentially consistent among themselves where the scopes of every
// two that conflict include one another or a remote one promotes the other. With remote scope
// promotion those are
//   tail: the owner's store at cta scope, thieves' loads: remote
//   head: the owner's load at cta scope, thieves' swaps: remote
//         the owner's swap at gpu scope, thieves' loads and swaps: at gpu scope or remote
// Head only grows and tail only shrinks, so that a compare-and-swap that succeeds on h found the very
// value that was loaded: there is no ABA problem and no need for a tag. Two takers of the same
// element e are
//   - two thieves, or the owner and a thief in the last-element case: one swap of e for e + 1 fails;
//   - or a thief whose swap succeeds, while the owner takes e since it found head < e. In the order
//     of all operations, head is e from before the thief's load of head until its swap. Within that
//     time it found tail > e, so the owner stored tail = e later, and loaded head later still: it
//     found e or more. A contradiction.
// The last argument is a store followed by a load of another location on one side (Dekker's
// pattern): acquire and release that are not sequentially consistent among themselves (C11's and
// PTX's) would need fence.sc between the two. It also needs the thief to load head BEFORE tail.
// Fig. 6 has them the other way round, and a plain load of head: of two elements, a thief finds
// tail = 2, the owner takes both, the last one with a swap, and the thief finds head = 1, swaps 1
// for 2, and has the element that the owner took first. (Tests explore both orders exhaustively.)
// So a thief's load of head must be ordered before that of tail: it acquires, too. It need not be
// remote since the owner's swap, one for each queue and launch, is at gpu scope; the remote
// operations of a steal are the two of fig. 6.
// A compare-and-swap acquires whether it succeeds or fails (PTX's atom has one order for both): the
// published analysis of remote scope promotion (Wickerson et al., OOPSLA 2015) found the original
// queue wrong for want of it.
//
// Emptiness is final, so whoever finds a queue empty or takes what may be its last element says so in
// a bit map, and thieves do not look into queues whose bits are set. The map's accesses are relaxed,
// all of them at gpu scope: a bit that is seen late costs a look into an empty queue and nothing else.
//
// On a machine of several GPUs read sys for gpu: scenarios whose names begin with sys_.
#pragma once

#include "syncopate.cuh"

namespace stealing {

using syncopate::acq_rel;
using syncopate::acquire;
using syncopate::gpu;
using syncopate::relaxed;
using syncopate::release;

// The queues of a launch; the host fills them in before it (QueueSet.java).
struct Queues {
  unsigned *ends;            // head of queue q at ends[64 q], its tail at ends[64 q + 32]
  const unsigned *contents;  // element i of queue q at contents[capacity q + i]
  unsigned *empty;           // a bit for each queue, set when it is found empty
  unsigned *counts;          // of each work-group: popped, stolen, failed, found empty
  unsigned number;           // of queues and of work-groups; the map has bits up to a multiple of 32
  unsigned capacity;
  unsigned units;  // compute units: work-group i is on unit i % units (a hint for whom to rob first)
  unsigned near;   // queues of a unit, a power of two; 1 if the number is not units * near
};

static constexpr unsigned NONE = 0xffffffffu;   // nothing is left
static constexpr unsigned AGAIN = 0xfffffffeu;  // nothing yet

// ---- where a queue is ----

// Head and tail have a line of 128 bytes each, and the elements of all queues are an array.
struct Apart {
  SYNCOPATE_INLINE unsigned *head(const Queues &queues, unsigned queue) {
    return queues.ends + 64 * queue;
  }
  SYNCOPATE_INLINE unsigned *tail(const Queues &queues, unsigned queue) {
    return queues.ends + 64 * queue + 32;
  }
  SYNCOPATE_INLINE unsigned element(const Queues &queues, unsigned queue, unsigned at) {
    return queues.contents[queues.capacity * queue + at];
  }
};

// ---- who synchronises how ----

// Scope is where a queue's owner meets itself, and thieves that use ordinary operations; Reach is
// where owners meet thieves, and all of them at the map of empty queues: sys where they are on
// several GPUs.
template <typename Scope, typename Reach>
struct Owner {
  using reach = Reach;
  using place = Apart;
  SYNCOPATE_INLINE void set_tail(unsigned *tail, unsigned value) {
    syncopate::store(tail, value, release, Scope());
  }
  SYNCOPATE_INLINE unsigned head(const unsigned *head) {
    return syncopate::load(head, acquire, Scope());
  }
  SYNCOPATE_INLINE bool claim(unsigned *head, unsigned at) {
    return syncopate::compare_exchange(head, at, at + 1, acq_rel, Scope()) == at;
  }
};

// Head and tail of a queue as a thief finds them, head first.
struct Ends {
  unsigned head;
  unsigned tail;
};

struct NoThief {
  static constexpr bool steals = false;
  SYNCOPATE_INLINE Ends look(const unsigned *, const unsigned *) { return {0, 0}; }
  SYNCOPATE_INLINE bool rob(unsigned *, unsigned) { return false; }
};

template <typename Reach>
struct Thief {
  static constexpr bool steals = true;
  SYNCOPATE_INLINE Ends look(const unsigned *head, const unsigned *tail) {
    unsigned first = syncopate::load(head, acquire, Reach());
    return {first, syncopate::load(tail, acquire, Reach())};
  }
  SYNCOPATE_INLINE bool rob(unsigned *head, unsigned at) {
    return syncopate::compare_exchange(head, at, at + 1, acq_rel, Reach()) == at;
  }
};

// Only the owner's stores of tail and its loads of head are at cta scope: what meets those is remote.
template <typename Reach>
struct RemoteThief {
  static constexpr bool steals = true;
  SYNCOPATE_INLINE Ends look(const unsigned *head, const unsigned *tail) {
    unsigned first = syncopate::load(head, acquire, Reach());
    return {first, syncopate::remote::load(tail, acquire, Reach())};
  }
  SYNCOPATE_INLINE bool rob(unsigned *head, unsigned at) {
    return syncopate::remote::compare_exchange(head, at, at + 1, acq_rel, Reach()) == at;
  }
};

// The owner of a queue that remote thieves rob.
template <typename Reach>
struct LocalOwner : Owner<syncopate::cta_t, Reach> {
  SYNCOPATE_INLINE bool claim(unsigned *head, unsigned at) {
    return Owner<Reach, Reach>::claim(head, at);
  }
};

using syncopate::gpu_t;
using syncopate::sys_t;

struct baseline : Owner<gpu_t, gpu_t>, NoThief {};
struct scope_only : Owner<syncopate::cta_t, gpu_t>, NoThief {};
struct steal_only : Owner<gpu_t, gpu_t>, Thief<gpu_t> {};
struct remote : LocalOwner<gpu_t>, RemoteThief<gpu_t> {};
struct sys_steal_only : Owner<sys_t, sys_t>, Thief<sys_t> {};
struct sys_remote : LocalOwner<sys_t>, RemoteThief<sys_t> {};

// ---- the queue ----

// Sets bits of a word without waiting.
SYNCOPATE_INLINE void set_bits(unsigned *word, unsigned bits, gpu_t) {
  asm volatile("red.relaxed.gpu.or.b32 [%0], %1;" : : "l"(word), "r"(bits) : "memory");
}
SYNCOPATE_INLINE void set_bits(unsigned *word, unsigned bits, sys_t) {
  asm volatile("red.relaxed.sys.or.b32 [%0], %1;" : : "l"(word), "r"(bits) : "memory");
}

// What the one thread that acts for its work-group knows.
template <typename Scenario>
class Worker {
 public:
  __device__ __forceinline__ Worker(const Queues &queues) : queues(queues) {
    own = blockIdx.x % queues.units * queues.near + blockIdx.x / queues.units;
    tail = syncopate::load(tail_of(own), relaxed, syncopate::cta);  // all threads do, one uses it
    victim = own;
    word = own / 32;
    mates = (NONE >> (32 - queues.near) << (own & ~(queues.near - 1)) % 32) & ~(1u << own % 32);
  }

  // The work-group's next element, AGAIN after a look in vain, or NONE in the end. No loop in here:
  // the other lanes of the wavefront wait for this one, and lanes that wait for a loop on shared
  // memory may go on alone, on a GPU that schedules threads independently, and stay apart.
  __device__ __forceinline__ unsigned next() {
    if (!Scenario::steals) {
      return pop();
    }
    if (drained) {
      return steal();
    }
    unsigned element = pop();
    return element == NONE ? AGAIN : element;
  }

  __device__ __forceinline__ void report() const {
    unsigned *counts = queues.counts + 4 * blockIdx.x;
    counts[0] = popped;
    counts[1] = stolen;
    counts[2] = failed;
    counts[3] = looks;
  }

 private:
  const Queues &queues;
  unsigned own;
  unsigned tail;    // nobody else stores it
  unsigned victim;  // where to look first, unless there is something near
  unsigned word;    // of the map, where a victim is sought
  unsigned mates;   // bits of the other queues of the unit, in the word of the own one
  unsigned passed = 0;  // words that are full
  bool drained = false;
  unsigned popped = 0, stolen = 0, failed = 0, looks = 0;

  __device__ __forceinline__ unsigned *head_of(unsigned queue) const {
    return Scenario::place::head(queues, queue);
  }
  __device__ __forceinline__ unsigned *tail_of(unsigned queue) const {
    return Scenario::place::tail(queues, queue);
  }
  __device__ __forceinline__ unsigned element(unsigned queue, unsigned at) const {
    return Scenario::place::element(queues, queue, at);
  }
  __device__ __forceinline__ void found_empty(unsigned queue) const {
    set_bits(queues.empty + queue / 32, 1u << queue % 32, typename Scenario::reach());
  }
  __device__ __forceinline__ unsigned pop() {
    bool mine = false;
    unsigned at = tail;
    if (tail != 0) {
      at = --tail;
      Scenario::set_tail(tail_of(own), at);
      unsigned head = Scenario::head(head_of(own));
      mine = at > head;
      if (!mine) {
        drained = true;  // whoever gets the last one
        mine = at == head && Scenario::claim(head_of(own), at);
      }
    } else {
      drained = true;
    }
    if (Scenario::steals && drained) {
      found_empty(own);
    }
    popped += mine;
    return mine ? element(own, at) : NONE;
  }

  __device__ __forceinline__ unsigned steal() {
    unsigned words = (queues.number + 31) / 32;
    unsigned open = ~syncopate::load(queues.empty + word, relaxed, typename Scenario::reach());
    if (open == 0) {
      word = word + 1 == words ? 0 : word + 1;
      return ++passed == words ? NONE : AGAIN;
    }
    unsigned near = word == own / 32 ? open & mates : 0;
    unsigned choice = near != 0 ? near : open;
    unsigned distance = __ffs(__funnelshift_r(choice, choice, victim % 32)) - 1;
    victim = 32 * word + (victim + distance) % 32;
    Ends ends = Scenario::look(head_of(victim), tail_of(victim));
    if (ends.tail <= ends.head) {
      looks++;
      found_empty(victim);
    } else if (Scenario::rob(head_of(victim), ends.head)) {
      stolen++;
      if (ends.head + 1 == ends.tail) {
        found_empty(victim);
      }
      return element(victim, ends.head);
    } else {
      failed++;
    }
    victim += 2 * own + 1;  // elsewhere, and each thief to another place: they met here
    return AGAIN;
  }
};

// Runs work(vertex) for the block's threads and each element that the work-group gets: thread i has
// vertex element * blockDim.x + i. Says whether any call in the work-group returned true.
template <typename Scenario, typename Work>
__device__ __forceinline__ bool run(const Queues &queues, const Work &work) {
  __shared__ unsigned handed[2];  // in turn, so that nobody still reads what is written
  Worker<Scenario> worker(queues);
  bool any = false;
  for (unsigned turn = 0;; turn ^= 1) {
    if (threadIdx.x == 0) {
      handed[turn] = worker.next();
    }
    __syncthreads();
    unsigned element = handed[turn];
    if (element == NONE) {
      break;
    }
    if (!Scenario::steals || element != AGAIN) {
      any |= work(element * blockDim.x + threadIdx.x);
      __syncthreads();  // an element is taken once the last one is done
    }
  }
  if (threadIdx.x == 0) {
    worker.report();
  }
  return __syncthreads_or(any);
}

// A kernel for each scenario: NAME_baseline and so on. WORK is a structure of parameters with
// bool operator()(unsigned vertex) const and a word `flag`, which is set if any call returns true.
#define STEALING_KERNEL(NAME, WORK, SCENARIO)                                \
  __global__ void NAME##_##SCENARIO(stealing::Queues queues, WORK work) {    \
    if (stealing::run<stealing::SCENARIO>(queues, work) && threadIdx.x == 0) { \
      stealing::set_bits(work.flag, 1, syncopate::sys); /* the host reads it */ \
    }                                                                        \
  }
#define STEALING_KERNELS(NAME, WORK)         \
  STEALING_KERNEL(NAME, WORK, baseline)      \
  STEALING_KERNEL(NAME, WORK, scope_only)    \
  STEALING_KERNEL(NAME, WORK, steal_only)    \
  STEALING_KERNEL(NAME, WORK, remote)        \
  STEALING_KERNEL(NAME, WORK, sys_steal_only) \
  STEALING_KERNEL(NAME, WORK, sys_remote)

}  // namespace stealing
