// Unbalanced tree search (Olivier, Huan, Liu, Prins, Dinan, Sadayappan, Tseng: UTS, LCPC 2006): counts
// the nodes of a binomial tree, whose shape nobody knows before. A node is 64 bits that decide how many
// children it has, either `arity` or none, and what they are: the mixing of SplitMix64 (Steele, Lea,
// Flood: OOPSLA 2014) in place of UTS's SHA-1.
//
// Each unit has a queue of nodes, last in, first out, behind a spin mutex. A CTA takes as many nodes as it
// has threads from the queue of its unit, or else from the next one that has some; each thread expands
// one node; the children go to the queue of the CTA's unit. One counter has the nodes that are not
// yet expanded: at 0 all is done.
#include "heterosync/mutex.cuh"
#include "heterosync/relaxed.cuh"

using namespace heterosync;

typedef unsigned long long Node;

struct Search {
  Layout layout;
  unsigned *queues;    // of each unit: a line with the mutex, one with the number of nodes
  Node *nodes;         // of each unit, `capacity`
  Node *visited;       // `capacity`, in any order
  unsigned *pending;   // a line with the nodes not yet expanded, one with the number of those visited
  unsigned capacity;
  unsigned ctas;
  unsigned arity;
  unsigned threshold;  // a node whose upper half is below has children
  unsigned first;      // ns
  unsigned most;       // ns
};

static __device__ __forceinline__ Node child(Node parent, unsigned i) {
  Node z = parent + (i + 1u) * 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

struct Queue {
  SpinMutex<syncopate::gpu_t, Ordered, Spinning> mutex;
  unsigned *length;
  Node *nodes;

  __device__ __forceinline__ Queue(const Search &p, unsigned unit)
      : mutex{{p.queues + unit * 2u * LINE, 1u, 0u, 0u}},
        length(p.queues + (unit * 2u + 1u) * LINE),
        nodes(p.nodes + static_cast<size_t>(unit) * p.capacity) {}
};

// HASTY is wrong on purpose: it gives the queue free before it has read what it takes.
template <bool HASTY>
static __device__ __forceinline__ void search(const Search &p) {
  __shared__ unsigned from;      // the queue
  __shared__ unsigned taken;     // nodes
  __shared__ unsigned rest;      // nodes that stay in the queue
  __shared__ unsigned place;     // in the log, and then in the own queue
  __shared__ unsigned children;  // of all nodes taken
  __shared__ unsigned done;
  Place me(p.layout);
  if (me.idle || me.id >= p.ctas) {
    return;
  }
  BackingOff waiting(p.first, p.most);
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) {
      taken = 0u;
      children = 0u;
      for (unsigned k = 0; k < p.layout.units && taken == 0u; k++) {
        from = (me.unit + k) % p.layout.units;
        Queue queue(p, from);
        if (get(queue.length) != 0u) {
          queue.mutex.enter();
          unsigned length = get(queue.length);
          taken = min(length, blockDim.x);
          rest = length - taken;
          if (HASTY || taken == 0u) {
            put(queue.length, rest);
            queue.mutex.leave();
          }
        }
      }
      if (taken != 0u) {
        place = fetch_add(p.pending + LINE, taken);
        waiting = BackingOff(p.first, p.most);
      }
      done = taken == 0u && syncopate::load(p.pending, syncopate::acquire, syncopate::gpu) == 0u;
    }
    __syncthreads();
    if (done != 0u) {
      return;
    }
    if (taken == 0u) {
      if (threadIdx.x == 0) {
        waiting.pause();
      }
      continue;
    }
    Queue queue(p, from);
    bool mine = threadIdx.x < taken;
    Node node = mine ? queue.nodes[rest + threadIdx.x] : 0ull;
    unsigned number = mine && static_cast<unsigned>(node >> 32) < p.threshold ? p.arity : 0u;
    unsigned offset = number != 0u ? atomicAdd(&children, number) : 0u;
    if (mine && place + threadIdx.x < p.capacity) {
      p.visited[place + threadIdx.x] = node;
    }
    __syncthreads();
    Queue own(p, me.unit);
    if (threadIdx.x == 0) {
      if (!HASTY) {
        put(queue.length, rest);
        queue.mutex.leave();
      }
      syncopate::fetch_add(p.pending, children - taken, syncopate::acq_rel, syncopate::gpu);
      if (children != 0u) {
        own.mutex.enter();
        place = get(own.length);
      }
    }
    __syncthreads();
    for (unsigned i = 0; i < number; i++) {
      if (place + offset + i < p.capacity) {
        own.nodes[place + offset + i] = child(node, i);
      }
    }
    __syncthreads();
    if (threadIdx.x == 0 && children != 0u) {
      put(own.length, place + children);
      own.mutex.leave();
    }
  }
}

extern "C" __global__ void tree_search(Search p) { search<false>(p); }

extern "C" __global__ void tree_search_hasty(Search p) { search<true>(p); }
