// Ways to execute a critical section on shared memory so that it happens at once for the other
// threads of the CTA. A section names what it touches by locks, in ascending order; only `Locks`
// heeds that. A kernel is written once and compiled for each way.
#pragma once
#include "syncopate.cuh"

#define TRANSACTION_INLINE static __device__ __forceinline__

namespace transaction {

extern __shared__ unsigned memory[];

TRANSACTION_INLINE void fill(unsigned *words, unsigned count, unsigned value) {
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
    words[i] = value;
  }
}

TRANSACTION_INLINE void copy(unsigned *to, const unsigned *from, unsigned count) {
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) {
    to[i] = from[i];
  }
}

// Whether a lock is looked at before it is tried: lanes read a word all at once, and change it one
// after the other.
enum Poll { LOOK, BLIND };

template <Poll POLL = LOOK>
TRANSACTION_INLINE bool take(unsigned *lock) {
  if ((POLL == LOOK && *(volatile unsigned *)lock != 0u) || atomicCAS(lock, 0u, 1u) != 0u) {
    return false;
  }
  __threadfence_block();
  return true;
}

TRANSACTION_INLINE void give(unsigned *lock) {
  __threadfence_block();
  atomicExch(lock, 0u);
}

// Whoever does not get all its locks at once tries again. The section is in the same iteration as
// taking and giving back, so that no lane waits for another of its warp where lanes reconverge: a
// compiler that knew what `done` is would make a loop of taking alone, and put the section behind it,
// where lanes wait for those in the loop. Locks are taken in ascending order: of all that hold some,
// the one with the highest gets its others.
TRANSACTION_INLINE bool again(unsigned &done) {
  asm volatile("" : "+r"(done));
  return done == 0u;
}

template <Poll POLL = LOOK, class Body>
TRANSACTION_INLINE void locked(unsigned *a, Body body) {
  unsigned done = 0u;
  do {
    if (take<POLL>(a)) {
      body();
      give(a);
      done = 1u;
    }
  } while (again(done));
}

template <class Body>
TRANSACTION_INLINE void locked(unsigned *a, unsigned *b, Body body) {
  unsigned done = 0u;
  do {
    if (take(a)) {
      if (take(b)) {
        body();
        give(b);
        done = 1u;
      }
      give(a);
    }
  } while (again(done));
}

template <class Body>
TRANSACTION_INLINE void locked(unsigned *a, unsigned *b, unsigned *c, Body body) {
  unsigned done = 0u;
  do {
    if (take(a)) {
      if (take(b)) {
        if (take(c)) {
          body();
          give(c);
          done = 1u;
        }
        give(b);
      }
      give(a);
    }
  } while (again(done));
}

// A transaction.
struct Tx {
  static constexpr bool COLLECTIVE = false;
  TRANSACTION_INLINE void clear(unsigned *, unsigned) {}
  template <class Body>
  TRANSACTION_INLINE void run(Body body) {
    syncopate::tx_begin();
    body();
    syncopate::tx_commit();
  }
  template <class Body>
  TRANSACTION_INLINE void one(unsigned *, unsigned, Body body) { run(body); }
  template <class Body>
  TRANSACTION_INLINE void two(unsigned *, unsigned, unsigned, Body body) { run(body); }
  template <class Body>
  TRANSACTION_INLINE void three(unsigned *, unsigned, unsigned, unsigned, Body body) { run(body); }
  TRANSACTION_INLINE void publish() {}
  // Whether a thread has to come again.
  TRANSACTION_INLINE bool anyone(bool wants) { return wants; }
};

// A transaction, and behind one lock once it was given up. Transactions read the lock first: whoever
// takes it rolls them back, and who finds it taken does nothing and comes again when it is free.
struct Fallback {
  static constexpr bool COLLECTIVE = false;
  TRANSACTION_INLINE void clear(unsigned *locks, unsigned) { fill(locks, 1u, 0u); }
  template <class Body>
  TRANSACTION_INLINE void run(unsigned *lock, Body body) {
    volatile unsigned *taken = lock;
    unsigned done = 0u;
    do {
      if (*taken == 0u) {
        syncopate::tx_begin();
        if (syncopate::tx_failed()) {
          locked(lock, body);
          done = 1u;
        } else if (*taken == 0u) {
          body();
          done = 1u;
        }
        syncopate::tx_commit();
      }
    } while (again(done));
  }
  template <class Body>
  TRANSACTION_INLINE void one(unsigned *locks, unsigned, Body body) { run(locks, body); }
  template <class Body>
  TRANSACTION_INLINE void two(unsigned *locks, unsigned, unsigned, Body body) { run(locks, body); }
  template <class Body>
  TRANSACTION_INLINE void three(unsigned *locks, unsigned, unsigned, unsigned, Body body) {
    run(locks, body);
  }
  TRANSACTION_INLINE void publish() {}
  // Whether a thread has to come again.
  TRANSACTION_INLINE bool anyone(bool wants) { return wants; }
};

// One thread of the CTA after the other; all must come.
struct Serial {
  static constexpr bool COLLECTIVE = true;
  TRANSACTION_INLINE void clear(unsigned *, unsigned) {}
  template <class Body>
  TRANSACTION_INLINE void run(Body body) {
    for (unsigned turn = 0; turn < blockDim.x; turn++) {
      if (turn == threadIdx.x) {
        body();
      }
      __syncthreads();
    }
  }
  template <class Body>
  TRANSACTION_INLINE void one(unsigned *, unsigned, Body body) { run(body); }
  template <class Body>
  TRANSACTION_INLINE void two(unsigned *, unsigned, unsigned, Body body) { run(body); }
  template <class Body>
  TRANSACTION_INLINE void three(unsigned *, unsigned, unsigned, unsigned, Body body) { run(body); }
  TRANSACTION_INLINE void publish() {}
  // Whether a thread has to come again.
  TRANSACTION_INLINE bool anyone(bool wants) { return __syncthreads_or(wants); }
};

// One lock for everything.
struct Coarse {
  static constexpr bool COLLECTIVE = false;
  TRANSACTION_INLINE void clear(unsigned *locks, unsigned) { fill(locks, 1u, 0u); }
  template <class Body>
  TRANSACTION_INLINE void one(unsigned *locks, unsigned, Body body) { locked(locks, body); }
  template <class Body>
  TRANSACTION_INLINE void two(unsigned *locks, unsigned, unsigned, Body body) { locked(locks, body); }
  template <class Body>
  TRANSACTION_INLINE void three(unsigned *locks, unsigned, unsigned, unsigned, Body body) {
    locked(locks, body);
  }
  TRANSACTION_INLINE void publish() {}
  // Whether a thread has to come again.
  TRANSACTION_INLINE bool anyone(bool wants) { return wants; }
};

// A lock for each thing that is touched.
struct Locks {
  static constexpr bool COLLECTIVE = false;
  TRANSACTION_INLINE void clear(unsigned *locks, unsigned count) { fill(locks, count, 0u); }
  template <class Body>
  TRANSACTION_INLINE void one(unsigned *locks, unsigned a, Body body) { locked(locks + a, body); }
  template <class Body>
  TRANSACTION_INLINE void two(unsigned *locks, unsigned a, unsigned b, Body body) {
    locked(locks + a, locks + b, body);
  }
  template <class Body>
  TRANSACTION_INLINE void three(unsigned *locks, unsigned a, unsigned b, unsigned c, Body body) {
    locked(locks + a, locks + b, locks + c, body);
  }
  // What a reader without the lock finds behind it is complete.
  TRANSACTION_INLINE void publish() { __threadfence_block(); }
  // Whether a thread has to come again.
  TRANSACTION_INLINE bool anyone(bool wants) { return wants; }
};

// The same for sections that touch one thing, with locks that are tried without a look.
struct BlindLocks {
  static constexpr bool COLLECTIVE = false;
  TRANSACTION_INLINE void clear(unsigned *locks, unsigned count) { fill(locks, count, 0u); }
  template <class Body>
  TRANSACTION_INLINE void one(unsigned *locks, unsigned a, Body body) { locked<BLIND>(locks + a, body); }
  // Whether a thread has to come again.
  TRANSACTION_INLINE bool anyone(bool wants) { return wants; }
};

}  // namespace transaction
