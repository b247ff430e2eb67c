// A hash table in shared memory into which every thread of a CTA inserts its number: entry number %
// entries, whose slots are searched for a free one from the first on.
#include "transaction/section.cuh"

using namespace transaction;

struct Table {
  unsigned *out;  // of each CTA, the table at its end
  unsigned entries;
  unsigned slots;       // of an entry
  unsigned entry_step;  // words from an entry's first slot to that of the next entry
  unsigned slot_step;   // words from a slot to the next one of its entry
};

static constexpr unsigned FREE = ~0u;

// Between the first of these and the last is what takes the time of inserting.
TRANSACTION_INLINE void mark() { asm volatile("pmevent 0;" : : : "memory"); }

// The first slot of the thread's entry, all slots being free.
TRANSACTION_INLINE unsigned *begin(const Table &p, unsigned *entry) {
  fill(memory, p.entries * p.slots, FREE);
  *entry = threadIdx.x % p.entries;
  return memory + *entry * p.entry_step;
}

TRANSACTION_INLINE void end(const Table &p) {
  mark();
  __syncthreads();
  unsigned words = p.entries * p.slots;
  copy(p.out + blockIdx.x * words, memory, words);
}

// Which lock a section takes.
enum Lock { OF_ENTRY, OF_SLOT };

// A section for each slot that is looked at.
template <class Section, Lock LOCK = OF_ENTRY>
TRANSACTION_INLINE void insert_all(const Table &p) {
  unsigned entry;
  unsigned *slot = begin(p, &entry);
  unsigned *locks = memory + p.entries * p.slots;
  Section::clear(locks, LOCK == OF_SLOT ? p.entries * p.slots : p.entries);
  __syncthreads();
  mark();
  bool done = false;
  for (unsigned s = 0; s < p.slots && Section::anyone(!done); s++, slot += p.slot_step) {
    Section::one(locks, LOCK == OF_SLOT ? (unsigned)(slot - memory) : entry, [&] {
      if (!done && *slot == FREE) {
        *slot = threadIdx.x;
        done = true;
      }
    });
  }
  end(p);
}

// Puts a number into the first free slot of an entry.
TRANSACTION_INLINE void search(const Table &p, unsigned *slot, unsigned number) {
  unsigned s = 0u;
  while (s < p.slots && *slot != FREE) {
    s++;
    slot += p.slot_step;
  }
  if (s < p.slots) {
    *slot = number;
  }
}

// One section for the whole search.
template <class Section>
TRANSACTION_INLINE void search_all(const Table &p) {
  unsigned entry;
  unsigned *slot = begin(p, &entry);
  unsigned *locks = memory + p.entries * p.slots;
  Section::clear(locks, p.entries);
  __syncthreads();
  mark();
  Section::one(locks, entry, [&] { search(p, slot, threadIdx.x); });
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
__global__ void table_try_locks(Table p) { insert_all<BlindLocks>(p); }
__global__ void table_try_search_locks(Table p) { search_all<BlindLocks>(p); }
__global__ void table_slot_locks(Table p) { insert_all<Locks, OF_SLOT>(p); }
__global__ void table_try_slot_locks(Table p) { insert_all<BlindLocks, OF_SLOT>(p); }

// The first thread inserts all numbers.
__global__ void table_one_serial(Table p) {
  unsigned first;
  begin(p, &first);
  __syncthreads();
  mark();
  if (threadIdx.x == 0u) {
    unsigned entry = 0u;
    for (unsigned number = 0u; number < blockDim.x; number++) {
      search(p, memory + entry * p.entry_step, number);
      entry = entry + 1u == p.entries ? 0u : entry + 1u;
    }
  }
  end(p);
}

// Without sections.
__global__ void table_atomics(Table p) {
  unsigned entry;
  unsigned *slot = begin(p, &entry);
  __syncthreads();
  mark();
  for (unsigned s = 0; s < p.slots; s++, slot += p.slot_step) {
    if (atomicCAS(slot, FREE, threadIdx.x) == FREE) {
      break;
    }
  }
  end(p);
}
