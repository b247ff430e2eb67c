// A persistent kernel with a mailbox: one CTA produces messages, the others consume them, for as long as there are any.
// Each consumer has a slot in global memory with two words: the messages that are in it so far, and those that have been
// taken out. The producer copies a message by the copy unit into the slot and raises the first when the copy has written.
// A program that checks what the consumers have seen:
//
//   nvcc -arch=sm_90 -lineinfo -cudart shared persistent_mailbox.cu -o persistent_mailbox
//   syncopate cuda --gpu h100-132sm ./persistent_mailbox right
//
// Its kernels alone: nvcc -arch=sm_90 -lineinfo -ptx persistent_mailbox.cu
//
// mailbox_right: full and empty, and the producer waits for all readers.
// mailbox_early: full is raised behind wait_group.read, which frees the source only.
// mailbox_lapped: the producer does not wait until a message has been taken out.
// mailbox_short: each warp of a consumer counts, and the producer waits for one of the two.
#include <cstdio>
#include <cstring>

constexpr unsigned CONSUMERS = 4, THREADS = 64, MESSAGES = 24, WORDS = 256;

enum Bug { RIGHT, EARLY, LAPPED, SHORT };

struct Mailbox {
  alignas(128) unsigned slot[WORDS];
  unsigned full;  // messages put in
  unsigned empty; // warps that have taken theirs out
};

__device__ unsigned acquire(const unsigned *word) {
  unsigned value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}

__device__ void proxy_fence() { asm volatile("fence.proxy.async;" ::: "memory"); }

// What all threads do with a message; slow enough for the producer to be ahead.
__device__ unsigned digest(const unsigned *message, unsigned thread) {
  unsigned sum = 0;
  for (unsigned i = thread; i < WORDS; i += THREADS) {
    sum = sum * 31 + message[i];
    __nanosleep(200);
  }
  return sum;
}

template <Bug bug> __device__ void produce(Mailbox *mailboxes) {
  __shared__ alignas(128) unsigned message[WORDS];
  unsigned tile = (unsigned)__cvta_generic_to_shared(message);
  for (unsigned number = 0; number < MESSAGES; number++) {
    for (unsigned to = 0; to < CONSUMERS; to++) {
      Mailbox *mailbox = mailboxes + to;
      for (unsigned i = threadIdx.x; i < WORDS; i += THREADS) message[i] = (number * CONSUMERS + to) * WORDS + i;
      proxy_fence();
      __syncthreads();
      if (threadIdx.x == 0) {
        unsigned taken = number * (bug == SHORT ? 1 : THREADS / 32);
        while (bug != LAPPED && acquire(&mailbox->empty) < taken) {}
        proxy_fence();
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                     ::"l"(mailbox->slot), "r"(tile), "r"((unsigned)sizeof message) : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        if (bug == EARLY) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        else asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(&mailbox->full), "r"(number + 1) : "memory");
      }
      __syncthreads();
    }
  }
}

__device__ void consume(Mailbox *mailbox, unsigned *sums) {
  unsigned sum = 0;
  for (unsigned number = 0; number < MESSAGES; number++) {
    while (acquire(&mailbox->full) <= number) {}
    sum = sum * 7 + digest(mailbox->slot, threadIdx.x);
    proxy_fence();
    __syncwarp();
    if (threadIdx.x % 32 == 0)
      asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(&mailbox->empty) : "memory");
  }
  sums[threadIdx.x] = sum;
}

template <Bug bug> __device__ void persistent(Mailbox *mailboxes, unsigned *sums) {
  if (blockIdx.x == 0) produce<bug>(mailboxes);
  else consume(mailboxes + blockIdx.x - 1, sums + (blockIdx.x - 1) * THREADS);
}

extern "C" __global__ void mailbox_right(Mailbox *mailboxes, unsigned *sums) { persistent<RIGHT>(mailboxes, sums); }

extern "C" __global__ void mailbox_early(Mailbox *mailboxes, unsigned *sums) { persistent<EARLY>(mailboxes, sums); }

extern "C" __global__ void mailbox_lapped(Mailbox *mailboxes, unsigned *sums) { persistent<LAPPED>(mailboxes, sums); }

extern "C" __global__ void mailbox_short(Mailbox *mailboxes, unsigned *sums) { persistent<SHORT>(mailboxes, sums); }

static bool run(void (*kernel)(Mailbox *, unsigned *)) {
  Mailbox *mailboxes;
  unsigned *sums;
  cudaMalloc(&mailboxes, CONSUMERS * sizeof *mailboxes);
  cudaMalloc(&sums, CONSUMERS * THREADS * sizeof *sums);
  cudaMemset(mailboxes, 0, CONSUMERS * sizeof *mailboxes);
  kernel<<<1 + CONSUMERS, THREADS>>>(mailboxes, sums);
  static unsigned result[CONSUMERS * THREADS];
  bool right = cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost) == cudaSuccess;
  for (unsigned c = 0; c < CONSUMERS; c++) {
    for (unsigned t = 0; t < THREADS; t++) {
      unsigned sum = 0;
      for (unsigned number = 0; number < MESSAGES; number++) {
        unsigned part = 0;
        for (unsigned i = t; i < WORDS; i += THREADS) part = part * 31 + (number * CONSUMERS + c) * WORDS + i;
        sum = sum * 7 + part;
      }
      right = right && result[c * THREADS + t] == sum;
    }
  }
  return right;
}

int main(int count, char **words) {
  const char *bug = count > 1 ? words[1] : "right";
  bool right = run(strcmp(bug, "early") == 0    ? mailbox_early
                   : strcmp(bug, "lapped") == 0 ? mailbox_lapped
                   : strcmp(bug, "short") == 0  ? mailbox_short
                                                : mailbox_right);
  puts(right ? "right" : "wrong");
  return !right;
}
