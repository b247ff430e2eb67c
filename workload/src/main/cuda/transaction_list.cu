// A sorted list in shared memory into which every thread inserts nodes of its own. Node 0 is its head,
// and its end.
#include "transaction/section.cuh"

using namespace transaction;

struct List {
  const unsigned *keys;  // of each CTA and node, the head included
  unsigned *out;         // of each CTA and node: what follows it
  unsigned steps;        // nodes of a thread
};

struct Nodes {
  unsigned count;
  unsigned *next;
  unsigned *key;
  unsigned *locks;
};

TRANSACTION_INLINE Nodes begin(const List &p) {
  Nodes nodes;
  nodes.count = 1u + p.steps * blockDim.x;
  nodes.next = memory;
  nodes.key = memory + nodes.count;
  nodes.locks = memory + 2u * nodes.count;
  fill(nodes.next, nodes.count, 0u);
  copy(nodes.key, p.keys + blockIdx.x * nodes.count, nodes.count);
  return nodes;
}

TRANSACTION_INLINE void end(const List &p, const Nodes &nodes) {
  __syncthreads();
  copy(p.out + blockIdx.x * nodes.count, nodes.next, nodes.count);
}

template <class Section>
TRANSACTION_INLINE void insert_all(const List &p) {
  Nodes nodes = begin(p);
  Section::clear(nodes.locks, 1u);
  __syncthreads();
  for (unsigned step = 0; step < p.steps; step++) {
    unsigned mine = 1u + step * blockDim.x + threadIdx.x;
    unsigned key = nodes.key[mine];
    Section::one(nodes.locks, 0u, [&] {
      unsigned before = 0u;
      unsigned after = nodes.next[0];
      while (after != 0u && nodes.key[after] < key) {
        before = after;
        after = nodes.next[after];
      }
      nodes.next[mine] = after;
      nodes.next[before] = mine;
    });
  }
  end(p, nodes);
}

__global__ void list_tx(List p) { insert_all<Tx>(p); }
__global__ void list_fallback(List p) { insert_all<Fallback>(p); }
__global__ void list_serial(List p) { insert_all<Serial>(p); }
__global__ void list_coarse(List p) { insert_all<Coarse>(p); }

// Finds the place without a lock or transaction, and tries to link the node in there until nobody else
// has done so meanwhile. Nodes never leave the list.
template <class Link>
TRANSACTION_INLINE void link_all(const List &p, const Nodes &nodes, Link link) {
  volatile unsigned *next = nodes.next;
  for (unsigned step = 0; step < p.steps; step++) {
    unsigned mine = 1u + step * blockDim.x + threadIdx.x;
    unsigned key = nodes.key[mine];
    unsigned done = 0u;
    do {
      unsigned before = 0u;
      unsigned after = next[0];
      while (after != 0u && nodes.key[after] < key) {
        before = after;
        after = next[after];
      }
      next[mine] = after;
      __threadfence_block();
      done = link(before, after, mine);
    } while (again(done));
  }
}

// A lock for each node, of that behind which one is inserted.
__global__ void list_locks(List p) {
  Nodes nodes = begin(p);
  fill(nodes.locks, nodes.count, 0u);
  __syncthreads();
  volatile unsigned *next = nodes.next;
  link_all(p, nodes, [&](unsigned before, unsigned after, unsigned mine) {
    bool linked = false;
    if (take(nodes.locks + before)) {
      if (next[before] == after) {
        next[before] = mine;
        linked = true;
      }
      give(nodes.locks + before);
    }
    return linked;
  });
  end(p, nodes);
}

__global__ void list_atomics(List p) {
  Nodes nodes = begin(p);
  __syncthreads();
  link_all(p, nodes, [&](unsigned before, unsigned after, unsigned mine) {
    return atomicCAS(nodes.next + before, after, mine) == after;
  });
  end(p, nodes);
}
