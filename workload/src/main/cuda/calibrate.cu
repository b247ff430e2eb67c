// What a machine's parts take, measured as on a GPU: each kernel does one thing `steps` times and writes when
// each warp began and ended, in cycles of its compute unit. Ordinary CUDA C++, which nvcc compiles unchanged;
// host/calibrate.cu runs it on a GPU, `./syncopate calibrate` on a simulated machine. What is measured is
// written as volatile assembly, so that no compiler thinks it away.
//
// All kernels take the same parameters: memory to work on, where to write the times, how many steps (a
// multiple of 64; of 8 where bandwidth is measured), and two numbers whose meaning each kernel says.

#include "calibrate/measure.cuh"

// ---- latency ----

// Writes a ring of b pointers, a bytes apart.
KERNEL(ring) {
  for (int i = threadIdx.x; i < b; i += blockDim.x) {
    *reinterpret_cast<char **>(memory + (long long)i * a) = memory + (long long)((i + 1) % b) * a;
  }
}

#define FOLLOW(name, load)                                          \
  KERNEL(name) {                                                    \
    char *p = memory;                                               \
    for (int i = 0; i < b; i++) {                                   \
      asm volatile(load " %0, [%1];" : "=l"(p) : "l"(p) : "memory"); \
    }                                                               \
    p = b > 0 ? memory : p;                                         \
    long long start = now();                                        \
    STEPS {                                                         \
      asm volatile(load " %0, [%1];" : "=l"(p) : "l"(p) : "memory"); \
    }                                                               \
    unsigned sink = p == nullptr ? 0x5a5a5a5au : 0u;                \
    report(times, start, now(), sink);                              \
  }

// Follows pointers, after b steps that bring the ring into the caches.
FOLLOW(follow, "ld.global.ca.u64")
FOLLOW(follow_past_l1, "ld.global.cg.u64")

// Reads b bytes of memory at an offset of a bytes, for caches to forget the rest.
KERNEL(sweep) {
  unsigned sum = 0;
  for (long long i = 32LL * (blockIdx.x * blockDim.x + threadIdx.x); i < b; i += 32LL * gridDim.x * blockDim.x) {
    unsigned word;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word) : "l"(memory + a + i) : "memory");
    sum += word;
  }
  report(times, 0, 0, sum);
}

// Each lane reads its own word of shared memory, a words from its neighbour's; the word is its address.
KERNEL(shared_words) {
  __shared__ unsigned words[1024];
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&words[threadIdx.x * a % 1024]));
  asm volatile("st.shared.u32 [%0], %0;" ::"r"(at) : "memory");
  __syncthreads();
  long long start = now();
  STEPS { asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at)::"memory"); }
  report(times, start, now(), at);
}

// ---- arithmetic ----

#define CHAIN(name, type, constraint, instruction, begin)                        \
  KERNEL(name) {                                                                 \
    type value = begin + a, other = begin + b;                                   \
    long long start = now();                                                     \
    STEPS { asm volatile(instruction : "+" constraint(value) : constraint(other)); } \
    unsigned sink = static_cast<unsigned>(value);                                \
    report(times, start, now(), sink);                                           \
  }

// Each instruction needs the result of the one before.
CHAIN(add_chain, unsigned, "r", "add.u32 %0, %0, %1;", 1u)
CHAIN(multiply_chain, unsigned, "r", "mad.lo.u32 %0, %0, %1, %1;", 3u)
CHAIN(divide_chain, unsigned, "r", "div.u32 %0, %0, %1;", 3u)
CHAIN(float_chain, float, "f", "fma.rn.f32 %0, %0, %1, %1;", 1.0f)
CHAIN(double_chain, double, "d", "fma.rn.f64 %0, %0, %1, %1;", 1.0)
CHAIN(special_chain, float, "f", "ex2.approx.ftz.f32 %0, %0;", 1.0f)

// Four chains a thread that need nothing of each other.
KERNEL(float_rate) {
  float v0 = a, v1 = a + 1, v2 = a + 2, v3 = a + 3, other = b;
  long long start = now();
  STEPS {
    asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(v0) : "f"(other));
    asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(v1) : "f"(other));
    asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(v2) : "f"(other));
    asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(v3) : "f"(other));
  }
  report(times, start, now(), static_cast<unsigned>(v0 + v1 + v2 + v3));
}

KERNEL(add_rate) {
  unsigned v0 = a, v1 = a + 1, v2 = a + 2, v3 = a + 3, other = b;
  long long start = now();
  STEPS {
    asm volatile("add.u32 %0, %0, %1;" : "+r"(v0) : "r"(other));
    asm volatile("add.u32 %0, %0, %1;" : "+r"(v1) : "r"(other));
    asm volatile("add.u32 %0, %0, %1;" : "+r"(v2) : "r"(other));
    asm volatile("add.u32 %0, %0, %1;" : "+r"(v3) : "r"(other));
  }
  report(times, start, now(), v0 + v1 + v2 + v3);
}

// ---- divergence ----

#define ADDS(k)                                                          \
  _Pragma("unroll") for (int i = 0; i < 8; i++) {                        \
    asm volatile("add.u32 %0, %0, %1;" : "+r"(value) : "n"(k * 17 + 3)); \
  }

// Lanes go a different ways (1, 2, 4 or 8), eight dependent additions on each.
KERNEL(ways) {
  unsigned value = b;
  unsigned way = threadIdx.x % a;
  long long start = now();
  _Pragma("unroll 1") for (int step = 0; step < steps; step++) {
    switch (way) {
      case 0: ADDS(0) break;
      case 1: ADDS(1) break;
      case 2: ADDS(2) break;
      case 3: ADDS(3) break;
      case 4: ADDS(4) break;
      case 5: ADDS(5) break;
      case 6: ADDS(6) break;
      default: ADDS(7) break;
    }
  }
  report(times, start, now(), value);
}

// ---- barriers ----

KERNEL(barriers) {
  __syncthreads();
  long long start = now();
  STEPS { asm volatile("bar.sync 0;" ::: "memory"); }
  report(times, start, now(), a + b);
}

// ---- atomics ----

// Each lane adds to a word, a bytes from its neighbour's, what it got from there before.
KERNEL(atomic_chain) {
  char *at = memory + (long long)threadIdx.x * a;
  unsigned value = b;
  long long start = now();
  STEPS { asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %0;" : "+r"(value) : "l"(at) : "memory"); }
  report(times, start, now(), value);
}

// The same without a result; each CTA's words are b bytes from the next one's.
KERNEL(atomic_rate) {
  char *at = memory + (long long)blockIdx.x * b + (long long)(threadIdx.x % 32) * a;
  STEPS { asm volatile("red.relaxed.gpu.global.add.u32 [%0], 1;" ::"l"(at) : "memory"); }
  report(times, 0, 0, a);
}

// ---- bandwidth ----

static __device__ __forceinline__ char *place(char *memory, int step) {
  long long all = 16LL * gridDim.x * blockDim.x;
  return memory + step * all + 16LL * (blockIdx.x * blockDim.x + threadIdx.x);
}

// Reads memory once, 16 bytes a thread and step.
KERNEL(read_memory) {
  unsigned sum = 0;
  WIDE_STEPS {
    unsigned x, y, z, w;
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(place(memory, first + k)) : "memory");
    sum += x + y + z + w;
  }
  report(times, 0, 0, sum + a + b);
}

// The same, and writes it a bytes further on.
KERNEL(copy_memory) {
  WIDE_STEPS {
    unsigned x, y, z, w;
    char *at = place(memory, first + k);
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(at) : "memory");
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(at + a), "r"(x), "r"(y), "r"(z), "r"(w) : "memory");
  }
  report(times, 0, 0, b);
}

#define AGAIN(name, load)                                                                \
  KERNEL(name) {                                                                         \
    unsigned sum = 0;                                                                    \
    unsigned at = 16u * (blockIdx.x * blockDim.x + threadIdx.x);                         \
    long long start = now();                                                             \
    WIDE_STEPS {                                                                              \
      unsigned x, y, z, w;                                                               \
      asm volatile(load " {%0, %1, %2, %3}, [%4];"                                       \
                   : "=r"(x), "=r"(y), "=r"(z), "=r"(w)                                  \
                   : "l"(memory + ((at + (first + k) * 16u * blockDim.x) & (b - 1)))            \
                   : "memory");                                                          \
      sum += x + y + z + w;                                                              \
    }                                                                                    \
    report(times, start, now(), sum + a);                                                \
  }

// Reads b bytes (a power of two) again and again.
AGAIN(read_again, "ld.global.ca.v4.u32")
AGAIN(read_again_past_l1, "ld.global.cg.v4.u32")

// Reads shared memory without conflicts, 16 bytes a thread and step.
KERNEL(read_shared) {
  __shared__ uint4 words[512];
  words[threadIdx.x % 512] = make_uint4(a, b, a, b);
  __syncthreads();
  unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(words));
  unsigned sum = 0;
  long long start = now();
  WIDE_STEPS {
    unsigned x, y, z, w;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
                 : "r"(base + 16u * ((threadIdx.x + (first + k) * 32u) % 512u)) : "memory");
    sum += x + y + z + w;
  }
  report(times, start, now(), sum);
}
