// Excitable cells (FitzHugh 1961): two equations a cell, integrated by the fifth-order formula of Fehlberg (1969), whose difference
// to the fourth-order one is the error of a step. A thread has a cell; every step is stored.
#include "classic/exact.cuh"

using exact::add;
using exact::fused;
using exact::multiply;
using exact::subtract;

struct Rates {
  float voltage;
  float recovery;
};

static __device__ __forceinline__ Rates rates(float v, float w, float current) {
  Rates r;
  float cube = multiply(multiply(v, v), v);
  r.voltage = add(subtract(fused(-0.333333333f, cube, v), w), current);
  r.recovery = multiply(0.08f, fused(-0.8f, w, add(v, 0.7f)));
  return r;
}

extern "C" __global__ void myocyte_steps(const float *current, const float *factors, float *voltage, float *recovery,
                                         float *error, int cells, int steps, float h) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= cells) {
    return;
  }
  float stimulus = current[cell];
  float v = voltage[cell];
  float w = recovery[cell];
  for (int step = 1; step <= steps; step++) {
    Rates k[6];
    // `factors` has Fehlberg's table a row a stage: what of the stages before goes into it.
    for (int stage = 0; stage < 6; stage++) {
      float dv = 0.0f;
      float dw = 0.0f;
      for (int before = 0; before < stage; before++) {
        float factor = factors[stage * 6 + before];
        dv = fused(factor, k[before].voltage, dv);
        dw = fused(factor, k[before].recovery, dw);
      }
      k[stage] = rates(fused(h, dv, v), fused(h, dw, w), stimulus);
    }
    float dv = 0.0f;
    float dw = 0.0f;
    float off = 0.0f;
    for (int stage = 0; stage < 6; stage++) {
      dv = fused(factors[36 + stage], k[stage].voltage, dv);
      dw = fused(factors[36 + stage], k[stage].recovery, dw);
      off = fused(factors[42 + stage], k[stage].voltage, off);
    }
    v = fused(h, dv, v);
    w = fused(h, dw, w);
    voltage[step * cells + cell] = v;
    recovery[step * cells + cell] = w;
    error[(step - 1) * cells + cell] = multiply(h, off);
  }
}
