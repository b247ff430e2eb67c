// What rsp and srsp leave open about their queues, as variants of the scenarios of work_stealing.cuh.
#pragma once

#include "work_stealing.cuh"

namespace stealing {

// No synchronisation: each work-group takes its own elements. rsp (section 5.2) says that its baseline
// could do without. It bounds what scopes can save, and runs launches that are not on the queues.
struct unsynchronised : NoThief {
  using reach = gpu_t;
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

}  // namespace stealing

// The kernels of STEALING_KERNELS, and one for each variant.
#define STEALING_KERNELS_AND_READINGS(NAME, WORK)  \
  STEALING_KERNELS(NAME, WORK)                     \
  STEALING_KERNEL(NAME, WORK, unsynchronised)      \
  STEALING_KERNEL(NAME, WORK, together_baseline)   \
  STEALING_KERNEL(NAME, WORK, together_scope_only) \
  STEALING_KERNEL(NAME, WORK, together_steal_only) \
  STEALING_KERNEL(NAME, WORK, together_remote)
