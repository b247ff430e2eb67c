// Particle filter (Gordon, Salmond, Smith 1993) that follows a disc in noisy pictures: weights by how well the pixels around a
// particle look like the disc, their normalisation, and resampling: each thread looks for the first particle whose cumulated
// weight reaches its own draw, from the first on.
#include "classic/exponential.cuh"

using exact::add;
using exact::divide;
using exact::exponential;
using exact::multiply;

// Pixels of the object have brightness 228, others 100: the logarithm of the ratio of both likelihoods, by pixels of the disc.
extern "C" __global__ void particlefilter_weigh(const unsigned char *picture, const int2 *particle, const int2 *disc, float *weight,
                                          int particles, int pixels, int edge) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= particles) {
    return;
  }
  int2 at = particle[i];
  int sum = 0;
  for (int k = 0; k < pixels; k++) {
    int2 to = disc[k];
    int x = min(max(at.x + to.x, 0), edge - 1);
    int y = min(max(at.y + to.y, 0), edge - 1);
    int bright = picture[y * edge + x];
    sum += (bright - 100) * (bright - 100) - (bright - 228) * (bright - 228);
  }
  float likelihood = divide((float)sum, multiply(4096.0f, (float)pixels));
  weight[i] = multiply(weight[i], exponential(fminf(fmaxf(likelihood, -8.0f), 8.0f)));
}

extern "C" __global__ void particlefilter_normalise(float *weight, float sum, int particles) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < particles) {
    weight[i] = divide(weight[i], sum);
  }
}

extern "C" __global__ void particlefilter_resample(const float *cumulated, const float *draw, const int2 *particle, int2 *chosen,
                                             int particles) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < particles) {
    float wanted = draw[i];
    int found = particles - 1;
    for (int k = 0; k < particles; k++) {
      if (cumulated[k] >= wanted) {
        found = k;
        break;
      }
    }
    chosen[i] = particle[found];
  }
}
