// The exponential of numbers from -8 to 8 by operations that the host can follow: Taylor's series of degree six for a
// 32nd of the exponent, squared five times.
#pragma once
#include "exact.cuh"

namespace exact {

static __device__ __forceinline__ float exponential(float x) {
  float y = multiply(x, 0.03125f);
  float p = fused(y, 0.00138888889f, 0.00833333333f);
  p = fused(y, p, 0.0416666667f);
  p = fused(y, p, 0.166666667f);
  p = fused(y, p, 0.5f);
  p = fused(y, p, 1.0f);
  p = fused(y, p, 1.0f);
  for (int i = 0; i < 5; i++) {
    p = multiply(p, p);
  }
  return p;
}

}  // namespace exact
