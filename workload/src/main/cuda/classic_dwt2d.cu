// One level of a two-dimensional wavelet transform by lifting (Daubechies, Sweldens 1998): the reversible 5/3 of LeGall
// and Tabatabai on integers, the 9/7 of Cohen, Daubechies and Feauveau on floats. A CTA has a tile of TILE x TILE samples
// in shared memory, with as many neighbours on each side as there are lifting steps, and transforms rows, then columns.
// Samples beyond the picture are its mirror images.
#include "classic/exact.cuh"

static const int TILE = 32;

struct LeGall53 {
  typedef int sample;
  static const int STEPS = 2;

  static __device__ int lift(int step, int middle, int left, int right) {
    return step == 0 ? middle - ((left + right) >> 1) : middle + ((left + right + 2) >> 2);
  }

  static __device__ int scale(int value, bool) { return value; }
};

struct Cdf97 {
  typedef float sample;
  static const int STEPS = 4;

  static __device__ float lift(int step, float middle, float left, float right) {
    const float factor[STEPS] = {-1.586134342f, -0.05298011854f, 0.8829110762f, 0.4435068522f};
    return exact::fused(factor[step], exact::add(left, right), middle);
  }

  static __device__ float scale(float value, bool high) {
    return high ? exact::divide(value, 1.149604398f) : exact::multiply(value, 1.149604398f);
  }
};

static __device__ int mirrored(int at, int extent) {
  while (at < 0 || at >= extent) {
    at = at < 0 ? -at : 2 * (extent - 1) - at;
  }
  return at;
}

// Lifts all lines of a tile: elements of a line are `along` apart, lines `across`. Step k changes every second element,
// from k + 1 to as many before the end, whose neighbours step k - 1 has changed.
template <class Wavelet>
static __device__ void lift_lines(typename Wavelet::sample *tile, int along, int across) {
  const int extent = TILE + 2 * Wavelet::STEPS;
#pragma unroll
  for (int step = 0; step < Wavelet::STEPS; step++) {
    int count = (extent - 2 * step - 1) / 2;
    for (int i = threadIdx.x; i < count * extent; i += blockDim.x) {
      typename Wavelet::sample *at = tile + (step + 1 + 2 * (i / extent)) * along + (i % extent) * across;
      *at = Wavelet::lift(step, *at, at[-along], at[along]);
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < extent * extent; i += blockDim.x) {
    typename Wavelet::sample *at = tile + (i / extent) * along + (i % extent) * across;
    *at = Wavelet::scale(*at, (i / extent) & 1);
  }
  __syncthreads();
}

// Low frequencies of both directions go to `low`, without gaps, for the next level; the other three quarters to their
// places in the picture `out`.
template <class Wavelet>
static __device__ void transform(const typename Wavelet::sample *in, typename Wavelet::sample *low,
                                 typename Wavelet::sample *out, int width, int height, int pitch) {
  const int halo = Wavelet::STEPS;
  const int extent = TILE + 2 * halo;
  __shared__ typename Wavelet::sample tile[extent * extent];
  int left = blockIdx.x * TILE;
  int top = blockIdx.y * TILE;
  for (int i = threadIdx.x; i < extent * extent; i += blockDim.x) {
    int x = mirrored(left - halo + i % extent, width);
    int y = mirrored(top - halo + i / extent, height);
    tile[i] = in[y * width + x];
  }
  __syncthreads();
  lift_lines<Wavelet>(tile, 1, extent);
  lift_lines<Wavelet>(tile, extent, 1);
  int low_width = (width + 1) / 2;
  int low_height = (height + 1) / 2;
  for (int i = threadIdx.x; i < TILE * TILE; i += blockDim.x) {
    // Neighbouring threads have every second sample of a row, so that they store to neighbouring words.
    int within = i % TILE;
    int column = within < TILE / 2 ? 2 * within : 2 * within - TILE + 1;
    int row = i / TILE;
    int x = left + column;
    int y = top + row;
    if (x < width && y < height) {
      typename Wavelet::sample value = tile[(row + halo) * extent + column + halo];
      int to_x = x / 2 + (x & 1 ? low_width : 0);
      int to_y = y / 2 + (y & 1 ? low_height : 0);
      if ((x | y) & 1) {
        out[to_y * pitch + to_x] = value;
      } else {
        low[to_y * low_width + to_x] = value;
      }
    }
  }
}

extern "C" __global__ void dwt2d_53(const int *in, int *low, int *out, int width, int height, int pitch) {
  transform<LeGall53>(in, low, out, width, height, pitch);
}

extern "C" __global__ void dwt2d_97(const float *in, float *low, float *out, int width, int height, int pitch) {
  transform<Cdf97>(in, low, out, width, height, pitch);
}
