// Speckle reducing anisotropic diffusion (Yu, Acton 2002): a thread has a pixel. `speckle` is the squared coefficient of
// variation of a homogeneous part of the picture. Beyond its border a picture goes on as at its border.
#include "classic/exact.cuh"

using exact::add;
using exact::divide;
using exact::fused;
using exact::multiply;
using exact::subtract;

// Differences to the four neighbours, and from the instantaneous coefficient of variation how much may diffuse.
extern "C" __global__ void srad_coefficient(const float *image, float *north, float *south, float *west, float *east,
                                            float *coefficient, int width, int height, float speckle) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }
  int at = y * width + x;
  float here = image[at];
  float n = subtract(image[y > 0 ? at - width : at], here);
  float s = subtract(image[y < height - 1 ? at + width : at], here);
  float w = subtract(image[x > 0 ? at - 1 : at], here);
  float e = subtract(image[x < width - 1 ? at + 1 : at], here);
  float squares = fused(e, e, fused(w, w, fused(s, s, multiply(n, n))));
  float gradient = divide(squares, multiply(here, here));
  float laplacian = divide(add(add(n, s), add(w, e)), here);
  float above = subtract(multiply(0.5f, gradient), multiply(0.0625f, multiply(laplacian, laplacian)));
  float below = fused(0.25f, laplacian, 1.0f);
  float variation = divide(above, multiply(below, below));
  float excess = divide(subtract(variation, speckle), multiply(speckle, add(1.0f, speckle)));
  float c = divide(1.0f, add(1.0f, excess));
  north[at] = n;
  south[at] = s;
  west[at] = w;
  east[at] = e;
  coefficient[at] = c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
}

// What diffuses in from the neighbours, with the coefficients of the southern and eastern ones.
extern "C" __global__ void srad_diffuse(float *image, const float *north, const float *south, const float *west,
                                        const float *east, const float *coefficient, int width, int height,
                                        float quarter_step) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }
  int at = y * width + x;
  float here = coefficient[at];
  float below = coefficient[y < height - 1 ? at + width : at];
  float right = coefficient[x < width - 1 ? at + 1 : at];
  float divergence = multiply(here, north[at]);
  divergence = fused(below, south[at], divergence);
  divergence = fused(here, west[at], divergence);
  divergence = fused(right, east[at], divergence);
  image[at] = fused(quarter_step, divergence, image[at]);
}
