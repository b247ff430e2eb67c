// Detects white blood cells (Dong, Ray, Acton 2005; Boyer et al. 2009): at each pixel the gradient inverse coefficient of
// variation, the largest over circles of several radii of mean² / variance of the gradient towards the outside, then a dilation: the
// largest value of a disc around each pixel.
#include "classic/exact.cuh"

using exact::add;
using exact::divide;
using exact::fused;
using exact::multiply;
using exact::subtract;

// `samples` places of each circle: their offsets, and the direction outwards.
extern "C" __global__ void leukocyte_gicov(const float2 *gradient, const int2 *offset, const float2 *outwards, float *gicov,
                                           int edge, int circles, int samples) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x >= edge) {
    return;
  }
  float most = 0.0f;
  for (int circle = 0; circle < circles; circle++) {
    float sum = 0.0f;
    float squares = 0.0f;
    for (int k = 0; k < samples; k++) {
      int2 to = offset[circle * samples + k];
      int px = min(max(x + to.x, 0), edge - 1);
      int py = min(max(y + to.y, 0), edge - 1);
      float2 g = gradient[py * edge + px];
      float2 d = outwards[k];
      float slope = fused(g.y, d.y, multiply(g.x, d.x));
      sum = add(sum, slope);
      squares = fused(slope, slope, squares);
    }
    float mean = divide(sum, (float)samples);
    float variance = subtract(divide(squares, (float)samples), multiply(mean, mean));
    float value = divide(multiply(mean, mean), add(fmaxf(variance, 0.0f), 0.0001f));
    most = fmaxf(most, value);
  }
  gicov[y * edge + x] = most;
}

extern "C" __global__ void leukocyte_dilate(const float *gicov, float *dilated, int edge, int radius) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x >= edge) {
    return;
  }
  float most = 0.0f;
  for (int dy = -radius; dy <= radius; dy++) {
    for (int dx = -radius; dx <= radius; dx++) {
      int px = x + dx;
      int py = y + dy;
      if (dx * dx + dy * dy <= radius * radius && px >= 0 && px < edge && py >= 0 && py < edge) {
        most = fmaxf(most, gicov[py * edge + px]);
      }
    }
  }
  dilated[y * edge + x] = most;
}
