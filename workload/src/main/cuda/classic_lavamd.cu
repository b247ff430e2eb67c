// Forces between particles that are near one another (Szafaryn et al. 2013, "LavaMD"): space is cut into boxes of PARTICLES, a
// CTA a box, which goes through its own box and all that touch it, each in shared memory while its particles act on the CTA's.
// A particle is its place and v = x² + y² + z²; the potential is exp(-a² r²).
#include "classic/exponential.cuh"

using exact::exponential;
using exact::fused;
using exact::multiply;
using exact::subtract;

static const int PARTICLES = 100;

extern "C" __global__ void lavamd_forces(const float4 *place, const float *charge, float4 *force, int edge, float a2) {
  __shared__ float4 there[PARTICLES];
  __shared__ float charges[PARTICLES];
  int t = threadIdx.x;
  int x = blockIdx.x % edge;
  int y = blockIdx.x / edge % edge;
  int z = blockIdx.x / (edge * edge);
  float4 own = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float4 sum = own;
  if (t < PARTICLES) {
    own = place[blockIdx.x * PARTICLES + t];
  }
  for (int k = max(z - 1, 0); k <= min(z + 1, edge - 1); k++) {
    for (int j = max(y - 1, 0); j <= min(y + 1, edge - 1); j++) {
      for (int i = max(x - 1, 0); i <= min(x + 1, edge - 1); i++) {
        int box = (k * edge + j) * edge + i;
        if (t < PARTICLES) {
          there[t] = place[box * PARTICLES + t];
          charges[t] = charge[box * PARTICLES + t];
        }
        __syncthreads();
        if (t < PARTICLES) {
          for (int other = 0; other < PARTICLES; other++) {
            float4 b = there[other];
            float dot = fused(own.z, b.z, fused(own.y, b.y, multiply(own.x, b.x)));
            float r2 = subtract(exact::add(own.w, b.w), multiply(2.0f, dot));
            float potential = exponential(multiply(-a2, r2));
            float q = multiply(charges[other], potential);
            float twice = multiply(2.0f, q);
            sum.w = exact::add(sum.w, q);
            sum.x = fused(twice, subtract(own.x, b.x), sum.x);
            sum.y = fused(twice, subtract(own.y, b.y), sum.y);
            sum.z = fused(twice, subtract(own.z, b.z), sum.z);
          }
        }
        __syncthreads();
      }
    }
  }
  if (t < PARTICLES) {
    force[blockIdx.x * PARTICLES + t] = sum;
  }
}
