// A queue of work in shared memory. Whoever takes item i puts in items roots + 2 i and roots + 2 i + 1,
// as far as there are so many; threads go on until all have been taken.
#include "transaction/section.cuh"

using namespace transaction;

struct Queue {
  unsigned *taken;  // of each CTA and item: how often
  unsigned *out;    // likewise: the place from which it was taken
  unsigned *put;    // likewise: the place into which it was put
  unsigned roots;
  unsigned items;
};

struct Places {
  unsigned *items;  // number + 1; 0 where none has been put yet
  unsigned *head;
  unsigned *tail;
  unsigned *locks;
};

TRANSACTION_INLINE Places begin(const Queue &p) {
  Places places;
  places.items = memory;
  places.head = memory + p.items;
  places.tail = places.head + 1;
  places.locks = places.tail + 1;
  for (unsigned i = threadIdx.x; i < p.items; i += blockDim.x) {
    places.items[i] = i < p.roots ? i + 1u : 0u;
    if (i < p.roots) {
      p.put[blockIdx.x * p.items + i] = i;
    }
  }
  if (threadIdx.x == 0u) {
    *places.head = 0u;
    *places.tail = p.roots;
  }
  return places;
}

// Notes who was taken from where; returns how many follow, from the first on.
TRANSACTION_INLINE unsigned work(const Queue &p, unsigned item, unsigned place, unsigned *first) {
  unsigned number = item - 1u;
  atomicAdd(p.taken + blockIdx.x * p.items + number, 1u);
  p.out[blockIdx.x * p.items + number] = place;
  *first = p.roots + 2u * number;
  return *first >= p.items ? 0u : min(2u, p.items - *first);
}

TRANSACTION_INLINE void note(const Queue &p, unsigned first, unsigned count, unsigned place) {
  for (unsigned i = 0; i < count; i++) {
    p.put[blockIdx.x * p.items + first + i] = place + i;
  }
}

template <class Section>
TRANSACTION_INLINE void take_all(const Queue &p) {
  Places places = begin(p);
  Section::clear(places.locks, 2u);
  __syncthreads();
  bool more = true;
  while (more) {
    unsigned item = 0u;
    unsigned place = 0u;
    Section::one(places.locks, 0u, [&] {
      place = *places.head;
      if (place < *places.tail) {
        item = places.items[place];
        *places.head = place + 1u;
      }
      more = *places.head < p.items;
    });
    unsigned first = 0u;
    unsigned count = item == 0u ? 0u : work(p, item, place, &first);
    unsigned into = 0u;
    auto put = [&] {
      into = *places.tail;
      for (unsigned i = 0; i < count; i++) {
        places.items[into + i] = first + i + 1u;
      }
      Section::publish();
      *places.tail = into + count;
    };
    if (Section::COLLECTIVE) {
      Section::one(places.locks, 1u, put);
      more = *places.head < p.items;
      __syncthreads();
    } else if (count > 0u) {
      Section::one(places.locks, 1u, put);
    }
    note(p, first, count, into);
  }
}

__global__ void queue_tx(Queue p) { take_all<Tx>(p); }
__global__ void queue_fallback(Queue p) { take_all<Fallback>(p); }
__global__ void queue_serial(Queue p) { take_all<Serial>(p); }
__global__ void queue_coarse(Queue p) { take_all<Coarse>(p); }
__global__ void queue_locks(Queue p) { take_all<Locks>(p); }

__global__ void queue_atomics(Queue p) {
  Places places = begin(p);
  __syncthreads();
  volatile unsigned *items = places.items;
  volatile unsigned *head = places.head;
  unsigned place = *head;
  while (place < p.items) {
    unsigned item = items[place];
    if (item != 0u && atomicCAS(places.head, place, place + 1u) == place) {
      unsigned first;
      unsigned count = work(p, item, place, &first);
      if (count > 0u) {
        unsigned into = atomicAdd(places.tail, count);
        for (unsigned i = 0; i < count; i++) {
          items[into + i] = first + i + 1u;
        }
        note(p, first, count, into);
      }
    }
    place = *head;
  }
}
