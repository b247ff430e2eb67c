// Single-precision arithmetic that no compiler contracts or reorders: an answer is the same to the last bit
// whoever compiled the kernel, and the host can follow it.
#pragma once

namespace exact {

static __device__ __forceinline__ float add(float a, float b) { return __fadd_rn(a, b); }
static __device__ __forceinline__ float subtract(float a, float b) { return __fadd_rn(a, -b); }
static __device__ __forceinline__ float multiply(float a, float b) { return __fmul_rn(a, b); }
static __device__ __forceinline__ float divide(float a, float b) { return __fdiv_rn(a, b); }
static __device__ __forceinline__ float root(float a) { return __fsqrt_rn(a); }

// a * b + c, rounded once.
static __device__ __forceinline__ float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }

}  // namespace exact
