// Unbalanced tree search: CTAs go through a tree whose shape they do not know before, from stacks of nodes
// behind test-and-set locks. Each CTA has one of some local stacks, which are small; a global one takes
// what these cannot hold. A CTA takes as many nodes as it has threads from its local stack, which first
// gets some from the global one if it is empty. Each thread then goes through one node: a leaf's value is
// added up, children get their depth; thread 0 pushes the children. Who finds no node backs off.
//
// The published program relies on the threads of a warp going in step without saying so, and takes nodes
// twice or loses them where they do not. Here barriers of the CTA, of as many threads as a warp, say so.
#include "heterosync/mutex.cuh"
#include "heterosync/relaxed.cuh"

using namespace heterosync;

struct Search {
  Layout layout;
  unsigned *locks;          // of each local stack, and of the global one
  unsigned *lengths;        // likewise
  unsigned *stacks;         // of each local stack `capacity` nodes, then of the global one
  const unsigned *children; // of each node, the first of its children, 0 if it has none
  const unsigned *values;   // of each node
  unsigned *depths;         // of each node
  unsigned *sums;           // nodes done, leaves, sum of the leaves' values, a line each
  unsigned ctas;
  unsigned local;     // local stacks
  unsigned capacity;  // of a local stack
  unsigned arity;     // children of a node that has any
  unsigned total;     // nodes
};

struct Stack {
  unsigned *lock;
  unsigned *length;
  unsigned *nodes;

  __device__ __forceinline__ Stack(const Search &p, unsigned i)
      : lock(p.locks + i), length(p.lengths + i), nodes(p.stacks + i * p.capacity) {}

  __device__ __forceinline__ bool try_take() const {
    return syncopate::compare_exchange(lock, 0u, 1u, syncopate::acquire, syncopate::gpu) == 0u;
  }
  __device__ __forceinline__ void take() const {
    while (!try_take()) {}
  }
  __device__ __forceinline__ void give() const {
    syncopate::exchange(lock, 0u, syncopate::release, syncopate::gpu);
  }
};

// Moves nodes from the top of a stack to another; both locks are taken.
static __device__ __forceinline__ void move(const Stack &from, const Stack &to, unsigned n) {
  unsigned source = *from.length;
  unsigned target = *to.length;
  for (unsigned i = 0; i < n; i++) {
    to.nodes[target + i] = from.nodes[source - 1u - i];
  }
  *from.length = source - n;
  *to.length = target + n;
}

// TEARS is wrong on purpose: it adds up leaves in two halves.
template <bool TEARS>
static __device__ __forceinline__ void count(unsigned *sum, unsigned value) {
  if (TEARS) {
    fetch_then_put(sum, value);
  } else {
    fetch_add(sum, value);
  }
}

template <bool TEARS>
__device__ __forceinline__ void search(const Search &p) {
  __shared__ unsigned done;
  __shared__ unsigned taken;  // nodes
  __shared__ unsigned rest;   // nodes that stay in the stack
  Place me(p.layout);
  if (me.idle || me.id >= p.ctas) {
    return;
  }
  BackingOff waiting(1u, 0u);
  Stack own(p, me.id % p.local);
  Stack global(p, p.local);
  while (true) {
    __syncthreads();
    if (master()) {
      done = get(p.sums) >= p.total;
      if (done == 0u) {
        own.take();
        if (*own.length == 0u && global.try_take()) {
          move(global, own, min(*global.length, p.capacity / 2u));
          global.give();
        }
        unsigned length = *own.length;
        taken = min(length, blockDim.x);
        rest = length - taken;
        *own.length = rest;
      }
    }
    __syncthreads();
    if (done != 0u) {
      return;
    }
    waiting = taken != 0u ? BackingOff(1u, 0u) : waiting;
    bool mine = threadIdx.x < taken;
    unsigned node = mine ? own.nodes[rest + threadIdx.x] : 0u;
    unsigned first = mine ? p.children[node] : 0u;
    __syncthreads();
    if (master()) {
      own.give();
      if (taken == 0u) {
        waiting.pause();
      }
    }
    if (mine && first == 0u) {
      count<TEARS>(p.sums + LINE, 1u);
      count<TEARS>(p.sums + 2u * LINE, p.values[node]);
    }
    if (mine && first != 0u) {
      unsigned depth = p.depths[node] + 1u;
      for (unsigned i = 0; i < p.arity; i++) {
        p.depths[first + i] = depth;
      }
    }
    notes[threadIdx.x] = first;
    __syncthreads();
    if (master() && taken != 0u) {
      own.take();
      for (unsigned t = 0; t < taken; t++) {
        for (unsigned i = 0; notes[t] != 0u && i < p.arity; i++) {
          if (*own.length == p.capacity) {
            do {
              while (get(global.lock) != 0u) {}
            } while (!global.try_take());
            move(own, global, p.capacity / 2u);
            global.give();
          }
          unsigned length = *own.length;
          own.nodes[length] = notes[t] + i;
          *own.length = length + 1u;
        }
      }
      own.give();
      fetch_add(p.sums, taken);
    }
  }
}

extern "C" __global__ void tree_search(Search p) { search<false>(p); }

extern "C" __global__ void tree_search_torn(Search p) { search<true>(p); }
