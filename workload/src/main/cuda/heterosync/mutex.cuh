// Four mutexes of HeteroSync (section III-A1), as templates over scope and order. The whole CTA enters
// and leaves; thread 0 acts for it.
#pragma once

#include "heterosync/place.cuh"

namespace heterosync {

// Words of one mutex.
struct MutexWords {
  unsigned *head;  // SPM, SPMBO: 1 while taken; FAM: next ticket
  unsigned *tail;  // FAM: ticket that is served; SLM: next slot
  unsigned *ring;  // SLM: slots 0 to last, 1 for who may enter
  unsigned last;   // SLM: highest slot; at least as many as contend, less one
  unsigned first;  // backoff: turns of the first wait
  unsigned step;   // backoff: more turns each time
};

// Test and set, with or without backoff.
template <class Scope, class Order, class Waiting>
struct SpinMutex {
  MutexWords at;

  __device__ __forceinline__ void enter() {
    __shared__ unsigned taken;
    Waiting waiting(at.first, at.step);
    if (master()) {
      taken = 0u;
    }
    do {
      __syncthreads();
      if (master()) {
        if (syncopate::compare_exchange(at.head, 0u, 1u, typename Order::In(), Scope()) == 0u) {
          taken = 1u;
        } else {
          waiting.pause();
        }
      }
      __syncthreads();
    } while (taken == 0u);
  }

  __device__ __forceinline__ void leave() {
    __syncthreads();
    if (master()) {
      syncopate::exchange(at.head, 0u, typename Order::Out(), Scope());
    }
    __syncthreads();
  }
};

// Waits at a word until it has a value; the whole CTA calls it.
template <class Scope, class Order>
__device__ __forceinline__ void poll(const unsigned *word, unsigned value) {
  __shared__ unsigned reached;
  if (master()) {
    reached = 0u;
  }
  do {
    __syncthreads();
    if (master() && syncopate::load(word, typename Order::In(), Scope()) == value) {
      reached = 1u;
    }
    __syncthreads();
  } while (reached == 0u);
}

// A ticket lock of two counters: everybody polls the one that is served.
template <class Scope, class Order>
struct TicketMutex {
  static constexpr unsigned WRAP = 1000000000u;

  MutexWords at;

  __device__ __forceinline__ void enter() {
    __shared__ unsigned ticket;
    __syncthreads();
    if (master()) {
      ticket = increment(at.head, WRAP, syncopate::relaxed, Scope());
    }
    __syncthreads();
    poll<Scope, Order>(at.tail, ticket);
  }

  __device__ __forceinline__ void leave() {
    __syncthreads();
    if (master()) {
      increment(at.tail, WRAP, typename Order::Out(), Scope());
    }
    __syncthreads();
  }
};

// A decentralised ticket lock: each polls a slot of its own, adjacent words of a ring, and who leaves
// clears its slot and sets the next one.
template <class Scope, class Order>
struct RingMutex {
  static constexpr unsigned NOT_YET = ~0u;

  MutexWords at;
  unsigned slot;

  __device__ __forceinline__ void enter() {
    __shared__ unsigned mine;
    __syncthreads();
    if (master()) {
      mine = increment(at.tail, at.last, syncopate::relaxed, Scope());
    }
    __syncthreads();
    slot = mine;
    poll<Scope, Order>(at.ring + slot, 1u);
  }

  __device__ __forceinline__ void leave() {
    __syncthreads();
    if (master()) {
      unsigned next = slot == at.last ? 0u : slot + 1u;
      syncopate::exchange(at.ring + slot, NOT_YET, syncopate::relaxed, Scope());
      syncopate::exchange(at.ring + next, 1u, typename Order::Out(), Scope());
    }
    __syncthreads();
  }
};

// Wrong on purpose: keeps nobody out.
struct OpenMutex {
  MutexWords at;

  __device__ __forceinline__ void enter() { __syncthreads(); }
  __device__ __forceinline__ void leave() { __syncthreads(); }
};

}  // namespace heterosync
