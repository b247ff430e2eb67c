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

template <class Section>
TRANSACTION_INLINE void insert_all(const Table &p) {
  unsigned words = p.entries * p.slots;
  fill(memory, words, FREE);
  Section::clear(memory + words, p.entries);
  __syncthreads();
  unsigned number = threadIdx.x;
  unsigned entry = number % p.entries;
  unsigned *slots = memory + entry * p.slots;
  Section::one(memory + words, entry, [&] {
    unsigned s = 0u;
    while (s < p.slots && slots[s] != FREE) {
      s++;
    }
    if (s < p.slots) {
      slots[s] = number;
    }
  });
  __syncthreads();
  copy(p.out + blockIdx.x * words, memory, words);
}

__global__ void table_tx(Table p) { insert_all<Tx>(p); }
__global__ void table_serial(Table p) { insert_all<Serial>(p); }
__global__ void table_coarse(Table p) { insert_all<Coarse>(p); }
__global__ void table_locks(Table p) { insert_all<Locks>(p); }

// A transaction for each slot that is looked at.
__global__ void table_probe(Table p) {
  unsigned words = p.entries * p.slots;
  fill(memory, words, FREE);
  __syncthreads();
  unsigned number = threadIdx.x;
  unsigned *slots = memory + number % p.entries * p.slots;
  bool done = false;
  for (unsigned s = 0; s < p.slots && !done; s++) {
    syncopate::tx_begin();
    if (slots[s] == FREE) {
      slots[s] = number;
      done = true;
    }
    syncopate::tx_commit();
  }
  __syncthreads();
  copy(p.out + blockIdx.x * words, memory, words);
}

// The same with compare-and-swap.
__global__ void table_atomics(Table p) {
  unsigned words = p.entries * p.slots;
  fill(memory, words, FREE);
  __syncthreads();
  unsigned number = threadIdx.x;
  unsigned *slots = memory + number % p.entries * p.slots;
  for (unsigned s = 0; s < p.slots; s++) {
    if (atomicCAS(slots + s, FREE, number) == FREE) {
      break;
    }
  }
  __syncthreads();
  copy(p.out + blockIdx.x * words, memory, words);
}
