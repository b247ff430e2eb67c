// Four mutexes over one layout of words, as templates over scope and order (HeteroSync, section III-A1).
//
//   line 0       SPM, SPMBO: 1 while somebody is inside    FAM, SLM: the next ticket
//   line 1                                                 FAM: the ticket that is served
//   line 2 + s   SLM: the last ticket that slot s was given, the ring of slots
//
// One thread of a CTA enters and leaves. Lines are 128 bytes, so that no two words share one.
#pragma once

#include "heterosync/place.cuh"

namespace heterosync {

static constexpr unsigned LINE = 32;  // words

// What a mutex is made of.
struct MutexWords {
  unsigned *words;
  unsigned ring;   // slots of SLM, at least as many as contend
  unsigned first;  // ns of the first wait after a failed try
  unsigned most;   // ns of the longest
};

// Test and set, with or without backoff.
template <class Scope, class Order, class Waiting>
struct SpinMutex {
  MutexWords at;

  __device__ __forceinline__ void enter() {
    Waiting waiting(at.first, at.most);
    while (syncopate::compare_exchange(at.words, 0u, 1u, typename Order::In(), Scope()) != 0u) {
      waiting.pause();
    }
  }

  __device__ __forceinline__ void leave() {
    syncopate::store(at.words, 0u, typename Order::Out(), Scope());
  }
};

// A ticket lock: everybody polls the one counter of who is served.
template <class Scope, class Order>
struct TicketMutex {
  MutexWords at;

  __device__ __forceinline__ void enter() {
    unsigned mine = syncopate::fetch_add(at.words, 1u, typename Order::In(), Scope());
    while (syncopate::load(at.words + LINE, typename Order::In(), Scope()) != mine) {}
  }

  __device__ __forceinline__ void leave() {
    syncopate::fetch_add(at.words + LINE, 1u, typename Order::Out(), Scope());
  }
};

// A decentralised ticket lock: each polls a slot of its own, and who leaves gives the next slot its
// ticket. Tickets only grow, so a slot need not be cleared; slot 0 starts with ticket 0, the others
// with none of theirs.
template <class Scope, class Order>
struct RingMutex {
  MutexWords at;
  unsigned mine;

  __device__ __forceinline__ unsigned *slot(unsigned ticket) const {
    return at.words + (2u + ticket % at.ring) * LINE;
  }

  __device__ __forceinline__ void enter() {
    mine = syncopate::fetch_add(at.words, 1u, typename Order::In(), Scope());
    while (syncopate::load(slot(mine), typename Order::In(), Scope()) != mine) {}
  }

  __device__ __forceinline__ void leave() {
    syncopate::store(slot(mine + 1u), mine + 1u, typename Order::Out(), Scope());
  }
};

// Wrong on purpose: keeps nobody out.
struct OpenMutex {
  MutexWords at;

  __device__ __forceinline__ void enter() {}
  __device__ __forceinline__ void leave() {}
};

}  // namespace heterosync
