// What rsp and srsp leave open about their queues, as variants of the scenarios of work_stealing.cuh.
#pragma once

#include "work_stealing.cuh"

namespace stealing {

// No synchronisation: each work-group takes its own elements. rsp (section 5.2) says that its baseline
// could do without. It bounds what scopes can save, and runs launches that are not on the queues.
struct unsynchronised : NoThief {
  using reach = gpu_t;
  using place = Apart;
  SYNCOPATE_INLINE void set_tail(unsigned *, unsigned) {}
  SYNCOPATE_INLINE unsigned head(const unsigned *) { return 0; }
  SYNCOPATE_INLINE bool claim(unsigned *, unsigned) { return true; }
};

// Head and tail side by side in a line: the tail is the word behind the head, and not one in the next
// line of 128 bytes. The host fills in both words.
template <typename Scenario>
struct Together : Scenario {
  static constexpr unsigned BACK = 31;  // words
  SYNCOPATE_INLINE void set_tail(unsigned *tail, unsigned value) {
    Scenario::set_tail(tail - BACK, value);
  }
  SYNCOPATE_INLINE Ends look(const unsigned *head, const unsigned *tail) {
    return Scenario::look(head, tail - BACK);
  }
};

struct together_baseline : Together<baseline> {};
struct together_scope_only : Together<scope_only> {};
struct together_steal_only : Together<steal_only> {};
struct together_remote : Together<remote> {};

// A queue as one record: head, tail, and behind them a ring of slots, a power of two of them. Element i
// is in slot i modulo that number, and ends keep growing from launch to launch: the host pushes what it
// adds where the last launch has left the head (Chase and Lev, SPAA 2005). Nothing is pushed while a
// kernel runs, so that the tail only shrinks then, and the proof of work_stealing.cuh holds.
struct Record {
  SYNCOPATE_INLINE unsigned *head(const Queues &queues, unsigned queue) {
    return queues.ends + (queues.capacity + 32) * queue;  // slots and a line
  }
  SYNCOPATE_INLINE unsigned *tail(const Queues &queues, unsigned queue) {
    return head(queues, queue) + 1;
  }
  SYNCOPATE_INLINE unsigned element(const Queues &queues, unsigned queue, unsigned at) {
    return head(queues, queue)[2 + (at & (queues.capacity - 1))];
  }
};

template <typename Scenario>
struct Ring : Scenario {
  using place = Record;
};

struct ring_baseline : Ring<baseline> {};
struct ring_scope_only : Ring<scope_only> {};
struct ring_steal_only : Ring<steal_only> {};
struct ring_remote : Ring<remote> {};

}  // namespace stealing

// The kernels of STEALING_KERNELS, and one for each variant.
#define STEALING_KERNELS_AND_READINGS(NAME, WORK)  \
  STEALING_KERNELS(NAME, WORK)                     \
  STEALING_KERNEL(NAME, WORK, unsynchronised)      \
  STEALING_KERNEL(NAME, WORK, together_baseline)   \
  STEALING_KERNEL(NAME, WORK, together_scope_only) \
  STEALING_KERNEL(NAME, WORK, together_steal_only) \
  STEALING_KERNEL(NAME, WORK, together_remote)     \
  STEALING_KERNEL(NAME, WORK, ring_baseline)       \
  STEALING_KERNEL(NAME, WORK, ring_scope_only)     \
  STEALING_KERNEL(NAME, WORK, ring_steal_only)     \
  STEALING_KERNEL(NAME, WORK, ring_remote)
