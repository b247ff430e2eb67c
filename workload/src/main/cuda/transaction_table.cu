// A hash table in shared memory into which every thread of a CTA inserts its number: entry number %
// entries, whose slots are searched for a free one from the first on.
#include "transaction/section.cuh"

using namespace transaction;

struct Table {
  unsigned *out;  // of each CTA, the table at its end
  unsigned entries;
  unsigned slots;  // of an entry
};

static constexpr unsigned FREE = ~0u;

// The first slot of the thread's entry, all slots being free.
TRANSACTION_INLINE unsigned *begin(const Table &p, unsigned *entry) {
  fill(memory, p.entries * p.slots, FREE);
  *entry = threadIdx.x % p.entries;
  return memory + *entry * p.slots;
}

TRANSACTION_INLINE void end(const Table &p) {
  __syncthreads();
  unsigned words = p.entries * p.slots;
  copy(p.out + blockIdx.x * words, memory, words);
}

// A section for each slot that is looked at.
template <class Section>
TRANSACTION_INLINE void insert_all(const Table &p) {
  unsigned entry;
  unsigned *slots = begin(p, &entry);
  unsigned *locks = memory + p.entries * p.slots;
  Section::clear(locks, p.entries);
  __syncthreads();
  bool done = false;
  for (unsigned s = 0; s < p.slots && Section::anyone(!done); s++) {
    Section::one(locks, entry, [&] {
      if (!done && slots[s] == FREE) {
        slots[s] = threadIdx.x;
        done = true;
      }
    });
  }
  end(p);
}

// One section for the whole search.
template <class Section>
TRANSACTION_INLINE void search_all(const Table &p) {
  unsigned entry;
  unsigned *slots = begin(p, &entry);
  unsigned *locks = memory + p.entries * p.slots;
  Section::clear(locks, p.entries);
  __syncthreads();
  Section::one(locks, entry, [&] {
    unsigned s = 0u;
    while (s < p.slots && slots[s] != FREE) {
      s++;
    }
    if (s < p.slots) {
      slots[s] = threadIdx.x;
    }
  });
  end(p);
}

__global__ void table_tx(Table p) { insert_all<Tx>(p); }
__global__ void table_fallback(Table p) { insert_all<Fallback>(p); }
__global__ void table_serial(Table p) { insert_all<Serial>(p); }
__global__ void table_coarse(Table p) { insert_all<Coarse>(p); }
__global__ void table_locks(Table p) { insert_all<Locks>(p); }
__global__ void table_search_tx(Table p) { search_all<Tx>(p); }
__global__ void table_search_fallback(Table p) { search_all<Fallback>(p); }
__global__ void table_search_serial(Table p) { search_all<Serial>(p); }
__global__ void table_search_coarse(Table p) { search_all<Coarse>(p); }
__global__ void table_search_locks(Table p) { search_all<Locks>(p); }

// Without sections.
__global__ void table_atomics(Table p) {
  unsigned entry;
  unsigned *slots = begin(p, &entry);
  __syncthreads();
  for (unsigned s = 0; s < p.slots; s++) {
    if (atomicCAS(slots + s, FREE, threadIdx.x) == FREE) {
      break;
    }
  }
  end(p);
}
