// Scoped, remote, commutative and transactional memory operations as C++ functions.
//
// Everything here is inline assembly, so that nvcc and clang pass the proposed qualifiers (.remote,
// .comm, tx.*) through to the PTX untouched; only Syncopate runs those, a GPU's driver refuses them.
//
//   using namespace syncopate;
//   while (compare_exchange(&lock, 0u, 1u, acquire, gpu) != 0u) {}   // atom.acquire.gpu.cas.b32
//   store(&lock, 0u, release, gpu);                                  // st.release.gpu.u32
//   remote::fetch_add(&queue, 1u, acq_rel, gpu);                     // atom.remote.acq_rel.gpu.add.u32
//   commutative::add(&rank[v], 0.5f);                                // red.comm.gpu.add.f32
//   tx_begin(); from -= 5; to += 5; tx_commit();                     // tx.begin; ... tx.commit;
//
// Orders: relaxed, acquire, release, acq_rel (loads: relaxed or acquire; stores: relaxed or release).
// Scopes: cta (work-group), gpu (component), sys (system). Addresses are generic.
#pragma once

namespace syncopate {

struct relaxed_t {};
struct acquire_t {};
struct release_t {};
struct acq_rel_t {};
struct sc_t {};
struct cta_t {};
struct gpu_t {};
struct sys_t {};

static constexpr relaxed_t relaxed{};
static constexpr acquire_t acquire{};
static constexpr release_t release{};
static constexpr acq_rel_t acq_rel{};
static constexpr sc_t sc{};
static constexpr cta_t cta{};
static constexpr gpu_t gpu{};
static constexpr sys_t sys{};

#define SYNCOPATE_INLINE static __device__ __forceinline__

// X(C++ type, PTX type, asm constraint) for the element types that move as they are.
#define SYNCOPATE_VALUES(X, ...)              \
  X(unsigned, u32, "r", __VA_ARGS__)          \
  X(int, s32, "r", __VA_ARGS__)               \
  X(unsigned long long, u64, "l", __VA_ARGS__) \
  X(float, f32, "f", __VA_ARGS__)

#define SYNCOPATE_LOAD_(T, ptx, c, prefix, order, scope)                                        \
  SYNCOPATE_INLINE T load(const T *address, order##_t, scope##_t) {                             \
    T value;                                                                                    \
    asm volatile("ld" prefix "." #order "." #scope "." #ptx " %0, [%1];"                        \
                 : "=" c(value) : "l"(address) : "memory");                                     \
    return value;                                                                               \
  }
#define SYNCOPATE_STORE_(T, ptx, c, prefix, order, scope)                                       \
  SYNCOPATE_INLINE void store(T *address, T value, order##_t, scope##_t) {                      \
    asm volatile("st" prefix "." #order "." #scope "." #ptx " [%0], %1;"                        \
                 : : "l"(address), c(value) : "memory");                                        \
  }
#define SYNCOPATE_RMW_(T, ptx, c, name, operation, prefix, order, scope)                        \
  SYNCOPATE_INLINE T name(T *address, T operand, order##_t, scope##_t) {                        \
    T old;                                                                                      \
    asm volatile("atom" prefix "." #order "." #scope "." operation "." #ptx " %0, [%1], %2;"    \
                 : "=" c(old) : "l"(address), c(operand) : "memory");                           \
    return old;                                                                                 \
  }
#define SYNCOPATE_CAS_(T, bits, c, prefix, order, scope)                                        \
  SYNCOPATE_INLINE T compare_exchange(T *address, T expected, T desired, order##_t, scope##_t) { \
    T old;                                                                                      \
    asm volatile("atom" prefix "." #order "." #scope ".cas." #bits " %0, [%1], %2, %3;"         \
                 : "=" c(old) : "l"(address), c(expected), c(desired) : "memory");              \
    return old;                                                                                 \
  }

#define SYNCOPATE_LOADS_(prefix, order, scope)                                                  \
  SYNCOPATE_VALUES(SYNCOPATE_LOAD_, prefix, order, scope)
#define SYNCOPATE_STORES_(prefix, order, scope)                                                 \
  SYNCOPATE_VALUES(SYNCOPATE_STORE_, prefix, order, scope)
#define SYNCOPATE_RMWS_(prefix, order, scope)                                                   \
  SYNCOPATE_VALUES(SYNCOPATE_RMW_, fetch_add, "add", prefix, order, scope)                      \
  SYNCOPATE_RMW_(unsigned, u32, "r", fetch_min, "min", prefix, order, scope)                    \
  SYNCOPATE_RMW_(int, s32, "r", fetch_min, "min", prefix, order, scope)                         \
  SYNCOPATE_RMW_(unsigned, u32, "r", fetch_max, "max", prefix, order, scope)                    \
  SYNCOPATE_RMW_(int, s32, "r", fetch_max, "max", prefix, order, scope)                         \
  SYNCOPATE_RMW_(unsigned, b32, "r", fetch_and, "and", prefix, order, scope)                    \
  SYNCOPATE_RMW_(unsigned, b32, "r", fetch_or, "or", prefix, order, scope)                      \
  SYNCOPATE_RMW_(unsigned, b32, "r", fetch_xor, "xor", prefix, order, scope)                    \
  SYNCOPATE_RMW_(unsigned, b32, "r", exchange, "exch", prefix, order, scope)                    \
  SYNCOPATE_RMW_(unsigned long long, b64, "l", exchange, "exch", prefix, order, scope)          \
  SYNCOPATE_CAS_(unsigned, b32, "r", prefix, order, scope)                                      \
  SYNCOPATE_CAS_(unsigned long long, b64, "l", prefix, order, scope)

#define SYNCOPATE_SCOPES_(M, prefix, order)                                                     \
  M(prefix, order, cta)                                                                         \
  M(prefix, order, gpu)                                                                         \
  M(prefix, order, sys)

SYNCOPATE_SCOPES_(SYNCOPATE_LOADS_, "", relaxed)
SYNCOPATE_SCOPES_(SYNCOPATE_LOADS_, "", acquire)
SYNCOPATE_SCOPES_(SYNCOPATE_STORES_, "", relaxed)
SYNCOPATE_SCOPES_(SYNCOPATE_STORES_, "", release)
SYNCOPATE_SCOPES_(SYNCOPATE_RMWS_, "", relaxed)
SYNCOPATE_SCOPES_(SYNCOPATE_RMWS_, "", acquire)
SYNCOPATE_SCOPES_(SYNCOPATE_RMWS_, "", release)
SYNCOPATE_SCOPES_(SYNCOPATE_RMWS_, "", acq_rel)

#define SYNCOPATE_FENCE_(unused, order, scope)                                                  \
  SYNCOPATE_INLINE void fence(order##_t, scope##_t) {                                           \
    asm volatile("fence." #order "." #scope ";" : : : "memory");                                \
  }
SYNCOPATE_SCOPES_(SYNCOPATE_FENCE_, , acq_rel)
SYNCOPATE_SCOPES_(SYNCOPATE_FENCE_, , sc)

// Remote scope promotion: the rare outsider synchronises with others' cta-scoped operations.
namespace remote {
SYNCOPATE_SCOPES_(SYNCOPATE_LOADS_, ".remote", acquire)
SYNCOPATE_SCOPES_(SYNCOPATE_STORES_, ".remote", release)
SYNCOPATE_SCOPES_(SYNCOPATE_RMWS_, ".remote", acquire)
SYNCOPATE_SCOPES_(SYNCOPATE_RMWS_, ".remote", release)
SYNCOPATE_SCOPES_(SYNCOPATE_RMWS_, ".remote", acq_rel)
}  // namespace remote

// Commutative updates: unordered, at gpu scope, and nobody reads the word before the kernel's end.
namespace commutative {
#define SYNCOPATE_COMM_(T, ptx, c, name, operation)                                             \
  SYNCOPATE_INLINE void name(T *address, T operand) {                                           \
    asm volatile("red.comm.gpu." operation "." #ptx " [%0], %1;"                                \
                 : : "l"(address), c(operand) : "memory");                                      \
  }
SYNCOPATE_VALUES(SYNCOPATE_COMM_, add, "add")
SYNCOPATE_COMM_(unsigned, u32, "r", minimum, "min")
SYNCOPATE_COMM_(int, s32, "r", minimum, "min")
SYNCOPATE_COMM_(unsigned, u32, "r", maximum, "max")
SYNCOPATE_COMM_(int, s32, "r", maximum, "max")
SYNCOPATE_COMM_(unsigned, b32, "r", bit_and, "and")
SYNCOPATE_COMM_(unsigned, b32, "r", bit_or, "or")
SYNCOPATE_COMM_(unsigned, b32, "r", bit_xor, "xor")
}  // namespace commutative

// A transaction on __shared__ memory: what is between the two happens at once or not at all. A thread
// that is rolled back starts again at tx_begin(). In each function the two come in pairs on every way,
// without barriers, warp exchanges or a return in between (docs/use/ptx.md, "Transactions").
SYNCOPATE_INLINE void tx_begin() { asm volatile("tx.begin;" : : : "memory"); }
SYNCOPATE_INLINE void tx_commit() { asm volatile("tx.commit;" : : : "memory"); }

// Whether the transaction was given up after conflicts (tx.fallback): the thread is between the two, but
// what it does there is not a transaction. It goes its own way, typically behind a lock that
// transactions read first, and let be if they find it taken. Who asks nowhere is never given up.
SYNCOPATE_INLINE bool tx_failed() {
  unsigned failed;
  asm volatile("mov.u32 %0, %%tx_failed;" : "=r"(failed) : : "memory");
  return failed != 0u;
}

}  // namespace syncopate
