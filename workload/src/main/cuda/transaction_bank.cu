// Transfers between random accounts of a CTA in shared memory. An account has its balance in the lower
// half of a word and, so that the host can put the transfers in order, how often it was touched in the
// upper half. A transfer takes place where the balance suffices.
#include "transaction/section.cuh"

using namespace transaction;

struct Bank {
  const unsigned *transfers;  // of each CTA, step and thread: from, to << 12, amount << 24
  unsigned *found;            // likewise: how often both accounts had been touched, the second << 16
  unsigned *out;              // of each CTA, the accounts at its end
  unsigned accounts;
  unsigned steps;
  unsigned initial;  // balance
};

static constexpr unsigned TOUCH = 0x10000u;

struct Transfer {
  unsigned from;
  unsigned to;
  unsigned amount;
  unsigned at;
  TRANSACTION_INLINE Transfer of(const Bank &p, unsigned step) {
    Transfer t;
    t.at = (blockIdx.x * p.steps + step) * blockDim.x + threadIdx.x;
    unsigned word = p.transfers[t.at];
    t.from = word & 0xfffu;
    t.to = word >> 12 & 0xfffu;
    t.amount = word >> 24;
    return t;
  }
};

TRANSACTION_INLINE unsigned paid(unsigned account, unsigned amount) {
  return (account & 0xffffu) >= amount ? amount : 0u;
}

template <class Section>
TRANSACTION_INLINE void transfer_all(const Bank &p) {
  unsigned *locks = memory + p.accounts;
  fill(memory, p.accounts, p.initial);
  Section::clear(locks, p.accounts);
  __syncthreads();
  for (unsigned step = 0; step < p.steps; step++) {
    Transfer t = Transfer::of(p, step);
    unsigned found = 0u;
    Section::two(locks, min(t.from, t.to), max(t.from, t.to), [&] {
      unsigned from = memory[t.from];
      unsigned to = memory[t.to];
      unsigned sum = paid(from, t.amount);
      memory[t.from] = from + TOUCH - sum;
      memory[t.to] = to + TOUCH + sum;
      found = from >> 16 | (to & 0xffff0000u);
    });
    p.found[t.at] = found;
  }
  __syncthreads();
  copy(p.out + blockIdx.x * p.accounts, memory, p.accounts);
}

__global__ void bank_tx(Bank p) { transfer_all<Tx>(p); }
__global__ void bank_fallback(Bank p) { transfer_all<Fallback>(p); }
__global__ void bank_serial(Bank p) { transfer_all<Serial>(p); }
__global__ void bank_coarse(Bank p) { transfer_all<Coarse>(p); }
__global__ void bank_locks(Bank p) { transfer_all<Locks>(p); }

// Taken from one account, then put into the other: for a moment the money is nowhere.
__global__ void bank_atomics(Bank p) {
  fill(memory, p.accounts, p.initial);
  __syncthreads();
  for (unsigned step = 0; step < p.steps; step++) {
    Transfer t = Transfer::of(p, step);
    unsigned sum;
    unsigned from;
    unsigned now = atomicAdd(memory + t.from, 0u);
    do {
      from = now;
      sum = paid(from, t.amount);
      now = atomicCAS(memory + t.from, from, from + TOUCH - sum);
    } while (now != from);
    unsigned to = atomicAdd(memory + t.to, TOUCH + sum);
    p.found[t.at] = from >> 16 | (to & 0xffff0000u);
  }
  __syncthreads();
  copy(p.out + blockIdx.x * p.accounts, memory, p.accounts);
}
